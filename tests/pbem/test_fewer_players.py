"""Virgin Queen with fewer than six by mail: powers that nobody plays, and who decides for them (3.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.games import game_of
from pbem.language import say
from pbem.moderator.overview import Overview
from pbem.play.lines import HeldLine, Line
from pbem.play.plan import GamePlan, Player, plan_problems
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office

TITLE = game_of("vq")
FOUR = ("spain", "england", "france", "protestant")
OTTOMAN = "ottoman"


def plan(*seats: str, scenario: str = "tournament") -> GamePlan:
    """`england+protestant` has two powers."""
    players = [
        Player(seat.title(), f"{seat.partition('+')[0]}@example.test", tuple(seat.split("+")))
        for seat in seats
    ]
    return GamePlan(GAME, scenario, tuple(players), "standing", "impulse", game="vq")


def answer(office: Office, power: str, words: str = "") -> str:
    """A letter of the seat that decides for a power; the moderator's answer to it."""
    engine = office.engine()
    question = engine.question(power)
    line = words or say(question, question.default(engine.game), TITLE.names)
    several = len(office.seat(power).powers) > 1
    return office.write(power, f"{power}: {line}" if several else line).text


def france_will_win(office: Office) -> None:
    """France holds The Sublime Porte, and has influence beyond what dice can make up for."""
    state = TITLE.rules.dump(office.engine().game)
    cards = state["cards"]
    for pile in (cards["deck"], *cards["hands"].values()):
        if 55 in pile:
            pile.remove(55)
    cards["hands"]["france"].append(55)
    hands = [f"cards.hands.{power}={cards['hands'][power]}" for power in FOUR]
    changes = [f"cards.deck={cards['deck']}", *hands, "influence.steps.ottoman.france=9"]
    office.deed(lambda desk: desk.correct(GAME, changes, "a test"))


def powers_of(office: Office) -> dict[str, list[str]]:
    with UnitOfWork(office.database) as work:
        rows = games.seat_rows(work.session, games.find_game(work.session, GAME))
    return {row.name: list(row.powers) for row in rows}


@pytest.mark.parametrize(
    "seats",
    [
        ("spain+france", "england+protestant"),
        ("spain", "france", "england+protestant"),
        ("spain+france", "england", "protestant"),
        FOUR,
        (OTTOMAN, *FOUR),
    ],
)
def test_two_to_five_sit_down(seats: tuple[str, ...]) -> None:
    wanted = plan(*seats)
    assert plan_problems(wanted, TITLE) == []
    assert TITLE.seats_of(wanted.setup()) == wanted.seats()
    game = TITLE.rules.new_game(wanted.setup(), "seats")
    assert game.seats() == wanted.seats()


def test_who_has_no_player_has_no_seat() -> None:
    wrong = plan_problems(plan("holy_roman_empire", "spain", "england", "france"), TITLE)
    assert "holy_roman_empire has no player of its own when 4 play" in wrong
    assert "protestant is played by nobody: every power has one player" in wrong


@pytest.mark.usefixtures("log_as_before")
def test_pbem_new(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(f'database = "{tmp_path / "x.sqlite3"}"\n')
    seats = [word for power in FOUR for word in ("--seat", f"{power}=P <{power}@example.test>")]
    result = CliRunner().invoke(app, ["new", "few", "--game", "vq", *seats])
    assert result.exit_code == 0, result.output


def test_the_controller_decides_by_mail(new_office: Callable[..., Office]) -> None:
    """England has the Ottoman until France wins him; then nothing that England ordered for him counts."""
    office = new_office()
    office.moderator.create_game(plan(*FOUR), seed="few")
    office.moderator.start_game(GAME)
    assert powers_of(office)["England"] == ["england", OTTOMAN]
    first = office.outbox("england")[0].text
    assert "Ottoman" in first
    while office.engine().game.phase != "action":
        answer(office, office.asked()[0])
    assert office.asked() == [OTTOMAN]
    france_will_win(office)
    assert office.engine().game.hand(OTTOMAN)
    assert "OTTOMAN" in answer(office, OTTOMAN)  # by England
    while office.asked() != ["france"]:
        answer(office, office.asked()[0])
    with UnitOfWork(office.database) as work:
        sitting = games.load_sitting(work.session, games.find_game(work.session, GAME))
    sitting.standing.begin_presets(TITLE, ["england", OTTOMAN])
    sitting.held[OTTOMAN] = [HeldLine("pass", 0)]
    sitting.take_lines(["france"], [Line(1, "play 55 as event")], 1)
    assert not sitting.held.get(OTTOMAN)
    assert not sitting.standing.of(OTTOMAN)
    assert sitting.standing.of("england")
    told = answer(office, "france", "play 55 as event")
    assert "France controls Ottoman from now on" in told
    assert powers_of(office)["France"] == ["france", OTTOMAN]
    assert powers_of(office)["England"] == ["england"]
    Overview(office.database).verify(GAME)
