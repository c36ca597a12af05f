"""Ids of people and things that only this game has."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.core.kinds import Kind

AreaId: TypeAlias = Annotated[str, Kind("area")]
OceanId: TypeAlias = Annotated[str, Kind("ocean")]
SettlementId: TypeAlias = Annotated[str, Kind("settlement")]
CaptainId: TypeAlias = Annotated[str, Kind("captain")]
NobleId: TypeAlias = Annotated[str, Kind("noble")]
ArtistId: TypeAlias = Annotated[str, Kind("artist")]
ScientistId: TypeAlias = Annotated[str, Kind("scientist")]
RulerId: TypeAlias = Annotated[str, Kind("ruler")]
Treasure: TypeAlias = Annotated[str, Kind("treasure")]
ScienceBonus: TypeAlias = Annotated[str, Kind("science")]
Result: TypeAlias = Annotated[str, Kind("result")]
"""What a table says of a wedding or a voyage."""
Faith: TypeAlias = Annotated[str, Kind("faith")]
Bonus: TypeAlias = Annotated[str, Kind("bonus")]
"""What a marker in the Bonus VP box is for."""
