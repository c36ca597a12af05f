"""What stands beside a map: the table of powers, what is not on the map, and what the marks mean."""

from __future__ import annotations

from html import escape

from pbem.pictures.layout import width_of
from pbem.pictures.look import Look
from pbem.pictures.map import EDGE, HEIGHT, HULL, WIDTH, MapView, badge

LEFT, TOP, SPAN = 706, -EDGE + 6, 300
"""The panel's corner and its width: the north-east of the map is empty."""
LINE, SIZE = 11.0, 8.6
NUMBER = 28
MAJORS = 6
FOOT_LINE, FOOT_SIZE, FOOT_SPAN = 11.5, 8.6, 470


def panel(look: Look, view: MapView) -> str:
    """When it is, what each power has, and who is at war or allied."""
    rows = [_text(LEFT + 8, TOP + 16, view.where, size=12, bold=True)]
    y = TOP + 32.0
    first = LEFT + 112
    rows += [_text(first + NUMBER * n, y, title, size=7.4, end=True) for n, title in enumerate(view.columns)]
    for power in view.powers:
        y += LINE + 1.2
        rows.append(_chip(look, power.id, LEFT + 8, y))
        rows.append(_text(LEFT + 28, y, power.name, bold=True))
        rows += [
            _text(first + NUMBER * n, y, str(number), end=True) for n, number in enumerate(power.numbers)
        ]
        rows.append(_text(first + NUMBER * len(power.numbers) - 16, y, power.note))
    y += 5
    for words in view.relations:
        for line in broken(words, SPAN - 16, SIZE):
            y += LINE
            rows.append(_text(LEFT + 8, y, line))
    height = y - TOP + 9
    return (
        f'<g id="panel"><rect class="panel" x="{LEFT}" y="{TOP}" width="{SPAN}" height="{height:g}" rx="6"/>'
        f"{''.join(rows)}</g>"
    )


def below(look: Look, view: MapView) -> tuple[str, float]:
    """What the marks mean, and what is not on the map; and how high it is."""
    top = HEIGHT + EDGE
    legend_height = 5 * FOOT_LINE + 14
    rows, y = list[str](), top + 4.0
    x = float(WIDTH - FOOT_SPAN)
    for title, lines in view.parts:
        words = broken(f"{title}: {'; '.join(lines)}", FOOT_SPAN, FOOT_SIZE)
        for line in words:
            y += FOOT_LINE
            rows.append(_text(x, y, line))
    height = max(legend_height, y - top + 12)
    back = f'<rect class="panel" x="{-EDGE}" y="{top}" width="{WIDTH + 2 * EDGE}" height="{height:g}"/>'
    return back + f'<g transform="translate(2 {top + 16:g})">{legend(look)}</g>' + "".join(rows), height


def legend(look: Look) -> str:
    """The liveries, the shapes, the rings and the marks, row by row."""
    nations = [(_livery(look, id), livery.name) for id, livery in look.nations.items()]
    shapes = [
        (f'<use href="#s-{kind}" fill="#fff" stroke="#1d1d1f" transform="scale(.7)"/>', look.words(kind))
        for kind in ("key", "fortress", "electorate", "town")
    ]
    rings = [
        (
            f'<g transform="scale(.62)"><use href="#r-town-{id}"/><use href="#s-town" class="c-nobody"/></g>',
            ring.name,
        )
        for id, ring in look.rings.items()
    ]
    signs = [
        (
            '<rect class="line" x="-6" y="-4" width="12" height="8" rx="1.4" fill="#fff"/>',
            look.words("land_units"),
        ),
        (f'<path class="line" d="{HULL}" fill="#fff" transform="scale(.8)"/>', look.words("ships")),
        ('<use href="#siege" transform="scale(.45)"/>', look.words("siege")),
        ('<use href="#anchor"/>', look.words("port")),
        ('<line class="road pass" x1="-7" x2="7"/>', look.words("pass")),
        ('<circle class="sample" r="4.4"/>', look.words("changed")),
    ]
    badges = [(badge(letter), words) for letter, words in look.badges.items()]
    found = []
    for number, row in enumerate((nations[:MAJORS], nations[MAJORS:], [*shapes, *rings], signs, badges)):
        x = 8.0
        for drawing, words in row:
            found.append(f'<g transform="translate({x:g} {number * FOOT_LINE - 2.8:.4g})">{drawing}</g>')
            found.append(_text(x + 11, number * FOOT_LINE, words, size=7.8))
            x += 27 + width_of(words, 7.8)
    return "".join(found)


def broken(words: str, room: float, size: float) -> list[str]:
    """A text in lines that fit."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _livery(look: Look, id: str) -> str:
    return (
        f'<rect class="c-{id} line" x="-7" y="-4.4" width="14" height="8.8" rx="1.4"/>'
        f'<text class="code mid t-{id}" y="2.3">{escape(look.nations[id].code)}</text>'
    )


def _chip(look: Look, id: str, x: float, y: float) -> str:
    return f'<g transform="translate({x + 8:g} {y - 3:g})">{_livery(look, id)}</g>'


def _text(
    x: float, y: float, words: str, *, size: float = SIZE, bold: bool = False, end: bool = False
) -> str:
    more = (' font-weight="bold"' if bold else "") + (' text-anchor="end"' if end else "")
    return f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:g}" fill="#1d1d1f"{more}>{escape(words)}</text>'
