"""Lines of a position about the map: units, leaders, control, religion, relations, people."""

from __future__ import annotations

from pbem.cases.pieces import some
from pbem.games.his.cases.position import VERBS, HisPosition
from pbem.language.names import (
    DEBATER,
    REFORMER,
    SPACE,
)

# ---- The map


@VERBS.add("university")
def _university(position: HisPosition, text: str) -> None:
    for space in some(SPACE, text.lstrip(": "), position.names):
        position.game.spaces[space].university = True


# ---- Relations


# ---- People


@VERBS.add("debaters")
def _debaters(position: HisPosition, text: str) -> None:
    """Exactly these are available and uncommitted; the others have not entered."""
    wanted = some(DEBATER, text.lstrip(": "), position.names)
    for who, debater in position.game.faith.debaters.items():
        debater.entered, debater.committed, debater.away = who in wanted, False, False
        debater.gone = debater.gone and who not in wanted


@VERBS.add("committed")
def _committed(position: HisPosition, text: str) -> None:
    for who in some(DEBATER, text.lstrip(": "), position.names):
        debater = position.game.faith.debaters[who]
        debater.entered = debater.committed = True


@VERBS.add("reformers")
def _reformers(position: HisPosition, text: str) -> None:
    """Exactly these are on the map."""
    wanted = some(REFORMER, text.lstrip(": "), position.names)
    for who, reformer in position.game.faith.reformers.items():
        reformer.entered, reformer.away = who in wanted, False
