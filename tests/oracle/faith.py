"""Attempts: targets, dice, terms (18.2 to 18.4); debates (18.1, 18.5); translations, universities (18.1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tests.oracle.position import Position, Stack

CATHOLIC, PROTESTANT = "catholic", "protestant"
TRANSLATORS = {
    "luther": "german",
    "melanchthon": "german",
    "olivetan": "french",
    "tyndale": "english",
    "coverdale": "english",
}
STEPS = {"new_testament": 6, "full_bible": 10}
NEAR = {
    "bucer": (PROTESTANT, "strasburg"),
    "zwingli": (PROTESTANT, "zurich"),
    "oekolampadius": (PROTESTANT, "basel"),
    "farel": (PROTESTANT, "geneva"),
    "cop": (PROTESTANT, "paris"),
    "cranmer": (PROTESTANT, "london"),
    "contarini": (CATHOLIC, "charles_v"),
    "canisius": (CATHOLIC, "regensburg"),
}
"""Debaters who give a die within two spaces of a space, or of a leader."""
AREAS = {"latimer": ("england",), "wishart": ("scotland",), "knox": ("england", "scotland")}
VALUES = {
    "luther": 4, "melanchthon": 3, "bucer": 2, "carlstadt": 1, "zwingli": 3, "oekolampadius": 2,
    "bullinger": 2, "calvin": 4, "farel": 2, "cop": 2, "olivetan": 1, "tyndale": 2, "cranmer": 3,
    "coverdale": 2, "latimer": 1, "wishart": 1, "knox": 3, "eck": 3, "campeggio": 2, "aleander": 2,
    "tetzel": 1, "cajetan": 1, "contarini": 2, "pole": 3, "caraffa": 2, "loyola": 4, "faber": 3,
    "canisius": 3, "gardiner": 3,
}  # fmt: skip
ZONES = {
    "german": ("luther", "melanchthon", "bucer", "carlstadt", "zwingli", "oekolampadius", "bullinger"),
    "french": ("calvin", "farel", "cop", "olivetan"),
    "english": ("tyndale", "cranmer", "coverdale", "latimer", "wishart", "knox"),
}
PAPAL = tuple(name for name in VALUES if not any(name in zone for zone in ZONES.values()))


@dataclass
class Churchmen:
    """Debaters at hand, and what lies on the religious tracks."""

    ready: set[str] = field(default_factory=set)
    """Available and uncommitted."""
    committed: set[str] = field(default_factory=set)
    """Available and committed."""
    testaments: dict[str, int] = field(default_factory=dict)
    bibles: dict[str, int] = field(default_factory=dict)
    jesuits: bool = False
    cranmer_on_map: bool = False


# ---- attempts


def camp(position: Position, stack: Stack) -> str | None:
    """The camp of land units; None is unaligned (18.2)."""
    nation = stack.nation
    if nation == "scotland" and stack.commander == "england":
        nation = "england"
    if nation == "england":
        rulers = {"edward_vi": PROTESTANT, "elizabeth_i": PROTESTANT, "mary_i": CATHOLIC}
        return rulers.get(position.rulers["england"])
    if nation == "ottoman":
        return None
    return PROTESTANT if nation == "protestant" else CATHOLIC


def troops(position: Position, space: str, faith: str) -> bool:
    return any(stack.land and camp(position, stack) == faith for stack in position.stacks.get(space, ()))


def figure(position: Position, space: str, faith: str) -> bool:
    """A reformer, or a Jesuit university."""
    return space in position.reformers if faith == PROTESTANT else position.spots[space].university


def targets(position: Position, faith: str) -> list[str]:
    """Spaces that may be tried for a faith (step 1)."""
    other = CATHOLIC if faith == PROTESTANT else PROTESTANT
    return [
        space
        for space, spot in position.spots.items()
        if spot.religion == other and open_to(position, space, faith)
    ]


def open_to(position: Position, space: str, faith: str) -> bool:
    if figure(position, space, faith):
        return True
    for near in position.neighbours(space):
        if position.spots[near].religion == faith and not position.spots[near].unrest:
            return True
    return any(
        port != space and position.spots[port].religion == faith
        for zone in position.spots[space].seas
        for port in position.zones[zone].ports
    )


def base_dice(position: Position, space: str, faith: str) -> int:
    """Dice of a side from the position, at least one (steps 2 and 6)."""
    dice = 2 * figure(position, space, faith) + 2 * troops(position, space, faith)
    for near in position.neighbours(space, passes=False):
        if position.spots[near].unrest:
            continue
        dice += position.spots[near].religion == faith
        dice += figure(position, near, faith)
        dice += troops(position, near, faith)
    return max(1, dice)


def bonus_dice(position: Position, debater: str, space: str, faith: str) -> int:
    """Dice of a debater who was committed for an attempt (18.2)."""
    spot = position.spots[space]
    if debater in NEAR and NEAR[debater][0] == faith:
        centre = NEAR[debater][1]
        if centre not in position.spots:
            centre = next((f.place for f in position.figures if f.name == centre), "")
        return int(centre in position.spots and within_two(position, centre, space))
    if faith == PROTESTANT:
        at_home = spot.home == "england" and spot.language == "english"
        here = {"england": at_home, "scotland": spot.home == "scotland"}
        return int(any(here[area] for area in AREAS.get(debater, ())))
    return 2 if debater == "faber" and spot.type == "electorate" else 0


def within_two(position: Position, centre: str, space: str) -> bool:
    near = {centre, *position.neighbours(centre)}
    return space in near or any(space in position.roads[other] for other in near)


def attempt_dice(position: Position, space: str, faith: str, debater: str, extra: int) -> int:
    """Dice of the attempting power (steps 2 and 3)."""
    dice = base_dice(position, space, faith) + extra + bonus_dice(position, debater, space, faith)
    return dice + (faith == PROTESTANT and "printing_press" in position.reminders)


def terms(
    position: Position, space: str, faith: str, zones: Collection[str], modifier: int
) -> tuple[int, int | None, bool]:
    """Added to each die, the roll that succeeds at once, whether ties are won (steps 4, 5 and 8)."""
    inside = position.spots[space].language in zones
    if faith == PROTESTANT:
        return (modifier, 6, True) if inside else (0, None, False)
    strict = inside and position.rulers["papacy"] in ("paul_iii", "julius_iii")
    confession = -1 if "augsburg_confession" in position.reminders else 0
    return confession, (6 if strict else None), strict


# ---- debates


def may_debate(churchmen: Churchmen, caller: str, zone: str) -> bool:
    """Whether a debate may be called in a language zone (18.1)."""
    if zone not in ZONES:
        return False
    ours = churchmen.ready | churchmen.committed
    if not ours & set(ZONES[zone]) or not ours & set(PAPAL):
        return False
    attackers = ZONES[zone] if caller == "protestant" else PAPAL
    return bool(churchmen.ready & set(attackers))


def attack_dice(position: Position, caller: str, zone: str, debater: str, *, fresh: bool, extra: int) -> int:
    """Dice of the caller's debater (18.5 step 4)."""
    value = VALUES[debater]
    if caller == "papacy":
        if zone == "english" and position.rulers["england"] == "mary_i":
            value *= 2
        if "augsburg_confession" in position.reminders:
            value -= 1
        if fresh and (debater == "eck" or (debater == "gardiner" and zone == "english")):
            value += 1
    return value + 3 + extra


def debate_targets(position: Position, faith: str, zone: str) -> list[str]:
    """What the winner of a debate may convert next: the zone first, then other zones (18.5 step 7)."""
    eligible = targets(position, faith)
    here = [space for space in eligible if position.spots[space].language == zone]
    speaking = ("german", "french", "english", "italian", "spanish")
    return sorted(here or [space for space in eligible if position.spots[space].language in speaking])


def defence_dice(debater: str, *, fresh: bool) -> int:
    return VALUES[debater] + (2 if fresh else 1)


# ---- translations, treatises, books, universities


def may_translate(
    churchmen: Churchmen, language: str, work: str, steps: int, debater: str, *, bonus_used: bool, begun: bool
) -> bool:
    """Whether so many CP may go into a work, with a debater's bonus step or without (18.1, 18.2)."""
    done = churchmen.testaments if work == "new_testament" else churchmen.bibles
    left = STEPS[work] - done[language]
    if work == "full_bible" and churchmen.testaments[language] < STEPS["new_testament"]:
        return False
    if steps > left or (steps == 0 and not debater):
        return False
    if not debater:
        return True
    if debater not in churchmen.ready or TRANSLATORS.get(debater) != language or bonus_used:
        return False
    if steps == 0 and not begun:
        return False
    if steps < left:
        return True
    # Ruling: when CP alone finish the New Testament the bonus step goes to the Full Bible.
    return work == "new_testament" and churchmen.bibles[language] < STEPS["full_bible"] and left > 0


def may_publish(
    position: Position, churchmen: Churchmen, power: str, zone: str, tried: Collection[str]
) -> bool:
    """Whether a treatise may be published without a debater (18.1)."""
    if power not in ("protestant", "england"):
        return False
    if power == "england" and (zone != "english" or not churchmen.cranmer_on_map):
        return False
    return bool(set(targets(position, PROTESTANT)) - set(tried))


def may_burn_books(position: Position, tried: Collection[str]) -> bool:
    return bool(set(targets(position, CATHOLIC)) - set(tried))


def may_found(position: Position, churchmen: Churchmen, space: str) -> bool:
    """Whether a Jesuit university may be founded in a space (18.1)."""
    spot = position.spots[space]
    return churchmen.jesuits and spot.religion == CATHOLIC and not spot.university
