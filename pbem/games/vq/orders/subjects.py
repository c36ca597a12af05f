"""What standing orders can be about, by the names that players give it."""

from __future__ import annotations

from pbem.language.registry import Subject

SUBJECTS = {
    "diplomacy": Subject(
        "diplomacy",
        (
            *("propose_deals", "confirm_deals", "betroth_own", "betroth_unplayed", "ransom"),
            *("declare_and_pay", "intervene", "war_on_activation"),
        ),
    ),
    "deals": Subject("deals", ("propose_deals", "confirm_deals")),
    "wars": Subject("wars", ("declare_and_pay",)),
}
