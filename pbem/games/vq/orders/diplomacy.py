"""Orders of the Diplomacy Phase: deals, and declarations of war with their payment (9).

spain:   propose france: alliance, give 1 treasure; england: betroth elizabeth and don carlos
england: confirm 1
france:  declare war on spain with 31, 45, 3 cp treasure
"""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import grammar
from pbem.games.vq.orders.kinds import NOBLE, TREASURE
from pbem.language.choices import DECLINE
from pbem.language.forces import unit_kind
from pbem.language.grammar import AND, COMMA, THE, Parser, many, name, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, POWER, Names
from pbem.war.orders.deals import Agreements, Gift, proposals, say_deals
from rules.core.flow import Power
from rules.vq.diplomacy.alliances import Ally, LendShips
from rules.vq.diplomacy.deal_items import (
    Betroth,
    DrawCards,
    DrawTreasures,
    FreeCaptive,
    MakePeace,
    SendMercenaries,
    YieldSpace,
)
from rules.vq.diplomacy.war_segment import DeclareAndPay, WarOrders
from rules.vq.game import VqGame
from rules.vq.treasury import hand_of
from rules.war.deals import MERCENARIES, Deal, Item
from rules.war.negotiation import ProposeDeals

LENT = ("galleys", "galleons", "race_built")

# ---- Deals


def _own(power: Power, partner: Power) -> list[Parser[Any]]:
    """Betrothals: bride and groom in any order."""
    lead = word("betroth", "betrothal of", "betrothal", "marry", "wedding of", "marriage of")
    couple = seq(lead, name(NOBLE), word("and", "to", "with", "+", ","), name(NOBLE))
    return [couple.to(lambda one, other: betrothed(one, other)).help("betroth <noble> and <noble>")]


def betrothed(one: str, other: str) -> Betroth:
    """The bride is the woman of the two, as far as we know them; the rules know those of a data pack."""
    from rules import load_rules

    nobles = load_rules("vq").data.nobles
    return Betroth(other, one) if one in nobles and not nobles[one].woman else Betroth(one, other)


def _say_own(item: Item, names: Names) -> str:
    assert isinstance(item, Betroth)
    return f"betroth {names.say(NOBLE, item.bride)} and {names.say(NOBLE, item.groom)}"


AGREEMENTS = Agreements(
    peace=MakePeace(),
    alliance=Ally(),
    free=FreeCaptive,
    cede=YieldSpace,
    gifts=(
        Gift(
            DrawCards,
            "card",
            "cards",
            ("random cards", "random card", "card draws", "card draw"),
            told="give_cards",
        ),
        Gift(
            DrawTreasures,
            "treasure",
            "treasures",
            ("random treasures", "random treasure"),
            told="give_treasures",
        ),
        Gift(SendMercenaries, "mercenary", "mercenaries", ("mercs", "merc", "m"), MERCENARIES),
    ),
    lend=lambda giver, place, nation, kind, count, leader: LendShips(
        giver, place, nation, count, leader, kind=kind
    ),
    ships=lambda: unit_kind(LENT),
    own=_own,
    say_own=_say_own,
    usage=(
        "peace, alliance, return <leader>, betroth <noble> and <noble>, "
        "[<power>] lends <number> galleys|galleons from <port> [with <leader>], [<power>] cedes <space>, "
        "[<power>] gives <number> cards|treasures|mercenaries"
    ),
)


@grammar("propose_deals")
def propose_deals(question: ProposeDeals, game: VqGame, names: Names) -> Parser[tuple[Deal, ...]]:
    """`propose france: alliance; england: betroth elizabeth and don carlos`, `announce none`, `none`."""
    return proposals(question, game, AGREEMENTS)


@propose_deals.say
def _(question: ProposeDeals, answer: tuple[Deal, ...], names: Names) -> str:
    return say_deals(answer, AGREEMENTS, names)


# ---- War


@grammar("declare_and_pay")
def declare_and_pay(question: DeclareAndPay, game: VqGame, names: Names) -> Parser[WarOrders]:
    """`declare war on france, venice with 31, 45, 3 cp treasure`, `none`."""
    lead = optional(word("declare war on", "declare on", "declare war", "war on", "war", "dow", "attack"))
    others = [power for power in (*game.majors, *game.minors) if power != question.power]
    targets = many(phrase(optional(word("on")), THE, name(POWER, others)), optional(AND))
    hand = [str(card) for card in game.hand(question.power)]
    gold = phrase(name(TREASURE, hand_of(game, question.power)), word("treasure", "coin", "gold"))
    paper = name(CARD, hand).to(int)
    paying = word("with", "pay", "pay with", "paid with", "and pay", "and pay with", "for", "using", ":")
    payment = optional(phrase(paying, many(one_of(gold, paper), COMMA)), ())

    def build(enemies: tuple[str, ...], paid: tuple[Any, ...]) -> WarOrders:
        cards = tuple(piece for piece in paid if isinstance(piece, int))
        return WarOrders(enemies, cards, tuple(piece for piece in paid if isinstance(piece, str)))

    return one_of(
        word("none", "no war", "no wars", "peace", *DECLINE, value=WarOrders()),
        seq(lead, targets, payment)
        .to(build)
        .help("declare war on <power>, ... with <card>, <n> CP treasure"),
    )


@declare_and_pay.say
def _(question: DeclareAndPay, answer: WarOrders, names: Names) -> str:
    if not answer.targets:
        return "none"
    paid = [str(card) for card in answer.cards]
    paid += [f"{names.say(TREASURE, treasure)} treasure" for treasure in answer.treasures]
    enemies = ", ".join(names.say(POWER, power) for power in answer.targets)
    return f"declare war on {enemies}" + (f" with {', '.join(paid)}" if paid else "")
