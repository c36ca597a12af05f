"""What the last letter said is not said again, and can be had by a word; `odds` and `near` by mail."""

from __future__ import annotations

from pbem.games import game_of
from pbem.letters.impulses import learn, view_within_turn, within_turn
from pbem.letters.memory import Memory
from pbem.letters.story import story
from rules.core.card_play import CardPlayed
from rules.core.story import PhaseBegan
from rules.his.sequence.impulse import ImpulseBegan
from tests.pbem.office import Office

HIS = game_of("his")


def to_the_impulses(office: Office) -> str:
    """Play silently up to an impulse; whose it is."""
    for _ in range(60):
        (power, *_) = office.asked()
        if office.engine().question(power).kind == "impulse":
            return power
        office.play_silently(1)
    raise AssertionError("no impulse came")


def test_the_hand_is_told_once(game: Office) -> None:
    power = to_the_impulses(game)
    first = game.outbox(power)[0]
    assert "YOUR HAND" in first.text
    answer = game.write(power, "what?")
    assert "YOUR HAND" not in answer.text
    assert "): hand" in answer.text
    assert "YOUR HAND" in game.write(power, "hand").text
    assert "YOUR HAND" not in game.write(power, "what?").text


def test_the_powers_are_told_once_a_turn(game: Office) -> None:
    power = to_the_impulses(game)
    assert "THE POWERS" not in game.write(power, "what?").text
    told = game.write(power, "status").text
    assert "THE POWERS" in told
    assert "lacks to win" in told


def test_the_orders_in_short_are_told_once(game: Office) -> None:
    power = to_the_impulses(game)
    card = next(n for n in game.engine().game.hand(power) if game.engine().game.card(n).kind == "home")
    short = "In short, all of it"
    assert short in game.write(power, f"play {card} for cp").text
    assert "In short" not in game.write(power, "what?").text
    assert short in game.write(power, "orders").text


def test_odds_and_near_by_mail(game: Office) -> None:
    power = to_the_impulses(game)
    answer = game.write(power, "odds debate german", "near", "odds attack vienna", "odds")
    assert "ODDS ---" in answer.text
    assert "calls a debate in the German zone" in answer.text
    assert "NEAR YOU ---" in answer.text
    assert "odds assault <space>" in answer.text
    assert game.engine().question(power).kind == "impulse"


def test_memory_is_plain_data(game: Office) -> None:
    power = to_the_impulses(game)
    score = HIS.score(game.engine().game)
    memory = Memory(
        4, {power: [1, 2]}, ["a"], "b", score, ["c"], ["d"], {"e": "f"}, ["g"], ["action"], [4, 0]
    )
    assert Memory.of(memory.stored()) == memory
    assert Memory.of({}) == Memory()


# ---- Impulses within the turn


def phase(name: str, turn: int) -> PhaseBegan:
    return PhaseBegan(phase=name, turn=turn)


def test_impulses_are_counted_within_the_turn() -> None:
    events = [
        ImpulseBegan("france", 29, 4),
        phase("winter", 4),
        phase("action", 5),
        ImpulseBegan("ottoman", 30, 5),
        CardPlayed("ottoman", 31, "cp"),
        ImpulseBegan("hapsburg", 31, 5),
        CardPlayed("hapsburg", 31, "cp"),
    ]
    known = learn(events, {}, HIS.chapters)
    assert known == {5: 29}
    assert within_turn(events[-2], known).number == 2
    assert within_turn(events[0], known).number == 29  # nobody remembers how turn 4 began
    titles = [chapter.title for chapter in story(events, HIS, HIS.voice())]
    assert titles[-2:] == ["Impulse 1: Ottoman", "Impulse 2: Hapsburg"]
    later = story(events[-2:], HIS, HIS.voice(), before=known)
    assert [chapter.title for chapter in later] == ["Impulse 2: Hapsburg"]


def test_the_moment_of_a_letter_is_counted_so(game: Office) -> None:
    to_the_impulses(game)
    view = HIS.public(game.engine().game, HIS.voice())
    assert view.where.endswith(f"impulse {view.impulse}")
    told = view_within_turn(view, HIS.voice(), {view.turn: -3})
    assert told.where.endswith(f"impulse {view.impulse + 3}")
    assert view_within_turn(view, HIS.voice(), {}) == view


def test_odds_within_an_impulse_are_told_once(office: Office) -> None:
    """The letter that was just answered has them; what cannot be done any more is named."""
    office.begin(scenario="1517", seed="odds once")
    while to_the_impulses(office) != "france":
        office.play_silently(1)
    card = next(n for n in office.engine().game.hand("france") if office.engine().game.card(n).cp >= 3)
    first = office.write("france", f"play {card} for cp").text
    assert "colonize" in first
    noted = [line.strip() for line in first.splitlines() if "may intercept" in line]
    assert len(noted) > 2
    second = office.write("france", "build mercenary in Paris").text
    assert "orders with odds as told before" in second
    assert not any(line in second for line in noted if "Paris" not in line and not line.startswith("//"))
    again = office.write("france", "orders").text
    assert "orders with odds as told before" not in again
    assert "may intercept" in again
