"""Actions on land: movement and assault (13 to 15)."""
