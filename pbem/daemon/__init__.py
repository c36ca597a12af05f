"""The moderator at work: inbox, clock and outbox, once or for as long as it is left to run."""
