"""Orders of the Negotiation Segment: deals announced and confirmed (9.1).

What can be agreed on is each title's: it hands in how one agreement is read and written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pbem.language.choices import DECLINE
from pbem.language.forces import unit_word
from pbem.language.grammar import (
    COMMA,
    THE,
    Parser,
    many,
    name,
    nothing,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import LEADER, MAJOR, NATION, PLACE, SPACE, Names
from pbem.language.pieces import refuse
from pbem.language.reading import Reject
from pbem.language.written import written
from pbem.war.orders.book import grammar
from pbem.war.orders.units import FROM_PLACE, SOME
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.deals import SQUADRONS, Deal, Item
from rules.war.ids import LeaderId, Nation, Place, SpaceId
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from rules.war.state import WarGame

COLON = word(":")
Lend: TypeAlias = Callable[[Power, Place, Nation, str, int, LeaderId], Item]
"""(giver, place, nation, kind of ship, number, leader) -> a loan."""


class Gift(Record):
    """What one party may give to the other in numbers."""

    item: Callable[[Power, int], Item]
    one: str
    several: str
    others: tuple[str, ...] = ()
    """Other words for it."""
    unit: str = ""
    """The kind of unit that it is; empty if it is none."""
    told: str = "give"
    """The key of the words that tell of it."""


class Agreements(Record):
    """What can be agreed on in a title."""

    peace: Item
    alliance: Item
    free: Callable[[LeaderId], Item]
    cede: Callable[[Power, SpaceId], Item]
    gifts: tuple[Gift, ...]
    lend: Lend
    ships: Callable[[], Parser[str]]
    """The kinds of ships that may be lent."""
    own: Callable[[Power, Power], list[Parser[Any]]]
    """Agreements that only this title has, between who writes and the other party."""
    say_own: Callable[[Item, Names], str]
    usage: str
    no_suing: bool = False
    """Whether there is a moment of its own in which a war is given up."""


# ---- Announcing


def proposals(question: ProposeDeals, game: WarGame, agreements: Agreements) -> Parser[tuple[Deal, ...]]:
    """`propose france: alliance, cede besancon; papacy: give 1 card`, `none`."""
    lead = optional(word("propose", "propose to", "deal with", "announce", "offer", "agree with", "with"))
    other = name(MAJOR, question.partners, usage="<power>")

    def agreed(partner: Power) -> Parser[Deal]:
        return items(question.power, partner, game, agreements).to(_deal(question.power, partner))

    deal = phrase(lead, THE, other, COLON).then(agreed)
    # One deal alone needs no colon, and may name the partner last: `alliance with france`.
    loose = phrase(lead, THE, other).then(agreed).to(lambda deal: (deal,))
    verb = optional(word("propose", "offer", "make", "conclude", "form"))
    mutual = one_of(
        word("peace", "make peace", "end the war", value=agreements.peace),
        word("alliance", "an alliance", "ally", value=agreements.alliance),
    )
    turned = seq(verb, mutual, word("with", "to"), THE, other).to(
        lambda item, partner: (Deal(question.power, partner, (item,)),)
    )
    suing = word("sue for peace", "sue", "surrender")
    usage = f"propose <power>: <agreement>, ...; <power>: ... (agreements: {agreements.usage})"
    return one_of(
        word("none", "no deals", "no deal", "announce none", "announce nothing", *DECLINE, value=()),
        many(deal, optional(COMMA)).help(usage),
        loose.help(""),
        turned.help(""),
        *([refuse(suing, "deal.no_suing")] if agreements.no_suing else []),
    )


def _deal(proposer: Power, partner: Power) -> Any:
    return lambda agreed: Deal(proposer, partner, agreed)


def items(power: Power, partner: Power, game: WarGame, agreements: Agreements) -> Parser[tuple[Item, ...]]:
    """The agreements of one deal.

    What names no giver is given by who writes the order; ships by whoever of the two has them there.
    """
    given = many(_item(power, partner, power, game, agreements), COMMA)
    # What comes in exchange is given by the other than whoever gives before it: `2 mercenaries for 1 card`,
    # `papacy gives 1 card for 2 mercenaries`.
    exchange = word("in exchange for", "in return for", "for", "against")

    def exchanged(before: tuple[Item, ...]) -> Parser[tuple[Item, ...]]:
        givers = [giver for item in before if (giver := getattr(item, "giver", ""))]
        if not givers:
            return nothing(
                before
            )  # `peace for 1 card` says not whose; `divorce for 1 card`, only the title knows
        other = power if givers[-1] == partner else partner
        after = phrase(exchange, many(_item(power, partner, other, game, agreements), COMMA))
        return optional(after, ()).to(lambda after: (*before, *after))

    return given.then(exchanged)


def _item(
    power: Power, partner: Power, unnamed: Power, game: WarGame, agreements: Agreements
) -> Parser[Item]:
    """One agreement; what names no giver is given by `unnamed`."""
    parties = (power, partner)
    we = word("we", "i", value=power).help("")
    they = word("they", "you", "he", "she", value=partner).help("")
    named = one_of(name(MAJOR, parties, usage="[<power>]"), we, they)
    giver = one_of(name(MAJOR, parties, usage="<power>"), we, they)
    agreement: Parser[Item] = one_of(
        word("peace", "end the war", "end war", "white peace", value=agreements.peace),
        word("alliance", "an alliance", "ally", "allies", value=agreements.alliance),
        *agreements.own(power, partner),
        phrase(word("return", "free", "release", "set free"), name(LEADER)).to(agreements.free),
        named.then(lambda who: _loan((who,), game, agreements)),
        _loan(parties, game, agreements).help(""),
        giver.then(lambda who: _gift(who, agreements, of_him=True)),
        _gift(unnamed, agreements, of_him=unnamed == partner),
        giver.then(lambda who: _cession(who, agreements, of_him=True)),
        _cession(unnamed, agreements, of_him=unnamed == partner),
    )
    return agreement


def _loan(parties: Sequence[Power], game: WarGame, agreements: Agreements) -> Parser[Item]:
    nations = [nation for party in parties for nation in game.nations_of(party)]
    nation = optional(name(NATION, nations, usage="<power>"), "")
    own = [leader for leader in game.leaders if game.leader_commander(leader) in parties]
    leader = optional(phrase(word("with", "and", "under"), name(LEADER, own)), "")

    def lend(count: int, whose: Nation, kind: str, place: Place, who: LeaderId) -> Item:
        having = [party for party in parties if getattr(game.at(place, whose or party), kind)]
        giver = next((party for party in having if not whose or game.commander(whose) == party), parties[0])
        return agreements.lend(giver, place, whose or giver, kind, count, who)

    verb = word("lends", "lend", "loans", "loan")
    return seq(verb, SOME, nation, agreements.ships(), FROM_PLACE, name(PLACE), leader).to(lend)


_OF_HIM = ("gives", "pays", "sends")
"""Behind no name, or behind the partner's that a deal begins with, they tell what the partner gives:
`papacy gives 1 card` is no gift to the Papacy."""


def _gift(giver: Power, agreements: Agreements, *, of_him: bool) -> Parser[Item]:
    kinds = one_of(
        *(word(gift.several, gift.one, *gift.others, value=gift.item) for gift in agreements.gifts)
    )
    verb = word("give", "pay", "send", *(_OF_HIM if of_him else ()))
    gift: Parser[Item] = seq(optional(verb), SOME, kinds).to(lambda count, kind: kind(giver, count))
    return gift


def _cession(giver: Power, agreements: Agreements, *, of_him: bool) -> Parser[Item]:
    his = ("cedes", "yields", "gives", "gives up", "hands over") if of_him else ()
    verb = word("cede", "yield", "give", "give up", "hand over", *his)
    return phrase(verb, THE, name(SPACE)).to(lambda space: agreements.cede(giver, space))


def say_deals(deals: tuple[Deal, ...], agreements: Agreements, names: Names) -> str:
    """`propose France: alliance, cede Besançon`."""
    return "propose " + "; ".join(say_deal(deal, agreements, names) for deal in deals) if deals else "none"


def say_deal(deal: Deal, agreements: Agreements, names: Names) -> str:
    """`France: alliance, cede Besançon`."""
    agreed = ", ".join(say_item(item, deal.proposer, agreements, names) for item in deal.items)
    return f"{names.say(MAJOR, deal.partner)}: {agreed}"


def say_item(item: Any, speaker: Power, agreements: Agreements, names: Names) -> str:
    """One agreement as an order writes it."""
    if item == agreements.peace:
        return "peace"
    if item == agreements.alliance:
        return "alliance"
    if is_made_by(agreements.free, item):
        return f"return {names.say(LEADER, item.leader)}"
    if not hasattr(item, "giver"):
        return agreements.say_own(item, names)
    whose = "" if item.giver == speaker else f"{names.say(MAJOR, item.giver)} "
    ends = "s" if whose else ""
    if is_made_by(agreements.cede, item):
        return f"{whose}cede{ends} {names.say(SPACE, item.space)}"
    for gift in agreements.gifts:
        if is_made_by(gift.item, item):
            return f"{whose}give{ends} {item.count} {gift.one if item.count == 1 else gift.several}"
    nation = "" if item.nation == item.giver else f"{names.say(NATION, item.nation)} "
    leader = f" with {names.say(LEADER, item.leader)}" if item.leader else ""
    ships = unit_word(getattr(item, "kind", SQUADRONS), item.count)
    return f"{whose}lend{ends} {item.count} {nation}{ships} from {names.say(PLACE, item.place)}{leader}"


def is_made_by(build: Callable[..., Item], item: Item) -> bool:
    """Whether an agreement is of the class that makes such."""
    return isinstance(build, type) and isinstance(item, build)


# ---- Confirming


@grammar("confirm_deals", written("confirm {}", "none"))
def confirm_deals(question: ConfirmDeals, game: WarGame, names: Names) -> Parser[tuple[int, ...]]:
    """`confirm 1 and 3`, `confirm all`, `confirm france`, `confirm none`, `none`."""
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
