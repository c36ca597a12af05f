"""Diplomacy: deals, ransom, wars, influence on minor powers (9, 24)."""
