"""Expectations of a case: each looks at the position and says what it found instead, if anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.cases.board import leader_state
from pbem.cases.pieces import before_colon, cards, force, number_of, one, say_force, some, split_powers
from pbem.cases.position import card_piles, json_value
from pbem.errors import CaseMalformed
from pbem.language.names import DEBATER, FAITH, LEADER, MAJOR, MINOR, NATION, PLACE, REFORMER, RULER, SPACE
from pbem.language.words import fold, key
from rules.core.flow import Question
from rules.his.victory import victory_points
from rules.war.state import ALLIED, WAR

if TYPE_CHECKING:
    from pbem.cases.run import Run

Found = str | None
"""None: it is as expected; else what was found."""
Look = Callable[["Run", str, bool], Found]
LOOKS: dict[str, Look] = {}


def look(*words: str) -> Callable[[Look], Look]:
    """Register what looks after an `expect` line with this first word; the flag is False after `no`."""

    def register(function: Look) -> Look:
        for word in words:
            LOOKS[word] = function
        return function

    return register


def check(run: Run, text: str) -> Found:
    """What was found instead of what an `expect` line says, or None."""
    wanted = True
    first, _, rest = text.partition(" ")
    if first in ("no", "not"):
        wanted = False
        first, _, rest = rest.partition(" ")
    first = first.rstrip(":").lower()
    if first not in LOOKS:
        raise CaseMalformed(f'nobody knows how to expect "{first}"')
    return LOOKS[first](run, rest.strip().lstrip(": "), wanted)


def _same(found: Any, expected: Any) -> Found:
    return None if found == expected else str(found)


def _flag(found: bool, wanted: bool, what: str) -> Found:
    if found == wanted:
        return None
    return what if found else f"no {what}"


def _for_each(run: Run, where: str, see: Callable[[str], Found]) -> Found:
    for space in some(SPACE, where, run.names):
        if (found := see(space)) is not None:
            return f"{found} in {space}"
    return None


# ---- The map


@look("control")
def _control(run: Run, text: str, wanted: bool) -> Found:
    where, who = before_colon(text, "expect control <spaces>: <power>")
    nation = None if who == "none" else one(NATION, who, run.names)
    return _for_each(run, where, lambda space: _same(run.game.spaces[space].control, nation))


@look("religion")
def _religion(run: Run, text: str, wanted: bool) -> Found:
    where, what = before_colon(text, "expect religion <spaces>: <religion>")
    faith = one(FAITH, what, run.names)
    return _for_each(run, where, lambda space: _same(run.game.spaces[space].religion, faith))


def _marker_look(field: str) -> Look:
    def see(run: Run, text: str, wanted: bool) -> Found:
        spaces = run.game.spaces
        return _for_each(run, text, lambda space: _flag(getattr(spaces[space], field), wanted, field))

    return see


for _field in ("unrest", "fortress", "university"):
    LOOKS[_field] = _marker_look(_field)


@look("siege")
def _siege(run: Run, text: str, wanted: bool) -> Found:
    where, colon, who = text.partition(":")
    space = one(SPACE, where, run.names)
    sieges = list(run.game.spaces[space].sieges)
    if not wanted or not colon:
        return _flag(bool(sieges), wanted, f"siege by {', '.join(sieges)}" if sieges else "siege")
    return _same(sieges, some(MAJOR, who, run.names))


def _standing(run: Run, place: str) -> tuple[dict[str, dict[str, int]], list[str]]:
    kinds = ("regulars", "mercenaries", "cavalry", "squadrons", "corsairs")
    units = {
        nation: {kind: count for kind in kinds if (count := getattr(run.game.at(place, nation), kind))}
        for nation in run.game.nations_at(place)
    }
    return units, run.game.leaders_at(place)


@look("units")
def _units(run: Run, text: str, wanted: bool) -> Found:
    """All units and leaders in a place, exactly; `expect no units vienna`."""
    if not wanted:
        text = f"{text}: none"
    where, what = before_colon(text, "expect units <places>: <force>")
    units, leaders = force(what, run.names)
    for place in some(PLACE, where, run.names):
        found = _standing(run, place)
        if found[0] != units or sorted(found[1]) != sorted(leaders):
            return f"{say_force(found)} in {place}"
    return None


@look("in")
def _in(run: Run, text: str, wanted: bool) -> Found:
    """These nations' units of these kinds, exactly, and these leaders; others are not looked at."""
    where, what = before_colon(text, "expect in <places>: <force>")
    units, leaders = force(what, run.names)
    for place in some(PLACE, where, run.names):
        found = _standing(run, place)
        there = all(
            found[0].get(nation, {}).get(kind, 0) == count
            for nation, here in units.items()
            for kind, count in here.items()
        ) and all(leader in found[1] for leader in leaders)
        if there != wanted:
            return f"{say_force(found)} in {place}"
    return None


@look("leader", "leaders")
def _leader(run: Run, text: str, wanted: bool) -> Found:
    who, where = before_colon(text, "expect leader <name>: <place>")
    state = leader_state(where, run.names)
    for name in some(LEADER, who, run.names):
        found = _leader_is(run, name)
        if (found == state) != wanted:
            return f"{name} {' '.join(found).strip()}"
    return None


def _leader_is(run: Run, name: str) -> tuple[str, str]:
    figure = run.game.leaders[name]
    if figure.place is not None:
        return "place", figure.place
    if figure.captor is not None:
        return "captive", figure.captor
    if figure.returns is not None:
        return "returns", str(figure.returns)
    return ("removed" if figure.removed else "off"), ""


# ---- Relations


def _relation_look(relation: str | None) -> Look:
    def see(run: Run, text: str, wanted: bool) -> Found:
        a, b = split_powers(text, run.names)
        found = run.game.relation(a, b)
        return None if (found == relation) == wanted else found or "peace"

    return see


LOOKS["war"], LOOKS["alliance"], LOOKS["peace"] = (
    _relation_look(WAR),
    _relation_look(ALLIED),
    _relation_look(None),
)


@look("ally")
def _ally(run: Run, text: str, wanted: bool) -> Found:
    if not wanted:
        minor = one(MINOR, text, run.names)
        found = run.game.minor_allies.get(minor)
        return None if found is None else f"allied to {found}"
    minor, major = split_powers(text, run.names, (MINOR, MAJOR))
    return _same(run.game.minor_allies.get(minor, "inactive"), major)


# ---- Cards


@look("hand")
def _hand(run: Run, text: str, wanted: bool) -> Found:
    """`hand france: 4 92` exactly; `hand france has 92`, `lacks 92`; `hand france 5 cards`."""
    owner, colon, what = text.partition(":")
    if colon:
        hand = run.game.hand(one(MAJOR, owner, run.names))
        return _same(sorted(hand), sorted(cards(what, run.names)))
    for mode in ("has", "lacks"):
        owner, word, what = text.partition(f" {mode} ")
        if word:
            hand = run.game.hand(one(MAJOR, owner, run.names))
            wrong = [card for card in cards(what, run.names) if (card in hand) != (mode == "has")]
            return f"hand {sorted(hand)}" if wrong else None
    owner, _, count = text.removesuffix("s").removesuffix(" card").rpartition(" ")
    if not owner:
        raise CaseMalformed("expected: hand <power>: <cards>, ... has|lacks <cards>, or ... <n> cards")
    return _same(len(run.game.hand(one(MAJOR, owner, run.names))), number_of(count, "cards"))


def _pile_look(pile: str) -> Look:
    def see(run: Run, text: str, wanted: bool) -> Found:
        """`deck has 31`, `discards lacks 31`, `deck 12 cards`."""
        found = card_piles(run.game)[pile]
        mode, _, what = text.partition(" ")
        if mode in ("has", "lacks"):
            wrong = [n for n in cards(what, run.names) if (n in found) != ((mode == "has") == wanted)]
            return f"{pile} {sorted(found)}" if wrong else None
        if what.strip() in ("cards", "card"):
            return _same(len(found), number_of(mode, "cards"))
        return _same(sorted(found), sorted(cards(text, run.names)))

    return see


for _pile in ("deck", "discards", "removed", "unborn", "laid", "table"):
    LOOKS[_pile] = _pile_look(_pile)


# ---- Points and people


@look("vp")
def _vp(run: Run, text: str, wanted: bool) -> Found:
    who, _, points = text.replace(":", " ").rpartition(" ")
    return _same(victory_points(run.game, one(MAJOR, who, run.names)), number_of(points, "victory points"))


@look("cp")
def _cp(run: Run, text: str, wanted: bool) -> Found:
    return _same(run.game.impulse.cp, number_of(text.split()[0], "CP"))


@look("ruler")
def _ruler(run: Run, text: str, wanted: bool) -> Found:
    power, ruler = split_powers(text.replace(":", " "), run.names, (MAJOR, RULER))
    return _same(run.game.rulers[power], ruler)


@look("debater", "debaters")
def _debater(run: Run, text: str, wanted: bool) -> Found:
    """`debater luther: committed|available|away|gone|absent` (available means uncommitted)."""
    who, what = before_colon(text, "expect debater <name>: available|committed|away|gone|absent")
    for name in some(DEBATER, who, run.names):
        debater = run.game.faith.debaters[name]
        state = (
            "gone" if debater.gone
            else "absent" if not debater.entered
            else "away" if debater.away
            else "committed" if debater.committed
            else "available"
        )  # fmt: skip
        if (state == what) != wanted:
            return f"{name} {state}"
    return None


@look("reformer", "reformers")
def _reformer(run: Run, text: str, wanted: bool) -> Found:
    """`reformer luther: on map|away|gone|absent`."""
    who, what = before_colon(text, "expect reformer <name>: on map|away|gone|absent")
    for name in some(REFORMER, who, run.names):
        reformer = run.game.faith.reformers[name]
        state = (
            "gone" if reformer.gone
            else "absent" if not reformer.entered
            else "away" if reformer.away
            else "on map"
        )  # fmt: skip
        if (state == what) != wanted:
            return f"{name} {state}"
    return None


# ---- The course of the game


@look("phase")
def _phase(run: Run, text: str, wanted: bool) -> Found:
    return None if (run.game.phase == text.replace(" ", "_")) == wanted else run.game.phase


@look("turn")
def _turn(run: Run, text: str, wanted: bool) -> Found:
    return _same(run.game.turn, number_of(text, "the turn"))


@look("winner")
def _winner(run: Run, text: str, wanted: bool) -> Found:
    if not wanted:
        return None if run.game.winner is None else f"{run.game.winner} has won"
    return _same(run.game.winner, one(MAJOR, text, run.names))


@look("victory")
def _victory(run: Run, text: str, wanted: bool) -> Found:
    return _same(run.game.victory, text)


@look("asked")
def _asked(run: Run, text: str, wanted: bool) -> Found:
    """`asked england`, `asked england intercept`, `asked nobody`; kind, topic or window."""
    waiting = run.engine.waiting()
    told = ", ".join(f"{power} {describe(question)}" for power, question in waiting.items()) or "nobody asked"
    if text == "nobody":
        return None if (not waiting) == wanted else told
    who, _, what = text.partition(" ")
    question = waiting.get(one(MAJOR, who, run.names))
    found = question is not None and (not what or matches(question, what))
    return None if found == wanted else told


def describe(question: Question[Any]) -> str:
    """A question in a word: its topic, its window, or its kind."""
    return str(getattr(question, "topic", "") or getattr(question, "window", "") or question.kind)


def matches(question: Question[Any], what: str) -> bool:
    """Whether a question is of this kind, topic or window."""
    words = (question.kind, getattr(question, "topic", ""), getattr(question, "window", ""))
    return key(what) in [key(word) for word in words if word]


@look("event")
def _event(run: Run, text: str, wanted: bool) -> Found:
    """Something reported since the last order holds this text, or is of this class."""
    text = fold(text.strip().strip('"'))
    told = [run.voice.event(event) for event in run.events]
    found = any(text in fold(sentence) for sentence in told) or any(
        fold(type(event).__name__) == text for event in run.events
    )
    if found == wanted:
        return None
    return "these events: " + " ".join(told) if told else "no events"


@look("field")
def _state_field(run: Run, text: str, wanted: bool) -> Found:
    """`field faith.league = true`: any field of the stored state."""
    path, equals, value = text.partition("=")
    if not equals:
        raise CaseMalformed("expected: expect field <path> = <JSON value>")
    at = run.engine.rules.dump(run.game)
    for part in path.strip().split("."):
        try:
            at = at[int(part)] if isinstance(at, list) else at[part]
        except (KeyError, IndexError, ValueError, TypeError):
            at = None
            break
    return None if (at == json_value(value.strip())) == wanted else repr(at)
