"""Three Towns, a title of one page: rules, orders, map, talks and a window, and not a word of another game.

Two powers take towns in turn.  Who takes one may be stopped by the other's Wall (card 1).  Before each turn
they may agree on a truce: then nobody takes a town from the other.  After two turns most towns win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pbem.games.deals import Talks
from pbem.games.game import Atlas, Game, Scenario
from pbem.games.views import CardLine, Hand, PowerLine, Public
from pbem.language import names as kinds
from pbem.language.choices import CHOICES
from pbem.language.grammar import name, one_of, optional, phrase, word
from pbem.language.names import Names, Table
from pbem.language.registry import Grammars
from pbem.pictures.map import Livery, Look, MapView, PlaceView, PowerRow
from rules.core import codec
from rules.core.board import Board, Connection, Space
from rules.core.cards import CardGame, Cards, Registry
from rules.core.dice import Dice
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import IMPULSE, NEGOTIATION, Power, Question, ask, checkpoint
from rules.core.log import Setup
from rules.core.windows import open_window

RED, BLUE = "red", "blue"
TOWNS = {"alba": "Alba", "brig": "Brig", "cork": "Cork"}
WALL = 1
