"""Positions as they are stored: without the seed, and packed against an example of their title.

Of two positions of a title most is the same, word for word.  So each is packed with an example that the title
has (`Game.example_position`) and becomes a thirtieth of what it was.  Packing looks back 32 KB, no farther:
so a position is packed in parts, each with the same part of the example.  Which part that was is told by what
is packed.  What an older version has stored is one part, without an example, and is read as it is.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import Any, NamedTuple

from pbem.games import game_names, game_of
from pbem.store.seeds import seedless_part, with_seed
from rules.core import codec

LARGEST = 8_000_000
"""Bytes of a part; a real one has some 20,000."""
MOST_TIMES = 40
"""So many times may a position be larger than it is packed without an example; a real one is seven times."""
MOST_EXAMPLES = 20
"""So many times may a part be larger than its example; real ones are about as large."""
MOST_PARTS = 10
PART = 20_000
"""With so many bytes a part of an example is full."""
LEVEL = 6
WITH_EXAMPLE = 0x20
"""The bit in the second byte of what `zlib` has packed with an example; the example's mark follows."""


class Part(NamedTuple):
    """Some fields of an example."""

    names: frozenset[str]
    text: bytes

    @property
    def mark(self) -> bytes:
        return zlib.adler32(self.text).to_bytes(4, "big")


@cache
def _knowing(example: bytes) -> zlib._Compress:
    """What packs with a part of an example, and has just read it: that takes longer than the packing."""
    return zlib.compressobj(LEVEL, zdict=example)


def pack(state: Any, example: bytes) -> tuple[bytes, str]:
    """A position as it is stored, small and without the seed; and its digest, with the seed.

    Both are made of the same texts: to write them is most of the work.
    """
    texts = {name: codec.text(value) for name, value in state.items()}
    digest = codec.digest_of(codec.joined(texts))
    texts |= {name: codec.text(value) for name, value in seedless_part(state).items()}
    packed = b""
    for part in parts_of(example):
        some = {name: texts.pop(name) for name in sorted(part.names & texts.keys())}
        packing = _knowing(part.text).copy()
        packed += packing.compress(codec.joined(some).encode()) + packing.flush()
    if texts:  # fields that the example has not
        packed += zlib.compress(codec.joined(texts).encode(), LEVEL)
    return packed, digest


def unpack(data: bytes, seed: str) -> Any:
    """:raises zlib.error: it is damaged, larger than any position, or its example is unknown."""
    state: dict[str, Any] = {}
    for _ in range(MOST_PARTS):
        if len(data) > 1 and data[1] & WITH_EXAMPLE:
            example = _part_marked(data[2:6])
            unpacking, most = zlib.decompressobj(zdict=example), MOST_EXAMPLES * len(example)
        else:
            unpacking, most = zlib.decompressobj(), MOST_TIMES * len(data)
        text = unpacking.decompress(data, min(LARGEST, most))
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise zlib.error("not a position")
        state |= json.loads(text)
        data = unpacking.unused_data
        if not data:
            return with_seed(state, seed)
    raise zlib.error("not a position: too many parts")


@cache
def parts_of(example: bytes) -> tuple[Part, ...]:
    """An example taken apart, field by field, so that no part is too long to be looked back at."""
    parts: list[Part] = []
    some: dict[str, str] = {}
    fields = json.loads(example) if example else {}
    for name in sorted(fields):
        text = codec.text(fields[name])
        if some and sum(map(len, some.values())) + len(text) > PART:
            parts.append(Part(frozenset(some), codec.joined(some).encode()))
            some = {}
        some[name] = text
    if some:
        parts.append(Part(frozenset(some), codec.joined(some).encode()))
    return tuple(parts)


@cache
def _part_marked(mark: bytes) -> bytes:
    for name in game_names():
        for part in parts_of(game_of(name).example_position):
            if part.mark == mark:
                return part.text
    raise zlib.error("packed with an example that this version does not know")
