"""The two-player game (scenario book): Papacy against Protestant, the other powers played by a deck."""
