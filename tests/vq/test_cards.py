"""Every event is played once from a position where it can be, by random answers, with invariants."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rules.core.impulse import PlayEvent
from rules.vq.game import VqGame
from rules.vq.invariants import problems
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE, IMPULSE_ORDER, OTTOMAN, PROTESTANT, SPAIN
from rules.vq.state import Betrothal
from rules.vq.windows import CARDS
from rules.war.state import WAR
from tests.vq.driver import data, position, start

Tweak = Callable[[VqGame], None]


def at_sea(captain: str, power: str, zone: str) -> Tweak:
    def tweak(game: VqGame) -> None:
        found = game.world.captains[captain]
        found.entered, found.power, found.zone = True, power, zone

    return tweak


def betrothed(game: VqGame) -> None:
    game.betrothals.append(Betrothal("elizabeth_i", "francis_of_anjou"))


def artists(game: VqGame) -> None:
    game.patronage.available = [*data().artists, *data().scientists]


def war(one: str, other: str) -> Tweak:
    return lambda game: game.set_relation(one, other, WAR)


def english_war_with_foothold(game: VqGame) -> None:
    game.set_relation(ENGLAND, SPAIN, WAR)
    game.spaces["plymouth"].control = SPAIN


def mary_free(game: VqGame) -> None:
    game.lasting.mary = "in_scotland"


def besieged_rouen(game: VqGame) -> None:
    game.set_relation(ENGLAND, FRANCE, WAR)
    game.units.pop("rouen", None)
    game.add_units("rouen", ENGLAND, regulars=4)
    game.add_units("english_channel", ENGLAND, galleons=1)
    game.remove_units("plymouth", ENGLAND, galleons=1)
    game.impulse_number = 9
    game.spaces["rouen"].sieges[ENGLAND] = 3


def armada(game: VqGame) -> None:
    game.add_units("seville", SPAIN, armada=1)


def dutch_city(game: VqGame) -> None:
    game.units.pop("amsterdam", None)
    game.spaces["amsterdam"].control = PROTESTANT


def navarre_near_paris(game: VqGame) -> None:
    game.leaders["henry_navarre"].place = "orleans"
    game.units.pop("orleans", None)
    game.spaces["orleans"].control = PROTESTANT
    game.add_units("orleans", "huguenot", regulars=1)


def catholic_scotland(game: VqGame) -> None:
    game.spaces["stirling"].religion = game.spaces["glasgow"].religion = "catholic"


def colony(game: VqGame) -> None:
    game.world.colonies["roanoke"] = ENGLAND


def discards(game: VqGame) -> None:
    game.cards.deck.remove(39)
    game.cards.discards.append(39)


def dragut_back(game: VqGame) -> None:
    game.leaders["dragut"].removed = False
    game.leaders["dragut"].place = "algiers"


def frigates(game: VqGame) -> None:
    game.set_relation(ENGLAND, SPAIN, WAR)
    game.remove_units("plymouth", ENGLAND, galleons=1)
    game.add_units("english_channel", ENGLAND, galleons=1)
    game.units.setdefault("english_channel", {})
    game.spaces["caen"].control = SPAIN


TWEAKS: dict[tuple[int, str], Tweak] = {
    (6, "jilt"): betrothed,
    (6, "retrieve"): discards,
    (8, "event"): discards,
    (10, "event"): artists,
    (40, "event"): artists,
    (5, "event"): artists,
    (54, "event"): besieged_rouen,
    (57, "event"): catholic_scotland,
    (58, "event"): at_sea("drake", ENGLAND, "north_atlantic"),
    (60, "event"): betrothed,
    (61, "event"): at_sea("drake", ENGLAND, "guinea_coast"),
    (71, "event"): lambda game: game.world.owners.__delitem__("philippines"),
    (72, "event"): at_sea("drake", ENGLAND, "spanish_main"),
    (73, "event"): colony,
    (80, "event"): frigates,
    (89, "event"): dragut_back,
    (94, "in_scotland"): mary_free,
    (105, "event"): dutch_city,
    (106, "event"): war(ENGLAND, SPAIN),
    (108, "event"): english_war_with_foothold,
    (109, "event"): armada,
    (112, "event"): navarre_near_paris,
}
BY: dict[tuple[int, str], str] = {
    (54, "event"): ENGLAND,
    (58, "event"): ENGLAND,
    (61, "event"): ENGLAND,
    (72, "event"): ENGLAND,
    (73, "event"): ENGLAND,
    (80, "event"): ENGLAND,
}
NOT_WITH_SIX_PLAYERS = (55, 56)
EVENTS = [(n, use) for n, uses in sorted(CARDS.events.items()) for use in uses]


def take_card(game: VqGame, n: int) -> None:
    cards = game.cards
    for pile in (cards.deck, cards.discards, cards.removed, cards.unborn, cards.laid, *cards.hands.values()):
        if n in pile:
            pile.remove(n)


@pytest.mark.parametrize(("n", "use"), EVENTS)
def test_event(n: int, use: str) -> None:
    game = position("tournament")
    game.phase = "action"
    game.turn = 3
    for power in IMPULSE_ORDER:
        game.cards.hands[power] = [game.cards.deck.pop()]
    game.treasures.spain = [game.treasures.pool.pop() for _ in range(3)]
    game.treasures.portugal = [game.treasures.pool.pop() for _ in range(2)]
    TWEAKS.get((n, use), lambda _game: None)(game)
    power = BY.get((n, use)) or next(p for p in IMPULSE_ORDER if game.card_is_for(p, n, use))
    if data().cards[n].home:
        power = str(data().cards[n].home)
    take_card(game, n)
    game.cards.hands[power].append(n)
    game.turn_power = power
    if n in NOT_WITH_SIX_PLAYERS:
        return
    assert CARDS.events[n][use].playable(game, power), "the position does not let it be played"
    engine = start(game)
    rng = random.Random(n)
    engine.submit(power, PlayEvent(n, use))
    number = engine.game.impulse_number
    for _ in range(40):
        if not engine.open or engine.game.impulse_number > number:
            break
        asked = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[asked]
        engine.submit(asked, question.pick(engine.game, rng.choice))
    assert problems(engine.game) == []


def test_every_power_has_an_event() -> None:
    homes = {card.home for card in data().cards.values() if card.home}
    assert homes == {OTTOMAN, SPAIN, ENGLAND, FRANCE, EMPIRE, PROTESTANT}
