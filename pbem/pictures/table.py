"""What stands beside a picture: the table of powers on a whole map, and below it what its signs mean."""

from __future__ import annotations

from html import escape

from pbem.pictures import icons
from pbem.pictures.fonts import text_width
from pbem.pictures.look import Look
from pbem.pictures.palette import Palette
from pbem.pictures.placement import Rect
from pbem.pictures.scene import Scene
from pbem.pictures.signs import badge, happened, ring_of

COLUMN, ROW = 34.0, 17.0
NAMES = 104.0
LINE, SIZE = 19.0, 11.0
"""A line of explanations, and the size of its letters."""
NARROW = 390


def table_rect(scene: Scene, look: Look, width: int, size: float) -> Rect | None:
    """The table of powers stands in the upper right corner, where a whole map is empty."""
    if not scene.standings:
        return None
    wide = (NAMES + COLUMN * len(look.columns)) * size
    high = (26 + ROW * len(scene.standings)) * size
    return (width - wide - 6, 6.0, width - 6.0, 6 + high)


def table_of(scene: Scene, look: Look, palette: Palette, rect: Rect, size: float) -> str:
    """When it is, and what each power has."""
    width, high = (rect[2] - rect[0]) / size, (rect[3] - rect[1]) / size

    def cell(x: float, y: float, words: str, *, bold: bool = False, end: bool = False) -> str:
        more = (' font-weight="bold"' if bold else "") + (' text-anchor="end"' if end else "")
        return f'<text x="{x:.1f}" y="{y:g}" font-size="12" fill="{palette.ink}"{more}>{escape(words)}</text>'

    def right(number: int) -> float:
        return width - 8 - COLUMN * (len(look.columns) - 1 - number)

    paint = f'fill="{palette.strip}" stroke="{palette.coast}"'
    found = [
        f'<rect width="{width:.1f}" height="{high:.1f}" rx="5" {paint}/>',
        cell(8, ROW, f"{look.words('turn').capitalize()} {scene.turn}", bold=True),
    ]
    found += [cell(right(number), ROW, title, end=True) for number, title in enumerate(look.columns)]
    for row, standing in enumerate(scene.standings, 2):
        y = ROW * row
        livery = look.livery(standing.power)
        found.append(
            f'<rect x="8" y="{y - 10:g}" width="17" height="13" rx="2.5" fill="{livery.fill}" '
            f'stroke="{palette.edge}" stroke-width=".8"/><text x="16.5" y="{y:g}" font-size="9" '
            f'font-weight="bold" text-anchor="middle" fill="{livery.ink}">{escape(livery.code)}</text>'
        )
        found.append(cell(30, y, livery.name))
        found += [
            cell(right(number), y, str(value), bold=number == 0, end=True)
            for number, value in enumerate(standing.numbers)
        ]
    return f'<g transform="translate({rect[0]:.1f} {rect[1]:.1f}) scale({size:.3f})">{"".join(found)}</g>'


def strip_below(scene: Scene, look: Look, palette: Palette, width: int, top: float) -> tuple[str, float]:
    """What the signs that are in a picture mean, and how much room that takes."""
    items = explained(scene, look, palette)
    if not items:
        return "", 0.0
    size = 1.0 if scene.frame is None else float((width / NARROW) ** 0.55)
    room = width / size - 12
    rows: list[list[str]] = [[]]
    x = 0.0
    for drawing, words in items:
        wide = 16 + text_width(words, SIZE)
        if x + wide > room and rows[-1]:
            rows.append([])
            x = 0.0
        rows[-1].append(
            f'<g transform="translate({x + 7:.1f} 0)">{drawing}</g>'
            f'<text x="{x + 16:.1f}" y="4" font-size="{SIZE:g}" fill="{palette.ink}">{escape(words)}</text>'
        )
        x += wide + 9
    high = LINE * len(rows) + 3
    drawn = "".join(
        f'<g transform="translate(6 {LINE * number + 11:.1f})">{"".join(row)}</g>'
        for number, row in enumerate(rows)
    )
    return (
        f'<g transform="translate(0 {top:g}) scale({size:.3f})">'
        f'<rect width="{width / size:.1f}" height="{high:g}" fill="{palette.strip}"/>{drawn}</g>'
    ), float(round(high * size))


def explained(scene: Scene, look: Look, palette: Palette) -> list[tuple[str, str]]:
    """Signs with what they mean, as far as they are in the picture."""
    say, ink = look.words, palette.ink
    armies = [army for site in scene.sites for army in site.armies]
    kinds = {kind for army in armies for kind, _ in army.units}
    found = [(icons.unit(kind, ink), name) for kind, name in look.units.items() if kind in kinds]
    if any(army.figures for army in armies):
        for drawing, word in ((icons.BATTLE, "battle_rating"), (icons.COMMAND, "command_rating")):
            found.append((f'<g transform="scale(.8)">{icons.sign(drawing, ink)}</g>', say(word)))
    faiths = {site.faith for site in scene.sites if site.control is not None}
    rings = [ring for id, ring in look.rings.items() if id in faiths]
    if len(rings) > 1:
        found += [(ring_of(ring.colour, ring.beads, palette.coast), ring.name) for ring in rings]
    signs = {letters for site in scene.sites for letters in site.signs}
    found += [(badge(letters), words) for letters, words in look.badges.items() if letters in signs]
    if any(site.sieges for site in scene.sites):
        dashed = f'stroke="{palette.foe}" stroke-width="1.8" stroke-dasharray="2.6 1.6"'
        found.append((f'<circle r="5" fill="none" {dashed}/>', say("siege")))
    marks = dict.fromkeys(mark.what for mark in scene.marks)
    found += [(happened(what), say(f"happened.{what}")) for what in marks]
    if any(army.units and army.commander in scene.foes for army in armies):
        edge = f'<rect x="-5.5" y="-4.5" width="11" height="9" rx="2" fill="none" stroke="{palette.foe}" '
        found.append((f'{edge}stroke-width="2"/>', say("at_war_with_you")))
    return found
