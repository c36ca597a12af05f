"""Orders of the Diplomacy Phase: deals, peace terms, declarations of war and their payment (9).

hapsburg: propose france: alliance, france lends 1 squadron from marseille, cede besancon
france:   confirm 1
england:  declare war on scotland
england:  pay 31, 45
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.his.orders.book import grammar
from pbem.language.choices import DECLINE
from pbem.language.forces import unit_kind, unit_word
from pbem.language.grammar import (
    AND,
    COMMA,
    THE,
    Parser,
    many,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import CARD, LEADER, MAJOR, NATION, PLACE, POWER, SPACE, Names
from pbem.language.pieces import refuse
from pbem.language.reading import Reject
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
from rules.war.deals import Deal, Item
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from rules.war.removal import Removal, RemoveUnits

FROM_PLACE = optional(word("from", "in", "at"))
COLON = word(":")
AGREEMENTS = (
    "agreements: peace, alliance, return <leader>, divorce, rescind excommunication of <power>, "
    "[<power>] lends <number> squadrons from <port> [with <leader>], [<power>] cedes <space>, "
    "[<power>] gives <number> cards|mercenaries"
)
SOME = one_of(number(1, usage="<number>"), word("a", "an", value=1).help(""))

# ---- Deals


@grammar("propose_deals")
def propose_deals(question: ProposeDeals, game: HisGame, names: Names) -> Parser[tuple[Deal, ...]]:
    """`propose france: alliance, cede besancon; papacy: give 1 card`, `none`."""
    lead = optional(word("propose", "propose to", "deal with", "announce", "offer", "agree with", "with"))
    other = name(MAJOR, question.partners, usage="<power>")

    def agreed(partner: str) -> Parser[Deal]:
        return items(question.power, partner, game).to(_deal(question.power, partner))

    deal = phrase(lead, THE, other, COLON).then(agreed)
    # One deal alone needs no colon, and may name the partner last: `alliance with france`.
    loose = phrase(lead, THE, other).then(agreed).to(lambda deal: (deal,))
    verb = optional(word("propose", "offer", "make", "conclude", "form"))
    mutual = one_of(
        word("peace", "make peace", "end the war", value=EndWar()),
        word("alliance", "an alliance", "ally", value=FormAlliance()),
    )
    turned = seq(verb, mutual, word("with", "to"), THE, other).to(
        lambda item, partner: (Deal(question.power, partner, (item,)),)
    )
    return one_of(
        word("none", "no deals", "no deal", "announce none", "announce nothing", *DECLINE, value=()),
        many(deal, optional(COMMA)).help(f"propose <power>: <agreement>, ...; <power>: ... ({AGREEMENTS})"),
        loose.help(""),
        turned.help(""),
        refuse(word("sue for peace", "sue", "surrender"), "deal.no_suing"),
    )


def _deal(proposer: str, partner: str) -> Any:
    return lambda agreed: Deal(proposer, partner, agreed)


def items(power: str, partner: str, game: HisGame) -> Parser[tuple[Item, ...]]:
    """The agreements of one deal.

    What names no giver is given by who writes the order; ships by whoever of the two has them there.
    """
    given = many(_item(power, partner, power, game), COMMA)
    # What comes in exchange is given by the other than whoever gives before it: `2 mercenaries for 1 card`,
    # `papacy gives 1 card for 2 mercenaries`.
    exchange = word("in exchange for", "in return for", "for", "against")

    def exchanged(before: tuple[Item, ...]) -> Parser[tuple[Item, ...]]:
        givers = [giver for item in before if (giver := getattr(item, "giver", ""))]
        other = power if givers and givers[-1] == partner else partner
        after = phrase(exchange, many(_item(power, partner, other, game), COMMA))
        return optional(after, ()).to(lambda after: (*before, *after))

    return given.then(exchanged)


def _item(power: str, partner: str, unnamed: str, game: HisGame) -> Parser[Item]:
    """One agreement; what names no giver is given by `unnamed`."""
    parties = (power, partner)
    we = word("we", "i", value=power).help("")
    they = word("they", "you", "he", "she", value=partner).help("")
    giver = optional(one_of(name(MAJOR, parties, usage="<power>"), we, they), unnamed)
    agreement: Parser[Item] = one_of(
        word("peace", "end the war", "end war", "white peace", value=EndWar()),
        word("alliance", "an alliance", "ally", "allies", value=FormAlliance()),
        word("divorce", "grant divorce", "grant the divorce", "granted divorce", value=GrantDivorce()),
        _rescind(power, partner),
        phrase(word("return", "free", "release", "set free"), name(LEADER)).to(ReturnLeader),
        one_of(name(MAJOR, parties, usage="[<power>]"), we, they).then(lambda who: _loan((who,), game)),
        _loan(parties, game).help(""),
        giver.then(_gift),
        giver.then(_cession),
    )
    return agreement


def _rescind(power: str, partner: str) -> Parser[Item]:
    """Without a name, of the other party than the Pope."""
    other = partner if power == PAPACY else power
    verb = word("rescind", "lift", "rescind excommunication", "lift excommunication")
    of = optional(word("excommunication of", "the excommunication of", "of"))
    whose = optional(name(MAJOR, usage="<power>"), other)
    rescinding: Parser[Item] = phrase(verb, of, whose).to(lambda power: RescindExcommunication(power))
    return rescinding


def _loan(parties: Sequence[str], game: HisGame) -> Parser[Item]:
    nations = [nation for party in parties for nation in game.nations_of(party)]
    nation = optional(name(NATION, nations, usage="<power>"), "")
    squadrons = word("squadrons", "squadron", "sq", "ships", "ship", "fleet", "fleets")
    own = [leader for leader in game.leaders if game.leader_commander(leader) in parties]
    leader = optional(phrase(word("with", "and", "under"), name(LEADER, own)), "")

    def lend(count: int, whose: str, place: str, who: str) -> Item:
        having = [party for party in parties if game.at(place, whose or party).squadrons]
        giver = next((party for party in having if not whose or game.commander(whose) == party), parties[0])
        return LoanSquadrons(giver, place, whose or giver, count, who)

    return seq(
        word("lends", "lend", "loans", "loan"), SOME, nation, squadrons, FROM_PLACE, name(PLACE), leader
    ).to(lend)


def _gift(giver: str) -> Parser[Item]:
    cards = word("random cards", "random card", "cards", "card", "card draws", "card draw", value=GiveCards)
    men = word("mercenaries", "mercenary", "mercs", "merc", "m", value=GiveMercenaries)
    gift: Parser[Item] = seq(
        optional(word("gives", "give", "pay", "pays", "send", "sends")), SOME, one_of(cards, men)
    ).to(lambda count, kind: kind(giver, count))
    return gift


def _cession(giver: str) -> Parser[Item]:
    verb = word("cedes", "cede", "yields", "yield", "gives", "give", "gives up", "give up", "hands over")
    return phrase(verb, THE, name(SPACE)).to(lambda space: CedeSpace(giver, space))


@propose_deals.say
def _(question: ProposeDeals, answer: tuple[Deal, ...], names: Names) -> str:
    return "propose " + "; ".join(say_deal(deal, names) for deal in answer) if answer else "none"


def say_deal(deal: Deal, names: Names) -> str:
    """`France: alliance, cede Besançon`."""
    agreed = ", ".join(say_item(item, deal.proposer, names) for item in deal.items)
    return f"{names.say(MAJOR, deal.partner)}: {agreed}"


def say_item(item: Item, speaker: str, names: Names) -> str:
    """One agreement as an order writes it."""
    if isinstance(item, EndWar):
        return "peace"
    if isinstance(item, FormAlliance):
        return "alliance"
    if isinstance(item, GrantDivorce):
        return "grant divorce"
    if isinstance(item, RescindExcommunication):
        return f"rescind excommunication of {names.say(MAJOR, item.power)}"
    if isinstance(item, ReturnLeader):
        return f"return {names.say(LEADER, item.leader)}"
    assert isinstance(item, LoanSquadrons | CedeSpace | GiveCards | GiveMercenaries)
    whose = "" if item.giver == speaker else f"{names.say(MAJOR, item.giver)} "
    ends = "s" if whose and not whose.endswith("s ") else ""  # the Hapsburgs are many
    give, lend, cede = f"give{ends}", f"lend{ends}", f"cede{ends}"
    if isinstance(item, LoanSquadrons):
        nation = "" if item.nation == item.giver else f"{names.say(NATION, item.nation)} "
        leader = f" with {names.say(LEADER, item.leader)}" if item.leader else ""
        ships = unit_word("squadrons", item.count)
        return f"{whose}{lend} {item.count} {nation}{ships} from {names.say(PLACE, item.place)}{leader}"
    if isinstance(item, CedeSpace):
        return f"{whose}{cede} {names.say(SPACE, item.space)}"
    if isinstance(item, GiveCards):
        return f"{whose}{give} {item.count} {'card' if item.count == 1 else 'cards'}"
    return f"{whose}{give} {item.count} {unit_word('mercenaries', item.count)}"


@grammar("confirm_deals")
def confirm_deals(question: ConfirmDeals, game: HisGame, names: Names) -> Parser[tuple[int, ...]]:
    """`confirm 1 and 3`, `confirm all`, `confirm france`, `none`."""
    everything = tuple(range(1, len(question.deals) + 1))
    proposers = list(dict.fromkeys(deal.proposer for deal in question.deals))

    def from_power(power: str) -> tuple[int, ...]:
        if power not in proposers:
            raise Reject("deal.none_from", power=power)
        return tuple(n for n, deal in enumerate(question.deals, 1) if deal.proposer == power)

    lead = optional(word("confirm", "accept", "agree", "agree to"))
    deal = optional(word("deal", "deals"))
    numbered = many(phrase(deal, number(1, len(question.deals))), optional(COMMA))
    return one_of(
        phrase(optional(word("reject", "refuse", "confirm")), word("none", *DECLINE, value=())).help("none"),
        phrase(word("reject", "refuse"), word("all", "everything", value=())).help(""),
        word("reject", "refuse", value=()).help(""),
        phrase(lead, word("all", "everything", value=everything)).help("confirm all"),
        phrase(lead, numbered).help("confirm <number>, ..."),
        phrase(lead, THE, name(MAJOR, proposers, usage="<power>")).to(from_power).help("confirm <power>"),
    )


@confirm_deals.say
def _(question: ConfirmDeals, answer: tuple[int, ...], names: Names) -> str:
    return f"confirm {', '.join(str(number) for number in answer)}" if answer else "none"


# ---- Peace


@grammar("remove_units")
def remove_units(question: RemoveUnits, game: HisGame, names: Names) -> Parser[tuple[Removal, ...]]:
    """`remove 1 mercenary in paris, 1 squadron in rouen`."""
    places = [place for place, _ in game.places_of(question.power)]
    only = question.kinds[0] if len(question.kinds) == 1 else ""
    kind: Parser[str] = unit_kind(question.kinds)
    if only:
        kind = optional(kind, only)
    some = seq(SOME, kind, FROM_PLACE, name(PLACE, places)).to(
        lambda count, kind, place: Removal(place, kind, count)
    )
    lead = optional(word("remove", "give", "take", "surrender", "lose"))
    return phrase(lead, many(some.help("<number> <units> in <place>"), optional(COMMA)))


@remove_units.say
def _(question: RemoveUnits, answer: tuple[Removal, ...], names: Names) -> str:
    parts = [
        f"{removal.count} {unit_word(removal.kind, removal.count)} in {names.say(PLACE, removal.place)}"
        for removal in answer
    ]
    return f"remove {', '.join(parts)}"


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


@grammar("declare_wars")
def declare_wars(question: DeclareWars, game: HisGame, names: Names) -> Parser[tuple[str, ...]]:
    """`declare war on france, scotland`, `none`."""
    lead = optional(word("declare war on", "declare on", "declare war", "war on", "war", "dow", "attack"))
    others = [power for power in (*game.majors, *game.minors) if power != question.power]
    targets = many(phrase(optional(word("on")), THE, name(POWER, others)), optional(AND))
    return one_of(
        word("none", "no war", "no wars", "peace", *DECLINE, value=()),
        phrase(lead, targets).help("declare war on <power>, ..."),
    )


@declare_wars.say
def _(question: DeclareWars, answer: tuple[str, ...], names: Names) -> str:
    return f"declare war on {', '.join(names.say(POWER, power) for power in answer)}" if answer else "none"


@grammar("intervene")
def intervene(question: Intervene, game: HisGame, names: Names) -> Parser[bool]:
    """`intervene`, `yes`; `no`."""
    return one_of(
        word("intervene", "yes", "y", "ok", "help", value=True),
        word("no", "n", "decline", "pass", "none", "not", "stay out", value=False),
    )


@intervene.say
def _(question: Intervene, answer: bool, names: Names) -> str:
    return "intervene" if answer else "no"


@grammar("pay_for_wars")
def pay_for_wars(question: PayForWars, game: HisGame, names: Names) -> Parser[tuple[int, ...]]:
    """`pay 31, 45`, `31`."""
    hand = [str(card) for card in game.hand(question.power)]
    lead = optional(word("pay with", "pay", "play", "use", "with", "discard"))
    return phrase(lead, many(name(CARD, hand).to(int), optional(COMMA))).help("pay <card>, ...")


@pay_for_wars.say
def _(question: PayForWars, answer: tuple[int, ...], names: Names) -> str:
    return f"pay {', '.join(str(card) for card in answer)}"
