"""The order language: plain English lines, read with the grammar of the question that is open."""

from __future__ import annotations

from pbem.orders import his as his  # fills the registry of grammars
from pbem.orders.names import Names, names_of
from pbem.orders.parse import parse_line, parted, say, suggestions, usage
from pbem.orders.prompts import prompt
from pbem.orders.several import expand

__all__ = ["Names", "expand", "names_of", "parse_line", "parted", "prompt", "say", "suggestions", "usage"]
