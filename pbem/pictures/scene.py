"""A scene: the open facts of one picture, small enough to be kept with a letter until it is sent.

It names places, powers, leaders and kinds of units by their ids alone, so that one scene can be drawn in any
language.  Nothing in it comes from anybody's hand: whoever makes one looks at public facts only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.core import codec

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Kinds of units with how many there are of each."""
Way: TypeAlias = Literal["land", "sea", "flight", "announced"]
"""A march, a voyage, a retreat, or a move that has been announced and may still be stopped."""
What: TypeAlias = Literal["battle", "assault", "siege", "conversion", "conquest"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A leader with his ratings; one without a command rating leads ships."""

    id: str
    battle: int
    command: int


@dataclass(frozen=True, slots=True)
class Army:
    """Everything of one nation in one place."""

    nation: str
    commander: str
    units: Counts = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """A space or a sea zone with what stands and lies there."""

    id: str
    control: str | None = None
    faith: str = ""
    fort: bool = False
    """A fortress was built here."""
    sieges: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    """Letters that lie beside it (`Look.badges`)."""
    armies: tuple[Army, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody went somewhere since the reader's last letter, or is about to."""

    power: str
    origin: str
    to: str
    way: Way
    count: int = 0
    """How many units; 0 where only leaders went, or it was not told."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something happened in a place since the reader's last letter."""

    place: str
    what: What


@dataclass(frozen=True, slots=True)
class Standing:
    """A power in the table of a whole map."""

    power: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Theatre:
    """The part of the board that something is about; without a frame all of it."""

    frame: tuple[int, int, int, int] | None = None
    focus: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows; without a frame the whole map."""

    title: str
    """The name of the game's title: `his`."""
    frame: tuple[int, int, int, int] | None = None
    """Left, top, right and bottom in the board's coordinates."""
    reader: str = ""
    """For whom it is drawn; empty for everybody."""
    foes: tuple[str, ...] = ()
    """Whom the reader is at war with."""
    focus: tuple[str, ...] = ()
    """Where the question is."""
    targets: tuple[str, ...] = ()
    """Places that can be chosen."""
    sites: tuple[Site, ...] = ()
    beyond: tuple[tuple[str, str], ...] = ()
    """Spaces just outside of the frame, and who holds them."""
    moves: tuple[Move, ...] = ()
    marks: tuple[Mark, ...] = ()
    turn: int = 0
    standings: tuple[Standing, ...] = ()
    """Victory points and so on; on a whole map only."""

    @property
    def places(self) -> tuple[str, ...]:
        """Everything that is in the picture."""
        return tuple(site.id for site in self.sites)

    def as_json(self) -> Any:
        """As it is kept with a letter."""
        return codec.dump(self)

    @classmethod
    def from_json(cls, data: Any) -> Scene:
        scene: Scene = codec.load(data, cls)
        return scene

    @property
    def digest(self) -> str:
        """The same for the same facts."""
        return digest_of(self.as_json())


def digest_of(facts: Any) -> str:
    """The digest of a scene that is JSON already."""
    return codec.digest(facts)[:16]
