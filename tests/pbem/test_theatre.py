"""Pictures of a theatre: labels never cover each other, facts alone make them, and they fit into a letter."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from pbem.games import game_of
from pbem.games.scenes import scene_called, scene_of_question, whole_scene
from pbem.letters.pictures import Kept, alt_text, image_of, picture_of, svg_of
from pbem.pictures import drawing
from pbem.pictures.drawing import draw
from pbem.pictures.fonts import FOLDER, text_width
from pbem.pictures.palette import DARK, LIGHT, Palette, mixed
from pbem.pictures.placement import Label, crosses, overlap, place
from pbem.pictures.png import png_of
from pbem.pictures.scene import Army, Figure, Mark, Move, Scene, Site
from rules import Engine, Event, Setup
from rules.war.spring import DeployInSpring
from tests.pbem.test_leaks import hidden_pair, with_other_hands

TITLE = game_of("his")
VOICE = TITLE.voice()
ATLAS = TITLE.atlas(VOICE)
BOARD = ATLAS.board
SVG = "{http://www.w3.org/2000/svg}"
SCENES = 200


def scenes_of_play(seed: int) -> Iterator[Scene]:
    """Scenes of the questions of a game that is played at random, now and then one."""
    scenario = ("1517", "1532", "tournament")[seed % 3]
    engine = Engine.new(TITLE.rules, Setup("his", scenario), f"theatre {seed}")
    dice = random.Random(seed)
    events: list[Event] = engine.drain()
    while not engine.over:
        power, question = next(iter(engine.waiting().items()))
        if dice.random() < 0.05 or question.kind in ("intercept", "avoid_battle", "naval_intercept"):
            scene = scene_of_question(TITLE, question, engine.game, events[-40:])
            assert scene is not None
            yield scene
        engine.submit(power, question.pick(engine.game, dice.choice))
        events += engine.drain()


@cache
def scenes() -> list[Scene]:
    found: list[Scene] = []
    for seed in range(100):
        for number, scene in enumerate(scenes_of_play(seed)):
            if number == 20:
                break
            found.append(scene)
        if len(found) >= SCENES:
            return found[:SCENES]
    raise AssertionError("too few questions")


def best(scene: Scene, width: int = 390, language: str = "en", palette: Palette = LIGHT) -> Any:
    atlas = TITLE.atlas(TITLE.voice(language))
    return drawing._best(atlas.board, atlas.look, scene, width, palette)


@pytest.mark.parametrize("language", ["en", "de"])
def test_labels_cover_nothing_in_200_positions(language: str) -> None:
    left_out: list[str] = []
    astray: list[tuple[str, str]] = []
    for scene in scenes():
        picture = best(scene, language=language)
        rects = {id: placed.rect for id, placed in picture.labels.items()}
        for one, other in combinations(rects, 2):
            assert not overlap(rects[one], rects[other]), (one, other, scene.digest)
        for _drawn, number, _line in picture.arrows:
            assert number is None or not any(overlap(number, symbol) for symbol in picture.symbols)
        for id, rect in rects.items():
            assert not any(overlap(rect, symbol) for symbol in picture.taken), (id, scene.digest)
            assert rect[0] >= 0
            assert rect[1] >= 0
            assert rect[2] <= picture.width
            assert rect[3] <= picture.height
        astray += [(id, other) for id in rects if (other := _place_under_the_line(picture, scene, id))]
        left_out += [id for id in scene.places if id in BOARD.spaces and id not in rects]
        assert set(scene.focus) & set(BOARD.spaces) <= set(rects)
        assert picture.size >= min(drawing.SHRINK)
    assert left_out == []
    assert astray == []


def _place_under_the_line(picture: Any, scene: Scene, id: str) -> str:
    """Another place over whose symbol the line from a place to its label runs: it seems to be that one's."""
    line = picture.labels[id].line
    if line is None or id not in BOARD.spaces:
        return ""
    for other in scene.places:
        if other != id and other in BOARD.spaces:
            x, y = picture.at(other)
            if crosses(line, (x - 6, y - 6, x + 6, y + 6)):
                return str(other)
    return ""


def test_a_label_is_as_wide_as_it_is_drawn() -> None:
    """The boxes of the placement are those of the letters: measured by the font itself."""
    assert text_width("Wien", 10, "Bold") == pytest.approx(10 * text_width("Wien", 1, "Bold"))
    assert text_width("i", 10) < text_width("n", 10) < text_width("W", 10)
    assert text_width("中", 10) == 10
    block = best(scene_called(TITLE, "vienna", played().game)).blocks["vienna"]
    assert block.width >= text_width("Vienna", 12, "Bold")


def test_a_label_that_goes_far_has_a_line() -> None:
    crowd = [Label(f"{n}", 100 + n, 100, 8, 60, 30) for n in range(9)]
    placed = place(crowd, [(92, 92, 117, 108)], [], (0, 0, 400, 400))
    assert len(placed) == 9
    lines = [one.line for one in placed.values() if one.line]
    assert lines
    for x1, y1, x2, y2 in lines:
        assert (x2 - x1) ** 2 + (y2 - y1) ** 2 > 15**2


def test_what_has_no_room_is_left_out_and_covers_nothing() -> None:
    crowd = [Label(f"{n}", 50, 50, 8, 60, 30, weight=n) for n in range(20)]
    placed = place(crowd, [], [], (0, 0, 130, 130))
    assert "19" in placed
    assert len(placed) < 20
    for one, other in combinations(placed.values(), 2):
        assert not overlap(one.rect, other.rect)


# ---- Facts


def played(orders: int = 40, seed: str = "theatre") -> Engine[Any]:
    engine = Engine.new(TITLE.rules, Setup("his", "1517"), seed)
    dice = random.Random(3)
    while len(engine.log) < orders:
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.pick(engine.game, dice.choice))
    return engine


def test_a_scene_is_kept_as_json() -> None:
    for scene in scenes()[:40]:
        stored = json.loads(json.dumps(scene.as_json()))
        assert Scene.from_json(stored) == scene
        assert Scene.from_json(stored).digest == scene.digest
        assert len(json.dumps(stored)) < 12_000


def test_hands_and_decks_make_no_difference() -> None:
    """Twin games: other cards in hidden hands, another order of the deck, the same pictures."""
    for n in range(50):
        engine = Engine.new(TITLE.rules, Setup("his", "tournament"), f"seed {n}")
        if not hidden_pair(engine.game):
            continue
        twin = with_other_hands(engine)
        random.Random(1).shuffle(twin.game.cards.deck)
        for power, question in engine.waiting().items():
            pair = [
                scene_of_question(TITLE, one.waiting()[power], one.game, one.game.events)
                for one in (engine, twin)
            ]
            assert pair[0] == pair[1]
            assert image_of(pair[0]) == image_of(pair[1])
            assert svg_of(pair[0]) == svg_of(pair[1])
            assert engine.game.cards != twin.game.cards
            assert question.power == power
        assert whole_scene(TITLE, engine.game) == whole_scene(TITLE, twin.game)
        return
    raise AssertionError("no seed deals such cards")


def test_what_is_asked_about_is_in_the_picture() -> None:
    for scene in scenes():
        assert scene.frame is not None
        assert {*scene.focus, *scene.targets} <= set(scene.places)


def test_spring_shows_the_front_that_can_be_reached() -> None:
    """Not where else the power is at war: no army goes there now."""
    game = Engine.new(TITLE.rules, Setup("his", "1532"), "spring").game
    game.add_units("ravenna", "ottoman", regulars=4)
    scene = scene_of_question(TITLE, DeployInSpring("ottoman"), game)
    assert scene is not None
    assert "buda" in scene.targets
    assert {"buda", "vienna"} <= {*scene.places}
    assert "ravenna" not in scene.targets


def test_a_part_of_the_map_by_its_name() -> None:
    game = played().game
    for words, place_ in (("Vienna", "vienna"), ("map of wien".removeprefix("map "), "vienna")):
        scene = scene_called(TITLE, words, game)
        assert scene is not None
        assert scene.focus == (place_,)
    zone = scene_called(TITLE, "german zone", game)
    assert zone is not None
    germans = {space.id for space in BOARD.spaces.values() if space.lang == "german"}
    assert germans <= set(zone.places)
    sea = scene_called(TITLE, "the Ionian Sea", game)
    assert sea is not None
    assert sea.focus == ("ionian_sea",)
    mine = scene_called(TITLE, "near me", game, "ottoman")
    assert mine is not None
    assert "istanbul" in mine.places
    assert mine.reader == "ottoman"
    assert scene_called(TITLE, "near me", game) is None
    assert scene_called(TITLE, "xanadu", game) is None
    assert scene_called(TITLE, "", game) == whole_scene(TITLE, game)


# ---- The drawing


def a_scene() -> Scene:
    """Everything that a picture can show, by hand."""
    kinds = (("regulars", 4), ("mercenaries", 2), ("cavalry", 1))
    hapsburg = Army("hapsburg", "hapsburg", kinds, (Figure("ferdinand", 1, 6),))
    ottoman = Army("ottoman", "ottoman", (("regulars", 9), ("cavalry", 3)), (Figure("suleiman", 2, 12),))
    fleet = Army("ottoman", "ottoman", (("squadrons", 2), ("corsairs", 3)), (Figure("barbarossa", 2, 0),))
    return Scene(
        "his",
        (520, 200, 780, 440),
        "hapsburg",
        ("ottoman",),
        ("vienna",),
        ("graz", "pressburg"),
        (
            Site("vienna", "hapsburg", "catholic", False, ("ottoman",), ("!",), (hapsburg, ottoman)),
            Site("graz", "hapsburg", "protestant", True, signs=("J", "R")),
            Site("pressburg", "ottoman", "other"),
            Site("buda", "ottoman", "catholic"),
            Site("adriatic_sea", signs=("P",), armies=(fleet,)),
        ),
        (("belgrade", "ottoman"),),
        (Move("ottoman", "buda", "vienna", "land", 12), Move("hapsburg", "graz", "vienna", "announced", 2)),
        (Mark("vienna", "siege"), Mark("pressburg", "conquest"), Mark("graz", "conversion")),
    )


@pytest.mark.parametrize("dark", [False, True])
def test_everything_is_drawn(dark: bool) -> None:
    svg = svg_of(a_scene(), dark=dark)
    written = ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    for words in ("Vienna", "Suleiman", "12", "Ferdinand", "6", "Barbarossa", "Adriatic Sea", "corsairs"):
        assert words in written
    for words in ("at war with you", "siege laid", "converted", "new owner", "unrest", "piracy", "siege"):
        assert words in written
    assert svg == svg_of(a_scene(), dark=dark)


def test_a_change_of_fact_changes_the_picture() -> None:
    scene = a_scene()
    assert scene.digest == a_scene().digest
    other = Scene.from_json({**scene.as_json(), "moves": []})
    assert other.digest != scene.digest
    assert svg_of(other) != svg_of(scene)
    assert picture_of(Kept(scene), VOICE) != picture_of(Kept(other), VOICE)


def test_names_are_escaped() -> None:
    scene = Scene.from_json(json.loads(json.dumps(a_scene().as_json()).replace("!", "<b>&")))
    ElementTree.fromstring(svg_of(scene))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_ink_can_be_read_on_paper(palette: Palette) -> None:
    from tests.pbem.test_map import linear

    def bright(colour: str) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def contrast(one: str, other: str) -> float:
        a, b = bright(one), bright(other)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)

    realms = [mixed(livery.fill, palette.land, palette.tint) for livery in ATLAS.look.nations.values()]
    for ground in (palette.land, palette.halo, palette.strip, *realms):
        assert contrast(palette.ink, ground) >= 4.5
    assert contrast(palette.water_ink, palette.sea) >= 4.5


def test_alt_text() -> None:
    assert alt_text(a_scene(), VOICE) == "Map around Vienna"
    assert alt_text(a_scene(), TITLE.voice("de")) == "Spielplan rund um Wien"
    assert Kept(a_scene(), dark=True).cid != Kept(a_scene()).cid


# ---- Files


def test_pictures_are_small_and_need_no_font_of_the_machine() -> None:
    for scene in scenes()[::20]:
        assert 5_000 < len(image_of(scene)) < 100_000
    whole = whole_scene(TITLE, played().game)
    assert whole is not None
    assert len(image_of(whole)) < 180_000
    assert {path.suffix for path in FOLDER.iterdir()} == {".ttf", ".otf", ".txt", ".md"}
    with_text, without = image_of(a_scene()), image_of(Scene("his", a_scene().frame))
    assert len(with_text) > 2 * len(without)


def test_a_picture_fills_its_paper() -> None:
    """Whatever its height, nothing of what lies beyond its edges can be seen."""
    for high in (101, 102, 103, 104):
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="{high}" viewBox="0 0 100 {high}">'
            f'<rect width="100" height="{high}" fill="#336699"/>'
            f'<rect y="{high}" width="100" height="9"/></svg>'
        )
        with Image.open(BytesIO(png_of(svg))) as picture:
            assert picture.convert("RGB").getcolors() == [(picture.width * picture.height, (51, 102, 153))]


def test_the_same_picture_is_made_once() -> None:
    image_of.cache_clear()
    first = image_of(a_scene())
    assert image_of(Scene.from_json(a_scene().as_json())) is first
    assert image_of.cache_info().misses == 1


def test_a_wide_picture_is_larger() -> None:
    narrow, wide = (draw(BOARD, ATLAS.look, a_scene(), width) for width in (390, 900))
    assert 'width="390"' in narrow
    assert 'width="900"' in wide
