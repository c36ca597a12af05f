"""The two-player game by mail: between two bots, and not a word about the other's Diplomacy cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from pbem.channels.mail.write import compose
from pbem.cli import app
from pbem.demo.demo import Demo, Plan
from pbem.games import game_of
from pbem.moderator.overview import Overview
from pbem.play.plan import GamePlan, Player, plan_problems
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Snapshot
from rules.his.duel import PLAYERS
from tests.pbem.office import GAME, Office
from tests.pbem.twins import begin_twins, play_alike

PAPACY, PROTESTANT = PLAYERS
SCENARIO = "two-player"


def plan(**changes: Any) -> GamePlan:
    players = [Player(power.title(), f"{power}@example.test", (power,)) for power in PLAYERS]
    players.append(Player("Observer", "observer@example.test"))
    return GamePlan(GAME, SCENARIO, tuple(players), "standing", "impulse", **changes)


# ---- Beginning


def test_two_players_have_a_scenario_of_their_own() -> None:
    title = game_of("his")
    assert title.usual_scenario(2) == SCENARIO
    assert title.usual_scenario(6) == title.usual_scenario(7) == "1517"
    assert title.powers_in(SCENARIO) == PLAYERS
    assert not plan_problems(plan(), title)
    assert plan().setup().players == 2


def test_nobody_plays_the_other_powers() -> None:
    players = (*plan().players[:2], Player("Fran", "fran@example.test", ("france",)))
    wrong = plan_problems(GamePlan(GAME, SCENARIO, players), game_of("his"))
    assert wrong == ["3 players cannot play this game: 2 can"]


@pytest.mark.usefixtures("log_as_before")
def test_pbem_new_finds_it_by_the_number_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(f'database = "{tmp_path / "x.sqlite3"}"\n')
    seats = ["--seat", "papacy=Pia <pia@example.test>", "--seat", "protestant=Max <max@example.test>"]
    result = CliRunner().invoke(app, ["new", "duel", *seats])
    assert result.exit_code == 0, result.output
    shown = CliRunner().invoke(app, ["status"]).output
    assert SCENARIO in shown


# ---- By mail


def test_two_bots_play_by_mail(tmp_path: Path) -> None:
    """Past the first Diplomacy cards; every letter is taken, and the log can be played again."""
    demo = Demo.new(tmp_path / "demo", Plan(seed=1, scenario=SCENARIO, language="de"))
    try:
        result = asyncio.run(demo.play(lambda progress: None, until=lambda progress: progress.letters >= 190))
        assert result.over or result.view.turn >= 2
        assert [line.id for line in result.view.powers] == list(PLAYERS)
        with UnitOfWork(demo.database) as work:
            statuses = {row.status for row in work.session.exec(select(LetterRow))}
        assert statuses == {"done"}
        log = Overview(demo.database).log("demo")
        assert {line.power for line in log} <= {PAPACY, PROTESTANT}
        Overview(demo.database).verify("demo")
    finally:
        demo.database.dispose()


# ---- Hidden cards


def with_other_diplomacy_card(engine: Engine[Any]) -> Engine[Any]:
    """The same game, in which the Protestant will draw another Diplomacy card, and the Papacy the same."""
    dealt = engine.fork()
    while not dealt.game.duel.hands[PROTESTANT]:
        (power,) = dealt.waiting()
        dealt.submit(power, dealt.question(power).default(dealt.game))
    hands = dealt.game.duel.hands
    state = deepcopy(engine.snapshot.state)
    deck = state["duel"]["deck"]
    own, (drawn,) = hands[PAPACY], hands[PROTESTANT]
    other = next(card for card in deck if card not in (*own, drawn))
    one, two = deck.index(drawn), deck.index(other)
    deck[one], deck[two] = deck[two], deck[one]
    twin = Engine(engine.rules, Snapshot(engine.snapshot.seq, state))
    twin.game.events = engine.game.events
    return twin


def test_nobody_learns_of_the_others_diplomacy_card(
    new_office: Callable[[], Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in one hidden card: the opponent and an observer read the same bytes."""
    one, other = new_office(), new_office()

    def begin(office: Office) -> None:
        office.moderator.create_game(plan(), seed="twins")
        office.moderator.start_game(GAME)

    begin_twins(monkeypatch, one, other, begin, with_other_diplomacy_card)
    # From that question on different cards would be played.
    play_alike(one, other, lambda asked: getattr(asked, "topic", "") == "diplomacy_card")
    hands = [office.engine().game.duel.hands for office in (one, other)]
    assert hands[0][PAPACY] == hands[1][PAPACY]
    assert hands[0][PROTESTANT] != hands[1][PROTESTANT]
    for reader in (PAPACY, "observer"):
        assert [compose(row) for row in one.outbox(reader)] == [compose(row) for row in other.outbox(reader)]
    assert [row.text for row in one.outbox(PROTESTANT)] != [row.text for row in other.outbox(PROTESTANT)]


def test_a_hand_shows_the_diplomacy_cards_of_its_own_player(office: Office) -> None:
    office.moderator.create_game(plan(), seed="twins")
    office.moderator.start_game(GAME)
    while not office.engine().game.duel.hands[PROTESTANT]:
        office.play_silently(1)
    game = office.engine().game
    for power in PLAYERS:
        (card,) = game.duel.hands[power]
        text = office.write(power, "hand").text
        assert f"#{card} " in text
        (others,) = game.duel.hands[PAPACY if power == PROTESTANT else PROTESTANT]
        assert f"#{others} " not in text
