"""The engine: drives a game's procedures by hand, keeps the log, and rebuilds any moment from it.

It knows nothing of any game but the four functions of `Rules`.  What is stored of a game is its setup,
its seed, the log, and now and then a snapshot taken at a checkpoint; never a suspended procedure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from rules.core import codec
from rules.core.changes import changed
from rules.core.dice import Dice
from rules.core.errors import NotAsked, RandomNeeded, Refused, ReplayMismatch
from rules.core.events import Event
from rules.core.flow import Checkpoint, Power, Procedure, Question
from rules.core.log import Answered, Corrected, LogEntry, Rewound, Setup, effective
from rules.core.reasons import Reason


class Game(Protocol):
    """What the engine needs to know of a state."""

    dice: Dice
    events: list[Event]


G = TypeVar("G", bound=Game)

SNAPSHOT_WITHIN = 50
"""While replaying, snapshots are taken only this near the end or a correction: others would not be used."""


class Rules(Protocol[G]):
    """One game, as the engine sees it."""

    name: str

    def new_game(self, setup: Setup, seed: str) -> G:
        """The position before the first phase."""

    def play(self, game: G) -> Procedure[None]:
        """The sequence of play from wherever the state stands, to the end of the game."""

    def dump(self, game: G) -> codec.Json:
        """The state as JSON data that shares nothing with it."""

    def load(self, data: codec.Json) -> G:
        """The state from its JSON data."""

    def who_answers(self, game: G, question: Question[Any]) -> Power:
        """The power whose player answers a question: another one, where a player acts for a power."""


class StateRules(Generic[G]):
    """The part of `Rules` that is the same for every state that is a dataclass."""

    state: type[G]

    def dump(self, game: G) -> codec.Json:
        return codec.dump(game, self.state)

    def load(self, data: codec.Json) -> G:
        game: G = codec.load(data, self.state)
        return game

    def who_answers(self, game: G, question: Question[Any]) -> Power:
        return question.power


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state at a checkpoint, after the log entries up to `seq`."""

    seq: int
    state: codec.Json

    def digest(self) -> str:
        return codec.digest(self.state)


class Engine(Generic[G]):
    """A running game: its state, the questions open now, and the way to answer them."""

    game: G
    open: dict[Power, Question[Any]]
    """What is asked, by who answers it; of several questions to one player the first that is left."""
    log: list[LogEntry]
    snapshot: Snapshot
    over: bool
    _asked: tuple[Question[Any], ...] = ()
    """All that was asked at the same time."""
    _waiting_in_line: dict[Power, list[int]]
    """Who answers -> which of these questions, as their places in `_asked`, that are left."""
    _answers: dict[int, Any]
    _at: int
    _left: int = 0
    _seen: int = 0
    """Random numbers that somebody saw before a rewind: a correction may not bring them back."""
    _procedure: Procedure[None]

    def __init__(self, rules: Rules[G], start: Snapshot) -> None:
        """Start or go on from a snapshot.  Use `new`, `rebuild` or `restore`."""
        self.rules = rules
        self.log = []
        self._begin = start
        self._begin_at(start)

    # ---- beginnings

    @classmethod
    def new(cls, rules: Rules[G], setup: Setup, seed: str) -> Engine[G]:
        """A game at its first question; from a position that was typed, if the setup has one."""
        state = rules.dump(rules.new_game(replace(setup, position=()), seed))
        return cls(rules, Snapshot(0, changed(state, ((path, json.loads(v)) for path, v in setup.position))))

    @classmethod
    def rebuild(
        cls, rules: Rules[G], setup: Setup, seed: str, log: Iterable[LogEntry], *, trusted: bool = False
    ) -> Engine[G]:
        """A game from its first order.  `trusted` leaves out checking each answer again."""
        engine = cls.new(rules, setup, seed)
        engine.replay(log, trusted=trusted)
        return engine

    @classmethod
    def restore(
        cls, rules: Rules[G], snapshot: Snapshot, tail: Iterable[LogEntry], *, trusted: bool = True
    ) -> Engine[G]:
        """A game from a snapshot and the entries after it."""
        engine = cls(rules, snapshot)
        engine.replay(tail, trusted=trusted)
        engine.drain()
        return engine

    def fork(self) -> Engine[G]:
        """An independent copy at the same question: what happens there does not happen here."""
        tail = [entry for entry in self.log if entry.seq > self.snapshot.seq]
        return Engine.restore(self.rules, self.snapshot, tail)

    @property
    def start(self) -> Snapshot:
        """The snapshot from which this engine began: its log goes back so far."""
        return self._begin

    # ---- answers

    @property
    def seq(self) -> int:
        """The number of the last log entry."""
        return self.log[-1].seq if self.log else self._begin.seq

    def submit(
        self,
        power: Power,
        answer: Any,
        *,
        source: str = "mail",
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
    ) -> None:
        """Give a power's answer to its open question, and play on.

        :raises NotAsked: nothing is asked of this power.
        :raises Illegal: the answer is not allowed; nothing has changed.
        :raises RandomNeeded: dice from elsewhere are missing; nothing has changed.
        """
        question = self.question(power)
        question.check(self.game, answer)
        data = codec.dump(answer, question.answer_type())
        entry = Answered(self.seq + 1, power, question.kind, data, source, tuple(dice), tuple(draws))
        events = list(self.game.events)
        try:
            self._take(entry, answer)
        except (RandomNeeded, Refused):
            # The procedure is lost in the middle of a roll: stand again where we stood before.
            self._rerun(self.log[:-1], self._begin if self.snapshot.seq >= entry.seq else self.snapshot)
            self.game.events = events
            raise

    def question(self, power: Power) -> Question[Any]:
        """The question open for a power."""
        if not self._waiting_in_line.get(power):
            raise NotAsked(power)
        return self.open[power]

    def waiting(self) -> dict[Power, Question[Any]]:
        """The open questions that are not answered yet."""
        return {power: q for power, q in self.open.items() if self._waiting_in_line[power]}

    @property
    def halfway(self) -> bool:
        """Whether some of those who are asked together have answered, and others not."""
        return bool(self._answers)

    def rewind(self, to: int, reason: Reason) -> None:
        """Go back to the moment after entry `to`; dice that were seen are not thrown again."""
        if not self._begin.seq <= to <= self.seq:
            raise Refused("log.cannot_go_back", number=to, first_number=self._begin.seq, last_number=self.seq)
        entry = Rewound(self.seq + 1, to, self.game.dice.used, reason)
        self._rerun([*self.log, entry])

    def correct(self, changes: Sequence[tuple[str, Any]], reason: str) -> None:
        """Change the position by hand, at a checkpoint; paths are field names joined by dots."""
        if self.seq != self.snapshot.seq and not isinstance(self.log[-1], Rewound):
            raise Refused("log.no_checkpoint")
        log, entry = list(self.log), Corrected(self.seq + 1, tuple(changes), reason)
        try:
            self._apply(entry)
        except Exception:
            self._rerun(log)
            raise
        self.log.append(entry)

    def drain(self) -> list[Event]:
        """The events since the last call."""
        events, self.game.events = self.game.events, []
        return events

    def forget_past(self) -> None:
        """Keep the log since the last checkpoint only, as after `restore`."""
        self._begin = self.snapshot
        self.log = [entry for entry in self.log if entry.seq > self.snapshot.seq]

    # ---- looking in

    def where(self) -> list[str]:
        """Breadcrumbs: the procedures in progress, outermost first."""
        crumbs: list[str] = []
        at: Any = self._procedure
        while at is not None and getattr(at, "cr_code", None) is not None:
            crumbs.append(at.cr_code.co_name)
            at = at.cr_await
        return crumbs[:-1] if crumbs[-1:] in (["ask"], ["ask_all"]) else crumbs

    def digest(self) -> str:
        """A fingerprint of the position: equal digests, equal games."""
        return codec.digest(self.rules.dump(self.game))

    # ---- inside

    def replay(self, log: Iterable[LogEntry], *, trusted: bool = False) -> None:
        """Run stored entries; they are not new, so bad ones are a `ReplayMismatch`."""
        entries = list(log)
        counting = effective(entries)
        corrections = [n for n, entry in enumerate(counting, 1) if isinstance(entry, Corrected)]
        for done, entry in enumerate(counting, 1):
            self._left = next((n for n in corrections if n > done), len(counting)) - done
            if isinstance(entry, Rewound):
                self._seen = max(self._seen, entry.used)
                self.game.dice.used = max(self.game.dice.used, entry.used)
            elif isinstance(entry, Corrected):
                self._apply(entry)
            else:
                self._retake(entry, trusted=trusted)
        self.log.extend(entries)
        self._left = 0

    def _retake(self, entry: Answered, *, trusted: bool) -> None:
        question = self.waiting().get(entry.power)
        if question is None or question.kind != entry.kind:
            asked = ", ".join(f"{power}: {q.kind}" for power, q in self.waiting().items()) or "nothing"
            raise ReplayMismatch(entry.seq, f"{entry.power} answers {entry.kind}, but asked is {asked}")
        try:
            answer = codec.load(entry.answer, question.answer_type())
            if not trusted:
                question.check(self.game, answer)
            self._take(entry, answer, logged=True)
        except (Refused, RandomNeeded, ValueError, KeyError, TypeError) as problem:
            raise ReplayMismatch(entry.seq, str(problem)) from problem

    def _take(self, entry: Answered, answer: Any, *, logged: bool = False) -> None:
        line = self._waiting_in_line[entry.power]
        self._answers[line.pop(0)] = answer
        self._at = entry.seq
        if not logged:
            self.log.append(entry)
        if entry.dice or entry.draws:
            self.game.dice.given_dice.extend(entry.dice)
            self.game.dice.given_draws.extend(entry.draws)
        if line:
            self.open = {**self.open, entry.power: self._asked[line[0]]}
        elif len(self._answers) == len(self._asked):
            answers, self._answers = tuple(self._answers[place] for place in range(len(self._asked))), {}
            self._advance(answers)

    def _begin_at(self, snapshot: Snapshot) -> None:
        self.game = self.rules.load(snapshot.state)
        self.snapshot = snapshot
        self._at = snapshot.seq
        self._procedure = self.rules.play(self.game)
        self._ask(())
        self.over = False
        self._advance(None)

    def _advance(self, answers: tuple[Any, ...] | None) -> None:
        try:
            asked = self._procedure.send(answers)
            while isinstance(asked, Checkpoint):
                assert len(self.where()) <= 2, f"checkpoint inside {self.where()}: only play() may call it"
                if self._left <= SNAPSHOT_WITHIN:
                    self.snapshot = Snapshot(self._at, self.rules.dump(self.game))
                asked = self._procedure.send(None)
        except StopIteration:
            self._ask(())
            self.over = True
            return
        assert len({question.power for question in asked}) == len(asked), "a power was asked twice at once"
        self._ask(asked)

    def _ask(self, asked: tuple[Question[Any], ...]) -> None:
        """Open the questions; a player who acts for several powers answers one after the other."""
        self._asked, self._answers, self._waiting_in_line = asked, {}, {}
        for place, question in enumerate(asked):
            who = self.rules.who_answers(self.game, question)
            self._waiting_in_line.setdefault(who, []).append(place)
        self.open = {who: asked[line[0]] for who, line in self._waiting_in_line.items()}

    def _apply(self, entry: Corrected) -> None:
        game = self.rules.load(self.snapshot.state)
        game.dice.used = max(game.dice.used, self._seen)
        state = self.rules.dump(game)
        self._begin_at(Snapshot(entry.seq, changed(state, entry.changes)))

    def _rerun(self, log: list[LogEntry], start: Snapshot | None = None) -> None:
        """Stand where this log ends, having played from `start` (the engine's own beginning)."""
        start = start or self._begin
        self._begin_at(start)
        self.log = [entry for entry in log if entry.seq <= start.seq]
        self.replay([entry for entry in log if entry.seq > start.seq], trusted=True)
        self.drain()
