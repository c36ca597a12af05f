"""Time: the clock, a game's calendar, deadlines, vacations. Pure reckoning, without a database."""
