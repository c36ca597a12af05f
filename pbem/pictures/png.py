"""Pictures as PNG: drawn by resvg with the fonts that are shipped and no other, in 256 colours.

A map has few colours, so a palette costs nothing that can be seen and makes the file a third of its size.
"""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image
from resvg import render, usvg

from pbem.pictures.fonts import FAMILY, fonts

SHARP = 4 / 3
"""Pixels of the file for a pixel of the drawing: sharp on a telephone, and still small and quick to make.

Half of what a picture costs goes by its pixels: the renderer packs them, and the palette unpacks them.
"""
QUICK = 4
"""How hard the file is packed: a twentieth larger than usual, for half of the time."""
AS_IT_IS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
SIZE = re.compile(r'(?<=<svg xmlns="http://www\.w3\.org/2000/svg" )width="([\d.]+)" height="([\d.]+)"')


class NotDrawn(Exception):
    """The renderer gave up on a drawing: ours is wrong."""


def png_of(svg: str, sharp: float = SHARP) -> bytes:
    """A drawing as PNG."""
    with Image.open(BytesIO(_rendered(_enlarged(svg, sharp)))) as picture:
        small = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = BytesIO()
    small.save(file, "PNG", compress_level=QUICK)
    return file.getvalue()


def _enlarged(svg: str, sharp: float) -> str:
    """The same drawing on larger paper: its `viewBox` says what the paper shows.

    It fills the paper, whose sides are whole pixels; else a seam would be left along one of them.
    """
    return SIZE.sub(
        lambda size: (
            f'width="{_pixels(size[1], sharp)}" height="{_pixels(size[2], sharp)}" preserveAspectRatio="none"'
        ),
        svg,
        1,
    )


def _pixels(length: str, sharp: float) -> int:
    return round(float(length) * sharp)


def _rendered(svg: str) -> bytes:
    # Made anew each time: it takes no time, and it may not be handed from one thread to another.
    options = usvg.Options.default()
    options.font_family = FAMILY
    for data in fonts():
        options.load_font_data(data)
    try:
        return render(usvg.Tree.from_str(svg, options), AS_IT_IS)
    except BaseException as problem:
        # A panic of the renderer is no `Exception`, and would end the process.
        if type(problem).__name__ != "PanicException":
            raise
        raise NotDrawn(str(problem)) from problem
