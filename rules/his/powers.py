"""The ids of the powers and the faiths, for code that means one in particular."""

from __future__ import annotations

from typing import Final

OTTOMAN: Final = "ottoman"
HAPSBURG: Final = "hapsburg"
ENGLAND: Final = "england"
FRANCE: Final = "france"
PAPACY: Final = "papacy"
PROTESTANT: Final = "protestant"

IMPULSE_ORDER: Final = (OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY, PROTESTANT)

GENOA: Final = "genoa"
HUNGARY: Final = "hungary"
SCOTLAND: Final = "scotland"
VENICE: Final = "venice"

KNIGHTS: Final = "knights_of_st_john"

CATHOLIC: Final = "catholic"
PROTESTANT_FAITH: Final = "protestant"
OTHER_FAITH: Final = "other"
