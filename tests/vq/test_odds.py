"""Chances that letters tell are those of the dice: each is compared with every fall of a real procedure."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from pbem.games import game_of
from pbem.letters import questions
from rules.core.actions import ChooseAction
from rules.core.flow import Procedure
from rules.core.impulse import TakeImpulse
from rules.core.questions import Choose
from rules.vq.dynasty.patronage import ARTIST, SCHOLAR, judge_artist, judge_scientist, sponsor
from rules.vq.espionage.plots import attempt_assassination, english_rebellion, gather_intelligence
from rules.vq.faith.conversions import make_conversions
from rules.vq.faith.rebellion import rebel
from rules.vq.game import VqGame
from rules.vq.new_world.colonies import roll_for_colony
from rules.vq.new_world.navigation import navigation_roll
from rules.vq.new_world.piracy import ocean_piracy
from rules.vq.odds import (
    assassination_odds,
    colony_odds,
    conversion_odds,
    english_rebellion_odds,
    intelligence_odds,
    navigation_odds,
    ocean_piracy_odds,
    patronage_odds,
    rebellion_odds,
    wedding_odds,
)
from rules.vq.powers import CATHOLIC, IMPULSE_ORDER, PROTESTANT_FAITH
from rules.vq.sequence.weddings import wed
from rules.vq.state import Betrothal
from rules.war.advance import Advance
from rules.war.assault import prepare as prepare_assault
from rules.war.assault import storm as storm_walls
from rules.war.field_battle import field_battle
from rules.war.fleets import fleet_at
from rules.war.forces import Formation, army_at
from rules.war.land_combat import prepare as prepare_battle
from rules.war.naval_combat import naval_combat
from rules.war.odds import attack_on, field_battle_odds, naval_combat_odds, piracy_odds, storming
from rules.war.piracy import piracy
from rules.war.state import WAR
from tests.chance_tree import FAITH, FIVES, HITS, SUM, every_way, to_the_end
from tests.vq.driver import clear_map, position, rules

TITLE = game_of("vq")
ID = re.compile(r"\b[a-z]+_[a-z_]+\b")


def outcomes(game: VqGame, run: Any, *, count: str = HITS) -> Any:
    """Every fall of the dice of a procedure, with the events it led to."""

    def go(copy: VqGame) -> list[Any]:
        before = len(copy.events)
        found = run(copy)
        if found is not None:
            to_the_end(copy, found)
        return copy.events[before:]

    return every_way(game, go, count=count, rules=rules())


def named(events: list[Any], name: str) -> list[Any]:
    return [event for event in events if type(event).__name__ == name]


def chance_of(game: VqGame, run: Any, happens: Any, *, count: str = HITS) -> Fraction:
    return sum(
        (c for c, now, events in outcomes(game, run, count=count) if happens(now, events)), Fraction(0)
    )


@pytest.mark.parametrize(
    ("power", "faith", "area"),
    [
        ("protestant", PROTESTANT_FAITH, "france"),
        ("protestant", PROTESTANT_FAITH, "netherlands"),
        ("spain", CATHOLIC, "england"),
        ("england", PROTESTANT_FAITH, "england"),
        ("france", CATHOLIC, "scotland"),
    ],
)
def test_conversions(power: str, faith: str, area: str) -> None:
    game = position("tournament")
    told = conversion_odds(game, power, faith, area, 5)

    def run(copy: VqGame) -> Procedure[None]:
        return make_conversions(copy, power, faith, area, 5)

    flips: dict[int, Fraction] = {}
    unrest = Fraction(0)
    for chance, _now, events in outcomes(game, run, count=FAITH):
        count = len(named(events, "FaithChanged"))
        flips[count] = flips.get(count, Fraction(0)) + chance
        unrest += chance * bool(named(events, "UnrestPlaced"))
    assert sum(told.flips.values()) == 1
    assert told.flips == flips
    assert told.unrest == unrest


@pytest.mark.parametrize("cp", [2, 3, 4, 5])
@pytest.mark.parametrize("space", ["lyon", "rouen", "bordeaux"])
def test_rebellions(space: str, cp: int) -> None:
    game = position("tournament")
    game.spaces[space].religion = PROTESTANT_FAITH
    told = rebellion_odds(game, space, cp).chance
    assert told == chance_of(
        game, lambda copy: rebel(copy, space, cp), lambda now, _: now.controller(space) == "protestant"
    )


@pytest.mark.parametrize("power", ["england", "spain", "ottoman"])
def test_intelligence(power: str) -> None:
    game = position("tournament")
    game.spies.informants = {power: {"france": True}}
    told = intelligence_odds(game, power, "france")
    seen = chance_of(
        game,
        lambda copy: gather_intelligence(copy, power, "france"),
        lambda _now, events: bool(named(events, "HandLookedAt")) or bool(named(events, "HandSeen")),
    )
    assert seen == told.chance("two_cards", "hand", "discard", "take")


@pytest.mark.parametrize("cp", [2, 3, 4])
@pytest.mark.parametrize("victim", ["elizabeth_i", "coligny"])
def test_assassinations(victim: str, cp: int) -> None:
    game = position("tournament")
    if victim == "coligny":
        game.leaders[victim].place = "la_rochelle"
    told = assassination_odds(game, "spain", victim, cp)
    wanted = ("kills",) if victim == "elizabeth_i" else ("kills_leader", "kills")
    assert told.chance(*wanted) == chance_of(
        game,
        lambda copy: attempt_assassination(copy, "spain", victim, cp),
        lambda _now, ev: bool(named(ev, "LeaderAssassinated") or named(ev, "ElizabethAssassinated")),
    )


def test_the_english_catholic_rebellion_wins_as_often_as_told() -> None:
    game = position("tournament")
    told = english_rebellion_odds(game, 5)

    def run(copy: VqGame) -> None:
        from rules.core.sequence import GameWon

        try:
            to_the_end(copy, english_rebellion(copy, 5))
        except GameWon:
            copy.this_turn.reminders.append("over")

    won = Fraction(0)
    total = Fraction(0)
    for chance, now, _events in outcomes(game, run):
        total += chance
        won += chance * ("over" in now.this_turn.reminders)
    assert total == 1
    assert won == told.chance("victory")


@pytest.mark.parametrize("cp", [2, 3, 4])
@pytest.mark.parametrize("power", IMPULSE_ORDER)
@pytest.mark.parametrize("what", [ARTIST, SCHOLAR])
def test_patronage(what: str, power: str, cp: int) -> None:
    game = position()
    game.patronage.available = [
        name
        for people in (game.data.artists, game.data.scientists)
        for name, who in people.items()
        if who.turn == 1
    ]
    told = patronage_odds(game, power, what, cp)
    points: dict[int, Fraction] = {}
    bonus = Fraction(0)

    def run(copy: VqGame) -> Procedure[None] | None:
        name = sponsor(copy, power, what, cp)
        if what == ARTIST:
            judge_artist(copy, name)
            return None
        return judge_scientist(copy, name)

    for chance, now, _events in outcomes(game, run, count=SUM):
        won = now.bonus_vp.get(power, {}).get("patronage", 0)
        points[won] = points.get(won, Fraction(0)) + chance
        bonus += chance * any(now.has_bonus(power, one.id) for one in now.data.tables.science_bonuses)
    assert told.points == points
    assert told.bonus == bonus


def at_sea(game: VqGame, captain: str, power: str, zone: str) -> None:
    figure = game.world.captains[captain]
    figure.power, figure.zone = power, zone


@pytest.mark.parametrize(
    ("captain", "power", "zone", "to"),
    [
        ("drake", "england", "south_atlantic", "chilean_coast"),
        ("hawkins", "england", "antilles", "north_atlantic"),
        ("le_testu", "france", "antilles", "north_atlantic"),
        ("houtman", "protestant", "guinea_coast", "indian_ocean"),
    ],
)
def test_navigation(captain: str, power: str, zone: str, to: str) -> None:
    game = position()
    at_sea(game, captain, power, zone)
    told = navigation_odds(game, captain, zone, to)
    if not told:  # with the wind
        told = navigation_odds(game, captain, to, zone)
        zone, to = to, zone
        game.world.captains[captain].zone = zone
    for result, chance in told.items():
        assert chance == chance_of(
            game,
            lambda copy: navigation_roll(copy, captain, zone, to),
            lambda _now, ev, result=result: named(ev, "NavigationTried")[0].result == result,
            count=SUM,
        )


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("captain", ["hawkins", "le_clerc"])
def test_piracy_overseas(captain: str, damaged: bool) -> None:
    game = position("tournament")
    at_sea(game, captain, "england" if captain == "hawkins" else "france", "antilles")
    game.world.captains[captain].damaged = damaged
    game.world.patrols["antilles"] = 2
    told = ocean_piracy_odds(game, captain, "spain")
    assert sum(told.hits) == 1

    def hit(_now: VqGame, events: list[Any]) -> bool:
        return any(named(events, name) for name in ("PiracyVpGained", "LootTaken", "PatrolLost"))

    def run(copy: VqGame) -> Procedure[None]:
        return ocean_piracy(copy, captain, "spain")

    assert told.chance == chance_of(game, run, hit)
    assert told.lost == chance_of(game, run, lambda _now, events: bool(named(events, "CaptainLost")))


def test_colonies() -> None:
    game = position()
    game.world.colonies["roanoke"] = "england"
    told = colony_odds(game, "england")
    assert sum(told.values()) == 1
    assert told["eliminated"] == chance_of(
        game,
        lambda copy: roll_for_colony(copy, "england", "roanoke"),
        lambda now, _: "roanoke" not in now.world.colonies,
        count=SUM,
    )


@pytest.mark.parametrize(
    ("bride", "groom"),
    [("elizabeth_i", "leicester"), ("elizabeth_de_valois", "don_carlos"), ("elizabeth_i", "philip_ii")],
)
def test_weddings(bride: str, groom: str) -> None:
    game = position()
    couple = Betrothal(bride, groom)
    told = wedding_odds(game, couple)
    found: dict[str, Fraction] = {}

    def run(copy: VqGame) -> Procedure[None]:
        copy.betrothals.append(Betrothal(bride, groom))
        return wed(copy, copy.betrothals[0])

    for chance, _now, events in outcomes(game, run):
        result = named(events, "WeddingHeld")[0].result
        found[result] = found.get(result, Fraction(0)) + chance
    assert told == found


@pytest.mark.parametrize("ships", [{"galleys": 2}, {"corsairs": 2}, {"galleys": 1, "corsairs": 2}])
def test_piracy_at_sea(ships: dict[str, int]) -> None:
    game = position()
    zone = "tyrrhenian_sea"
    game.units.pop(zone, None)
    game.add_units(zone, "ottoman", **ships)
    told = piracy_odds(game, "ottoman", zone, "spain")
    mean = left = Fraction(0)
    for chance, now, events in outcomes(game, lambda copy: piracy(copy, "ottoman", zone, "spain")):
        mean += chance * sum(event.hits for event in named(events, "PiracyEnded"))
        left += chance * now.at(zone, "ottoman").ships
    assert told.mean == mean
    assert told.corsairs_lost == sum(ships.values()) - left


def test_race_built_galleons_ignore_fives_in_the_odds_too() -> None:
    game = position("tournament")
    zone = "english_channel"
    for place in list(game.units):
        if place in game.board.zones:
            del game.units[place]
    game.add_units(zone, "england", race_built=2)
    game.add_units(zone, "spain", galleons=2)
    told = naval_combat_odds(game, zone, fleet_at(game, zone, "spain"), fleet_at(game, zone, "england"))
    won = spanish = english = Fraction(0)
    for chance, _now, events in outcomes(
        game, lambda copy: naval_combat(copy, zone, "spain", "england"), count=FIVES
    ):
        ended = named(events, "NavalCombatEnded")[0]
        won += chance * (ended.winner == "spain")
        lost = named(events, "ShipsLost")
        english += chance * sum(sum(one.units.values()) for one in lost if one.nation == "england")
        spanish += chance * sum(sum(one.units.values()) for one in lost if one.nation == "spain")
    assert told.wins == won
    assert told.defence_loses == english
    assert told.attack_loses == spanish


# ---- In letters


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
def test_notes_stand_beside_actions(scenario: str, language: str) -> None:
    game, voice = position(scenario), TITLE.voice(language)
    for power in IMPULSE_ORDER:
        question = ChooseAction(power, 4)
        legal = list(question.legal(game))
        notes = TITLE.advice(question, legal, game, voice).notes
        assert notes
        assert all("BP" in note if language == "de" else "CP" in note for note in notes.values())
        assert not ID.findall("\n".join(notes.values()))
    hand = [46, 31, 2]
    game.hand("ottoman")[:] = hand
    question = TakeImpulse("ottoman")
    legal = list(question.legal(game))
    notes = TITLE.advice(question, legal, game, voice).notes
    assert len(notes) >= 3
    assert not ID.findall("\n".join(notes.values()))


ASKED = {
    "attack vienna": "ottoman",
    "defend paris": "france",
    "sea english channel": "england",
    "preach france": "protestant",
    "convert netherlands": "spain",
    "sea tyrrhenian sea": "spain",
    "assault antwerp": "spain",
    "suppress heresy in the netherlands": "spain",
    "rebel la rochelle": "protestant",
    "spy spain": "england",
    "assassinate elizabeth i": "spain",
    "english rebellion": "spain",
    "artist": "holy_roman_empire",
    "scientist": "france",
    "wedding elizabeth i and leicester": "england",
    "colony": "england",
    "suez": "ottoman",
    "nonsense": "france",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("words", ASKED)
def test_odds_are_answered(words: str, language: str) -> None:
    game = position()
    game.patronage.available = [*game.data.artists, *game.data.scientists]
    lines = TITLE.odds(words, ASKED[words], game, TITLE.voice(language))
    assert lines
    assert not ID.findall("\n".join(lines))
    assert not any("{" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("power", IMPULSE_ORDER)
def test_what_is_near_is_told(power: str, language: str) -> None:
    game, voice = position("tournament"), TITLE.voice(language)
    near = TITLE.near(game, power)
    assert near is not None
    assert near.stacks
    lines = TITLE.near_told(near, game, voice)
    assert lines
    assert not ID.findall("\n".join(lines))


@pytest.mark.parametrize(("mercenaries", "storm"), [(0, False), (2, False), (0, True), (1, True)])
def test_surgery_in_the_odds_of_war(mercenaries: int, *, storm: bool) -> None:
    """The regular that comes back counts, in the field and at the walls (14, 15.1, 22.2)."""
    game = position("tournament")
    clear_map(game)
    game.set_relation("spain", "france", WAR)
    game.patronage.bonuses["surgery"] = "spain"
    place = "besancon" if storm else "reims"
    game.spaces[place].control = "france"
    game.add_units(place, "france", regulars=1 if storm else 3)
    camp = place if storm else "besancon"
    game.add_units(camp, "spain", regulars=4 - mercenaries, mercenaries=mercenaries)
    if storm:
        game.spaces[place].sieges = {"spain": 0}
    army = army_at(game, camp, "spain")

    def run(copy: VqGame) -> Procedure[None]:
        if storm:
            return storm_walls(copy, prepare_assault(copy, "spain", place, army))
        move = Advance("spain", camp, place, army, ("france",), False)
        copy.remove_units(camp, "spain", regulars=4 - mercenaries, mercenaries=mercenaries)
        copy.add_units(place, "spain", regulars=4 - mercenaries, mercenaries=mercenaries)
        return field_battle(copy, prepare_battle(copy, move, ["france"], Formation()))

    told = (
        storming(game, "spain", place, army)
        if storm
        else field_battle_odds(game, attack_on(game, "spain", place, army))
    )
    ends = [(c, now.land_strength(place, "spain")) for c, now, _events in outcomes(game, run)]
    assert told.attack_loses == sum((c * (4 - left) for c, left in ends), Fraction(0))
    assert told.attack_gone == sum((c for c, left in ends if not left), Fraction(0))


def test_whom_a_card_sponsors_has_odds() -> None:
    """40 Commission from Italy: the best box, and an Italian instead of one's own."""
    game = position("campaign")
    question = Choose("spain", "sponsored_pool", "option", ("artist:italy", "scientist:italy"), "", "22")
    asked = questions.asked(question, game, TITLE, TITLE.voice(), due=None)
    told = patronage_odds(game, "spain", ARTIST, 4, "italy")
    assert asked.orders[0].note.startswith(f"points {round(100 * told.any)}%")
    assert asked.orders[1].note
