"""The engine: logs, snapshots, forks, rewinds and what must never be lost or doubled."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.core import codec
from rules.core.dice import commitment, die
from rules.core.engine import Engine
from rules.core.errors import Illegal, NotAsked, RandomNeeded, Refused, ReplayMismatch
from rules.core.flow import checkpoint
from rules.core.log import Answered, Entry, Rewound, Setup, effective
from rules.core.reasons import Reason

from .toy import SETUP, TOY, Bid, ToyGame, ToyRules


def new(seed: str = "seed") -> Engine[ToyGame]:
    return Engine.new(TOY, SETUP, seed)


def play_round(engine: Engine[ToyGame], bid: int = 2, a: bool = False, b: bool = True) -> None:
    (power,) = engine.open
    engine.submit(power, bid)
    engine.submit("a", a)
    engine.submit("b", b)


def stored(entries: list[Any]) -> list[Any]:
    """Entries as they come back from a database."""
    return [codec.load(json.loads(codec.text(codec.dump(entry, Entry))), Entry) for entry in entries]


def test_a_question_is_open_at_the_start_and_none_at_the_end() -> None:
    engine = new()
    assert engine.open == {"a": Bid("a")}
    for _ in range(3):
        play_round(engine)
    assert engine.over
    assert engine.open == {}


def test_simultaneous_answers_wait_for_each_other() -> None:
    engine = new()
    engine.submit("a", 1)
    engine.submit("b", True)
    assert list(engine.waiting()) == ["a"]
    assert engine.game.score == {"a": 0, "b": 0}
    with pytest.raises(NotAsked):
        engine.submit("b", False)
    engine.submit("a", False)
    assert engine.game.score["a"] > 0


def test_a_bad_answer_changes_nothing() -> None:
    engine = new()
    before, seq = engine.digest(), engine.seq
    with pytest.raises(Illegal):
        engine.submit("a", 9)
    with pytest.raises(NotAsked):
        engine.submit("b", 1)
    assert (engine.digest(), engine.seq) == (before, seq)


def test_rebuild_from_the_first_order_gives_the_same_position() -> None:
    engine = new()
    for _ in range(3):
        play_round(engine)
    again = Engine.rebuild(TOY, SETUP, "seed", stored(engine.log))
    assert again.digest() == engine.digest()
    assert again.over


@pytest.mark.parametrize("stop", range(9))
def test_restore_at_every_question_goes_on_identically(stop: int) -> None:
    """Also in the middle of the nested window, with one of two simultaneous answers in."""
    whole, part = new(), new()
    answers = [
        ("a", 2),
        ("a", False),
        ("b", True),
        ("b", 3),
        ("b", True),
        ("a", True),
        ("a", 1),
        ("a", False),
        ("b", False),
    ]
    for power, answer in answers:
        whole.submit(power, answer)
    for power, answer in answers[:stop]:
        part.submit(power, answer)
    snapshot = part.snapshot
    tail = stored([entry for entry in part.log if entry.seq > snapshot.seq])
    restored = Engine.restore(TOY, type(snapshot)(snapshot.seq, json.loads(json.dumps(snapshot.state))), tail)
    assert restored.waiting() == part.waiting()
    assert restored.where() == part.where()
    for power, answer in answers[stop:]:
        restored.submit(power, answer)
    assert restored.digest() == whole.digest()
    assert restored.seq == whole.seq


def test_a_fork_is_independent() -> None:
    engine = new()
    engine.submit("a", 2)
    fork = engine.fork()
    fork.submit("a", True)
    fork.submit("b", True)
    assert fork.game.score["a"] > 0
    assert engine.game.score["a"] == 0
    assert list(engine.waiting()) == ["a", "b"]


def test_rewind_is_an_entry_and_dice_are_not_thrown_again() -> None:
    engine = new()
    play_round(engine)
    used, score = engine.game.dice.used, engine.game.score["a"]
    engine.rewind(0, Reason("a card came late"))
    assert engine.open == {"a": Bid("a")}
    assert engine.game.dice.used == used
    assert engine.seq == 4
    play_round(engine)
    again = Engine.rebuild(TOY, SETUP, "seed", stored(engine.log))
    assert again.digest() == engine.digest()
    assert engine.game.dice.used == 2 * used
    fresh = new()
    play_round(fresh)
    assert fresh.game.score["a"] == score


def test_effective_entries_after_several_rewinds() -> None:
    log = [
        Answered(1, "a", "bid", 1),
        Answered(2, "a", "bid", 1),
        Rewound(3, 1, 5, Reason("first")),
        Answered(4, "a", "bid", 2),
        Rewound(5, 4, 9, Reason("second")),
        Answered(6, "a", "bid", 3),
    ]
    assert [entry.seq for entry in effective(log)] == [1, 3, 4, 5, 6]
    log.append(Rewound(7, 1, 12, Reason("third")))
    assert [entry.seq for entry in effective(log)] == [1, 3, 7]
    log.append(Rewound(8, 0, 15, Reason("all")))
    assert [entry.seq for entry in effective(log)] == [8]


def test_rewind_outside_the_log_is_refused() -> None:
    engine = new()
    with pytest.raises(Refused):
        engine.rewind(5, Reason("too far"))


def test_a_correction_is_an_entry_and_survives_a_rebuild() -> None:
    engine = new()
    play_round(engine)
    engine.correct([("score.a", 50), ("bag", ["q"])], "the moderator slipped")
    assert engine.game.score["a"] == 50
    play_round(engine)
    again = Engine.rebuild(TOY, SETUP, "seed", stored(engine.log))
    assert again.digest() == engine.digest()
    assert again.game.score["a"] == 50


def test_a_correction_long_ago_survives_a_rebuild() -> None:
    """Snapshots are left out while replaying, but a correction needs the checkpoint that it was made at."""
    setup = Setup("toy", "plain", options=(("rounds", "40"),))
    engine = Engine.new(TOY, setup, "seed")
    for _ in range(3):
        play_round(engine)
    engine.correct([("score.a", 500)], "the moderator slipped")
    while not engine.over:
        play_round(engine)
    assert engine.seq > 100
    again = Engine.rebuild(TOY, setup, "seed", stored(engine.log))
    assert again.digest() == engine.digest()


def test_a_correction_after_a_rewind_does_not_throw_seen_dice_again() -> None:
    engine = new()
    play_round(engine)
    seen = engine.game.dice.used
    engine.rewind(0, Reason("back"))
    engine.correct([("score.b", 7)], "and change")
    assert engine.game.dice.used == seen
    play_round(engine)
    again = Engine.rebuild(TOY, SETUP, "seed", stored(engine.log))
    assert again.digest() == engine.digest()
    restored = Engine.restore(TOY, engine.snapshot, [e for e in engine.log if e.seq > engine.snapshot.seq])
    assert restored.digest() == engine.digest()


def test_a_correction_in_the_middle_of_a_procedure_is_refused() -> None:
    engine = new()
    engine.submit("a", 1)
    with pytest.raises(Refused, match="checkpoint"):
        engine.correct([("score.a", 50)], "now?")


def test_a_bad_correction_changes_nothing() -> None:
    engine = new()
    before = engine.digest()
    with pytest.raises((KeyError, ValueError)):
        engine.correct([("nonsense.deep", 1)], "typo")
    assert engine.digest() == before
    play_round(engine)


def test_a_log_that_no_longer_fits_names_the_order() -> None:
    engine = new()
    play_round(engine)
    log = stored(engine.log)
    log[2] = Answered(3, "b", "bid", 1)
    with pytest.raises(ReplayMismatch, match="order 3") as problem:
        Engine.rebuild(TOY, SETUP, "seed", log)
    assert problem.value.seq == 3


def test_an_answer_that_is_no_longer_legal_names_the_order() -> None:
    with pytest.raises(ReplayMismatch, match="order 1"):
        Engine.rebuild(TOY, SETUP, "seed", [Answered(1, "a", "bid", 7)])


def test_dice_from_elsewhere_are_used_first() -> None:
    engine = new()
    engine.submit("a", 2)
    engine.submit("a", False)
    engine.submit("b", False, dice=[6, 5], draws=["z"])
    assert engine.game.score["a"] == 11
    assert engine.game.bag == ["x", "y"]
    again = Engine.rebuild(TOY, SETUP, "seed", stored(engine.log))
    assert again.digest() == engine.digest()


def test_missing_dice_from_elsewhere_stop_before_anything_changes() -> None:
    engine = Engine.new(TOY, Setup("toy", "external"), "seed")
    engine.submit("a", 2)
    engine.submit("a", False)
    before = engine.digest()
    with pytest.raises(RandomNeeded) as needed:
        engine.submit("b", False, dice=[6])
    assert (needed.value.what, needed.value.count) == ("dice", 1)
    assert engine.digest() == before
    assert engine.drain() == []
    assert list(engine.waiting()) == ["b"]
    engine.submit("b", False, dice=[6, 1], draws=["x"])
    assert engine.game.score["a"] == 7


def test_dice_can_be_audited_with_the_seed() -> None:
    engine = new("secret")
    engine.submit("a", 3)
    engine.submit("a", False)
    engine.submit("b", False)
    assert engine.game.score["a"] == sum(die("secret", n) for n in range(3))
    assert commitment("secret") == commitment("secret")
    assert commitment("secret") != commitment("other")


def test_where_names_the_procedures_in_progress() -> None:
    engine = new()
    assert engine.where() == ["play", "one_round"]
    engine.submit("a", 1)
    assert engine.where() == ["play", "one_round", "window"]


def test_a_checkpoint_below_play_is_a_bug() -> None:
    async def deep(game: ToyGame) -> None:
        await checkpoint()

    async def middle(game: ToyGame) -> None:
        await deep(game)

    class Bad(ToyRules):
        def play(self, game: ToyGame) -> Any:
            return middle(game)

    with pytest.raises(AssertionError, match="only play"):
        Engine.new(Bad(), SETUP, "seed")


def test_a_forgotten_await_fails() -> None:
    """A procedure that is called but not awaited is a RuntimeWarning, which is an error here."""

    async def forgetful(game: ToyGame) -> None:
        checkpoint()  # type: ignore[unused-coroutine]

    class Bad(ToyRules):
        def play(self, game: ToyGame) -> Any:
            return forgetful(game)

    with pytest.warns(RuntimeWarning, match="never awaited"):
        Engine.new(Bad(), SETUP, "seed")
