"""Why victory points changed, and what a power lacks to win, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from pbem.games.advice import Points, Score
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.widths import with_wide_brackets

SourceName: TypeAlias = Callable[[str, Voice], str]
"""The name of a source of points."""


def signed(number: int) -> str:
    """`+2`, `-1`; with a true minus sign a line would not be found by search."""
    return f"{number:+d}"


def total(points: Sequence[Points]) -> int:
    return sum(one.vp for one in points)


def changes(before: Score, after: Score, voice: Voice, named: SourceName) -> list[str]:
    """A line for each power whose points have changed: `Ottoman 16 > 18: keys +2 (Buda)`."""
    return [
        voice.word(
            "score.line",
            power_text=voice.name(kinds.POWER, power, "bare"),
            before=total(before.get(power, ())),
            vp=total(points),
            text=with_wide_brackets(", ".join(_parts(before.get(power, ()), points, voice, named))),
        )
        for power, points in after.items()
        if list(_parts(before.get(power, ()), points, voice, named))
    ]


def _parts(
    before: Sequence[Points], after: Sequence[Points], voice: Voice, named: SourceName
) -> Iterator[str]:
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
        yield f"{named(source, voice)} {signed(now.vp - was.vp)}{why}"


def lacks(voice: Voice, vp: int, keys: int | None, spaces: int | None) -> str:
    """`9 VP / 4 keys`: the ways to win that are open to a power, and how far it is from each."""
    ways = [voice.word("score.lacks_vp", vp=vp)]
    if keys is not None:
        ways.append(voice.word("score.lacks_keys", count=keys))
    if spaces is not None:
        ways.append(voice.word("score.lacks_spaces", count=spaces))
    return " / ".join(ways)
