"""The names by which war speaks of places, nations and leaders.

*Nation* is whose counters the units are: a major or minor power, independents, or some smaller force; *power*
is the major power that commands them.  Squadrons on loan to an ally (9.2) are a nation of their own,
"france>england": French counters under English command.  A *place* is a space or a sea zone: their ids never
coincide.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.core.kinds import Kind

SpaceId: TypeAlias = Annotated[str, Kind("space")]
ZoneId: TypeAlias = Annotated[str, Kind("sea")]
Place: TypeAlias = Annotated[str, Kind("space/sea")]
Nation: TypeAlias = Annotated[str, Kind("power")]
LeaderId: TypeAlias = Annotated[str, Kind("leader")]

INDEPENDENT = "independent"
LOANED = ">"

LAND_KINDS = ("regulars", "mercenaries", "cavalry")
NAVAL_KINDS = ("squadrons", "corsairs")


def owner(nation: Nation) -> Nation:
    """Whose counters they are, on loan or not.

    >>> owner("france>england"), owner("france")
    ('france', 'france')
    """
    return nation.partition(LOANED)[0]
