"""The colours of paper and ink, light and dark; those of powers and faiths are the title's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Everything on a picture that belongs to no power."""

    sea: str
    land: str
    coast: str
    road: str
    ink: str
    halo: str
    """Around letters, so that they can be read on anything."""
    water_ink: str
    edge: str
    """Around symbols and counters."""
    tint: float
    """How strongly the land around a space is coloured by who holds it."""
    focus: str
    foe: str
    own: str
    strip: str
    """Behind the line that explains the signs."""


LIGHT = Palette(
    sea="#d3e3ec",
    land="#f6f1e3",
    coast="#86a3b0",
    road="#a1937a",
    ink="#1b1b1d",
    halo="#fbf8ef",
    water_ink="#2b5876",
    edge="#1d1d1f",
    tint=0.2,
    focus="#d07c00",
    foe="#c4001a",
    own="#1d1d1f",
    strip="#fbf8ef",
)
DARK = Palette(
    sea="#1b2a35",
    land="#34322d",
    coast="#56707e",
    road="#86795f",
    ink="#f2eee3",
    halo="#26241f",
    water_ink="#9cc3dc",
    edge="#0c0c0d",
    tint=0.24,
    focus="#ffb037",
    foe="#ff5a63",
    own="#ffffff",
    strip="#23221e",
)


def mixed(colour: str, ground: str, share: float) -> str:
    """A colour that shines through a ground.

    >>> mixed("#ffffff", "#000000", 0.2)
    '#333333'
    """
    parts = (
        round(int(colour[n : n + 2], 16) * share + int(ground[n : n + 2], 16) * (1 - share))
        for n in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
