"""Logs in the language of cases as games: taken in, looked at, checked, written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session

from pbem.cases.played import PlayedCase, play_log, read_log, with_fresh_seed
from pbem.cases.write import case_text
from pbem.moderator.checking import Again
from pbem.play.plan import Begun, GamePlan, Player, new_seed
from pbem.store import games
from pbem.store.seeds import seed_of
from pbem.store.unit_of_work import Transaction
from pbem.work.beginning import create_game, start_game
from pbem.work.game_work import GameWork
from rules import Answered, Event


def read_game(path: Path, number: str = "") -> PlayedCase:
    """The game that a file holds; of several cases the one of this number.

    :raises LogProblem: it does not fit; says where, why, and what was possible there.
    """
    return play_log(read_log(path, number))


def name_for(path: Path) -> str:
    """A name for the game in a file."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:31]


def take_in(tx: Transaction, played: PlayedCase, name: str, windows: str) -> str:
    """Make a game of a log, with nobody in its seats and its clock standing still; the digest at its end."""
    if not played.told_seed:
        played = to_go_on(played)
    plan = GamePlan(
        name,
        played.setup.scenario,
        tuple(Player("", "", powers) for powers in played.title.seats_of(played.setup)),
        windows,
        game=played.setup.game,
        begun=begun(played),
    )
    create_game(tx, plan, played.seed)
    start_game(tx, name)
    game = games.find_game(tx.session, name)
    if game.status == "running":
        game.paused_at = tx.now
    work = GameWork.on(tx, game)
    work.deed("import", f"{len(played.log)} orders", played.name)
    return work.sitting.engine.digest()


def begun(played: PlayedCase) -> Begun:
    """What a plan must know of a log."""
    return Begun(played.setup, played.log, played.words)


def to_go_on(played: PlayedCase) -> PlayedCase:
    """A log whose next dice nobody can reckon from the file."""
    return with_fresh_seed(played, new_seed())


def write_game(session: Session, name: str) -> str:
    """A game as a log; it holds secrets."""
    game = games.find_game(session, name)
    setup, seed = games.setup_of(game), seed_of(session, game)
    return case_text(name, setup, seed, games.load_log(session, game))


@dataclass(frozen=True, slots=True)
class Checked:
    """What is told of a log that is right."""

    orders: int
    given: int
    digest: str


def check_log(played: PlayedCase) -> Checked:
    """Play it once more from what would be stored of it."""
    again = Again(played.title.rules, played.setup, played.seed)
    again.beginning()
    for entry in played.log:
        again.take(entry)
    given = sum(len(entry.dice) + len(entry.draws) for entry in played.log if isinstance(entry, Answered))
    return Checked(len(played.log), given, again.engine.digest())


def events_of(played: PlayedCase) -> list[Event]:
    """All that happened."""
    again = Again(played.title.rules, played.setup, played.seed)
    told = again.beginning()
    for entry in played.log:
        told += again.take(entry)
    return told
