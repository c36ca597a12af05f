"""The deeds of Here I Stand."""

from __future__ import annotations

from pbem.games.his.free_words.faith import faith
from pbem.games.his.free_words.overseas import new_world
from pbem.war.free_words import deeds, moves, stays
from pbem.war.free_words.actions import Actions
from pbem.war.free_words.building import Construction
from pbem.war.free_words.sieges import assault
from pbem.war.free_words.transport import transport
from pbem.war.free_words.voyages import sail

ACTIONS = Actions(
    (
        deeds.end,
        assault,
        deeds.piracy,
        new_world,
        faith,
        deeds.control,
        transport,
        Construction().build,
        stays.stay,
        moves.go_along,
        sail,
        moves.move,
        deeds.remark,
        deeds.purpose,
    )
)
