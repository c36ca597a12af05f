"""What must be true of the religious struggle between decisions (18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.his.faith.scripture import FULL_BIBLE, NEW_TESTAMENT, may_begin, track, work_data
from rules.his.game import HisGame


def faith_problems(game: HisGame) -> Iterator[str]:
    """Tracks on their boxes, people in one place, targets tried once."""
    yield from translation_problems(game)
    yield from people_problems(game)
    faith, table = game.faith, game.data.tables.st_peters
    if not 0 <= faith.st_peters_cp < table.cp_per_vp:
        yield f"St. Peter's stands at {faith.st_peters_cp} CP"
    if faith.st_peters_vp == table.max_vp and faith.st_peters_cp:
        yield "St. Peter's is finished and still has CP"
    for tried in (game.impulse.targets, game.impulse.counter_targets):
        if len(dict.fromkeys(tried)) != len(tried):
            yield f"a space was tried twice in one impulse: {tried}"


def translation_problems(game: HisGame) -> Iterator[str]:
    """No work beyond its last step, no Full Bible before its New Testament (18.1)."""
    for work in (NEW_TESTAMENT, FULL_BIBLE):
        for language, steps in track(game, work).items():
            if not 0 <= steps <= work_data(game, work).steps:
                yield f"the {language} {work} stands at {steps}"
            if steps and not may_begin(game, language, work):
                yield f"the {language} {work} was begun too early"


def people_problems(game: HisGame) -> Iterator[str]:
    """Who is away has entered; a reformer is gone with his debater (18.5)."""
    for name, debater in game.faith.debaters.items():
        if debater.away and not debater.entered:
            yield f"the debater {name} is away before he entered"
        reformer = game.faith.reformers.get(name)
        if debater.gone and reformer is not None and not reformer.gone:
            yield f"the debater {name} is gone, the reformer is not"
