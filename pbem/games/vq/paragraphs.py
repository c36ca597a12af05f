"""Paragraphs of this rulebook for refusals of shared rules, which cite those of *Here I Stand*."""

from __future__ import annotations

HERE = {
    ("5.2", "counters.cannot_divide"): "5.3",
    ("17.1", "construction.enemies"): "17.2",
    ("17.2", "construction.enemies"): "17.3",
    ("17.2", "construction.needs_port"): "17.3",
    ("17.2", "counters.no_ship"): "17.3",
    ("17.2", "counters.no_ship_this_turn"): "17.3",
    ("19.3", "forces.no_land_units"): "20.4",
    ("19.3", "forces.not_so_many_to_choose"): "20.4",
    ("19.3", "leader.elsewhere"): "20.4",
    ("19.3", "leader.named_twice"): "20.4",
    ("19.3", "leader.no_army_leader"): "20.4",
    ("19.3", "leader.no_naval_leader"): "20.4",
    ("19.3", "leader.unknown"): "20.4",
    ("19.3", "winter"): "20.4",
    ("21.6", "construction.not_yet"): "9.5",
    ("21.6", "control.not_yet"): "9.5",
    ("21.6", "movement.not_yet"): "9.5",
    ("21.6", "space.closed"): "9.5",
    ("22.3", "construction.not_of_a_minor"): "24.3",
    ("22.3", "forces.not_yours"): "24.3",
}
"""By paragraph there, and code or its first word; all others have the same number in both rulebooks."""


def paragraph(code: str, rule: str) -> str:
    """The paragraph of Virgin Queen that a refusal stands on."""
    return HERE.get((rule, code)) or HERE.get((rule, code.partition(".")[0])) or rule
