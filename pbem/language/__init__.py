"""The order language: plain English lines, read with the grammar of the question that is open."""

from __future__ import annotations

from pbem.language.names import Names
from pbem.language.parse import parse_line, parted, say, suggestions, usage
from pbem.language.several import expand

__all__ = ["Names", "expand", "parse_line", "parted", "say", "suggestions", "usage"]
