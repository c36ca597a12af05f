"""What standing orders can be about: the questions of a title, by the names that players give them."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.language.names import Names
from pbem.language.registry import Subject
from pbem.language.words import key

INTERCEPTION = Subject("interception", ("intercept", "naval_intercept"))
AVOIDING = Subject("avoiding_battle", ("avoid_battle", "naval_avoid"))
WITHDRAWAL = Subject("withdrawal", ("withdraw",))
RETREAT = Subject("retreat", ("retreat", "naval_retreat"))
LOSSES = Subject("losses", ("losses", "lose_ships"))
INSIDE = Subject("going_inside", ("go_inside",))
RELIEF = Subject("joining_relief", ("join_relief",))
PIRACY = Subject("piracy", ("piracy_hit", "piracy_squadron"))
WINTER = Subject("winter", ("winter",))
SPRING = Subject("spring_deployment", ("spring",))
IMPULSE = Subject("impulse", ("impulse", "show_card"))
DISPLACED = Subject("displaced_units", ("displaced_army", "displaced_fleet", "ships_flee"))
DEFENCE = Subject(
    "defence",
    tuple(
        key
        for subject in (INTERCEPTION, AVOIDING, WITHDRAWAL, RETREAT, LOSSES, INSIDE, PIRACY, DISPLACED)
        for key in subject.keys
    ),
)

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
}  # fmt: skip
"""The subjects of war, which titles share; a title adds its own."""


def subjects(names: Names) -> dict[str, Subject]:
    """All subjects by their words, folded."""
    found: dict[str, Subject] = {}
    for name in (*names.grammars.kinds, *names.grammars.questions):
        words = name.rpartition(".")[2].replace("_", " ")
        if name not in ("action", "respond", "choose", "choose_some", "decide", "number"):
            found[key(words)] = Subject(name.rpartition(".")[2], (name,))
    known = {**WORDS, **names.grammars.subjects}
    return {**found, **{key(words): subject for words, subject in known.items()}}


def subject_named(words: str, names: Names) -> Subject | None:
    """The subject that these words name exactly."""
    plain = key(words)
    known = subjects(names)
    return known.get(plain) or known.get(plain.removeprefix("for ").removeprefix("the "))


def near_subjects(words: str, names: Names) -> list[str]:
    """Subjects that look like these words: for proposals only."""
    return get_close_matches(key(words), list(subjects(names)), 3, 0.6)
