"""Phases and procedures of their own: cards, spring, influence, weddings, patronage, voyages, plots."""

from __future__ import annotations

import pytest

from rules.core.errors import Illegal, allows
from rules.core.questions import Choose
from rules.vq.diplomacy.alliances import Ally
from rules.vq.diplomacy.deal_items import Betroth, MakePeace, YieldSpace
from rules.vq.diplomacy.minors import add_influence, influence_of
from rules.vq.diplomacy.war_segment import WarOrders
from rules.vq.diplomacy.wars import may_declare_war, war_cost
from rules.vq.dynasty.nobles import check_betrothal
from rules.vq.espionage.actions import Assassinate, InsertInformant, RaiseEnglishCatholics, SendJesuit
from rules.vq.espionage.dice import assassination_dice, english_rebellion_dice
from rules.vq.game import VqGame
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE, IMPULSE_ORDER, OTTOMAN, PROTESTANT, SPAIN
from rules.vq.sequence.card_phase import cards_to_deal
from rules.vq.sequence.winter import add_replacements
from rules.vq.state import Betrothal, Sponsored
from rules.vq.victory import outcome_with, scores
from rules.vq.war.build_actions import BuildGalleon, BuildGalley, RaiseMercenary, RaiseRegulars
from rules.vq.war.naval_actions import CaptainMove, OutfitExpedition, PirateOverseas, SailEverywhere
from rules.war.deals import Deal, Prospect, agree
from rules.war.state import ALLIED, WAR
from tests.vq.driver import answer, asked, clear_map, in_impulse, new_engine, position, start


def sail(engine, captain, power, zone):  # type: ignore[no-untyped-def]
    found = engine.world.captains[captain]
    found.entered, found.power, found.zone = True, power, zone
    return found


def drive(game: VqGame, procedure) -> None:  # type: ignore[no-untyped-def]
    """Run a procedure with the answers of silence."""
    asked_now = None
    try:
        while True:
            asked_now = procedure.send(asked_now and tuple(q.default(game) for q in asked_now))
    except StopIteration:
        return


# ---- 8 Card Phase


def test_8_the_first_deal_and_the_rows() -> None:
    engine = new_engine("campaign", "deal")
    game = engine.game
    for power in IMPULSE_ORDER:
        drawn = [card for card in game.hand(power) if game.card(card).kind != "home"]
        assert len(drawn) == game.scenario.deal[power]
    assert sorted(card for card in game.hand(OTTOMAN) if game.card(card).kind == "home") == [1, 2]
    assert len(game.treasures.spain) == 4
    assert len(game.treasures.portugal) == 3


def test_6_2_a_card_marker_counts_once_and_a_foreign_war_each_turn() -> None:
    game = position()
    before = cards_to_deal(game, OTTOMAN)
    game.card_markers[OTTOMAN] = -1
    assert cards_to_deal(game, OTTOMAN) == before - 1
    game.lasting.suez_open = True
    assert cards_to_deal(game, OTTOMAN) == before


# ---- 9 Diplomacy


def test_9_2_restrictions_of_alliances() -> None:
    game = position()
    with pytest.raises(Illegal, match="spain_and_protestant"):
        agree(Deal(SPAIN, PROTESTANT, (Ally(),)), Prospect(game))
    game.set_relation(SPAIN, FRANCE, ALLIED)
    with pytest.raises(Illegal, match="not_both"):
        agree(Deal(FRANCE, PROTESTANT, (Ally(),)), Prospect(game))


def test_9_1_spaces_are_yielded_in_three_cases_only() -> None:
    game = position("tournament")
    agree(Deal(FRANCE, PROTESTANT, (YieldSpace(FRANCE, "paris"),)), Prospect(game))
    agree(Deal(SPAIN, PROTESTANT, (YieldSpace(SPAIN, "amsterdam"),)), Prospect(game))
    with pytest.raises(Illegal, match="not_to_be_ceded"):
        agree(Deal(SPAIN, FRANCE, (YieldSpace(SPAIN, "milan"),)), Prospect(game))


def test_9_5_england_and_spain() -> None:
    game = position()
    assert war_cost(game, SPAIN, ENGLAND) == 5
    game.lasting.excommunicated = True
    assert war_cost(game, ENGLAND, SPAIN) == 3
    game.lasting.mary = "captured"
    assert war_cost(game, ENGLAND, SPAIN) == 1
    game.set_relation(ENGLAND, SPAIN, WAR)
    with pytest.raises(Illegal, match="never_england_spain"):
        agree(Deal(SPAIN, ENGLAND, (MakePeace(),)), Prospect(game))


def test_9_5_spain_stays_out_of_ireland_until_war_is_cheap() -> None:
    game = position()
    assert "cork" in game.closed_spaces(SPAIN)
    game.lasting.excommunicated = True
    assert game.closed_spaces(SPAIN) == ()


def test_9_4_the_declarer_loses_its_influence_and_the_best_may_intervene() -> None:
    game = position()
    game.phase = "diplomacy"
    game.cards.hands[OTTOMAN] = [card for card in (22,) if game.cards.deck.remove(card) is None]
    engine = start(game)
    while (engine.open and OTTOMAN not in engine.open) or engine.open[OTTOMAN].kind != "declare_and_pay":
        power = next(iter(engine.waiting()))
        answer(engine, power, asked(engine, power).default(engine.game))
    answer(engine, OTTOMAN, WarOrders(("venice",), (22,)), dice=(6, 1, 1))
    assert engine.game.influence.barred["venice"] == [OTTOMAN]
    assert asked(engine, SPAIN).kind == "decide"
    answer(engine, SPAIN, True)
    game = engine.game
    assert game.minor_allies["venice"] == SPAIN
    assert game.controller("venice") == SPAIN
    assert "venice" in game.influence.resolved


def test_9_1_who_may_be_betrothed() -> None:
    game = position()
    check_betrothal(game, "elizabeth_i", "don_carlos", at_war=False)
    with pytest.raises(Illegal, match="at_war"):
        check_betrothal(game, "elizabeth_i", "don_carlos", at_war=True)
    with pytest.raises(Illegal, match="not_available"):
        check_betrothal(game, "elizabeth_i", "henry_iii", at_war=False)
    game = position("tournament")
    with pytest.raises(Illegal, match="one_family"):
        check_betrothal(game, "marguerite_de_valois", "francis_of_anjou", at_war=False)
    agree(Deal(ENGLAND, FRANCE, (Betroth("elizabeth_i", "francis_of_anjou"),)), Prospect(game))


def test_9_4_portugal_is_left_alone_while_its_king_lives() -> None:
    game = position()
    assert not allows(may_declare_war, game, OTTOMAN, "portugal")
    game.lasting.portugal_in_play = True
    assert allows(may_declare_war, game, OTTOMAN, "portugal")


# ---- 10 Spring


def test_10_a_leader_placed_in_spring_does_not_deploy() -> None:
    """D12: who comes in step 4 did not begin the phase in the capital."""
    game = position()
    clear_map(game)
    game.phase = "spring"
    for power in IMPULSE_ORDER:
        game.cards.hands[power] = []
    game.cards.laid = [card for card in game.data.cards if game.card(card).enters == "home"]
    game.add_units("madrid", SPAIN, regulars=6)
    game.arriving = ["duke_of_parma"]
    engine = start(game)
    answer(engine, SPAIN, "madrid")
    question = asked(engine, SPAIN)
    assert question.kind == "spring"
    assert question.late == ("duke_of_parma",)  # type: ignore[attr-defined]
    assert question.army(engine.game, "madrid").leaders == ()  # type: ignore[attr-defined]


# ---- 17 Construction


@pytest.mark.parametrize(
    ("option", "power", "legal"),
    [
        (RaiseRegulars("brussels", "walloons"), SPAIN, True),
        (RaiseRegulars("brussels", SPAIN), SPAIN, False),
        (RaiseMercenary("malta", SPAIN), SPAIN, False),
        (BuildGalley("oran", SPAIN), SPAIN, True),
        (BuildGalleon("barcelona", SPAIN), SPAIN, False),
        (BuildGalleon("corunna", SPAIN), SPAIN, True),
        (BuildGalley("algiers", OTTOMAN), OTTOMAN, False),
        (RaiseRegulars("algiers", OTTOMAN), OTTOMAN, False),
        (RaiseRegulars("ravenna", "papacy"), SPAIN, True),
    ],
)
def test_17_where_units_are_built(option: RaiseRegulars, power: str, legal: bool) -> None:
    assert allows(option.check, position(), power) == legal


def test_23_6_factions_build_in_their_own_homes() -> None:
    game = position("tournament")
    assert allows(RaiseRegulars("la_rochelle", "huguenot").check, game, PROTESTANT)
    assert not allows(RaiseRegulars("la_rochelle", "dutch").check, game, PROTESTANT)
    assert allows(RaiseRegulars("brielle", "dutch").check, game, PROTESTANT)


# ---- 16.1, 16.5, 16.6, 17.4 The World


def test_17_4_an_expedition_sails_and_meets_the_wind() -> None:
    game = position()
    game.phase = "action"
    for captain in game.world.captains.values():
        captain.entered = True
    engine = in_impulse(game, ENGLAND, 3)
    answer(engine, ENGLAND, OutfitExpedition("hawkins", "north_atlantic", True))
    assert engine.game.impulse.cp == 1
    # From the North Atlantic to the Antilles the wind is adverse: 2d6 + 1.
    answer(engine, ENGLAND, SailEverywhere(captains=(CaptainMove("hawkins", "antilles"),)), dice=(3, 2))
    assert engine.game.world.captains["hawkins"].damaged
    assert asked(engine, ENGLAND).topic == "colony_site"  # type: ignore[attr-defined]
    answer(engine, ENGLAND, "fort_caroline")
    assert engine.game.world.colonies == {"fort_caroline": ENGLAND}


def test_16_5_piracy_in_the_antilles() -> None:
    """D6: a hit wounds him; two hits bring two different awards, and he can carry one treasure."""
    game = position()
    sail(game, "drake", ENGLAND, "antilles")
    game.world.patrols = {"antilles": 1}
    game.world.fortresses = ["havana"]
    game.bonus_vp = {}
    game.treasures.spain = [game.treasures.pool.pop() for _ in range(4)]
    engine = in_impulse(game, ENGLAND, 2)
    answer(engine, ENGLAND, PirateOverseas("drake", SPAIN), dice=(5, 3, 6, 5, 1))
    answer(engine, ENGLAND, False)  # Drake's own second throw
    assert engine.game.world.captains["drake"].damaged
    answer(engine, SPAIN, "vp")
    assert engine.game.bonus_vp[ENGLAND]["piracy"] == 1
    second = asked(engine, SPAIN)
    assert isinstance(second, Choose)
    assert set(second.options) == {"treasure", "patrol"}


def test_16_6_round_the_world() -> None:
    game = position()
    drake = sail(game, "drake", ENGLAND, "indian_ocean")
    drake.westward = True
    engine = in_impulse(game, ENGLAND, 1)
    answer(engine, ENGLAND, SailEverywhere(captains=(CaptainMove("drake", "guinea_coast"),)), dice=(6, 6))
    assert engine.game.bonus_vp[ENGLAND]["circumnavigation"] == 2
    assert engine.game.world.captains["drake"].returns == 2


# ---- 19 Espionage


def test_19_dice_against_elizabeth() -> None:
    game = position("tournament")
    assert assassination_dice(game, SPAIN, "elizabeth_i", 4) == (4 + 2 + 1, 6)
    game.spaces["london"].jesuit = True
    game.spies.informants = {SPAIN: {ENGLAND: True}}
    game.spies.walsingham = "defensive"
    assert assassination_dice(game, SPAIN, "elizabeth_i", 2) == (2 + 2 + 1 + 1 + 1, 8)


def test_19_4_the_rebellion_that_ends_the_game() -> None:
    game = position("tournament")
    attack, defence = english_rebellion_dice(game, 5)
    engine = in_impulse(game, SPAIN, 5)
    answer(engine, SPAIN, RaiseEnglishCatholics(5), dice=(6,) * attack + (1,) * defence)
    assert (engine.game.winner, engine.game.victory) == (SPAIN, "rebellion")


def test_19_2_informants_and_jesuits() -> None:
    game = position("tournament")
    game.spies.jesuits = 1
    assert not allows(InsertInformant(SPAIN).check, game, SPAIN)
    assert allows(SendJesuit("york").check, game, SPAIN)
    assert not allows(SendJesuit("paris").check, game, SPAIN)
    game.spies.plotted = [SPAIN]
    assert not allows(Assassinate("elizabeth_i", 2).check, game, SPAIN)


# ---- 20 Winter, 21 Marriage, 22 Patronage


def test_20_6_factions_recruit_in_their_capitals() -> None:
    game = position("tournament")
    drive(game, add_replacements(game))
    assert game.at("la_rochelle", "huguenot").regulars == 3
    assert game.at("rotterdam", "dutch").regulars == 2


def test_21_1_a_wedding_by_the_table() -> None:
    """Suitability 2 and 2, dice 6 and 6: sixteen, a good match; a point for both, and a Valois for France."""
    game = position("tournament")
    game.phase = "marriage"
    game.betrothals = [Betrothal("elizabeth_i", "francis_of_anjou")]
    game.dice.given_dice = [6, 6]
    before = scores(game)
    engine = start(game)
    game = engine.game
    assert game.bonus_vp[ENGLAND]["marriage"] == 1
    assert "francis_of_anjou" in game.lasting.valois_married
    assert game.nobles["elizabeth_i"].married
    assert game.bonus_vp[ENGLAND]["virgin_queen"] == 2  # none more: she is married
    assert scores(game)[FRANCE] >= before[FRANCE] + 2


def test_22_2_a_scientist_of_thirteen_leaves_a_choice() -> None:
    game = position()
    game.phase = "patronage"
    game.patronage.scientists = {"john_dee": Sponsored(ENGLAND, 4)}
    game.dice.given_dice = [4, 4]
    engine = start(game)
    assert asked(engine, ENGLAND).topic == "science_reward"  # type: ignore[attr-defined]
    answer(engine, ENGLAND, "bonus")
    answer(engine, ENGLAND, "telescope")
    assert engine.game.has_bonus(ENGLAND, "telescope")
    assert engine.game.roll_bonus(ENGLAND) == 1


# ---- 24, 25


def test_24_5_influence_stops_at_nine() -> None:
    game = position()
    add_influence(game, FRANCE, "scotland", 20)
    assert influence_of(game, FRANCE, "scotland") == 9


def test_25_3_ties_go_back_turn_by_turn() -> None:
    game = position()
    game.turn = 7
    game.vp_record = {5: dict.fromkeys(IMPULSE_ORDER, 1), 6: dict.fromkeys(IMPULSE_ORDER, 10)}
    game.vp_record[6][EMPIRE] = 11
    points = dict.fromkeys(IMPULSE_ORDER, 20)
    assert outcome_with(game, points) == (EMPIRE, "time_limit")
    points[ENGLAND] = 24
    assert outcome_with(game, points) == (ENGLAND, "time_limit")
    points[SPAIN] = 25
    assert outcome_with(game, points) == (SPAIN, "standard")


def test_25_3_domination_not_before_turn_4() -> None:
    game = position()
    points = {**dict.fromkeys(IMPULSE_ORDER, 10), FRANCE: 15}
    game.turn = 3
    assert outcome_with(game, points) is None
    game.turn = 4
    assert outcome_with(game, points) == (FRANCE, "domination")
