"""The fonts that are shipped: their files, and how wide a text is in them.

Names are placed by their real widths, so the fonts are read here; renderers get the same files.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import pbem

FOLDER = Path(pbem.__file__).resolve().parents[1] / "mail_templates" / "fonts"
FAMILY = "Roboto Condensed"
FALLBACK = f"{FAMILY}, Arial Narrow, Arial, Helvetica, sans-serif"
"""For viewers that have not got our font."""
Face: TypeAlias = Literal["Regular", "Bold", "Italic"]


@cache
def font_files() -> tuple[str, ...]:
    """Everything that a renderer may use, the Latin fonts first."""
    latin = [FOLDER / f"RobotoCondensed-{face}.ttf" for face in ("Regular", "Bold", "Italic")]
    others = sorted(path for path in FOLDER.glob("*.[to]tf") if path not in latin)
    return tuple(str(path) for path in (*latin, *others))


@cache
def fonts() -> tuple[bytes, ...]:
    """What is in these files: a renderer that is given their names reads them anew for every word."""
    return tuple(Path(path).read_bytes() for path in font_files())


@cache
def text_width(text: str, size: float, face: Face = "Regular") -> float:
    """How wide a text is.

    >>> round(text_width("Vienna", 12)), round(text_width("Vienna", 12, "Bold"))
    (32, 33)
    """
    font = _font(face)
    return size * sum(font.advances.get(ord(letter), 1.0) for letter in text)


def letters_of(path: str) -> frozenset[str]:
    """The characters that a font can draw."""
    data = Path(path).read_bytes()
    return frozenset(map(chr, _glyphs(data, _tables(data)["cmap"])))


@dataclass(frozen=True, slots=True)
class _Font:
    """The advance of each character, as a part of the font's size."""

    advances: dict[int, float]


@cache
def _font(face: Face) -> _Font:
    data = (FOLDER / f"RobotoCondensed-{face}.ttf").read_bytes()
    tables = _tables(data)
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * glyph)[0] for glyph in range(measured)]
    return _Font(
        {
            letter: widths[min(glyph, measured - 1)] / units
            for letter, glyph in _glyphs(data, tables["cmap"]).items()
        }
    )


def _tables(data: bytes) -> dict[str, int]:
    """Where the tables of a TrueType font begin."""
    (count,) = struct.unpack_from(">H", data, 4)
    found = {}
    for number in range(count):
        tag, _sum, offset, _length = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        found[tag.decode("ascii")] = offset
    return found


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """The glyph of each character: the segments of a table of format 4."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for number in range(count):
        (offset,) = struct.unpack_from(">I", data, cmap + 8 + 8 * number)
        at = cmap + offset
        if struct.unpack_from(">H", data, at)[0] == 4:
            break
    else:
        raise ValueError("a font without a table of characters that we read")
    size = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{size}H", data, at + 14)
    starts = struct.unpack_from(f">{size}H", data, at + 16 + 2 * size)
    deltas = struct.unpack_from(f">{size}h", data, at + 16 + 4 * size)
    ranges_at = at + 16 + 6 * size
    ranges = struct.unpack_from(f">{size}H", data, ranges_at)
    found = {}
    for number, (start, end, delta, range_) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        for letter in range(start, min(end, 0xFFFE) + 1):
            glyph = letter
            if range_:
                (glyph,) = struct.unpack_from(
                    ">H", data, ranges_at + 2 * number + range_ + 2 * (letter - start)
                )
            if glyph:
                found[letter] = (glyph + delta) & 0xFFFF
    return found
