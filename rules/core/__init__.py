"""The kernel that every game stands on: questions, engine, dice, events, log, data.  Knows no game."""
