"""Lines of a position about the map, in all war games: units, leaders, control, religion, relations."""

from __future__ import annotations

from typing import Any

from pbem.cases.pieces import before_colon, force, one, read, some, split_powers
from pbem.errors import CaseMalformed
from pbem.games.cases import Verb
from pbem.language.grammar import name, number, one_of, optional, phrase, seq, word
from pbem.language.names import FAITH, LEADER, MAJOR, MINOR, NATION, PLACE, RULER, SPACE, Names
from pbem.war.cases.position import VERBS as VERBS
from pbem.war.cases.position import WarPosition
from rules.war.state import ALLIED, WAR, Units


@VERBS.add("clear")
def _clear(position: WarPosition, text: str) -> None:
    game = position.game
    what = text.lower()
    if what not in ("map", "units", "relations", "hands", "deck", "unrest"):
        raise CaseMalformed("clear what? map, relations, hands, deck or unrest")
    if what in ("map", "units"):
        game.units.clear()
        for leader in game.leaders.values():
            leader.place = None
    elif what == "relations":
        game.relations.clear()
    elif what == "hands":
        for power, hand in game.cards.hands.items():
            game.cards.deck += [card for card in hand if game.card(card).kind != "home"]
            game.cards.laid += [card for card in hand if game.card(card).kind == "home"]
            hand.clear()
            position.hands_given.append(power)
        game.cards.deck.sort()
    elif what == "deck":
        game.cards.removed += game.cards.deck
        game.cards.deck.clear()
    else:
        for space in game.spaces.values():
            space.unrest = False


@VERBS.add("units")
def _units(position: WarPosition, text: str) -> None:
    """Exactly what stands in these places."""
    game, names = position.game, position.names
    where, what = before_colon(text, "units <place>: <power> <units, leaders>; <power> ...")
    units, leaders = force(what, names)
    for place in some(PLACE, where, names):
        game.units.pop(place, None)
        for leader in game.leaders_at(place):
            game.leaders[leader].place = None
        for nation, here in units.items():
            game.units.setdefault(place, {})[nation] = Units(**here)
        for leader in leaders:
            _place(game, leader, place)


def _place(game: Any, leader: str, place: str) -> None:
    figure = game.leaders[leader]
    figure.place, figure.captor, figure.returns, figure.removed = place, None, None, False


@VERBS.add("leader", "leaders")
def _leader(position: WarPosition, text: str) -> None:
    """`leader suleiman: istanbul`, `... captive of france`, `... returns 4`, `... removed`, `... off`."""
    game, names = position.game, position.names
    who, where = before_colon(text, "leader <name>: <place>")
    for leader in some(LEADER, who, names):
        figure = game.leaders[leader]
        figure.place = figure.captor = figure.returns = None
        figure.removed = False
        state = leader_state(where, names)
        if state[0] == "captive":
            figure.captor = state[1]
        elif state[0] == "returns":
            figure.returns = int(state[1])
        elif state[0] == "removed":
            figure.removed = True
        elif state[0] == "place":
            figure.place = state[1]


def leader_state(text: str, names: Names) -> tuple[str, str]:
    """Where a leader is, in words."""
    found: tuple[str, str] = read(
        text,
        one_of(
            phrase(word("captive of", "captive"), name(MAJOR)).to(lambda power: ("captive", power)),
            phrase(word("returns on turn", "returns"), number()).to(lambda turn: ("returns", str(turn))),
            word("removed", "gone", value=("removed", "")),
            word("off", "off the map", "none", "nowhere", value=("off", "")),
            name(PLACE).to(lambda place: ("place", place)),
        ),
        names,
    )
    return found


@VERBS.add("control")
def _control(position: WarPosition, text: str) -> None:
    where, who = before_colon(text, "control <spaces>: <power>")
    nation = None if who == "none" else one(NATION, who, position.names)
    for space in some(SPACE, where, position.names):
        position.game.spaces[space].control = nation


@VERBS.add("religion")
def _religion(position: WarPosition, text: str) -> None:
    where, what = before_colon(text, "religion <spaces>: catholic|protestant|other")
    faith = one(FAITH, what, position.names)
    for space in some(SPACE, where, position.names):
        position.game.spaces[space].religion = faith


def marker_verb(field: str) -> Verb:
    """A line that puts a marker into spaces: `unrest vienna, buda`."""

    def put(position: WarPosition, text: str) -> None:
        for space in some(SPACE, text.lstrip(": "), position.names):
            setattr(position.game.spaces[space], field, True)

    return put


for _field in ("unrest", "fortress"):
    VERBS[_field] = marker_verb(_field)


@VERBS.add("siege")
def _siege(position: WarPosition, text: str) -> None:
    """`siege vienna: ottoman, france`: laid in an earlier impulse; `ottoman now`: in this one."""
    where, who = before_colon(text, "siege <space>: <power> [now], ...")
    sieges = position.game.spaces[one(SPACE, where, position.names)].sieges
    for besieger in who.split(","):
        power, now = read(
            besieger.strip(), seq(name(MAJOR), optional(word("now", value=True), False)), position.names
        )
        sieges[power] = position.game.impulse_number if now else 0


def _relation_verb(relation: str | None) -> Verb:
    return lambda position, text: position.game.set_relation(*split_powers(text, position.names), relation)


VERBS["war"], VERBS["alliance"], VERBS["peace"] = map(_relation_verb, (WAR, ALLIED, None))


@VERBS.add("ally")
def _ally(position: WarPosition, text: str) -> None:
    """`ally venice papacy`: the minor power is active, and its spaces carry its ally's markers (22.2)."""
    minor, major = split_powers(text, position.names, (MINOR, MAJOR))
    game = position.game
    game.minor_allies[minor] = major
    for state in game.spaces.values():
        if state.control == minor:
            state.control = major


@VERBS.add("ruler")
def _ruler(position: WarPosition, text: str) -> None:
    power, ruler = split_powers(text.replace(":", " "), position.names, (MAJOR, RULER))
    position.game.rulers[power] = ruler
