"""Debates as cards change them (18.5): chosen attackers, barred debaters, extra dice, Luther."""

from __future__ import annotations

import pytest

from rules.his.faith import debate
from rules.his.faith.debate import DebateRound, barrable, call_debate, luther_may_step_in, substitute_luther
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT_FAITH
from tests.his.faith_tools import dice_of, drive, luther_in_wittenberg


@pytest.fixture
def game() -> HisGame:
    """Turn 1 of 1517 after the Theses: Wittenberg alone is Protestant."""
    return luther_in_wittenberg()


def luther_steps_in(monkeypatch: pytest.MonkeyPatch, rounds: tuple[int, ...]) -> None:
    """Play card 7 in these rounds, whoever may hold it."""

    async def offer(game: HisGame, power: str, window: str, moment: DebateRound) -> None:
        assert (power, window) == ("protestant", "debaters_chosen")
        if moment.number in rounds:
            assert luther_may_step_in(game, moment)
            substitute_luther(game, moment)

    monkeypatch.setattr(debate, "offer", offer)


def test_the_example_of_18_5_with_both_home_cards(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eck is chosen, Luther replaces the committed Carlstadt, and round 2 goes to Melanchthon."""
    game.faith.debaters["carlstadt"].committed = True
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_draws += ["aleander", "melanchthon"]
    game.dice.given_dice += [5, 6, 1, 2, 3, 4, 1, 6, 5, 1, 2, 3, 4]
    game.dice.given_dice += [5, 1, 2, 3, 4, 5, 6, 1, 2, 3]
    debate_ = call_debate(game, "papacy", "german", attacker="eck")
    drive(debate_, ["committed", "brandenburg", "leipzig"])
    assert dice_of(game) == [("papacy", 7), ("protestant", 6), ("papacy", 5), ("protestant", 5)]
    committed = [name for name, debater in game.faith.debaters.items() if debater.committed]
    assert sorted(committed) == ["aleander", "carlstadt", "eck", "luther", "melanchthon"]
    assert game.spaces["leipzig"].religion == PROTESTANT_FAITH


def test_whom_luther_replaces_is_committed(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_draws += ["bucer"]
    game.dice.given_dice += [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    drive(call_debate(game, "papacy", "german", attacker="aleander"))
    assert game.faith.debaters["bucer"].committed
    assert game.faith.debaters["luther"].committed


def test_a_committed_luther_defends_with_one_die_less(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    game.faith.debaters["luther"].committed = True
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_dice += [1, 1, 1, 1, 5, 1, 1, 1, 1]
    game.dice.given_draws += ["bucer"]
    drive(call_debate(game, "papacy", "german", attacker="tetzel"), ["uncommitted", "magdeburg"])
    assert dice_of(game) == [("papacy", 4), ("protestant", 5)]


def test_an_excommunicated_luther_steps_in_and_stays_away(
    game: HisGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    luther = game.faith.debaters["luther"]
    luther.away = luther.committed = True
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_draws += ["bucer"]
    game.dice.given_dice += [1, 1, 1, 1, 5, 1, 1, 1, 1]
    drive(call_debate(game, "papacy", "german", attacker="tetzel"), ["magdeburg"])
    assert dice_of(game) == [("papacy", 4), ("protestant", 5)]
    assert luther.away


def test_luther_may_step_into_the_second_round(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    luther_steps_in(monkeypatch, (2,))
    game.dice.given_draws += ["bucer", "aleander", "melanchthon"]
    game.dice.given_dice += [1] * 8 + [1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1]
    drive(call_debate(game, "papacy", "german", attacker="tetzel"), ["magdeburg", "erfurt"])
    assert dice_of(game)[2:] == [("papacy", 5), ("protestant", 6)]
    assert game.faith.debaters["melanchthon"].committed


def test_luther_may_attack(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_draws += ["carlstadt", "tetzel"]
    game.dice.given_dice += [5, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    drive(call_debate(game, "protestant", "german"), ["magdeburg"])
    assert dice_of(game) == [("protestant", 7), ("papacy", 3)]


@pytest.mark.parametrize("bar", ["zone", "wartburg", "gone", "already"])
def test_luther_may_not_step_in(game: HisGame, bar: str) -> None:
    zone = "english" if bar == "zone" else "german"
    debater = "luther" if bar == "already" else "bucer"
    moment = DebateRound("papacy", zone, 1, {"papacy": "eck", "protestant": debater}, [])
    if bar == "wartburg":
        game.this_turn.append("wartburg")
    game.faith.debaters["luther"].gone = bar == "gone"
    assert not luther_may_step_in(game, moment)


def test_a_barred_debater_is_in_no_pool_of_either_round(game: HisGame) -> None:
    for name in ("melanchthon", "carlstadt"):
        game.faith.debaters[name].gone = True
    game.dice.given_draws += ["campeggio", "aleander"]
    game.dice.given_dice += [1] * 9 + [1, 1, 1, 1, 1, 5, 1, 1]
    # Luther is barred: Bucer defends in both rounds, the second time committed
    drive(call_debate(game, "papacy", "german", barred="luther"), ["magdeburg", "erfurt"])
    assert dice_of(game) == [("papacy", 5), ("protestant", 4), ("papacy", 5), ("protestant", 3)]
    assert not game.faith.debaters["luther"].committed


def test_luther_may_step_in_though_barred(game: HisGame, monkeypatch: pytest.MonkeyPatch) -> None:
    luther_steps_in(monkeypatch, (1,))
    game.dice.given_draws += ["tetzel", "bucer"]
    game.dice.given_dice += [1, 1, 1, 1, 5, 1, 1, 1, 1, 1]
    drive(call_debate(game, "papacy", "german", barred="luther"), ["magdeburg"])
    assert dice_of(game) == [("papacy", 4), ("protestant", 6)]


def test_the_last_debater_of_a_zone_cannot_be_barred(game: HisGame) -> None:
    game.faith.debaters["tyndale"].entered = True
    assert barrable(game, "english") == []
    assert "luther" in barrable(game, "german")


def test_extra_dice_count_in_both_rounds(game: HisGame) -> None:
    game.faith.debaters["tyndale"].entered = True
    game.dice.given_draws += ["tetzel", "cajetan"]
    game.dice.given_dice += [1] * 10 + [5] + [1] * 8
    drive(call_debate(game, "papacy", "english", extra_dice=2))
    assert dice_of(game) == [("papacy", 6), ("protestant", 4), ("papacy", 6), ("protestant", 3)]


def test_without_a_possible_zone_no_debate_is_held(game: HisGame) -> None:
    for name, debater in game.faith.debaters.items():
        if game.data.debaters[name].side == "papacy":
            debater.committed = True
    drive(call_debate(game, "papacy"))
    assert dice_of(game) == []


def test_the_caller_is_asked_for_the_zone(game: HisGame) -> None:
    game.faith.debaters["tyndale"].entered = True
    game.dice.given_draws += ["tetzel"]
    game.dice.given_dice += [5, 1, 1, 1, 1, 1, 1, 1]
    drive(call_debate(game, "papacy"), ["english"])
    assert game.faith.debaters["tyndale"].committed
