"""What standing orders can be about, by the names that players give it.

Every question has a name of its own (`question_key`): its topic, its kind, or `respond.` and the window.
Here are the words for those that are worth a standing order; any other goes by the words of its name.
"""

from __future__ import annotations

from pbem.language.registry import Subject

DIPLOMACY = Subject(
    "diplomacy",
    (
        *("first_negotiation", "propose_deals", "confirm_deals", "sue_for_peace", "ransom", "donation"),
        *("declare_wars", "intervene", "war_on_activation"),
    ),
)
TARGETS = Subject("targets", ("attempt", "debate_conversion", "diet_conversion", "trent_conversion"))

SUBJECTS = {
    "diplomacy": DIPLOMACY,
    "targets": TARGETS, "target": TARGETS, "conversions": TARGETS,
    "deals": Subject("deals", ("propose_deals", "confirm_deals")),
    "wars": Subject("wars", ("declare_wars",)),
    "preparations": Subject("spring_preparations", ("respond.deployment",)),
}  # fmt: skip
