"""The chances with a card are those of the fight in which it is played: every fall of the dice is tried."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.core import codec
from rules.core.cards import CardPlay
from rules.core.chances import altogether, chance_that, hits
from rules.core.windows import Respond
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, OTTOMAN
from rules.war import assault as assaults
from rules.war.battle import FieldBattle, Force, Side
from rules.war.card_odds import RolledOdds, fight_in, odds_now, odds_with
from rules.war.field_battle import field_battle
from rules.war.forces import Formation, army_at
from rules.war.naval_combat import naval_combat
from rules.war.state import WAR
from tests.chance_tree import every_way, to_the_end
from tests.war.driver import bare_game


@pytest.fixture
def game() -> HisGame:
    game = bare_game("1532")
    for one, other in ((FRANCE, HAPSBURG), (OTTOMAN, HAPSBURG)):
        game.set_relation(one, other, WAR)
    for hand in game.cards.hands.values():
        hand.clear()
    return game


def hold(game: HisGame, power: str, card: int) -> None:
    for place in (game.cards.deck, game.cards.removed, game.cards.discards, *game.cards.hands.values()):
        if card in place:
            place.remove(card)
    game.cards.hands[power].append(card)


def assert_told_as_fought(game: HisGame, power: str, play: CardPlay, fight: Any) -> None:
    """`fight` fights in a copy and says whether the attacker won; what its window was told is as likely."""
    told: list[Fraction] = []

    def run(copy: HisGame) -> bool:
        def answer(question: Any) -> Any:
            if not isinstance(question, Respond) or question.power != power:
                return None
            if (play,) not in list(question.legal(copy)):
                return None
            digest = codec.digest(codec.dump(copy))
            odds = odds_with(copy, power, question.window, (play,))
            assert odds is not None
            assert codec.digest(codec.dump(copy)) == digest, "only a copy has changed"
            told.append(odds.wins)
            return (play,)

        return bool(fight(copy, answer))

    found = likely = Fraction(0)
    for chance, _, won in every_way(game, run):
        found += chance * won
        likely += chance * told.pop()
    assert likely == found
    assert 0 < found < 1


@pytest.mark.parametrize(
    ("power", "card", "use"),
    [
        (OTTOMAN, 24, "event"),
        (HAPSBURG, 24, "event"),
        (OTTOMAN, 25, "event"),
        (OTTOMAN, 29, "event"),
        (HAPSBURG, 29, "event"),
        (OTTOMAN, 30, "penalty"),
        (OTTOMAN, 1, "battle_dice"),
    ],
)
def test_field_battle(game: HisGame, power: str, card: int, use: str) -> None:
    game.add_units("mohacs", OTTOMAN, regulars=2)
    game.add_units("mohacs", HAPSBURG, regulars=3)
    game.campaign.unsettled.append("mohacs")
    hold(game, power, card)

    def fight(copy: HisGame, answer: Any) -> bool:
        sides = Side(Force("mohacs", (OTTOMAN,))), Side(Force("mohacs", (HAPSBURG,)))
        battle = FieldBattle("mohacs", *sides, limit=4)
        to_the_end(copy, field_battle(copy, battle), answer)
        return battle.winner is battle.attack

    assert_told_as_fought(game, power, CardPlay(card, use), fight)


def test_dice_that_hit_on_other_numbers(game: HisGame) -> None:
    """The tree does not tell them apart: the same dice by hand."""
    game.add_units("mohacs", OTTOMAN, regulars=2)
    game.add_units("mohacs", HAPSBURG, regulars=3)
    hold(game, HAPSBURG, 30)
    battle = FieldBattle("mohacs", Side(Force("mohacs", (OTTOMAN,))), Side(Force("mohacs", (HAPSBURG,))))
    game.moments.append(battle)
    odds = odds_with(game, HAPSBURG, "field_battle_cards", (CardPlay(30, "hapsburg_bonus"),))
    attack, defence = hits(2, 5), altogether([hits(4, 5), hits(3, 4)])
    assert odds is not None
    assert odds.wins == chance_that(attack, defence, lambda a, d: a > d)


def test_bribed_mercenaries_change_sides_in_the_odds(game: HisGame) -> None:
    game.add_units("besancon", FRANCE, regulars=2)
    game.add_units("besancon", HAPSBURG, mercenaries=3, regulars=1)
    game.campaign.unsettled.append("besancon")
    hold(game, FRANCE, 26)

    def fight(copy: HisGame, answer: Any) -> bool:
        sides = Side(Force("besancon", (FRANCE,))), Side(Force("besancon", (HAPSBURG,)))
        battle = FieldBattle("besancon", *sides)
        to_the_end(copy, field_battle(copy, battle), answer)
        return battle.winner is battle.attack

    assert_told_as_fought(game, FRANCE, CardPlay(26, "event"), fight)


@pytest.mark.parametrize(("card", "use"), [(28, "event"), (35, "event")])
def test_assault(game: HisGame, card: int, use: str) -> None:
    for space in ("buda", "pressburg"):
        game.spaces[space].control = OTTOMAN
    game.spaces["belgrade"].control = OTTOMAN
    game.campaign.unsettled.append("vienna")
    game.spaces["vienna"].sieges = {OTTOMAN: 0}
    game.add_units("vienna", OTTOMAN, regulars=4)
    game.add_units("vienna", HAPSBURG, regulars=1)
    hold(game, OTTOMAN, card)
    formation = Formation((), army_at(game, "vienna", OTTOMAN).units)

    def fight(copy: HisGame, answer: Any) -> bool:
        to_the_end(copy, assaults.storm(copy, assaults.prepare(copy, OTTOMAN, "vienna", formation)), answer)
        return copy.controller("vienna") == OTTOMAN

    if card == 28:
        assert_told_as_fought(game, OTTOMAN, CardPlay(card, use), fight)
        return
    # Guns hit on other numbers than the dice of the tree tell apart: both of two dice on 3 to 6.
    battle = assaults.prepare(game, OTTOMAN, "vienna", formation)
    battle.attack.dice, battle.defence.dice = 2, 2
    game.moments.append(battle)
    assert odds_now(game, battle) == RolledOdds(0, 0, Fraction(0))
    odds = odds_with(game, OTTOMAN, "assault_rolled", (CardPlay(card, use),))
    assert isinstance(odds, RolledOdds)
    assert odds.wins == 1 - Fraction(1, 3) ** 2


@pytest.mark.parametrize(("power", "card", "use"), [(HAPSBURG, 24, "event"), (OTTOMAN, 1, "battle_dice")])
def test_naval_combat(game: HisGame, power: str, card: int, use: str) -> None:
    game.add_units("ionian_sea", OTTOMAN, squadrons=1)
    game.add_units("ionian_sea", HAPSBURG, squadrons=1)
    hold(game, power, card)

    def fight(copy: HisGame, answer: Any) -> bool:
        winner = to_the_end(copy, naval_combat(copy, "ionian_sea", OTTOMAN, HAPSBURG), answer)
        return winner == OTTOMAN

    assert_told_as_fought(game, power, CardPlay(card, use), fight)


def test_what_chance_decides_before_the_dice_has_no_odds(game: HisGame) -> None:
    """Whose mercenaries go over is drawn where two allies have some."""
    game.add_units("besancon", FRANCE, regulars=2)
    game.add_units("besancon", HAPSBURG, mercenaries=1)
    game.add_units("besancon", "papacy", mercenaries=1)
    hold(game, FRANCE, 26)
    sides = Side(Force("besancon", (FRANCE,))), Side(Force("besancon", (HAPSBURG, "papacy")))
    game.moments.append(FieldBattle("besancon", *sides))
    assert odds_with(game, FRANCE, "field_battle_cards", (CardPlay(26, "event"),)) is None
    assert fight_in(game) is game.moments[-1]
