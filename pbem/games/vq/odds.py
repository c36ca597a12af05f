"""The word `odds` in Virgin Queen: faith, espionage, courts and the oceans besides war."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.games.vq import action_notes as notes
from pbem.games.vq.advice import suez_told
from pbem.games.vq.orders.kinds import AREA, CAPTAIN, NOBLE
from pbem.language import names as kinds
from pbem.language.names import Names
from pbem.language.voice import Voice
from pbem.war import odds as war
from rules import Power
from rules.core.errors import allows
from rules.vq.dynasty.patronage import ARTIST, SCHOLAR, pool
from rules.vq.dynasty.rulers import ELIZABETH
from rules.vq.espionage.actions import check_victim
from rules.vq.faith.actions import Preach, SuppressHeresy
from rules.vq.faith.rebellion import check_rebellion
from rules.vq.game import VqGame
from rules.vq.new_world.captains import captains_of
from rules.vq.new_world.piracy import check_ocean_piracy
from rules.vq.odds import (
    assassination_odds,
    colony_odds,
    conversion_odds,
    english_rebellion_odds,
    intelligence_odds,
    navigation_odds,
    patronage_odds,
    rebellion_odds,
)
from rules.vq.powers import AREAS, OTTOMAN, PORTUGAL, PROTESTANT, SPAIN
from rules.vq.state import Betrothal
from rules.vq.victory import points_if
from rules.war.foreign_war import strength
from rules.war.odds import piracy_odds
from rules.war.piracy import pirates_in

FORMS = (
    *war.FORMS,
    "odds piracy <sea zone, or captain>",
    "odds preach <area>",
    "odds suppress <area>",
    "odds rebel <space>",
    "odds spy <power>",
    "odds assassinate <leader>",
    "odds english rebellion",
    "odds artist",
    "odds scientist",
    "odds wedding <noble> and <noble>",
    "odds sail <captain>",
    "odds colony",
    "odds suez",
    "odds foreign war",
)
"""What can be asked."""
_AND = re.compile(r"^(.*?)\s+(?:and|with|to|\+)\s+(.*)$")


def answer(words: str, power: Power, game: VqGame, names: Names, voice: Voice) -> list[str]:
    """Lines that answer `odds <words>`; what cannot be read is answered with the forms."""
    return war.answer(words, war.Asked(power, game, names, voice, points_if), TOPICS, FORMS)


# ---- At sea and overseas


def of_piracy(asked: war.Asked, words: str) -> Iterator[str]:
    game, power, voice = asked.game, asked.power, asked.voice
    if captain := next(iter(asked.named(CAPTAIN, words)), None):
        for target in (SPAIN, PORTUGAL):
            if allows(check_ocean_piracy, game, power, captain, target):
                text = notes.ocean_piracy_told(game, captain, target, voice)
                yield asked.say("ocean_piracy", captain=captain, power=target, text=text)
        return
    zone = asked.zone(words)
    if zone is None:
        yield asked.say("which_zone")
        return
    for target in game.majors:
        if target != power and game.ports_of(target, zone) and pirates_in(game, power, zone, target):
            text = notes.piracy_told(piracy_odds(game, power, zone, target), voice)
            yield asked.say("piracy", power=target, zone=zone, text=text)


def of_sailing(asked: war.Asked, words: str) -> Iterator[str]:
    """Each step of a captain that needs a Navigation roll."""
    game = asked.game
    named = next(iter(asked.named(CAPTAIN, words)), None)
    for captain in [named] if named else captains_of(game, asked.power):
        zone = game.world.captains[captain].zone if captain in game.world.captains else None
        if zone is None:
            continue
        for to in game.data.world.neighbours(zone):
            if chances := navigation_odds(game, captain, zone, to):
                text = notes.navigation_told(chances, asked.voice)
                yield asked.say("sail", captain=captain, ocean=to, text=text)


def of_colony(asked: war.Asked, words: str) -> Iterator[str]:
    if asked.power != SPAIN:
        yield notes.colony_told(colony_odds(asked.game, asked.power), asked.voice)


def of_suez(asked: war.Asked, words: str) -> Iterator[str]:
    if not asked.game.lasting.suez_open and asked.power == OTTOMAN:
        yield suez_told(asked.game, asked.voice)


def of_foreign_wars(asked: war.Asked, words: str) -> Iterator[str]:
    """Every foreign war, whosever it is."""
    for card, abroad in asked.game.foreign_wars.items():
        if strength(abroad):
            text = notes.war_told(asked.game, card, asked.voice)
            yield asked.say("abroad", card=card, power=abroad.power, text=text)


# ---- Faith


def of_preaching(asked: war.Asked, words: str) -> Iterator[str]:
    yield from _conversions(asked, words, Preach)


def of_suppression(asked: war.Asked, words: str) -> Iterator[str]:
    yield from _conversions(asked, words, SuppressHeresy)


def of_conversion(asked: war.Asked, words: str) -> Iterator[str]:
    """In which way soever the power may do it."""
    yield from of_preaching(asked, words)
    yield from of_suppression(asked, words)


def _conversions(asked: war.Asked, words: str, cls: type[Preach | SuppressHeresy]) -> Iterator[str]:
    """In the area that is named, or in every one that is open to the power."""
    game, power = asked.game, asked.power
    named = next(iter(asked.named(AREA, words)), None)
    open_to = game.data.actions[cls.action_id].areas.get(power, ())
    for area in [named] if named else AREAS:
        if area in open_to:
            attempts = cls(area).attempts(game, power)
            chances = conversion_odds(game, power, cls.faith(power), area, attempts)
            yield asked.say("area", area=area, text=notes.conversion_told(chances, asked.voice))


def of_rebellion(asked: war.Asked, words: str) -> Iterator[str]:
    space, game = asked.space(words), asked.game
    if space is None:
        yield asked.say("which_space")
        return
    if not allows(check_rebellion, game, space):
        yield asked.say("no_target", space=space)
        return
    for cp in game.data.actions["rebellion"].cost[PROTESTANT]:
        text = notes.rebellion_told(rebellion_odds(game, space, cp), asked.voice)
        yield asked.say("for_cp", cp=cp, text=text)


# ---- Espionage


def of_spying(asked: war.Asked, words: str) -> Iterator[str]:
    game = asked.game
    named = next(iter(asked.named(kinds.MAJOR, words)), None)
    for target in [named] if named else game.majors:
        if target != asked.power:
            chances = intelligence_odds(game, asked.power, target)
            text = notes.plot_told(chances, asked.voice, looks=notes.LOOKS, steals=notes.STEALS)
            yield asked.say("spy", power=target, text=text)


def of_assassination(asked: war.Asked, words: str) -> Iterator[str]:
    game = asked.game
    victim = next(iter(asked.named(kinds.LEADER, words)), None)
    if victim is None and ELIZABETH in asked.named(NOBLE, words):
        victim = ELIZABETH
    if victim is None or not allows(check_victim, game, asked.power, victim):
        yield asked.say("no_victim")
        return
    for cp in game.data.actions["assassination"].cost[asked.power]:
        kills = notes.KILLS if victim == ELIZABETH else notes.KILLS_LEADER
        chances = assassination_odds(game, asked.power, victim, cp)
        yield asked.say("for_cp", cp=cp, text=notes.plot_told(chances, asked.voice, kills=kills))


def of_english_rebellion(asked: war.Asked, words: str) -> Iterator[str]:
    for cp in asked.game.data.actions["english_catholic_rebellion"].cost[SPAIN]:
        chances = english_rebellion_odds(asked.game, cp)
        text = notes.plot_told(chances, asked.voice, riots=notes.RIOTS, wins=notes.WINS)
        yield asked.say("for_cp", cp=cp, text=text)


# ---- Courts


def of_artist(asked: war.Asked, words: str) -> Iterator[str]:
    yield from _patronage(asked, ARTIST)


def of_scientist(asked: war.Asked, words: str) -> Iterator[str]:
    yield from _patronage(asked, SCHOLAR)


def _patronage(asked: war.Asked, what: str) -> Iterator[str]:
    game, power = asked.game, asked.power
    if pool(game, what, power):
        for cp in game.data.actions[f"sponsor_{what}"].cost[power]:
            text = notes.patronage_told(patronage_odds(game, power, what, cp), asked.voice)
            yield asked.say("for_cp", cp=cp, text=text)


def of_wedding(asked: war.Asked, words: str) -> Iterator[str]:
    """Of a couple that is named, whether betrothed or not; of all that are betrothed."""
    game, parted = asked.game, _AND.match(words.removeprefix("of ").strip())
    couples = list(game.betrothals)
    if parted:
        found = [asked.names.find(NOBLE, name) for name in (parted[1], parted[2])]
        pair = [name for name in found if name is not None and name in game.nobles]
        women = [name for name in pair if game.data.nobles[name].woman]
        men = [name for name in pair if name not in women]
        if len(women) != 1 or len(men) != 1:
            yield asked.say("which_nobles")
            return
        couples = [Betrothal(women[0], men[0])]
    for couple in couples:
        text = notes.wedding_told(game, couple, asked.voice)
        yield asked.say("wedding", noble=couple.bride, other_noble=couple.groom, text=text)


TOPICS: tuple[war.Topic, ...] = (
    (("english rebellion", "english catholic rebellion", "english catholics"), of_english_rebellion),
    *war.TOPICS,
    (("foreign war", "war in", "persia", "poland"), of_foreign_wars),
    (("piracy", "pirate"), of_piracy),
    (("preach", "preaching"), of_preaching),
    (("convert", "conversion"), of_conversion),
    (("suppress", "suppression"), of_suppression),
    (("rebel", "rebellion"), of_rebellion),
    (("spy", "intelligence", "espionage"), of_spying),
    (("assassinate", "assassination", "kill", "murder"), of_assassination),
    (("artist", "art", "arts"), of_artist),
    (("scientist", "science", "sciences"), of_scientist),
    (("wedding", "marriage", "marry"), of_wedding),
    (("sail", "navigation", "voyage"), of_sailing),
    (("colony", "colonies"), of_colony),
    (("suez", "canal"), of_suez),
)
"""The words that may follow `odds`, and who answers."""
