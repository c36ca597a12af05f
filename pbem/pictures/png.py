"""Pictures as PNG: drawn by resvg with the fonts that are shipped and no other, in 256 colours.

A map has few colours, so a palette costs nothing that can be seen and makes the file a third of its size.
"""

from __future__ import annotations

from io import BytesIO

import resvg_py
from PIL import Image

from pbem.pictures.fonts import FAMILY, font_files

SHARP = 1.5
"""Pixels of the file for a pixel of the drawing: sharp on a telephone, and still small and quick to make."""


def png_of(svg: str, sharp: float = SHARP) -> bytes:
    """A drawing as PNG."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=sharp,
        skip_system_fonts=True,
        font_files=list(font_files()),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    with Image.open(BytesIO(drawn)) as picture:
        small = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = BytesIO()
    small.save(file, "PNG")
    return file.getvalue()
