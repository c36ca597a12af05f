"""A card in a few lines, for letters: what it is, nothing of the code."""

from __future__ import annotations

from typing import Any

from pbem.language.voice import Voice


def removal_words(card: Any, voice: Voice) -> str:
    """Where the card goes."""
    if card.kind == "home":
        return voice.word("card_comes_back")
    return voice.word({"yes": "card_leaves", "no": "card_discarded"}.get(card.removed, "card_may_leave"))


def facts_text(card: Any, voice: Voice, entry: str, removal: str) -> str:
    """Kind, CP, entry and removal in a line."""
    kind = voice.name("card_kind", card.kind, "short")
    return voice.word("card_facts", kind_text=kind, cp=card.cp, entry_text=entry, removal_text=removal)


def card_text(card: Any, voice: Voice, facts: str) -> str:
    """All of it."""
    summary = voice.summary(card.n, card.summary)
    return voice.word("card", number=card.n, card=card.n, facts_text=facts, summary_text=summary)
