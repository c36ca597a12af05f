"""How free words are read in Here I Stand: a reader for each question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.his.free_words import answers, defence, plays
from pbem.games.his.free_words.actions import actions
from pbem.games.his.free_words.offers import offer
from pbem.games.his.free_words.seasons import spring, winter
from pbem.games.his.orders.seasons import leaders_of
from pbem.language.free_words import FreeWords, Reader
from pbem.language.items import COST
from pbem.language.names import LEADER, NATION, SPACE, Names
from pbem.language.names import PLACE as PLACES
from pbem.language.vocabulary import SHARED, vocabulary
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
    "sue_for_peace": answers.sue,
    "confirm_deals": answers.confirm,
    "declare_wars": answers.wars,
    "pay_for_wars": answers.pay,
    "propose_deals": offer,
    "spring": spring,
    "winter": winter,
    "first_negotiation": answers.choose("first_negotiation", "first", "to", "with"),
}


TOPICS = {
    "avoid_battle": ("inside", "withdraw"),
    "intercept": ("inside", "withdraw"),
}


LEADS = {
    "move": "move", "attack": "move", "lead": "move", "sail": "naval move", "transport": "transport",
    "build": "build", "control": "control", "calm": "remove unrest", "assault": "assault", "end": "end",
    "treatise": "treatise", "translate": "translate", "debate": "debate", "burn": "burn books",
    "stpeters": "st peters", "university": "university", "explore": "explore", "colonize": "colonize",
    "conquer": "conquer", "piracy": "piracy", "play": "play", "pass": "pass",
}  # fmt: skip


def his_words(names: Names) -> FreeWords:
    """The reader of free words, with all its tables."""
    words = vocabulary(SHARED, "his")
    return FreeWords(names, words, READERS, TOPICS, _leaders, _hand, LEADS)


def _leaders(game: Any, power: Power) -> Sequence[str]:
    return leaders_of(game, power) if isinstance(game, HisGame) else ()


def _hand(game: Any, power: Power) -> Sequence[int]:
    return game.hand(power) if isinstance(game, HisGame) else ()


__all__ = ["READERS", "his_words"]
