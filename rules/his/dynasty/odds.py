"""The exact chances of Henry's heirs (21.3) and of the chateaux (21.4), by the tables that are rolled on."""

from __future__ import annotations

from fractions import Fraction

from rules.core.chances import FACES, add
from rules.his.dynasty.chateaux import chateau_row, modifiers
from rules.his.dynasty.tudors import chart_line, next_box
from rules.his.game import HisGame

EVERY_FACE = range(1, FACES + 1)


def heir_odds(game: HisGame) -> dict[int, Fraction]:
    """Lines of the pregnancy chart, if Henry married his next wife now; none where no wife is next."""
    box = next_box(game)
    found: dict[int, Fraction] = {}
    if box is not None and box.roll:
        for die in EVERY_FACE:
            add(found, chart_line(game, box, die), Fraction(1, FACES))
    return found


def chateau_odds(game: HisGame) -> dict[tuple[int, int, int], Fraction]:
    """VP, cards drawn and cards discarded, if France built a chateau now."""
    better = sum(modifiers(game).values())
    found: dict[tuple[int, int, int], Fraction] = {}
    for die in EVERY_FACE:
        row = chateau_row(game, die + better)
        add(found, (row.vp, row.draw, row.discard), Fraction(1, FACES))
    return found
