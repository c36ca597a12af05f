"""Dice thrown and cards drawn elsewhere: the moderator enters them with the orders that need them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.language import Names
from pbem.language.catalog import catalog_of
from pbem.language.voice import Voice
from pbem.moderator.answering import dice_in, split_given
from pbem.moderator.archive import archive_game, check_export, export_game
from pbem.moderator.audit import audit, say
from pbem.moderator.lists import deeds
from pbem.moderator.overview import Overview
from pbem.play.outside_dice import Elsewhere
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, RulesError
from tests.core.toy import SETUP, TOY
from tests.pbem.office import GAME, Office, plan
from tests.pbem.timed import game_row

FIRST = "target Brandenburg"
"""The first of Luther's attempts: four dice of the Protestant, then four of the Papacy."""
NEEDED = [5, 1, 2, 3, 4, 6, 1, 1]


def begin(office: Office, *options: tuple[str, str]) -> Office:
    office.moderator.create_game(replace(plan(scenario="1517"), options=options), seed="a seed")
    office.moderator.start_game(GAME)
    return office


def answer(office: Office, *lines: str, power: str = "protestant", **given: Any) -> str:
    return office.deed(lambda desk: desk.answer(GAME, power, lines, **given))


def rolls(office: Office) -> list[list[int]]:
    with office.database.begin() as connection:
        found = connection.execute(text("SELECT data FROM event WHERE kind = 'DiceRolled' ORDER BY number"))
        return [json.loads(data)["dice"] for (data,) in found]


@pytest.fixture
def theses(office: Office) -> Office:
    return begin(office)


@pytest.fixture
def at_a_table(office: Office) -> Office:
    """A game whose dice all fall elsewhere."""
    return begin(office, ("dice", "elsewhere"))


def test_dice_from_a_table_fall_as_they_fell_and_are_kept(theses: Office) -> None:
    told = answer(theses, FIRST, reason="on the forum", dice=NEEDED)
    assert "Reformation attempt: 5 1 2 3" in told
    assert rolls(theses)[-2:] == [NEEDED[:4], NEEDED[4:]]
    entry = theses.orders()[-1].entry
    assert (entry["source"], entry["dice"]) == ("moderator", NEEDED)
    (line,) = Overview(theses.database).log(GAME)
    assert "with dice 5, 1, 2, 3, 4, 6, 1, 1" in line.words
    with UnitOfWork(theses.database) as work:
        (deed,) = deeds(work.session, GAME)
    assert "against the Reformation attempt: 4 6 1 1" in deed.details
    assert Overview(theses.database).verify(GAME).given == 8
    answer(theses, theses.silent_line("protestant"))  # and on with dice of the seed
    assert Overview(theses.database).verify(GAME).given == 8


@pytest.mark.parametrize("dice", [[], [5], NEEDED[:4], NEEDED[:7], [*NEEDED, 1], NEEDED * 3])
def test_a_wrong_number_of_dice_changes_nothing(theses: Office, dice: list[int]) -> None:
    before, letters = theses.engine().digest(), theses.letters_out()
    with pytest.raises(ModeratorProblem, match=r"more di|too many were given"):
        answer(theses, FIRST, dice=dice)
    assert theses.orders() == []
    assert theses.engine().digest() == before
    assert theses.letters_out() == letters


def test_what_several_orders_need_is_told_at_once(theses: Office) -> None:
    """Where the first dice decide whether others fall, those are told as possible."""
    with pytest.raises(ModeratorProblem, match=r"4 more dice needed, in this order:\n  4 dice: Reformation"):
        answer(theses, FIRST, "target Leipzig", dice=NEEDED)
    with pytest.raises(ModeratorProblem, match=r"1 more die needed, in this order:\n  1 die: against the"):
        answer(theses, FIRST, dice=NEEDED[:7])


def test_dice_for_several_orders_stay_with_the_order_that_threw_them(theses: Office) -> None:
    answer(theses, FIRST, "target Leipzig", dice=[*NEEDED, 6, 6, 6, 6])
    assert [row.entry["dice"] for row in theses.orders()] == [NEEDED, [6, 6, 6, 6]]
    assert Overview(theses.database).verify(GAME).given == 12


def test_what_was_entered_survives_moving_and_the_audit(theses: Office) -> None:
    answer(theses, FIRST, dice=NEEDED)
    answer(theses, theses.silent_line("protestant"))
    with UnitOfWork(theses.database) as work:
        data = json.loads(json.dumps(export_game(work.session, GAME)))
        played = check_export(data)
    assert played is not None
    assert (played.orders, played.given) == (2, 8)
    with theses.database.begin() as connection:
        connection.execute(text("UPDATE game SET status = 'over', ended_at = started_at"))
    with UnitOfWork(theses.database) as work:
        published = json.loads(json.dumps(archive_game(work.session, GAME)))
    result = audit(published, promised=game_row(theses).commitment)
    assert "8 dice or draws came from elsewhere" in say(result, promised=True)
    published["orders"][0]["entry"]["dice"][0] = 6
    with pytest.raises(ModeratorProblem, match="was told as DiceRolled"):
        audit(published)


def test_a_rewind_behind_dice_from_a_table(theses: Office) -> None:
    answer(theses, FIRST, dice=NEEDED)
    theses.deed(lambda desk: desk.rewind(GAME, 0, "a slip"))
    answer(theses, FIRST)
    assert rolls(theses)[-2:] != [NEEDED[:4], NEEDED[4:]]
    assert Overview(theses.database).verify(GAME).rewinds == 1


# ---- A game whose dice never are the seed's


def test_at_a_table_nobody_else_can_throw(at_a_table: Office) -> None:
    letter = at_a_table.write("protestant", FIRST)
    assert "4 dice needed: Reformation attempt" in " ".join(letter.text.split())
    with pytest.raises(ModeratorProblem) as refused:
        answer(at_a_table, FIRST)
    assert str(refused.value).splitlines()[:4] == [
        f"{FIRST}: 4 dice needed, in this order:",
        "  4 dice: Reformation attempt",
        "  and then perhaps, as these fall:",
        "    4 dice: against the Reformation attempt",
    ]
    assert at_a_table.orders() == []
    answer(at_a_table, FIRST, dice=NEEDED)
    assert Overview(at_a_table.database).verify(GAME).given == 8


def test_at_a_table_the_clock_waits_for_dice(new_office: Callable[..., Office]) -> None:
    office = begin(new_office(mail={"moderator": "boss@example.test"}), ("dice", "elsewhere"))
    office.later(1000)
    assert office.moderator.tick() == 0
    assert office.moderator.tick() == 0
    assert (game_row(office).status, game_row(office).paused_at is None) == ("running", False)
    (notice,) = office.outbox("boss")
    assert "dice are needed" in notice.subject
    assert "with dice" in notice.text
    answer(office, FIRST, dice=NEEDED)
    office.deed(lambda desk: desk.resume(GAME))
    assert Overview(office.database).verify(GAME).orders == 1


def test_at_a_table_the_setup_still_comes_from_the_seed(office: Office) -> None:
    """1532 begins with voyages that are on their way: these dice fall before anybody can enter any."""
    office.moderator.create_game(replace(plan(), options=(("dice", "elsewhere"),)), seed="a seed")
    office.moderator.start_game(GAME)
    assert rolls(office)
    assert "thrown elsewhere" in " ".join(office.outbox("france")[0].text.split())


# ---- Draws


def drawing(draws: list[str]) -> tuple[Engine[Any], Elsewhere]:
    """A toy game in which the last answer of a round rolls two dice and draws from a bag."""
    engine = Engine.new(TOY, SETUP, "seed")
    words = catalog_of(game_of("his").messages)
    given = Elsewhere(Voice(Names(), words, words), draws=draws)
    given.submit(engine, "a", 2, "moderator")
    given.submit(engine, "a", False, "moderator")
    given.submit(engine, "b", False, "moderator")
    return engine, given


def test_a_draw_made_elsewhere_is_kept_with_its_answer() -> None:
    engine, given = drawing(["z"])
    assert engine.game.bag == ["x", "y"]
    assert engine.log[-1].draws == ("z",)  # type: ignore[union-attr]
    assert engine.log[-1].dice == ()  # type: ignore[union-attr]
    assert (given.draws, given.used) == ([], ["bag: z"])
    assert Engine.rebuild(TOY, SETUP, "seed", engine.log).digest() == engine.digest()


def test_a_draw_that_is_not_there_changes_nothing() -> None:
    with pytest.raises(RulesError, match=r"dice\.not_among.*'q'.*'x', 'y', 'z'"):
        drawing(["q"])
    with pytest.raises(RulesError, match="1 draw needed: bag"):
        drawing([])


def test_draws_that_nothing_needs_are_refused(playing: Office) -> None:
    (power,) = playing.asked()
    with pytest.raises(ModeratorProblem, match="left over"):
        answer(playing, playing.silent_line(power), power=power, draws=["31"])


@pytest.mark.parametrize("text", ["", "7", "0", "5;3", "five", "5,,", "53", "-1"])
def test_what_is_no_dice(text: str) -> None:
    with pytest.raises(ModeratorProblem, match="are no dice"):
        dice_in(text)


def test_dice_and_draws_in_a_line_of_a_letter() -> None:
    assert dice_in(" 5, 3 6 ") == [5, 3, 6]
    assert split_given("assault vienna") == ("assault vienna", None, None)
    assert split_given("assault vienna with dice 5,3") == ("assault vienna", [5, 3], None)
    assert split_given("debate with luther With Draws tetzel, 31 with dice: 1 2") == (
        "debate with luther",
        [1, 2],
        ["tetzel", "31"],
    )
