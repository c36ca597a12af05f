"""Data packs: the data of a title as somebody else typed them, kept under a name of their own.

A game with a pack is a game of the title `vq@<pack>`.  A pack is a folder: the files that its owner typed, in
`base` those of ours that stood beside them when it was taken in, and `pack.toml`, which says what it is.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem import closed
from pbem.errors import ModeratorProblem
from rules.core.records import Record

AT = "@"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
BASE, ABOUT = "base", "pack.toml"
FILE_NAME = re.compile(r"(base/)?[a-z_]{1,40}\.toml")

_folder = Path("packs")


class Pack(Record):
    """A data pack that was taken in; `digest` is the fingerprint that it had then."""

    game: str
    name: str
    folder: Path
    private: bool
    digest: str

    @property
    def title(self) -> str:
        """The title of games that are played with it."""
        return f"{self.game}{AT}{self.name}"


@dataclass(slots=True)
class PackReport:
    """What a folder holds: whose each part is, what is wrong, what its owner should know."""

    own: list[str] = field(default_factory=list)
    lent: list[str] = field(default_factory=list)
    """Parts that are taken from the data that come with the program."""
    files: dict[str, Path] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    digest: str = ""


def look_in(folder: Path) -> None:
    """Where packs are kept from now on."""
    global _folder
    _folder = folder


def place_of(game: str, name: str) -> Path:
    return _folder / game / name


def find_pack(game: str, name: str) -> Pack:
    """A pack that was taken in.

    :raises ModeratorProblem: there is none of this name.
    """
    if not NAME.fullmatch(name):
        raise ModeratorProblem(f'"{name}" cannot name a data pack: small letters, digits and dashes')
    folder = place_of(game, name)
    try:
        about = tomllib.loads((folder / ABOUT).read_text(encoding="utf-8"))
        return Pack(game, name, folder, bool(about["private"]), str(about["digest"]))
    except FileNotFoundError:
        raise ModeratorProblem(
            f"there is no data pack {name} here: pbem pack use takes it in from its folder, or from an "
            "archive or export of a game that holds it"
        ) from None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, KeyError) as problem:
        raise ModeratorProblem(f"{folder / ABOUT} cannot be read: {problem}") from problem


def all_packs() -> list[Pack]:
    """Every pack that was taken in."""
    return [
        find_pack(path.parent.parent.name, path.parent.name) for path in sorted(_folder.glob(f"*/*/{ABOUT}"))
    ]


def keep(game: str, name: str, report: PackReport, base: Path, *, private: bool) -> Pack:
    """Take in a folder that was checked."""
    if not NAME.fullmatch(name):
        raise ModeratorProblem(f'"{name}" cannot name a data pack: small letters, digits and dashes')
    folder = place_of(game, name)
    if folder.exists():
        raise ModeratorProblem(f"there is a data pack {name} already; games may need it: choose another name")
    for path in (folder, folder / BASE):
        closed.make_folder(path)
    for part in sorted(base.glob("*.toml")):
        shutil.copyfile(part, folder / BASE / part.name)
    for name_of_part in report.own:
        shutil.copyfile(report.files[name_of_part], folder / f"{name_of_part}.toml")
    _write_about(folder, report.digest, private=private)
    return find_pack(game, name)


def _write_about(folder: Path, digest: str, *, private: bool) -> None:
    text = f'# Made by `pbem pack use`.\nprivate = {str(private).lower()}\ndigest = "{digest}"\n'
    (folder / ABOUT).write_text(text, encoding="utf-8")


# ---- In files of games


def recorded(pack: Pack, *, whole: bool) -> dict[str, Any]:
    """What a file of a game says of its pack: the pack itself too, if it is not private or if asked."""
    about: dict[str, Any] = {"name": pack.name, "digest": pack.digest}
    if not whole and pack.private:
        return about
    parts = [path for path in sorted(pack.folder.rglob("*.toml")) if path.name != ABOUT]
    files = {path.relative_to(pack.folder).as_posix(): path.read_text(encoding="utf-8") for path in parts}
    return {**about, "files": files}


def write_recorded(record: Mapping[str, Any], folder: Path) -> None:
    """Write the files of a recorded pack into a folder."""
    files = record.get("files")
    if not isinstance(files, dict):
        raise ModeratorProblem(
            "this file names a data pack, and does not hold it: its owner keeps it private"
        )
    for name, text in files.items():
        if not FILE_NAME.fullmatch(name) or not isinstance(text, str):
            raise ModeratorProblem("the data pack in this file is damaged")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
