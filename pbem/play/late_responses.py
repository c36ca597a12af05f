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
from typing import Any

from pbem.errors import Ambiguous, OrderProblem, Unreadable
from pbem.games.facts import Facts
from pbem.language import say
from pbem.language.voice import Message
from pbem.language.words import tokens
from pbem.play.standing.limits import Limit
from pbem.play.standing.reading import read_standing
from pbem.play.standing.replies import PlayCards
from pbem.play.table import NOT_PLAYERS, Table
from pbem.play.windows import BY_PROVISIONAL
from rules import Answered, Engine, Event, Power, Question, Rewound, Snapshot
from rules.core import codec
from rules.core.events import Noted
from rules.core.kinds import Text
from rules.core.log import LogEntry, effective
from rules.core.reasons import Reason
from rules.war.ids import Place

MOST_TOLD = 60
"""Events that are told again when they no longer count; the moderator gets all."""
PLAYING = ("play", "respond", "response", "use", "answer")
LATE = ("respond", "response", "answer")
"""Words that can only mean a response."""
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


class GameSetBack(Event):
    """Everything told after a certain moment no longer counts; `undone` is what had been told publicly."""

    why: Reason
    undone: tuple[Retold, ...]


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


def names_a_card(words: str) -> bool:
    """Whether a line may be a card played out of turn."""
    first = tokens(words)[:1]
    return bool(first) and first[0].text in PLAYING


def stands_at_a_stop(table: Table) -> bool:
    """Whether windows have passed provisionally in this sitting, or the game was set back.

    Everybody is then told at once what has happened so far.
    """
    return table.takes_late_responses and any(
        step.source == BY_PROVISIONAL or any(isinstance(event, GameSetBack) for event in step.events)
        for step in table.steps
    )


def is_late_response(words: str) -> bool:
    """Whether a line says in so many words that it is a response."""
    first = tokens(words)[:1]
    return bool(first) and first[0].text in LATE


def nobody_waited(table: Table, power: Power) -> None:
    """A power is answered for at once, because nobody is there: that gave nobody the time to respond."""
    table.opened[power] = table.engine.seq + 1


# ---- No hindsight


def wait_after_all(table: Table) -> None:
    """A window has passed and dice fell at once: go back to it, and wait for all whom it asks.

    All of that happened in this sitting, so nobody has seen anything of it; the dice will fall as they did.
    """
    steps = table.steps
    first = len(steps)
    while first and steps[first - 1].source == BY_PROVISIONAL and steps[first - 1].seq > table.began:
        first -= 1
        if first and steps[first - 1].events:  # what was told before belongs to another moment
            break
    to = steps[first].seq - 1
    start = table.engine.start
    engine: Engine[Any] = Engine(table.engine.rules, start)
    engine.replay([entry for entry in table.engine.log if start.seq < entry.seq <= to], trusted=True)
    engine.drain()
    del steps[first:]
    table.engine = engine
    table.opened = dict.fromkeys(engine.open, engine.seq)
    table.waited_for = dict(table.opened)
    table.standing.go_back(to)
    table.revocable = min(table.revocable, to)


# ---- A response that comes late


def respond_late(table: Table, power: Power, words: str, number: int, letter: int) -> bool:
    """Take a line as a late response; False if it is none.

    :raises OrderProblem: it is one, and there is no such window, or more than one.
    """
    if not table.takes_late_responses or not names_a_card(words):
        return False
    surely = is_late_response(words)
    order, which = _without_moment(words)
    try:
        reply, limits = _read(table, power, order)
    except OrderProblem:
        if surely:
            raise
        return False
    windows = _windows(table, power, reply, limits)
    if not windows:
        if surely:
            raise _too_late(table, power, reply, limits, words)
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
    _go_back(table, power, reply, windows[which - 1])
    answer = reply.give(table.engine.question(power), table.engine.game, table.names)
    table.respond(power, answer, words, number, letter)
    return True


def _too_late(
    table: Table, power: Power, reply: PlayCards, limits: Sequence[Limit], words: str
) -> OrderProblem:
    """Why there is no window for a response: it is closed for good, or there was none."""
    closed = _windows(table, power, reply, limits, since=max(0, table.revocable - LOOK_BACK))
    if not closed:
        return Unreadable("late.no_moment", words)
    last = closed[-1]
    _, log = _past(table, table.revocable)
    by = next((e.power for e in log if isinstance(e, Answered) and e.seq > table.revocable), power)
    return Unreadable(
        "late.too_late", words, doing=last.doing, power=last.power, place=last.place, other_power=by
    )


def _without_moment(words: str) -> tuple[str, int | None]:
    """`respond with 31 moment 2`: the order, and which of the moments that were listed."""
    found = _MOMENT.search(words)
    if found is None:
        return words, None
    return words[: found.start()] + words[found.end() :], int(found[1])


def _read(table: Table, power: Power, words: str) -> tuple[PlayCards, tuple[Limit, ...]]:
    """The cards, and what they are played against, in the words of a standing order."""
    order = read_standing(f"standing: {words}", power, 0, table.engine.game, table.names)
    if not isinstance(order.reply, PlayCards):
        raise Unreadable("late.no_card", words)
    return order.reply, order.limits


def _windows(
    table: Table, power: Power, reply: PlayCards, limits: Sequence[Limit], since: int | None = None
) -> list[PassedWindow]:
    """The windows that passed provisionally for a power and in which the cards could have been played.

    They can still be answered; those after another entry of the log may be closed.
    """
    found: list[PassedWindow] = []
    first = table.revocable if since is None else since

    def look(entry: Answered, question: Question[Any], game: Any) -> None:
        if entry.power != power or entry.source != BY_PROVISIONAL or entry.seq <= first:
            return
        facts = table.title.facts(question, game)
        if not all(limit.holds(facts, game) for limit in limits):
            return
        try:
            reply.give(question, game, table.names)
        except OrderProblem:
            return
        found.append(_passed(entry.seq, facts))

    _play_again(table, first, look)
    return found


def _passed(seq: int, facts: Facts) -> PassedWindow:
    doing = facts.doing or facts.key.partition(".")[2]
    return PassedWindow(seq, doing, next(iter(facts.others), None), next(iter(facts.places), None))


def _play_again(
    table: Table, since: int, look: Callable[[Answered, Question[Any], Any], None] | None = None
) -> list[Replayed]:
    """The answers after an entry, played once more; `look` sees each before it is given."""
    found: list[Replayed] = []
    snapshot, log = _past(table, since)
    engine: Engine[Any] = Engine(table.engine.rules, snapshot)
    for entry in effective(log):
        engine.drain()
        if not isinstance(entry, Answered) or entry.seq <= since:
            engine.replay([entry], trusted=True)
            continue
        question = engine.question(entry.power)
        if look is not None:
            look(entry, question, engine.game)
        answer = codec.load(entry.answer, question.answer_type())
        words = "" if entry.source in NOT_ORDERED else say(question, answer, table.names)
        engine.replay([entry], trusted=True)
        found.append(Replayed(entry, words, tuple(engine.game.events)))
    return found


def _past(table: Table, seq: int) -> tuple[Snapshot, list[LogEntry]]:
    if table.past is not None:
        snapshot, stored = table.past(seq)
        for entry in table.engine.log:  # a rewind of this very sitting: what it undid is not marked yet
            if isinstance(entry, Rewound) and entry.seq > table.began and entry.to < snapshot.seq < entry.seq:
                snapshot, stored = table.past(entry.to)
        return snapshot, [*stored, *(entry for entry in table.engine.log if entry.seq > table.began)]
    start = table.engine.start
    return start, [entry for entry in table.engine.log if entry.seq > start.seq]


# ---- Going back


def _go_back(table: Table, power: Power, reply: PlayCards, window: PassedWindow) -> None:
    """Stand again in a window; what was ordered since is held again."""
    to = window.seq - 1
    undone = _play_again(table, to)
    snapshot, log = _past(table, to)
    engine: Engine[Any] = Engine(table.engine.rules, snapshot)
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
    table.set_back(engine, to, told, [(done.entry.power, done.words) for done in undone])


def _public(undone: Sequence[Replayed]) -> Iterator[Retold]:
    """What everybody had been told and no longer holds, dice included."""
    return (Retold(event) for done in undone for event in done.events if event.visible_to(None))
