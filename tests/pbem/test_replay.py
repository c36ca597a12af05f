"""A game as a page: every step as the engine had it, nothing that is secret, nothing from elsewhere."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import pbem.letters.replay
from pbem.games import game_of
from pbem.letters.replay import Frame, data_of, frames_of, layout_for, replay_page, script_data
from pbem.pictures.layout import EDGE, LABEL_SIZE, WIDTH, Layout, _covered, _rect, layout_of, width_of
from pbem.pictures.map import MapView, mark, pieces, room_of
from rules import Engine, Event, Power, Question, Setup, load_rules
from rules.core.cards import CardGame
from rules.core.log import LogEntry
from rules.core.reasons import Reason
from tests.pbem.test_leaks import hidden_pair, with_other_hands
from tests.pbem.test_map import played

SETUP = Setup("his", "1517")
SEED = "map"
BOARD = load_rules("his").data.board
VOICE = game_of("his").voice()
LOOK = game_of("his").atlas(VOICE).look
ANY_LAYOUT = layout_of(BOARD, {})


@cache
def a_log() -> tuple[LogEntry, ...]:
    return tuple(played(900).log)


@cache
def a_page() -> str:
    return replay_page("summer", SETUP, SEED, a_log())


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'id="data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return unpacked(found[1])


def unpacked(text: str) -> dict[str, Any]:
    return json.loads(zlib.decompress(b64decode(text)))  # type: ignore[no-any-return]


def value_at(history: list[Any], step: int) -> Any:
    """What the page shows at a step: the last value that came by then."""
    steps = history[::2]
    assert steps == sorted(set(steps))
    assert steps[0] == 0
    return history[2 * max(n for n, when in enumerate(steps) if when <= step) + 1]


def shown(data: dict[str, Any], step: int) -> dict[str, Any]:
    """Everything that the page shows at a step."""
    drawings = data["drawings"]
    return {
        **{f"m-{id}": drawings[value_at(history, step)] for id, history in data["marks"].items()},
        **{f"u-{id}": drawings[value_at(history, step)] for id, history in data["stacks"].items()},
        **{name: value_at(data[name], step) for name in ("powers", "relations", "parts", "gauges", "rolls")},
    }


def seen(view: MapView, layout: Layout = ANY_LAYOUT) -> dict[str, Any]:
    """The same, drawn anew from what can be seen of a game."""
    spots = layout.stacks
    places = view.places.items()
    return {
        **{f"m-{id}": mark(BOARD.spaces.get(id), LOOK, place) for id, place in places},
        **{f"u-{id}": pieces(LOOK, place, spots[id].align, up=spots[id].up) for id, place in places},
        "powers": [[*row.numbers, row.note] for row in view.powers],
        "relations": list(view.relations),
        "parts": [[title, list(lines)] for title, lines in view.parts],
        "gauges": [[g.name, g.value, g.most, g.words or f"{g.value}/{g.most}"] for g in view.gauges],
        "rolls": [[roll.title, [list(one) for one in roll.people]] for roll in view.rolls],
    }


def frames(engine: Engine[Any]) -> list[Frame]:
    return frames_of(SETUP, SEED, engine.log)


# ---- Steps


def test_every_step_is_what_the_engine_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watched from within the rules, and independently of how the replay does it."""
    had: dict[tuple[int, str], MapView] = {}
    now: list[tuple[int, str]] = []
    first: dict[int, int] = {}
    emit = CardGame.emit

    def watched(game: Any, event: Event) -> None:
        if type(event).__name__ in game_of("his").chapters:
            if now:
                had[now[-1]] = game_of("his").map_view(game, VOICE)
            turn: int = event.turn  # type: ignore[attr-defined]
            if number := getattr(event, "number", None):  # they are told by their numbers in the turn
                name = str(number - first.setdefault(turn, number) + 1)
            else:
                name = game_of("his").voice().name("phase", getattr(event, "phase", ""))
            now.append((turn, name))
        emit(game, event)

    with monkeypatch.context() as patch:
        patch.setattr(CardGame, "emit", watched)
        engine = Engine.rebuild(load_rules("his"), SETUP, SEED, a_log(), trusted=True)
    had[now[-1]] = game_of("his").map_view(engine.game, VOICE)
    data, layout = data_in(a_page()), layout_for(BOARD, LOOK, frames_of(SETUP, SEED, a_log()))
    compared = []
    for step, (turn, title) in zip(data["ends"], data["titles"], strict=True):
        found = re.match(r"(?:Impulses? (?:\d+ to )?|Turn \d+: )(\d+|.*)", title)
        if found and (turn, found[1]) in had:
            assert shown(data, step) == seen(had[turn, found[1]], layout), title
            compared.append(title)
    assert len(compared) >= len(data["titles"]) - 2
    assert sum(title.startswith("Turn") for title in compared) > 8
    assert shown(data, data["ends"][-1]) == seen(had[now[-1]], layout)


def test_every_step_can_be_stood_at() -> None:
    engine = played(300)
    steps = frames(engine)
    layout = layout_for(BOARD, LOOK, steps)
    data = json.loads(json.dumps(data_of(BOARD, layout, LOOK, steps)))
    for end, frame in zip(data["ends"], steps, strict=True):
        assert shown(data, end) == seen(frame.view, layout)
    for number, step in enumerate(step for frame in steps for step in frame.steps):
        assert shown(data, number) == seen(step.view, layout)
    assert shown(data, data["ends"][-1]) == seen(game_of("his").map_view(engine.game, VOICE), layout)
    assert [frame.order for frame in steps] == sorted(frame.order for frame in steps)
    assert data["orders"] == sorted(data["orders"])


def test_pieces_hardly_ever_cover_a_name() -> None:
    """Each place has room for the pieces that stand there in this game; a fifth of a name is still read."""
    steps = frames_of(SETUP, SEED, a_log())
    layout = layout_for(BOARD, LOOK, steps)
    names = {
        id: _rect(layout.labels[id], *space.xy, width_of(space.name, LABEL_SIZE), LABEL_SIZE)
        for id, space in BOARD.spaces.items()
    }
    stood = covered = 0
    for frame in steps:
        for id, place in frame.view.places.items():
            if not place.stacks or id not in BOARD.spaces:
                continue
            pieces_here = _rect(layout.stacks[id], *BOARD.spaces[id].xy, *room_of(LOOK, place))
            stood += 1
            for left, top, right, bottom in names.values():
                hidden = _covered(pieces_here, [((left, top, right, bottom), 1)])
                covered += hidden > (right - left) * (bottom - top) / 5
            assert pieces_here[2] <= WIDTH + EDGE, id
    assert stood > 2_000
    assert covered < stood / 100  # with one room for each type of space it was one in twenty


def test_each_order_within_an_impulse_is_a_step() -> None:
    steps = frames(played(300))
    several = [frame for frame in steps if frame.title.startswith("Impulse") and len(frame.steps) > 2]
    assert several
    for frame in steps:
        assert [step.told for step in frame.steps] == sorted(step.told for step in frame.steps)
        assert frame.steps[-1].told == len(frame.lines)
        assert frame.steps[-1].view == frame.view


def test_tracks_are_those_of_the_game() -> None:
    engine = played(300)
    view = game_of("his").map_view(engine.game, VOICE)
    gauges = {gauge.name: gauge for gauge in view.gauges}
    faith = engine.game.faith
    assert gauges["German New Testament"].value == faith.new_testament.get("german", 0)
    held = sum(space.religion == "protestant" for space in engine.game.spaces.values())
    assert gauges["Protestant spaces"].value == held
    assert gauges["St. Peter's"].value == 5 * faith.st_peters_vp + faith.st_peters_cp
    assert gauges["Henry VIII"].most == 7
    spent = {name for roll in view.rolls for name, used in roll.people if used}
    assert len(spent) == sum(d.committed and not d.gone and not d.away for d in faith.debaters.values())


def test_one_step_for_each_phase_and_impulse_that_was_not_passed() -> None:
    found = [(turn, title) for turn, title in data_in(a_page())["titles"]]
    titles = [title for _, title in found]
    assert titles[:3] == ["The beginning", "Turn 1: Luther's 95 Theses", "Turn 1: Card Draw"]
    assert len(found) == len(set(found))
    assert "Turn 1: the Diet of Worms" in titles
    assert any(title.startswith("Impulse 2: ") for title in titles)
    page = a_page()
    assert page.count("<article") == len(titles)
    assert "plays" in page


def test_the_same_log_is_the_same_page() -> None:
    assert replay_page("summer", SETUP, SEED, a_log()) == a_page()


# ---- Histories that are not straight


def test_what_was_set_back_has_not_happened() -> None:
    engine = played(120)
    kept = seen(game_of("his").map_view(engine.game, VOICE))
    play_on(engine, 60, seed_of_choice=lambda options: options[-1])
    assert seen(game_of("his").map_view(engine.game, VOICE)) != kept
    engine.rewind(120, Reason("13.2 was <b>read</b> wrongly."))
    steps = frames(engine)
    assert seen(steps[-1].view) == kept
    assert steps[-1].lines[-1] == "The game was set back to this moment: 13.2 was <b>read</b> wrongly."
    assert "<b>read</b>" not in replay_page("x", SETUP, SEED, engine.log)
    play_on(engine, 30)
    assert seen(frames(engine)[-1].view) == seen(game_of("his").map_view(engine.game, VOICE))


def test_a_correction_is_seen_and_told() -> None:
    engine = played(120)
    while engine.seq != engine.snapshot.seq:
        play_on(engine, 1)
    engine.correct([("spaces.metz.unrest", True)], "</script>a slip")
    play_on(engine, 20)
    steps = frames(engine)
    assert seen(steps[-1].view) == seen(game_of("his").map_view(engine.game, VOICE))
    assert [frame.title for frame in steps if "The position was corrected" in " ".join(frame.lines)]
    titles = [(frame.turn, frame.title) for frame in steps]
    assert len(titles) == len(set(titles))
    page = replay_page("</script>x", SETUP, SEED, engine.log)
    assert page.count("</script>") == 2
    assert "a slip" in page
    assert data_in(page)["titles"] == [[f.turn, f.title] for f in steps]


def test_dice_from_elsewhere_are_replayed() -> None:
    engine = played()
    given = 0
    while given < 3:
        power, question = next(iter(engine.waiting().items()))
        answer = question.default(engine.game)
        before = len(engine.log)
        trial = engine.fork()
        used = trial.game.dice.used
        trial.submit(power, answer)
        rolled = [die for e in trial.drain() for die in getattr(e, "dice", ())]
        if rolled and trial.game.dice.used - used == len(rolled):
            engine.submit(power, answer, dice=[7 - die for die in rolled])
            given += 1
        else:
            engine.submit(power, answer)
        assert len(engine.log) == before + 1
    steps = frames(engine)
    assert seen(steps[-1].view) == seen(game_of("his").map_view(engine.game, VOICE))


def play_on(
    engine: Engine[Any],
    orders: int,
    seed_of_choice: Callable[[list[Any]], Any] = lambda options: options[0],
) -> None:
    for _ in range(orders):
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.pick(engine.game, lambda options: seed_of_choice(list(options))))


# ---- Secrets


def test_other_hands_make_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup("his", "tournament")
    seed, first = next(
        (seed, engine)
        for seed in (f"seed {n}" for n in range(50))
        if hidden_pair((engine := Engine.new(load_rules("his"), setup, seed)).game)
    )
    second = with_other_hands(first)
    for _ in range(40):
        power, question = next(iter(first.waiting().items()))
        if stops(power, question):
            break
        for engine in (first, second):
            engine.submit(power, question.default(engine.game))
    assert len(first.log) > 8
    assert first.game.cards.hands != second.game.cards.hands
    one = replay_page("x", setup, seed, first.log)
    new = Engine.new

    class Dealt(Engine[Any]):
        @classmethod
        def new(cls, *args: Any) -> Engine[Any]:
            return with_other_hands(new(*args))

    monkeypatch.setattr(pbem.letters.replay, "Engine", Dealt)
    assert replay_page("x", setup, seed, second.log) == one


def stops(power: Power, question: Question[Any]) -> bool:
    """Where the two would play different cards."""
    return power in ("france", "papacy") and question.kind == "impulse"


def test_private_events_are_not_told() -> None:
    page = a_page()
    assert "You draw" not in page
    assert "draws" in page


# ---- The page


def test_the_page_needs_nothing_else() -> None:
    page = a_page()
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert "url(" not in page.replace("url(#edge)", "")
    assert not re.search(r"https?://|@import|fetch\(|XMLHttpRequest|localStorage", page)


def test_the_page_stays_small() -> None:
    """900 orders are about two turns; `test_replay_browser` looks at a whole game."""
    page = a_page()
    assert len(page) < 400_000
    data = data_in(page)
    assert len(data["drawings"]) == len(set(data["drawings"]))


def test_everything_the_script_looks_for_is_there() -> None:
    page = a_page()
    html, _, script = page.rpartition('<script type="module">')
    for id in set(re.findall(r'byId\("([a-z]+)"\)', script)):
        assert f'id="{id}"' in html, id
    for id in data_in(page)["marks"]:
        assert f'id="m-{id}"' in html
        assert f'id="u-{id}"' in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert html.count("<button") == len(re.findall(r"<button[^>]*>[^<]*", html))


def test_data_cannot_end_its_script() -> None:
    nasty = {"x": "</script><!--<script>&\u2028"}
    assert not re.search("[<>&]", script_data(nasty))
    assert unpacked(script_data(nasty)) == nasty


def test_controls_have_names() -> None:
    html = a_page()
    controls = html[html.index('id="controls"') : html.index("<details>")]
    for button in re.findall(r"<button[^>]*>|<input[^>]*>", controls):
        assert "aria-label=" in button
