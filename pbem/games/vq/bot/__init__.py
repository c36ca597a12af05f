"""The bot of Virgin Queen: what it may know, what things are worth to it, an answer to every question."""

from pbem.games.vq.bot.player import suggest

__all__ = ["suggest"]
