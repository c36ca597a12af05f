"""Ids of people and things that only this game has."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.core.kinds import Kind

DebaterId: TypeAlias = Annotated[str, Kind("debater")]
ReformerId: TypeAlias = Annotated[str, Kind("reformer")]
RulerId: TypeAlias = Annotated[str, Kind("ruler")]
ExplorerId: TypeAlias = Annotated[str, Kind("explorer")]
ConquistadorId: TypeAlias = Annotated[str, Kind("conquistador")]
Sailor: TypeAlias = Annotated[str, Kind("explorer/conquistador")]
Prize: TypeAlias = Annotated[str, Kind("option")]
"""A discovery, a conquest or a colony."""
VoyageKind: TypeAlias = Annotated[str, Kind("voyage")]
MaritalStatus: TypeAlias = Annotated[str, Kind("status")]
"""A box of Henry's marital status, mostly a wife."""
Work: TypeAlias = Annotated[str, Kind("work")]
"""The New Testament or the whole Bible in a language."""
