"""The vote on the ruling sheet before the deal: each player says yes or no to a reading, and most decide.

Without votes a point is read as the moderator has set it up.  Where as many are for it as against it, the
moderator decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session

from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import Game
from pbem.games.game import Ruling
from pbem.language.voice import Voice
from pbem.letters.render import wrap
from pbem.store import games
from pbem.store.tables import GameRow, SeatRow
from rules import Setup
from rules.core import codec


@dataclass(frozen=True, slots=True)
class Count:
    """The votes on one reading."""

    ruling: Ruling
    yes: int
    no: int

    @property
    def name(self) -> str:
        return self.ruling.option.name

    @property
    def is_tied(self) -> bool:
        return self.yes == self.no > 0

    def __str__(self) -> str:
        return f"{self.name}: {self.yes} yes, {self.no} no"


def ruling_named(title: Game, words: str) -> Ruling | None:
    """The point of the sheet that somebody means, by its option, or by its rule if no other has that."""
    wanted = words.strip().lower().replace(" ", "_").replace("-", "_")
    found = [ruling for ruling in title.ruling_sheet if wanted in (ruling.option.name, ruling.rule.lower())]
    return found[0] if len(found) == 1 else None


def vote(row: SeatRow, ruling: Ruling, *, agrees: bool) -> None:
    """Enter a player's vote; the last one counts."""
    row.rulings = {**row.rulings, ruling.option.name: agrees}


def counts(title: Game, rows: Iterable[SeatRow]) -> list[Count]:
    """The votes of the players, for each point on which there are any; a seat has one vote."""
    players = [row for row in rows if row.powers]
    found = []
    for ruling in title.ruling_sheet:
        cast = [row.rulings[ruling.option.name] for row in players if ruling.option.name in row.rulings]
        if cast:
            found.append(Count(ruling, sum(cast), len(cast) - sum(cast)))
    return found


def decide(session: Session, game: GameRow, by_moderator: Mapping[str, bool]) -> list[str]:
    """Set the readings of a game as the votes have it, before its cards are dealt; what was decided, and how.

    :raises WrongMoment: a vote is tied, and the moderator has not decided it.
    """
    title, setup = games.title_of(game), games.setup_of(game)
    voted = counts(title, games.seat_rows(session, game))
    known = {count.name for count in voted}
    if strange := [name for name in by_moderator if name not in known]:
        raise ModeratorProblem(f"nobody has voted on {', '.join(strange)}")
    if tied := [str(count) for count in voted if count.is_tied and count.name not in by_moderator]:
        told = "; ".join(tied)
        raise WrongMoment(f"tied: {told}. Decide: pbem start {game.name} --ruling NAME=yes (or no)")
    if voted and setup.position:
        raise WrongMoment(f"{game.name} goes on from a log, whose readings stand")
    chosen, decided = dict(setup.options), []
    for count in voted:
        option = count.ruling.option
        agreed = by_moderator[count.name] if count.is_tied else count.yes > count.no
        chosen.pop(option.name, None)
        if agreed:
            chosen[option.name] = option.value
        by = " (the moderator decided)" if count.is_tied else ""
        decided.append(f"{count}{by}: {f'{option.name}={option.value}' if agreed else 'the usual reading'}")
    if voted:
        game.setup = codec.dump(replace(setup, options=tuple(chosen.items())), Setup)
    return decided


def ballot_text(title: Game, voice: Voice, options: Iterable[tuple[str, str]]) -> str:
    """What can be voted on: the line that votes for a reading, that reading, and the other one."""
    taken = dict(options)
    parts = []
    for ruling in title.ruling_sheet:
        name = ruling.option.name
        yes, no = voice.option(name), voice.word(f"ruling.{name}")
        as_set_up = "yes" if taken.get(name) == ruling.option.value else "no"
        lines = [
            f"  {ruling.rule}  {voice.say('letter', 'ruling.unless', text=as_set_up)}",
            wrap(f"ruling {name} yes: {yes}", 4, 4),
            wrap(f"ruling {name} no: {no}", 4, 4),
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
