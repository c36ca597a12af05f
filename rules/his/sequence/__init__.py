"""The sequence of play (7): setup, card draw, spring, impulses, winter, and the two phases of turn 1."""
