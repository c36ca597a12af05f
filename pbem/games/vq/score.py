"""Where the victory points come from, why they changed, and what each power lacks to win (25)."""

from __future__ import annotations

from pbem.games.advice import Points, Score
from pbem.language.voice import Voice
from pbem.war import score as war_score
from rules import Power
from rules.vq.game import VqGame
from rules.vq.powers import IMPULSE_ORDER, PROTESTANT
from rules.vq.victory import base_vp, protestant_rows, quiet_keys, special_vp, victory_points

KEYS, SPECIAL = "keys", "special"


def score(game: VqGame) -> Score:
    """Victory points of all powers, by source."""
    return {power: tuple(_sources(game, power)) for power in IMPULSE_ORDER}


def _sources(game: VqGame, power: Power) -> list[Points]:
    found = [Points(KEYS, base_vp(game, power), tuple(quiet_keys(game, power)))]
    if special := special_vp(game, power):
        found.append(Points(f"{SPECIAL}_{power}", special))
    return found + [Points(reason, vp) for reason, vp in sorted(game.bonus_vp.get(power, {}).items())]


def changes(before: Score, after: Score, voice: Voice) -> list[str]:
    """A line for each power whose points have changed."""
    return war_score.changes(before, after, voice, source_name)


def source_name(source: str, voice: Voice) -> str:
    if source == KEYS:
        return voice.word("score.keys")
    if source.startswith(SPECIAL):
        return voice.word(f"track.own_{source.removeprefix(SPECIAL)[1:]}")
    return voice.name("bonus", source)


def lacks(game: VqGame, power: Power, voice: Voice) -> str:
    """VP for the standard victory, keys for the military, spaces for the religious one."""
    table = game.data.tables.victory
    vp = max(0, table.standard_vp - victory_points(game, power))
    if power == PROTESTANT:
        keys = game.data.protestant_rows.auto_win - protestant_rows(game)[1]
        return war_score.lacks(voice, vp, max(0, keys), table.protestant_spaces - game.protestant_spaces())
    needed = game.power_data(power).auto_win
    keys_left = None if needed is None else max(0, needed - len(quiet_keys(game, power)))
    return war_score.lacks(voice, vp, keys_left, None)
