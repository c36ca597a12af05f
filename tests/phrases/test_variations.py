"""Lines that are built by rule are read as they mean, or not at all; those that are spoilt do nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.phrases.variations import Built, build, verdict

LINES = 160
SEED = 11

FOUND = (
    # Who goes and who stays, parted where their names begin.
    ("h4-siege", "The Sultan assaults with eight infantry, Ibrahim and the cavalry stay behind",
     ("assault vienna with suleiman, 8 regulars",)),
    ("hab-cp", "Alva heads for Madrid with three regs, Charles and the two others don't budge",
     ("move duke_of_alva, 3 regulars: valladolid > madrid",)),
    ("fr-two", "To Lyon go Montmorency, 1 mercenary - Francis, the one merc stay!",
     ("move montmorency, 1 mercenaries: dijon > lyon",)),
    ("hab-cp", "Alva moves to Bilbao with a reg. Charles and 4 infantry are left behind",
     ("move duke_of_alva, 1 regulars: valladolid > bilbao",)),
    ("fr-two", "Francis goes to Besancon with 4 regulars, Montmorency and 2 mercs go to Lyon",
     ("move francis_i, 4 regulars: dijon > besancon", "move montmorency, 2 mercenaries: dijon > lyon")),
    ("fr-two",
     "Move Montmorency and a merc from Dijon to Lyon, take Francis & his 2 mercs from Dijon to Besancon.",
     ("move montmorency, 1 mercenaries: dijon > lyon", "move francis_i, 2 mercenaries: dijon > besancon")),
    ("eng-cp", "Brandon brings two infantry to Bristol!", ("move brandon, 2 regulars: london > bristol",)),
    # What is paid, and how many there are.
    ("prot-cp", "One on the German New Testament, two on a treatise for Germany.",
     ("translate new_testament german 1", "treatise german")),
)  # fmt: skip
SPOILT = (
    ("x3-ot-pass", "I do not pass"),
    ("x3-ot-pass", "I won't pass this time"),
    ("hab-avoid-small", "Ferdinand slips away to Linz with 2 regulars. No, forget it."),
    (
        "h4-siege",
        "I assault with Suleiman, seven infantry & 1 cavalry, but Ibrahim and his 1 reg remain, but not yet",
    ),
    ("hab-cp", "Alva heads for Madrid with three regs and Charles and the others stay"),
    ("x-fr-siege", "Metz will fall!"),
)


def test_lines_are_read_as_they_are_built_or_not_at_all() -> None:
    said: Counter[str] = Counter()
    wrong = []
    for built in build(LINES, SEED):
        judged, effect = verdict(built)
        said[judged] += bool(built.means)
        if judged == "MISREAD":
            wrong.append(f"{built.line!r} -> {effect.answers}")
    assert not wrong, "\n".join(wrong)
    assert said["meant"] >= 0.8 * said.total()


@pytest.mark.parametrize(("position", "line", "means"), FOUND)
def test_what_was_once_misread_is_read(position: str, line: str, means: tuple[str, ...]) -> None:
    assert verdict(Built(position, line, means))[0] == "meant"


@pytest.mark.parametrize(("position", "line"), SPOILT)
def test_what_orders_nothing_does_nothing(position: str, line: str) -> None:
    assert verdict(Built(position, line, ()))[0] == "quiet"
