"""The ids of the powers, forces, areas and faiths, for code that means one in particular."""

from __future__ import annotations

from typing import Final

OTTOMAN: Final = "ottoman"
SPAIN: Final = "spain"
ENGLAND: Final = "england"
FRANCE: Final = "france"
EMPIRE: Final = "holy_roman_empire"
PROTESTANT: Final = "protestant"

IMPULSE_ORDER: Final = (OTTOMAN, SPAIN, ENGLAND, FRANCE, EMPIRE, PROTESTANT)

IRELAND: Final = "ireland"
PAPACY: Final = "papacy"
PORTUGAL: Final = "portugal"
SCOTLAND: Final = "scotland"
VENICE: Final = "venice"

HUGUENOT: Final = "huguenot"
DUTCH: Final = "dutch"
FACTIONS: Final = (HUGUENOT, DUTCH)
"""The two factions of the Protestant power: counters of their own, one command (23.6)."""

WALLOONS: Final = "walloons"
KNIGHTS: Final = "knights_of_st_john"
MORISCO: Final = "morisco"

AREA_ENGLAND: Final = "england"
AREA_FRANCE: Final = "france"
AREA_NETHERLANDS: Final = "netherlands"
AREA_SCOTLAND: Final = "scotland"
AREAS: Final = (AREA_ENGLAND, AREA_FRANCE, AREA_NETHERLANDS, AREA_SCOTLAND)
"""Where the faith of a space can change (2.3)."""
AREA_OF: Final = {HUGUENOT: AREA_FRANCE, DUTCH: AREA_NETHERLANDS}
"""The area of each faction (23.6)."""
LORD_OF: Final = {AREA_FRANCE: FRANCE, AREA_NETHERLANDS: SPAIN}
"""Against whom the Protestant rebels in an area (18.4)."""

CATHOLIC: Final = "catholic"
PROTESTANT_FAITH: Final = "protestant"
