"""Columns that are packed: letters in and out, which are most of what a game leaves behind.

Letters are much alike, so they are packed with an example of our letters that packing and unpacking know
(`packed-1.txt`): a letter becomes a sixth of what it was.  Labels have one of their own (`packed-2.txt`).
What an older version has stored is not packed, and is read as it is.  An example must never change; a better
one gets the next number, beside it.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator, TypeEngine, UserDefinedType

MARK = b"\x00"
"""Before what is packed, and after it the number of the example; no letter begins so."""
LETTERS, LABELS = 1, 2
LEVEL = 6


@cache
def _example(number: int) -> bytes:
    return Path(__file__).with_name(f"packed-{number}.txt").read_bytes()


@cache
def _knowing(number: int) -> zlib._Compress:
    """What packs with an example, and has just read it: that takes as long as to pack a letter."""
    return zlib.compressobj(LEVEL, zdict=_example(number))


def pack(data: bytes, example: int = LETTERS) -> bytes:
    packing = _knowing(example).copy()
    return MARK + bytes([example]) + packing.compress(data) + packing.flush()


def unpack(stored: bytes) -> bytes:
    if stored[:1] != MARK or stored[1] not in (LETTERS, LABELS):
        return stored
    unpacking = zlib.decompressobj(zdict=_example(stored[1]))
    return unpacking.decompress(stored[2:]) + unpacking.flush()


class _Declared(UserDefinedType[Any]):
    """A column of SQLite as it was declared once; it takes bytes all the same."""

    cache_ok = True

    def __init__(self, declared: str) -> None:
        self.declared = declared

    def get_col_spec(self, **_: Any) -> str:
        return self.declared


class _Packed(TypeDecorator[Any]):
    impl = LargeBinary
    cache_ok = True
    declared = "BLOB"
    """What such columns are called in databases of SQLite."""

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        sqlite = dialect.name == "sqlite"
        return dialect.type_descriptor(_Declared(self.declared) if sqlite else LargeBinary())


class PackedBytes(_Packed):
    """Bytes."""

    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        return None if value is None else pack(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> bytes | None:
        return None if value is None else unpack(bytes(value))


class PackedText(_Packed):
    """A text; an old one may not be packed."""

    cache_ok = True
    declared = "VARCHAR"

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else pack(value.encode())

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value if value is None or isinstance(value, str) else unpack(bytes(value)).decode()


class PackedJson(_Packed):
    """Facts."""

    cache_ok = True
    declared = "JSON"
    example = LETTERS

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        return None if value is None else pack(json.dumps(value).encode(), self.example)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        return json.loads(value if isinstance(value, str) else unpack(bytes(value)))


class PackedLabel(PackedJson):
    """What a channel must remember of a letter."""

    cache_ok = True
    example = LABELS
