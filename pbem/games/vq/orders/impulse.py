"""Words of an impulse, and what players order at the wrong moment."""

from __future__ import annotations

from pbem.games.vq.orders.book import BOOK
from pbem.war.orders.impulse import ELSEWHERE, VERBS

BOOK.verbs += [
    *VERBS, "preach", "suppress", "rebel", "sponsor", "influence", "spy", "informant", "assassinate",
    "outfit", "expedition", "fortify", "strengthen", "embark", "land",
]  # fmt: skip
BOOK.elsewhere |= {
    **ELSEWHERE,
    "action.marriage": ("marry", "betroth", "wedding"),
    "action.conversion": ("convert", "reform"),
}
