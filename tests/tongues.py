"""A whole game in all languages of a title by mail: `make tongues`, or `python -m tests.tongues`.

The bots play the same game twice: once all in English, and once each seat in a language of its own, in
which it gets its letters and writes its orders.  Both must have the same log, and every sample order of every
letter must be read as one of those in the English letter.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from pbem.bots.reading import read
from pbem.channels.mail.write import compose
from pbem.demo.demo import GAME, Demo, Plan, Progress
from pbem.errors import PbemError
from pbem.games import game_of
from pbem.games.game import Game
from pbem.language import parse_line
from pbem.language.catalog import ENGLISH
from pbem.language.order_words import OrderWords
from pbem.store import games
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine
from rules.core.log import LogEntry, Setup


@dataclass
class Played:
    """A game that is over, or as far as it was to go."""

    setup: Setup
    seed: str
    language: dict[str, str]
    """Of each power."""
    log: list[LogEntry]
    letters: list[tuple[str, OutgoingRow]]
    """Those to the powers, with the power that gets each."""
    over: bool


@dataclass
class Found:
    """What came of comparing two games."""

    letters: int = 0
    samples: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    """How many samples a language has, and how many of them are in its own words."""
    untold: Counter[str] = field(default_factory=Counter)
    """Samples that stay English."""
    problems: list[str] = field(default_factory=list)


def play(folder: Path, plan: Plan, until: Callable[[Progress], bool]) -> Played:
    """Play a game by mail."""
    demo = Demo.new(folder, plan)
    try:
        result = asyncio.run(demo.play(lambda progress: None, until=until))
        with UnitOfWork(demo.database) as work:
            game = games.find_game(work.session, GAME)
            seats = {seat.id: seat for seat in games.seat_rows(work.session, game)}
            outgoing = select(OutgoingRow).where(col(OutgoingRow.seat_id).is_not(None))
            rows = work.session.exec(outgoing.order_by(col(OutgoingRow.id))).all()
            return Played(
                games.setup_of(game),
                games.seed_of(work.session, game),
                {power: seat.language for seat in seats.values() for power in seat.powers},
                games.load_log(work.session, game),
                [(seats[row.seat_id].powers[0], row) for row in rows],
                result.over,
            )
    finally:
        demo.database.dispose()


def compare(plain: Played, mixed: Played, title: Game) -> Found:
    """Whether two games are one game, told and written in different languages."""
    found = Found()
    if mixed.log != plain.log:
        pairs = zip(plain.log, mixed.log, strict=False)
        first = next(((a, b) for a, b in pairs if a != b), "one is longer")
        found.problems.append(f"the logs differ: {first}")
        return found
    told = [[(power, row.kind, row.asked) for power, row in game.letters] for game in (plain, mixed)]
    if told[0] != told[1]:
        found.problems.append("the letters differ in number, kind or recipient")
        return found
    engine = Engine.new(title.rules, plain.setup, plain.seed)
    pairs = zip(plain.letters, mixed.letters, strict=True)
    for (power, english), (_, other) in sorted(pairs, key=lambda pair: pair[0][1].asked or 0):
        if english.asked is not None:
            engine.replay(plain.log[engine.seq : english.asked], trusted=True)
            found.letters += 1
            _compare_samples(found, engine, power, (english, other), mixed.language[power], title)
    return found


def _compare_samples(
    found: Found,
    engine: Engine[Any],
    power: str,
    letters: tuple[OutgoingRow, OutgoingRow],
    language: str,
    title: Game,
) -> None:
    """Compare the sample orders of a letter with those of the same letter in English."""
    english, other = (_samples(letter) for letter in letters)
    where = f"letter {letters[1].id} to {power} ({language})"
    if len(english) != len(other):
        found.problems.append(f"{where}: {english} are told as {other}")
        return
    words, question = OrderWords({}, title.names), engine.waiting().get(power)

    def answer(line: str) -> Any:
        try:
            return parse_line(line, question, engine.game, title.names) if question else None
        except PbemError:
            return None  # a pattern, such as `move ... to Paris | Lyon`

    left = list(english)
    for line in other:
        meant = title.in_english(line, language)
        found.samples[language] += 1
        # Where orders stand in columns, their sequence depends on how wide they are.
        order = next((one for one in left if words.same(meant, one)), None)
        if order is None and (given := answer(meant)) is not None:
            order = next((one for one in left if answer(one) == given), None)
        if order is None:
            found.problems.append(f"{where}: {line!r} is read as {meant!r}, which is none of {left}")
            continue
        left.remove(order)
        found.told[language] += line != order
        if line == order and language != ENGLISH:
            found.untold[f"{language}: {order}"] += 1


def _samples(letter: OutgoingRow) -> list[str]:
    """The orders that a letter lists, and what silence would mean."""
    told = read(compose(letter))
    return [order for order in (*(one for orders in told.choices for one in orders), told.silence) if order]


def run(
    folder: Path, seed: int, scenario: str, until: Callable[[Progress], bool], game: str = "his"
) -> tuple[Played, Found]:
    """Play both games, and compare them."""
    title = game_of(game)
    spoken = (ENGLISH, ",".join(title.languages))
    plans = [Plan(seed, scenario, game, language=languages) for languages in spoken]
    plain, mixed = (play(folder / str(n), plan, until) for n, plan in enumerate(plans))
    return mixed, compare(plain, mixed, title)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="his")
    parser.add_argument("--scenario", default="tournament")
    parser.add_argument("--untold", action="store_true", help="list the samples that stay English")
    parser.add_argument("--keep", type=Path, help="where both games are left")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        mixed, found = run(
            args.keep or Path(passing), args.seed, args.scenario, lambda progress: False, args.game
        )
    for problem in found.problems:
        print(problem)
    for order, count in found.untold.most_common() if args.untold else ():
        print(f"{count:6} {order}")
    samples = ", ".join(f"{one}: {found.told[one]} of {count}" for one, count in found.samples.items())
    print(f"{len(mixed.log)} orders, {len(mixed.letters)} letters, {found.letters} of them with questions")
    print(f"sample orders in the words of the language: {samples}")
    print(f"{time.process_time():.0f} s of processor time")
    return 1 if found.problems or not mixed.over else 0


if __name__ == "__main__":
    sys.exit(main())
