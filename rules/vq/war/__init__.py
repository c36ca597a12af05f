"""Construction, control, war at sea and foreign wars, where this game has its own rules (12, 16, 17, 23)."""
