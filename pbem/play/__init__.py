"""A position and what is done with it: sittings, lines, windows, standing orders, talks."""
