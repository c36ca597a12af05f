"""The map as a drawing: well formed, the same for the same position, legible, and safe to look at."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.games import game_of
from pbem.pictures import layout as map_layout
from pbem.pictures.layout import LABEL_SIZE, layout_of, width_of
from pbem.pictures.look import Look
from pbem.pictures.map import MapView, Stack, definitions, picture, rooms_of
from rules import Engine, Setup, load_rules
from rules.core import codec
from tests.pbem.test_leaks import hidden_pair, with_other_hands

SVG = "{http://www.w3.org/2000/svg}"
BOARD = load_rules("his").data.board
VOICE = game_of("his").voice()
LOOK = game_of("his").atlas(VOICE).look


def played(orders: int = 0, scenario: str = "1517", seed: str = "map") -> Engine[Any]:
    """A game after so many orders at random."""
    engine = Engine.new(load_rules("his"), Setup("his", scenario), seed)
    dice = random.Random(7)
    while len(engine.log) < orders and not engine.over:
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.pick(engine.game, dice.choice))
    return engine


@cache
def a_while() -> Engine[Any]:
    return played(150)


def groups(svg: str, layer: str) -> dict[str, str]:
    """The groups of a layer as text, by their ids."""
    root = ElementTree.fromstring(svg)
    found = next(node for node in root.iter(f"{SVG}g") if node.get("id") == layer)
    return {str(node.get("id")): ElementTree.tostring(node, encoding="unicode") for node in found}


def drawn(game: Any) -> str:
    return svg(game_of("his").map_view(game, VOICE))


def svg(view: MapView, look: Look = LOOK) -> str:
    drawing = picture(BOARD, layout_of(BOARD, {}), look, view)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{definitions(look)}{drawing}</svg>'


# ---- The drawing


def test_every_place_has_its_elements_once() -> None:
    svg = drawn(a_while().game)
    root = ElementTree.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    places = [*BOARD.spaces, *BOARD.zones]
    assert list(groups(svg, "marks")) == [f"m-{id}" for id in places]
    assert list(groups(svg, "stacks")) == [f"u-{id}" for id in places]
    written = {"".join(node.itertext()) for node in root.iter(f"{SVG}text")}
    assert written >= {place.name for place in (*BOARD.spaces.values(), *BOARD.zones.values())}


def test_everything_that_is_used_is_defined() -> None:
    root = ElementTree.fromstring(drawn(a_while().game))
    ids = {node.get("id") for node in root.iter()}
    assert {str(node.get("href"))[1:] for node in root.iter(f"{SVG}use")} <= ids


def test_the_same_position_is_the_same_bytes() -> None:
    assert drawn(played(60).game) == drawn(played(60).game)
    assert drawn(played(60).game) != drawn(played(61, seed="another").game)


def test_every_scenario_can_be_drawn() -> None:
    for scenario in ("1517", "1532", "tournament"):
        ElementTree.fromstring(drawn(played(0, scenario).game))


def test_names_are_escaped() -> None:
    nasty = "</title><script>x</script> & \"'"
    view = game_of("his").map_view(played().game, VOICE)
    stack = Stack("france", "france", (("regulars", 3),), (nasty,), nasty)
    vienna = replace(view.places["vienna"], words=nasty, stacks=(stack,), badges=(("!", nasty), (nasty, "x")))
    nasty_view = replace(
        view,
        where=nasty,
        powers=tuple(replace(row, name=nasty, note=nasty) for row in view.powers),
        relations=(nasty,),
        parts=((nasty, (nasty,)),),
        places={**view.places, "vienna": vienna},
    )
    drawing = svg(nasty_view, replace(LOOK, title=nasty))
    ElementTree.fromstring(drawing)
    assert "<script" not in drawing
    assert "script&gt;" in drawing


Change = Callable[[Any], None]


def _siege(game: Any) -> None:
    game.spaces["vienna"].sieges["ottoman"] = 1


def _unrest(game: Any) -> None:
    game.spaces["vienna"].unrest = True


def _conversion(game: Any) -> None:
    game.spaces["vienna"].religion = "protestant"


def _conquest(game: Any) -> None:
    game.spaces["vienna"].control = "ottoman"


def _fortress(game: Any) -> None:
    game.spaces["linz"].fortress = True


def _university(game: Any) -> None:
    game.spaces["vienna"].university = True


def _army(game: Any) -> None:
    game.add_units("vienna", "ottoman", cavalry=2)


def _fleet(game: Any) -> None:
    game.add_units("aegean_sea", "france>hapsburg", squadrons=2)


def _leader(game: Any) -> None:
    game.leaders["suleiman"].place = "vienna"


def _piracy(game: Any) -> None:
    game.piracy_zones.append("aegean_sea")


@pytest.mark.parametrize(
    ("change", "elements"),
    [
        (_siege, ["m-vienna"]),
        (_unrest, ["m-vienna"]),
        (_conversion, ["m-vienna"]),
        (_conquest, ["m-vienna"]),
        (_fortress, ["m-linz"]),
        (_university, ["m-vienna"]),
        (_army, ["u-vienna"]),
        (_fleet, ["u-aegean_sea"]),
        (_leader, ["u-istanbul", "u-vienna"]),
        (_piracy, ["m-aegean_sea"]),
    ],
)
def test_a_change_changes_its_own_element_alone(change: Change, elements: list[str]) -> None:
    game = played().game
    before = drawn(game)
    change(game)
    after = drawn(game)
    for layer in ("land", "roads", "harbours", "seas", "names"):
        assert groups(before, layer) == groups(after, layer)
    was = {**groups(before, "marks"), **groups(before, "stacks")}
    now = {**groups(after, "marks"), **groups(after, "stacks")}
    assert sorted(id for id in was if was[id] != now[id]) == elements


def test_what_a_place_says() -> None:
    game = played().game
    _siege(game)
    _unrest(game)
    game.add_units("vienna", "venice", squadrons=1)
    game.minor_allies["venice"] = "hapsburg"
    vienna = game_of("his").map_view(game, VOICE).places["vienna"]
    assert vienna.words == "Vienna: Hapsburg, Catholic, unrest, under siege by Ottoman"
    assert [stack.words for stack in vienna.stacks] == [
        "Hapsburg: Ferdinand and 4 regulars",
        "Venice under Hapsburg: 1 squadron",
    ]
    assert game_of("his").map_view(game, VOICE).places["algiers"].words == "Algiers: out of play"


def test_a_map_says_nothing_of_hands() -> None:
    for n in range(50):
        engine = Engine.new(load_rules("his"), Setup("his", "tournament"), f"seed {n}")
        if hidden_pair(engine.game):
            other = with_other_hands(engine)
            assert drawn(engine.game) == drawn(other.game)
            return
    raise AssertionError("no seed deals such cards")


# ---- How it looks


def inside(outline: tuple[tuple[int, int], ...], x: float, y: float) -> bool:
    found = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


@pytest.mark.parametrize("title", ["his", "vq"])
def test_spaces_lie_on_land_and_seas_in_water(title: str) -> None:
    atlas = game_of(title).atlas(game_of(title).voice())
    assert atlas is not None
    for space in atlas.board.spaces.values():
        assert any(inside(outline, *space.xy) for outline in atlas.look.land), space.id
    for zone in atlas.board.zones.values():
        assert not any(inside(outline, *zone.xy) for outline in atlas.look.land), zone.id


def test_names_cover_nothing() -> None:
    layout = layout_of(BOARD, rooms_of(LOOK, [game_of("his").map_view(a_while().game, VOICE)]))
    names = {
        id: map_layout._rect(layout.labels[id], *space.xy, width_of(space.name, LABEL_SIZE), LABEL_SIZE)
        for id, space in BOARD.spaces.items()
    }
    symbols = {id: map_layout._symbol(BOARD, id) for id in BOARD.spaces}
    for one, other in combinations(names, 2):
        assert map_layout._covered(names[one], [(names[other], 1)]) < 1, (one, other)
    for one in names:
        for other in symbols:
            assert map_layout._covered(names[one], [(symbols[other], 1)]) < 1, (one, other)


# Linear RGB as seen without red, green or blue cones (Machado and others, 2009).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour: str, eyes: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in EYES[eyes])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


@pytest.mark.parametrize("eyes", EYES)
def test_colours_can_be_told_apart_by_all_eyes(eyes: str) -> None:
    shown = {livery.fill for livery in LOOK.nations.values()}
    for one, other in combinations(sorted(shown), 2):
        far = sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5
        assert far > 28, (one, other, eyes)


def test_letters_can_be_read_on_their_colour() -> None:
    for livery in (*LOOK.nations.values(), LOOK.nobody):
        bright = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (livery.fill, livery.ink))]
        contrast = (max(bright) + 0.05) / (min(bright) + 0.05)
        assert contrast >= 4.5, livery


def test_no_colour_stands_alone() -> None:
    codes = [livery.code for livery in LOOK.nations.values()]
    assert len(codes) == len(set(codes))
    protestant, catholic = LOOK.rings["protestant"], LOOK.rings["catholic"]
    assert protestant.beads
    assert not catholic.beads
    assert set(LOOK.nations) >= {space.home for space in BOARD.spaces.values()}
    assert game_of("his").atlas(VOICE) is game_of("his").atlas(VOICE)


def test_a_stored_position_is_drawn_as_it_was_played() -> None:
    """Tables of a game that was stored are in another order; nothing of that shows."""
    engine = a_while()
    state = json.loads(codec.text(engine.rules.dump(engine.game)))
    assert drawn(engine.rules.load(state)) == drawn(engine.game)
