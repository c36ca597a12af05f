"""The kinds of names that only this game has."""

from __future__ import annotations

AREA, OCEAN, SETTLEMENT = "area", "ocean", "settlement"
CAPTAIN, NOBLE, ARTIST, SCIENTIST = "captain", "noble", "artist", "scientist"
TREASURE, SCIENCE = "treasure", "science"
