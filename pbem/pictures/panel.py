"""What the marks on the map of the replay mean."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from pbem.pictures.layout import width_of
from pbem.pictures.look import Look
from pbem.pictures.map import badge

MAJORS = 6
LINE, SIZE = 11.5, 7.8


def _sea_signs(look: Look) -> list[tuple[str, str]]:
    """One sample of each sign between seas, and what it means."""
    samples = {sign.word: replace(sign, towards=(1.0, 0.0)) for sign in look.signs}
    return [
        (f'<path class="{"passage" if one.dangerous else "wind"}" d="{one.path(0, 0, 7)}"/>', word)
        for word, one in samples.items()
    ]


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
    signs = [(f'<use href="#k-{kind}" color="#1d1d1f"/>', name) for kind, name in look.units.items()]
    signs += [
        ('<use href="#siege" transform="scale(.45)"/>', look.words("siege")),
        ('<use href="#anchor"/>', look.words("port")),
        ('<line class="road pass" x1="-7" x2="7"/>', look.words("pass")),
        *_sea_signs(look),
        ('<circle class="sample" r="4.4"/>', look.words("changed")),
    ]
    badges = [(badge(letter), words) for letter, words in look.badges.items()]
    found = []
    for number, row in enumerate((nations[:MAJORS], nations[MAJORS:], [*shapes, *rings], signs, badges)):
        x = 8.0
        for drawing, words in row:
            found.append(f'<g transform="translate({x:g} {number * LINE - 2.8:.4g})">{drawing}</g>')
            found.append(_text(x + 11, number * LINE, words))
            x += 27 + width_of(words, SIZE)
    return "".join(found)


def _livery(look: Look, id: str) -> str:
    return (
        f'<rect class="c-{id} line" x="-7" y="-4.4" width="14" height="8.8" rx="1.4"/>'
        f'<text class="code mid t-{id}" y="2.3">{escape(look.nations[id].code)}</text>'
    )


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.4g}" y="{y:.4g}" font-size="{SIZE:g}" fill="#1d1d1f">{escape(words)}</text>'
