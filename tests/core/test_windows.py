"""Windows: everybody who could respond by public knowledge is asked, and a stale card stays in hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from rules.core.cards import CardGame, CardPlay, Cards, Registry
from rules.core.dice import Dice
from rules.core.errors import Illegal
from rules.core.windows import ANY_NUMBER, Respond, could_answer, offer, open_window


@dataclass(frozen=True)
class Face:
    n: int
    title: str = "card"
    cp: int = 2
    kind: str = "response"
    home: str | None = None
    removed: str = "no"


FACES = {1: Face(1, kind="home", home="a"), 2: Face(2), 3: Face(3, removed="yes"), 4: Face(4)}


@dataclass(slots=True, kw_only=True)
class Table(CardGame):
    registry: ClassVar[Registry[Any]] = Registry()

    def card(self, number: int) -> Face:
        return FACES[number]


async def _claim(game: Table, power: str, moment: list[str]) -> None:
    moment.append(power)


def _free(game: Table, power: str, moment: list[str]) -> bool:
    return not moment


for _number in (1, 2, 3):
    Table.registry.response(_number, "claim", "window", playable=_free)(_claim)


def table(**hands: list[int]) -> Table:
    held = [card for hand in hands.values() for card in hand]
    deck = [card for card in FACES if card not in held]
    return Table(dice=Dice("s"), cards=Cards(hands={"a": [], "b": [], "c": [], **hands}, deck=deck))


def run(procedure: Any, answers: Callable[[Respond], tuple[CardPlay, ...]]) -> list[Respond]:
    """Drive one procedure; the questions asked, in order."""
    asked: list[Respond] = []
    try:
        questions = procedure.send(None)
        while True:
            asked += questions
            questions = procedure.send(tuple(answers(question) for question in questions))
    except StopIteration:
        return asked


def nobody(question: Respond) -> tuple[CardPlay, ...]:
    return ()


def play(**plays: int) -> Callable[[Respond], tuple[CardPlay, ...]]:
    return lambda question: (CardPlay(plays[question.power], "claim"),) if question.power in plays else ()


def window(game: Table, moment: list[str]) -> Awaitable[None]:
    return open_window(game, "window", moment, powers=["a", "b", "c"])


def who_could_answer(game: Table) -> list[str]:
    game.moments.append([])
    return could_answer(game, "window", ["a", "b", "c"])


def test_who_is_asked_does_not_depend_on_who_holds_the_card() -> None:
    one = table(a=[2], b=[4], c=[3])
    other = table(a=[4], b=[2], c=[3])
    assert [q.power for q in run(window(one, []), nobody)] == ["a", "b", "c"]
    assert [q.power for q in run(window(other, []), nobody)] == ["a", "b", "c"]


def test_a_power_without_cards_is_not_asked() -> None:
    assert who_could_answer(table(a=[2], c=[4])) == ["a", "c"]


def test_nobody_is_asked_when_no_such_card_can_be_about() -> None:
    game = table(a=[4])
    game.cards.deck.clear()
    game.cards.discards += [2, 3]
    game.cards.laid.append(1)
    assert who_could_answer(game) == []
    assert run(window(game, []), nobody) == []


def test_nobody_is_asked_when_the_conditions_of_every_card_fail() -> None:
    game = table(a=[2], b=[4])
    game.moments.append(["somebody was faster"])
    assert could_answer(game, "window", ["a", "b", "c"]) == []


def test_a_card_used_as_an_event_this_turn_answers_nothing() -> None:
    game = table(a=[2], b=[4])
    game.cards.deck.clear()
    game.cards.laid.append(1)
    game.cards.removed.append(3)
    game.cards.used_as_event["b"] = [2]
    assert who_could_answer(game) == []


def test_a_home_card_in_hand_is_public_knowledge() -> None:
    game = table(a=[1], b=[4])
    game.cards.deck.clear()
    game.cards.discards += [2, 3]
    assert who_could_answer(game) == ["a"]


def test_the_first_response_can_make_the_second_impossible_and_its_card_is_kept() -> None:
    game, moment = table(b=[2], c=[3], a=[4]), list[str]()
    run(window(game, moment), play(b=2, c=3))
    assert moment == ["b"]
    assert game.cards.discards == [2]
    assert game.hand("c") == [3]


def test_a_card_marked_so_leaves_the_game() -> None:
    game = table(c=[3])
    run(offer(game, "c", "window", []), play(c=3))
    assert game.cards.removed == [3]
    assert game.cards.used_as_event == {"c": [3]}


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        ((CardPlay(3, "claim"),), "card.not_in_hand"),
        ((CardPlay(4, "claim"),), "card.not_at_this_moment"),
        ((CardPlay(2, "claim"), CardPlay(2, "claim")), "card.named_twice"),
    ],
)
def test_what_may_not_be_answered(plays: tuple[CardPlay, ...], reason: str) -> None:
    game = table(a=[2, 4])
    game.moments.append([])
    with pytest.raises(Illegal, match=reason):
        Respond("a", "window", most=ANY_NUMBER).check(game, plays)


def test_only_one_card_unless_the_window_allows_more() -> None:
    game = table(a=[2, 3])
    game.moments.append([])
    both = (CardPlay(2, "claim"), CardPlay(3, "claim"))
    with pytest.raises(Illegal, match=r"card\.only_one"):
        Respond("a", "window").check(game, both)
    Respond("a", "window", most=ANY_NUMBER).check(game, both)
