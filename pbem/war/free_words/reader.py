"""The reader of free words that both war games have, to which a title adds its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pbem.language.chunks import OwnKinds
from pbem.language.free_words import FreeWords
from pbem.language.items import COST
from pbem.language.meanings import Reader
from pbem.language.names import LEADER, NATION, SPACE, Names
from pbem.language.names import PLACE as PLACES
from pbem.language.vocabulary import Vocabulary
from pbem.war.free_words import answers, defence, peace
from pbem.war.free_words.seasons import spring, winter
from pbem.war.orders.seasons import leaders_of
from rules.core.flow import Power
from rules.war.state import WarGame

SHARED_READERS: dict[str, Reader] = {
    "intercept": defence.intercept,
    "naval_intercept": defence.naval_intercept,
    "avoid_battle": defence.avoid,
    "withdraw": defence.withdraw,
    "losses": defence.losses,
    "lose_ships": defence.losses,
    "retreat": answers.choose("retreat", "to", "for", kind=PLACES),
    "naval_retreat": answers.choose("naval_retreat", "to", "for", "fleet", kind=PLACES),
    "naval_avoid": defence.naval_avoid,
    "go_inside": defence.part_of_army("go_inside", "inside"),
    "join_relief": defence.part_of_army("join_relief", "join"),
    "ransom": answers.decide("ransom", LEADER, SPACE, yes="yes", no="no"),
    "intervene": answers.decide("intervene", NATION, COST, yes="intervene", no="no"),
    "confirm_deals": peace.confirm,
    "spring": spring,
    "winter": winter,
    "choose": answers.choose("choose", "in", "to", "for", "from", "against", "unrest"),
    "choose_some": answers.choose_some,
    "decide": answers.decide("decide"),
    "number": answers.count,
    "place_units": answers.place,
}
SHARED_LEADS = {
    "move": "move", "attack": "move", "lead": "move", "sail": "naval move", "transport": "transport",
    "build": "build", "control": "control", "calm": "remove unrest", "assault": "assault", "end": "end",
    "piracy": "piracy", "play": "play", "pass": "pass",
}  # fmt: skip
LOOSE = (
    "respond", "choose", "choose_some", "decide", "confirm_deals", "declare_wars", "pay_for_wars",
    "intervene", "attempt", "diet_card",
)  # fmt: skip
"""Kinds of questions beside whose answers one may tell whatever one likes."""
IN_FULL = ("intercept", "naval_intercept", "avoid_battle", "losses", "lose_ships", "go_inside", "join_relief")
TOPICS = {
    "avoid_battle": ("inside", "withdraw"),
    "intercept": ("inside", "withdraw"),
}
ALIKE = {topic: some for some in (answers.DEFENCE, answers.AT_SEA) for topic in some}
"""For a question, others of its kind: where nothing else is known of a word, their words count."""


def war_words(
    names: Names,
    words: Vocabulary,
    *,
    readers: Mapping[str, Reader],
    of_others: Collection[str],
    orders_only: Collection[str],
    of_deeds: Collection[str],
    leads: Mapping[str, str],
    kinds: OwnKinds,
    people: Callable[[Any, Power], Sequence[str]] | None = None,
) -> FreeWords:
    """The reader of a title."""
    return FreeWords(
        names,
        words,
        readers,
        topics=TOPICS,
        alike=ALIKE,
        leaders=_leaders,
        people=people or people_of,
        capitals=_capitals,
        hand=_hand,
        of_others=of_others,
        orders_only=orders_only,
        of_deeds=of_deeds,
        loose=LOOSE,
        in_full=IN_FULL,
        leads=leads,
        kinds=kinds,
        next_to=_next_to,
    )


def _next_to(game: Any, place: str, other: str) -> bool:
    """By land, from port to sea, or from sea to sea."""
    if not isinstance(game, WarGame):
        return False
    board = game.board
    seas = (*board.zone_neighbours(place), *board.ports_of(place)) if place in board.zones else ()
    lands = (*board.neighbours(place), *board.zones_of(place)) if place in board.spaces else ()
    return other in (*seas, *lands)


def _leaders(game: Any, power: Power) -> Sequence[str]:
    return leaders_of(game, power) if isinstance(game, WarGame) else ()


def people_of(game: Any, power: Power) -> Sequence[str]:
    """Those whom a power commands, wherever they are: a captive as well."""
    if not isinstance(game, WarGame):
        return ()
    return [who for who in game.leaders if game.leader_commander(who) == power]


def _capitals(game: Any, power: Power) -> Sequence[str]:
    return list(game.capitals(power)) if isinstance(game, WarGame) else ()


def _hand(game: Any, power: Power) -> Sequence[int]:
    return game.hand(power) if isinstance(game, WarGame) else ()
