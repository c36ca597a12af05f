"""Orders of the Diplomacy Phase: deals, peace terms, declarations of war and their payment (9).

hapsburg: propose france: alliance, france lends 1 squadron from marseille, cede besancon
france:   confirm 1
england:  declare war on scotland
england:  pay 31, 45
"""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import grammar
from pbem.language.choices import DECLINE
from pbem.language.grammar import AND, COMMA, THE, Parser, many, name, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, LEADER, MAJOR, POWER, SPACE, Names
from pbem.language.written import written
from pbem.war.orders.deals import Agreements, Gift, proposals, say_deals
from rules.core.flow import Power
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import (
    CedeSpace,
    EndWar,
    GiveCards,
    GiveMercenaries,
    GrantDivorce,
    RescindExcommunication,
    ReturnLeader,
)
from rules.his.diplomacy.interventions import Intervene
from rules.his.diplomacy.peace import BY_CARD, BY_VP, Regain, Regained
from rules.his.diplomacy.war_segment import DeclareWars, PayForWars
from rules.his.game import HisGame
from rules.his.powers import PAPACY
from rules.war.deals import MERCENARIES, Deal, Item
from rules.war.negotiation import ProposeDeals

# ---- Deals


def _own(power: Power, partner: Power) -> list[Parser[Any]]:
    """The divorce, and excommunications rescinded: without a name, of the other party than the Pope."""
    other = partner if power == PAPACY else power
    verb = word("rescind", "lift", "rescind excommunication", "lift excommunication")
    of = optional(word("excommunication of", "the excommunication of", "of"))
    whose = optional(name(MAJOR, usage="<power>"), other)
    return [
        word("divorce", "grant divorce", "grant the divorce", "granted divorce", value=GrantDivorce()),
        phrase(verb, of, whose).to(lambda power: RescindExcommunication(power)),
    ]


def _say_own(item: Item, names: Names) -> str:
    if isinstance(item, RescindExcommunication):
        return f"rescind excommunication of {names.say(MAJOR, item.power)}"
    return "grant divorce"


AGREEMENTS = Agreements(
    peace=EndWar(),
    alliance=FormAlliance(),
    free=ReturnLeader,
    cede=CedeSpace,
    gifts=(
        Gift(
            GiveCards,
            "card",
            "cards",
            ("random cards", "random card", "card draws", "card draw"),
            told="give_cards",
        ),
        Gift(GiveMercenaries, "mercenary", "mercenaries", ("mercs", "merc", "m"), MERCENARIES),
    ),
    lend=lambda giver, place, nation, _kind, count, leader: LoanSquadrons(
        giver, place, nation, count, leader
    ),
    ships=lambda: word("squadrons", "squadron", "sq", "ships", "ship", "fleet", "fleets", value="squadrons"),
    own=_own,
    say_own=_say_own,
    usage=(
        "peace, alliance, return <leader>, divorce, rescind excommunication of <power>, "
        "[<power>] lends <number> squadrons from <port> [with <leader>], [<power>] cedes <space>, "
        "[<power>] gives <number> cards|mercenaries"
    ),
    no_suing=True,
)


@grammar("propose_deals")
def propose_deals(question: ProposeDeals, game: HisGame, names: Names) -> Parser[tuple[Deal, ...]]:
    """`propose france: alliance, cede besancon; papacy: give 1 card`, `announce none`, `none`."""
    return proposals(question, game, AGREEMENTS)


@propose_deals.say
def _(question: ProposeDeals, answer: tuple[Deal, ...], names: Names) -> str:
    return say_deals(answer, AGREEMENTS, names)


# ---- Peace


@grammar("regain")
def regain(question: Regain, game: HisGame, names: Names) -> Parser[tuple[Regained, ...]]:
    """`regain paris for vp, lyon for card`; spaces by twos: `regain nantes and tours for card`."""
    kind = LEADER if question.about == "leader" else SPACE
    vp = word("vp", "a vp", "1 vp", "one vp", "point", "a point", value=BY_VP)
    card = word("card", "a card", "1 card", "one card", "a random card", value=BY_CARD)
    things = many(phrase(THE, name(kind, question.options)), COMMA)
    payment = seq(things, word("for", "by", "with"), one_of(vp, card)).to(Regained)
    lead = optional(word("regain", "recover", "take back", "take", "buy back", "buy"))
    usage = f"regain <{question.about}> for vp|card, ..."
    return one_of(
        word("none", "nothing", *DECLINE, value=()),
        phrase(lead, many(payment, optional(COMMA))).help(usage),
    )


@regain.say
def _(question: Regain, answer: tuple[Regained, ...], names: Names) -> str:
    kind = LEADER if question.about == "leader" else SPACE
    parts = [
        f"{' and '.join(names.say(kind, thing) for thing in regained.things)} for {regained.price}"
        for regained in answer
    ]
    return f"regain {', '.join(parts)}" if parts else "none"


# ---- War


@grammar("declare_wars", written("declare war on {:power}", "none"))
def declare_wars(question: DeclareWars, game: HisGame, names: Names) -> Parser[tuple[str, ...]]:
    """`declare war on france, scotland`, `none`."""
    lead = optional(word("declare war on", "declare on", "declare war", "war on", "war", "dow", "attack"))
    others = [power for power in (*game.majors, *game.minors) if power != question.power]
    targets = many(phrase(optional(word("on")), THE, name(POWER, others)), optional(AND))
    return one_of(
        word("none", "no war", "no wars", "peace", *DECLINE, value=()),
        phrase(lead, targets).help("declare war on <power>, ... [and pay <card>]"),
    )


@grammar("intervene", written("intervene", "no"))
def intervene(question: Intervene, game: HisGame, names: Names) -> Parser[bool]:
    """`intervene`, `yes`; `no`."""
    return one_of(
        word("intervene", "yes", "y", "ok", "help", value=True),
        word("no", "n", "decline", "pass", "none", "not", "stay out", value=False),
    )


@grammar("pay_for_wars", written("pay {}"))
def pay_for_wars(question: PayForWars, game: HisGame, names: Names) -> Parser[tuple[int, ...]]:
    """`pay 31, 45`, `31`."""
    hand = [str(card) for card in game.hand(question.power)]
    lead = optional(word("pay with", "pay", "play", "use", "with", "discard"))
    return phrase(lead, many(name(CARD, hand).to(int), optional(COMMA))).help("pay <card>, ...")
