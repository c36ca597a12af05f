"""The New World (20): voyages, riches and raiders, for dice that are known."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

PRIZES = {
    "st_lawrence": 1, "great_lakes": 1, "mississippi": 1, "amazon": 2, "pacific_strait": 1,
    "circumnavigation": 3, "maya": 1, "aztec": 2, "inca": 2,
}  # fmt: skip
VALUES = {
    "magellan": 4, "orellana": 3, "de_soto": 2, "leon": 1, "de_vaca": 0, "narvaez": -1, "cartier": 3,
    "verrazano": 2, "roberval": 0, "rut": 1, "chancellor": 1, "willoughby": 0, "cortez": 4, "pizarro": 3,
    "montejo": 2, "cordova": 1, "coronado": 1, "english_conquest": 0, "french_conquest": 0,
}  # fmt: skip
RICHES = {
    "inca": "DDDDCGCCCCC",
    "aztec": "DDDDNGCCCCC",
    "maya": "DDDDDGCCCCC",
    "potosi": "EENNNGCCCCC",
    "colony": "EEENNNGCCCC",
}
"""Depleted, Card, Galleon, No effect, Eliminated, for 2 to 12."""


@dataclass(frozen=True)
class Fate:
    """What a voyage comes to: its prizes, and whether the leader is back in the pool."""

    prizes: tuple[str, ...] = ()
    returns: bool = False
    choices: tuple[str, ...] = ()
    """On 10 or more: what the explorer may choose."""


def next_below(prizes: list[str], at: int, claimed: Collection[str]) -> str | None:
    """The prize of a number, or the next free one below it; `prizes` are in rising order."""
    return next((prize for prize in reversed(prizes[: at + 1]) if prize not in claimed), None)


def exploration(roll: int, figure: str, claimed: Collection[str], *, charted: bool, bonus: int) -> Fate:
    """The exploration table (20.2)."""
    total = roll + VALUES[figure] + bonus - (0 if charted else 1)
    if total <= 4:
        return Fate()
    if total <= 6:
        return Fate(returns=True)
    one_point = ["st_lawrence", "great_lakes", "mississippi"]
    if total <= 9:
        found = next_below(one_point, total - 7, claimed)
        return Fate((found,)) if found else Fate(returns=True)
    choices = [prize for prize in (*one_point, "amazon") if prize not in claimed]
    if "circumnavigation" not in claimed:
        choices.append("pacific_strait")  # claimed or not, it leads around the world
    return Fate(choices=tuple(sorted(choices)), returns=not choices)


def circumnavigation(roll: int, figure: str, claimed: Collection[str], *, bonus: int) -> Fate:
    """The strait, and the roll around the world; charts do not matter (20.2)."""
    strait = () if "pacific_strait" in claimed else ("pacific_strait",)
    around = roll + VALUES[figure] + bonus >= 10
    return Fate((*strait, "circumnavigation") if around else strait)


def conquest(roll: int, figure: str, claimed: Collection[str], *, bonus: int) -> Fate:
    """The conquest table (20.3)."""
    total = roll + VALUES[figure] + bonus
    if total <= 6:
        return Fate()
    found = next_below(["maya", "aztec", "inca"], min(total, 11) - 9, claimed) if total >= 9 else None
    return Fate((found,)) if found else Fate(returns=True)


def riches(
    roll: int, column: str, *, galleons: bool, plantations: bool, governor: bool, uprising: bool
) -> str:
    """The result for a colony or conquest (20.4): D, C, N or E."""
    colony = column in ("colony", "potosi")
    total = roll + (1 if colony and plantations else 0)
    result = RICHES[column][min(total, 12) - 2]
    if result == "G":
        return "C" if galleons else "N"
    # #111 speaks of colonies (ruling).
    if result == "N" and colony:
        return "C" if governor else "E" if uprising else "N"
    return result


def raid(die: int, *, galleons: bool) -> tuple[bool, bool]:
    """Whether a raider steals the card, and whether he stays (20.4)."""
    stays = {1: False, 2: not galleons, 3: True, 4: True, 5: False, 6: True}
    return die >= 5, stays[die]
