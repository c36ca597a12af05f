"""The moments of a turn for which orders can be written before they come."""

from __future__ import annotations

IMPULSE, SPRING, WARS, PEACE, WINTER, TALKS = "impulse", "spring", "wars", "peace", "winter", "talks"
MOMENTS = (IMPULSE, SPRING, WARS, PEACE, WINTER, TALKS)
