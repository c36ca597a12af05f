"""A card of Virgin Queen in a few lines, for letters."""

from __future__ import annotations

from pbem.language.voice import Voice
from pbem.war import card_text as war_card
from rules.vq.data import CardData


def card_text(card: CardData, voice: Voice) -> str:
    """What it is and what it does."""
    entry = voice.word(f"card_{card.enters}", power=card.home, number=card.turn)
    told = war_card.card_text(
        card, voice, war_card.facts_text(card, voice, entry, war_card.removal_words(card, voice))
    )
    return told if card.uses else f"{told} {voice.word('card_without_function')}"
