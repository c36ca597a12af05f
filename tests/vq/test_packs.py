"""Data packs: a changed one, a broken one, one with map and set-up only, cards without a function."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.errors import ModeratorProblem
from pbem.games import _GAMES, game_of
from pbem.games.packs import look_in
from pbem.games.vq.pack import RECONSTRUCTION, check_pack
from rules import Engine, Illegal, Setup
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.vq.data import load_pack
from rules.vq.powers import IMPULSE_ORDER

NAMED_IN_THE_RULES = re.compile(r'"([a-z_]+)"')


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A folder to type into."""
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place of work with packs of its own."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    look_in(Path("packs"))
    for name in [name for name in _GAMES if "@" in name]:
        del _GAMES[name]


def copied(folder: Path, *names: str) -> None:
    for name in names:
        shutil.copy(RECONSTRUCTION / f"{name}.toml", folder / f"{name}.toml")


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """A file of ours with changes."""
    path = folder / f"{name}.toml"
    content = (path if path.exists() else RECONSTRUCTION / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in content
        content = content.replace(old, new, 1)
    path.write_text(content, encoding="utf-8")


def pbem(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, " ".join(done.output.split())


# ---- Checking


def test_a_changed_pack_is_fine(typed: Path) -> None:
    """Other names, other numbers of ours, another road: nothing of this is the rulebook's."""
    changed(
        typed, "map", ('name = "Agram"', 'name = "Zagreb"'), ('aliases = ["Zagreb"]', 'aliases = ["Agram"]')
    )
    changed(
        typed,
        "people",
        ('name = "Duke of Alva", power = "spain", battle = 2', 'name = "Alba", power = "spain", battle = 1'),
    )
    report = check_pack(typed)
    assert report.problems == []
    assert report.own == ["map", "people"]
    data = load_pack(typed, RECONSTRUCTION)
    assert data.board.spaces["agram"].name == "Zagreb"
    assert data.digest == report.digest != game_of("vq").data_digest


def test_everything_wrong_is_told_at_once(typed: Path) -> None:
    changed(
        typed,
        "map",
        ('id = "metz", name = "Metz", type = "key"', 'id = "metz", name = "Metz", type = "town"'),
        (
            'id = "aberdeen", name = "Aberdeen", type = "town", home = "scotland"',
            'id = "aberdeen", name = "Aberdeen", type = "town", home = "atlantis"',
        ),
        ('sea = ["barbary_coast"], build = "corsairs_only"', 'sea = ["barbary_coast"]'),
    )
    changed(
        typed,
        "powers",
        ("dutch_vp_each = 3", "dutch_vp_each = 4"),
        (
            'id = "assault", section = "15.1", kind = "land", cost = { ottoman = [1]',
            'id = "assault", section = "15.1", kind = "land", cost = { ottoman = [2]',
        ),
    )
    changed(
        typed, "campaign", ("ottoman = 17\n", "ottoman = 11\n"), ("istanbul = { r = 6", "paris = { r = 6")
    )
    changed(typed, "counters", ('power = "spain", counters = 7', 'power = "spain", counters = 8'))
    told = "\n".join(check_pack(typed).problems)
    for sentence in (
        "metz is a key",
        "aberdeen: atlantis has no home spaces (2.3)",
        "algiers: what may be built there is limited to corsairs_only (17.2, 17.3)",
        "the Protestant key rows are worth 3 and 2 VP",
        "assault costs 1 CP",
        "campaign.toml: ottoman begins with 17 VP, not 11",
        "campaign.toml: units of ottoman in paris, which france controls",
        "ships of spain: 7 counters",
    ):
        assert sentence in told


def test_files_that_cannot_be_read_are_told(typed: Path) -> None:
    (typed / "map.toml").write_text("spaces = [", encoding="utf-8")
    (typed / "people.toml").write_text("= 3", encoding="utf-8")
    told = check_pack(typed).problems
    assert sorted(line.partition(":")[0] for line in told) == ["map.toml", "people.toml"]


def test_wrong_forms_are_told_at_once(typed: Path) -> None:
    changed(typed, "people", ("battle = 1, command = 8", 'battle = "one", command = 8'))
    changed(
        typed,
        "map",
        ('name = "Agram", ', ""),
        ('type = "town", home = "scotland"', 'typ = "town", home = "scotland"'),
    )
    told = "\n".join(check_pack(typed).problems)
    assert "people.toml: leader lala_mustafa: battle: int expected, not 'one'" in told
    assert "map.toml: space agram: name is missing" in told
    assert "map.toml: space aberdeen: unknown entry typ" in told


def test_an_empty_folder_is_no_pack(typed: Path) -> None:
    assert "there is none of these files" in check_pack(typed).problems[0]


@pytest.mark.parametrize("name", ["map", "powers", "cards", "people", "counters", "tables", "campaign"])
def test_our_own_files_are_a_pack(typed: Path, name: str) -> None:
    copied(typed, name)
    assert check_pack(typed).problems == []


def test_the_spaces_that_the_rules_name_must_be_in_every_pack() -> None:
    """Whatever space the code of the rules knows by its id is one that the checks ask for."""
    from rules.vq.data import load, rulebook

    checks = Path(rulebook.__file__).parent.glob("rulebook*.py")
    asked = {id for path in checks for id in NAMED_IN_THE_RULES.findall(path.read_text(encoding="utf-8"))}
    known = load(RECONSTRUCTION).board.spaces
    root = Path(rulebook.__file__).parents[1]
    named = {
        id
        for path in sorted(root.rglob("*.py"))
        if path.parent.name != "data"
        for id in NAMED_IN_THE_RULES.findall(path.read_text(encoding="utf-8"))
        if id in known and id not in ("metz", "venice", "tunis")
    }
    assert named <= asked


# ---- One part after the other


def test_map_powers_and_one_set_up_come_first(typed: Path) -> None:
    copied(typed, "map", "powers", "campaign")
    report = check_pack(typed)
    assert report.problems == []
    assert report.lent == ["cards", "people", "counters", "tables", "seats"]
    assert "from the reconstruction: cards, people, counters, tables, seats" in report.notes
    assert list(load_pack(typed, RECONSTRUCTION).scenarios) == ["campaign"]


BARE = """
[[card]]
n = 46
title = "A Card of the Printed Game"
cp = 2
kind = "event"

[[card]]
n = 17
title = "A Mandatory Card"
cp = 2
kind = "mandatory"
enters = "turn"
turn = 4
"""


def test_a_card_without_a_function_is_played_for_its_cp(typed: Path, desk: Path) -> None:
    (typed / "cards.toml").write_text(BARE, encoding="utf-8")
    report = check_pack(typed)
    assert report.problems == []
    assert "2 cards are typed, 110 are the reconstruction's" in report.notes
    assert "2 cards have no function, and are played for their CP only: 17, 46" in report.notes
    assert pbem("pack", "use", str(typed))[0] == 0
    title = game_of("vq@mine")
    engine: Engine[Any] = Engine.new(title.rules, Setup("vq@mine", "campaign"), "bare")
    game = engine.game
    question = TakeImpulse("spain")
    game.hand("spain").extend(n for n in (46, 17) if n not in game.hand("spain"))
    legal = list(question.legal(game))
    for n in (46, 17):
        assert PlayForCP(n) in legal
        assert not any(isinstance(play, PlayEvent) and play.card == n for play in legal)
        with pytest.raises(Illegal) as refused:
            question.check(game, PlayEvent(n, "event"))
        assert refused.value.code == "card.without_function"
    assert "played for its CP only" in title.card_text(46, title.voice())
    assert "nur für ihre BP" in title.card_text(46, title.voice("de"))
    assert "played for its CP only" not in title.card_text(47, title.voice())
    assert "2 cards have no function yet" in title.notice(title.voice())
    assert "Datenpaket" in title.notice(title.voice("de"))


# ---- Using


def seats() -> list[str]:
    return [word for power in IMPULSE_ORDER for word in ("--seat", f"{power}=bot:usual")]


def test_a_game_goes_on_with_its_own_pack_only(typed: Path, desk: Path) -> None:
    changed(typed, "map", ('name = "Agram"', 'name = "Zagrabia"'))
    assert pbem("pack", "check", str(typed)) == (
        0,
        (
            "typed: map.toml from the reconstruction: powers, cards, people, counters, tables, seats, "
            "campaign, tournament No problems."
        ),
    )
    assert pbem("pack", "use", str(typed), "--private")[0] == 0
    assert "vq@mine" in pbem("pack", "list")[1]
    assert pbem("pack", "use", str(typed))[0] == 1  # the name is taken
    code, told = pbem(
        "new",
        "spring",
        "--game",
        "vq@mine",
        "--scenario",
        "campaign",
        "--seat",
        "ottoman=Omar <omar@example.test>",
        *seats()[2:],
    )
    assert code == 0, told
    code, told = pbem("start", "spring")
    assert code == 0, told
    code, told = pbem("status", "spring")
    assert code == 0, told
    # Somebody changes the pack where it is kept.
    changed(desk / "packs" / "vq" / "mine", "map", ('name = "Zagrabia"', 'name = "Agria"'))
    del _GAMES["vq@mine"]
    code, told = pbem("status", "spring")
    assert code == 1
    assert "is played with the data pack mine as it was" in told
    assert "changed since it was taken in" in pbem("pack", "list")[1]
    shutil.rmtree(desk / "packs")
    _GAMES.pop("vq@mine", None)
    code, told = pbem("status", "spring")
    assert (code, "there is no data pack mine here" in told) == (1, True)


@pytest.mark.parametrize("private", [False, True])
def test_a_private_pack_is_in_no_file_unless_asked(typed: Path, desk: Path, private: bool) -> None:
    changed(typed, "map", ('name = "Agram"', 'name = "Zagrabia"'))
    pbem("pack", "use", str(typed), *(["--private"] if private else []))
    code, told = pbem(
        "new",
        "spring",
        "--game",
        "vq@mine",
        "--scenario",
        "campaign",
        "--seat",
        "ottoman=Omar <omar@example.test>",
        *seats()[2:],
    )
    assert code == 0, told
    pbem("start", "spring")
    assert pbem("export", "spring", "plain.json")[0] == 0
    assert pbem("export", "spring", "whole.json", "--with-pack")[0] == 0
    plain, whole = (
        json.loads(Path(name).read_text(encoding="utf-8"))["pack"] for name in ("plain.json", "whole.json")
    )
    assert ("files" in plain) == (not private)
    assert "Zagrabia" in whole["files"]["map.toml"]
    assert plain["digest"] == whole["digest"] == game_of("vq@mine").data_digest
    # On another machine it is taken in out of the file.
    shutil.rmtree(desk / "packs")
    del _GAMES["vq@mine"]
    assert pbem("import", "whole.json", "--name", "summer")[0] == 1
    assert pbem("pack", "use", "whole.json")[0] == 0
    code, told = pbem("import", "whole.json", "--name", "summer")
    assert "this game is here already" in told  # of the same seats; but for them it would be taken in


def test_names_cannot_leave_the_folder(desk: Path) -> None:
    for name in ("vq@../../x", "vq@", "vq@A", "vq@a/b"):
        with pytest.raises(ModeratorProblem):
            game_of(name)
    with pytest.raises(ModeratorProblem):
        game_of("his@mine")
