"""Orders for a card that is shown before it is played, and what players order at the wrong moment."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import BOOK, grammar
from pbem.language.grammar import Parser, Reject, name, nothing, one_of
from pbem.language.names import CARD, Names
from pbem.war.orders.impulse import ELSEWHERE, VERBS, card_plays, say_play
from rules.core.impulse import Play
from rules.his.sequence.impulse import PlayShownCard

BOOK.verbs += [
    *VERBS, "treatise", "publish", "translate", "debate", "call debate", "burn books", "st peters", "explore",
    "colonize", "conquer",
]  # fmt: skip
BOOK.elsewhere |= {
    **ELSEWHERE,
    "action.conversion": ("reform", "convert"),
    "action.excommunication": ("excommunicate",),
    "action.chateau": ("build chateau", "build a chateau", "build chateaux", "chateau", "chateaux"),
    "action.marriage": ("marry",),
}


@grammar("shown_card")
def play_shown_card(question: PlayShownCard, game: Any, names: Names) -> Parser[Play]:
    """A card that is shown already (21.3): its name may be left out."""

    def shown(card: int) -> int:
        if card != question.card:
            raise Reject("card.shown", card=question.card)
        return card

    card = one_of(name(CARD, (str(question.card),)).to(int).to(shown), nothing(question.card))
    return one_of(*card_plays(card, game))


play_shown_card.say(say_play)
