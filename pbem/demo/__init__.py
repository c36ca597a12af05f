"""A whole game between bots on this machine, by mail."""
