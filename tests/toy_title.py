"""Three Towns, a title of one page: rules, orders, map, talks and a window, and not a word of another game.

Two powers take towns in turn.  Who takes one may be stopped by the other's Wall (card 1).  Before each turn
they may agree on a truce: then nobody takes a town from the other.  After two turns most towns win.
"""

from __future__ import annotations

RED, BLUE = "red", "blue"
TOWNS = {"alba": "Alba", "brig": "Brig", "cork": "Cork"}
WALL = 1
