"""Deals in words, as the two powers read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.language.voice import Voice
from pbem.war.orders.deals import Agreements, is_made_by
from rules import Power
from rules.war.deals import SQUADRONS, Deal, Item


def told(
    deal: Deal, reader: Power, voice: Voice, agreements: Agreements, own: Callable[[Item, Voice], str]
) -> str:
    """The terms of a deal; `own` tells agreements that only this title has."""
    return ", ".join(_told(item, reader, voice, agreements, own) for item in deal.items)


def _told(
    item: Any, reader: Power, voice: Voice, agreements: Agreements, own: Callable[[Item, Voice], str]
) -> str:
    """One agreement; what the reader gives is told to him."""
    if item == agreements.peace:
        return voice.word("deal.peace")
    if item == agreements.alliance:
        return voice.word("deal.alliance")
    if is_made_by(agreements.free, item):
        return voice.word("deal.return", leader=item.leader)
    if not hasattr(item, "giver"):
        return own(item, voice)
    you = "you_" if item.giver == reader else ""
    if is_made_by(agreements.cede, item):
        return voice.word(f"deal.{you}cede", power=item.giver, space=item.space)
    for gift in agreements.gifts:
        if is_made_by(gift.item, item) and gift.unit:
            (text,) = voice.units({gift.unit: item.count})
            return voice.word(f"deal.{you}give", power=item.giver, text=text)
        if is_made_by(gift.item, item):
            return voice.word(f"deal.{you}{gift.told}", power=item.giver, count=item.count)
    nation = "" if item.nation == item.giver else item.nation
    (ships,) = voice.units({getattr(item, "kind", SQUADRONS): item.count}, nation)
    return voice.word(
        f"deal.{you}lend", power=item.giver, text=ships, place=item.place, leader=item.leader or None
    )
