"""A long list of orders, shortened: one line for each form of order, with all that can stand in it.

    2 CP    build regular in Athens | Edirne | Istanbul
    1 CP    move <leaders, units>: Buda > Mohacs | Pressburg; Edirne > Sofia

The orders and the forms come from the grammar that reads the answer; here they are only put together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbem.language.forces import ADJECTIVES
from rules import Power

_ROUTE = re.compile(r"<[^<>]+> > <[^<>]+>(?:; \.\.\.)?")
_SLOT = re.compile(r"<[^<>]+>")
_WHOSE = re.compile(rf"^(build )({'|'.join(ADJECTIVES.values())}) (.+)$")
_OPTIONAL = re.compile(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]")
_WORDS = re.compile(r"[a-z]+(?: [a-z]+)*")
OR = " | "
BUILD = "build"
MOST_NAMED, MOST_BUILT = 20, 12
"""Of more choices than these in one form only so many are named, of routes so many starts; and fewer of the
places to build in, which are one's own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A form of order with what can stand in it; `cost` in CP, as `1` or `1-2`, where it has one."""

    order: str
    cost: str = ""
    short: str = ""
    """The same with the first of very many choices only."""
    hidden: int = 0
    """How many choices it leaves out."""

    verb: str = ""
    """The word under which help has all of it, where choices are left out."""


@dataclass(slots=True)
class _Form:
    """A form, and the orders that are written in it."""

    text: str
    verb: str = ""
    """The words with which its orders begin."""
    tails: list[str] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)

    bare: bool = False
    """Its orders do without `in`: `burn books german`."""
    fixed: str = ""
    """The words that must stand after the first slot: `new testament`."""

    def __post_init__(self) -> None:
        self.text = self.text.replace(" [zone]", "")
        self.verb = re.split(r"[<\[|:]", self.text, maxsplit=1)[0].strip()
        self.verb = self.verb.removesuffix(" in")
        after = _OPTIONAL.sub("", self.text.partition(">")[2])
        self.fixed = after.strip() if _WORDS.fullmatch(after.strip()) else ""

    def fits(self, order: str) -> bool:
        begins = order == self.verb or order.startswith(f"{self.verb} ")
        return begins and (not self.fixed or f" {self.fixed}" in order)

    def choice(self) -> Choice:
        whole = self.filled(self.tails)
        if _ROUTE.search(self.text):
            goals = _goals(self.tails)
            few = dict(list(goals.items())[:MOST_NAMED])
            if len(few) == len(goals):
                return Choice(whole, self.cost)
            short = _ROUTE.sub(lambda _: _routes(few), self.text, count=1)
            return Choice(whole, self.cost, short, len(goals) - len(few), self.verb.partition(" ")[0])
        most = MOST_BUILT if self.verb.startswith(BUILD) else MOST_NAMED
        short = self.filled(self.tails[:most])
        hidden = len(self.tails) - most
        # One more is as short as to say that there is one more.
        return (
            Choice(whole, self.cost, short, hidden, self.verb.partition(" ")[0])
            if hidden > 1 and short != whole
            else Choice(whole, self.cost)
        )

    def filled(self, choices: Sequence[str]) -> str:
        """The form with choices instead of the slots that they fill."""
        if _ROUTE.search(self.text):
            return _ROUTE.sub(lambda _: _routes(_goals(choices)), self.text, count=1)
        tails = [tail for tail in choices if tail]
        if ", ..." in self.text:
            tails = [tail for tail in tails if ", " not in tail]
        slot = _SLOT.search(self.text)
        if slot is None or not tails:
            return self.text
        after = self.text[slot.end() :]
        if self.fixed:
            tails = list(dict.fromkeys(tail.partition(f" {self.fixed}")[0] for tail in tails))
            return f"{self.verb} {OR.join(tails)}{after}"
        if after.startswith((" with <", " [with <", ", ...")):
            tails = list(dict.fromkeys(tail.partition(" with ")[0] for tail in tails))
            return f"{self._before(slot)}{OR.join(tails)}{after}"
        return f"{self._before(slot)}{OR.join(tails)}"

    def _before(self, slot: re.Match[str]) -> str:
        """What stands before the choices; the small word that the orders do without is left out."""
        before = self.text[: slot.start()]
        return f"{self.verb} " if self.bare and before.strip() == f"{self.verb} in" else before

    said_cost: str = ""

    @property
    def cost(self) -> str:
        if self.said_cost:
            return self.said_cost
        low, high = min(self.costs, default=0), max(self.costs, default=0)
        return "" if not high else str(low) if low == high else f"{low}-{high}"


def in_short(
    orders: Sequence[str], forms: Sequence[str], costs: Mapping[str, int], power: Power
) -> tuple[Choice, ...]:
    """The orders of a power by their forms; forms in which nothing can be ordered now are left out."""
    found = [_Form(form) for form in dict.fromkeys(forms)]
    for order in orders:
        plain, whose = _plain(order)
        fitting = [form for form in found if form.fits(plain)]
        if not fitting:  # a form whose words may be left out: England's `treatise [english]`
            verb = f"{plain.partition(' ')[0]} <what>"
            form = next((form for form in found if form.text == verb), _Form(verb))
            found += [] if form in found else [form]
            fitting = [form]
        form = max(fitting, key=lambda form: len(form.verb))
        tail = plain[len(form.verb) :].strip(" :")
        form.bare = form.bare or not tail.startswith("in ")
        tail = tail.removeprefix("in ")
        others = whose not in ("", ADJECTIVES.get(power))
        if (told := f"{tail} ({whose})" if others else tail) not in form.tails:
            form.tails.append(told)
        if order in costs:
            form.costs.append(costs[order])
    return tuple(form.choice() for form in _together([form for form in found if form.tails]))


def possible(forms: Sequence[str], orders: Sequence[str]) -> tuple[str, ...]:
    """The forms in which any of these orders is written.

    >>> possible(["move <units>: <from> > <to>", "assault <space>"], ["move 2 regulars: Paris > Lyon", "end"])
    ('move <units>: <from> > <to>',)
    """
    plain = [_plain(order)[0] for order in orders]
    return tuple(form for form in forms if any(_Form(form).fits(order) for order in plain))


def news_in(choices: Sequence[Choice], told: Sequence[str]) -> tuple[Choice, ...]:
    """What choices allow that nothing in `told`, which are choices of before, has allowed.

    >>> build = Choice("build mercenary in Lyon | Paris")
    >>> news_in([build], ["build regular | mercenary in Lyon | Paris | Rouen"])
    ()
    >>> move = Choice("move <units>: Lyon > Turin; Paris > Lyon | Rouen")
    >>> [one.order for one in news_in([move], ["move <units>: Lyon > Avignon; Paris > Lyon | Rouen"])]
    ['move <units>: Lyon > Turin']
    """
    known = {said for order in told for said in _single(order)}
    return tuple(fresh for choice in choices if (fresh := _fresh(choice, known)) is not None)


def _fresh(choice: Choice, known: Collection[str]) -> Choice | None:
    new = [said for said in _single(choice.order) if said not in known]
    if not new:
        return None
    form, colon, _ = choice.order.partition(": ")
    if not colon or " > " not in choice.order:
        return choice
    return Choice(f"{form}: {_routes(_goals(new))}", choice.cost)


def _single(order: str) -> list[str]:
    """Each thing that a choice allows, by itself."""
    form, colon, routes = order.partition(": ")
    if colon and " > " in routes:
        return [
            f"{form}: {origin} > {goal}"
            for origin, _, goals in (journey.partition(" > ") for journey in routes.split("; "))
            for goal in goals.split(OR)
        ]
    things, joint, places = order.partition(" in ")
    verb, _, things = things.partition(" ")
    return [f"{verb} {thing}{joint}{place}" for thing in things.split(OR) for place in places.split(OR)]


def _together(forms: Sequence[_Form]) -> list[_Form]:
    """What can be built in the same places is one form: `build regular | mercenary in Paris | Rouen`."""
    found: dict[tuple[str, ...], _Form] = {}
    for form in forms:
        verb, _, thing = form.verb.partition(" ")
        same = (verb, *form.tails) if verb == BUILD and thing else (form.text,)
        if same not in found:
            found[same] = form
            continue
        first = found[same]
        verbs, costs = f"{first.verb}{OR}{thing}", f"{first.cost}{OR}{form.cost}"
        text = first.text.replace(first.verb, verbs, 1)
        found[same] = replace(first, text=text, said_cost=costs if first.cost != form.cost else first.cost)
    return list(found.values())


def _plain(order: str) -> tuple[str, str]:
    """`build Scottish regular in Stirling`: the order without the adjective, and the adjective."""
    found = _WHOSE.match(order)
    return (f"{found[1]}{found[3]}", found[2]) if found else (order, "")


def _routes(goals: Mapping[str, Mapping[str, None]]) -> str:
    """`Buda > Mohacs | Pressburg; Edirne > Sofia`."""
    return "; ".join(f"{origin} > {OR.join(those)}" for origin, those in goals.items())


def _goals(tails: Sequence[str]) -> dict[str, dict[str, None]]:
    """Where each start can lead, from `6 regulars: Buda > Mohacs` and so on."""
    goals: dict[str, dict[str, None]] = {}
    for tail in tails:
        for journey in tail.split("; "):
            origin, arrow, goal = journey.rpartition(": ")[2].partition(" > ")
            if arrow:
                goals.setdefault(origin, {})[goal] = None
    return goals
