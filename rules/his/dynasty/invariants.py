"""What must be true of rulers and marriages in every position (3.3, 21)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.his.dynasty.excommunication import CATHOLIC_POWERS
from rules.his.game import HisGame


def dynasty_problems(game: HisGame) -> Iterator[str]:
    """Everything wrong with these subjects."""
    yield from _ruler_problems(game)
    yield from _tudor_problems(game)


def _ruler_problems(game: HisGame) -> Iterator[str]:
    for power, ruler in game.rulers.items():
        if game.data.rulers[ruler].power != power:
            yield f"{ruler} rules {power}"
    for box in game.data.excommunication_boxes:
        if sum(game.faith.excommunicated.count(figure) for figure in box) > 1:
            yield f"excommunicated twice: {box}"
    for power in game.faith.excommunicated_powers:
        if power not in CATHOLIC_POWERS:
            yield f"{power} carries the marker of an excommunication"
    if not 0 <= game.chateaux_vp <= game.data.marriage.chateau.max_vp:
        yield f"chateaux stand at {game.chateaux_vp} VP"


def _tudor_problems(game: HisGame) -> Iterator[str]:
    marriage, tudors = game.data.marriage, game.tudors
    wives = list(tudors.children.values())
    if len(dict.fromkeys(wives)) != len(wives):
        yield f"a wife lies on two lines: {tudors.children}"
    if any(line not in [row.line for row in marriage.pregnancy_chart] for line in tudors.children):
        yield f"no such line on the pregnancy chart: {tudors.children}"
