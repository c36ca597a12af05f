"""The building of St. Peter's (18.1): every five CP give the Papacy a VP, five times at most."""

from __future__ import annotations

from rules.his.faith import events as told
from rules.his.game import HisGame


def cp_until_finished(game: HisGame) -> int:
    """CP that the building can still take."""
    table = game.data.tables.st_peters
    return (table.max_vp - game.faith.st_peters_vp) * table.cp_per_vp - game.faith.st_peters_cp


def add_to_st_peters(game: HisGame, cp: int) -> None:
    """Move the marker on; what is more than the building can take is lost (18.1)."""
    table, faith = game.data.tables.st_peters, game.faith
    added = min(cp, cp_until_finished(game))
    if added <= 0:
        return
    vp, faith.st_peters_cp = divmod(faith.st_peters_cp + added, table.cp_per_vp)
    faith.st_peters_vp += vp
    game.emit(told.StPetersBuilt(added, faith.st_peters_vp))
