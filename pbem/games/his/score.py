"""Where the victory points come from, why they changed, and what each power lacks to win (23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.advice import Points, Score
from pbem.games.his.odds_words import signed
from pbem.games.his.tracks import marker_name
from pbem.language import names as kinds
from pbem.language.voice import Voice
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


def total(points: Sequence[Points]) -> int:
    return sum(one.vp for one in points)


def changes(before: Score, after: Score, voice: Voice) -> list[str]:
    """A line for each power whose points have changed: `Ottoman 16 > 18: keys +2 (Buda)`."""
    return [
        voice.word(
            "score.line",
            power_text=voice.name(kinds.POWER, power, "bare"),
            before=total(before.get(power, ())),
            vp=total(points),
            text=", ".join(_parts(before.get(power, ()), points, voice)),
        )
        for power, points in after.items()
        if list(_parts(before.get(power, ()), points, voice))
    ]


def _parts(before: Sequence[Points], after: Sequence[Points], voice: Voice) -> Iterator[str]:
    """What each source has more or less, and of what."""
    old = {one.source: one for one in before}
    new = {one.source: one for one in after}
    for source in dict.fromkeys((*old, *new)):
        was, now = old.get(source, Points(source, 0)), new.get(source, Points(source, 0))
        if was.vp == now.vp:
            continue
        things = [
            *(f"+{voice.name(kinds.SPACE, one)}" for one in now.things if one not in was.things),
            *(f"-{voice.name(kinds.SPACE, one)}" for one in was.things if one not in now.things),
        ]
        if was.count != now.count:
            things.append(f"{was.count} > {now.count}")
        why = f" ({', '.join(things)})" if things else ""
        yield f"{source_name(source, voice)} {signed(now.vp - was.vp)}{why}"


def source_name(source: str, voice: Voice) -> str:
    return voice.word(f"score.{source}") if source in NAMED else marker_name(source, voice)


def lacks(game: HisGame, power: Power, voice: Voice) -> str:
    """`9 VP / 4 keys`: the ways to win that are open to a power, and how far it is from each."""
    missing = lacking(game, power)
    ways = [voice.word("score.lacks_vp", vp=missing.vp)]
    if missing.keys is not None:
        ways.append(voice.word("score.lacks_keys", count=missing.keys))
    if missing.spaces is not None:
        ways.append(voice.word("score.lacks_spaces", count=missing.spaces))
    return " / ".join(ways)
