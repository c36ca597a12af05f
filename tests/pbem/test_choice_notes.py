"""Notes beside plain choices, deals, wars and peace: what they are, and what they change."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games import game_of
from pbem.letters import questions
from rules import Engine, Question, Setup
from rules.core.impulse import TakeImpulse
from rules.core.questions import Choose, ChooseSome
from rules.his.diplomacy.alliances import FormAlliance
from rules.his.diplomacy.deal_items import CedeSpace, EndWar, GiveCards
from rules.his.diplomacy.interventions import Intervene
from rules.his.diplomacy.peace import Regain
from rules.his.diplomacy.war_segment import DeclareWars, PayForWars
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY
from rules.his.victory import points_if
from rules.his.war.foreign_wars import SendExpedition
from rules.war.deals import Deal
from rules.war.foreign_war import ForeignWar
from rules.war.negotiation import ConfirmDeals
from rules.war.spring import DeployInSpring

HIS = game_of("his")


@pytest.fixture
def game() -> HisGame:
    found: HisGame = Engine.new(HIS.rules, Setup("his", "1517"), "notes").game
    return found


def notes(question: Question[Any], game: HisGame, language: str = "en") -> dict[str, str]:
    """What stands beside the orders that a letter lists."""
    asked = questions.asked(question, game, HIS, HIS.voice(language), due=None)
    return {order.text: order.note for order in asked.orders}


def test_a_space_says_who_stands_there(game: HisGame) -> None:
    found = notes(Choose(FRANCE, "unsanitary_camp", "space", ("vienna", "istanbul", "nezh")), game)
    assert found["Vienna"] == "key, Hapsburg 4"
    assert found["Istanbul"].startswith("key, Ottoman ")
    assert found["Nezh"] == ""


def test_of_very_many_spaces_only_the_strongest_have_a_note(game: HisGame) -> None:
    every = tuple(sorted(game.spaces))[:50]
    found = notes(Choose(FRANCE, "unsanitary_camp", "space", every), game)
    assert 1 <= sum(bool(note) for note in found.values()) <= 6


def test_powers_cards_debaters_and_leaders(game: HisGame) -> None:
    found = notes(Choose(FRANCE, "comet_discard", "power", (OTTOMAN, PAPACY)), game)
    assert found == {"Ottoman": "8 VP, 0 cards", "Papacy": "19 VP, 0 cards"}
    assert notes(Choose(FRANCE, "overture_card", "card", ("31",)), game) == {"31": "Foul Weather, 2 CP"}
    assert notes(Choose(PAPACY, "leipzig", "debater", ("eck",)), game) == {"Eck": "Papacy, value 3"}
    leader = notes(Choose(FRANCE, "threat_to_power", "leader", ("ibrahim",)), game)
    assert leader == {"Ibrahim Pasha": "Ottoman, Istanbul; battle 1, leads 6"}
    minor = notes(Choose(FRANCE, "diplomatic_marriage", "power", ("venice", "genoa")), game)
    assert minor["Venice"] == "4 land units, 3 ships"


def test_a_conversion_says_what_it_does_to_points(game: HisGame) -> None:
    game.spaces["wittenberg"].religion = "protestant"
    found = notes(Choose(PAPACY, "debate_conversion", "space", ("wittenberg", "leipzig")), game)
    assert found["Wittenberg"].startswith("electorate")


def test_a_deal_says_what_changes_hands(game: HisGame) -> None:
    peace = Deal(HAPSBURG, FRANCE, (EndWar(), GiveCards(FRANCE, 1)))
    land = Deal(HAPSBURG, FRANCE, (CedeSpace(HAPSBURG, "navarre"),))
    friends = Deal(OTTOMAN, FRANCE, (FormAlliance(),))
    game.cards.hands[FRANCE] = [31, 32]
    found = notes(ConfirmDeals(FRANCE, (peace, land, friends)), game)
    assert found["confirm 1"] == "ends the war with Hapsburg; cards -1"
    gain = points_if(game, ["navarre"], control=FRANCE)[FRANCE]
    assert f"{gain:+d} VP" in found["confirm 2"]
    assert found["confirm 3"] == ""


def test_wars_and_interventions_say_their_cost_and_whom_one_meets(game: HisGame) -> None:
    game.cards.hands[OTTOMAN] = [31, 32, 33, 34]
    found = notes(DeclareWars(OTTOMAN), game)
    assert all("CP" in note for order, note in found.items() if order != "none")
    help_them = notes(Intervene(FRANCE, "scotland", ENGLAND, 2), game)
    assert help_them.get("intervene", "2 CP; England has").startswith("2 CP; England has")
    pays = notes(PayForWars(OTTOMAN, 2), game)
    assert pays["pay 31"] == "Foul Weather, 2 CP"


def test_suing_for_peace_and_buying_back(game: HisGame) -> None:
    game.spaces["metz"].control = FRANCE
    game.spaces["navarre"].control = FRANCE
    found = notes(ChooseSome(HAPSBURG, "sue_for_peace", "power", (FRANCE,), 0, 1), game)
    assert "France +1; you remove 2 units" in found["France"]
    assert "Navarre" in found["France"]
    back = notes(Regain(HAPSBURG, FRANCE, "key", ("navarre",), 1), game)
    gain = points_if(game, ["navarre"], control=HAPSBURG)
    paid = next(note for order, note in back.items() if "vp" in order.lower())
    assert f"{gain[HAPSBURG]:+d} VP" in paid


def test_spring_deployment_says_where_enemies_are(game: HisGame) -> None:
    game.phase = "spring"
    found = notes(DeployInSpring(OTTOMAN), game)
    assert any("Nezh" in order and "next to Hungary-Bohemia 1" in note for order, note in found.items())


def test_the_same_in_german(game: HisGame) -> None:
    found = notes(Choose(FRANCE, "comet_discard", "power", (OTTOMAN,)), game, "de")
    assert list(found.values()) == ["8 SP, 0 Karten"]


def test_a_foreign_war_says_what_its_battle_can_bring(game: HisGame) -> None:
    """Before the army goes, when it may fight, and whoever asks: the war ends when no enemy is left."""
    game.foreign_wars[92] = ForeignWar(OTTOMAN, enemy=1, limit=2)
    question = SendExpedition(OTTOMAN, 92, 2)
    sent = notes(question, game)
    alone = next(iter(sent.values()))
    assert alone == "dice 2:1, win 41%, losses 0.3:0.6; ends the war 56%; then +1 VP"
    assert any("dice 4:1" in note for order, note in sent.items() if "Suleiman" in order)
    game.foreign_wars[92].regulars = 2
    (told,) = HIS.odds("foreign war", FRANCE, game, HIS.voice())
    assert told.endswith(f"Ottoman: {alone}")


def test_a_mandatory_event_says_whether_it_happens_and_what_it_leaves(game: HisGame) -> None:
    """6.1: the Schmalkaldic League of the first turn does nothing; its player has 2 CP all the same."""
    game.hand(FRANCE)[:] = [12, 13]
    found = notes(TakeImpulse(FRANCE), game)
    assert found["play 13 as event"] == "conditions not met: no effect now, then 2 CP"
    assert found["play 12 as event"].endswith("; then 2 CP")


def test_unpaid_mercenaries_are_counted(game: HisGame) -> None:
    """Of a space not all that stands there, but the mercenaries that would leave."""
    game.add_units("vienna", HAPSBURG, mercenaries=2)
    found = notes(Choose(FRANCE, "unpaid_mercenaries", "space", ("vienna", "nezh")), game)
    assert found == {"Vienna": "Hapsburg 2 mercenaries", "Nezh": ""}
