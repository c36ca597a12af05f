"""Keeping the clock: what is done when something has come due."""
