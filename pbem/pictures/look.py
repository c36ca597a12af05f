"""What a game's map looks like: the liveries of its nations, the rings of its faiths, its land, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.language.voice import Voice

Points: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Livery:
    """How a nation is shown: a few letters, and a colour that these can be read on."""

    code: str
    name: str
    fill: str
    ink: str


@dataclass(frozen=True, slots=True)
class Ring:
    """How a faith is shown around a space: a colour, and a pattern that needs none."""

    name: str
    colour: str
    beads: str = ""
    """White dashes on it, as in SVG."""


@dataclass(frozen=True, slots=True)
class SeaSign:
    """What is printed between two seas: an arrow with the wind, or two for a dangerous passage."""

    at: tuple[int, int]
    towards: tuple[float, float]
    """Which way it points, with a length of 1."""
    dangerous: bool
    word: str
    """What it means."""

    def path(self, x: float, y: float, size: float) -> str:
        """The line and its heads around a point, as the data of a path."""
        across, down = self.towards[0] * size, self.towards[1] * size
        found = [f"M{x - across:.1f} {y - down:.1f}L{x + across:.1f} {y + down:.1f}"]
        for sign in (1, -1) if self.dangerous else (1,):
            tip = x + sign * across, y + sign * down
            for side in (0.45, -0.45):
                back = -sign * across * 0.55 - side * down, -sign * down * 0.55 + side * across
                found.append(f"M{tip[0]:.1f} {tip[1]:.1f}l{back[0]:.1f} {back[1]:.1f}")
        return "".join(found)


@dataclass(frozen=True, slots=True)
class Look:
    """What a game's map looks like."""

    title: str
    nations: Mapping[str, Livery]
    rings: Mapping[str, Ring]
    land: Sequence[Points]
    badges: Mapping[str, str]
    """The letters that lie beside a space or in a sea -> what they mean."""
    nobody: Livery
    words: Callable[[str], str]
    """What the shapes and signs of any map mean, in the language of its reader: `siege`, `land_units`."""
    leader: Callable[[str], str] = str
    """The name of a leader."""
    units: Mapping[str, str] = field(default_factory=dict)
    """What each kind of unit is called, the plural."""
    signs: Sequence[SeaSign] = ()
    """Winds and dangerous passages."""
    columns: Sequence[str] = ()
    """What the numbers of a power in the table of a whole map are: VP, cards, keys."""

    @classmethod
    def plain(cls, title: str, powers: Mapping[str, str], voice: Voice) -> Look:
        """A look without land and faiths: powers with their names, in colours of their own."""
        colours = ("#b3332b", "#2b5fb3", "#3b7d3a", "#8a5a00", "#6b3fa0", "#00707a")
        liveries = {
            id: Livery(name[:2], name, colours[at % len(colours)], "#ffffff")
            for at, (id, name) in enumerate(powers.items())
        }
        nobody = Livery("–", voice.word("nobody"), "#d9d4c7", "#111111")
        return cls(title, liveries, {}, (), {}, nobody, lambda word: voice.word(f"picture.{word}"))

    def livery(self, nation: str | None) -> Livery:
        """The livery of a nation; a loan wears its owner's."""
        return self.nations.get((nation or "").partition(">")[0], self.nobody)
