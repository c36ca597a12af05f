"""How free words are read in Here I Stand: a reader for each question."""

from __future__ import annotations

from pbem.games.his.free_words.actions import ACTIONS
from pbem.games.his.free_words.attempts import attempt
from pbem.games.his.free_words.home_cards import (
    ASKED_FIRST,
    CALLED,
    COMET,
    OWN_EVENTS,
    charles_travels,
    use_by_target,
)
from pbem.language.chunks import OwnKinds
from pbem.language.free_words import FreeWords
from pbem.language.items import PLACE, WORD, Item
from pbem.language.meanings import Reader
from pbem.language.names import DEBATER, LANGUAGE, NATION, REFORMER, SPACE, Names
from pbem.language.vocabulary import Vocabulary
from pbem.war.free_words import answers, peace
from pbem.war.free_words.held_cards import one_card, pay
from pbem.war.free_words.offers import offers
from pbem.war.free_words.plays import Plays
from pbem.war.free_words.reader import SHARED_LEADS, SHARED_READERS, war_words
from rules.his.powers import PAPACY
from rules.his.windows import CARDS

PLAYS = Plays(
    ACTIONS,
    CARDS.events,
    (REFORMER, DEBATER, NATION, LANGUAGE),
    OWN_EVENTS,
    CALLED,
    use_by_target,
    ASKED_FIRST,
    (COMET,),
)


def _beside_a_hit(item: Item) -> bool:
    """Whether an item may stand beside what a pirate gets: where it lies, who he is."""
    return (
        (item.kind == PLACE and item.prep in ("in", "", "from", "to"))
        or item.count == 1
        or bool(item.named(NATION))
    )


def _beside_a_pool(item: Item) -> bool:
    return bool(item.named(DEBATER)) or (item.kind == WORD and bool(item.named(NATION)))


READERS: dict[str, Reader] = {
    **SHARED_READERS,
    "action": ACTIONS.read,
    "impulse": PLAYS.play,
    "shown_card": PLAYS.play,
    "respond": PLAYS.respond,
    "piracy_hit": answers.choose("piracy_hit", "in", beside=_beside_a_hit),
    "attempt": attempt,
    "diet_card": one_card("diet_card"),
    "debate_pool": answers.choose("debate_pool", "against", beside=_beside_a_pool),
    "trace_italienne": answers.choose("trace_italienne", "in", "to", kind=SPACE),
    "chateau_discard": one_card("chateau_discard"),
    "journey": charles_travels,
    "donation": answers.decide("donation", NATION),
    "sue_for_peace": peace.sue,
    "declare_wars": peace.wars,
    "pay_for_wars": pay,
    "propose_deals": offers(PAPACY),
    "recruits": answers.place,
    "first_negotiation": answers.choose("first_negotiation", "first", "to", "with"),
}


OF_OTHERS = ("propose_deals", "piracy_hit")
OF_DEEDS = ("action", "impulse", "shown_card", "respond", "spring", "winter")
ORDERS_ONLY = ("action", "declare_wars", "spring", "winter")


LEADS = {
    **SHARED_LEADS, "treatise": "treatise", "translate": "translate", "debate": "debate",
    "burn": "burn books", "stpeters": "st peters", "university": "university", "explore": "explore",
    "colonize": "colonize", "conquer": "conquer",
}  # fmt: skip


def his_words(names: Names, words: Vocabulary) -> FreeWords:
    """The reader of free words, with all its tables."""
    kinds = OwnKinds(
        all=(DEBATER, REFORMER, LANGUAGE), by_part=(DEBATER,), people=(DEBATER, REFORMER), by_id=(LANGUAGE,)
    )
    return war_words(
        names,
        words,
        readers=READERS,
        of_others=OF_OTHERS,
        orders_only=ORDERS_ONLY,
        of_deeds=OF_DEEDS,
        leads=LEADS,
        kinds=kinds,
    )
