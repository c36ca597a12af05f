"""The sequence of play (7) and its phases."""
