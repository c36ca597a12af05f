"""Checking a published game, with nothing but its archive and the rules: was anything tampered with?

The seed must be the one that was promised at the start, and with it every order must lead to the same dice,
the same cards and the same end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.moderator.archive import ARCHIVE
from pbem.moderator.checking import Again, Played, play_again
from rules import ReplayMismatch, Setup
from rules.core import codec
from rules.core.dice import commitment
from rules.core.log import Entry, LogEntry


def audit(
    archive: dict[str, Any], *, promised: str = "", progress: Callable[[int], None] = lambda done: None
) -> Played:
    """Play a published game again; `promised` is the SHA-256 from the first letter.

    :raises ModeratorProblem: something does not agree; the message says what.
    """
    if archive.get("format") != ARCHIVE:
        raise ModeratorProblem("this file is no archive of a game")
    try:
        return _audit(archive, promised or archive["commitment"], progress)
    except ReplayMismatch as problem:
        raise ModeratorProblem(f"the orders do not lead to this game: {problem}") from problem
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise ModeratorProblem(f"this archive is damaged: {type(problem).__name__} {problem}") from problem


def _audit(archive: dict[str, Any], promised: str, progress: Callable[[int], None]) -> Played:
    seed = archive["seed"]
    if commitment(seed) != promised.strip().lower():
        raise ModeratorProblem("the seed is not the one that was promised at the start")
    setup: Setup = codec.load(archive["setup"], Setup)
    title = game_of(setup.game)
    if title.digest_for(setup) != archive["data_digest"]:
        raise ModeratorProblem("the game was played with other data files than this program has")
    log: list[LogEntry] = [codec.load(order["entry"], Entry) for order in archive["orders"]]
    played = play_again(Again(title.rules, setup, seed), log, archive["events"], progress=progress)
    if played.digest != archive["digest"]:
        raise ModeratorProblem("the orders lead to another end of the game")
    return played


def say(played: Played, *, promised: bool) -> str:
    """What an audit has found, for the person who asked for it."""
    seed = "The seed is the one that was promised" if promised else "The seed fits the archive's own promise"
    again = f", {played.rewinds} rewinds or corrections" if played.rewinds else ""
    given = f" {played.given} dice or draws came from elsewhere: no seed proves them." if played.given else ""
    return (
        f"{seed}. {played.orders} orders{again}, {played.events} events and {played.dice} dice: all agrees; "
        f"digest {played.digest[:16]}.{given}"
    )
