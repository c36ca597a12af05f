"""A block: the name of a place and, below it, who stands there, nation by nation and kind by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from pbem.pictures import icons
from pbem.pictures.fonts import Face, text_width
from pbem.pictures.look import Look
from pbem.pictures.palette import Palette
from pbem.pictures.scene import Army, Figure, Site

NAME, COUNT, SMALL = 12.0, 11.5, 11.0
"""Sizes of names, of numbers of units, and of leaders."""
NAME_HIGH, CHIP_HIGH, LEADER_HIGH = 13.5, 16.0, 13.0
ICON = 0.92
PAD = 3.0


@dataclass(slots=True)
class Row:
    """A row of a block: how much room it takes, and its drawing from its left end and its middle."""

    width: float
    height: float
    drawing: str


@dataclass(slots=True)
class Block:
    """All rows of a place; `size` is how much larger than usual it is drawn."""

    rows: list[Row] = field(default_factory=list)
    size: float = 1.0

    @property
    def width(self) -> float:
        return max(row.width for row in self.rows) * self.size

    @property
    def height(self) -> float:
        return sum(row.height for row in self.rows) * self.size

    def draw(self, left: float, top: float, align: int) -> str:
        """At its place; `align` says to which side its rows are flush."""
        inner = self.width / self.size
        y, found = 0.0, []
        for row in self.rows:
            shift = {-1: 0.0, 0: (inner - row.width) / 2, 1: inner - row.width}[align]
            found.append(f'<g transform="translate({shift:.1f} {y + row.height / 2:.1f})">{row.drawing}</g>')
            y += row.height
        scale = f" scale({self.size:g})" if self.size != 1 else ""
        return f'<g transform="translate({left:.1f} {top:.1f}){scale}">{"".join(found)}</g>'


def block_of(
    name: str,
    site: Site,
    look: Look,
    palette: Palette,
    *,
    bold: bool = False,
    sea: bool = False,
    foes: Sequence[str] = (),
    reader: str = "",
    size: float = 1.0,
) -> Block:
    """The block of a place."""
    block = Block(size=size)
    if name:
        face: Face = "Italic" if sea else "Bold" if bold else "Regular"
        colour = palette.water_ink if sea else palette.ink
        halo = palette.sea if sea else palette.halo
        block.rows.append(_name(name, face, colour, halo))
    for army in site.armies:
        if army.units:
            block.rows.append(
                _chip(army, look, palette, foe=army.commander in foes, own=army.commander == reader)
            )
        for figure in army.figures:
            block.rows.append(_leader(figure, army, look, palette, alone=not army.units))
    return block


def _name(name: str, face: Face, colour: str, halo: str) -> Row:
    style = {"Bold": ' font-weight="bold"', "Italic": ' font-style="italic"', "Regular": ""}[face]
    return Row(
        text_width(name, NAME, face) + 2,
        NAME_HIGH,
        f'<text x="1" y="4.2" font-size="{NAME:g}"{style} fill="{colour}" stroke="{halo}" stroke-width="3" '
        f'stroke-linejoin="bevel" paint-order="stroke">{escape(name)}</text>',
    )


def _chip(army: Army, look: Look, palette: Palette, *, foe: bool, own: bool) -> Row:
    """The units of a nation: its letters, and each kind with its number."""
    livery = look.livery(army.nation)
    parts, x = [], PAD
    parts.append(_text(x, livery.code, SMALL - 1, "Bold", livery.ink, 0.75))
    x += text_width(livery.code, SMALL - 1, "Bold") + 3.5
    for kind, count in army.units:
        parts.append(
            f'<g transform="translate({x + 4.6:.1f} 0) scale({ICON:g})">{icons.unit(kind, livery.ink)}</g>'
        )
        x += 10.4
        parts.append(_text(x, str(count), COUNT, "Bold", livery.ink))
        x += text_width(str(count), COUNT, "Bold") + 3.4
    width = x - 3.4 + PAD
    edge, line = (palette.foe, 2.0) if foe else (palette.own, 2.0) if own else (palette.edge, 1.0)
    under = army.commander if army.commander != army.nation and army.commander in look.nations else ""
    flag = ""
    if under:  # lent, or an ally's: a corner in the colour of who commands it
        flag = (
            f'<path d="M{width - 5.5:.1f} -7H{width - 1:.1f}V-2.5Z" fill="{look.livery(under).fill}" '
            f'stroke="{palette.edge}" stroke-width=".6"/>'
        )
    return Row(
        width,
        CHIP_HIGH,
        f'<rect x="{-line / 2:g}" y="{-7 - line / 2:g}" width="{width + line:.1f}" height="{14 + line:g}" '
        f'rx="{3 + line / 2:g}" fill="{edge}"/><rect x="{line / 2:g}" y="{-7 + line / 2:g}" '
        f'width="{width - line:.1f}" height="{14 - line:g}" rx="{3 - line / 2:g}" fill="{livery.fill}"/>'
        f"{flag}{''.join(parts)}",
    )


def _leader(figure: Figure, army: Army, look: Look, palette: Palette, *, alone: bool) -> Row:
    """A leader's name with how he fights and how many he commands."""
    name = look.leader(figure.id)
    parts, x = [], 1.0
    if alone:  # without units beside him his colour tells whose he is
        livery = look.livery(army.nation)
        parts.append(
            f'<circle cx="{x + 4:.1f}" r="4" fill="{livery.fill}" stroke="{palette.edge}" stroke-width=".8"/>'
        )
        x += 11
    parts.append(_text(x, name, SMALL, "Italic", palette.ink, halo=palette.halo))
    x += text_width(name, SMALL, "Italic") + 3
    for drawing, number in ((icons.BATTLE, figure.battle), (icons.COMMAND, figure.command)):
        if drawing is icons.COMMAND and not number:
            continue
        parts.append(
            f'<g transform="translate({x + 3.8:.1f} 0) scale(.74)">{icons.sign(drawing, palette.ink)}</g>'
        )
        x += 8.6
        parts.append(_text(x, str(number), SMALL, "Bold", palette.ink))
        x += text_width(str(number), SMALL, "Bold") + 2.5
    return Row(x - 1.5, LEADER_HIGH, "".join(parts))


def _text(
    x: float, words: str, size: float, face: Face, colour: str, opacity: float = 1.0, halo: str = ""
) -> str:
    style = {"Bold": ' font-weight="bold"', "Italic": ' font-style="italic"', "Regular": ""}[face]
    around = (
        f' stroke="{halo}" stroke-width="2.6" stroke-linejoin="bevel" paint-order="stroke"' if halo else ""
    )
    seen = f' opacity="{opacity:g}"' if opacity != 1 else ""
    return (
        f'<text x="{x:.1f}" y="{size * 0.35:.1f}" font-size="{size:g}"{style} fill="{colour}"{around}{seen}>'
        f"{escape(words)}</text>"
    )
