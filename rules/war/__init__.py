"""War as Here I Stand and Virgin Queen share it: forces, control, movement, battle, siege, ships, winter."""
