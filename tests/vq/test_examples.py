"""The worked examples of the rulebook, die by die."""

from __future__ import annotations

import pytest

from rules.core.errors import Illegal
from rules.core.impulse import PlayEvent, PlayForCP
from rules.vq.actions import of_kinds
from rules.vq.diplomacy.actions import BuyInfluence
from rules.vq.diplomacy.deal_items import SendMercenaries
from rules.vq.faith.actions import Rebel
from rules.vq.faith.conversions import ConvertSpaces, Flips
from rules.vq.powers import ENGLAND, FRANCE, HUGUENOT, PROTESTANT, SPAIN
from rules.vq.victory import quiet_keys
from rules.vq.war.build_actions import BuildGalleon, RaiseMercenary
from rules.war.deals import Deal, Prospect, agree, check_announcement
from rules.war.forces import Formation
from rules.war.movement import check_move
from rules.war.state import WAR
from tests.vq.driver import answer, asked, clear_map, in_impulse, position, start

LATER = (FRANCE, "holy_roman_empire", PROTESTANT)


@pytest.mark.parametrize(
    ("leaders", "units", "legal"),
    [
        ((), 4, True),
        ((), 5, False),
        (("schwendi",), 8, True),
        (("schwendi",), 9, False),
        (("zrinyi",), 6, True),
        (("schwendi", "zrinyi"), 14, True),
    ],
)
def test_5_1_formations_from_vienna_to_pressburg(leaders: tuple[str, ...], units: int, legal: bool) -> None:
    """E2: no leader 4, one leader his command, two leaders the sum (5.1)."""
    game = position()
    clear_map(game)
    game.add_units("vienna", "holy_roman_empire", regulars=6, mercenaries=8)
    game.leaders["schwendi"].place = game.leaders["zrinyi"].place = "vienna"
    regulars = min(6, units)
    parts = [("holy_roman_empire", "regulars", regulars)]
    if units > regulars:
        parts.append(("holy_roman_empire", "mercenaries", units - regulars))
    formation = Formation(leaders, tuple(parts))
    if legal:
        check_move(game, "holy_roman_empire", "vienna", "pressburg", formation)
    else:
        with pytest.raises(Illegal, match=r"formation\.too_large"):
            check_move(game, "holy_roman_empire", "vienna", "pressburg", formation)


def test_9_1_more_may_be_promised_than_can_be_given() -> None:
    """E3: both announcements stand; who confirms first gets the mercenaries."""
    game = position("tournament")
    clear_map(game)
    game.add_units("london", ENGLAND, mercenaries=2)
    to_france = Deal(ENGLAND, FRANCE, (SendMercenaries(ENGLAND, 2),))
    to_protestants = Deal(ENGLAND, PROTESTANT, (SendMercenaries(ENGLAND, 2),))
    check_announcement(game, ENGLAND, LATER, (to_france, to_protestants))
    game.remove_units("london", ENGLAND, mercenaries=2)
    with pytest.raises(Illegal, match=r"deal\.not_so_many_mercenaries"):
        agree(to_protestants, Prospect(game))


def test_11_a_treasure_buys_other_kinds_of_actions() -> None:
    """E5: galleon and influence for the card; the treasure pays neither naval actions nor influence."""
    game = position()
    game.phase, game.turn_power, game.turn = "action", SPAIN, 1
    game.cards.deck.remove(45)
    game.cards.hands[SPAIN] = [45]
    game.treasures.pool.remove("cp_4")
    game.treasures.hands[SPAIN] = ["cp_4"]
    engine = start(game)
    answer(engine, SPAIN, PlayForCP(45))
    answer(engine, SPAIN, BuildGalleon("corunna", SPAIN))
    answer(engine, SPAIN, BuyInfluence("papacy"))
    answer(engine, SPAIN, "cp_4")
    question = asked(engine, SPAIN)
    barred = question.barred  # type: ignore[attr-defined]
    assert set(barred) == set(of_kinds(engine.game, "naval", "influence"))
    assert {"BuildGalley", "BuildGalleon", "StrengthenArmada", "SailEverywhere", "PirateAtSea"} <= set(barred)
    with pytest.raises(Illegal, match=r"action\.not_with_these_cp"):
        engine.submit(SPAIN, BuyInfluence("venice"))
    answer(engine, SPAIN, RaiseMercenary("madrid", SPAIN))
    assert engine.game.impulse.cp == 3


def test_18_5_huguenot_fast() -> None:
    """E7: a six flips Orleans, the saved one the garrisoned Paris; unrest covers a French key."""
    game = position("tournament")
    game.phase, game.turn_power = "action", PROTESTANT
    game.cards.deck.remove(47)
    game.cards.hands[PROTESTANT] = [47]
    before = game.protestant_spaces()
    keys = len(quiet_keys(game, FRANCE))
    engine = start(game)
    answer(engine, PROTESTANT, PlayEvent(47, "event"), dice=(1, 1, 2, 3, 4, 5, 6))
    question = asked(engine, PROTESTANT)
    assert isinstance(question, ConvertSpaces)
    assert (question.major, question.rolled_sixes, question.minor, question.markers) == (2, 1, 2, 1)
    with pytest.raises(Illegal, match=r"faith\.no_target"):
        engine.submit(PROTESTANT, Flips(now=("paris",), minor=("bourges", "dijon"), saved=("orleans",)))
    answer(
        engine,
        PROTESTANT,
        Flips(now=("orleans",), minor=("bourges", "dijon"), saved=("paris",), unrest=("paris",)),
    )
    game = engine.game
    assert all(game.religion(s) == "protestant" for s in ("orleans", "paris", "bourges", "dijon"))
    assert game.spaces["paris"].unrest
    assert len(quiet_keys(game, FRANCE)) == keys - 1
    assert game.protestant_spaces() == before + 3
    assert not game.dice.given_dice


def test_18_5_rebellion_of_lyon() -> None:
    """E8: three dice, one hit; mercenaries displaced; three spaces, one regular, war, no capital."""
    game = position("tournament")
    for space in ("lyon", "dijon", "clermont"):
        game.spaces[space].religion = "protestant"
    for space in ("lyon", "dijon", "clermont"):
        for nation in list(game.units.get(space, {})):
            del game.units[space][nation]
    game.add_units("lyon", FRANCE, regulars=1, mercenaries=2)
    game.set_relation(FRANCE, PROTESTANT, None)
    engine = in_impulse(game, PROTESTANT, 3)
    answer(engine, PROTESTANT, Rebel("lyon", 3), dice=(1, 2, 5))
    if "france" in engine.open:
        answer(engine, FRANCE, "orleans")
    answer(engine, PROTESTANT, ("dijon", "clermont"))
    game = engine.game
    assert all(game.controller(s) == PROTESTANT for s in ("lyon", "dijon", "clermont"))
    assert game.at("lyon", HUGUENOT).regulars == 1
    assert not game.at("lyon", FRANCE)
    assert game.relation(FRANCE, PROTESTANT) == WAR
    assert game.lasting.faction_capitals[HUGUENOT] == "la_rochelle"
    assert not game.dice.given_dice
