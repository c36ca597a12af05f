"""Ways that are written short: `Ist-Aeg`, `Vie>Press>Buda`."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, product

from pbem.language.names import SEA, SPACE, Names
from pbem.language.words import key

_ROUTE = re.compile(r"\b[A-Z][a-zA-Z]{2,}(?:(?:\s*>\s*|-)[A-Z][a-zA-Z]{2,})+\b(?!\s+of\b)")
_STEP = re.compile(r"\s*>\s*|-")
MOST_WAYS = 200


def with_whole_names(line: str, names: Names, next_to: Callable[[str, str], bool]) -> str:
    """A line with its short ways written out, if their words can begin the names of one way only: each place
    next to the one before it.
    """

    def written_out(route: re.Match[str]) -> str:
        if key(route[0]) in names.table(SPACE).spelled or key(route[0]) in names.table(SEA).spelled:
            return route[0]  # `Saint-Quentin`
        words = _STEP.split(route[0])
        places = [_places(word, names) for word in words]
        count = 1
        for some in places:
            count *= len(some)
        if not 0 < count <= MOST_WAYS:
            return route[0]
        ways = [way for way in product(*places) if all(next_to(a, b) for (_, a), (_, b) in pairwise(way))]
        if len(ways) != 1:
            return route[0]
        said = (names.say(kind, id) for kind, id in ways[0])
        # What a name only ends in is kept: of `La Rochelle`, the first word stands before the way.
        whole = zip(words, said, strict=True)
        return " > ".join(name if key(name).startswith(key(word)) else word for word, name in whole)

    return _ROUTE.sub(written_out, line)


def _places(word: str, names: Names) -> list[tuple[str, str]]:
    """The places of which a word is the name, or begins it."""
    found: dict[tuple[str, str], None] = {}
    for kind in (SPACE, SEA):
        fits, unsure = names.fits(kind, [key(word)])
        found |= dict.fromkeys((kind, id) for id in (*(fit.id for fit in fits), *unsure))
    return list(found)
