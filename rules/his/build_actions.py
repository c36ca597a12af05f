"""Construction, control of spaces, removal of unrest, foreign wars (12, 17, 21.7)."""
