"""Ways that are written short: `Ist-Aeg`, `Vie>Press>Buda`."""

from __future__ import annotations

import re

from pbem.language.names import SEA, SPACE, Names
from pbem.language.words import key

_ROUTE = re.compile(r"\b[A-Z][a-zA-Z]{2,}(?:(?:\s*>\s*|-)[A-Z][a-zA-Z]{2,})+\b")
_STEP = re.compile(r"\s*>\s*|-")


def with_whole_names(line: str, names: Names) -> str:
    """A line with its short ways written out, if each word of a way begins the name of one place only."""

    def written_out(route: re.Match[str]) -> str:
        if key(route[0]) in names.table(SPACE).spelled or key(route[0]) in names.table(SEA).spelled:
            return route[0]  # `Saint-Quentin`
        places = [_place(word, names) for word in _STEP.split(route[0])]
        return " > ".join(places) if all(places) else route[0]

    return _ROUTE.sub(written_out, line)


def _place(word: str, names: Names) -> str:
    """The name of the one place that a word, or its beginning, may be; empty if there are several."""
    found = {(kind, fit.id) for kind in (SPACE, SEA) for fit in names.fits(kind, [key(word)])[0]}
    if len(found) != 1 or any(names.fits(kind, [key(word)])[1] for kind in (SPACE, SEA)):
        return ""
    ((kind, id),) = found
    name = names.say(kind, id)
    return name if key(name).startswith(key(word)) else word  # `La Rochelle` begins before the way
