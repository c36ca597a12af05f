"""The moderator's desk: what the person who runs the games can look up and do, by command line or by mail."""
