"""The map of the replay as SVG: spaces, seas and pieces, each in its place once and for all.

The drawing of any game on a `Board`; powers, faiths and the land itself are its `Look` (for Here I Stand
`pbem.games.his.map`).  The same view gives the same bytes.  What changes about a place is drawn in two
groups, `m-<place>` (who holds it) and `u-<place>` (who stands there), whose contents say nothing of where
they are: the replay exchanges them in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path

import pbem
from pbem.pictures import icons
from pbem.pictures.arrows import arrow
from pbem.pictures.fonts import text_width
from pbem.pictures.layout import (
    EDGE,
    HEIGHT,
    LABEL_SIZE,
    REACH,
    WIDTH,
    Align,
    Layout,
    Room,
    sea_x,
    width_of,
)
from pbem.pictures.look import Look, Points
from pbem.pictures.scene import Army, Counts, Figure, Mark, Move, Site
from pbem.pictures.signs import happened
from rules.core.board import Board, Space

WHOLE = f'x="{-EDGE}" y="{-EDGE}" width="{WIDTH + 2 * EDGE}" height="{HEIGHT + 2 * EDGE}"'
ROW, NAME, CODE, COUNT = 10.2, 7.6, 6.4, 7.0
"""The height of a row of counters; sizes of leaders' names, of nations' letters and of numbers."""
BETWEEN = 0.4
"""What stands between the names of leaders."""
USUALLY = 0.95
"""Of the moments at which pieces stand in a place, those at which they must have room."""

SMALL = 0.62
"""How much smaller arrows are here than in letters."""


# ---- What is drawn


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one nation in one place."""

    nation: str
    commander: str
    units: Counts
    leaders: tuple[str, ...]
    """Their names."""
    words: str
    """All of it: `Hapsburg: Charles V, 4 regulars, 1 squadron`."""
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceView:
    """What can be seen of a space or a sea zone."""

    control: str | None = None
    faith: str = ""
    fort: bool = False
    """A fortress was built here."""
    sieges: tuple[str, ...] = ()
    badges: tuple[tuple[str, str], ...] = ()
    """A letter, and what it says."""
    stacks: tuple[Stack, ...] = ()
    words: str = ""
    """Who holds it, and what lies on it."""


@dataclass(frozen=True, slots=True)
class PowerRow:
    """A power in the panel."""

    id: str
    name: str
    numbers: tuple[int, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A track with one marker: how far it has come, and how far it can."""

    name: str
    value: int
    most: int
    words: str = ""
    """What it says there, if a number does not."""


@dataclass(frozen=True, slots=True)
class Roll:
    """People of one side, and who of them has been used."""

    title: str
    people: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """Everything that a map shows: open facts alone."""

    where: str
    columns: tuple[str, ...]
    powers: tuple[PowerRow, ...]
    relations: tuple[str, ...]
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    """What is not on the map itself: titles, and lines."""
    places: Mapping[str, PlaceView] = field(default_factory=dict)
    gauges: tuple[Gauge, ...] = ()
    rolls: tuple[Roll, ...] = ()


def site_of(id: str, place: PlaceView) -> Site:
    """The facts of a place without their words."""
    return Site(
        id,
        place.control,
        place.faith,
        place.fort,
        place.sieges,
        tuple(letters for letters, _ in place.badges),
        tuple(Army(stack.nation, stack.commander, stack.units, stack.figures) for stack in place.stacks),
    )


# ---- The whole


def picture(board: Board, layout: Layout, look: Look, view: MapView) -> str:
    """Water, land, roads, and all places."""
    return "".join(
        [
            f'<rect class="sea" {WHOLE}/><clipPath id="edge"><rect {WHOLE}/></clipPath>',
            f'<g id="land" clip-path="url(#edge)">{_land(look)}</g>',
            f'<g id="roads">{_roads(board)}</g>',
            f'<g id="harbours">{_harbours(board)}</g>',
            f'<g id="seas">{_seas(board)}{_sea_signs(look)}</g>',
            f'<g id="names">{_names(board, layout)}</g>',
            f'<g id="marks">{_marks(board, look, view)}</g>',
            f'<g id="stacks">{_stacks(board, layout, look, view)}</g>',
            '<g id="moves"></g>',
        ]
    )


def style(look: Look) -> str:
    """Colours and sizes, as plain CSS that renderers of pictures know as well."""
    found = [_stylesheet()]
    found += [f".r-{id}{{stroke:{ring.colour}}}" for id, ring in look.rings.items()]
    for id, livery in (*look.nations.items(), ("nobody", look.nobody)):
        found.append(f".c-{id}{{fill:{livery.fill}}}.t-{id}{{fill:{livery.ink};color:{livery.ink}}}")
        found.append(f".b-{id}{{stroke:{livery.fill}}}")
    return "".join(found)


@cache
def _stylesheet() -> str:
    path = Path(pbem.__file__).resolve().parents[1] / "mail_templates" / "map.css"
    return path.read_text(encoding="utf-8").replace("\n", "")


# ---- What never changes

SHAPES = {
    "town": '<circle r="6.1"/>',
    "key": '<rect x="-6.7" y="-6.7" width="13.4" height="13.4" rx="1.6"/>',
    "electorate": '<path d="M-8 0L-4 -6.9H4L8 0L4 6.9H-4Z"/>',
    "fortress": '<path d="M0 -8.6L2.7 -5.4L6.1 -6.1L5.4 -2.7L8.6 0L5.4 2.7L6.1 6.1L2.7 5.4L0 8.6L-2.7 5.4'
    'L-6.1 6.1L-5.4 2.7L-8.6 0L-5.4 -2.7L-6.1 -6.1L-2.7 -5.4Z"/>',
}
CAPITAL = '<path class="badge" d="M-5 -10.4L-5.6 -15.4L-2.6 -13L0 -16.6L2.6 -13L5.6 -15.4L5 -10.4Z"/>'
WARNING = '<path class="warning" d="M0 -6.4L6.4 4.6H-6.4Z"/>'
BADGES_AT = ((-9.5, -8), (9.5, -8), (9.5, 8), (-9.5, 8), (-14, 0), (14, 0))
ANCHOR = '<path class="anchor" d="M0 -3.6V3.4M-1.8 -2H1.8M-3.4 .8C-3 3 -1.4 3.6 0 3.6S3 3 3.4 .8"/>'


def definitions(look: Look) -> str:
    """The shapes: plain, and with the ring of each faith around them."""
    shapes = [f'<g id="s-{kind}">{shape}</g>' for kind, shape in SHAPES.items()]
    for id, ring in look.rings.items():
        for kind in SHAPES:
            use = f'<use href="#s-{kind}"'
            parts = f'{use} stroke="#1d1d1f" stroke-width="5.4" fill="#1d1d1f"/>'
            parts += f'{use} class="r-{id}" fill="none" stroke-width="3.9"/>'
            if ring.beads:
                parts += (
                    f'{use} fill="none" stroke="#fff" stroke-width="1.5" stroke-dasharray="{ring.beads}"/>'
                )
            shapes.append(f'<g id="r-{kind}-{id}">{parts}</g>')
    units = "".join(
        f'<g id="k-{kind}"><g transform="scale(.62)">{icons.unit(kind, "currentColor")}</g></g>'
        for kind in look.units
    )
    siege = '<g id="siege"><circle class="siege" r="13.2"/></g>'
    return f'<defs>{"".join(shapes)}{siege}<g id="anchor">{ANCHOR}</g>{units}</defs>'


@cache
def smooth(points: Points) -> str:
    """A closed line through points, as the data of a path."""
    size = len(points)
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for n, (x, y) in enumerate(points):
        before, after, beyond = points[n - 1], points[(n + 1) % size], points[(n + 2) % size]
        first = (x + (after[0] - before[0]) / 6, y + (after[1] - before[1]) / 6)
        second = (after[0] - (beyond[0] - x) / 6, after[1] - (beyond[1] - y) / 6)
        parts.append(f"C{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f} {after[0]} {after[1]}")
    return "".join(parts) + "Z"


def _land(look: Look) -> str:
    lines = [smooth(points) for points in look.land]
    return f'<path class="shore" d="{"".join(lines)}"/><path class="land" d="{"".join(lines)}"/>'


def _roads(board: Board) -> str:
    found = []
    for edge in board.connections:
        (x1, y1), (x2, y2) = board.spaces[edge.a].xy, board.spaces[edge.b].xy
        kind = "road pass" if edge.pass_ else "road"
        found.append(f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    return "".join(found)


def _harbours(board: Board) -> str:
    """An anchor on the side of each sea that a port lies on."""
    found = []
    for space in board.spaces.values():
        for zone in space.sea:
            (x, y), (sea_x, sea_y) = space.xy, board.zones[zone].xy
            far = max(1.0, ((sea_x - x) ** 2 + (sea_y - y) ** 2) ** 0.5)
            reach = REACH[space.type] + 5
            at = (x + (sea_x - x) * reach / far, y + (sea_y - y) * reach / far)
            found.append(f'<use href="#anchor" x="{at[0]:.1f}" y="{at[1]:.1f}"/>')
    return "".join(found)


def _seas(board: Board) -> str:
    return "".join(
        f'<text class="water mid" x="{sea_x(board, zone.id):.4g}" y="{zone.xy[1]}">{escape(zone.name)}</text>'
        for zone in board.zones.values()
    )


def _sea_signs(look: Look) -> str:
    """Winds, and dangerous passages."""
    return "".join(
        f'<path class="{"passage" if sign.dangerous else "wind"}" d="{sign.path(*sign.at, 11)}">'
        f"<title>{escape(sign.word)}</title></path>"
        for sign in look.signs
    )


def _names(board: Board, layout: Layout) -> str:
    found = []
    for space in board.spaces.values():
        spot = layout.labels[space.id]
        baseline = -1.6 if spot.up else LABEL_SIZE - 1.2
        align = {"start": "", "middle": " mid", "end": " end"}[spot.align]
        kind = "name" if space.type == "town" else "name key"
        found.append(
            f'<text class="{kind}{align}" x="{space.xy[0] + spot.x:.1f}" '
            f'y="{space.xy[1] + spot.y + baseline:.1f}">{escape(space.name)}</text>'
        )
    return "".join(found)


# ---- What changes


def _marks(board: Board, look: Look, view: MapView) -> str:
    found = []
    for id, place in view.places.items():
        space = board.spaces.get(id)
        x, y = (space or board.zones[id]).xy
        found.append(
            f'<g id="m-{id}" class="place" transform="translate({x} {y})">{mark(space, look, place)}</g>'
        )
    return "".join(found)


def mark(space: Space | None, look: Look, place: PlaceView) -> str:
    """Who holds a space and what lies on it; of a sea zone (None) what lies in it."""
    badges = "".join(_beside(number, *known) for number, known in enumerate(place.badges))
    title = f"<title>{escape(place.words)}</title>" if place.words else ""
    if space is None:
        return f'<circle class="halo" r="24"/>{title}<g transform="translate(0 -14)">{badges}</g>'
    kind = "fortress" if place.fort and space.type == "town" else space.type
    holder = look.livery(place.control)
    css = place.control if place.control in look.nations else "nobody"
    siege = '<use href="#siege"/>' if place.sieges else ""
    if place.sieges:
        besiegers = "+".join(look.livery(power).code for power in place.sieges)
        badges += _beside(len(place.badges), besiegers, "")
    return (
        f'{title}<circle class="halo" r="16"/>{siege}<use href="#r-{kind}-{place.faith}"/>'
        f'<use href="#s-{kind}" class="c-{css}"/>'
        f'<text class="code mid t-{css}" y="2.3">{escape(holder.code)}</text>'
        f"{CAPITAL if space.capital else ''}{badges}"
    )


def _beside(number: int, letters: str, words: str) -> str:
    """A mark beside a space; the first stands to its upper left."""
    x, y = BADGES_AT[number % len(BADGES_AT)]
    title = f"<title>{escape(words)}</title>" if words else ""
    return f'<g transform="translate({x:g} {y:g})">{title}{badge(letters)}</g>'


def badge(letters: str) -> str:
    """A small round mark; a sign of warning for what is amiss."""
    half = 3.9 + 1.7 * (len(letters) - 1)
    shape = f'<rect class="badge" x="{-half:g}" y="-3.9" width="{2 * half:g}" height="7.8" rx="3.9"/>'
    if letters == "!":
        return f'{WARNING}<text class="letter mid dark" y="3.2">!</text>'
    return f'{shape}<text class="letter mid" y="2">{escape(letters)}</text>'


def _stacks(board: Board, layout: Layout, look: Look, view: MapView) -> str:
    found = []
    for id, place in view.places.items():
        x, y = (board.spaces.get(id) or board.zones[id]).xy
        spot = layout.stacks[id]
        drawn = pieces(look, place, spot.align, up=spot.up)
        found.append(
            f'<g id="u-{id}" class="stack" '
            f'transform="translate({x + spot.x:.1f} {y + spot.y:.1f})">{drawn}</g>'
        )
    return "".join(found)


def rooms_of(look: Look, views: Sequence[MapView]) -> dict[str, Room]:
    """The room that pieces take in each place where any stand; what is seen there seldom does not count."""
    sizes: dict[str, tuple[list[float], list[float]]] = {}
    for view in views:
        for id, place in view.places.items():
            if place.stacks:
                wide, high = sizes.setdefault(id, ([], []))
                room = room_of(look, place)
                wide.append(room[0])
                high.append(room[1])
    return {id: (_usually_enough(wide), _usually_enough(high)) for id, (wide, high) in sizes.items()}


def _usually_enough(sizes: list[float]) -> float:
    return sorted(sizes)[int(USUALLY * (len(sizes) - 1))]


def room_of(look: Look, place: PlaceView) -> Room:
    """The room that the pieces in a place take."""
    counters = [_width_of_counters(look, stack) for stack in place.stacks if stack.units]
    leaders = [width_of(name, NAME) for stack in place.stacks for name in stack.leaders]
    return max([*counters, *leaders]), ROW * len(counters) + (NAME + BETWEEN) * len(leaders)


def pieces(look: Look, place: PlaceView, align: Align, *, up: bool) -> str:
    """Counters and leaders of all nations in a place, row by row."""
    rows: list[tuple[float, str]] = []
    for stack in place.stacks:
        if stack.units:
            rows.append((ROW, _counters(look, stack, align)))
        rows += [(NAME + BETWEEN, _leader(name, align)) for name in stack.leaders]
    height = sum(high for high, _ in rows)
    y = -height if up else 0.0
    found = []
    for high, row in rows:
        found.append(f'<g transform="translate(0 {y + high / 2:.4g})">{row}</g>')
        y += high
    words = "; ".join(stack.words for stack in place.stacks)
    return f"<title>{escape(words)}</title>{''.join(found)}" if words else ""


def _counters(look: Look, stack: Stack, align: Align) -> str:
    """A counter with the letters of a nation, and each kind of its units with its number."""
    livery = look.livery(stack.nation)
    css = stack.nation.partition(">")[0]
    css = css if css in look.nations else "nobody"
    border = stack.commander if stack.commander in look.nations and stack.commander != css else ""
    line = f'class="c-{css} b-{border}" stroke-width="2"' if border else f'class="c-{css} line"'
    parts = [f'<text class="code t-{css}" x="2" y="2.2">{escape(livery.code)}</text>']
    x = CODE_FROM + text_width(livery.code, CODE, "Bold")
    for kind, count in stack.units:
        parts.append(f'<use href="#k-{kind}" class="t-{css}" x="{x + 3:.1f}"/>')
        parts.append(f'<text class="count t-{css}" x="{x + 6.4:.1f}" y="2.6">{count}</text>')
        x += _width_of_units(count)
    shift = {"start": 0.0, "middle": -x / 2, "end": -x}[align]
    return (
        f'<g transform="translate({shift:.1f} 0)"><rect y="-4.5" width="{x:.1f}" height="9" rx="1.8" {line}/>'
        f"{''.join(parts)}</g>"
    )


CODE_FROM, SIGN = 3.0, 7.6
"""What is left beside the letters of a nation, and how wide the sign of a unit is."""


def _width_of_units(count: int) -> float:
    return SIGN + text_width(str(count), COUNT, "Bold")


def _width_of_counters(look: Look, stack: Stack) -> float:
    code = text_width(look.livery(stack.nation).code, CODE, "Bold")
    return CODE_FROM + code + sum(_width_of_units(count) for _kind, count in stack.units)


def _leader(name: str, align: Align) -> str:
    css = {"start": "", "middle": " mid", "end": " end"}[align]
    return f'<text class="leader{css}" y="2.2">{escape(name)}</text>'


def happenings(board: Board, look: Look, moves: Sequence[Move], marks: Sequence[Mark]) -> str:
    """Arrows for what moved, and signs where something happened; the replay shows them with their step."""
    places = {space.id: space.xy for space in board.spaces.values()}
    places |= {zone.id: zone.xy for zone in board.zones.values()}
    paper = (float(-EDGE), float(-EDGE), float(WIDTH + EDGE), float(HEIGHT + EDGE))
    found = []
    for move in moves:
        if move.origin in places and move.to in places:
            livery = look.livery(move.power)
            colours = (livery.fill, livery.ink, "#1d1d1f")
            found.append(arrow(places[move.origin], places[move.to], move, colours, SMALL, paper)[0])
    for number, one in enumerate(marks):
        if one.place in places:
            x, y = places[one.place]
            before = sum(other.place == one.place for other in marks[:number])
            found.append(
                f'<g transform="translate({x + 11 * (before + 1):g} {y - 11:g}) scale(.8)">'
                f"{happened(one.what)}</g>"
            )
    return "".join(found)
