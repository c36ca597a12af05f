"""Where the victory points come from, why they changed, and what each power lacks to win (23)."""

from __future__ import annotations

from pbem.games.advice import Points, Score
from pbem.games.his.tracks import marker_name
from pbem.language.voice import Voice
from pbem.war import score as war_score
from rules import Power
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.victory import (
    CHATEAUX,
    ELECTORATES,
    FAITH,
    HEIR,
    HOME_FAITH,
    KEYS,
    PIRACY,
    ST_PETERS,
    lacking,
    vp_sources,
)

NAMED = (KEYS, ELECTORATES, PIRACY, HEIR, HOME_FAITH, CHATEAUX, FAITH, ST_PETERS)
"""Sources that have words of their own; the others are markers."""


def score(game: HisGame) -> Score:
    """Victory points of all powers, by source."""
    return {
        power: tuple(
            Points(source.name, source.vp, source.spaces, source.count) for source in vp_sources(game, power)
        )
        for power in IMPULSE_ORDER
    }


def changes(before: Score, after: Score, voice: Voice) -> list[str]:
    """A line for each power whose points have changed."""
    return war_score.changes(before, after, voice, source_name)


def source_name(source: str, voice: Voice) -> str:
    return voice.word(f"score.{source}") if source in NAMED else marker_name(source, voice)


def lacks(game: HisGame, power: Power, voice: Voice) -> str:
    """What a power lacks to win."""
    missing = lacking(game, power)
    return war_score.lacks(voice, missing.vp, missing.keys, missing.spaces)
