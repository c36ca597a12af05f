"""`pbem map` and `pbem replay`: from a running game, from its export, from its archive."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import text

from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.games.scenes import whole_scene
from pbem.letters.pictures import svg_of
from pbem.moderator.pictures import Source, from_database, map_scene, standing_after
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.terminal import Run
from tests.pbem.test_replay import data_in, seen, shown


@pytest.fixture
def pbem(playing: Office, tmp_path: Path, in_a_line: Run) -> Run:
    (tmp_path / "pbem.toml").write_text(f'database = "{playing.place}"\n')
    return in_a_line


VOICE = game_of("his").voice()


def source(office: Office) -> Source:
    with UnitOfWork(office.database) as work:
        return from_database(work.session, GAME)


def drawn(office: Office) -> str:
    scene = whole_scene(game_of("his"), office.engine().game)
    assert scene is not None
    return svg_of(scene)


def test_a_map_is_drawn_of_any_moment(pbem: Run, playing: Office, tmp_path: Path) -> None:
    then, order = drawn(playing), playing.engine().seq
    playing.play_silently(3)
    assert "now.svg shows" in pbem("map", GAME, "now.svg")
    assert (tmp_path / "now.svg").read_text(encoding="utf-8") == drawn(playing)
    pbem("map", GAME, "then.svg", "--at", str(order))
    assert (tmp_path / "then.svg").read_text(encoding="utf-8") == then
    pbem("map", GAME, "new.svg", "--since", "0")
    ElementTree.fromstring((tmp_path / "new.svg").read_text(encoding="utf-8"))
    assert "there already" in pbem("map", GAME, "now.svg", fails=True)
    pbem("map", GAME, "now.svg", "--force")
    assert "end it with .svg or .png" in pbem("map", GAME, "now.jpg", fails=True)
    assert "name a file" in pbem("map", GAME, fails=True)
    assert "is not among them" in pbem("map", GAME, "x.svg", "--at", "99999", fails=True)
    assert not (tmp_path / "x.svg").exists()


def test_a_part_of_the_map_as_svg_and_png(pbem: Run, playing: Office, tmp_path: Path) -> None:
    pbem("map", GAME, "part.svg", "--place", "vienna", "--png", "part.png", "--dark", "--language", "de")
    drawing = (tmp_path / "part.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawing)
    assert ">Wien<" in drawing
    assert ">Madrid<" not in drawing
    assert (tmp_path / "part.png").read_bytes().startswith(b"\x89PNG")
    pbem("map", GAME, "zone.png", "--place", "german zone", "--width", "900", "--since", "0")
    assert "called" in pbem("map", GAME, "no.svg", "--place", "xanadu", fails=True)
    assert "end it with .png" in pbem("map", GAME, "--png", "no.svg", fails=True)
    assert not (tmp_path / "no.svg").exists()


def test_the_position_at_any_moment_in_words(pbem: Run, playing: Office) -> None:
    told = pbem("replay", GAME, "--at", "0")
    assert "after order 0: Turn " in told
    assert "Istanbul: " in told
    assert "Suleiman" in told


def named(drawn: Mapping[str, Any]) -> dict[str, str]:
    """What is drawn, in words: a replay leaves room for what will stand in a place later."""
    return {id: str(text).partition("</title>")[0] for id, text in drawn.items() if text}


def test_a_running_game_its_export_and_its_archive_give_one_replay(
    pbem: Run, playing: Office, tmp_path: Path
) -> None:
    playing.play_silently(4)
    assert "open it in a browser" in pbem("replay", GAME, "--html", "here.html")
    here = (tmp_path / "here.html").read_text(encoding="utf-8")
    data = data_in(here)
    there = seen(game_of("his").map_view(playing.engine().game, VOICE))
    assert named(shown(data, len(data["titles"]) - 1)) == named(there)
    pbem("export", GAME, "game.json")
    pbem("replay", "game.json", "--html", "exported.html")
    assert (tmp_path / "exported.html").read_text(encoding="utf-8") == here
    assert pbem("replay", "game.json") == pbem("replay", GAME)
    with playing.database.begin() as connection:
        connection.execute(text("UPDATE game SET status = 'over', ended_at = started_at"))
    assert "replay.html" in pbem("archive", GAME)
    assert (tmp_path / f"{GAME}-archive" / "replay.html").read_text(encoding="utf-8") == here
    pbem("map", f"{GAME}-archive/game.json", "archived.svg")
    assert (tmp_path / "archived.svg").read_text(encoding="utf-8") == drawn(playing)
    assert "there already" in pbem("replay", GAME, "--html", "here.html", fails=True)


def test_a_replay_up_to_an_order(pbem: Run, playing: Office, tmp_path: Path) -> None:
    pbem("replay", GAME, "--html", "now.html")
    order = playing.engine().seq
    playing.play_silently(3)
    pbem("replay", GAME, "--html", "then.html", "--at", str(order))
    assert (tmp_path / "then.html").read_bytes() == (tmp_path / "now.html").read_bytes()


def test_the_story_of_a_turn_and_of_a_power(pbem: Run, playing: Office) -> None:
    turn = playing.engine().game.turn
    assert pbem("replay", GAME, "--turn", str(turn)) == pbem("replay", GAME)
    assert "Nothing has happened" in pbem("replay", GAME, "--turn", "9")
    assert "You draw" in pbem("replay", GAME, "--power", "france")
    assert "no power" in pbem("replay", GAME, "--power", "atlantis", fails=True)


def test_what_cannot_be_replayed_is_said(pbem: Run, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"format": "x"}')
    (tmp_path / "broken.json").write_text('{"format": "pbem archive 1"}')
    assert "no export and no archive" in pbem("replay", "other.json", fails=True)
    assert "damaged" in pbem("map", "broken.json", "x.svg", fails=True)
    assert "no file" in pbem("replay", "nothing.json", fails=True)


def test_a_moment_that_was_set_back_can_still_be_looked_at(playing: Office) -> None:
    playing.play_silently(3)
    order, then = playing.engine().seq, drawn(playing)

    playing.deed(lambda desk: desk.rewind(GAME, order - 2, "a slip"))
    assert svg_of(map_scene(source(playing), "", order)) == then
    assert svg_of(map_scene(source(playing))) == drawn(playing)
    with pytest.raises(ModeratorProblem, match="not among them"):
        standing_after(source(playing), -1)


def test_a_process_that_knows_no_title_yet_tells_the_story(playing: Office, tmp_path: Path) -> None:
    """Events are found by their names, which only the title makes known: nothing may be loaded before it."""
    environment = {**os.environ, "PBEM_DATABASE": playing.place}
    for words in (["replay", GAME], ["replay", GAME, "--html", str(tmp_path / "replay.html")]):
        command = [sys.executable, "-m", "pbem", *words]
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert run.returncode == 0, run.stderr
