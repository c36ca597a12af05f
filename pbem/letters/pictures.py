"""The picture in a letter: what the letter says of it when it is written, and its file when it is sent.

A letter keeps the scene.  Its HTML names the picture by a digest of the scene, so it can be written without
drawing anything; the file is drawn when the letter goes out, and the same picture only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pbem.games import game_of
from pbem.language.catalog import ENGLISH
from pbem.language.names import LEADER, POWER, SEA, SPACE
from pbem.language.voice import Voice
from pbem.pictures.drawing import NARROW, draw
from pbem.pictures.png import SHARP, png_of
from pbem.pictures.scene import Army, Scene, Site, digest_of
from rules.core import codec

WHOLE_WIDTH = 1200
"""A whole map is made to be looked at closely."""
KEPT = 64
LONGEST_ALT = 140
DOMAIN = "map.pbem"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the HTML of a letter names it."""

    cid: str
    alt: str
    whole: bool = False


ON, OFF, DARK = "on", "off", "dark"
SWITCH = (ON, OFF, DARK)
"""What a seat can say of pictures in its letters."""


def usual(pictures: bool) -> str:
    """How a seat begins in a game with pictures or without."""
    return ON if pictures else OFF


@dataclass(frozen=True)
class Kept:
    """A picture as it is kept with a letter until that is sent."""

    scene: Scene
    language: str = ENGLISH
    dark: bool = False

    @cached_property
    def _facts(self) -> Any:
        return self.scene.as_json()

    @property
    def cid(self) -> str:
        """By which the HTML names it: the same for the same picture."""
        return f"{'-'.join([digest_of(self._facts), self.language, *([DARK] if self.dark else [])])}@{DOMAIN}"

    def file(self) -> bytes:
        return image_of(self.scene, self.language, dark=self.dark)

    def as_json(self) -> dict[str, Any]:
        return {"scene": self._facts, "language": self.language, "dark": self.dark}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Kept:
        return cls(codec.load(data["scene"], Scene), data["language"], data["dark"])


def kept_for(switch: str, scene: Scene | None, voice: Voice) -> Kept | None:
    """The picture for a reader who has pictures on, off or dark; None without one."""
    return None if scene is None or switch == OFF else Kept(scene, voice.language, switch == DARK)


def picture_of(kept: Kept, voice: Voice, facts: Sequence[str] = ()) -> Picture:
    """What a letter says of its picture; nothing is drawn for it.  `facts` are what stands near, in words."""
    return Picture(kept.cid, alt_text(kept.scene, voice, facts), kept.scene.frame is None)


def alt_text(scene: Scene, voice: Voice, facts: Sequence[str] = ()) -> str:
    """A picture in a sentence, for those who do not see it: what is shown, and what stands there."""
    shown = _shown(scene, voice)
    told = ""
    for fact in facts:
        more = f"{told}; {fact.strip().rstrip('.')}".removeprefix("; ")
        if len(more) > LONGEST_ALT:
            break
        told = more
    return voice.word("picture.alt_facts", shown_text=shown, text=told) if told else shown


def _shown(scene: Scene, voice: Voice) -> str:
    if scene.frame is None:
        return voice.word("picture.alt_whole", turn=scene.turn)
    if not scene.focus:
        return voice.word("picture.alt_near")
    board = game_of(scene.title).atlas(voice)
    zones = board.board.zones if board else {}
    names = [voice.name(SEA if place in zones else SPACE, place) for place in scene.focus]
    return voice.word("picture.alt_around", text=voice.listed(names))


def told_scene(scene: Scene, voice: Voice) -> list[str]:
    """What a picture shows, in lines: who holds each place, who stands there, and who besieges it."""
    atlas = game_of(scene.title).atlas(voice)
    zones = atlas.board.zones if atlas else {}
    lines = [voice.word("picture.caption", text=_shown(scene, voice))]
    free: dict[str, list[str]] = {}
    for site in scene.sites:
        place = voice.name(SEA if site.id in zones else SPACE, site.id)
        if site.armies:
            told = [_army_told(army, site, voice) for army in site.armies]
            if site.sieges:
                told.append(voice.word("map.besieged", powers=site.sieges))
            text = "; ".join(told)
            lines.append(voice.word("picture.place", place_text=place, power=site.control, text=text))
        elif site.control:
            free.setdefault(site.control, []).append(place)
    if free:
        held = [f"{', '.join(places)} ({voice.name(POWER, power, 'bare')})" for power, places in free.items()]
        lines.append(voice.word("picture.free", text="; ".join(held)))
    return lines if len(lines) > 1 else [*lines, voice.word("picture.nobody")]


def _army_told(army: Army, site: Site, voice: Voice) -> str:
    """Leaders and units, and whose they are, if they are not all of the power that holds the place."""
    figures = [voice.name(LEADER, figure.id) for figure in army.figures]
    told = voice.listed([*figures, *voice.units(dict(army.units))])
    if all(other.nation == site.control for other in site.armies):
        return told
    return voice.word("picture.army", text=told, power=army.nation)


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
