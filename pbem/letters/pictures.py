"""The picture in a letter: what the letter says of it when it is written, and its file when it is sent.

A letter keeps the scene.  Its HTML names the picture by a digest of the scene, so it can be written without
drawing anything; the file is drawn when the letter goes out, and the same picture only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.games import game_of
from pbem.language.catalog import ENGLISH
from pbem.language.names import SEA, SPACE
from pbem.language.voice import Voice
from pbem.pictures.drawing import NARROW, draw
from pbem.pictures.png import SHARP, png_of
from pbem.pictures.scene import Scene

WHOLE_WIDTH = 1200
"""A whole map is made to be looked at closely."""
KEPT = 64
DOMAIN = "map.pbem"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the HTML of a letter names it."""

    cid: str
    alt: str
    whole: bool = False


def picture_of(scene: Scene, voice: Voice, *, dark: bool = False) -> Picture:
    """What a letter says of its picture; nothing is drawn for it."""
    name = "-".join([scene.digest, voice.language, *(["dark"] if dark else [])])
    return Picture(f"{name}@{DOMAIN}", alt_text(scene, voice), scene.frame is None)


def alt_text(scene: Scene, voice: Voice) -> str:
    """A picture in a sentence, for those who do not see it."""
    if scene.frame is None:
        return voice.word("picture.alt_whole", turn=scene.turn)
    if not scene.focus:
        return voice.word("picture.alt_near")
    board = game_of(scene.title).atlas(voice)
    zones = board.board.zones if board else {}
    names = [voice.name(SEA if place in zones else SPACE, place) for place in scene.focus]
    return voice.word("picture.alt_around", text=voice.listed(names))


def svg_of(scene: Scene, language: str = ENGLISH, *, dark: bool = False, width: int = 0) -> str:
    """A scene as a drawing, in the words of a language."""
    title = game_of(scene.title)
    atlas = title.atlas(title.voice(language))
    assert atlas is not None, "a scene of a game without a map"
    width = width or (WHOLE_WIDTH if scene.frame is None else NARROW)
    return draw(atlas.board, atlas.look, scene, width, dark=dark)


@lru_cache(maxsize=KEPT)
def image_of(scene: Scene, language: str = ENGLISH, *, dark: bool = False, width: int = 0) -> bytes:
    """A scene as a PNG file, made only once."""
    sharp = 1.0 if scene.frame is None or width > NARROW else SHARP
    return png_of(svg_of(scene, language, dark=dark, width=width), sharp)
