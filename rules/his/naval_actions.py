"""Actions at sea: naval moves, transport and piracy (16)."""
