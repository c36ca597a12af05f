"""Expectations of all war games: each looks at the position and says what it found instead, if anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.cases.expect import same
from pbem.cases.pieces import before_colon, cards, force, number_of, one, say_force, some, split_powers
from pbem.errors import CaseMalformed
from pbem.games.cases import Found, Look, Scene, Words
from pbem.language.names import FAITH, LEADER, MAJOR, MINOR, NATION, PLACE, RULER, SPACE
from pbem.war.cases.board import leader_state
from pbem.war.cases.position import card_piles
from rules.core.flow import Power
from rules.war.ids import LAND_KINDS
from rules.war.state import ALLIED, WAR

LOOKS: Words[Look] = Words()


def points_look(points: Callable[[Any, Power], int]) -> Look:
    """The line `expect vp france: 12`, for a title that counts points so."""

    def see(now: Scene[Any], text: str, wanted: bool) -> Found:
        who, _, number = text.replace(":", " ").rpartition(" ")
        return same(points(now.game, one(MAJOR, who, now.names)), number_of(number, "victory points"))

    return see


def _flag(found: bool, wanted: bool, what: str) -> Found:
    if found == wanted:
        return None
    return what if found else f"no {what}"


def _for_each(now: Scene[Any], where: str, see: Callable[[str], Found]) -> Found:
    for space in some(SPACE, where, now.names):
        if (found := see(space)) is not None:
            return f"{found} in {space}"
    return None


@LOOKS.add("control")
def _control(now: Scene[Any], text: str, wanted: bool) -> Found:
    where, who = before_colon(text, "expect control <spaces>: <power>")
    nation = None if who == "none" else one(NATION, who, now.names)
    return _for_each(now, where, lambda space: same(now.game.spaces[space].control, nation))


@LOOKS.add("religion")
def _religion(now: Scene[Any], text: str, wanted: bool) -> Found:
    where, what = before_colon(text, "expect religion <spaces>: <religion>")
    faith = one(FAITH, what, now.names)
    return _for_each(now, where, lambda space: same(now.game.spaces[space].religion, faith))


def marker_look(field: str) -> Look:
    def see(now: Scene[Any], text: str, wanted: bool) -> Found:
        spaces = now.game.spaces
        return _for_each(now, text, lambda space: _flag(getattr(spaces[space], field), wanted, field))

    return see


for _field in ("unrest", "fortress"):
    LOOKS[_field] = marker_look(_field)


@LOOKS.add("siege")
def _siege(now: Scene[Any], text: str, wanted: bool) -> Found:
    where, colon, who = text.partition(":")
    space = one(SPACE, where, now.names)
    sieges = list(now.game.spaces[space].sieges)
    if not wanted or not colon:
        return _flag(bool(sieges), wanted, f"siege by {', '.join(sieges)}" if sieges else "siege")
    return same(sieges, some(MAJOR, who, now.names))


def _standing(now: Scene[Any], place: str) -> tuple[dict[str, dict[str, int]], list[str]]:
    kinds = (*LAND_KINDS, *now.game.naval_kinds)
    units = {
        nation: {kind: count for kind in kinds if (count := getattr(now.game.at(place, nation), kind))}
        for nation in now.game.nations_at(place)
    }
    return units, now.game.leaders_at(place)


@LOOKS.add("units")
def _units(now: Scene[Any], text: str, wanted: bool) -> Found:
    """All units and leaders in a place, exactly; `expect no units vienna`."""
    if not wanted:
        text = f"{text}: none"
    where, what = before_colon(text, "expect units <places>: <force>")
    units, leaders = force(what, now.names)
    for place in some(PLACE, where, now.names):
        found = _standing(now, place)
        if found[0] != units or sorted(found[1]) != sorted(leaders):
            return f"{say_force(found)} in {place}"
    return None


@LOOKS.add("in")
def _in(now: Scene[Any], text: str, wanted: bool) -> Found:
    """These nations' units of these kinds, exactly, and these leaders; others are not looked at."""
    where, what = before_colon(text, "expect in <places>: <force>")
    units, leaders = force(what, now.names)
    for place in some(PLACE, where, now.names):
        found = _standing(now, place)
        there = all(
            found[0].get(nation, {}).get(kind, 0) == count
            for nation, here in units.items()
            for kind, count in here.items()
        ) and all(leader in found[1] for leader in leaders)
        if there != wanted:
            return f"{say_force(found)} in {place}"
    return None


@LOOKS.add("leader", "leaders")
def _leader(now: Scene[Any], text: str, wanted: bool) -> Found:
    who, where = before_colon(text, "expect leader <name>: <place>")
    state = leader_state(where, now.names)
    for name in some(LEADER, who, now.names):
        found = _leader_is(now, name)
        if (found == state) != wanted:
            return f"{name} {' '.join(found).strip()}"
    return None


def _leader_is(now: Scene[Any], name: str) -> tuple[str, str]:
    figure = now.game.leaders[name]
    if figure.place is not None:
        return "place", figure.place
    if figure.captor is not None:
        return "captive", figure.captor
    if figure.returns is not None:
        return "returns", str(figure.returns)
    return ("removed" if figure.removed else "off"), ""


def _relation_look(relation: str | None) -> Look:
    def see(now: Scene[Any], text: str, wanted: bool) -> Found:
        a, b = split_powers(text, now.names)
        found = now.game.relation(a, b)
        return None if (found == relation) == wanted else found or "peace"

    return see


LOOKS["war"], LOOKS["alliance"], LOOKS["peace"] = map(_relation_look, (WAR, ALLIED, None))


@LOOKS.add("ally")
def _ally(now: Scene[Any], text: str, wanted: bool) -> Found:
    if not wanted:
        minor = one(MINOR, text, now.names)
        found = now.game.minor_allies.get(minor)
        return None if found is None else f"allied to {found}"
    minor, major = split_powers(text, now.names, (MINOR, MAJOR))
    return same(now.game.minor_allies.get(minor, "inactive"), major)


@LOOKS.add("hand")
def _hand(now: Scene[Any], text: str, wanted: bool) -> Found:
    """`hand france: 4 92` exactly; `hand france has 92`, `lacks 92`; `hand france 5 cards`."""
    owner, colon, what = text.partition(":")
    if colon:
        hand = now.game.hand(one(MAJOR, owner, now.names))
        return same(sorted(hand), sorted(cards(what, now.names)))
    for mode in ("has", "lacks"):
        owner, word, what = text.partition(f" {mode} ")
        if word:
            hand = now.game.hand(one(MAJOR, owner, now.names))
            wrong = [card for card in cards(what, now.names) if (card in hand) != (mode == "has")]
            return f"hand {sorted(hand)}" if wrong else None
    owner, _, count = text.removesuffix("s").removesuffix(" card").rpartition(" ")
    if not owner:
        raise CaseMalformed("expected: hand <power>: <cards>, ... has|lacks <cards>, or ... <n> cards")
    return same(len(now.game.hand(one(MAJOR, owner, now.names))), number_of(count, "cards"))


def _pile_look(pile: str) -> Look:
    def see(now: Scene[Any], text: str, wanted: bool) -> Found:
        """`deck has 31`, `discards lacks 31`, `deck 12 cards`."""
        found = card_piles(now.game)[pile]
        mode, _, what = text.partition(" ")
        if mode in ("has", "lacks"):
            wrong = [n for n in cards(what, now.names) if (n in found) != ((mode == "has") == wanted)]
            return f"{pile} {sorted(found)}" if wrong else None
        if what.strip() in ("cards", "card"):
            return same(len(found), number_of(mode, "cards"))
        return same(sorted(found), sorted(cards(text, now.names)))

    return see


for _pile in ("deck", "discards", "removed", "unborn", "laid", "table"):
    LOOKS[_pile] = _pile_look(_pile)


@LOOKS.add("cp")
def _cp(now: Scene[Any], text: str, wanted: bool) -> Found:
    return same(now.game.impulse.cp, number_of(text.split()[0], "CP"))


@LOOKS.add("ruler")
def _ruler(now: Scene[Any], text: str, wanted: bool) -> Found:
    power, ruler = split_powers(text.replace(":", " "), now.names, (MAJOR, RULER))
    return same(now.game.rulers[power], ruler)


@LOOKS.add("phase")
def _phase(now: Scene[Any], text: str, wanted: bool) -> Found:
    return None if (now.game.phase == text.replace(" ", "_")) == wanted else now.game.phase


@LOOKS.add("winner")
def _winner(now: Scene[Any], text: str, wanted: bool) -> Found:
    if not wanted:
        return None if now.game.winner is None else f"{now.game.winner} has won"
    return same(now.game.winner, one(MAJOR, text, now.names))


@LOOKS.add("victory")
def _victory(now: Scene[Any], text: str, wanted: bool) -> Found:
    return same(now.game.victory, text)
