"""How free words are read in Here I Stand: a reader for each question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.his.free_words import answers, defence, peace, plays
from pbem.games.his.free_words.actions import actions
from pbem.games.his.free_words.offers import offer
from pbem.games.his.free_words.seasons import spring, winter
from pbem.language.free_words import FreeWords, Reader
from pbem.language.items import COST
from pbem.language.names import LEADER, NATION, SPACE, Names
from pbem.language.names import PLACE as PLACES
from pbem.language.vocabulary import SHARED, vocabulary
from pbem.war.orders.seasons import leaders_of
from rules.core.flow import Power
from rules.his.game import HisGame

READERS: dict[str, Reader] = {
    "action": actions,
    "impulse": plays.play,
    "shown_card": plays.play,
    "respond": plays.respond,
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
    "piracy_hit": answers.choose("piracy_hit", "in"),
    "attempt": answers.attempt,
    "diet_card": answers.one_card("diet_card"),
    "debate_pool": answers.choose("debate_pool", "against"),
    "trace_italienne": answers.choose("trace_italienne", "in", "to", kind=SPACE),
    "chateau_discard": answers.one_card("chateau_discard"),
    "journey": answers.charles_travels,
    "ransom": answers.decide("ransom", LEADER, yes="yes", no="no"),
    "donation": answers.decide("donation", NATION),
    "intervene": answers.decide("intervene", NATION, COST, yes="intervene", no="no"),
    "sue_for_peace": peace.sue,
    "confirm_deals": peace.confirm,
    "declare_wars": peace.wars,
    "pay_for_wars": answers.pay,
    "propose_deals": offer,
    "spring": spring,
    "winter": winter,
    "choose": answers.choose("choose", "in", "to", "for", "from", "against", "unrest"),
    "choose_some": answers.choose_some,
    "decide": answers.decide("decide"),
    "number": answers.count,
    "place_units": answers.place,
    "recruits": answers.place,
    "first_negotiation": answers.choose("first_negotiation", "first", "to", "with"),
}


TOPICS = {
    "avoid_battle": ("inside", "withdraw"),
    "intercept": ("inside", "withdraw"),
}


ALIKE = {topic: some for some in (answers.DEFENCE, answers.AT_SEA) for topic in some}
"""For a question, others of its kind: where nothing else is known of a word, their words count."""


OF_OTHERS = ("propose_deals", "piracy_hit")
OF_DEEDS = ("action", "impulse", "shown_card", "respond", "spring", "winter")
ORDERS_ONLY = ("action", "declare_wars", "spring", "winter")


LEADS = {
    "move": "move", "attack": "move", "lead": "move", "sail": "naval move", "transport": "transport",
    "build": "build", "control": "control", "calm": "remove unrest", "assault": "assault", "end": "end",
    "treatise": "treatise", "translate": "translate", "debate": "debate", "burn": "burn books",
    "stpeters": "st peters", "university": "university", "explore": "explore", "colonize": "colonize",
    "conquer": "conquer", "piracy": "piracy", "play": "play", "pass": "pass",
}  # fmt: skip


def his_words(names: Names, language: str = "") -> FreeWords:
    """The reader of free words in English and a language, with all its tables."""
    words = vocabulary(SHARED, "his", language=language)
    return FreeWords(
        names,
        words,
        READERS,
        TOPICS,
        ALIKE,
        _leaders,
        _people,
        _capitals,
        _hand,
        OF_OTHERS,
        ORDERS_ONLY,
        OF_DEEDS,
        LEADS,
    )


def _leaders(game: Any, power: Power) -> Sequence[str]:
    return leaders_of(game, power) if isinstance(game, HisGame) else ()


def _people(game: Any, power: Power) -> Sequence[str]:
    """Those whom a power commands, wherever they are: a captive as well."""
    if not isinstance(game, HisGame):
        return ()
    return [who for who in game.leaders if game.leader_commander(who) == power]


def _capitals(game: Any, power: Power) -> Sequence[str]:
    return game.capitals(power) if isinstance(game, HisGame) else ()


def _hand(game: Any, power: Power) -> Sequence[int]:
    return game.hand(power) if isinstance(game, HisGame) else ()


__all__ = ["READERS", "his_words"]
