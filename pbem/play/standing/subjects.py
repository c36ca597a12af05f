"""What standing orders can be about: questions by the names that players give them.

Every question has a name of its own (`prompt_key`): its topic, its kind, or `respond.` and the window.  Here
are the words for those that are worth a standing order; any other goes by the words of its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from pbem.language.catalog import catalog_of
from pbem.language.registry import KINDS
from pbem.language.words import key


@dataclass(frozen=True, slots=True)
class Subject:
    """One or more questions under one name."""

    name: str
    keys: tuple[str, ...]


INTERCEPTION = Subject("Interception", ("intercept", "naval_intercept"))
AVOIDING = Subject("Avoiding battle", ("avoid_battle", "naval_avoid"))
WITHDRAWAL = Subject("Withdrawal", ("withdraw",))
RETREAT = Subject("Retreat", ("retreat", "naval_retreat"))
LOSSES = Subject("Losses", ("losses", "lose_ships"))
INSIDE = Subject("Going inside", ("go_inside",))
RELIEF = Subject("Joining a relief", ("join_relief",))
PIRACY = Subject("Piracy", ("piracy_hit", "piracy_squadron"))
WINTER = Subject("Winter", ("winter",))
SPRING = Subject("Spring deployment", ("spring",))
IMPULSE = Subject("Impulse", ("impulse", "show_card"))
DISPLACED = Subject("Displaced units", ("displaced_army", "displaced_fleet", "ships_flee"))
DEFENCE = Subject(
    "Defence",
    tuple(
        key
        for subject in (INTERCEPTION, AVOIDING, WITHDRAWAL, RETREAT, LOSSES, INSIDE, PIRACY, DISPLACED)
        for key in subject.keys
    ),
)
DIPLOMACY = Subject(
    "Diplomacy",
    (
        *("first_negotiation", "propose_deals", "confirm_deals", "sue_for_peace", "ransom", "donation"),
        *("declare_wars", "intervene", "war_on_activation"),
    ),
)
TARGETS = Subject("Targets", ("attempt", "debate_conversion", "diet_conversion", "trent_conversion"))

WORDS = {
    "intercept": INTERCEPTION, "interception": INTERCEPTION, "interceptions": INTERCEPTION,
    "avoid battle": AVOIDING, "avoid": AVOIDING, "avoiding battle": AVOIDING,
    "withdraw": WITHDRAWAL, "withdrawal": WITHDRAWAL,
    "retreat": RETREAT, "retreats": RETREAT,
    "losses": LOSSES, "casualties": LOSSES,
    "inside": INSIDE, "go inside": INSIDE, "garrison": INSIDE,
    "relief": RELIEF, "join relief": RELIEF,
    "piracy": PIRACY, "piracy hits": PIRACY, "pirates": PIRACY,
    "winter": WINTER, "wintering": WINTER,
    "spring": SPRING, "spring deployment": SPRING,
    "impulse": IMPULSE, "impulses": IMPULSE,
    "displaced units": DISPLACED,
    "defence": DEFENCE, "defense": DEFENCE, "battles": DEFENCE,
    "diplomacy": DIPLOMACY,
    "targets": TARGETS, "target": TARGETS, "conversions": TARGETS,
    "deals": Subject("Deals", ("propose_deals", "confirm_deals")),
    "wars": Subject("Wars", ("declare_wars",)),
    "preparations": Subject("Spring preparations", ("respond.deployment",)),
}  # fmt: skip


@cache
def subjects() -> dict[str, Subject]:
    """All subjects by their words, folded."""
    found: dict[str, Subject] = {}
    for name in (*KINDS, *catalog_of("his").tables["question"]):
        words = name.rpartition(".")[2].replace("_", " ")
        if name not in ("action", "respond", "choose", "choose_some", "decide", "number"):
            found[key(words)] = Subject(words[:1].upper() + words[1:], (name,))
    return {**found, **{key(words): subject for words, subject in WORDS.items()}}


def subject_named(words: str) -> Subject | None:
    """The subject that these words name exactly."""
    plain = key(words)
    return subjects().get(plain) or subjects().get(plain.removeprefix("for ").removeprefix("the "))


def near_subjects(words: str) -> list[str]:
    """Subjects that look like these words: for proposals only."""
    return get_close_matches(key(words), list(subjects()), 3, 0.6)
