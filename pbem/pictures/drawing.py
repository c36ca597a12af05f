"""A scene as SVG: the land, who holds it, who stands where, what moved and what happened.

Everything is drawn in pixels of a picture of a given width.  Labels keep a size that can be read on a
telephone; a wider picture shows the same part of the board larger, and its labels a little larger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from pbem.pictures.arrows import arrow
from pbem.pictures.blocks import Block, Row, block_of
from pbem.pictures.cells import cells_of
from pbem.pictures.coast import coast
from pbem.pictures.fonts import FALLBACK
from pbem.pictures.look import Look
from pbem.pictures.map import SHAPES
from pbem.pictures.palette import DARK, LIGHT, Palette, mixed
from pbem.pictures.placement import Label, Placed, Rect, Segment, place
from pbem.pictures.scene import Scene, Site
from pbem.pictures.signs import badge, happened, letters_on, scaled
from pbem.pictures.table import strip_below, table_of, table_rect
from pbem.pictures.water import sea_points
from rules.core.board import Board, Space

NARROW = 390
"""The width of a telephone, for which sizes are meant."""
WHOLE = (-12, -12, 1012, 792)
WHOLE_WIDE = 1200.0
SYMBOL = 1.12
REACH = {"town": 9.6, "key": 10.4, "electorate": 11.0, "fortress": 11.2}
"""How far a symbol goes from its middle."""
RING = {"town": (1.3, 1.44), "key": (1.28, 1.4), "electorate": (1.23, 1.34), "fortress": (1.24, 1.36)}
"""How much larger than a symbol the ring of its faith is, and the line around that."""
BESIDE = ((11.5, -9.0), (-11.5, -9.0), (11.5, 9.0), (-11.5, 9.0), (0.0, -16.0), (0.0, 16.0))
"""Where signs stand around a symbol."""
SIGN = 5.6
CROWN = "M-5 -9.6L-5.8 -15L-2.7 -12.4L0 -16.4L2.7 -12.4L5.8 -15L5 -9.6Z"
ANCHOR = "M0 -3.8V3.6M-1.9 -2.1H1.9M-3.6 .8C-3.1 3.1 -1.5 3.8 0 3.8S3.1 3.1 3.6 .8"
SHRINK = (1.0, 0.93, 0.87, 0.81, 0.75)
"""Where names would be left out, everything is drawn a little smaller."""
SPOTS = 60
"""On how many points of its water the name of a sea may stand."""
SPARE = 0.5
"""The weight of a sea in which nothing is: its name may be left out."""


def draw(board: Board, look: Look, scene: Scene, width: int = NARROW, *, dark: bool = False) -> str:
    """The picture of a scene; the same facts give the same bytes."""
    return _best(board, look, scene, width, DARK if dark else LIGHT).svg()


def _best(board: Board, look: Look, scene: Scene, width: int, palette: Palette) -> _Picture:
    """The picture with the largest labels that leaves none out, or the one that leaves out least."""
    best, most = None, -1.0
    waters = {} if scene.frame is None else sea_points(board, look.land, scene.frame)
    for shrink in SHRINK:
        picture = _Picture(board, look, scene, width, palette, waters, shrink)
        shown = sum(label.weight for label in picture.wanted if label.id in picture.labels)
        if shown > most:
            best, most = picture, shown
        if all(label.id in picture.labels for label in picture.wanted if label.weight > SPARE):
            break
    assert best is not None
    return best


@dataclass
class _Picture:
    """One picture while it is drawn."""

    board: Board
    look: Look
    scene: Scene
    width: int
    palette: Palette
    waters: Mapping[str, Sequence[tuple[int, int]]]
    """Points on which the name of each sea may stand, on the board."""
    shrink: float = 1.0

    # ---- Sizes

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        return self.scene.frame or WHOLE

    @cached_property
    def scale(self) -> float:
        """Pixels for one unit of the board."""
        return self.width / (self.frame[2] - self.frame[0])

    @cached_property
    def height(self) -> float:
        """Of the map, without the line that explains it."""
        return round((self.frame[3] - self.frame[1]) * self.scale)

    @cached_property
    def size(self) -> float:
        """How much larger than on a telephone symbols and labels are."""
        if self.scene.frame is None:
            return 0.8 * self.shrink * self.width / WHOLE_WIDE
        return self.shrink * float((self.width / NARROW) ** 0.55)

    @cached_property
    def sites(self) -> dict[str, Site]:
        return {site.id: site for site in self.scene.sites}

    def at(self, place: str) -> tuple[float, float]:
        """The middle of a place in pixels."""
        x, y = (self.board.spaces.get(place) or self.board.zones[place]).xy
        return (x - self.frame[0]) * self.scale, (y - self.frame[1]) * self.scale

    @cached_property
    def table(self) -> Rect | None:
        """Where the table of powers stands on a whole map."""
        return table_rect(self.scene, self.look, self.width, self.size)

    @property
    def paper(self) -> Rect:
        return (2.0, 2.0, self.width - 2.0, self.height - 2.0)

    # ---- The whole

    def svg(self) -> str:
        labels = self.labels
        under = [self._land(), self._roads(), self._sea_arrows(), self._focus()]
        moves = "".join(drawn for drawn, _chip, _line in self.arrows)
        lines = "".join(self._leader_line(placed) for placed in labels.values() if placed.line)
        symbols = "".join(self._symbol(self.board.spaces[id], self.sites[id]) for id in self._spaces)
        seas = "".join(self._sea_signs(id) for id in self._seas)
        blocks = "".join(self._block(id, placed) for id, placed in labels.items())
        strip, more = strip_below(self.scene, self.look, self.palette, self.width, self.height)
        table = table_of(self.scene, self.look, self.palette, self.table, self.size) if self.table else ""
        high = self.height + more
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{high:g}" '
            f'viewBox="0 0 {self.width} {high:g}" role="img" font-family="{FALLBACK}">'
            f"<title>{escape(self.look.title)}</title>{''.join(under)}{lines}{moves}{symbols}{seas}{blocks}"
            f"{table}{strip}</svg>\n"
        )

    @cached_property
    def _spaces(self) -> list[str]:
        return [id for id in self.sites if id in self.board.spaces]

    @cached_property
    def _seas(self) -> list[str]:
        return [id for id in self.sites if id in self.board.zones]

    # ---- Below everything

    def _land(self) -> str:
        """Land in the colours of who holds it, and the sea laid over it: so nothing has to be clipped."""
        paper = f'<rect width="{self.width}" height="{self.height:g}" fill="{self.palette.land}"/>'
        left, top, right, bottom = self.frame
        outlines = "".join(
            f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}Z"
            for points in coast(self.look.land, self.frame)
        )
        everything = f"M{left - 9} {top - 9}H{right + 9}V{bottom + 9}H{left - 9}Z"
        sea = (
            f'<path d="{everything}{outlines}" fill="{self.palette.sea}" fill-rule="evenodd" '
            f'stroke="{self.palette.coast}" stroke-width="{1.3 / self.scale:.2f}"/>'
        )
        return (
            f'{paper}<g transform="scale({self.scale:.4f}) translate({-left} {-top})">{self._realms()}'
            f"{sea if self.look.land else ''}</g>"
        )

    def _realms(self) -> str:
        """The land around each space in the colour of who holds it."""
        holders = [(site.id, site.control) for site in self.scene.sites if site.control is not None]
        cells = cells_of(self.board)
        found: dict[str, list[str]] = {}
        for id, control in (*holders, *self.scene.beyond):
            points = "L".join(f"{x:.1f} {y:.1f}" for x, y in cells[id])
            found.setdefault(self.look.livery(control).fill, []).append(f"M{points}Z")
        return "".join(
            # Mixed here: a renderer is much faster with paint that hides what is below.
            f'<path d="{"".join(paths)}" fill="{mixed(fill, self.palette.land, self.palette.tint)}"/>'
            for fill, paths in found.items()
        )

    def _roads(self) -> str:
        found: dict[bool, list[str]] = {False: [], True: []}
        for (x1, y1, x2, y2), pass_ in self.roads:
            found[pass_].append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
        common = f'stroke="{self.palette.road}" fill="none"'
        return (
            f'<path {common} stroke-width="{1.7 * self.size:.2f}" d="{"".join(found[False])}"/>'
            f'<path {common} stroke-width="{1.7 * self.size:.2f}" stroke-dasharray="4 3.4" '
            f'd="{"".join(found[True])}"/>'
        )

    def _sea_arrows(self) -> str:
        """Winds and dangerous passages within the picture."""
        left, top, right, bottom = self.frame
        found = []
        for sign in self.look.signs:
            x, y = sign.at
            if left < x < right and top < y < bottom:
                at = (x - left) * self.scale, (y - top) * self.scale
                ink = self.palette.foe if sign.dangerous else self.palette.water_ink
                found.append(
                    f'<path d="{sign.path(*at, 12 * self.size)}" fill="none" stroke="{ink}" '
                    f'stroke-width="{1.9 * self.size:.2f}" stroke-linecap="round"/>'
                )
        return "".join(found)

    @cached_property
    def roads(self) -> list[tuple[Segment, bool]]:
        """Connections of which at least one end is in the picture."""
        return [
            ((*self._end(edge.b, edge.a), *self._end(edge.a, edge.b)), edge.pass_)
            for edge in self.board.connections
            if edge.a in self.sites or edge.b in self.sites
        ]

    def _end(self, origin: str, to: str) -> tuple[float, float]:
        """Where a road ends; one to a space that is not shown leads on out of the picture."""
        x, y = self.at(to)
        if to in self.sites:
            return x, y
        from_x, from_y = self.at(origin)
        return x + (x - from_x), y + (y - from_y)

    def _focus(self) -> str:
        """A light on the places that are asked about, and a ring around those that can be chosen."""
        found = []
        for id in (*self.scene.focus, *(id for id in self.scene.targets if id not in self.scene.focus)):
            asked = id in self.scene.focus
            paint = (
                f'fill="{self.palette.focus}" fill-opacity="{0.3 if asked else 0.16:g}" '
                f'stroke="{self.palette.focus}" stroke-width="{(2.4 if asked else 1.8) * self.size:.1f}"'
            )
            if not asked:
                paint += ' stroke-dasharray="4 2.6"'
            if id in self.board.spaces:
                x, y = self.at(id)
                radius = (20 if asked else 15.5) * self.size
                found.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint}/>')
            elif placed := self.labels.get(id):
                left, top, right, bottom = placed.rect
                found.append(
                    f'<rect x="{left - 6:.1f}" y="{top - 4:.1f}" width="{right - left + 12:.1f}" '
                    f'height="{bottom - top + 8:.1f}" rx="9" {paint}/>'
                )
        return "".join(found)

    # ---- Moves

    @cached_property
    def arrows(self) -> list[tuple[str, Rect | None, Segment]]:
        found = []
        for move in self.scene.moves:
            livery = self.look.livery(move.power)
            found.append(
                arrow(
                    self.at(move.origin),
                    self.at(move.to),
                    move,
                    (livery.fill, livery.ink, self.palette.edge),
                    self.size,
                    self.paper,
                    self.symbols,
                )
            )
        return found

    # ---- Spaces

    def _symbol(self, space: Space, site: Site) -> str:
        x, y = self.at(space.id)
        kind = "fortress" if site.fort and space.type == "town" else space.type
        shape = SHAPES.get(kind, SHAPES["town"])
        ring = self.look.rings.get(site.faith)
        holder = self.look.livery(site.control)
        edge = self.palette.edge
        parts = [self._harbours(space)]
        if site.sieges:
            parts.append(
                f'<circle r="14.4" fill="none" stroke="{self.palette.foe}" stroke-width="2.2" '
                f'stroke-dasharray="4 2.4"/>'
            )
        inner, outer = RING[kind if kind in RING else "town"]
        if ring:
            # Shapes within each other are drawn faster than lines around one.
            body = scaled(shape, SYMBOL * outer, edge) + scaled(shape, SYMBOL * inner, ring.colour)
            if ring.beads:
                body += (
                    f'<g transform="scale({SYMBOL * (1 + inner) / 2:.3f})" stroke="#fff" stroke-width="1.3" '
                    f'stroke-dasharray="{ring.beads}" fill="none">{shape}</g>'
                )
        else:
            body = scaled(shape, SYMBOL * (1 + outer) / 2, edge)
        body += scaled(shape, SYMBOL, holder.fill)
        parts.append(body)
        parts.append(
            f'<text y="2.9" font-size="8" font-weight="bold" text-anchor="middle" fill="{holder.ink}">'
            f"{escape(holder.code)}</text>"
        )
        if space.capital:
            parts.append(
                f'<path d="{CROWN}" fill="{self.palette.ink}" stroke="{self.palette.halo}" '
                f'stroke-width=".8"/>'
            )
        parts += self._signs(site)
        return f'<g transform="translate({x:.1f} {y:.1f}) scale({self.size:.3f})">{"".join(parts)}</g>'

    def _harbours(self, space: Space) -> str:
        """An anchor on the side of each sea that a port lies on."""
        return "".join(
            f'<path transform="translate({x:.1f} {y:.1f})" d="{ANCHOR}" fill="none" '
            f'stroke="{self.palette.water_ink}" stroke-width="1.3"/>'
            for x, y in self._anchors(space)
        )

    def _anchors(self, space: Space) -> list[tuple[float, float]]:
        found = []
        for zone in space.sea:
            (x, y), (sea_x, sea_y) = space.xy, self.board.zones[zone].xy
            far = max(1.0, ((sea_x - x) ** 2 + (sea_y - y) ** 2) ** 0.5)
            reach = REACH.get(space.type, 10.0) + 5.5
            found.append(((sea_x - x) * reach / far, (sea_y - y) * reach / far))
        return found

    def _beside(self, site: Site) -> list[str]:
        """Drawings of everything that stands around a symbol."""
        found = [badge(letters) for letters in site.signs]
        if site.sieges:
            codes = "+".join(self.look.livery(power).code for power in site.sieges)
            found.append(letters_on(codes, self.palette.foe, "#ffffff"))
        found += [happened(mark.what) for mark in self.scene.marks if mark.place == site.id]
        return found[: len(BESIDE)]

    def _signs(self, site: Site) -> list[str]:
        return [
            f'<g transform="translate({x:g} {y:g})">{drawing}</g>'
            for (x, y), drawing in zip(BESIDE, self._beside(site), strict=False)
        ]

    def _sea_signs(self, zone: str) -> str:
        """Signs in a sea stand above its name."""
        placed = self.labels.get(zone)
        drawn = self._beside(self.sites[zone])
        if placed is None or not drawn:
            return ""
        x, y = (placed.rect[0] + placed.rect[2]) / 2, placed.rect[1] + SIGN * self.size
        start = x - (len(drawn) - 1) * 7 * self.size
        return "".join(
            f'<g transform="translate({start + 14 * number * self.size:.1f} {y:.1f}) '
            f'scale({self.size:.3f})">{sign}</g>'
            for number, sign in enumerate(drawn)
        )

    # ---- Labels

    @cached_property
    def taken(self) -> list[Rect]:
        """What no label may cover: symbols, numbers on arrows, and the table."""
        numbers = [chip for _drawn, chip, _line in self.arrows if chip]
        return [*self.symbols, *numbers, *([self.table] if self.table else [])]

    @cached_property
    def symbols(self) -> list[Rect]:
        """Where symbols are, with their signs and harbours."""
        found: list[Rect] = []
        for id in self._spaces:
            space, site = self.board.spaces[id], self.sites[id]
            x, y = self.at(id)
            reach = (14.6 if site.sieges else REACH.get(space.type, 10.0)) * self.size
            found.append((x - reach, y - reach, x + reach, y + reach))
            spots = [(*spot, SIGN) for spot, _ in zip(BESIDE, self._beside(site), strict=False)]
            spots += [(*spot, 3.4) for spot in self._anchors(space)]
            if space.capital:
                spots.append((0.0, -12.5, 5.0))
            for dx, dy, half in spots:
                middle = (x + dx * self.size, y + dy * self.size)
                half *= self.size
                found.append((middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half))
        return found

    @cached_property
    def blocks(self) -> dict[str, Block]:
        found = {}
        for id in self._spaces:
            space = self.board.spaces[id]
            found[id] = self._block_of(id, space.name, bold=space.type != "town" or id in self.scene.focus)
        for id in self._seas:
            block = self._block_of(id, self.board.zones[id].name, sea=True)
            if self._beside(self.sites[id]):
                block.rows.insert(0, Row(14.0 * len(self._beside(self.sites[id])), 2 * SIGN + 1, ""))
            found[id] = block
        return found

    def _block_of(self, id: str, name: str, *, bold: bool = False, sea: bool = False) -> Block:
        return block_of(
            name,
            self.sites[id],
            self.look,
            self.palette,
            bold=bold,
            sea=sea,
            foes=self.scene.foes,
            reader=self.scene.reader,
            size=self.size,
        )

    @cached_property
    def wanted(self) -> list[Label]:
        """The blocks of all places."""
        wanted = []
        for id in self._spaces:
            space, site, block = self.board.spaces[id], self.sites[id], self.blocks[id]
            x, y = self.at(id)
            weight = 1.0 + 2 * bool(site.armies) + (space.type != "town")
            weight += 4 * (id in self.scene.focus or id in self.scene.targets)
            reach = (14.6 if site.sieges else REACH.get(space.type, 10.0)) * self.size + 1
            wanted.append(Label(id, x, y, reach, block.width, block.height, weight))
        for id in self._seas:
            wander = [
                ((x - self.frame[0]) * self.scale, (y - self.frame[1]) * self.scale)
                for x, y in self.waters.get(id, [])[:SPOTS]
            ]
            block = self.blocks[id]
            x, y = self.at(id)
            if not wander and not (0 < x < self.width and 0 < y < self.height):
                continue
            site = self.sites[id]
            asked = id in self.scene.focus or id in self.scene.targets
            weight = SPARE + 2.5 * bool(site.armies or site.signs) + 4 * asked
            if self.scene.frame is None:
                wander = _around(x, y, self.size)
            wanted.append(Label(id, x, y, 0, block.width, block.height, weight, free=True, wander=wander))
        return wanted

    @cached_property
    def labels(self) -> dict[str, Placed]:
        """Where the block of each place stands."""
        lines = [segment for segment, _ in self.roads] + [line for _drawn, _chip, line in self.arrows]
        return place(self.wanted, self.taken, lines, self.paper)

    def _leader_line(self, placed: Placed) -> str:
        assert placed.line is not None
        x1, y1, x2, y2 = placed.line
        common = f'd="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none"'
        return (
            f'<path {common} stroke="{self.palette.halo}" stroke-width="{2.8 * self.size:.1f}"/>'
            f'<path {common} stroke="{self.palette.ink}" stroke-width="{1 * self.size:.1f}"/>'
        )

    def _block(self, id: str, placed: Placed) -> str:
        return self.blocks[id].draw(placed.rect[0], placed.rect[1], placed.align)


def _around(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """Points near the middle of a sea, for a whole map."""
    return [
        (x + dx * size, y + dy * size) for dy in (0, 14, -14, 28, -28, 42) for dx in (0, 18, -18, 40, -40)
    ]
