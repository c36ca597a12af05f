"""Presets answer plain cases and ask in all others; windows are open by scope."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Unreadable
from pbem.games import game_of
from pbem.games.facts import CARD_WINDOWS, OWN_WINDOWS, POWER_WINDOWS
from pbem.play.scopes import Scope, read_scope
from pbem.play.sitting import Sitting
from pbem.play.standing import orders as standing_orders
from pbem.post.commands import word_in
from pbem.post.commands.word import Moment
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.a_table import NAMES, VOICE, asked, done, happened, letter, standing, table

TITLE = game_of("his")


def quick(position: str, **how: Any) -> Sitting:
    sitting = table(position, **how)
    sitting.standing.begin_presets(TITLE)
    return sitting


def march(position: str, *, dice: str = "") -> Sitting:
    """France marches from Lyon to Dijon."""
    sitting = quick(position + "    impulse france 5 cp\n", dice=dice)
    return letter(sitting, "france", "move all: lyon > dijon")


# ---- Plain cases, and the others


def test_few_units_slip_away_from_many() -> None:
    sitting = march("    units lyon: france 4 regulars\n    units dijon: hapsburg 2 regulars\n"
                    "    control dijon: hapsburg\n    control besancon: hapsburg\n", dice="6 6")  # fmt: skip
    assert any(line.startswith("hapsburg (standing): avoid") for line in done(sitting))


@pytest.mark.parametrize(
    "stands", ["hapsburg 4 regulars", "hapsburg 2 regulars, duke_of_alva"], ids=["near even", "a leader"]
)
def test_near_even_odds_and_leaders_are_asked(stands: str) -> None:
    sitting = march(f"    units lyon: france 4 regulars\n    units dijon: {stands}\n"
                    "    control dijon: hapsburg\n    control besancon: hapsburg\n")  # fmt: skip
    assert asked(sitting) == ["hapsburg avoid_battle"]


def test_a_key_is_asked() -> None:
    """Withdrawing into Antwerp would be plain, but it is a key."""
    sitting = quick("    control brussels: france\n"
                    "    units brussels: france 4 regulars\n    units antwerp: hapsburg 2 regulars\n"
                    "    control antwerp: hapsburg\n    impulse france 5 cp\n")  # fmt: skip
    letter(sitting, "france", "move 4 regulars: brussels > antwerp")
    assert "hapsburg (standing)" not in " ".join(done(sitting))
    assert asked(sitting)[0].startswith("hapsburg")


def test_nobody_leaves_to_intercept_what_is_stronger() -> None:
    sitting = march("    units lyon: france 4 regulars\n    units besancon: hapsburg 1 regulars\n"
                    "    control besancon: hapsburg\n    control dijon: france\n")  # fmt: skip
    assert "hapsburg intercept" not in asked(sitting)


def test_what_comes_to_a_key_is_told_even_if_it_is_stronger() -> None:
    """An army walked into an empty Paris past Montmorency, who was kept at Dijon without a word."""
    sitting = quick("    units dijon: france 1 regulars, montmorency\n    units paris: none\n"
                    "    control st_dizier: hapsburg\n    units st_dizier: hapsburg 4 regulars\n"
                    "    impulse hapsburg 5 cp\n")  # fmt: skip
    letter(sitting, "hapsburg", "move 4 regulars: st_dizier > paris")
    assert asked(sitting) == ["france intercept"]


def test_what_a_preset_has_answered_is_told_with_its_place() -> None:
    sitting = march("    units lyon: france 4 regulars\n    units besancon: hapsburg 1 regulars\n"
                    "    control besancon: hapsburg\n    control dijon: france\n")  # fmt: skip
    (used,) = [order for order in sitting.standing.orders if order.used]
    assert used.answered(used.used[-1], "decline", TITLE.voice()) == "Defence (Dijon): decline"
    assert standing_orders.load(standing_orders.dump(used)) == used
    sitting.standing.go_back(used.used[-1] - 1)
    assert not any(order.used or order.at for order in sitting.standing.orders)


def test_what_a_player_orders_comes_first() -> None:
    position = ("    units lyon: france 4 regulars\n    units dijon: hapsburg 2 regulars\n"
                "    control dijon: hapsburg\n    impulse france 5 cp\n")  # fmt: skip
    sitting = quick(position)
    standing(sitting, "hapsburg", "standing: never avoid battle")
    letter(sitting, "france", "move all: lyon > dijon")
    assert "BattleBegan" in happened(sitting)


def test_presets_have_words_and_numbers_of_their_own() -> None:
    orders = standing_orders.StandingOrders()
    orders.begin_presets(TITLE)
    assert orders.next_number("france") == 1
    for language in TITLE.languages:
        voice = TITLE.voice(language)
        for order in orders.orders:
            assert len(order.told(voice)) > 10
            assert "preset." not in order.told(voice)
            assert standing_orders.load(standing_orders.dump(order)) == order
    assert {order.power for order in orders.orders} == set(IMPULSE_ORDER)
    assert [order.number for order in orders.end_presets("france")] == [91, 92, 93, 94, 95, 96]
    assert not orders.of("france")


def test_every_preset_names_questions_of_the_game() -> None:
    known = {*TITLE.names.grammars.questions, *TITLE.names.grammars.kinds}
    for preset in TITLE.presets:
        assert set(preset.keys) <= known, preset.name


# ---- Windows by scope


@pytest.mark.parametrize(
    ("words", "kind", "about"),
    [
        ("in my battles and debates", OWN_WINDOWS, ""),
        ("for card 31", CARD_WINDOWS, "31"),
        ("for Foul Weather", CARD_WINDOWS, "31"),
        ("when France plays", POWER_WINDOWS, "france"),
        ("when France plays a card", POWER_WINDOWS, "france"),
        ("if the French attack me", POWER_WINDOWS, "france"),
        ("against France", POWER_WINDOWS, "france"),
        ("in France's impulse", POWER_WINDOWS, "france"),
        ("", "", ""),
    ],
)
def test_scopes_are_read(words: str, kind: str, about: str) -> None:
    scope = read_scope(words, "england", NAMES)
    assert (scope.kind, scope.about) == (kind, about)
    assert Scope.read(scope.stored) == scope
    assert "England" in scope.words(VOICE)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("open my windows for card 31", "open for card 31"),
        ("windows: closed", "closed"),
        ("close windows", "close"),
        ("my windows are open.", "open"),
    ],
)
def test_windows_are_declared_in_many_words(line: str, said: str) -> None:
    """`open my windows for card 31` once waited as an order."""
    found = word_in(line, Moment(asked=True))
    assert found is not None
    assert (found[0].name, found[1]) == ("windows", said)


def test_other_words_are_no_scope() -> None:
    with pytest.raises(Unreadable):
        read_scope("on Sundays", "england", NAMES)


BATTLE = """
    units lyon: france 4 regulars
    units dijon: hapsburg 4 regulars
    control dijon: hapsburg
    hand france: 4 45
    hand hapsburg: {hapsburg}
    hand england: {england}
    hand papacy: 48
    impulse france 5 cp
"""


def battle(scope: str, *, hapsburg: str = "2 46", england: str = "3 47") -> Sitting:
    sitting = table(BATTLE.format(hapsburg=hapsburg, england=england))
    for power in ("hapsburg", "england"):
        sitting.standing.declare(power, is_open=True, scope=f"{power}:{scope}")
    standing(sitting, "hapsburg", "standing: defence as usual")
    return letter(sitting, "france", "move all: lyon > dijon")


@pytest.mark.parametrize(
    ("scope", "who"),
    [
        ("own", "hapsburg"),
        ("when:france", "england"),
        ("when:papacy", ""),
        ("card:24", "hapsburg"),
        ("card:31", "england"),
    ],
)
def test_who_is_asked_in_which_windows(scope: str, who: str) -> None:
    sitting = battle(scope)
    answered = [power for power, question in sitting.waiting().items() if question.kind == "respond"]
    assert (who in answered) if who else not answered


@pytest.mark.parametrize("scope", ["own", "card:24", "card:31", "when:france"])
def test_holding_a_card_changes_nothing(scope: str) -> None:
    """Whether the card of the scope is in the hand, in another hand, or in the deck: asked alike."""
    seen = [
        {power: (question.kind, sitting.opened[power]) for power, question in sitting.waiting().items()}
        for sitting in (
            battle(scope),
            battle(scope, hapsburg="24 31"),
            battle(scope, england="24 31"),
        )
    ]
    assert seen[0] == seen[1] == seen[2]


def test_scopes_come_and_go() -> None:
    orders = standing_orders.StandingOrders()
    orders.declare("france", is_open=True, scope="france:own")
    orders.declare("france", is_open=True, scope="france:card:31")
    assert orders.open_windows == ["france:own", "france:card:31"]
    orders.declare("france", is_open=False, scope="france:card:31")
    assert orders.open_windows == ["france:own"]
    orders.declare("france", is_open=True)
    assert orders.open_windows == ["france"]
    orders.declare("france", is_open=False)
    assert not orders.open_windows


def test_whoever_orders_on_plays_no_card_in_his_own_battle() -> None:
    sitting = table(BATTLE.format(hapsburg="2 46", england="3 47"))
    sitting.standing.declare("france", is_open=True, scope="france:own")
    standing(sitting, "hapsburg", "standing: defence as usual")
    letter(sitting, "france", "move all: lyon > dijon", "end")
    assert "france respond" not in asked(sitting)
    sitting = table(BATTLE.format(hapsburg="2 46", england="3 47"))
    sitting.standing.declare("france", is_open=True, scope="france:own")
    standing(sitting, "hapsburg", "standing: defence as usual")
    letter(sitting, "france", "move all: lyon > dijon")
    assert "france respond" in asked(sitting)
