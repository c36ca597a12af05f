"""Deals, wars and payments: the pure parts of the Diplomacy Phase (9)."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.games import game_of
from pbem.language import parse_line, say
from rules import Engine, load_rules
from rules.core import codec
from rules.core.cards import CardPlay, Use
from rules.core.errors import Illegal
from rules.core.log import Setup
from rules.core.windows import Respond
from rules.his.diplomacy import war_segment, wars
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import CedeSpace, EndWar, GiveCards, GrantDivorce
from rules.his.diplomacy.peace import SuingForPeace, sue_for_peace
from rules.his.diplomacy.war_segment import DeclareWars, PayForWars, value
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.sequence.setup import new_game
from rules.his.windows import CARDS, Window
from rules.war.deal_items import ports_for_loan
from rules.war.deals import ITEMS, Deal, Item, Prospect, agree, check_announcement
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from rules.war.removal import Removal, RemoveUnits
from rules.war.state import ALLIED, WAR

RULES = load_rules("his")
NAMES = game_of("his").names


def position(scenario: str = "1532", players: int = 6) -> HisGame:
    return new_game(RULES.data, Setup("his", scenario, players), "diplomacy")


def refusal(game: HisGame, power: str, target: str, *, in_diplomacy_phase: bool = False) -> str:
    try:
        wars.may_declare_war(game, power, target, in_diplomacy_phase=in_diplomacy_phase)
    except Illegal as problem:
        return problem.code
    return ""


# ---- 9.1, 9.2


def test_every_item_survives_the_log() -> None:
    """What is announced is stored as JSON and read back."""
    deal = Deal(
        "hapsburg",
        "france",
        (
            EndWar(),
            FormAlliance(),
            LoanSquadrons("france", "rouen", "france", 1),
            CedeSpace("hapsburg", "metz"),
        ),
    )
    data = codec.dump((deal,), ProposeDeals.answer_type())
    assert codec.load(data, ProposeDeals.answer_type()) == (deal,)


def test_items_take_effect_in_the_order_of_the_rule() -> None:
    """Diplomatic status, loans, leaders, spaces, cards, mercenaries; no two kinds share a place."""
    own = {name: cls for name, cls in ITEMS.items() if cls.__module__.startswith("rules.his")}
    ranks = {cls.rank: name for name, cls in own.items()}
    assert [ranks[rank] for rank in sorted(ranks)] == [
        "EndWar",
        "FormAlliance",
        "LoanSquadrons",
        "ReturnLeader",
        "CedeSpace",
        "GiveCards",
        "GiveMercenaries",
        "GrantDivorce",
        "RescindExcommunication",
    ]


def test_a_refused_deal_leaves_the_game_alone() -> None:
    """Checking works on a prospect, never on the game."""
    game = position()
    before = codec.digest(RULES.dump(game))
    deal = Deal("ottoman", "hapsburg", (EndWar(), FormAlliance(), GiveCards("ottoman", 1)))
    with pytest.raises(Illegal):
        agree(deal, Prospect(game))
    assert codec.digest(RULES.dump(game)) == before


@pytest.mark.parametrize("items", [(GrantDivorce(), FormAlliance()), (FormAlliance(), GrantDivorce())])
def test_divorce_and_alliance_exclude_each_other_in_either_order(items: tuple[Item, Item]) -> None:
    """9.1, 9.2: the Papacy does one or the other in a turn."""
    game = position()
    prospect = Prospect(game)
    partners = {GrantDivorce: "england", FormAlliance: "hapsburg"}
    agree(Deal(partners[type(items[0])], "papacy", items[:1]), prospect)
    with pytest.raises(Illegal):
        agree(Deal(partners[type(items[1])], "papacy", items[1:]), prospect)


def test_nobody_announces_for_others_or_to_earlier_powers() -> None:
    game = position()
    with pytest.raises(Illegal, match=r"deal\.not_your_own"):
        check_announcement(game, "england", ("france",), [Deal("hapsburg", "france", (FormAlliance(),))])
    with pytest.raises(Illegal, match=r"deal\.earlier_power_announces"):
        check_announcement(game, "france", ("papacy",), [Deal("france", "england", (FormAlliance(),))])


def test_a_third_power_gives_nothing_in_a_deal() -> None:
    game = position()
    with pytest.raises(Illegal, match=r"deal\.no_party"):
        agree(Deal("hapsburg", "france", (CedeSpace("papacy", "rome"),)), Prospect(game))


@pytest.mark.parametrize(
    ("borrower", "place", "ports"),
    [
        ("hapsburg", "rome", ["naples", "cagliari", "messina", "palermo"]),
        ("hapsburg", "rouen", ["amsterdam", "antwerp", "corunna"]),
        ("papacy", "seville", []),
        ("ottoman", "venice", ["durazzo", "scutari"]),
        ("france", "antwerp", ["rouen", "boulogne", "brest"]),
        ("papacy", "naples", ["rome"]),
    ],
)
def test_nearest_ports_for_a_loan(borrower: str, place: str, ports: list[str]) -> None:
    """9.2: counted by sea zones, never through a port; those with most ships first."""
    game = position()
    assert ports_for_loan(game, borrower, place, borrower, game.controller) == ports


@pytest.mark.parametrize("scenario", ["1517", "1532"])
@pytest.mark.parametrize("power", IMPULSE_ORDER[:-1])
def test_suggested_deals_are_legal_and_read_back(scenario: str, power: str) -> None:
    game = position(scenario)
    for number, holder in enumerate(IMPULSE_ORDER):
        game.cards.hands[holder] = game.cards.deck[2 * number : 2 * number + 2]
    question = ProposeDeals(power, IMPULSE_ORDER[IMPULSE_ORDER.index(power) + 1 :])
    answers = list(question.legal(game))
    assert answers[0] == ()
    assert len(answers) > 5
    for answer in answers:
        question.check(game, answer)
        assert parse_line(say(question, answer, NAMES), question, game, NAMES) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("confirm all", (1, 2)),
        ("accept 2", (2,)),
        ("confirm england", (2,)),
        ("reject", ()),
        ("none", ()),
        ("confirm 1 and 2", (1, 2)),
    ],
)
def test_words_for_confirming(line: str, answer: tuple[int, ...]) -> None:
    deals = (Deal("hapsburg", "papacy", (FormAlliance(),)), Deal("england", "papacy", (FormAlliance(),)))
    assert parse_line(line, ConfirmDeals("papacy", deals), position(), NAMES) == answer


# ---- 9.3


def test_silence_removes_the_cheapest_units_of_the_largest_stacks() -> None:
    game = position("1517")
    game.add_units("lyon", "france", mercenaries=1)
    question = RemoveUnits("france", "units_surrendered", ("regulars", "mercenaries", "squadrons"), 2, "9.3")
    assert question.default(game) == (Removal("lyon", "mercenaries", 1), Removal("paris", "regulars", 1))


def test_a_card_played_while_suing_brings_everything_back_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Note 1: keys, leaders and other spaces return without VP or cards; the first VP stays."""

    async def marriage(game: HisGame, power: str, moment: SuingForPeace) -> None:
        moment.regains_all = True

    use: Use[HisGame] = Use(
        73, "peace", (Window.SUING_FOR_PEACE,), marriage, lambda game, power, moment: True
    )
    monkeypatch.setitem(CARDS.by_window, Window.SUING_FOR_PEACE, [use])
    game = position("1517")
    game.cards.hands["france"][:] = [73]
    game.cards.deck.remove(73)
    for space in ("lyon", "dijon", "tours"):
        game.spaces[space].control = "hapsburg"
    game.leaders["montmorency"].place, game.leaders["montmorency"].captor = None, "hapsburg"
    procedure = sue_for_peace(game, "france", "hapsburg")
    assert isinstance(procedure.send(None)[0], RemoveUnits)
    assert procedure.send(((Removal("paris", "regulars", 2),),)) == (
        Respond("france", Window.SUING_FOR_PEACE),
    )
    with pytest.raises(StopIteration):
        procedure.send(((CardPlay(73, "peace"),),))
    assert [game.controller(space) for space in ("lyon", "dijon", "tours")] == ["france"] * 3
    assert game.leaders["montmorency"].place == "paris"
    assert game.bonus_vp["hapsburg"] == {"war_winner": 1}
    assert game.relation("france", "hapsburg") is None


# ---- 9.6


def test_the_display_and_the_restrictions_agree() -> None:
    """Where no cost is printed, a restriction forbids the war; where one is, nothing does at peace."""
    game = position()
    game.relations.clear()
    game.minor_allies.clear()
    for power in IMPULSE_ORDER:
        for target in (*IMPULSE_ORDER, *game.minors):
            cost = game.data.tables.declaration_of_war.cost(power, target)
            league = (power, target) in [("hapsburg", "protestant"), ("protestant", "hapsburg")] or (
                {power, target} == {"papacy", "protestant"}
            )
            if not league:  # these two are at war from the League on
                assert (cost is None) == bool(refusal(game, power, target)), (power, target)


def test_restrictions_of_the_phase_bind_only_there() -> None:
    game = position()
    game.relations.clear()
    game.diplomacy.peace_made.append(("england", "france"))
    assert not refusal(game, "england", "france")
    assert not refusal(game, "england", "scotland")
    assert refusal(game, "england", "france", in_diplomacy_phase=True) == "war.made_peace"
    assert refusal(game, "france", "england", in_diplomacy_phase=True) == "war.made_peace"
    assert refusal(game, "england", "scotland", in_diplomacy_phase=True) == "war.peace_with_natural_ally"
    game.set_relation("hapsburg", "papacy", ALLIED)
    assert not refusal(game, "hapsburg", "venice")
    assert refusal(game, "hapsburg", "venice", in_diplomacy_phase=True)


@pytest.mark.parametrize(("players", "refused"), [(6, False), (5, False), (4, True), (3, True)])
def test_two_powers_of_one_player(players: int, refused: bool) -> None:
    game = position(players=players)
    assert bool(refusal(game, "hapsburg", "papacy")) == refused


def test_phony_war_ends_with_the_right_battle_only() -> None:
    game = position()
    game.minor_allies["scotland"] = "france"
    wars.phony_war_begins(game, "england", "scotland")
    for one, other in (("england", "hapsburg"), ("hapsburg", "france"), ("scotland", "hapsburg")):
        wars.phony_war_ends(game, one, other)
        assert game.phony_wars == {"scotland": "england"}
    wars.phony_war_ends(game, "scotland", "england")
    assert game.phony_wars == {}
    assert game.bonus_vp["england"] == {}


def test_phony_war_ends_by_a_battle_with_the_minor_under_another_ally() -> None:
    game = position()
    wars.phony_war_begins(game, "hapsburg", "venice")
    game.minor_allies["venice"] = "france"
    wars.phony_war_ends(game, "hapsburg", "france")
    assert game.phony_wars
    wars.phony_war_ends(game, "hapsburg", "venice")
    assert not game.phony_wars


def test_one_phony_war_marker_for_each_minor_power() -> None:
    game = position()
    wars.phony_war_begins(game, "hapsburg", "venice")
    wars.phony_war_begins(game, "ottoman", "venice")
    wars.phony_war_begins(game, "hapsburg", "scotland")
    assert game.phony_wars == {"venice": "hapsburg", "scotland": "hapsburg"}
    assert game.bonus_vp["hapsburg"]["phony_war"] == -2
    assert "phony_war" not in game.bonus_vp["ottoman"]
    wars.end_war(game, "hapsburg", "papacy")
    assert game.phony_wars == {"scotland": "hapsburg"}
    assert game.bonus_vp["hapsburg"]["phony_war"] == -2


@pytest.mark.parametrize("cost", range(1, 12))
def test_silent_payment_is_the_cheapest(cost: int) -> None:
    """Home card last, then the least value; compared with all sets there are."""
    game = position()
    hand = game.cards.hands["england"]
    hand[:] = [3, 12, 31, 65, 28, 26]  # home, mandatory, 2, 4, 1, 3
    paid = PayForWars("england", cost).default(game)
    PayForWars("england", cost).check(game, paid)
    cards = [card for card in hand if card != 12]
    sets = [some for size in range(1, 6) for some in combinations(cards, size) if value(game, some) >= cost]
    best = min((3 in some, value(game, some)) for some in sets)
    assert (3 in paid, value(game, paid)) == best


def test_declarations_listed_are_payable() -> None:
    game = position()
    game.cards.hands["england"][:] = [28]  # 1 CP
    question = DeclareWars("england")
    assert list(question.legal(game)) == [(), ("genoa",), ("scotland",)]
    with pytest.raises(Illegal, match=r"war\.too_costly.*cp=1"):
        question.check(game, ("genoa", "scotland"))


def test_a_war_between_allies_breaks_the_alliance() -> None:
    """The defeat of Hungary or the League may set allies against each other (22.5, 21.6)."""
    game = position()
    game.set_relation("england", "france", ALLIED)
    procedure = wars.start_war(game, "england", "france", reason="a test")
    with pytest.raises(StopIteration):
        procedure.send(None)
    assert game.relation("england", "france") == WAR
    assert [type(event).__name__ for event in game.events] == ["AllianceEnded", "WarBrokeOut"]


@pytest.mark.parametrize(("card", "intervened"), [(31, True), (31, False), (26, True)])
def test_cards_that_reinforce_an_intervention(
    card: int, intervened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a card brings its units when it pays for the intervention it is about, and only then."""
    came: list[str] = []

    async def effect(game: HisGame, power: str) -> None:
        came.append(power)

    monkeypatch.setitem(war_segment.INTERVENTION_CARDS, 31, ("france", "scotland", effect))
    game = position()
    game.cards.hands["france"][:] = [31, 26]
    game.diplomacy.owed["france"] = 2
    if intervened:
        game.diplomacy.interventions.append(("france", "scotland"))
    procedure = war_segment.pay_for_wars(game)
    assert procedure.send(None) == (PayForWars("france", 2),)
    with pytest.raises(StopIteration):
        procedure.send(((card,),))
    assert came == (["france"] if card == 31 and intervened else [])
    assert card in game.cards.discards
    assert game.diplomacy.owed == {}


def test_silence_gets_through_the_whole_phase() -> None:
    """No deal, no peace, no war: only the card draw and the deployment remain of the turn's start."""
    engine = Engine.new(RULES, Setup("his", "1532", 6), "silent")
    asked: dict[str, None] = {}
    while engine.game.phase == "diplomacy":
        for power, question in list(engine.waiting().items()):
            asked[question.kind] = None
            engine.submit(power, question.default(engine.game))
    assert list(asked) == ["propose_deals", "declare_wars"]
    assert engine.game.relation("ottoman", "hapsburg") == WAR
