"""The whole moderator with the players of `situations.toml`, whose letters quote ours as mail programs do."""

import email
import email.policy
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from textwrap import dedent
from typing import Any
from unittest.mock import patch

import pbem.post.arrival
import pbem.work.beginning
from pbem.cases.position import set_up
from pbem.cases.read import read_text
from pbem.channels.mail.write import compose
from pbem.play.about import AboutOffer, AboutPress, AboutVote, load_about
from pbem.play.fates import Fate
from pbem.post.perform import Performed
from pbem.post.service import GamePlan, Player
from pbem.store.tables import LetterRow, OutgoingRow
from pbem.work.letter_work import LetterWork
from rules import Engine, Snapshot
from tests.pbem.office import GAME, Office
from tests.pbem.timed import MODERATOR
from tests.reading.clients import Draft, ModeratorLetter, Own
from tests.reading.make_letters import Spec, written

# One key for all, so that a database can be copied without its key file.
os.environ["PBEM_SEED_KEY"] = "the same key for all tests of pbem"

PLAYERS = {
    "ahmed": ("ottoman",),
    "carla": ("hapsburg",),
    "ed": ("england", "protestant"),
    "fran": ("france",),
    "paula": ("papacy",),
}
QUEENS_PLAYERS = {
    "ahmed": ("ottoman",),
    "carla": ("spain",),
    "ed": ("england",),
    "fran": ("france",),
    "paula": ("holy_roman_empire",),
    "wim": ("protestant",),
}
"""Those of Virgin Queen."""
USUAL = """
    game {title}
    scenario {scenario}
    {players}
    turn 3
"""


def address(name: str) -> str:
    return f"{name}@example.org"


@dataclass(frozen=True)
class Start:
    """Where a situation begins: a position, and the letters that lead from it to what is asked."""

    position: str
    until: tuple[str, str] | None = None
    """Everybody is silent until this power is asked this kind of question."""
    talks: int = 0
    windows: str = "standing"
    scenario: str = "1517"
    title: str = "his"
    dice: str = ""
    letters: tuple[tuple[str, str], ...] = ()
    """Who writes what, without quoting anything, before it begins."""
    mail: dict[str, Any] = field(default_factory=dict, hash=False)
    quick: bool = False
    over: bool = False
    """The talks are over."""

    @property
    def players(self) -> dict[str, tuple[str, ...]]:
        return PLAYERS if self.title == "his" else QUEENS_PLAYERS

    def case(self) -> str:
        """The position as a case of the case language."""
        seats = ", ".join("+".join(powers) for powers in self.players.values())
        players = f"players {seats}" if self.title == "his" else ""
        usual = USUAL.format(title=self.title, scenario=self.scenario, players=players)
        return f"{dedent(usual)}case 1.1 x\n{dedent(self.position)}"


class House(Office):
    """One moderator, whose game has begun at some position."""

    def __init__(self, database: Path, start: Start) -> None:
        super().__init__(database, talks=start.talks, mail={**MODERATOR, **start.mail}, pace={"grace": 6})
        self.situation = ""
        self.players = start.players
        self.fates: dict[int, dict[str, Fate]] = {}
        """What became of the lines of each letter."""

    def open_at(self, start: Start) -> None:
        """Begin the game, and go on to the moment of the situation."""
        (case,), problems = read_text(start.case(), Path("situation"))
        assert not problems, problems
        _, state = set_up(case)
        state["dice"]["external"] = False
        state["dice"]["given_dice"] = [int(die) for die in start.dice.split()]

        class Set:
            @staticmethod
            def new(rules: Any, *_: Any) -> Engine[Any]:
                return Engine(rules, Snapshot(0, state))

        players = tuple(Player(name.title(), address(name), powers) for name, powers in start.players.items())
        with patch.object(pbem.work.beginning, "Engine", Set):
            plan = GamePlan(GAME, start.scenario, players, start.windows, game=start.title, quick=start.quick)
            self.moderator.create_game(plan, seed=state["dice"]["seed"])
            self.moderator.start_game(GAME)
        if start.until:
            power, kind = start.until
            self.silent_until(power, kind)
        if start.over:
            self.later(start.talks + 1)
            self.moderator.tick()
        for name, lines in start.letters:
            self.write(start.players[name][0], *lines.split("\n"))

    def silent_until(self, power: str, kind: str) -> None:
        """Everybody is silent until a power is asked something."""
        for _ in range(40):
            engine = self.engine()
            if power in engine.waiting() and engine.question(power).kind == kind:
                return
            self.play_silently(1)
        raise AssertionError(f"{power} is never asked {kind}")

    # ---- Letters of ours

    def sent_to(self, name: str) -> list[OutgoingRow]:
        to = MODERATOR["moderator"] if name == "moderator" else address(name)
        return [row for row in self.outbox() if row.recipient == to]

    def latest(self, name: str, wanted: Callable[[OutgoingRow], bool]) -> OutgoingRow:
        return [row for row in self.sent_to(name) if wanted(row)][-1]

    def latest_but_one(self, name: str) -> OutgoingRow:
        """A question that is no longer asked."""
        asking = [row for row in self.sent_to(name) if row.asked is not None]
        return next(row for row in asking if row.asked != asking[-1].asked)

    def answered(self, name: str, answers: str) -> OutgoingRow:
        """The letter of ours that `answers` of a step means."""
        kind, _, rest = answers.partition(" ")
        if kind == "question":
            if answers.endswith("impulse 6"):
                return self.latest_but_one(name)
            asking = [row for row in self.sent_to(name) if row.asked is not None and row.kind != "receipt"]
            return asking[-1] if asking else self.sent_to(name)[-1]
        if kind == "press":
            return self.latest(name, lambda row: isinstance(load_about(row.about), AboutPress))
        if kind == "vote":
            return self.latest(name, lambda row: isinstance(load_about(row.about), AboutVote))
        if kind == "offer":
            power, number = rest.split()[:2]

            def is_it(row: OutgoingRow) -> bool:
                about = load_about(row.about)
                return isinstance(about, AboutOffer) and (about.by, about.number) == (power, int(number))

            return self.latest(name, is_it)
        if kind == "receipt":
            if not any(row.kind == "receipt" for row in self.sent_to(name)):
                self.write(self.players[name][0], "hand")
            return self.latest(name, lambda row: row.kind == "receipt")
        if kind == "deals":
            self.write(self.players[name][0], "deals")
            return self.latest(name, lambda row: row.kind == "receipt")
        if kind == "report":
            return self._report(name)
        return self.sent_to(name)[-1]

    def _report(self, name: str) -> OutgoingRow:
        """A letter that asks for nothing: the one with which the game began, or a report."""
        reports = [row for row in self.sent_to(name) if row.asked is None and row.about is None]
        return reports[0]

    # ---- Letters of the players

    def reply(
        self,
        name: str,
        row: OutgoingRow,
        draft: Draft,
        *,
        client: str = "gmail-web",
        **spec: Any,
    ) -> bytes:
        """The bytes of an answer to a letter of ours."""
        self.written += 1
        return reply_to(row, draft, f"{GAME} {self.written}", client=client, **spec)

    def take(self, raw: bytes) -> LetterRow:
        """A letter comes; its lines' fates are noted."""
        carried: list[tuple[LetterWork, Performed]] = []
        carry_out = pbem.post.arrival.carry_out

        def noting(work: LetterWork, *prepared: Any) -> Performed:
            performed = carry_out(work, *prepared)
            carried.append((work, performed))
            return performed

        with patch.object(pbem.post.arrival, "carry_out", noting):
            row = self.receive(raw)
        assert row.id is not None
        for work, performed in carried:
            lines = work.written.lines
            self.fates[row.id] = {
                line.text: performed.fates[number] for number, line in enumerate(lines, 1) if line.text
            }
        return row


def reply_to(row: OutgoingRow, draft: Draft, named: str, *, client: str = "gmail-web", **spec: Any) -> bytes:
    """The bytes of an answer to a letter of ours, as a mail program writes them."""
    message = email.message_from_bytes(compose(row), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    ours = ModeratorLetter("", message, row.text, row.html)
    return written(Spec(named, client, "", draft, **spec), ours)


def own(lines: Sequence[str]) -> tuple[Own, ...]:
    return tuple(Own(line) for line in lines)


class Houses:
    """A database for each start, made once and copied for each situation."""

    def __init__(self, folder: Path, empty: Path) -> None:
        self._folder = folder
        self._empty = empty
        self._begun: dict[str, Path] = {}
        self._opened = 0

    def at(self, start: Start) -> House:
        key = repr(start)
        if key not in self._begun:
            path = self._folder / f"start{len(self._begun)}.sqlite3"
            shutil.copy(self._empty, path)
            house = House(path, start)
            house.open_at(start)
            house.database.dispose()
            self._begun[key] = path
        self._opened += 1
        path = self._folder / f"{self._opened}.sqlite3"
        shutil.copy(self._begun[key], path)
        house = House(path, start)
        house.written = 1000 * self._opened
        return house
