"""Battles as cards see them: what changes when a card gives dice, takes units or strikes first."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from rules import Setup, load_rules
from rules.core.reasons import Reason
from rules.his.game import HisGame
from rules.war.assault import assault, check_assault
from rules.war.assault import prepare as prepare_assault
from rules.war.battle import Assault, FieldBattle, Force, Side
from rules.war.casualties import ChooseLosses, share_hits
from rules.war.field_battle import field_battle, roll_dice, take_casualties
from rules.war.forces import Formation, UnitCount
from rules.war.judgement import judge_map
from rules.war.state import WAR, Units


@pytest.fixture
def game() -> HisGame:
    """An empty map, empty hands, France at war with the Hapsburgs."""
    game: HisGame = load_rules("his").new_game(Setup("his", "1517"), "land")
    game.units.clear()
    for leader in game.leaders.values():
        leader.place = None
    for hand in game.cards.hands.values():
        hand.clear()
    game.relations.clear()
    game.set_relation("france", "hapsburg", WAR)
    game.impulse_number = 5
    return game


def run(procedure: Coroutine[Any, Any, Any], game: HisGame) -> Any:
    """Drive a procedure; every question is answered as silence would."""
    answers: Any = None
    try:
        while True:
            asked = procedure.send(answers)
            answers = tuple(question.default(game) for question in asked)
    except StopIteration as stop:
        return stop.value


def dice(game: HisGame, *numbers: int) -> None:
    game.dice.given_dice[:] = numbers


def field(game: HisGame, attackers: int = 4, defenders: int = 3) -> FieldBattle:
    """France attacks the Hapsburgs at Dijon."""
    game.units["dijon"] = {"france": Units(regulars=attackers), "hapsburg": Units(regulars=defenders)}
    attack, defence = Side(Force("dijon", ("france",))), Side(Force("dijon", ("hapsburg",)))
    return FieldBattle("dijon", attack, defence, origin="lyon", limit=attackers)


def test_dice_of_both_sides(game: HisGame) -> None:
    battle = field(game)
    game.leaders["charles_v"].place = "dijon"
    game.leaders["francis_i"].place = "dijon"
    assert battle.dice_for(game, battle.attack) == 4 + 1
    assert battle.dice_for(game, battle.defence) == 3 + 2 + 1


def test_units_beyond_the_formation_give_no_dice(game: HisGame) -> None:
    """14 step 1: Landsknechts may enlarge the stack, not the formation."""
    battle = field(game)
    game.add_units("dijon", "france", mercenaries=2)
    assert battle.dice_for(game, battle.attack) == 4
    assert battle.attack.force.size(game) == 6
    game.add_units("dijon", "hapsburg", mercenaries=2)
    assert battle.dice_for(game, battle.defence) == 3 + 2 + 1


def test_bonus_dice_and_penalties(game: HisGame) -> None:
    battle = field(game)
    battle.attack.bonus_dice += 2
    battle.defence.bonus_dice -= 3
    assert battle.dice_for(game, battle.attack) == 6
    assert battle.dice_for(game, battle.defence) == 1
    battle.defence.bonus_dice -= 9
    assert battle.dice_for(game, battle.defence) == 0


def test_special_dice_hit_on_their_own_number(game: HisGame) -> None:
    battle = field(game)
    battle.defence.special.append((3, 4))
    dice(game, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 3)
    run(roll_dice(game, battle), game)
    assert battle.defence.dice == 7
    assert battle.defence.hits == 2  # of the last three: 4, 4, 3
    assert battle.attack.hits == 0


def test_more_dice_after_the_roll(game: HisGame) -> None:
    battle = field(game)
    dice(game, 5, 1, 1, 1, 5, 1, 1, 1)
    run(roll_dice(game, battle), game)
    assert battle.winner is battle.defence
    dice(game, 6, 1, 1, 1, 1)
    battle.attack.roll(game, 5, Reason("card", card=1))
    assert (battle.attack.dice, battle.attack.hits) == (9, 2)
    assert battle.winner is battle.attack


def test_bribed_mercenaries_change_both_sides(game: HisGame) -> None:
    battle = field(game, attackers=2, defenders=1)
    game.add_units("dijon", "hapsburg", mercenaries=3)
    game.remove_units("dijon", "hapsburg", mercenaries=2)
    game.add_units("dijon", "france", mercenaries=2)
    battle.limit = 4
    assert battle.dice_for(game, battle.attack) == 4
    assert battle.dice_for(game, battle.defence) == 1 + 1 + 1


def test_surprise_attack_takes_its_hits_first(game: HisGame) -> None:
    battle = field(game)
    battle.surprise = battle.attack
    dice(game, 5, 5, 1, 1, 5, 1)  # two die, one unit and the defender's die are left
    run(field_battle(game, battle), game)
    assert battle.defence.dice == 2
    assert game.at("dijon", "hapsburg").regulars == 1
    assert game.at("dijon", "france").regulars == 3
    assert battle.winner is battle.attack


def test_surprised_to_the_last_man_nobody_answers(game: HisGame) -> None:
    battle = field(game)
    battle.surprise = battle.attack
    dice(game, 5, 5, 5, 1)
    run(field_battle(game, battle), game)
    assert battle.defence.dice == 0
    assert game.at("dijon", "hapsburg").regulars == 0
    assert game.at("dijon", "france").regulars == 4


def test_a_dead_side_with_more_dice_comes_back_with_one_unit(game: HisGame) -> None:
    battle = field(game, attackers=1, defenders=1)
    battle.surprise = battle.attack
    dice(game, 5)
    run(roll_dice(game, battle), game)
    assert not battle.defence.force.size(game)
    dice(game, 6, 6, 1)
    battle.defence.roll(game, 3, Reason("assault"))
    run(take_casualties(game, battle), game)
    assert game.at("dijon", "hapsburg").regulars == 1
    assert game.at("dijon", "france").regulars == 0


def test_a_fight_without_defender_die_limit_or_captives(game: HisGame) -> None:
    """21.7: a foreign war is a field battle without these."""
    battle = field(game, attackers=6, defenders=3)
    battle.limit, battle.defender_die, battle.captures = None, False, False
    game.leaders["montmorency"].place = "dijon"
    assert battle.dice_for(game, battle.attack) == 7
    assert battle.dice_for(game, battle.defence) == 3
    dice(game, *[5] * 7, *[5] * 3)
    run(field_battle(game, battle), game)
    assert game.at("dijon", "hapsburg").regulars == 0
    assert game.at("dijon", "france").regulars == 3


def test_a_side_without_units_may_have_a_least_number_of_dice(game: HisGame) -> None:
    battle = field(game, defenders=0)
    assert battle.dice_for(game, battle.defence) == 0
    battle.defence.least_dice = 1
    assert battle.dice_for(game, battle.defence) == 1


# ---- assaults


def siege(game: HisGame, attackers: int = 5, defenders: int = 2) -> Formation:
    """France besieges Besancon."""
    game.units["besancon"] = {"france": Units(regulars=attackers), "hapsburg": Units(regulars=defenders)}
    game.spaces["besancon"].sieges["france"] = 1
    return Formation((), (("france", "regulars", min(4, attackers)),))


def storm(game: HisGame, formation: Formation) -> Assault:
    return prepare_assault(game, "france", "besancon", formation)


def test_dice_of_an_assault(game: HisGame) -> None:
    battle = storm(game, siege(game))
    assert battle.dice_for(game, battle.attack) == 2
    assert battle.dice_for(game, battle.defence) == 3


def test_mercenaries_join_an_assault_as_far_as_there_is_room(game: HisGame) -> None:
    formation = siege(game, attackers=3, defenders=2)
    battle = storm(game, formation)
    game.add_units("besancon", "france", mercenaries=4)
    assert battle.dice_for(game, battle.attack) == 2  # four of seven units: the limit without a leader


def test_grown_restless_mercenaries_leave_the_formation_only(game: HisGame) -> None:
    siege(game, attackers=3, defenders=1)
    game.add_units("besancon", "france", mercenaries=4)
    battle = storm(game, Formation((), (("france", "regulars", 1), ("france", "mercenaries", 3))))
    run(battle.attack.force.lose(game, "france", (("france", "mercenaries", 3),)), game)
    assert game.at("besancon", "france").mercenaries == 1
    assert battle.dice_for(game, battle.attack) == 1


def test_a_free_assault_may_follow_the_siege_at_once(game: HisGame) -> None:
    """15.1: Roxelana and Scots Raid waive that the siege is old."""
    formation = siege(game)
    game.spaces["besancon"].sieges["france"] = game.impulse_number
    check_assault(game, "france", "besancon", formation, siege_is_old=False)
    dice(game, 5, 5, 1, 1, 1)
    run(assault(game, "france", "besancon", formation, paid=False), game)
    assert game.controller("besancon") == "france"


# ---- losses


def test_share_hits_evenly_until_one_is_eliminated(game: HisGame) -> None:
    assert share_hits(game, 4, {"hapsburg": 3, "papacy": 3}, "test") == {"hapsburg": 2, "papacy": 2}
    assert share_hits(game, 4, {"hapsburg": 1, "papacy": 5}, "test") == {"hapsburg": 1, "papacy": 3}
    assert share_hits(game, 9, {"hapsburg": 1, "papacy": 5}, "test") == {"hapsburg": 1, "papacy": 5}
    game.dice.given_draws[:] = ["papacy"]
    assert share_hits(game, 3, {"hapsburg": 3, "papacy": 3}, "test") == {"hapsburg": 1, "papacy": 2}


def test_two_odd_hits_among_three_powers_fall_on_two_of_them(game: HisGame) -> None:
    for _ in range(20):
        shares = share_hits(game, 5, {"hapsburg": 3, "england": 3, "papacy": 3}, "test")
        assert sorted(shares.values()) == [1, 2, 2]


def test_losses_with_a_share_of_regulars(game: HisGame) -> None:
    """#107: regulars bear at least half."""
    units: tuple[UnitCount, ...] = (("france", "regulars", 3), ("france", "mercenaries", 3))
    question = ChooseLosses("france", "dijon", 2, units, least_regulars=1)
    assert question.default(game) == (("france", "regulars", 1), ("france", "mercenaries", 1))
    assert all(sum(n for _, kind, n in answer if kind == "regulars") >= 1 for answer in question.legal(game))


def test_a_siege_is_judged_after_an_event(game: HisGame) -> None:
    siege(game, attackers=4, defenders=2)
    game.remove_units("besancon", "france", regulars=2)
    run(judge_map(game), game)
    assert not game.spaces["besancon"].sieges
    assert game.at("dijon", "france").regulars == 2


def test_usual_questions_never_dead_end(game: HisGame) -> None:
    units: Sequence[UnitCount] = (("france", "regulars", 3), ("france", "mercenaries", 3))
    question = ChooseLosses("france", "dijon", 3, tuple(units))
    for answer in question.legal(game):
        question.check(game, answer)
