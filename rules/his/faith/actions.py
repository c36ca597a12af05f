"""Religious actions: treatises, translations, debates, books, St. Peter's, universities (18.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_some
from rules.his.actions import Action, action
from rules.his.faith import events as told
from rules.his.faith.attempts import BURN_BOOKS, TREATISE, make_attempts, open_targets
from rules.his.faith.debate import call_debate, check_debate, debate_zones
from rules.his.faith.debaters import (
    ACTION_BONUS,
    CARAFFA,
    DIE_BONUS,
    LOYOLA,
    candidates,
    check_bonus,
    check_debater,
    commit,
    reaches,
    uncommitted,
    use_bonus,
)
from rules.his.faith.odds import LANGUAGE_ZONES, RULE, Grant
from rules.his.faith.scripture import WORKS, check_translation, may_begin, steps_left, translate
from rules.his.faith.st_peters import add_to_st_peters, cp_until_finished
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.war.ids import SpaceId

ENGLISH = "english"
CHEAP_TREATISES = "thomas_cromwell"
"""Reminder of card 115: English treatises cost 2 CP for the rest of the turn."""

NOBODY = "nobody"
"""The answer that commits no debater."""

SUGGESTED_UNIVERSITIES = 12


# ---- What treatises and burning of books have in common


def spaces_of_zone(game: HisGame, zone: str) -> tuple[SpaceId, ...]:
    """All spaces of a language zone."""
    return tuple(space for space, printed in game.board.spaces.items() if printed.lang == zone)


def string_of(game: HisGame, faith: str, zone: str, debater: str, only: tuple[SpaceId, ...] = ()) -> Grant:
    """The attempts that a treatise or a burning of books gives, as its debater changes them (18.3, 18.4)."""
    zones = LANGUAGE_ZONES if debater == CARAFFA else (zone,)
    if debater and game.data.debaters[debater].kind == TREATISE:
        only = spaces_of_zone(game, zone)  # Carlstadt and Calvin: every attempt in their zone
    return Grant(faith, zones, TREATISE if faith == PROTESTANT_FAITH else BURN_BOOKS, only=only)


async def make_string(game: HisGame, power: Power, grant: Grant, normally: int, debater: str) -> None:
    """Commit a debater and make the attempts: as many as normally, more with some debaters (18.2)."""
    more = None
    if debater:
        use_bonus(game, power, debater)
        more = game.data.debaters[debater].attempts
    await make_attempts(game, power, normally if more is None else more, grant, debater)


def check_string(
    game: HisGame, power: Power, faith: str, zone: str, debater: str, only: tuple[SpaceId, ...] = ()
) -> None:
    """Raise `Illegal` unless a treatise may be published, or books burnt, with this zone and debater."""
    if zone not in LANGUAGE_ZONES:
        raise Illegal("zone.none_named", "18.1")
    if debater:
        check_bonus(game, power, debater)
        data = game.data.debaters[debater]
        if data.kind not in (ACTION_BONUS[faith], DIE_BONUS[faith]):
            raise Illegal("debater.no_use", "18.2", debater=debater)
        if data.kind == TREATISE and data.zone != zone:
            raise Illegal("debater.other_zone", "18.3", debater=debater, language=data.zone)
    found = open_targets(game, string_of(game, faith, zone, debater, only))
    if not found:
        raise Illegal("attempt.no_target", RULE[faith], language=zone)
    if debater and not any(kind_helps(game, debater, faith, space) for space in found):
        raise Illegal("debater.reaches_no_target", "18.2", debater=debater)


def kind_helps(game: HisGame, debater: str, faith: str, space: SpaceId) -> bool:
    """Whether a debater committed before the first attempt may help with a space."""
    return game.data.debaters[debater].kind != DIE_BONUS[faith] or reaches(game, debater, space)


def action_debaters(game: HisGame, power: Power, faith: str) -> list[str]:
    """Debaters who help a whole treatise or burning of books, if committed first (18.2)."""
    return candidates(game, power, ACTION_BONUS[faith])


def suits(game: HisGame, debater: str, zone: str, spaces: list[SpaceId]) -> bool:
    """Whether such a debater may be named for a zone; `spaces` could be tried without him."""
    data = game.data.debaters[debater]
    if data.kind != TREATISE:
        return True
    return data.zone == zone and any(game.board.spaces[space].lang == zone for space in spaces)


async def choose_action_debater(
    game: HisGame, power: Power, faith: str, zone: str, only: tuple[SpaceId, ...] = ()
) -> str:
    """Ask for the debater where an event, not an action, brings the treatise or the burning of books."""
    spaces = open_targets(game, string_of(game, faith, zone, "", only))
    found = [name for name in action_debaters(game, power, faith) if suits(game, name, zone, spaces)]
    if not found or not spaces:
        return ""
    answer = await ask(Choose(power, "action_debater", "debater", (NOBODY, *found), NOBODY, "18.2"))
    return "" if answer == NOBODY else answer


# ---- Publishing a treatise


def treatise_cost(game: HisGame, power: Power) -> int:
    """3 CP for England, 2 after Thomas Cromwell; 2 for the Protestant (18.1)."""
    cost = game.data.actions["publish_treatise"].cost
    if power == ENGLAND and CHEAP_TREATISES in game.this_turn:
        return min(cost[ENGLAND], cost[PROTESTANT])
    return cost[power]


def check_treatise(game: HisGame, power: Power, zone: str, debater: str = "") -> None:
    """Raise `Illegal` unless a power may publish a treatise (18.1)."""
    if power == ENGLAND:
        if not game.faith.reformers["cranmer"].on_map:
            raise Illegal("treatise.needs_cranmer", "18.1")
        if zone != ENGLISH:
            raise Illegal("treatise.english_zone_only", "18.1")
    check_string(game, power, PROTESTANT_FAITH, zone, debater)


async def publish_treatise(game: HisGame, power: Power, zone: str, debater: str = "") -> None:
    """Two Reformation attempts, or three with Carlstadt or Calvin (18.1, 18.3)."""
    count = game.data.tables.attempts.reformation[TREATISE]
    await make_string(game, power, string_of(game, PROTESTANT_FAITH, zone, debater), count, debater)


@action
class PublishTreatise(Action):
    """REL-1: Reformation attempts in a language zone, by the Protestant or by England (18.1)."""

    action_id: ClassVar[str] = "publish_treatise"
    zone: str
    debater: str = ""

    def cost(self, game: HisGame, power: Power) -> int:
        return treatise_cost(game, power)

    def check(self, game: HisGame, power: Power) -> None:
        check_treatise(game, power, self.zone, self.debater)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        if power == ENGLAND and not game.faith.reformers["cranmer"].on_map:
            return
        spaces = open_targets(game, string_of(game, PROTESTANT_FAITH, ENGLISH, ""))
        if not spaces:
            return
        able = action_debaters(game, power, PROTESTANT_FAITH)
        for zone in (ENGLISH,) if power == ENGLAND else LANGUAGE_ZONES:
            yield cls(zone)
            for debater in able:
                if suits(game, debater, zone, spaces):
                    yield cls(zone, debater)

    async def perform(self, game: HisGame, power: Power) -> None:
        await publish_treatise(game, power, self.zone, self.debater)


# ---- Burning books


async def burn_books(game: HisGame, zone: str, debater: str = "", *, only: tuple[SpaceId, ...] = ()) -> None:
    """Two Counter Reformation attempts, or three with Cajetan or Caraffa (18.1, 18.4)."""
    count = game.data.tables.attempts.counter_reformation[BURN_BOOKS]
    await make_string(game, PAPACY, string_of(game, CATHOLIC, zone, debater, only), count, debater)


async def burn_english_books(game: HisGame) -> None:
    """Under Mary the Papacy burns books in England, and tries no space outside the English zone (21.3)."""
    english_spaces = spaces_of_zone(game, ENGLISH)
    debater = await choose_action_debater(game, PAPACY, CATHOLIC, ENGLISH, english_spaces)
    await burn_books(game, ENGLISH, debater, only=english_spaces)


@action
class BurnBooks(Action):
    """REL-3: Counter Reformation attempts in a language zone (18.1)."""

    action_id: ClassVar[str] = "burn_books"
    zone: str
    debater: str = ""

    def check(self, game: HisGame, power: Power) -> None:
        check_string(game, power, CATHOLIC, self.zone, self.debater)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        spaces = open_targets(game, string_of(game, CATHOLIC, ENGLISH, ""))
        if not spaces:
            return
        able = action_debaters(game, power, CATHOLIC)
        for zone in LANGUAGE_ZONES:
            yield cls(zone)
            for debater in able:
                yield cls(zone, debater)

    async def perform(self, game: HisGame, power: Power) -> None:
        await burn_books(game, self.zone, self.debater)


# ---- Biblical translations


@action
class Translate(Action):
    """REL-2: steps on a translation track at 1 CP each, and one more by a debater (18.1).

    No steps and a debater: only his bonus step, in an impulse that has spent CP on the language.
    """

    action_id: ClassVar[str] = "translate"
    language: str
    work: str
    steps: int
    debater: str = ""

    def cost(self, game: HisGame, power: Power) -> int:
        return self.steps * game.data.actions[self.action_id].cost[power]

    def check(self, game: HisGame, power: Power) -> None:
        check_translation(game, self.language, self.work, self.steps, self.debater)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        translators = candidates(game, power, "translate")
        for work in WORKS:
            for language in game.data.tables.translation.languages:
                left = steps_left(game, language, work)
                if not left or not may_begin(game, language, work):
                    continue
                for steps in dict.fromkeys((max(1, min(left, game.impulse.cp)), 1)):
                    yield cls(language, work, steps)
                    for debater in translators:
                        option = cls(language, work, steps, debater)
                        if allows(option.check, game, power):
                            yield option

    async def perform(self, game: HisGame, power: Power) -> None:
        await translate(game, self.language, self.work, self.steps, self.debater)


# ---- Calling theological debates


@action
class CallDebate(Action):
    """REL-4: a theological debate in a language zone (18.1, 18.5)."""

    action_id: ClassVar[str] = "debate"
    zone: str

    def check(self, game: HisGame, power: Power) -> None:
        check_debate(game, power, self.zone)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for zone in debate_zones(game, power):
            yield cls(zone)

    async def perform(self, game: HisGame, power: Power) -> None:
        await call_debate(game, power, self.zone)


# ---- Building St. Peter's


@action
class BuildStPeters(Action):
    """REL-6: CP for St. Peter's (18.1)."""

    action_id: ClassVar[str] = "build_st_peters"
    cp: int

    def cost(self, game: HisGame, power: Power) -> int:
        return self.cp * game.data.actions[self.action_id].cost[power]

    def check(self, game: HisGame, power: Power) -> None:
        most = cp_until_finished(game)
        if most <= 0:
            raise Illegal("st_peters.finished", "18.1")
        if not 1 <= self.cp <= most:
            raise Illegal("st_peters.wrong_cp", "18.1", limit=most)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for cp in range(min(game.impulse.cp, cp_until_finished(game)), 0, -1):
            yield cls(cp)

    async def perform(self, game: HisGame, power: Power) -> None:
        add_to_st_peters(game, self.cp)


# ---- Founding a Jesuit university


def university_sites(game: HisGame) -> list[SpaceId]:
    """Catholic spaces without a university, those next to most Protestant spaces first (18.1)."""
    sites = [
        space
        for space, state in game.spaces.items()
        if state.religion == CATHOLIC and state.control is not None and not state.university
    ]

    def protestants_around(space: SpaceId) -> int:
        return sum(game.spaces[near].religion == PROTESTANT_FAITH for near in game.board.neighbours(space))

    return sorted(sites, key=lambda space: (-protestants_around(space), space))


def check_university(game: HisGame, space: SpaceId) -> None:
    """Raise `Illegal` unless a university may be put into a space (18.1)."""
    state = game.spaces.get(space)
    if state is None or state.control is None:
        raise Illegal("space.out_of_play", "18.1", space=space)
    if state.religion != CATHOLIC:
        raise Illegal("space.not_of_faith", "18.1", space=space, faith=CATHOLIC)
    if state.university:
        raise Illegal("university.already", "18.1", space=space)


def found_university(game: HisGame, space: SpaceId) -> None:
    """Put a Jesuit university marker into a space."""
    game.spaces[space].university = True
    game.emit(told.UniversityFounded(space))


async def found_universities(game: HisGame, count: int) -> None:
    """Universities that an event founds (cards 15 and 55): the Papacy chooses where."""
    sites = university_sites(game)
    for space in await choose_some(PAPACY, "universities", "space", sites, count, count, "18.1"):
        found_university(game, space)


@action
class FoundUniversity(Action):
    """REL-7: a Jesuit university in a Catholic space; with Loyola it costs 2 CP (18.1, 18.2)."""

    action_id: ClassVar[str] = "found_university"
    space: SpaceId
    debater: str = ""

    def cost(self, game: HisGame, power: Power) -> int:
        cheap = game.data.debaters[LOYOLA].cost
        if self.debater == LOYOLA and cheap is not None:
            return cheap
        return game.data.actions[self.action_id].cost[power]

    def check(self, game: HisGame, power: Power) -> None:
        if not game.faith.society_of_jesus:
            raise Illegal("university.needs_society_of_jesus", "21.5")
        if self.debater:
            check_debater(game, power, self.debater)
            if self.debater != LOYOLA:
                raise Illegal("debater.no_use", "18.2", debater=self.debater)
        check_university(game, self.space)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        if not game.faith.society_of_jesus:
            return
        for space in university_sites(game)[:SUGGESTED_UNIVERSITIES]:
            if uncommitted(game, LOYOLA):
                yield cls(space, LOYOLA)
            yield cls(space)

    async def perform(self, game: HisGame, power: Power) -> None:
        if self.debater:
            # Loyola's is no bonus to attempts or translation: the power may still use one of those (18.2).
            game.emit(told.BonusUsed(power, self.debater))
            commit(game, self.debater)
        found_university(game, self.space)
