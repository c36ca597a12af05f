"""Cards of the own hand in free words: by number, by title, by a word of the title."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.items import PERSON, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import CARD
from pbem.language.words import key
from pbem.war.free_words.answers import adds_nothing, is_said
from pbem.war.free_words.parts import ALWAYS


def home_card(moment: Moment) -> str:
    """The home card in hand, if there is one only."""
    cards = moment.game.data.cards
    home = [str(card) for card in moment.game.hand(moment.power) if cards[card].kind == "home"]
    return home[0] if len(home) == 1 else ""


def card_by_word(moment: Moment, item: Item, hand: Sequence[str]) -> str:
    """The one card in hand with a word in its title: `the Swiss`, `Emperor`; empty if there is none."""
    if item.kind not in (WORD, UNITS, PERSON) or item.count is not None or item.says(*ALWAYS, "card"):
        return ""
    words = [word for word in item.chunk.text.split() if len(word) >= SHORTEST_TITLE]
    found = [
        card
        for card in hand
        if words and all(word in key(moment.game.data.cards[int(card)].title).split() for word in words)
    ]
    return found[0] if len(found) == 1 else ""


SHORTEST_TITLE = 4
"""Letters of a word that tells a card."""


def cards_named(moment: Moment, topic: str) -> list[str]:
    """The cards in hand that a line names, if it says nothing else."""
    hand = [str(card) for card in moment.game.hand(moment.power)]
    found: dict[str, None] = {}
    for item in moment.items:
        if item.named(CARD) in hand:
            found[item.named(CARD)] = None
        elif item.says("home_card") and (home := home_card(moment)):
            found[home] = None
        elif card := card_by_word(moment, item, hand):
            found[card] = None
        elif not adds_nothing(moment, item, topic, "deed.play", "card", "home_card", "for", "in", "to"):
            return []
    return list(found)


def one_card(topic: str) -> Reader:
    """The reader of a question for one card."""

    def read(moment: Moment) -> list[Reading]:
        found = cards_named(moment, topic)
        return [Reading((found[0],), is_said(moment, topic))] if len(found) == 1 else []

    return read


def pay(moment: Moment) -> list[Reading]:
    """`Fuggers and Ransom`."""
    found = cards_named(moment, "pay_for_wars")
    return [Reading((f"pay {', '.join(found)}",))] if found else []
