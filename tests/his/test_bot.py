"""The bot of Here I Stand: it knows what its power may know, it answers everything, and it is not a fool."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.games import game_of
from pbem.games.his.bot.candidates import Candidates
from pbem.games.his.bot.dangers import COMES_FROM
from pbem.games.his.bot.deals import worth_of_alliance
from pbem.games.his.bot.events import event_worth
from pbem.games.his.bot.faith import worth_of_conversion
from pbem.games.his.bot.impulse import waiting_worth, worth_of_keeping
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win, siege_odds
from pbem.games.his.bot.player import BY_KIND, BY_TOPIC, choose, suggest
from pbem.games.his.bot.view import view_for
from pbem.games.his.bot.war import LIKELY, fronts_of
from pbem.games.his.bot.weights import usual_weights
from pbem.games.suggestion import Level
from pbem.language import parse_line, say
from pbem.language.completeness import languages
from rules import Engine, Power
from rules.core.impulse import PlayEvent, TakeImpulse
from rules.core.questions import Choose, ChooseSome
from rules.his.actions import ChooseAction, Stop
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.faith.attempts import NO_ATTEMPT
from rules.his.game import HisGame
from rules.his.powers import (
    CATHOLIC,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    IMPULSE_ORDER,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
)
from rules.his.state import Impulse
from rules.his.war.build_actions import BuyMercenary, ControlSpace
from rules.war.forces import Formation, army_at
from rules.war.ids import INDEPENDENT
from rules.war.land_actions import MoveFormation
from rules.war.sea_actions import NavalMove
from rules.war.spring import DeployInSpring
from rules.war.state import ALLIED, WAR
from tests.bots import HARMS

TITLE = game_of("his")
DECISIONS = 900


def new_game(scenario: str = "1517", seed: str = "bot") -> Engine[HisGame]:
    setup = TITLE.setup(scenario, tuple((power,) for power in IMPULSE_ORDER), ())
    return Engine.new(TITLE.rules, setup, seed)


def scrambled(game: HisGame, power: Power, rng: random.Random) -> HisGame:
    """The same position with all hidden from a power changed: other hands, the deck, the seed."""
    other = TITLE.rules.load(TITLE.rules.dump(game))
    other.moments = game.moments
    cards, unknown = other.cards, list(other.cards.deck)
    for whose, hand in cards.hands.items():
        if whose != power:
            unknown += [card for card in hand if other.card(card).kind != "home"]
    rng.shuffle(unknown)
    for whose, hand in cards.hands.items():
        if whose != power:
            home = [card for card in hand if other.card(card).kind == "home"]
            count = len(hand) - len(home)
            hand[:] = [*unknown[:count], *home]
            del unknown[:count]
    cards.deck[:] = unknown
    held = [card for card in other.impulse.held_back if card in cards.hands[power]]
    other.impulse.held_back[:] = held
    other.dice.seed, other.dice.used = f"another seed {rng.random()}", rng.randrange(10_000)
    return other


@pytest.mark.parametrize("scenario", ["1517", "tournament"])
def test_games_that_a_power_cannot_tell_apart_get_the_same_answer(scenario: str) -> None:
    """Every decision of a long piece of a game, again with other hidden cards and another seed."""
    engine, rng = new_game(scenario), random.Random(1)
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power, question = next(iter(engine.waiting().items()))
        answer = suggest(engine.game, power, question)
        again = suggest(scrambled(engine.game, power, rng), power, question)
        assert answer == again, f"{question} leaks"
        engine.submit(power, answer.answer)


def test_the_view_shows_no_other_hand() -> None:
    engine = new_game()
    game = engine.game
    view = view_for(game, OTTOMAN)
    assert view.hand(OTTOMAN) == game.hand(OTTOMAN)
    assert view.dice.seed != game.dice.seed
    assert all(len(view.hand(power)) == len(game.hand(power)) for power in IMPULSE_ORDER)
    everything = sorted([*view.cards.deck, *(card for hand in view.cards.hands.values() for card in hand)])
    assert everything == sorted(
        [*game.cards.deck, *(card for hand in game.cards.hands.values() for card in hand)]
    )
    assert game.cards.hands is not view.cards.hands


def test_it_plays_sensibly_and_in_words() -> None:
    """Each answer can be written as an order; nothing free is given up, nothing harms the one who does it."""
    engine = new_game(seed="sense")
    lost = spent = 0
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power, question = next(iter(engine.waiting().items()))
        advice = suggest(engine.game, power, question)
        words = say(question, advice.answer, TITLE.names)
        assert parse_line(words, question, engine.game, TITLE.names) == advice.answer
        assert advice.answer != NO_ATTEMPT
        if isinstance(question, TakeImpulse) and isinstance(advice.answer, PlayEvent):
            assert advice.answer.card not in HARMS[power]
        if isinstance(question, ChooseAction):
            spent += 1
            lost += isinstance(advice.answer, Stop)
        for language in languages():
            told = TITLE.voice(language).tell(advice.why)
            assert told.endswith(".")
            assert "{" not in told
            assert told != advice.why.key
        engine.submit(power, advice.answer)
    assert lost <= 0.05 * spent


def test_each_reason_is_told_in_each_language() -> None:
    english = TITLE.catalog("en").tables["advice"]
    for language in languages():
        assert TITLE.catalog(language).tables["advice"].keys() == english.keys()


def test_it_knows_its_questions_by_names_that_there_are() -> None:
    asked = TITLE.catalog("en").tables["question"]
    assert not [topic for topic in BY_TOPIC if topic not in asked]
    # Responses are told by their window, new units by the card that brings them.
    assert not [kind for kind in BY_KIND if kind not in asked and kind not in ("respond", "place_units")]


def test_the_ottoman_opens_with_belgrade() -> None:
    engine = new_game(seed="opening")
    taken: list[Any] = []
    while engine.game.turn <= 2 and engine.open and engine.game.controller("belgrade") != OTTOMAN:
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, suggest(engine.game, power, question).answer)
        taken.append(question)
    assert engine.game.controller("belgrade") == OTTOMAN


def test_a_siege_needs_supply_and_strength() -> None:
    """The siege rule: what is likely falls within two or three assaults."""
    assert siege_odds(4, 1, 1, 0, 2) > 0.9 > siege_odds(4, 1, 2, 0, 2)
    assert siege_odds(3, 1, 3, 0, 3) == 0
    assert field_win(9, 5) > 0.6
    engine = new_game()
    view = view_for(engine.game, OTTOMAN)
    fronts = fronts_of(Mind(view, OTTOMAN, usual_weights(), Level.USUAL))
    assert fronts.supply("belgrade") == ()
    assert "vienna" not in fronts.targets


@pytest.mark.parametrize("level", list(Level))
def test_each_level_answers(level: Level) -> None:
    engine = new_game("tournament", seed=f"level {level}")
    for _ in range(120):
        power, question = next(iter(engine.waiting().items()))
        view = view_for(engine.game, power)
        answer = choose(question, view, level).answer
        assert choose(question, view_for(engine.game, power), level).answer == answer
        engine.submit(power, answer)


def test_garrisons_do_not_change_places_for_ever() -> None:
    """Units that help a place in danger must not leave more danger behind than they end."""
    engine = new_game("tournament", seed="garrisons")
    marches: dict[tuple[Power, int], list[tuple[str, str]]] = {}
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power, question = next(iter(engine.waiting().items()))
        advice = suggest(engine.game, power, question)
        if advice.why.key == "garrison":
            step = (advice.answer.origin, advice.answer.to)
            before = marches.setdefault((power, engine.game.impulse_number), [])
            assert step[::-1] not in before, f"{power} marches {step} and back"
            before.append(step)
        engine.submit(power, advice.answer)


def test_a_danger_depends_on_who_stands_there_in_the_end() -> None:
    """As many units as the enemy has near are no danger to anybody; taking them away is one."""
    game = new_game("tournament").game
    for power in IMPULSE_ORDER:
        fronts = fronts_of(Mind(view_for(game, power), power, usual_weights(), Level.USUAL))
        for space in fronts.threats:
            risks = [fronts.danger(space, more) for more in range(-3, 9)]
            assert risks == sorted(risks, reverse=True)
            assert risks[-1] < 0.5


def test_nobody_sues_for_peace_who_won_more_than_he_lost() -> None:
    """Suing gives back what was taken: Barcelona lost and Paris won is no lost war (9.3)."""
    game = new_game("1517").game
    game.set_relation(HAPSBURG, FRANCE, WAR)
    game.spaces["barcelona"].control = FRANCE
    question: ChooseSome = ChooseSome(HAPSBURG, "sue_for_peace", "power", (FRANCE,), 0, 1, rule="9.3")
    game.spaces["paris"].control = HAPSBURG
    assert suggest(game, HAPSBURG, question).answer == ()
    game.spaces["paris"].control = FRANCE
    assert suggest(game, HAPSBURG, question).answer == (FRANCE,)


def test_the_card_of_the_league_waits_until_it_can_form() -> None:
    """From turn 2 on #13 is the last card of the Protestant, until twelve spaces are his (21.6)."""
    game = new_game("1517").game
    game.turn = 2
    for space in list(game.spaces):
        game.spaces[space].religion = CATHOLIC

    def worth() -> float:
        mind = Mind(view_for(game, PROTESTANT), PROTESTANT, usual_weights(), Level.USUAL)
        found = event_worth(mind, fronts_of(mind), 13, "event")
        assert found is not None
        return found

    before = worth()
    germans = [space for space, printed in game.board.spaces.items() if printed.lang == "german"]
    for space in list(dict.fromkeys([*game.electorates(), *germans]))[:14]:
        game.spaces[space].religion = PROTESTANT_FAITH
    assert before < -0.5 < 1.5 < worth()


def in_piedmont() -> HisGame:
    """The French before Milan, which is Hapsburg with one unit, as is Turin behind them, without any."""
    game = new_game("1517").game
    game.set_relation(HAPSBURG, FRANCE, WAR)
    for space in ("milan", "turin", "pavia"):
        game.spaces[space].control = HAPSBURG
        game.units[space] = {}
    game.add_units("milan", HAPSBURG, regulars=1)
    game.cards.hands[FRANCE] = [4, 35, 79, 51]
    game.turn_power, game.impulse = FRANCE, Impulse(FRANCE, card=51, cp=2)
    game.leaders["francis_i"].place = game.leaders["montmorency"].place = "turin"
    game.add_units("turin", FRANCE, mercenaries=6)
    return game


def test_an_army_takes_the_town_that_its_siege_needs_before_it_goes_on() -> None:
    """Without Turin there is no line to Milan (12.1); from before Milan it cannot be taken any more."""
    game = in_piedmont()
    game.set_relation(FRANCE, PAPACY, None)
    assert suggest(game, FRANCE, ChooseAction(FRANCE, 2)).answer == ControlSpace("turin")


def test_an_army_goes_for_what_is_near() -> None:
    """Ravenna is worth a little more than Milan, and five CP away."""
    game = in_piedmont()
    game.spaces["turin"].control = FRANCE
    answer = suggest(game, FRANCE, ChooseAction(FRANCE, 2)).answer
    assert isinstance(answer, MoveFormation)
    assert answer.to == "milan"


def mind_of(game: HisGame, power: Power) -> Mind:
    return Mind(view_for(game, power), power, usual_weights(), Level.USUAL)


def test_four_without_a_leader_are_enough_for_a_city_that_one_holds() -> None:
    """The Pope has no leader: with more than four he would never march to Florence."""
    game = new_game("1517").game
    game.turn_power, game.impulse = PAPACY, Impulse(PAPACY, card=5, cp=4)
    game.cards.hands[PAPACY] = [6, 15, 24]
    game.spaces["siena"].control = PAPACY
    game.add_units("siena", PAPACY, mercenaries=4)
    answer = suggest(game, PAPACY, ChooseAction(PAPACY, 4)).answer
    assert isinstance(answer, MoveFormation)
    assert (answer.origin, answer.to, answer.formation.size) == ("siena", "florence", 4)


def test_the_pope_prefers_what_stays_his() -> None:
    """An electorate amidst Protestants turns again at once, unless they have no card left at the end."""
    game = new_game("tournament").game
    game.turn = game.last_turn()
    lost = worth_of_conversion(mind_of(game, PAPACY), "wittenberg", CATHOLIC)
    game.cards.hands[PROTESTANT] = []
    kept = worth_of_conversion(mind_of(game, PAPACY), "wittenberg", CATHOLIC)
    assert lost < 0.6 * kept


def test_walls_in_danger_are_not_left_in_spring() -> None:
    """With Suleiman in Buda, whoever leaves Vienna pays for what he risks."""
    game = new_game("1517").game
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    for space in ("buda", "vienna"):
        game.units[space] = {}
    game.spaces["buda"].control = OTTOMAN
    game.add_units("vienna", HAPSBURG, regulars=7)
    assert fronts_of(mind_of(game, HAPSBURG)).exposed("vienna", 4) == 0
    game.add_units("buda", OTTOMAN, regulars=9)
    game.leaders["suleiman"].place = "buda"
    fronts = fronts_of(mind_of(game, HAPSBURG))
    assert fronts.exposed("vienna", 5) > fronts.exposed("vienna", 4) > 0.1
    army = fronts.field_army("vienna")
    assert army is not None
    assert army_at(game, "vienna", HAPSBURG).size - army.size == 4


def test_an_enemy_without_cards_is_no_danger_this_turn() -> None:
    """Nobody comes who has no impulse left; a little remains, for the year after."""
    game = new_game("1517").game
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    game.phase = "action"
    game.units["vienna"] = {}
    game.add_units("vienna", HAPSBURG, regulars=2)
    game.add_units("buda", OTTOMAN, regulars=9)
    game.leaders["suleiman"].place = "buda"

    def danger(cards: list[int]) -> float:
        game.cards.hands[OTTOMAN] = cards
        return fronts_of(mind_of(game, HAPSBURG)).danger("vienna", 0)

    assert danger([1, 24, 25]) == danger([1, 24]) > danger([1]) > danger([]) > 0


def test_an_army_threatens_one_place_at_a_time() -> None:
    """Francis between keys is no whole danger to each, and the weakest is what he likes best."""
    game = new_game("1517").game
    for space in game.spaces:
        game.units[space] = {unit: n for unit, n in game.units.get(space, {}).items() if unit != FRANCE}
    game.leaders["francis_i"].place = "bordeaux"
    game.add_units("bordeaux", FRANCE, regulars=8)

    def shares() -> dict[str, float]:
        threats = fronts_of(mind_of(game, HAPSBURG)).threats
        return {space: sum(threat.share for threat in found) for space, found in threats.items()}

    before = shares()
    assert len(before) > 1
    assert max(before.values()) < COMES_FROM[1]
    game.add_units("navarre", HAPSBURG, regulars=3)
    assert shares()["navarre"] < before["navarre"]


def test_new_units_and_a_march_are_one_plan() -> None:
    """The Emperor hires in Besançon and goes to Metz with the same card."""
    game = new_game("1517").game
    game.turn_power, game.impulse = HAPSBURG, Impulse(HAPSBURG, card=108, cp=4)
    game.cards.hands[HAPSBURG] = [9, 78, 90]
    game.set_relation(HAPSBURG, FRANCE, None)

    def plans() -> set[tuple[str, int]]:
        found = Candidates(mind_of(game, HAPSBURG), ChooseAction(HAPSBURG, 4)).musters()
        return {(one.action.space, one.cost) for one in found if isinstance(one.action, BuyMercenary)}

    assert ("besancon", 4) in plans()  # three mercenaries, and one step
    game.cards.hands[HAPSBURG] = []
    assert not plans()  # nobody would be left to storm


def test_what_an_army_is_deployed_for_is_paid_in_command_points() -> None:
    """Henry does not go to Innsbruck for Florence, four CP and two towns away."""
    game = new_game("1517").game
    game.set_relation(ENGLAND, HAPSBURG, ALLIED)
    game.spaces["metz"].control = ENGLAND
    fronts = fronts_of(mind_of(game, ENGLAND))
    army = Formation(("henry_viii", "brandon"), ((ENGLAND, "regulars", 5),))
    assert fronts.prospect("innsbruck", army) == 0
    game.spaces["metz"].control = INDEPENDENT
    assert fronts_of(mind_of(game, ENGLAND)).prospect("strasburg", army) > 1


def test_vienna_is_held_before_the_turks_come() -> None:
    """Three stay, whatever could be taken elsewhere: with two it fell in the second year."""
    game = new_game("1517").game
    army = fronts_of(mind_of(game, HAPSBURG)).field_army("vienna")
    assert game.land_strength("vienna", HAPSBURG) - (army.size if army else 0) == 3


def test_the_sultan_waits_for_the_war_that_hungary_brings() -> None:
    """Its defeat makes war with the Emperor for nothing; a declaration would cost a card, and time."""
    game = new_game("1517").game
    game.turn = 2
    game.spaces["belgrade"].control = OTTOMAN
    game.units["belgrade"] = {}
    game.units["vienna"] = {}
    game.add_units("istanbul", OTTOMAN, regulars=8)
    game.cards.hands[OTTOMAN] = [1, 24, 25, 26, 27]
    assert HAPSBURG not in suggest(game, OTTOMAN, DeclareWars(OTTOMAN)).answer


def test_squadrons_leave_counters_for_corsairs() -> None:
    """Nine squadrons in Istanbul, and not a counter was left for pirates."""
    game = new_game("1517").game
    for power, port, more in ((OTTOMAN, "istanbul", False), (HAPSBURG, "barcelona", True)):
        game.add_units(port, power, squadrons=2)
        built = list(Candidates(mind_of(game, power), ChooseAction(power, 4)).squadrons())
        assert bool(built) == more


def test_a_card_waits_less_for_an_event_that_cannot_be_played_now() -> None:
    """With Scotland at peace #69 ends no alliance: England need not keep it all turn."""
    mind = mind_of(new_game("1517").game, ENGLAND)
    some_day, today = (waiting_worth(mind, fronts_of(mind), 69, now) for now in ((), ((69, "deactivate"),)))
    assert some_day < 0.7 * today


def test_no_leader_sets_out_with_a_unit_or_two() -> None:
    game = new_game("1517").game
    game.units["paris"] = {}
    game.add_units("paris", FRANCE, regulars=4)
    game.set_relation(HAPSBURG, FRANCE, WAR)
    answer = suggest(game, FRANCE, DeployInSpring(FRANCE)).answer
    assert answer is None or not answer.formation.leaders or answer.formation.size >= 3


def test_luther_waits_for_the_debates_of_the_pope() -> None:
    game = new_game("tournament").game
    game.cards.hands[PAPACY] = [5, 6]
    assert worth_of_keeping(mind_of(game, PROTESTANT), 7) > 1
    game.cards.hands[PAPACY] = []
    assert worth_of_keeping(mind_of(game, PROTESTANT), 7) == 0


def test_pirates_who_lead_get_a_ship_or_a_card_before_a_point() -> None:
    game = new_game("tournament").game
    hit: Choose = Choose(HAPSBURG, "piracy_hit", "option", ("vp", "card"), "vp", rule="16.4")
    game.bonus_vp[PAPACY] = {"war_winner": 2}
    assert suggest(game, HAPSBURG, hit).answer == "vp"
    game.bonus_vp[OTTOMAN] = {"war_winner": 7}
    assert suggest(game, HAPSBURG, hit).answer == "card"


def test_a_raider_is_ours() -> None:
    """#49 puts a Raider beside the colonies of the power that is named: that is a gift, and no harm."""
    game = new_game("tournament").game
    raiders: Choose = Choose(FRANCE, "raiders", "major", (FRANCE, PROTESTANT), FRANCE, rule="20.4")
    assert suggest(game, FRANCE, raiders).answer == FRANCE


def test_the_ottoman_hires_nobody_for_france() -> None:
    """#36 brings mercenaries to whoever plays it, but the Ottoman's serve France (6.1)."""
    game = new_game("1517").game
    swiss = {power: mind_of(game, power) for power in (OTTOMAN, FRANCE)}
    assert event_worth(swiss[OTTOMAN], fronts_of(swiss[OTTOMAN]), 36, "event") is None
    assert event_worth(swiss[FRANCE], fronts_of(swiss[FRANCE]), 36, "event")


def test_squadrons_hunt_corsairs() -> None:
    """Two corsairs off Barcelona, where four squadrons lie: one CP drives them away."""
    game = new_game("tournament").game
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    game.turn_power, game.impulse = HAPSBURG, Impulse(HAPSBURG, card=51, cp=1)
    game.pirates = True
    game.add_units("gulf_of_lyon", OTTOMAN, corsairs=2)
    game.add_units("barcelona", HAPSBURG, squadrons=4)
    answer = suggest(game, HAPSBURG, ChooseAction(HAPSBURG, 1)).answer
    assert isinstance(answer, NavalMove)
    assert {move.to for move in answer.ships} == {"gulf_of_lyon"}


def test_each_unit_behind_walls_gains_time() -> None:
    """Before a great army two units more do not save a city for ever, but for an impulse."""
    game = new_game("1517").game
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    for space in ("buda", "vienna"):
        game.units[space] = {}
    game.spaces["buda"].control = OTTOMAN
    game.add_units("buda", OTTOMAN, regulars=12)
    game.leaders["suleiman"].place = "buda"
    game.add_units("vienna", HAPSBURG, regulars=2)
    fronts = fronts_of(mind_of(game, HAPSBURG))
    assert fronts.danger("vienna", 2) < 0.8 * fronts.danger("vienna", 0)


def test_no_war_for_walls_that_nobody_would_storm() -> None:
    """What an army takes less likely than not is no reason for a war: it would never set out."""
    game = in_piedmont()
    game.spaces["turin"].control = FRANCE

    def worth() -> float:
        fronts = fronts_of(mind_of(game, FRANCE))
        fronts.targets = {"milan": fronts.targets["milan"]}
        return fronts.campaign_worth((HAPSBURG,))

    assert worth() > 1
    game.add_units("milan", HAPSBURG, regulars=4)
    assert any(0 < one.chance < LIKELY for one in fronts_of(mind_of(game, FRANCE)).operations)
    assert worth() == 0


def on_the_danube() -> HisGame:
    """Suleiman in Belgrade with four regulars, four more in Nezh; four hold Vienna."""
    game = new_game("tournament").game
    game.turn_power, game.impulse = OTTOMAN, Impulse(OTTOMAN, card=51, cp=3)
    game.cards.hands[OTTOMAN] = [40, 52, 65, 76]
    for place in ("istanbul", "vienna", "belgrade", "buda"):
        game.units[place] = {}
    for leader in ("suleiman", "ibrahim"):
        game.leaders[leader].place = "belgrade"
    game.leaders["ferdinand"].place = "prague"
    game.add_units("vienna", HAPSBURG, regulars=4)
    game.add_units("prague", HAPSBURG, regulars=4)
    game.add_units("belgrade", OTTOMAN, regulars=5)
    game.add_units("nezh", OTTOMAN, regulars=4)
    game.add_units("buda", OTTOMAN, regulars=4)
    game.add_units("istanbul", OTTOMAN, regulars=9)
    return game


def test_units_without_a_leader_are_called_to_an_army() -> None:
    """Neither five in Belgrade nor four in Nezh take Vienna alone: they waited in sight of each other."""
    game = on_the_danube()
    found = {
        one.called: one for one in fronts_of(mind_of(game, OTTOMAN)).operations if one.target == "vienna"
    }
    assert found["nezh"].chance >= LIKELY
    assert "" not in found or found[""].chance < LIKELY
    marches = Candidates(mind_of(game, OTTOMAN), ChooseAction(OTTOMAN, 3)).marches()
    (call,) = [one for one in marches if one.why.key == "gather"]
    assert isinstance(call.action, MoveFormation)
    assert (call.action.origin, call.action.to, call.action.formation.size) == ("nezh", "belgrade", 4)


def test_the_army_goes_where_its_leader_is() -> None:
    """Suleiman winters in Belgrade (19.3): units that stayed in Istanbul were of no use all game."""
    game = on_the_danube()
    game.phase, game.units["nezh"] = "spring_deployment", {}
    deployed = suggest(game, OTTOMAN, DeployInSpring(OTTOMAN)).answer
    assert deployed is not None
    assert (deployed.destination, deployed.formation.size) == ("belgrade", 4)


def test_units_meet_on_the_way() -> None:
    """An army that passes a place takes along those who could leave it."""
    game = on_the_danube()
    fronts = fronts_of(mind_of(game, OTTOMAN))
    army = fronts.field_army("nezh")
    assert army is not None
    assert fronts.on_the_way(("belgrade", "buda", "vienna"), army) == 0  # four march without a leader
    assert fronts.on_the_way(("nezh", "belgrade"), Formation(("suleiman",))) == 4


def test_a_full_hand_hires_a_larger_army() -> None:
    game = new_game("tournament").game
    game.cards.hands[ENGLAND] = [3, 40, 65, 79, 105]
    assert mind_of(game, ENGLAND).soon_hired == 6
    game.cards.hands[ENGLAND] = [25]
    assert mind_of(game, ENGLAND).soon_hired == 3


def test_no_alliance_with_easy_prey() -> None:
    """With a full hand England takes Antwerp this year: it gave that away for an alliance."""
    game = new_game("tournament").game
    game.cards.hands[ENGLAND] = [25]
    assert worth_of_alliance(mind_of(game, ENGLAND), HAPSBURG) > 0
    game.cards.hands[ENGLAND] = [3, 40, 65, 79, 105]
    assert worth_of_alliance(mind_of(game, ENGLAND), HAPSBURG) < 0
