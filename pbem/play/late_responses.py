"""Responses that come late: under the policy `rewind` the game goes back to the window that they answer.

Windows pass provisionally, and play goes on to the next *stop*: a question that somebody is waited for.
Until another power than the active one has answered a stop, the windows passed on the way to it can still
be answered.  The game then goes back to the window, the card is played there, and the lines that were
carried out since are held again and go on where they still fit.  Dice that were seen are not thrown again.
The exact rule is in `docs/decisions/0007-window-policies.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pbem.errors import Ambiguous, OrderProblem, Unreadable
from pbem.games.facts import Facts
from pbem.language import say
from pbem.language.voice import Message
from pbem.language.words import tokens
from pbem.play.standing.limits import Limit
from pbem.play.standing.replies import PlayCards
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING, REWIND
from rules import Answered, Engine, Event, Power, Question, Rewound, Snapshot
from rules.core import codec
from rules.core.events import Noted
from rules.core.flow import NEGOTIATION
from rules.core.kinds import Text
from rules.core.log import LogEntry, effective
from rules.core.reasons import Reason
from rules.war.ids import Place

if TYPE_CHECKING:
    from pbem.play.lines import Step
    from pbem.play.sitting import Sitting

Past: TypeAlias = Callable[[int], tuple[Snapshot, list[LogEntry]]]
"""The last snapshot at or before a log entry, and the log after it."""

PLAYING = ("play", "respond", "response", "use", "answer")
LATE = ("respond", "response", "answer")
"""Words that can only mean a response."""
NOT_PLAYERS = (BY_STANDING, BY_PROVISIONAL)
NOT_ORDERED = (*NOT_PLAYERS, "bot", "deadline")
"""Where an answer comes from that its player did not give: after a rewind the question is asked anew."""
LOOK_BACK = 60
"""So many entries of the log before the last stop are looked at for a window that is closed."""
_MOMENT = re.compile(r",?\s*\b(?:at\s+)?moment\s+(\d{1,3})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Retold:
    """An event inside another; older versions kept its sentence there."""

    event: Event


codec.own_form(
    Retold,
    lambda told: codec.dump(told.event, Event),
    lambda data: Retold(Noted(data) if isinstance(data, str) else codec.load(data, Event)),
)


@dataclass(frozen=True, slots=True)
class GameSetBack(Event):
    """Everything told after a certain moment no longer counts; `undone` is what had been told publicly."""

    why: Reason
    undone: tuple[Retold, ...]


@dataclass(frozen=True, slots=True)
class PositionCorrected(Event):
    """The moderator changed the position by hand."""

    reason: Text


@dataclass(frozen=True, slots=True)
class Replayed:
    """An answer of the log with the question that it answered, in words, and what came of it."""

    entry: Answered
    words: str
    """Empty if no player gave it."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PassedWindow:
    """A window that passed provisionally: the entry of the pass, and what it was about.

    `against a move of Ottoman to Vienna`.
    """

    seq: int
    doing: str
    power: Power | None
    place: Place | None


def allows(sitting: Sitting) -> bool:
    """Whether late responses are possible in this game at all."""
    return sitting.policy.name == REWIND


def names_a_card(words: str) -> bool:
    """Whether a line may be a card played out of turn."""
    first = tokens(words)[:1]
    return bool(first) and first[0].text in PLAYING


def stands_at_a_stop(sitting: Sitting) -> bool:
    """Whether windows have passed provisionally in this sitting, or the game was set back.

    Everybody is then told at once what has happened so far.
    """
    return allows(sitting) and any(
        step.source == BY_PROVISIONAL or any(isinstance(event, GameSetBack) for event in step.events)
        for step in sitting.steps
    )


def is_late_response(words: str) -> bool:
    """Whether a line says in so many words that it is a response."""
    first = tokens(words)[:1]
    return bool(first) and first[0].text in LATE


def closed_by(sitting: Sitting, power: Power, source: str) -> int:
    """Up to which log entry windows are closed for good, once this answer is given.

    An answer to a question that others saw waiting closes all windows before it; those of the active power
    to its own next action only those of earlier impulses.
    """
    if sitting.clerk is not None and sitting.engine.question(power).pace == NEGOTIATION:
        # Everybody has had the time of the talks to respond: nothing goes back behind what they agreed on.
        return max(sitting.revocable, sitting.engine.seq)
    waited_for = sitting.opened.get(power, sitting.began) <= sitting.began
    if not waited_for or source in NOT_PLAYERS:
        return sitting.revocable
    active = getattr(sitting.engine.game, "active_power", lambda: None)()
    last = min(sitting.began, sitting.engine.snapshot.seq) if power == active else sitting.began
    return max(sitting.revocable, last)


def nobody_waited(sitting: Sitting, power: Power) -> None:
    """A power is answered for at once, because nobody is there: that gave nobody the time to respond."""
    sitting.opened[power] = sitting.engine.seq + 1


# ---- No hindsight


def has_taught(step: Step, thrown: int, engine: Engine[Any]) -> bool:
    """Whether an answer has brought what nobody could know: dice, a draw, a secret that was shown."""
    return engine.game.dice.used != thrown or any(not event.visible_to(None) for event in step.events)


def wait_after_all(sitting: Sitting) -> None:
    """A window has passed and dice fell at once: go back to it, and wait for all whom it asks.

    All of that happened in this sitting, so nobody has seen anything of it; the dice will fall as they did.
    """
    steps = sitting.steps
    first = len(steps)
    while first and steps[first - 1].source == BY_PROVISIONAL and steps[first - 1].seq > sitting.began:
        first -= 1
        if first and steps[first - 1].events:  # what was told before belongs to another moment
            break
    to = steps[first].seq - 1
    start = sitting.engine.start
    engine: Engine[Any] = Engine(sitting.engine.rules, start)
    engine.replay([entry for entry in sitting.engine.log if start.seq < entry.seq <= to], trusted=True)
    engine.drain()
    del steps[first:]
    sitting.engine = engine
    sitting.opened = dict.fromkeys(engine.open, engine.seq)
    sitting.waited_for = dict(sitting.opened)
    sitting.standing.go_back(to)
    sitting.revocable = min(sitting.revocable, to)


# ---- A response that comes late


def respond_late(sitting: Sitting, power: Power, words: str, number: int, letter: int) -> bool:
    """Take a line as a late response; False if it is none.

    :raises OrderProblem: it is one, and there is no such window, or more than one.
    """
    if not allows(sitting) or not names_a_card(words):
        return False
    surely = is_late_response(words)
    order, which = _without_moment(words)
    try:
        reply, limits = _read(sitting, power, order)
    except OrderProblem:
        if surely:
            raise
        return False
    windows = _windows(sitting, power, reply, limits)
    if not windows:
        if surely:
            raise _too_late(sitting, power, reply, limits, words)
        return False
    if which is None and len(windows) == 1:
        which = 1
    if which is None or not 1 <= which <= len(windows):
        listed = [
            Message(
                "problem",
                "late.moment",
                {"number": n, "doing": window.doing, "power": window.power, "place": window.place},
            )
            for n, window in enumerate(windows, 1)
        ]
        raise Ambiguous("late.which_moment", words, candidates=listed)
    _go_back(sitting, power, reply, windows[which - 1])
    answer = reply.give(sitting.engine.question(power), sitting.engine.game, sitting.names)
    sitting.respond(power, answer, words, number, letter)
    return True


def _too_late(
    sitting: Sitting, power: Power, reply: PlayCards, limits: Sequence[Limit], words: str
) -> OrderProblem:
    """Why there is no window for a response: it is closed for good, or there was none."""
    closed = _windows(sitting, power, reply, limits, since=max(0, sitting.revocable - LOOK_BACK))
    if not closed:
        return Unreadable("late.no_moment", words)
    last = closed[-1]
    _, log = _past(sitting, sitting.revocable)
    by = next((e.power for e in log if isinstance(e, Answered) and e.seq > sitting.revocable), power)
    return Unreadable(
        "late.too_late", words, doing=last.doing, power=last.power, place=last.place, other_power=by
    )


def _without_moment(words: str) -> tuple[str, int | None]:
    """`respond with 31 moment 2`: the order, and which of the moments that were listed."""
    found = _MOMENT.search(words)
    if found is None:
        return words, None
    return words[: found.start()] + words[found.end() :], int(found[1])


def _read(sitting: Sitting, power: Power, words: str) -> tuple[PlayCards, tuple[Limit, ...]]:
    """The cards, and what they are played against, in the words of a standing order."""
    from pbem.play.standing.reading import read_standing

    order = read_standing(f"standing: {words}", power, 0, sitting.engine.game, sitting.names)
    if not isinstance(order.reply, PlayCards):
        raise Unreadable("late.no_card", words)
    return order.reply, order.limits


def _windows(
    sitting: Sitting, power: Power, reply: PlayCards, limits: Sequence[Limit], since: int | None = None
) -> list[PassedWindow]:
    """The windows that passed provisionally for a power and in which the cards could have been played.

    They can still be answered; those after another entry of the log may be closed.
    """
    found: list[PassedWindow] = []
    first = sitting.revocable if since is None else since

    def look(entry: Answered, question: Question[Any], game: Any) -> None:
        if entry.power != power or entry.source != BY_PROVISIONAL or entry.seq <= first:
            return
        facts = sitting.title.facts(question, game)
        if not all(limit.holds(facts, game) for limit in limits):
            return
        try:
            reply.give(question, game, sitting.names)
        except OrderProblem:
            return
        found.append(_passed(entry.seq, facts))

    _play_again(sitting, first, look)
    return found


def _passed(seq: int, facts: Facts) -> PassedWindow:
    doing = facts.doing or facts.key.partition(".")[2]
    return PassedWindow(seq, doing, next(iter(facts.others), None), next(iter(facts.places), None))


def _play_again(
    sitting: Sitting, since: int, look: Callable[[Answered, Question[Any], Any], None] | None = None
) -> list[Replayed]:
    """The answers after an entry, played once more; `look` sees each before it is given."""
    found: list[Replayed] = []
    snapshot, log = _past(sitting, since)
    engine: Engine[Any] = Engine(sitting.engine.rules, snapshot)
    for entry in effective(log):
        engine.drain()
        if not isinstance(entry, Answered) or entry.seq <= since:
            engine.replay([entry], trusted=True)
            continue
        question = engine.question(entry.power)
        if look is not None:
            look(entry, question, engine.game)
        answer = codec.load(entry.answer, question.answer_type())
        words = "" if entry.source in NOT_ORDERED else say(question, answer, sitting.names)
        engine.replay([entry], trusted=True)
        found.append(Replayed(entry, words, tuple(engine.game.events)))
    return found


def _past(sitting: Sitting, seq: int) -> tuple[Snapshot, list[LogEntry]]:
    if sitting.past is not None:
        snapshot, stored = sitting.past(seq)
        for entry in sitting.engine.log:  # a rewind of this very sitting: what it undid is not marked yet
            if (
                isinstance(entry, Rewound)
                and entry.seq > sitting.began
                and entry.to < snapshot.seq < entry.seq
            ):
                snapshot, stored = sitting.past(entry.to)
        return snapshot, [*stored, *(entry for entry in sitting.engine.log if entry.seq > sitting.began)]
    start = sitting.engine.start
    return start, [entry for entry in sitting.engine.log if entry.seq > start.seq]


# ---- Going back


def _go_back(sitting: Sitting, power: Power, reply: PlayCards, window: PassedWindow) -> None:
    """Stand again in a window; what was ordered since is held again."""
    to = window.seq - 1
    undone = _play_again(sitting, to)
    snapshot, log = _past(sitting, to)
    engine: Engine[Any] = Engine(sitting.engine.rules, snapshot)
    engine.replay(log, trusted=True)
    engine.drain()
    why = Reason(
        "late_response",
        power=power,
        cards=reply.cards,
        doing=window.doing,
        other_power=window.power,
        place=window.place,
    )
    engine.rewind(to, why)
    told = GameSetBack(why, tuple(_public(undone)))
    sitting.set_back(engine, to, told, [(done.entry.power, done.words) for done in undone])


def _public(undone: Sequence[Replayed]) -> Iterator[Retold]:
    """What everybody had been told and no longer holds, dice included."""
    return (Retold(event) for done in undone for event in done.events if event.visible_to(None))
