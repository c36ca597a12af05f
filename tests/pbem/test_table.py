"""What a letter's lines bring about: done, held, handed back, refused."""

from __future__ import annotations

from pbem.errors import Illegal, Unreadable
from pbem.games import game_of
from pbem.language import say
from pbem.play.lines import Line
from pbem.play.sitting import Sitting
from pbem.play.windows import POLICIES
from rules import Engine, Setup, load_rules
from rules.core.windows import Respond
from tests.pbem.small_game import SmallGame, new_engine


def sitting(scenario: str = "plain", windows: str = "standing") -> Sitting:
    engine = new_engine(scenario)
    return Sitting(engine, game_of("his"), POLICIES[windows], opened=dict.fromkeys(engine.open, engine.seq))


def take(table: Sitting, power: str, *lines: str) -> None:
    """A letter with these lines."""
    table.failed, table.unread, table.steps, table.dropped = None, [], [], []
    table.take_lines((power,), [Line(n, line) for n, line in enumerate(lines, 1)], 1)


def done(table: Sitting) -> list[str]:
    return [f"{step.power}: {step.words}" for step in table.steps]


def held(table: Sitting, power: str) -> list[str]:
    return [line.line for line in table.held.get(power, [])]


def test_a_whole_impulse_in_one_letter() -> None:
    table = sitting()
    take(table, "ottoman", "march", "march", "end")
    assert done(table) == ["ottoman: march", "ottoman: march", "ottoman: end"]
    assert table.newly_asked() == ["france"]
    assert table.failed is None


def test_lines_are_accepted_up_to_the_first_bad_one() -> None:
    table = sitting()
    take(table, "ottoman", "march", "fly", "end")
    assert done(table) == ["ottoman: march"]
    assert table.failed is not None
    assert isinstance(table.failed.problem, Unreadable)
    assert (table.failed.number, table.failed.line) == (2, "fly")
    assert table.unread == ["end"]
    assert list(table.waiting()) == ["ottoman"]


def test_what_was_rolled_before_a_refusal_stands() -> None:
    """A player cannot look at a die and take the order back."""
    table = sitting()
    take(table, "ottoman", "march", "nonsense")
    seen = table.engine.game.dice.used
    take(table, "ottoman", "march")
    assert seen == 1
    assert table.engine.game.dice.used == 2


def test_a_refusal_cites_the_rule() -> None:
    table = sitting()
    game: SmallGame = table.engine.game
    game.units["ottoman"] = 1
    take(table, "ottoman", "march")
    assert table.failed is not None
    problem = table.failed.problem
    assert isinstance(problem, Illegal)
    assert (problem.refusal.code, problem.rule) == ("march.too_few_units", "13.1")


def test_lines_wait_for_somebody_else_and_go_on_by_themselves() -> None:
    table = sitting()
    take(table, "ottoman", "attack", "march", "end")
    assert done(table) == ["ottoman: attack"]
    assert held(table, "ottoman") == ["march", "end"]
    take(table, "france", "no")
    assert done(table) == ["france: no", "ottoman: march", "ottoman: end"]
    assert held(table, "ottoman") == []
    assert table.newly_asked() == ["france"]


def test_a_question_in_between_does_not_lose_the_held_lines() -> None:
    """The block costs losses, which the held lines do not answer: they wait for the next question."""
    table = sitting()
    take(table, "ottoman", "attack", "march", "end")
    take(table, "france", "yes")
    assert done(table) == ["france: yes"]
    assert held(table, "ottoman") == ["march", "end"]
    assert table.newly_asked() == ["ottoman"]
    take(table, "ottoman", "2")
    assert done(table) == ["ottoman: 2", "ottoman: march", "ottoman: end"]


def test_held_lines_that_the_rules_forbid_are_handed_back() -> None:
    table = sitting()
    take(table, "ottoman", "attack", "march", "end")
    game: SmallGame = table.engine.game
    game.units["ottoman"] = 3
    take(table, "france", "yes")
    take(table, "ottoman", "2")
    assert done(table) == ["ottoman: 2"]
    (dropped,) = table.dropped
    assert dropped.lines == ("march", "end")
    assert isinstance(dropped.reason, Illegal)
    assert held(table, "ottoman") == []


def test_held_lines_end_with_their_impulse() -> None:
    """What does not fit the first question of a later impulse is handed back, not kept for ever."""
    table = sitting()
    take(table, "ottoman", "end", "build regular in Vienna", "march")
    assert held(table, "ottoman") == ["build regular in Vienna", "march"]
    take(table, "france", "end")
    (dropped,) = table.dropped
    assert dropped.lines == ("build regular in Vienna", "march")
    assert list(table.waiting()) == ["ottoman"]


def test_orders_may_be_sent_in_advance() -> None:
    table = sitting()
    take(table, "france", "march", "end")
    assert done(table) == []
    assert held(table, "france") == ["march", "end"]
    take(table, "ottoman", "end")
    assert done(table) == ["ottoman: end", "france: march", "france: end"]


def test_new_lines_come_before_held_ones() -> None:
    table = sitting()
    take(table, "ottoman", "attack", "end")
    take(table, "ottoman", "march")
    assert held(table, "ottoman") == ["march", "end"]
    take(table, "france", "no")
    assert done(table) == ["france: no", "ottoman: march", "ottoman: end"]


def test_after_a_failed_line_nothing_held_goes_on() -> None:
    table = sitting()
    take(table, "ottoman", "attack", "march", "end")
    take(table, "france", "yes")
    take(table, "ottoman", "seventeen")
    assert table.failed is not None
    assert done(table) == []
    assert held(table, "ottoman") == []
    assert [dropped.lines for dropped in table.dropped] == [("march", "end")]


def test_held_lines_can_be_dropped() -> None:
    table = sitting()
    take(table, "ottoman", "attack", "march")
    assert table.drop_held(["ottoman"]) == ["march"]
    take(table, "france", "no")
    assert done(table) == ["france: no"]


def test_closed_windows_pass_without_waiting() -> None:
    table = sitting("windows")
    take(table, "ottoman", "march", "march", "end")
    assert [(step.power, step.source) for step in table.steps] == [
        ("ottoman", "mail"),
        ("france", "standing"),
        ("ottoman", "mail"),
        ("france", "standing"),
        ("ottoman", "mail"),
    ]


def test_asked_windows_are_waited_for() -> None:
    table = sitting("windows", "ask")
    take(table, "ottoman", "march", "end")
    assert held(table, "ottoman") == ["end"]
    assert list(table.waiting()) == ["france"]


def test_silence_takes_the_default() -> None:
    table = sitting()
    table.take_default("ottoman")
    assert [(step.words, step.source) for step in table.steps] == [("end", "deadline")]


def test_one_player_with_two_powers() -> None:
    """A name before a colon says which power; without it, the one that is asked."""
    table = sitting()
    powers = ("ottoman", "france")
    lines = ["france: march", "march", "Ottoman: end", "end"]
    table.take_lines(powers, [Line(n, line) for n, line in enumerate(lines, 1)], 1)
    assert done(table) == ["ottoman: march", "ottoman: end", "france: march", "france: end"]


def test_a_name_below_a_closing_is_no_order() -> None:
    table = sitting()
    table.take_lines(("ottoman",), [Line(1, "march"), Line(2, "Turk", doubtful=True)], 1)
    assert done(table) == ["ottoman: march"]
    assert table.failed is None
    assert table.ignored == ["Turk"]


def test_an_afterthought_below_a_closing_is_one() -> None:
    table = sitting()
    table.take_lines(("ottoman",), [Line(1, "march"), Line(2, "end", doubtful=True)], 1)
    assert done(table) == ["ottoman: march", "ottoman: end"]


def test_nothing_is_taken_when_the_game_is_over() -> None:
    table = sitting()
    game: SmallGame = table.engine.game
    game.impulse = 19
    take(table, "ottoman", "end", "march")
    assert table.engine.over
    assert table.failed is not None
    assert held(table, "ottoman") == []


def test_a_fork_changes_nothing() -> None:
    table = sitting()
    before = table.engine.digest()
    ahead = table.fork()
    take(ahead, "ottoman", "march", "end")
    assert table.engine.digest() == before
    assert list(table.waiting()) == ["ottoman"]


def test_a_pass_answers_a_window_whatever_ended_in_earlier_letters() -> None:
    engine = Engine.new(load_rules("his"), Setup("his", "tournament"), "passes")
    table = Sitting(engine, game_of("his"), POLICIES["ask"], opened=dict.fromkeys(engine.open, engine.seq))
    windows = 0
    while windows < 400:
        power, question = next(iter(table.waiting().items()))
        line = say(question, question.default(engine.game), game_of("his").names)
        windows += line == "pass" and isinstance(question, Respond)
        before = engine.seq
        take(table, power, line)
        assert engine.seq > before, f"{line} does not answer {question}"
