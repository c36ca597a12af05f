"""The word `odds` in Here I Stand: faith, the New World, chateaux and marriages besides war."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.games.his.action_notes import Flips, attempt_told, debate_told, piracy_told, war_told
from pbem.games.his.advice import chateau_told, heirs_told
from pbem.language.names import Names
from pbem.language.voice import Voice
from pbem.war import odds as war
from pbem.war import odds_words as told
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
from rules.war.foreign_war import strength
from rules.war.odds import piracy_odds
from rules.war.piracy import pirates_in

MOST_TARGETS = 8

FORMS = (
    *war.FORMS,
    "odds piracy <sea zone>",
    "odds convert <zone>",
    "odds burn <zone>",
    "odds debate <zone>",
    "odds foreign war",
    "odds explore",
    "odds conquer",
    "odds colony",
    "odds chateau",
    "odds marriage",
)
"""What can be asked; the last three for France, England and whoever sails."""


class Asked(war.Asked):
    """A question of a player, with language zones."""

    def language(self, words: str) -> str | None:
        wanted = [word for word in words.split() if len(word) >= war.SHORTEST and word not in war.FILLERS]
        return next((zone for word in wanted for zone in LANGUAGE_ZONES if zone.startswith(word)), None)


def answer(words: str, power: Power, game: HisGame, names: Names, voice: Voice) -> list[str]:
    """Lines that answer `odds <words>`; what cannot be read is answered with the forms."""
    return war.answer(words, Asked(power, game, names, voice, points_if), TOPICS, FORMS)


# ---- At sea


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
        text = piracy_told(piracy_odds(game, OTTOMAN, zone, target), voice)
        yield asked.say("piracy", power=target, zone=zone, text=text)


# ---- Faith


def of_reformation(asked: Asked, words: str) -> Iterator[str]:
    yield from _attempts(asked, words, PROTESTANT_FAITH)


def of_counter_reformation(asked: Asked, words: str) -> Iterator[str]:
    yield from _attempts(asked, words, CATHOLIC)


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


# ---- Abroad


def of_foreign_wars(asked: Asked, words: str) -> Iterator[str]:
    """Every foreign war, whosever it is."""
    for card, abroad in asked.game.foreign_wars.items():
        if strength(abroad):
            text = war_told(asked.game, card, asked.voice)
            yield asked.say("abroad", card=card, power=abroad.power, text=text)


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


TOPICS: tuple[war.Topic, ...] = (
    *war.TOPICS,
    (("foreign war", "war in", "persia", "egypt", "ireland"), of_foreign_wars),
    (("piracy", "pirate"), of_piracy),
    (("debate", "theological debate"), of_debate),
    (("burn books", "burn", "counter reformation", "counter"), of_counter_reformation),
    (("convert", "treatise", "reformation", "reform", "attempt"), of_reformation),
    (("explore", "explorer", "new world"), of_exploration),
    (("conquer", "conquest", "conquistador"), of_conquest),
    (("colony", "colonize", "colonies"), of_colony),
    (("chateau", "chateaux"), of_chateau),
    (("marriage", "marry", "heir"), of_marriage),
)
"""The words that may follow `odds`, and who answers."""
