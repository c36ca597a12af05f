"""Deals in free words: with whom, and who gives what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.language.forces import unit_word
from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import LEADER, MAJOR, NATION, SPACE
from pbem.language.names import PLACE as PLACES
from pbem.war.free_words.answers import polarity
from pbem.war.free_words.forces import is_ship
from pbem.war.free_words.parts import ALWAYS

ME, THEM = "me", "them"
_OTHER = {ME: THEM, THEM: ME}


@dataclass(slots=True)
class Term:
    """One agreement; `giver` is ME, THEM, or nobody where both do it."""

    what: str
    giver: str = ""
    count: int = 1
    place: str = ""
    unit: str = ""
    text: str = ""
    """As the grammar writes it, if only one title has it."""
    doubtful: bool = False
    """Who gives it is not said: `alliance for 1 card`."""

    @property
    def is_nowhere(self) -> bool:
        """Ships, and nobody has said where they lie."""
        return self.what == "ships" and not self.place


@dataclass(slots=True)
class Offer:
    """The terms for one partner, while they are read."""

    terms: dict[str, list[Term]] = field(default_factory=dict)
    loose: list[Term] = field(default_factory=list)
    """Those since the last comma."""
    said: list[Term] = field(default_factory=list)
    """All of them, in order."""
    partner: str = ""
    giver: str = ME
    subject: str = ""
    owner: str = ""
    """Whose the next thing is said to be: `one of my cards`."""
    count: int = 0
    doubtful: bool = False
    asked: bool = False
    himself: bool = False
    """Whether the writer speaks of himself by his title, and of nobody else so: `he` is he."""
    granting: str = ""
    """Who grants what only one power can grant."""
    start: str = ""
    """Where the next units lie: `the Marseille squadron`."""
    of_units: bool = False
    """Whether units were named right before."""

    @property
    def last(self) -> Term | None:
        if self.loose:
            return self.loose[-1]
        return self.terms[self.partner][-1] if self.terms.get(self.partner) else None

    def add(self, term: Term) -> None:
        self.count = 0
        term.doubtful = self.doubtful and bool(term.giver)
        if self.partner:
            self.terms.setdefault(self.partner, []).append(term)
        self.loose.append(term)
        self.said.append(term)

    def keep_all(self) -> bool:
        """Whether all that was said is for somebody: without a partner beside it, for the only one."""
        told = [id(term) for terms in self.terms.values() for term in terms]
        lost = [term for term in self.said if id(term) not in told]
        if lost and len(self.terms) == 1:
            self.terms[self.partner] = [*lost, *self.terms[self.partner]]
        return not lost or len(self.terms) == 1

    def in_exchange(self) -> None:
        """What follows is given by the other of the two; after an alliance nobody knows by whom."""
        last = self.last
        self.giver = _OTHER[last.giver if last is not None and last.giver else ME]
        self.doubtful = last is not None and not last.giver
        self.subject = ""

    def in_return(self) -> None:
        """`... and give one card in return`: the last term is given by the other of the two."""
        terms = [term for terms in self.terms.values() for term in terms] or self.loose
        if len(terms) > 1 and terms[-1].giver and terms[-2].giver:
            terms[-1].giver = _OTHER[terms[-2].giver]

    def with_partner(self, power: str) -> None:
        """The terms since the last comma are for this power; so are those that follow."""
        if self.partner and power != self.partner:
            mine = self.terms.get(self.partner, [])
            self.terms[self.partner] = [term for term in mine if term not in self.loose]
        if power != self.partner:
            self.terms.setdefault(power, [])
            self.terms[power] += [term for term in self.loose if term not in self.terms[power]]
        self.partner = power


def offers(granting: str) -> Reader:
    """The reader of offers: `Offer to the Pope: alliance, and I give him 1 random card`."""
    return lambda moment: offer_with(moment, (), granting)


def offer_with(moment: Moment, own: Sequence[tuple[str, str]], granting: str = "") -> list[Reading]:
    """What is offered; `own` are terms that only one title has, with the power that each is offered to."""
    said = polarity(moment, "propose_deals")
    if said is False and not own and not any(item.says("not") for item in moment.items):
        return [Reading(("none",))]
    found = Offer(granting=ME if moment.power == granting else THEM)
    items = moment.items
    for at, item in enumerate(items):
        after = next((one for one in items[at + 1 :] if not one.says("the")), None)
        before = next((one for one in reversed(items[:at]) if not one.says("the", "filler")), None)
        found.of_units = before is not None and before.kind == UNITS
        whose = at > 0 and items[at - 1].says("the", "filler", "deal.them")
        found.owner = _owner(items[at - 1].chunk.text) if whose else ""
        if not _take(moment, found, item, after):
            return []
    if own and not found.terms and found.said:
        found.terms[own[0][0]] = list(found.said)  # whom the wedding is offered to is offered the rest
    if (
        not found.partner
        and granting not in ("", moment.power)
        and any(one.what == "divorce" for one in found.said)
    ):
        found.with_partner(granting)  # nobody else could
    if not found.keep_all():
        return []
    for power, text in own:
        found.terms.setdefault(power, []).append(Term("own", text=text))
    powers = [power for power, terms in found.terms.items() if terms]
    if not powers or not all(found.terms.values()) or found.count:
        return []
    in_doubt = [term for power in powers for term in found.terms[power] if term.doubtful]
    anywhere = [(power, term) for power in powers for term in found.terms[power] if term.is_nowhere]
    if anywhere:
        return [] if in_doubt or len(anywhere) > 1 else _from_each_port(moment, found, *anywhere[0])
    readings = [Reading((_order(moment, found),), sure=not in_doubt)]
    for term in in_doubt:
        term.giver = _OTHER[term.giver]
    return [*readings, Reading((_order(moment, found),), sure=False)] if in_doubt else readings


def _from_each_port(moment: Moment, found: Offer, partner: str, term: Term) -> list[Reading]:
    """Ships are lent from a port: `he lends me two squadrons` is clear if only one of his has so many."""
    game, lender = moment.game, moment.power if term.giver == ME else partner
    ports = [space for space in game.spaces if getattr(game.at(space, lender), term.unit, 0) >= term.count]
    readings = []
    for term.place in sorted(ports):
        readings.append(Reading((_order(moment, found),), sure=len(ports) == 1))
    return readings


def _order(moment: Moment, found: Offer) -> str:
    deals = [
        f"{moment.say(MAJOR, power)}: {', '.join(_said(moment, term, power) for term in terms)}"
        for power, terms in found.terms.items()
        if terms
    ]
    return f"propose {'; '.join(deals)}"


def _take(moment: Moment, found: Offer, item: Item, after: Item | None) -> bool:
    """Explain one item; False if it cannot be."""
    power = item.named(NATION) or _of_its_leader(moment, item) or _of_its_capital(moment, item, after)
    if (
        power
        and power != moment.power
        and (item.kind != PLACE or not item.named(NATION))
        and power in moment.game.majors
    ):
        if item.prep == "" and after is not None and after.says("deal.offer") and _is_third(moment, after):
            return False  # `France offers me an alliance`
        if (
            found.partner
            and found.partner != power
            and item.prep == ""
            and after is not None
            and after.says("deal.give", "deal.get")
        ):
            return False
        last = found.last
        if item.prep == "from" and last is not None and last.giver:
            last.giver = THEM  # `1 card from France`
        elif item.prep in ("to", "for") and last is not None and last.giver:
            last.giver = ME
        found.with_partner(power)
        found.himself = found.himself and not item.named(LEADER)  # `he` may be either
        gives = after is not None and after.says(
            "deal.give", "deal.get", "deal.lend", "deal.cede", "deal.them"
        )
        found.subject = THEM if item.prep == "" and gives else found.subject
        return True
    if power == moment.power:
        found.subject = ME
        found.himself = found.himself or (bool(item.named(LEADER)) and not found.partner)
        return True
    if item.prep in ("for", "against") and item.kind in (NUMBER, UNITS, PLACE) and found.last is not None:
        if found.asked:
            found.asked = False  # `an alliance, and ask him for 2 squadrons`
        else:
            found.in_exchange()
    if item.kind == UNITS and (item.unit == "mercenaries" or is_ship(item.unit)):
        return _units(found, item)
    if item.kind == NUMBER:
        found.count = item.count or 0
        return True
    if item.kind == PLACE and not item.prep and after is not None and after.kind == UNITS and not after.prep:
        found.start = item.place  # `the Marseille squadron`
        return True
    if item.kind == PLACE:
        return _place(found, item)
    if item.kind == MARK:
        found.loose = [] if item.mark(",", ";") else found.loose
        found.subject = "" if item.mark(",", ";") else found.subject
        return True
    if item.kind in (COST, ALL) or item.kind != WORD:
        return False
    return _word(found, item, after)


def _of_its_leader(moment: Moment, item: Item) -> str:
    """`Ask Suleiman for an alliance`: who leads another power speaks for it."""
    who = item.named(LEADER)
    if item.kind != PERSON or who not in moment.game.leaders:
        return ""
    power = moment.game.leader_commander(who)
    return power if power != moment.power else ""


def _of_its_capital(moment: Moment, item: Item, after: Item | None) -> str:
    """`To Rome: ...`: whose capital is addressed."""
    ends = after is None or item.prep == "with" or after.mark(":", ",")
    if item.kind != PLACE or item.prep not in ("to", "with") or not ends:
        return ""
    whose = [power for power in moment.game.majors if item.space in moment.game.capitals(power)]
    return whose[0] if len(whose) == 1 and whose[0] != moment.power else ""


def _units(found: Offer, item: Item) -> bool:
    """Mercenaries that are given, or ships that are lent: `both Portsmouth ships`, `the Marseille one`."""
    count = item.count or found.count or (1 if found.start and not item.chunk.text.endswith("s") else 0)
    what = "mercenaries" if item.unit == "mercenaries" else "ships"
    found.add(Term(what, found.giver, count, place=found.start, unit=item.unit))
    found.start = ""
    return count > 0


def _is_third(moment: Moment, item: Item) -> bool:
    return item.chunk.text.partition(" ")[0] in moment.words.thirds


def _place(found: Offer, item: Item) -> bool:
    last = found.last
    units = last is not None and last.what in ("mercenaries", "ships")
    if last is not None and units and (item.prep in ("from", "in") or (found.of_units and not last.place)):
        last.place = item.place  # `from Vienna`, `3 mercs of Vienna`
        return not item.prep or item.prep in ("from", "in")
    if not item.space or item.prep not in ("", "to"):
        return False
    found.add(Term("space", found.giver, place=item.space))
    return True


def _word(found: Offer, item: Item, after: Item | None) -> bool:
    if item.says("deal.peace"):
        found.add(Term("peace"))
    elif item.says("deal.alliance"):
        found.add(Term("alliance"))
    elif item.says("deal.divorce"):
        found.add(Term("divorce", found.granting))
    elif item.says("deal.ask"):
        found.doubtful, found.giver, found.asked = False, THEM, True
    elif item.says("deal.exchange", "for") and found.asked and found.last is None:
        found.asked = False  # `ask the Pope for a card`
    elif item.says("deal.get"):
        found.doubtful = False
        found.giver = _OTHER[found.subject or ME]
    elif item.says("deal.give", "deal.lend", "deal.cede"):
        found.doubtful = False
        found.giver = found.subject or ME
    elif item.says("for", "to", "from") and after is not None and after.says("deal.them", "deal.me"):
        # `for them`, `to me`, `from you`: who has it in the end says who gives it.
        theirs = after.says("deal.them") == item.says("from")
        if found.last is not None and found.last.giver:
            found.last.giver, found.last.doubtful = THEM if theirs else ME, False
    elif item.says("deal.becomes_yours", "deal.becomes_mine"):
        last = found.last
        if last is None or not last.giver:
            return False
        last.giver, last.doubtful = ME if item.says("deal.becomes_yours") else THEM, False
    elif item.says("in_return") and (after is None or after.kind == MARK) and found.last is not None:
        found.in_return()
    elif item.says("deal.exchange", "for"):
        found.in_exchange()
    elif item.says("card", "deal.card"):
        owner = _owner(item.chunk.text) or found.owner
        if owner == THEM and not found.doubtful:
            owner = ""  # `he gives her one of his cards` tells whose it is
        found.doubtful = found.doubtful and not owner
        found.add(Term("cards", owner or found.giver, found.count or 1))
    elif item.says("deal.treasure"):
        found.add(Term("treasures", found.owner or found.giver, found.count or 1))
    elif item.says("deal.me"):
        found.subject = ME
    elif item.says("deal.them"):
        himself = found.himself and item.chunk.text in (
            "he",
            "she",
        )  # `The Emperor proposes ..., and he pays`
        found.subject = (ME if himself else THEM) if item.prep == "" else found.subject
    elif item.says("and"):
        found.loose = []
    else:
        return item.says(*ALWAYS, "deal.offer", "deal.also", "to", "from")
    return True


_MINE = frozenset("my our mine".split())
_THEIRS = frozenset("their her his your theirs hers yours".split())


def _owner(words: str) -> str:
    """Whose something is, if it is said to be one's own."""
    said = frozenset(words.split())
    return ME if not _MINE.isdisjoint(said) else THEM if not _THEIRS.isdisjoint(said) else ""


def _said(moment: Moment, term: Term, partner: str) -> str:
    who = moment.say(MAJOR, partner) if term.giver == THEM else "we"
    if term.text:
        return term.text
    if term.what in ("peace", "alliance", "divorce"):
        return term.what
    if term.what == "cards":
        return f"{who} give {term.count} {'card' if term.count == 1 else 'cards'}"
    if term.what == "treasures":
        return f"{who} give {term.count} {'treasure' if term.count == 1 else 'treasures'}"
    if term.what == "mercenaries":
        return f"{who} give {term.count} {unit_word('mercenaries', term.count)}"
    if term.what == "ships":
        ships = unit_word(term.unit, term.count)
        return f"{who} lend {term.count} {ships} from {moment.say(PLACES, term.place)}"
    return f"{who} cede {moment.say(SPACE, term.place)}"
