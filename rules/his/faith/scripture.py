"""Biblical translations: two works in three languages (18.1)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.his.data import Scripture
from rules.his.faith import events as told
from rules.his.faith.attempts import make_attempts
from rules.his.faith.debaters import check_bonus, use_bonus
from rules.his.faith.odds import Grant
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import add_bonus_vp

NEW_TESTAMENT, FULL_BIBLE = "new_testament", "full_bible"
WORKS = (NEW_TESTAMENT, FULL_BIBLE)


def work_data(game: HisGame, work: str) -> Scripture:
    table = game.data.tables.translation
    return table.new_testament if work == NEW_TESTAMENT else table.full_bible


def track(game: HisGame, work: str) -> dict[str, int]:
    """Language -> steps made on the track of a work."""
    return game.faith.new_testament if work == NEW_TESTAMENT else game.faith.full_bible


def steps_left(game: HisGame, language: str, work: str) -> int:
    """Steps that a translation still needs."""
    return work_data(game, work).steps - track(game, work)[language]


def may_begin(game: HisGame, language: str, work: str) -> bool:
    """The Full Bible waits for the New Testament of its language (18.1)."""
    return work == NEW_TESTAMENT or steps_left(game, language, NEW_TESTAMENT) == 0


# ---- What may be translated


def check_translation(game: HisGame, language: str, work: str, steps: int, debater: str) -> None:
    """Raise `Illegal` unless so many CP may go into a work, with a debater's bonus step or without."""
    if language not in game.data.tables.translation.languages:
        raise Illegal("scripture.languages", "18.1")
    if work not in WORKS:
        raise Illegal("scripture.unknown_work", "18.1", work=work)
    if not may_begin(game, language, work):
        raise Illegal("scripture.new_testament_first", "18.1", language=language)
    left = steps_left(game, language, work)
    if not left:
        raise Illegal("scripture.complete", "18.1", language=language, work=work)
    if steps > left:
        raise Illegal("scripture.fewer_steps_left", "18.1", language=language, work=work, count=left)
    if steps < 0 or (steps == 0 and not debater):
        raise Illegal("scripture.no_cp", "18.1")
    if debater:
        check_bonus_step(game, language, work, steps, debater)


def check_bonus_step(game: HisGame, language: str, work: str, steps: int, debater: str) -> None:
    """Raise `Illegal` unless a debater may advance a work of this language by one step (18.2)."""
    check_bonus(game, PROTESTANT, debater)
    data = game.data.debaters[debater]
    if data.kind != "translate" or data.zone_of_bonus != language:
        raise Illegal("debater.other_language", "18.2", debater=debater, language=language)
    if steps == 0 and language not in game.impulse.translated:
        raise Illegal("scripture.no_cp_before_bonus", "18.2", language=language)
    if not work_of_bonus_step(game, language, work, steps):
        raise Illegal("scripture.nothing_left", "18.1", language=language)


def work_of_bonus_step(game: HisGame, language: str, work: str, steps: int) -> str:
    """The work that a bonus step goes to; when CP alone finish the New Testament, the Full Bible."""
    if steps < steps_left(game, language, work):
        return work
    if work == NEW_TESTAMENT and steps_left(game, language, FULL_BIBLE):
        return FULL_BIBLE
    return ""


# ---- Translating


async def translate(game: HisGame, language: str, work: str, steps: int, debater: str) -> None:
    """Advance a marker by the CP spent and perhaps by a debater's bonus step (18.1, 18.2)."""
    bonus_work = ""
    if debater:
        bonus_work = work_of_bonus_step(game, language, work, steps)
        use_bonus(game, PROTESTANT, debater)
    if steps and language not in game.impulse.translated:
        game.impulse.translated.append(language)
    bonus = game.data.tables.translation.bonus_steps
    if bonus_work == work:
        await advance(game, language, work, steps + bonus)
        return
    await advance(game, language, work, steps)
    if bonus_work:
        await advance(game, language, bonus_work, bonus)


async def advance(game: HisGame, language: str, work: str, steps: int) -> None:
    """Move a marker; on its last space the translation is complete."""
    needed = work_data(game, work).steps
    track(game, work)[language] += steps
    game.emit(told.TranslationAdvanced(language, work, track(game, work)[language], needed))
    if track(game, work)[language] == needed:
        await complete(game, language, work)


async def complete(game: HisGame, language: str, work: str) -> None:
    """The VP of a Full Bible, then Reformation attempts in the zone of the language (18.1)."""
    data = work_data(game, work)
    game.emit(told.TranslationCompleted(language, work))
    if data.vp:
        add_bonus_vp(game, PROTESTANT, f"bible_{language}", data.vp)
    grant = Grant(PROTESTANT_FAITH, (language,), work, modifier=data.die_modifier, optional=True)
    await make_attempts(game, PROTESTANT, data.attempts, grant)
