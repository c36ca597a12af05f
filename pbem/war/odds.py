"""The word `odds`: dice and chances of something that a player thinks about, from open facts alone.

Here is what all war games have; a title adds its own topics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.language import names as kinds
from pbem.language.names import Names
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from rules import Power
from rules.war.fleets import enemies_afloat, fleet_at, near_by_sea
from rules.war.forces import Formation, army_at, usual_formations
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.odds import (
    attack_on,
    avoidance_odds,
    field_battle_odds,
    interception_odds,
    naval_avoidance_odds,
    naval_combat_odds,
    naval_interception_odds,
    storming,
    storming_later,
)
from rules.war.siege import GARRISON_LIMIT, is_besieged

NOBODY = Formation()
PointsIf = Callable[..., dict[Power, int]]
"""What it does to points if spaces had another lord (`control`) or faith (`religion`)."""

FORMS = (
    "odds attack <space> [from <space>]",
    "odds defend <space>",
    "odds assault <space>",
    "odds intercept <space>",
    "odds avoid <space>",
    "odds sea <sea zone>",
)
"""What can be asked in every war game."""

_FROM = re.compile(r"^(.*?)\s+(?:from|with)\s+(.*)$")
FILLERS = frozenset(
    "a an and are at be do does for good how i if in into is it likely my of on our that the there to we "
    "what will with would zone".split()
)
"""Words that name nothing by themselves."""
STEPS = 4
"""So far away may the nearest army be of which is told."""
SHORTEST, STEM = 3, 4
"""So many letters must a word have that is a name by itself, and one that is known in another form."""


class Asked:
    """Whose odds are asked for, in which position, told by whom."""

    def __init__(self, power: Power, game: Any, names: Names, voice: Voice, points_if: PointsIf) -> None:
        self.power = power
        self.game = game
        self.names = names
        self.voice = voice
        self.points_if = points_if

    def named(self, kind: str, words: str) -> list[str]:
        """What is named somewhere in some words, in their order; the longest names first."""
        left, found = words.split(), dict[int, str]()
        for size in range(len(left), 0, -1):
            for at in range(len(left) - size + 1):
                part = left[at : at + size]
                if "" in part or part[0] in FILLERS or part[-1] in FILLERS or len("".join(part)) < SHORTEST:
                    continue
                if (id := self.names.find(kind, " ".join(part))) is not None:
                    found[at] = id
                    left[at : at + size] = [""] * size
        return [found[at] for at in sorted(found)]

    def space(self, words: str) -> SpaceId | None:
        return next(iter(self.named(kinds.SPACE, words)), None)

    def zone(self, words: str) -> ZoneId | None:
        return next(iter(self.named(kinds.SEA, words)), None)

    def gain(self, spaces: Sequence[SpaceId], power: Power) -> str:
        """What the control of spaces would do to points, in words."""
        return told.points(self.points_if(self.game, spaces, control=power), self.power, self.voice)

    def say(self, key: str, **fields: object) -> str:
        return self.voice.word(f"ask.{key}", **fields)


Topic = tuple[tuple[str, ...], Callable[[Any, str], Iterator[str]]]
"""The words that may follow `odds`, and who answers."""


def answer(words: str, asked: Asked, topics: Sequence[Topic], forms: Sequence[str]) -> list[str]:
    """Lines that answer `odds <words>`; what cannot be read is answered with the forms.

    Nothing is done by it, so that a guess does no harm: each line says what it is about.
    """
    wanted = re.sub(r"[:?!>,]", " ", words.lower()).split()
    places = [
        (at, -len(verb), topic) for topic in topics for verb in topic[0] if (at := _where(verb, wanted)) >= 0
    ]
    if places:
        at, size, (verbs, tell) = min(places, key=lambda place: place[:2])
        length = len(next(verb for verb in verbs if -len(verb) == size).split())
        found = list(tell(asked, " ".join([*wanted[:at], *wanted[at + length :]])))
        return found or [asked.say("nothing")]
    if found := list(of_place(asked, " ".join(wanted))):
        return found
    return [asked.say("forms"), *(f"  {form}" for form in forms)]


def _where(verb: str, words: Sequence[str]) -> int:
    """At which word a verb stands, in this or another form; -1 if it does not."""
    parts = verb.split()
    for at in range(len(words) - len(parts) + 1):
        if all(_alike(part, word) for part, word in zip(parts, words[at:], strict=False)):
            return at
    return -1


def _alike(verb: str, word: str) -> bool:
    """`attacking`, `defence` and `exploration` for `attack`, `defend` and `explore`."""
    if verb == word:
        return True
    same = next(
        (n for n, (a, b) in enumerate(zip(verb, word, strict=False)) if a != b), min(len(verb), len(word))
    )
    return len(verb) > STEM and same >= max(STEM, len(verb) - 2)


def of_place(asked: Asked, words: str) -> Iterator[str]:
    """All that could be fought for in a place that is only named."""
    space = asked.space(words)
    if space is None:
        if asked.zone(words) is not None:
            yield from of_sea(asked, words)
        return
    several = len(asked.named(kinds.SPACE, words)) > 1
    if army_at(asked.game, space, asked.power).size and not several:
        yield from of_defence(asked, words)
        return
    yield from of_attack(asked, words)
    if asked.game.fortified(space) and not several:
        yield from of_assault(asked, words)


# ---- On land


def of_attack(asked: Asked, words: str) -> Iterator[str]:
    """A field battle with each of one's armies next to a space."""
    game, power = asked.game, asked.power
    to, start = _way(asked, words)
    if to is None:
        yield asked.say("which_space")
        return
    origins = [start] if start else game.board.neighbours(to)
    if not any(army_at(game, origin, power).size for origin in origins):
        yield asked.say("none_there", from_space=start) if start else asked.say("nobody_near", space=to)
        origins = [] if start else _nearest(game, power, to)
    for origin in origins:
        army = army_at(game, origin, power)
        if army.size:
            formation = usual_formations(game, army)[0]
            text = told.joined(*arrival_told(game, power, to, formation, asked.voice))
            key = "attack" if text else "nobody_there"
            yield asked.say(key, space=to, from_space=origin, count=formation.size, text=text)


def _nearest(game: Any, power: Power, to: SpaceId) -> list[SpaceId]:
    """Where a power's nearest land units stand, if a march of a few steps could bring them to a space."""
    ring, seen = [to], {to}
    for _ in range(STEPS):
        ring = list(dict.fromkeys(near for space in ring for near in game.board.neighbours(space)))
        ring = [space for space in ring if space not in seen]
        seen.update(ring)
        if found := [space for space in ring if army_at(game, space, power).size]:
            return found
    return []


def arrival_told(game: Any, power: Power, to: SpaceId, army: Formation, voice: Voice) -> list[str]:
    """What a formation meets where it comes: a fight, and walls, behind which the defenders may go."""
    battle = attack_on(game, power, to, army)
    foes = battle.defence.force.size(game)
    hostile = not game.friendly(power, game.controller(to))
    walls = game.fortified(to) and hostile
    parts: list[str] = []
    if foes:
        parts.append(told.fight(field_battle_odds(game, battle), voice))
        if walls and foes <= GARRISON_LIMIT:
            parts += [voice.word("note.may_withdraw"), _stormed_later(game, power, to, army, voice)]
    elif walls and not game.under_siege(to):
        parts += [voice.word("note.siege"), _stormed_later(game, power, to, army, voice)]
    return parts


def _stormed_later(game: Any, power: Power, to: SpaceId, army: Formation, voice: Voice) -> str:
    """What an assault in a later impulse would do, if this formation laid siege alone (15.1)."""
    if army.size <= attack_on(game, power, to, army).defence.force.size(game):
        return ""  # too few to besiege them (15)
    fight = storming_later(game, power, to, army)
    return voice.word("note.falls_later", chance_text=told.percent(fight.wins, voice))


def _way(asked: Asked, words: str) -> tuple[SpaceId | None, SpaceId | None]:
    """Where an attack goes, and from where, if that is said: by a space, or by a leader who stands there."""
    game = asked.game
    if (parted := _FROM.match(words)) and (start := asked.space(parted[2])):
        return asked.space(parted[1]), start
    spaces = asked.named(kinds.SPACE, words)
    if len(spaces) > 1:  # `besancon to dijon`, in either order: one's own army stands in one of them
        start = next((space for space in spaces if army_at(game, space, asked.power).size), spaces[0])
        return next((space for space in spaces if space != start), None), start
    leaders = [who for who in asked.named(kinds.LEADER, words) if game.leader_commander(who) == asked.power]
    start = next((at for who in leaders if (at := game.leaders[who].place) in game.spaces), None)
    return next(iter(spaces), None), start


def of_defence(asked: Asked, words: str) -> Iterator[str]:
    """What each enemy next to a space could do there."""
    space = asked.space(words)
    if space is None:
        yield asked.say("which_space")
        return
    game, voice = asked.game, asked.voice
    for origin in game.board.neighbours(space):
        for enemy in game.enemies(asked.power):
            army = army_at(game, origin, enemy)
            if not army.size or is_besieged(game, origin, enemy):
                continue
            formation = usual_formations(game, army)[0]
            battle = attack_on(game, enemy, space, formation)
            if battle.defence.force.size(game):
                fight = told.defence(field_battle_odds(game, battle), voice)
                yield asked.say(
                    "defend", power=enemy, count=formation.size, from_space=origin, space=space, text=fight
                )


def of_assault(asked: Asked, words: str) -> Iterator[str]:
    """By whoever besieges a space; if nobody does, by one's own nearest armies, once they besieged it."""
    space, game = asked.space(words), asked.game
    if space is None:
        yield asked.say("which_space")
        return
    sieges = game.spaces[space].sieges
    if not game.fortified(space):
        yield asked.say("no_walls", space=space)
        return
    for power in sieges:
        army = usual_formations(game, army_at(game, space, power))[0]
        yield _storm(asked, space, power, army)
    if sieges:
        return
    own = game.friendly(asked.power, game.controller(space))
    for origin in [] if own else _nearest(game, asked.power, space):
        army = army_at(game, origin, asked.power)
        yield _storm(asked, space, asked.power, usual_formations(game, army)[0], origin)
    yield asked.say("no_siege", space=space)


def _storm(asked: Asked, space: SpaceId, power: Power, army: Formation, origin: Place = "") -> str:
    """An assault as it would stand; before the siege everybody there now is inside, four at most."""
    game, voice = asked.game, asked.voice
    fight = storming_later(game, power, space, army) if origin else storming(game, power, space, army)
    gain = asked.gain([space], power)
    text = told.joined(told.storm(fight, voice), gain and voice.word("note.then_vp", text=gain))
    if origin:
        return asked.say(
            "assault_from", power=power, count=army.size, from_space=origin, space=space, text=text
        )
    return asked.say("assault", power=power, count=army.size, space=space, text=text)


def of_interception(asked: Asked, words: str) -> Iterator[str]:
    """Each of one's armies next to a space, as a whole, against a formation without cavalry."""
    space, game = asked.space(words), asked.game
    if space is None:
        zone = asked.zone(words)
        if zone is None:
            yield asked.say("which_space")
            return
        yield from _naval_interception(asked, zone)
        return
    for origin in game.board.clear_neighbours(space):
        army = army_at(game, origin, asked.power)
        if army.size and not is_besieged(game, origin, asked.power):
            roll = told.roll(interception_odds(game, asked.power, army, NOBODY), asked.voice)
            yield asked.say("intercept", from_space=origin, space=space, text=roll)


def _naval_interception(asked: Asked, zone: ZoneId) -> Iterator[str]:
    for place in near_by_sea(asked.game, zone):
        fleet = fleet_at(asked.game, place, asked.power)
        if fleet.ships:
            roll = told.roll(naval_interception_odds(asked.game, asked.power, zone, fleet), asked.voice)
            yield asked.say("naval_intercept", place=place, zone=zone, text=roll)


def of_avoidance(asked: Asked, words: str) -> Iterator[str]:
    space, game, power = asked.space(words), asked.game, asked.power
    if space is None:
        zone = asked.zone(words)
        if zone is not None and (fleet := fleet_at(game, zone, power)).ships:
            roll = told.roll(naval_avoidance_odds(game, power, zone, fleet), asked.voice)
            yield asked.say("avoid", place=zone, text=roll)
        elif zone is None:
            yield asked.say("which_space")
        return
    army = army_at(game, space, power)
    if army.size:
        roll = told.roll(avoidance_odds(game, power, space, army, NOBODY), asked.voice)
        yield asked.say("avoid", place=space, text=roll)


# ---- At sea


def of_sea(asked: Asked, words: str) -> Iterator[str]:
    """One's fleets in or next to a sea zone or port against the enemies in it."""
    game, power = asked.game, asked.power
    place: Place | None = asked.zone(words) or asked.space(words)
    if place is None:
        yield asked.say("which_zone")
        return
    enemies = enemies_afloat(game, power, place)
    if not enemies:
        yield asked.say("nobody_afloat", place=place)
    for enemy in enemies:
        for origin in (place, *near_by_sea(game, place)):
            fleet = fleet_at(game, origin, power)
            if fleet.ships:
                fight = naval_combat_odds(game, place, fleet, fleet_at(game, place, enemy))
                yield asked.say(
                    "sea",
                    power=enemy,
                    place=place,
                    from_place=origin,
                    count=fleet.size,
                    text=told.fight(fight, asked.voice),
                )


ATTACKS = (
    "attack",
    "battle",
    "field battle",
    "move",
    "march",
    "take",
    "taking",
    "fight",
    "beat",
    "against",
    "win",
)
TOPICS: tuple[Topic, ...] = (
    (ATTACKS, of_attack),
    (("defend", "defence", "hold"), of_defence),
    (("assault", "storm", "siege", "besiege"), of_assault),
    (("intercept", "interception"), of_interception),
    (("avoid battle", "avoid"), of_avoidance),
    (("sea", "naval combat", "naval", "fleet", "ships"), of_sea),
)
