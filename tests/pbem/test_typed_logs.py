"""Logs in the language of cases are games: taken in, shown, checked, written, and gone on with by mail."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cases.attempts import run_case
from pbem.cases.played import LogProblem, play_log, read_log, with_fresh_seed
from pbem.cases.record import Recorder
from pbem.cases.write import case_text
from pbem.cli import app
from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.moderator.archive import check_export, export_game
from pbem.moderator.overview import Overview
from pbem.moderator.typed import check_log, read_game, take_in, write_game
from pbem.play.plan import Begun
from pbem.post.service import GamePlan, Player
from pbem.store import games
from pbem.store.seeds import seed_of
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Setup
from rules.core import codec
from rules.core.changes import changed, changes_between
from rules.core.errors import ReplayMismatch
from rules.core.log import Entry
from rules.his.powers import IMPULSE_ORDER
from tests.golden import GAMES, path_of, round_trip
from tests.pbem.office import GAME, Office

EXAMPLE = Path(__file__).parents[1] / "cases" / "example-of-play" / "turn-4.case"
SHORT = """
case 1 A short war
scenario 1517
clear map
war france england
hand france: 4 31
units paris: france 4 regulars, francis i
units calais: england 3 regulars
impulse france 5 cp
> france: move francis, 4 regulars: paris > boulogne
dice 4 4
> england: intercept 3 from calais
> france: end
"""


def log_file(tmp_path: Path, text: str, name: str = "table.case") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def taken(office: Office, path: Path, name: str = GAME, **changes: Any) -> str:
    """Take a log in; its digest."""
    played = play_log(read_log(path), "a seed of its own")
    with UnitOfWork(office.database) as work:
        windows = changes.get("windows", "ask")
        digest = take_in(work.at(office.settings, office.clock.now()), played, name, windows)
        work.commit()
    return digest


def written(office: Office, name: str = GAME) -> str:
    with UnitOfWork(office.database) as work:
        return write_game(work.session, name)


# ---- Round trips


def golden(path: Path) -> tuple[dict[str, Any], Setup, list[Any]]:
    data = json.loads(gzip.decompress(path.read_bytes()))
    return data, codec.load(data["setup"], Setup), [codec.load(entry, Entry) for entry in data["log"]]


@pytest.mark.parametrize("number", [3, 4, 6])
def test_golden_games_come_back_from_their_logs(number: int) -> None:
    """The short ones; `make golden ARGS=--logs` has all."""
    assert round_trip(path_of(*GAMES[number - 1])) == []


def test_a_log_with_a_fresh_seed_stands_where_it_stood() -> None:
    data, setup, log = golden(path_of(*GAMES[3]))
    played = play_log(_case_of(case_text("x", setup, data["seed"], log)), "")
    fresh = with_fresh_seed(played, "nobody knows it")
    engine = Engine.rebuild(game_of("his").rules, fresh.setup, fresh.seed, fresh.log)
    assert engine.game.dice.seed == "nobody knows it"
    engine.game.dice.seed = data["seed"]
    assert engine.digest() == data["digest"]


def _case_of(text: str) -> Any:
    from pbem.cases.read import read_text

    cases, problems = read_text(text, Path("typed"))
    assert not problems
    return cases[0]


def test_a_stored_game_with_a_rewind_and_a_correction_comes_back(
    playing: Office, new_office: Callable[..., Office], tmp_path: Path
) -> None:
    from pbem.moderator.deeds import ModeratorDeeds

    playing.play_silently(3)
    with UnitOfWork(playing.database) as work:
        desk = ModeratorDeeds(work.at(playing.settings, playing.clock.now()))
        desk.rewind(GAME, 1, "somebody erred")
        desk.correct(GAME, ["piracy_vp=1"], "forgotten", go_back=True)
        work.commit()
    playing.play_silently(2)
    text = written(playing)
    assert "\nrewind 1 = " in text
    assert "\ncorrect = " in text
    other = new_office()
    assert taken(other, log_file(tmp_path, text)) == playing.engine().digest()
    assert Overview(other.database).verify(GAME).digest == playing.engine().digest()
    assert written(other) == text


# ---- The example of play


def test_the_example_of_play_is_a_game(office: Office, tmp_path: Path) -> None:
    digest = taken(office, EXAMPLE)
    assert office.engine().digest() == digest
    played = Overview(office.database).verify(GAME)
    assert played.digest == digest
    assert played.given == 151
    assert office.engine().game.turn == 5
    assert office.outbox() == []
    line, view = Overview(office.database).view(GAME)
    assert line.status == "paused"
    assert view is not None
    text = written(office)
    assert taken(office, log_file(tmp_path, text), "again") == digest
    with UnitOfWork(office.database) as work:
        data = json.loads(json.dumps(export_game(work.session, GAME)))
    assert check_export(data) is not None


def test_the_example_of_play_can_be_set_back(office: Office) -> None:

    taken(office, EXAMPLE)
    office.deed(lambda desk: desk.rewind(GAME, 200, "to look"))
    assert office.engine().game.turn == 4
    assert Overview(office.database).verify(GAME).rewinds == 1


def test_the_example_of_play_goes_on_by_mail(office: Office) -> None:
    played = with_fresh_seed(play_log(read_log(EXAMPLE), "from the file"), "secret from now on")
    players = tuple(Player(power.title(), f"{power}@example.test", (power,)) for power in IMPULSE_ORDER)
    begun = Begun(played.setup, played.log, played.words)
    plan = GamePlan(GAME, "1532", players, game="his", begun=begun)
    office.moderator.create_game(plan, seed=played.seed)
    office.moderator.start_game(GAME)
    first = office.outbox("france")
    assert len(first) == 1
    assert "Turn 5" in first[0].text
    assert "THE STORY SO FAR" in first[0].text
    assert "499 orders" in first[0].text
    assert "YOUR HAND, FRANCE" in first[0].text
    before = office.engine().seq
    for _ in range(3):
        asked = office.asked()[0]
        office.write(asked, "none")
    assert office.engine().seq > before
    assert Overview(office.database).verify(GAME).orders == office.engine().seq


def test_other_seats_than_those_of_the_log_are_refused(office: Office) -> None:
    played = play_log(read_log(EXAMPLE), "x")
    players = (
        Player("A", "a@example.test", ("ottoman", "france")),
        Player("B", "b@example.test", ("hapsburg", "protestant")),
        Player("C", "c@example.test", ("england", "papacy")),
    )
    plan = GamePlan(GAME, "1532", players, begun=Begun(played.setup, played.log, played.words))
    with pytest.raises(ModeratorProblem, match="in another way"):
        office.moderator.create_game(plan)


# ---- Mistakes


@pytest.mark.parametrize(
    ("wrong", "line", "why"),
    [
        ("> france: end", 10, "nothing is asked of france; asked: england intercept"),
        ("> england: intercept 9 from calais", 10, "13.2"),
        ("> england: mov 4", 10, "unreadable"),
        ("units paris: none", 10, "after the first order"),
        ("expect cp 5", 10, "found 4"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, wrong: str, line: int, why: str) -> None:
    head, tail = SHORT.split("dice 4 4\n")
    path = log_file(tmp_path, f"{head.lstrip()}{wrong}\ndice 4 4\n{tail}")
    with pytest.raises(LogProblem) as problem:
        play_log(read_log(path), "x")
    assert problem.value.line == line
    assert f"table.case:{line}: " in str(problem.value)
    assert why in str(problem.value)


def test_what_was_possible_is_told(tmp_path: Path) -> None:
    path = log_file(tmp_path, SHORT.replace("intercept 3", "intercept 9"))
    with pytest.raises(LogProblem) as problem:
        play_log(read_log(path), "x")
    assert any("> england: " in choice for choice in problem.value.possible)
    assert "Possible there:" in str(problem.value)


def test_dice_are_strict_in_a_log(tmp_path: Path) -> None:
    with pytest.raises(LogProblem, match="2 more dice needed"):
        play_log(read_log(log_file(tmp_path, SHORT.replace("dice 4 4\n", ""))), "x")
    with pytest.raises(LogProblem, match="not rolled"):
        play_log(read_log(log_file(tmp_path, SHORT.replace("dice 4 4", "dice 4 4 1"))), "x")


def test_a_part_of_a_turn_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(LogProblem, match="no game"):
        play_log(read_log(log_file(tmp_path, "case 1 a\nphase winter only\n")), "x")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("turn 99999999999999999999", "there is no turn 99999999999999999999"),
        ("set turn = 99999999999999999999", "there is no turn"),
        ("units paris: france 999999999999999999999 regulars", "expected lent to, a number (1 or more)"),
        (f"setup = {'[' * 100_000}", "too deep"),
    ],
)
def test_a_position_that_no_game_can_have_is_told_in_a_sentence(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(LogProblem) as problem:
        read_game(log_file(tmp_path, f"case 1 x\n{line}\n"))
    assert told in problem.value.why
    assert "(text=" not in problem.value.why


def test_a_log_that_does_not_play_again_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fuzzer found one; what is stored must lead to where the log has led."""

    def rebuild(*_: object) -> None:
        raise ReplayMismatch(9, "it is not offered")

    monkeypatch.setattr(Engine, "rebuild", rebuild)
    with pytest.raises(LogProblem, match="does not play again"):
        read_game(log_file(tmp_path, SHORT))


def test_a_file_that_cannot_be_read_has_no_line(tmp_path: Path) -> None:
    (tmp_path / "pressed.case").write_bytes(b"\x1f\x8b")
    for name, told in {"pressed": "no text in UTF-8", "missing": "No such file or directory"}.items():
        with pytest.raises(LogProblem, match=f"{name}.case: cannot be read: .*{told}"):
            read_game(tmp_path / f"{name}.case")


def test_one_of_several_cases_is_chosen(tmp_path: Path) -> None:
    path = log_file(tmp_path, "case 1a One\nexpect turn 1\ncase 1b Two\nexpect turn 1\n")
    with pytest.raises(ModeratorProblem, match="1a, 1b"):
        read_log(path)
    assert read_log(path, "1b").title == "Two"


# ---- Unknown cards

UNSEEN = """
case 1 Hands that nobody saw
scenario 1517
clear map
hand france: 4, 2 cards unknown
hand england: 3, 1 card unknown
hand ottoman: none
hand hapsburg: none
hand papacy: none
hand protestant: none
impulse england
> england: play 76 for cp
> england: end
> france: play 81 for cp
> france: end
"""


def test_unknown_cards_come_to_light(tmp_path: Path) -> None:
    played = play_log(read_log(log_file(tmp_path, UNSEEN)), "x")
    start = Engine.new(game_of("his").rules, played.setup, "x")
    hands = start.game.cards.hands
    assert 76 in hands["england"]
    assert 81 in hands["france"]
    assert len(hands["france"]) == 3
    assert check_log(played).orders == len(played.log)


def test_what_no_line_names_falls_the_same_every_time(tmp_path: Path) -> None:
    """Who types on does not find other cards in the hands that nobody saw."""
    first = read_game(log_file(tmp_path, UNSEEN))
    more = read_game(log_file(tmp_path, UNSEEN + "> england: play 3 for cp\n"))
    assert first.setup == more.setup == read_game(log_file(tmp_path, UNSEEN)).setup
    assert more.log[: len(first.log)] == first.log


def test_the_next_dice_of_a_game_cannot_be_reckoned_from_its_file(
    new_office: Callable[..., Office], tmp_path: Path
) -> None:
    office = new_office()
    played = read_game(log_file(tmp_path, UNSEEN))
    with UnitOfWork(office.database) as work:
        take_in(work.at(office.settings, office.clock.now()), played, "table", "ask")
        assert seed_of(work.session, games.find_game(work.session, "table")) != played.seed


def test_an_unknown_card_cannot_lie_elsewhere(tmp_path: Path) -> None:
    text = UNSEEN.replace("impulse england", "discards 81\nimpulse england")
    with pytest.raises(LogProblem, match=r"card 81 lies among the discards") as problem:
        play_log(read_log(log_file(tmp_path, text)), "x")
    assert problem.value.line == 15


def test_a_number_of_units_is_no_card_that_lies_elsewhere(tmp_path: Path) -> None:
    """An order that is not asked for: "3 regulars" is not card 3 of England."""
    text = UNSEEN + "> france: move 3 regulars: paris > lyon\n"
    with pytest.raises(LogProblem) as problem:
        play_log(read_log(log_file(tmp_path, text)), "x")
    assert "nothing is asked of france" in problem.value.why
    assert "lies" not in problem.value.why


def test_no_more_cards_come_to_light_than_were_unknown(tmp_path: Path) -> None:
    text = UNSEEN.replace("hand england: 3, 1 card unknown", "hand england: 76")
    text = text.replace("2 cards unknown", "1 card unknown").replace(
        "> england: play 76", "> england: play 81"
    )
    with pytest.raises(LogProblem):
        play_log(read_log(log_file(tmp_path, text)), "x")


def test_cards_drawn_unseen_come_to_light(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    seen = "draw 24 28 35 66 100 30 33 36 48 104 31 40 50 72 25 32 68 74 52 75 81 14 37 44 65 90"
    assert seen in text
    unseen = seen.replace(" 66 ", " ? ").replace(" 30 ", " ? ")
    lines = [line for line in text.replace(seen, unseen).splitlines() if "expect hand" not in line]
    played = play_log(read_log(log_file(tmp_path, "\n".join(lines))), "x")
    drawn = json.loads(dict(played.setup.position)["dice.given_draws"])
    assert [str(card) for card in drawn] == seen.split()[1:]


# ---- On the command line


@pytest.fixture
def pbem(office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_as_before: None) -> Any:
    (tmp_path / "pbem.toml").write_text(f'database = "{office.place}"\n[mail]\naddress = "gm@example.test"\n')
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def run(*words: str, fails: bool = False, typed: str = "") -> str:
        result = runner.invoke(app, list(words), input=typed)
        assert (result.exit_code != 0) == fails, result.output
        assert "Traceback" not in result.output
        return " ".join(result.output.split())

    return run


def test_logs_on_the_command_line(pbem: Any, tmp_path: Path) -> None:
    log_file(tmp_path, SHORT)
    assert "all as the rules have it" in pbem("verify", "table.case")
    assert "table is here: " in pbem("import", "table.case")
    assert "played again" in pbem("verify", "table")
    assert "is in out.case" in pbem("export", "table", "out.case", "--case")
    assert "again is here" in pbem("import", "out.case", "--name", "again")
    assert "shows table" in pbem("replay", "table.case", "--html", "table.html")
    assert "shows table.case" in pbem("map", "table.case", "map.svg")
    assert "Boulogne" in pbem("replay", "table.case")
    log_file(tmp_path, SHORT.replace("dice 4 4", "dice 4"), "wrong.case")
    assert "wrong.case:12: 1 more dice needed" in pbem("import", "wrong.case", fails=True)
    seats = [word for power in IMPULSE_ORDER for word in ("--seat", f"{power}=X <{power}@example.test>")]
    assert "goes on after" in pbem("new", "spring", "--from", "table.case", *seats)
    pbem("start", "spring")
    assert "played again" in pbem("verify", "spring")
    assert "says which title" in pbem(
        "new", "b", "--from", "table.case", "--scenario", "1532", *seats, fails=True
    )


def test_a_case_is_typed_from_a_pipe(pbem: Any, tmp_path: Path) -> None:
    lines = [line for line in SHORT.strip().splitlines() if not line.startswith("dice")]
    at = lines.index("> england: intercept 3 from calais")
    typed = [
        *lines[: at + 1],
        "dice 4 4",
        "france: mov x",
        "expect units calais: england 3 regulars",
        *lines[at + 1 :],
    ]
    told = pbem("cases", "--record", "typed.case", typed="\n".join(typed) + "\n", fails=True)
    assert "not taken: unreadable" in told
    assert "England fails to intercept" in told
    text = (tmp_path / "typed.case").read_text()
    assert "\ndice 4 4\n> england: intercept" in text
    assert "mov x" not in text
    assert "\n# expect asked " in text
    assert "\n# expect field leaders.francis_i.place" in text
    assert "1 passed" in pbem("cases", "typed.case")
    assert "not there yet" in pbem("cases", "--record", "typed.case", fails=True)


def test_an_order_without_its_dice_is_kept_as_a_slot(tmp_path: Path) -> None:
    told: list[str] = []
    recorder = Recorder(tmp_path / "a.case", told.append)
    for line in SHORT.strip().splitlines():
        if line.startswith("dice"):
            continue
        recorder.take(line)
        if "intercept" in line:
            break
    assert recorder.prompt.startswith("2 dice (")
    recorder.close()
    assert "\n# dice _ _    " in recorder.text()
    assert "waits for 2 dice" in told[-1]
    recorder.take("undo")
    assert run_case(read_log(log_file(tmp_path, recorder.text()))).passed


def test_unknown_cards_come_to_light_while_a_case_is_typed(tmp_path: Path) -> None:
    told: list[str] = []
    recorder = Recorder(tmp_path / "a.case", told.append)
    for line in UNSEEN.strip().splitlines():
        recorder.take(line)
    assert recorder.refused == 0, told
    recorder.take("undo")
    recorder.take("> france: end")
    assert recorder.refused == 0, told
    assert "expect field cards.hands" not in recorder.text()
    case = read_log(log_file(tmp_path, recorder.text()))
    assert run_case(case).passed
    assert play_log(case).log


def test_a_case_may_have_unknown_cards(tmp_path: Path) -> None:
    assert run_case(read_log(log_file(tmp_path, UNSEEN))).passed
    outcome = run_case(read_log(log_file(tmp_path, UNSEEN.replace("play 81", "play 76"))))
    assert "card 76 lies" in outcome.problem


# ---- Paths


def test_changes_lead_from_one_state_to_the_other() -> None:
    before = {"a": {"b": 1, "c": {"x": 1}}, "d": [1, 2], "e": None}
    after = {"a": {"b": 2, "c": {}}, "d": [1], "e": {"y": 1}, "f": 3}
    found = list(changes_between(before, after))
    assert found == [("a.b", 2), ("a.c", {}), ("d", [1]), ("e", {"y": 1}), ("f", 3)]
    assert changed(before, found) == after
