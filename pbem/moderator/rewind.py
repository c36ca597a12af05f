"""Setting a game back, and correcting its position: entries in the log, with what had been revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import col, select

from pbem.errors import ModeratorProblem, Unreadable, WrongMoment
from pbem.language.plain import plain
from pbem.language.voice import Message, note, subject
from pbem.play.late_responses import MOST_TOLD, GameSetBack, PositionCorrected, Retold
from pbem.play.lines import Dropped, Step
from pbem.store import games, talks
from pbem.store.tables import EventRow
from pbem.work.game_work import GameWork
from rules import Engine, Event, Power, Rewound, RulesError
from rules.core import codec
from rules.core.log import effective
from rules.core.reasons import Reason


@dataclass(slots=True)
class Revealed:
    """What somebody had learned after the moment to which a game went back."""

    public: list[str] = field(default_factory=list)
    """For the moderator's eyes."""
    events: list[Retold] = field(default_factory=list)
    """The same for everybody, as facts."""
    private: list[tuple[str, str]] = field(default_factory=list)
    """Who knows, and what."""

    def lines(self) -> list[str]:
        """For the moderator's eyes."""
        told = [f"  everybody: {sentence}" for sentence in self.public]
        told += [f"  {who}: {sentence}" for who, sentence in self.private]
        return told or ["  nothing"]


def revealed_since(work: GameWork, to: int) -> Revealed:
    """Everything that was told after an order, by who knows it."""
    found = Revealed()
    voice = work.voice
    rows = work.session.exec(
        select(EventRow.data)
        .where(EventRow.game_id == work.game.id, EventRow.seq > to, col(EventRow.void).is_(False))
        .order_by(col(EventRow.number))
    )
    for data in rows:
        event: Event = codec.load(data, Event)
        sentence = voice.event(event)
        if not sentence:
            continue
        if event.audience is None:
            found.public.append(sentence)
            found.events.append(Retold(event))
        elif event.audience:
            who = ", ".join(voice.power_name(power) for power in event.audience)
            found.private.append((who, sentence))
    return found


def set_back(work: GameWork, to: int, reason: str, *, go_on: bool = True) -> Revealed:
    """Stand again after order `to`.  Dice that were seen are not thrown again; nothing is ordered anew.

    Then windows pass and standing orders answer as usual, unless it shall not go on yet.
    """
    reason = plain(reason)
    if not reason:
        raise ModeratorProblem("a rewind needs a reason: it is told to the players")
    sitting = work.sitting
    if not 0 <= to < sitting.engine.seq:
        raise WrongMoment(f"the log has the orders 1 to {sitting.engine.seq}; {to} is not before its end")
    _still_counts(work, to)
    _hand_back_held(work, "held.set_back")
    revealed = _stand_again(work, to, Reason(reason.rstrip(".")))
    words = [note("rewound", text=reason.rstrip("."), number=to)]
    if work.game.status == "over":
        words.append(note("rewound_over"))
        work.game.status, work.game.ended_at = "running", None
        work.session.add(work.game)
    if go_on:
        sitting.settle()
    _tell(work, words, revealed.events)
    return revealed


def take_back(work: GameWork, to: int, powers: Sequence[Power]) -> None:
    """Stand again after order `to` because a player has thought again; nobody else's lines are touched."""
    work.sitting.drop_held(powers)
    revealed = _stand_again(work, to, Reason("second_thoughts", power=powers[0]))
    _tell(work, [note("thought_again", powers=tuple(powers), number=to)], revealed.events)


def _stand_again(work: GameWork, to: int, why: Reason) -> Revealed:
    """Go back in the log; what everybody had been told since then stays told."""
    revealed = revealed_since(work, to)
    engine = _engine_at(work, to)
    engine.rewind(to, why)
    engine.drain()
    told = GameSetBack(why, tuple(revealed.events[:MOST_TOLD]))
    work.sitting.set_back(engine, to, told, [])
    talks.set_back(work.session, work.game, to, work.now)
    work.session.flush()
    work.sitting.clerk = talks.load_clerk(work.session, work.game, engine)
    return revealed


def engine_before(work: GameWork, to: int) -> Engine[Any]:
    """The game as it stood after an order, to look at."""
    snapshot, log = games.load_past(work.session, work.game, to)
    engine: Engine[Any] = Engine(work.sitting.engine.rules, snapshot)
    engine.replay([entry for entry in log if entry.seq <= to], trusted=True)
    return engine


def _still_counts(work: GameWork, to: int) -> None:
    """Raise if an earlier rewind has gone behind this order: nothing stands after it any more."""
    log = games.load_log(work.session, work.game)
    if to and to not in [entry.seq for entry in effective(log)]:
        back = min(entry.to for entry in log if isinstance(entry, Rewound) and entry.to < to < entry.seq)
        raise WrongMoment(f"order {to} no longer counts: the game was set back to {back} later")


def _engine_at(work: GameWork, to: int) -> Engine[Any]:
    """The whole log, loaded from a snapshot that is not later than the moment to go back to."""
    snapshot, log = games.load_past(work.session, work.game, to)
    engine: Engine[Any] = Engine(work.sitting.engine.rules, snapshot)
    engine.replay(log, trusted=True)
    engine.drain()
    return engine


def _hand_back_held(work: GameWork, code: str) -> None:
    for power, lines in work.sitting.held.items():
        if lines:
            words = tuple(held.line for held in lines)
            work.sitting.dropped.append(Dropped(power, words, Unreadable(code)))
    work.sitting.held.clear()


def _tell(work: GameWork, words: Sequence[Message], known: Sequence[Retold]) -> None:
    listed = [note("event", event=retold.event) for retold in known[:MOST_TOLD]]
    listed += [note("more_events")] if len(known) > MOST_TOLD else []
    paragraphs = [*words, *([note("rewound_known"), *listed] if listed else [])]
    work.first.append(lambda writer: writer.to_all(subject("goes_back"), paragraphs))


def _at_a_checkpoint(engine: Engine[Any]) -> None:
    """Raise unless nothing was ordered since the last checkpoint: a correction begins there anew."""
    last = engine.log[-1] if engine.log else None
    to = last.to if isinstance(last, Rewound) else engine.seq
    if to != engine.snapshot.seq:
        raise WrongMoment(
            f"a correction needs a checkpoint, and the last one is after order {engine.snapshot.seq}: "
            "go back to it first (--go-back)"
        )


def _same_kind_of_values(engine: Engine[Any], changes: Sequence[tuple[str, Any]]) -> None:
    """Raise unless each value is of the kind that stands there, or beside it if the place is new."""
    state: Any = engine.rules.dump(engine.game)
    for path, value in changes:
        *parents, last = path.split(".")
        at = state
        try:
            for name in parents:
                at = at[int(name)] if isinstance(at, list) else at[name]
            beside = list(at.values()) if isinstance(at, dict) else at
            old = at.get(last, beside[0]) if isinstance(at, dict) else at[int(last)]
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            raise ModeratorProblem(f'there is no "{path}" in the position') from None
        if old is not None and value is not None and type(old) is not type(value):
            raise ModeratorProblem(f"{path} is {old!r} now, or like it, and cannot become {value!r}")


def correct_position(
    work: GameWork, changes: Sequence[tuple[str, Any]], reason: str, *, go_back: bool
) -> str:
    """Change the position at a checkpoint; with `go_back` the game is first set back to the last one."""
    reason = plain(reason)
    if not reason:
        raise ModeratorProblem("a correction needs a reason: it is told to the players")
    if not changes:
        raise ModeratorProblem("nothing to correct: write path=value")
    sitting = work.sitting
    told: list[str] = []
    checkpoint = sitting.engine.snapshot.seq
    if go_back and checkpoint < sitting.engine.seq:
        revealed = set_back(work, checkpoint, reason, go_on=False)
        told = [f"set back to order {checkpoint}; known since then:", *revealed.lines()]
    engine, used = sitting.engine, sitting.engine.game.dice.used
    _at_a_checkpoint(engine)
    _same_kind_of_values(engine, changes)
    try:
        engine.correct(changes, reason)
    except (RulesError, ModeratorProblem):
        raise
    except Exception as problem:  # a path or a value that the position cannot hold
        raise ModeratorProblem(f"this cannot be: {type(problem).__name__} {problem}") from problem
    anew = engine.drain()
    if engine.game.dice.used <= used:
        anew = []  # the phase begins again as it had begun
    told_first = PositionCorrected(reason.rstrip("."))
    sitting.steps.append(Step(engine.seq, "", "", f"correct: {reason}", (told_first, *anew)))
    sitting.opened = dict.fromkeys(engine.open, engine.seq)
    _hand_back_held(work, "held.corrected")
    sitting.settle()
    work.tell_all("correction", note("corrected", text=reason.rstrip(".")))
    return "\n".join([*told, f"corrected: {', '.join(path for path, _ in changes)}"])
