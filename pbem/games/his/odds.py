"""The word `odds`: dice and chances of something that a player thinks about, from open facts alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from pbem.games.his import odds_words as told
from pbem.games.his.action_notes import Flips, attempt_told, debate_told
from pbem.games.his.advice import chateau_told, heirs_told
from pbem.language import names as kinds
from pbem.language.names import Names
from pbem.language.voice import Voice
from rules import Power
from rules.his.faith.actions import string_of
from rules.his.faith.debate import DEBATE_ZONES
from rules.his.faith.debate_odds import debate_odds, pools_open
from rules.his.faith.debaters import pool
from rules.his.faith.odds import LANGUAGE_ZONES, odds, targets
from rules.his.game import HisGame
from rules.his.new_world.odds import conquest_odds, exploration_odds, riches_odds
from rules.his.new_world.phase import DEEP, KILLED, LOST, NOTHING
from rules.his.new_world.riches import CARD
from rules.his.powers import CATHOLIC, ENGLAND, FRANCE, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import points_if
from rules.war.battle import Assault, Force, Side
from rules.war.fleets import enemies_afloat, fleet_at, near_by_sea
from rules.war.forces import Formation, army_at, formation_limit, usual_formations
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.odds import (
    Gathered,
    assault_odds,
    attack_on,
    avoidance_odds,
    field_battle_odds,
    interception_odds,
    naval_avoidance_odds,
    naval_combat_odds,
    naval_interception_odds,
    piracy_odds,
)
from rules.war.piracy import pirates_in
from rules.war.siege import is_besieged

MOST_TARGETS = 8
NOBODY = Formation()

FORMS = (
    "odds attack <space> [from <space>]",
    "odds defend <space>",
    "odds assault <space>",
    "odds intercept <space>",
    "odds avoid <space>",
    "odds sea <sea zone>",
    "odds piracy <sea zone>",
    "odds convert <zone>",
    "odds burn <zone>",
    "odds debate <zone>",
    "odds explore",
    "odds conquer",
    "odds colony",
    "odds chateau",
    "odds marriage",
)
"""What can be asked; the last three for France, England and whoever sails."""

_FROM = re.compile(r"^(.*?)\s+(?:from|with)\s+(.*)$")


class Asked:
    """Whose odds are asked for, in which position, told by whom."""

    def __init__(self, power: Power, game: HisGame, names: Names, voice: Voice) -> None:
        self.power = power
        self.game = game
        self.names = names
        self.voice = voice

    def space(self, words: str) -> SpaceId | None:
        return self.names.find(kinds.SPACE, words) if words else None

    def zone(self, words: str) -> ZoneId | None:
        return self.names.find(kinds.SEA, words) if words else None

    def language(self, words: str) -> str | None:
        wanted = words.removesuffix(" zone").strip()
        return next((zone for zone in LANGUAGE_ZONES if wanted and zone.startswith(wanted)), None)

    def say(self, key: str, **fields: object) -> str:
        return self.voice.word(f"ask.{key}", **fields)

    def of_power(self, power: Power) -> str:
        return self.voice.name(kinds.POWER, power, "bare")


def answer(words: str, power: Power, game: HisGame, names: Names, voice: Voice) -> list[str]:
    """Lines that answer `odds <words>`; what cannot be read is answered with the forms."""
    asked = Asked(power, game, names, voice)
    wanted = " ".join(words.lower().replace(":", " ").split())
    for verbs, tell in TOPICS:
        for verb in verbs:
            if wanted == verb or wanted.startswith(f"{verb} "):
                found = list(tell(asked, wanted[len(verb) :].removeprefix(" in").strip()))
                return found or [asked.say("nothing")]
    return [asked.say("forms"), *(f"  {form}" for form in FORMS)]


# ---- On land


def of_attack(asked: Asked, words: str) -> Iterator[str]:
    """A field battle with each of one's armies next to a space."""
    parted = _FROM.match(words)
    to, start = (asked.space(parted[1]), asked.space(parted[2])) if parted else (asked.space(words), None)
    game, power, voice = asked.game, asked.power, asked.voice
    if to is None:
        yield asked.say("which_space")
        return
    origins = [start] if start else list(game.board.neighbours(to))
    for origin in origins:
        army = army_at(game, origin, power)
        if not army.size:
            continue
        formation = usual_formations(game, army)[0]
        battle = attack_on(game, power, to, formation)
        if not battle.defence.force.size(game):
            yield asked.say("nobody_there", space=to, from_space=origin, count=formation.size)
            continue
        yield asked.say(
            "attack",
            space=to,
            from_space=origin,
            count=formation.size,
            text=told.fight(field_battle_odds(game, battle), voice),
        )


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
    """By whoever besieges a space; if nobody does, by one's own armies next to it, once they besieged it."""
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
    for origin in game.board.neighbours(space):
        army = army_at(game, origin, asked.power)
        if army.size:
            yield _storm(asked, space, asked.power, usual_formations(game, army)[0], origin)
    yield asked.say("no_siege", space=space)


def _storm(asked: Asked, space: SpaceId, power: Power, army: Formation, origin: Place = "") -> str:
    """An assault as it would stand; before the siege everybody there now is inside, four at most."""
    game, voice = asked.game, asked.voice
    holder = game.controller(space) or power
    defenders = [
        holder,
        *(
            other
            for other in game.majors
            if game.land_strength(space, other) and other not in (power, holder)
        ),
    ]
    battle = Assault(
        space,
        Side(Gathered(space, (power,), armies=((power, army),))),
        Side(Force(space, tuple(defenders))),
        limit=formation_limit(game, army.leaders),
    )
    if origin:  # nobody but this army would be before the walls
        odds = assault_odds(game, battle, besiegers=army.size, garrison=battle.defence.force.size(game))
    else:
        odds = assault_odds(game, battle)
    gain = told.points(points_if(game, [space], control=power), asked.power, voice)
    text = told.joined(told.storm(odds, voice), gain and voice.word("note.then_vp", text=gain))
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
    for enemy in enemies_afloat(game, power, place):
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


def of_piracy(asked: Asked, words: str) -> Iterator[str]:
    game, voice = asked.game, asked.voice
    zone = asked.zone(words)
    if zone is None:
        yield asked.say("which_zone")
        return
    if not any(pirates_in(game, OTTOMAN, zone, target) for target in game.majors if target != OTTOMAN):
        yield asked.say("no_corsairs", zone=zone)
        return
    for target in game.majors:
        if target == OTTOMAN or not game.ports_of(target, zone):
            continue
        chances = piracy_odds(game, OTTOMAN, zone, target)
        text = voice.word(
            "note.piracy",
            count=chances.dice,
            other_count=chances.against,
            chance_text=told.percent(chances.chance, voice),
            mean_text=told.mean(chances.mean),
            lost_text=told.mean(chances.corsairs_lost),
        )
        yield asked.say("piracy", power=target, zone=zone, text=text)


# ---- Faith


def of_reformation(asked: Asked, words: str) -> Iterator[str]:
    yield from _attempts(asked, words, PROTESTANT_FAITH)


def of_counter_reformation(asked: Asked, words: str) -> Iterator[str]:
    yield from _attempts(asked, words.removeprefix("books").strip(), CATHOLIC)


def _attempts(asked: Asked, words: str, faith: str) -> Iterator[str]:
    """The likeliest targets of a zone, or one space, by a treatise or a burning of books there."""
    game = asked.game
    one = asked.space(words)
    zone = asked.language(words) or (game.board.spaces[one].lang if one else None)
    if zone is None:
        yield asked.say("which_language")
        return
    grant = string_of(game, faith, zone, "")
    spaces = [one] if one else [s for s in targets(game, faith) if game.board.spaces[s].lang == zone]
    if one and one not in targets(game, faith):
        yield asked.say("no_target", space=one)
        return
    best = sorted(spaces, key=lambda space: -odds(game, grant, space))
    flips = Flips(game, faith)
    for space in best[:MOST_TARGETS]:
        yield attempt_told(game, asked.power, grant, space, "", asked.voice, flips=flips)
    if len(best) > MOST_TARGETS:
        yield asked.say("more", count=len(best) - MOST_TARGETS)


def of_debate(asked: Asked, words: str) -> Iterator[str]:
    """By whoever asks, if it may call one, else by both sides; for each pool of the other side."""
    game, zone = asked.game, asked.language(words)
    if zone not in DEBATE_ZONES:
        yield asked.say("which_debate")
        return
    assert zone is not None
    for caller in [asked.power] if asked.power in (PAPACY, PROTESTANT) else [PAPACY, PROTESTANT]:
        if not pool(game, caller, zone, committed=False):
            yield asked.say("no_debater", power=caller)
            continue
        for name in pools_open(game, caller, zone):
            yield asked.say(
                "debate",
                power=caller,
                language=zone,
                option=name,
                text=debate_told(debate_odds(game, caller, zone, name), asked.voice),
            )


# ---- The New World, chateaux, marriages


def _sailor(asked: Asked) -> bool:
    return asked.power in asked.game.new_world.explorers


def of_exploration(asked: Asked, words: str) -> Iterator[str]:
    if _sailor(asked) and asked.game.new_world.explorers[asked.power]:
        yield _outcomes(asked, exploration_odds(asked.game, asked.power))


def of_conquest(asked: Asked, words: str) -> Iterator[str]:
    if _sailor(asked) and asked.game.new_world.conquistadors[asked.power]:
        yield _outcomes(asked, conquest_odds(asked.game, asked.power))


def _outcomes(asked: Asked, found: dict[str, Fraction]) -> str:
    voice = asked.voice
    words = {LOST: "ask.lost", NOTHING: "ask.finds_nothing", DEEP: "ask.deep", KILLED: "ask.killed"}
    parts = [
        f"{voice.word(words[what]) if what in words else voice.name('option', what)} "
        f"{told.percent(chance, voice)}"
        for what, chance in sorted(found.items(), key=lambda item: -item[1])
    ]
    return ", ".join(parts)


def of_colony(asked: Asked, words: str) -> Iterator[str]:
    if _sailor(asked):
        chance = riches_odds(asked.game, asked.power, "").get(CARD)
        if chance:
            yield asked.voice.word("note.colony", chance_text=told.percent(chance, asked.voice))


def of_chateau(asked: Asked, words: str) -> Iterator[str]:
    if asked.power == FRANCE:
        yield chateau_told(asked.game, asked.voice)


def of_marriage(asked: Asked, words: str) -> Iterator[str]:
    if asked.power == ENGLAND:
        yield heirs_told(asked.game, asked.voice)


TOPICS: tuple[tuple[tuple[str, ...], Callable[[Asked, str], Iterator[str]]], ...] = (
    (("attack", "battle", "field battle", "move to", "march to"), of_attack),
    (("defend", "defence", "hold"), of_defence),
    (("assault", "storm", "siege of", "siege"), of_assault),
    (("intercept", "interception"), of_interception),
    (("avoid battle", "avoid"), of_avoidance),
    (("sea", "naval combat", "naval", "fleet"), of_sea),
    (("piracy", "pirate"), of_piracy),
    (("debate", "theological debate"), of_debate),
    (("burn books", "burn", "counter reformation", "counter"), of_counter_reformation),
    (("convert", "treatise", "reformation", "reform", "attempt"), of_reformation),
    (("explore", "exploration"), of_exploration),
    (("conquer", "conquest"), of_conquest),
    (("colony", "colonize", "colonies"), of_colony),
    (("chateau", "chateaux"), of_chateau),
    (("marriage", "marry", "heir"), of_marriage),
)
"""The words that may follow `odds`, and who answers."""
