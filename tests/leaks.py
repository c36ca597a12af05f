"""Twin games by mail: `make leaks ARGS="--minutes 10"`.

Two games are the same in public and differ in what is hidden: a card that two powers have exchanged, or one
and the deck; the order of the deck; treasures; the dice to come.  Both get the same letters at the same
times, and what the two powers write in private besides, only one of them.  Everybody else must get the same
letters: every byte and picture, in the same order, at the same times.  The comparison ends when something
hidden comes to light.

Positions are odd ones (`tests.positions`, `tests.vq.positions`), so that many kinds of questions are asked;
how many were, by title and policy, is told at the end.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from sqlmodel import Session, col, select

import pbem.work.beginning
from pbem.channels.mail.write import compose
from pbem.errors import OrderProblem
from pbem.games import game_of
from pbem.language import parse_line, say
from pbem.play.plan import GamePlan, Player
from pbem.play.windows import POLICIES
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Question, Snapshot
from tests.pbem.office import GAME, Office
from tests.positions import Anybody
from tests.positions import odd_position as his_position
from tests.vq.positions import odd_position as vq_position

LETTERS = 14
"""Of a pair of games, at most."""
AHEAD = (
    "standing: never intercept",
    "standing: avoid battle if outnumbered",
    "standing: lose mercenaries first",
    "standing: winter as usual",
    "next impulse: pass",
    "in winter: usual",
    "for wars: none",
    "windows open",
    "windows open for my battles",
)
"""Written before play, the same in both games."""
IN_PRIVATE = (
    "press to {other}: Shall we?",
    "propose to {other}: alliance",
    "propose to {other}: give 1 card",
    "refuse {other} 1",
    "withdraw {other} 1",
    "preview",
    "hand",
    "suggest",
    "odds",
    "group friends: {other}",
    "next impulse: pass",
    "cancel standing 1",
)
"""What only one of the games gets; nobody else may notice.  Orders to come act in neither before the end."""
LOOKING = ("status", "history", "report", "map", "deals", "hand", "standing", "help")


class Leak(AssertionError):
    """Somebody has seen what was hidden."""


@dataclass(slots=True)
class Pair:
    """Two games, and who has something to hide."""

    title: str
    rng: random.Random
    holders: tuple[str, str]
    hidden: str
    """What differs."""
    secrets: tuple[Any, ...]
    """The cards that were exchanged."""
    used: int
    """Random numbers that were used before they began."""
    offices: list[Office] = field(default_factory=list)
    seen: int = 0
    written: int = 0

    @property
    def names(self) -> Any:
        return game_of(self.title).names

    # ---- Playing

    def engines(self) -> list[Engine[Any]]:
        return [office.engine() for office in self.offices]

    def write(self, power: str, *lines: str, to: int | None = None, number: str = "") -> None:
        for at, office in enumerate(self.offices):
            if to in (None, at):
                office.receive(
                    office.letter(power, *lines, message_id=f"<{number}.{self.written}.{power}@x>")
                )
        self.written += 1

    def line(self, engines: list[Engine[Any]], power: str) -> str:
        """An order that both games take and that plays nothing hidden; empty if none is found."""
        one, other = engines
        question = one.question(power)
        for attempt in range(12):
            answer = self._answer(question, one.game, usual=attempt >= 8)
            line = say(question, answer, self.names)
            words = set(line.replace(",", " ").replace("(", " ").replace(")", " ").split())
            if words & {str(secret) for secret in self.secrets}:
                continue
            try:
                same = parse_line(line, other.question(power), other.game, self.names) == answer
            except OrderProblem:
                continue
            if same:
                return line
        return ""

    def _answer(self, question: Question[Any], game: Any, *, usual: bool) -> Any:
        if usual or self.rng.random() < 0.15:
            return question.default(game)
        if self.title == "his" and self.rng.random() < 0.7:
            return Anybody()(question, game, self.rng)
        return question.pick(game, self.rng.choice)

    def hide(self) -> None:
        """Private words of the two, in one game alone."""
        one, other = self.rng.sample(self.holders, 2)
        lines = [line.format(other=other) for line in self.rng.sample(IN_PRIVATE, 3)]
        if self.rng.random() < 0.5:
            self.write(one, "preview", *lines[:1], to=1, number="p")
        else:
            self.write(one, *lines, to=1, number="p")

    def still_hidden(self) -> bool:
        """Whether what differs is still what differed."""
        one, other = (engine.game for engine in self.engines())
        if one.dice.used != other.dice.used:
            return False
        if self.hidden in ("dice", "deck") and one.dice.used != self.used:
            return False
        swapped = dict(zip(self.secrets, reversed(self.secrets), strict=True)) if self.secrets else {}
        places = {power: (one.hand(power), other.hand(power)) for power in one.cards.hands}
        places["deck"] = (one.cards.deck, other.cards.deck)
        return all(
            sorted(swapped.get(card, card) for card in a) == sorted(b) for a, b in places.values()
        ) and (
            not self.secrets
            or sum(card in one.hand(power) for card in self.secrets for power in self.holders) > 0
        )

    # ---- Looking

    def compare(self) -> int:
        """Everybody else has got the same since the last time; how many letters that were."""
        rows: list[list[Any]] = []
        for office in self.offices:
            with UnitOfWork(office.database) as work:
                found = [
                    row for row in _rows(work.session) if row.recipient.partition("@")[0] not in self.holders
                ]
            rows.append([_seen(row) for row in found])
        one, other = (found[self.seen :] for found in rows)
        for first, second in zip(one, other, strict=False):
            for what in first:
                if first[what] != second[what]:
                    raise Leak(
                        f"{what} of a letter to {first['to']}:\n{_difference(first[what], second[what])}"
                    )
        if len(one) != len(other):
            raise Leak(
                f"{len(one)} letters in one game, {len(other)} in the other: {[x['to'] for x in one + other]}"
            )
        waiting = [
            {power: question.kind for power, question in engine.waiting().items()}
            for engine in self.engines()
        ]
        if waiting[0] != waiting[1]:
            raise Leak(f"asked is {waiting[0]} or {waiting[1]}")
        self.seen += len(one)
        return len(one)


def _rows(session: Session) -> list[OutgoingRow]:
    return list(session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))))


def _seen(row: OutgoingRow) -> dict[str, Any]:
    return {
        "to": row.recipient,
        "bytes": compose(row),
        "picture": row.picture,
        "time": (row.created_at, row.next_try),
    }


def _difference(one: Any, other: Any) -> str:
    if not isinstance(one, bytes):
        return f"{one!s:.300}\n{other!s:.300}"
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return "\n".join(f"- {a!r}\n+ {b!r}" for a, b in pairs if a != b)[:1_500]


# ---- What is hidden


def twins(
    title: str, state: Any, rng: random.Random
) -> tuple[str, tuple[str, str], tuple[Any, ...], Any] | None:
    """A kind of secret, who has it, which cards, and the other state."""
    other = deepcopy(state)
    hands, deck = other["cards"]["hands"], other["cards"]["deck"]
    game = game_of(title).rules.load(state)
    free = {
        power: [card for card in hand if game.card(card).kind not in ("home", "mandatory")]
        for power, hand in hands.items()
    }
    powers = [power for power in game.majors if free.get(power)]
    kinds = ["hands", "hand and deck", "deck", "dice"]
    if title == "vq":
        kinds.append("treasures")
    hidden = rng.choice(kinds)
    if len(powers) < 2:
        return None
    one, two = rng.sample(powers, 2)
    secrets: tuple[Any, ...] = ()
    if hidden == "hands":
        secrets = (rng.choice(free[one]), rng.choice(free[two]))
        for power, old, new in ((one, *secrets), (two, *reversed(secrets))):
            hands[power][hands[power].index(old)] = new
    elif hidden == "hand and deck" and deck:
        secrets = (rng.choice(free[one]), rng.choice(deck))
        hands[one][hands[one].index(secrets[0])] = secrets[1]
        deck[deck.index(secrets[1])] = secrets[0]
    elif hidden == "deck":
        rng.shuffle(deck)
    elif hidden == "treasures":
        held = state["treasures"]["hands"]
        for power, coin in ((one, 0), (two, -1)):
            if state["treasures"]["pool"]:
                held[power].append(state["treasures"]["pool"].pop(coin))
        least = min(len(held[one]), len(held[two]))  # how many somebody has, everybody knows
        other["treasures"] = deepcopy(state["treasures"])
        theirs = other["treasures"]["hands"]
        theirs[one][:least], theirs[two][:least] = held[two][:least], held[one][:least]
    else:
        hidden = "dice"
        other["dice"]["seed"] = "another future"
    return hidden, (one, two), secrets, other


# ---- A pair of games


def start_of(title: str, seed: int) -> Any:
    game = his_position(seed) if title == "his" else vq_position(seed)
    return None if game is None else game_of(title).rules.dump(game)


def plan_for(title: str, rng: random.Random, windows: str) -> GamePlan:
    known = game_of(title)
    languages = list(known.languages)
    players = [
        Player(power.title(), f"{power}@example.test", (power,), rng.choice(languages))
        for power in known.powers
    ]
    players.append(Player("Observer", "observer1@example.test"))
    return GamePlan(
        GAME,
        "1532" if title == "his" else "tournament",
        tuple(players),
        windows,
        rng.choice(("impulse", "phase", "turn")),
        game=title,
        quick=rng.random() < 0.3,
        suggestions=rng.random() < 0.5,
    )


@contextmanager
def pair(title: str, seed: int, windows: str) -> Iterator[Pair | None]:
    """Two games that have begun."""
    rng = random.Random(f"{title} {seed} {windows}")
    state = start_of(title, seed)
    made = twins(title, state, rng) if state is not None else None
    if made is None:
        yield None
        return
    hidden, holders, secrets, other = made
    plan = plan_for(title, rng, windows)
    folder = Path(tempfile.mkdtemp(prefix="pbem-leaks-"))
    game = Pair(title, rng, holders, hidden, secrets, state["dice"]["used"])
    try:
        for number, beginning in enumerate((state, other)):
            game.offices.append(_begin(folder / f"{number}.sqlite3", plan, beginning))
        yield game
    finally:
        for office in game.offices:
            office.close()
        shutil.rmtree(folder)


def _begin(place: Path, plan: GamePlan, state: Any) -> Office:
    shutil.copy(_empty(), place)
    office = Office(place, talks=24)
    tokens = (f"token{number:011}" for number in count(1))

    class Set:
        @staticmethod
        def new(rules: Any, *_: Any) -> Engine[Any]:
            return Engine(rules, Snapshot(0, state))

    with (
        mock.patch.object(pbem.work.beginning, "Engine", Set),
        mock.patch.object(pbem.work.beginning, "new_token", side_effect=tokens),
    ):
        office.moderator.create_game(plan, seed="a seed")
        office.moderator.start_game(GAME)
    return office


_EMPTY: list[Path] = []


def _empty() -> Path:
    """A database without rows, made once."""
    if not _EMPTY:
        _EMPTY.append(Path(tempfile.mkdtemp(prefix="pbem-leaks-")) / "empty.sqlite3")
        open_database(_EMPTY[0]).dispose()
    return _EMPTY[0]


def play(title: str, seed: int, windows: str, letters: int = LETTERS) -> Counter[str]:
    """Play a pair until something comes to light, and compare after each letter; what was compared."""
    counts: Counter[str] = Counter()
    with pair(title, seed, windows) as game:
        if game is None:
            return counts
        counts[f"hidden: {game.hidden}"] += 1
        powers = list(game_of(title).powers)
        for power in game.rng.sample(powers, 3):
            game.write(power, game.rng.choice(AHEAD))
        if not game.still_hidden():  # the beginning has rolled dice
            counts["ended: it came to light"] += 1
            return counts
        counts["letters compared"] += game.compare()
        for _ in range(letters):
            before = game.engines()
            if before[0].over or not before[0].waiting():
                break
            power = game.rng.choice(sorted(before[0].waiting()))
            kind = before[0].question(power)
            line = game.line(before, power)
            for office in game.offices:
                office.later(1)
            if not line:
                counts["ended: no order fits both"] += 1
                break
            game.write(power, line)
            others = [name for name in powers if name not in game.holders]
            if game.rng.random() < 0.3:
                game.write(game.rng.choice(others), *game.rng.sample(LOOKING, 3))
            if game.rng.random() < 0.4:
                game.hide()
            if game.rng.random() < 0.25:
                hours = game.rng.choice((3, 30, 60))
                for office in game.offices:
                    office.later(hours)
                    office.moderator.tick()
            if not game.still_hidden():
                counts["ended: it came to light"] += 1
                break
            counts["letters compared"] += game.compare()
            counts["steps"] += 1
            counts[f"asked: {title} {getattr(kind, 'topic', '') or kind.kind}"] += 1
    return counts


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--pairs", type=int, default=0, help="so many instead")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--title", choices=("his", "vq"))
    given = words.parse_args()
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    ends = time.monotonic() + 60 * given.minutes
    total: Counter[str] = Counter()
    leaks = pairs = 0
    seed = given.seed
    policies = list(POLICIES)
    while (pairs < given.pairs) if given.pairs else (time.monotonic() < ends):
        title = given.title or ("his", "vq")[seed % 2]
        windows = policies[seed // 2 % len(policies)]
        pairs += 1
        try:
            total.update(play(title, seed, windows))
        except Leak as leak:
            leaks += 1
            print(f"LEAK in {title}, policy {windows}, seed {seed}: {leak}", flush=True)
        total[f"policy {windows}"] += 1
        seed += 1
    kinds = {name: number for name, number in total.items() if name.startswith("asked: ")}
    for name, number in sorted(total.items()):
        if name not in kinds:
            print(f"{number:6} {name}")
    print(f"{len(kinds)} kinds of questions: " + ", ".join(f"{n[7:]} {c}" for n, c in sorted(kinds.items())))
    print(f"{pairs} pairs, {leaks} leaks")
    sys.exit(1 if leaks else 0)


if __name__ == "__main__":
    main()
