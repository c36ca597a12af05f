"""Diplomacy (9) and who belongs to whom: deals, peace, wars, ransom, minor powers (22), the League (21.6)."""
