"""Builds lines whose meaning is known, by the rules of English, and looks that none is read as anything else.

`python -m tests.phrases.variations 2000 7` prints what is misread of 2,000 lines with the seed 7, and the
share that is read; `-v` also what is not read.  A line is built from who goes, who stays, what is bought and
where, with the words and the joints that people use; its canon is built from the same.  Half of them, and
lines of the book, are spoilt on purpose: denied, doubted, asked, told of another time.  These do nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from tests.phrases.run import At, Book, Effect, Phrase, canon_effect, effect_of, seen
from tests.phrases.run import at_position as at_position_of


@dataclass(frozen=True, slots=True)
class Built:
    """A line with what it means; nothing at all if it is spoilt."""

    position: str
    line: str
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Army:
    """Who stands in a place: leaders by what they are called and their ids, and how many of which kind."""

    position: str
    place: str
    leaders: tuple[tuple[str, str], ...]
    units: tuple[tuple[str, int], ...]
    to: tuple[tuple[str, str], ...]
    """Where they may go, by name and by id."""


ARMIES = (
    Army(
        "fr-two",
        "dijon",
        (("Francis", "francis_i"), ("Montmorency", "montmorency")),
        (("regulars", 8), ("mercenaries", 3)),
        (("Besancon", "besancon"), ("Lyon", "lyon")),
    ),
    Army(
        "hab-cp",
        "valladolid",
        (("Charles", "charles_v"), ("Alva", "duke_of_alva")),
        (("regulars", 5),),
        (("Madrid", "madrid"), ("Bilbao", "bilbao")),
    ),
    Army(
        "eng-cp",
        "london",
        (("Henry", "henry_viii"), ("Brandon", "brandon")),
        (("regulars", 4),),
        (("Lincoln", "lincoln"), ("Bristol", "bristol")),
    ),
)
BESIEGERS = Army(
    "h4-siege",
    "vienna",
    (("Suleiman", "suleiman"), ("Ibrahim", "ibrahim")),
    (("regulars", 8), ("cavalry", 1)),
    (),
)
CALLED = {
    "regulars": (("regular", "regulars"), ("reg", "regs"), ("infantry", "infantry")),
    "mercenaries": (("mercenary", "mercenaries"), ("merc", "mercs")),
    "cavalry": (("cavalry", "cavalry"), ("sipahi", "sipahis")),
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _number(random: Random, count: int) -> str:
    return random.choice((str(count), NUMBERS[count]))


def _units(random: Random, kind: str, count: int, *, definite: bool = False) -> str:
    one, many = random.choice(CALLED[kind])
    the = random.choice(("the ", "his ")) if definite else ""
    if count == 1 and not definite:
        return f"{random.choice(('a', 'one', '1'))} {one}"
    return f"{the}{_number(random, count)} {one if count == 1 else many}"


def _listed(random: Random, names: Sequence[str]) -> str:
    """`a, b and c`, in the manners that people have."""
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + random.choice((" and ", " and ", " & ", " + ")) + names[-1]


@dataclass(frozen=True, slots=True)
class Force:
    """Some of an army."""

    leaders: tuple[tuple[str, str], ...]
    units: tuple[tuple[str, int], ...]

    def called(self, random: Random, *, definite: bool = False) -> list[str]:
        return [
            *(name for name, _ in self.leaders),
            *(_units(random, kind, count, definite=definite) for kind, count in self.units),
        ]

    @property
    def canon(self) -> str:
        return ", ".join(
            [*(id for _, id in self.leaders), *(f"{count} {kind}" for kind, count in self.units)]
        )

    @property
    def is_one(self) -> bool:
        return len(self.leaders) + sum(count for _, count in self.units) == 1


def _some_of(random: Random, army: Army, most: int = 4) -> Force:
    """Leaders and units that may go together."""
    leaders = tuple(one for one in army.leaders if random.random() < 0.6) or (random.choice(army.leaders),)
    units: dict[str, int] = {}
    for kind, count in army.units:
        if random.random() < 0.7:
            units[kind] = random.randint(1, min(count, most))
    kinds = tuple(units.items()) or ((army.units[0][0], 2),)
    return Force(leaders, kinds)


def _left_of(random: Random, army: Army, gone: Force) -> Force | None:
    """Some of those who do not go."""
    leaders = tuple(one for one in army.leaders if one not in gone.leaders and random.random() < 0.8)
    went = dict(gone.units)
    left = {kind: count - went.get(kind, 0) for kind, count in army.units}
    units = tuple(
        (kind, random.randint(1, count)) for kind, count in left.items() if count and random.random() < 0.6
    )
    return Force(leaders, units) if leaders or units else None


GO = (
    ("goes", "go"),
    ("marches", "march"),
    ("moves", "move"),
    ("advances", "advance"),
    ("heads", "head"),
    ("rides", "ride"),
)
TAKES = ("takes", "leads", "brings", "marches")
SEND = ("Send", "Move", "March", "I move", "I send", "We march", "Please move", "Take", "I'd like to move")
STAYS = (
    ("stays", "stay"), ("stays behind", "stay behind"), ("remains", "remain"), ("stays put", "stay put"),
    ("does not move", "do not move"), ("is left behind", "are left behind"), ("waits", "wait"),
    ("keeps out of it", "keep out of it"), ("doesn't budge", "don't budge"),
    ("holds the town", "hold the town"),
)  # fmt: skip
JOINTS = (", ", "; ", ". ", ", and ", " and ", ", while ", " while ", " - ", ", but ")


def _march(random: Random, who: Force, to: str, place: str) -> str:
    """A march in words, without a full stop."""
    first, *others = who.called(random, definite=random.random() < 0.2)
    rest = _listed(random, others)
    one, many = random.choice(GO)
    shapes = [
        f"{first} {one} to {to} with {rest}",
        f"{first} {one} with {rest} to {to}",
        f"{first} and {rest} {many} to {to}" if len(others) == 1 else f"{first}, {rest} {many} to {to}",
        f"{first} {random.choice(TAKES)} {rest} to {to}",
        f"{random.choice(SEND)} {_listed(random, [first, *others])} to {to}",
        f"{random.choice(SEND)} {_listed(random, [first, *others])} from {place} to {to}",
        f"With {rest} {first} {one} to {to}",
        f"To {to} {random.choice(('goes', 'go', 'march'))} {_listed(random, [first, *others])}",
        f"{place} > {to}: {_listed(random, [first, *others])}",
        f"{first} + {rest} -> {to}",
    ]
    return random.choice(shapes)


def _with_who_stays(random: Random, line: str, stays: Force, place: str) -> str:
    names = _listed(random, stays.called(random, definite=random.random() < 0.6))
    one, many = random.choice(STAYS)
    where = f" in {place}" if one in ("stays", "remains", "waits") and random.random() < 0.4 else ""
    told = f"{names} {one if stays.is_one else many}{where}"
    if random.random() < 0.2:
        return f"{told}{random.choice((', ', '; ', '. ', ', while '))}{line}"
    if not stays.leaders and random.random() < 0.3:
        return f"{line}, leaving {names}{random.choice(('', ' behind', f' in {place}'))}"
    return f"{line}{random.choice(JOINTS)}{told}"


def march(random: Random) -> Built:
    """Who goes, and perhaps who stays."""
    army = random.choice(ARMIES)
    who, (name, to) = _some_of(random, army), random.choice(army.to)
    place = army.place.title()
    line = _march(random, who, name, place)
    stays = _left_of(random, army, who)
    if stays is not None and random.random() < 0.7:
        line = _with_who_stays(random, line, stays, place)
    return Built(army.position, _ended(random, line), (f"move {who.canon}: {army.place} > {to}",))


def two_marches(random: Random) -> Built:
    """Two forces, to two places."""
    army = random.choice(ARMIES)
    (a, first), (b, second) = random.sample(army.to, 2)
    leaders = random.sample(army.leaders, 2)
    kinds = [kind for kind, _ in army.units]
    forces = [Force((leader,), ((random.choice(kinds), random.randint(1, 2)),)) for leader in leaders]
    place = army.place.title()
    line = random.choice((", ", "; ", ". ", ", then ", " and ", ", and ", ". Then ", " while ")).join(
        [_march(random, forces[0], a, place), _march(random, forces[1], b, place)]
    )
    means = tuple(
        f"move {force.canon}: {army.place} > {to}" for force, to in zip(forces, (first, second), strict=True)
    )
    return Built(army.position, _ended(random, line), means)


ASSAULTS = (
    "assault Vienna with {who}", "{who} assault Vienna", "{who} storm the walls", "storm Vienna with {who}",
    "launch an assault on Vienna with {who}", "I assault with {who}", "{who} storm Vienna",
)  # fmt: skip


def assault(random: Random) -> Built:
    """Who storms, and perhaps who does not."""
    who = _some_of(random, BESIEGERS, 8)
    line = random.choice(ASSAULTS).format(who=_listed(random, who.called(random)))
    stays = _left_of(random, BESIEGERS, who)
    if stays is not None and random.random() < 0.7:
        line = _with_who_stays(random, line, stays, "Vienna")
    return Built(BESIEGERS.position, _ended(random, line), (f"assault vienna with {who.canon}",))


BUILDS = (
    "{verb} {units} in {place}", "{units} in {place}", "{verb} {units} at {place}", "{units} at {place}",
    "{place} gets {units}", "in {place} {units}",
)  # fmt: skip
BUILD = ("build", "raise", "recruit", "I hire", "buy", "levy", "I want", "please build", "muster")


def builds(random: Random) -> Built:
    """One to three sorts of units in one to three places."""
    wanted: list[tuple[str, int, str, str]] = []
    points = 4
    while points and len(wanted) < 3 and (not wanted or random.random() < 0.6):
        kind = random.choice(("mercenaries", "regulars")) if points > 1 else "mercenaries"
        price = 1 if kind == "mercenaries" else 2
        count = random.randint(1, min(points // price, 2))
        points -= count * price
        wanted.append(
            (kind, count, *random.choice((("Paris", "paris"), ("Lyon", "lyon"), ("Rouen", "rouen"))))
        )
    clauses = []
    for at, (kind, count, place, _) in enumerate(wanted):
        shape = random.choice(BUILDS[:4] if at or len(wanted) > 1 else BUILDS)
        said = shape.format(verb=random.choice(BUILD), units=_units(random, kind, count), place=place)
        priced = f" ({count * (1 if kind == 'mercenaries' else 2)} CP)" if random.random() < 0.2 else ""
        clauses.append(said + priced)
    line = random.choice((", ", "; ", " and ", ", then ", ". ", ", and ")).join(clauses)
    means = tuple(f"build {count} {kind} in {place}" for kind, count, _, place in wanted)
    return Built("fr-two", _ended(random, line), means)


def avoids(random: Random) -> Built:
    """Who avoids battle, and who stays to fight: with the leader, or without him."""
    count = random.randint(1, 2)
    shapes = (
        "Ferdinand avoids battle to Linz with {units}", "avoid battle to Linz with Ferdinand and {units}",
        "Ferdinand slips away to Linz with {units}", "Ferdinand and {units} fall back to Linz",
        "retreat to Linz with Ferdinand and {units}", "Ferdinand takes {units} to Linz",
    )  # fmt: skip
    line = random.choice(shapes).format(units=_units(random, "regulars", count))
    if count == 1 and random.random() < 0.7:
        line += random.choice(
            (", the other one stays", "; the other regular stays in Vienna", ", leaving one behind")
        )
    return Built(
        "hab-avoid-small", _ended(random, line), (f"avoid ferdinand, {count} regulars: vienna > linz",)
    )


def _ended(random: Random, line: str) -> str:
    line = line[0].upper() + line[1:] if random.random() < 0.7 else line
    return line + random.choice(("", ".", ".", "!", ""))


KINDS: tuple[Callable[[Random], Built], ...] = (march, march, two_marches, assault, builds, avoids)


# ---- Spoilt: what stands there orders nothing

SPOILT = (
    "Perhaps {line}", "Maybe {line}", "{line} - or maybe not", "{line}. No, forget it.",
    "{line}. Just kidding!", "{line}. On second thoughts, no.", "{line} next turn", "Next turn {line}",
    "Last turn it was: {line}", "{line}, if England agrees", "If the Pope lets me, {line}",
    "Unless somebody objects: {line}", "I might {line}", "I was going to {line}", "I was thinking: {line}",
    "He says: {line}", "Everybody expects this: {line}", "My plan would be this: {line}",
    "As soon as England has moved: {line}", "Only after the Pope has played: {line}", "I will not {line}",
    "Don't {line}", "Never {line}", "I wonder whether to {line}", "Should I {line}",
    "Tell me first what it costs: {line}", "I'd love to {line}, but I can't", "{line}, but not yet",
    "{line} (not really)", "The rumour goes: {line}", "Had I more CP: {line}",
    "Depending on the Pope: {line}", "Hypothetically: {line}", "It would be nice to {line}",
    "{line}, I hope", "{line} would be too risky", "Too risky: {line}", "Too bad that I cannot {line}",
    "You want me to {line}", "I had a dream: {line}", "What if we {line}", "{line}?",
    "Do you think I should {line}?", "Is this legal: {line}?", "It was a mistake to {line}",
    "Why would anybody {line}", "I refuse to {line}", "Ignore this: {line}", "Instead of this: {line}",
    "No need to {line}", "I am tempted to {line}", "\"{line}\", said the Pope", "In my last game: {line}",
    "Once upon a time: {line}", "I hesitate: {line}",
)  # fmt: skip


def spoilt(random: Random, built: Built) -> Built:
    """The same line, denied, doubted, asked, or put off."""
    line = built.line.rstrip(".!")
    frame = random.choice(SPOILT)
    if not frame.startswith("{line}"):
        line = line[0].lower() + line[1:]
    return Built(built.position, frame.format(line=line), ())


def of_the_book(random: Random) -> Built:
    """A line of the phrase book that is done."""
    phrase = random.choice(_one_liners())
    return Built(phrase.position, phrase.line, phrase.means)


@cache
def _one_liners() -> tuple[Phrase, ...]:
    return tuple(
        phrase
        for phrase in _book().phrases
        if not phrase.trap and phrase.fate == "done" and not set("\n?") & set(phrase.line)
        if phrase.means != ("play no card",)  # whoever denies it as well says no more
    )


def build(count: int, seed: int) -> Iterator[Built]:
    """Lines, half of them spoilt: built ones, and those of the book."""
    random = Random(seed)
    for at in range(count):
        if at % 2:
            yield spoilt(random, random.choice((*KINDS, *[of_the_book] * len(KINDS)))(random))
        else:
            yield random.choice(KINDS)(random)


# ---- Judged

DECLINES = ("stay", "decline", "no", "none", "nobody", "fight")
"""What `don't ...` may mean as well."""


@cache
def _book() -> Book:
    return seen()


def place(position: str) -> At:
    return at_position_of(_book(), position)


def verdict(built: Built) -> tuple[str, Effect]:
    """`meant`, `quiet`, or `MISREAD`: it does something else than it means."""
    effect = effect_of(place(built.position), built.line)
    if effect.nothing:
        return "quiet", effect
    if not built.means:
        declines = all(answer.rpartition(": ")[2] in DECLINES for answer in effect.answers)
        return ("quiet" if declines and not effect.waits else "MISREAD"), effect
    at = _book().positions[built.position]
    wanted = canon_effect(at["case"], at["by"], built.means)
    # What comes in the canon's order counts; so may a beginning, if the rest was refused in words.
    same = effect.sorted == wanted.sorted or (
        bool(effect.told) and effect.sorted == wanted.sorted[: len(effect.sorted)]
    )
    return ("meant" if same and len(effect.waits) <= len(wanted.waits) else "MISREAD"), effect


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words if word.isdecimal()]
    count, seed = (*numbers, *(300, 1)[len(numbers) :])
    counts: Counter[tuple[bool, str]] = Counter()
    for built in build(count, seed):
        said, effect = verdict(built)
        counts[not built.means, said] += 1
        if said == "MISREAD" or ("-v" in words and said == "quiet" and built.means):
            got = " | ".join([*effect.answers, *(f"(waits) {line}" for line in effect.waits)])
            print(f"{said} {built.position}: {built.line!r}\n    {' | '.join(built.means)}")
            print(f"    {got} {effect.told[:150]}")
    for (is_spoilt, said), number in sorted(counts.items()):
        print("spoilt" if is_spoilt else "said", said, number)


if __name__ == "__main__":
    main(sys.argv[1:])
