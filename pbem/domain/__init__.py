"""What a moderator does with a game, without a database and without mail."""
