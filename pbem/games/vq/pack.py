"""Data packs of Virgin Queen: read, checked, and told whose each part is."""

from __future__ import annotations

from pathlib import Path

from pbem.games.packs import BASE, Pack, PackReport
from pbem.language.voice import Voice
from rules.core.data import DataError, scenarios_folder
from rules.vq.data import VqData, files_of_pack, load_pack

RECONSTRUCTION = scenarios_folder() / "vq"


def base_of(folder: Path) -> Path:
    """The data beside a pack: those it was taken in with, or ours."""
    return folder / BASE if (folder / BASE).is_dir() else RECONSTRUCTION


def check_pack(folder: Path) -> PackReport:
    """Everything that is wrong with a folder, and what it does not have yet."""
    base = base_of(folder)
    files = files_of_pack(folder, base)
    report = PackReport(files=files)
    report.own = [name for name, path in files.items() if path.parent == folder]
    report.lent = [name for name in files if name not in report.own]
    if not report.own:
        report.problems = [f"there is none of these files: {', '.join(f'{name}.toml' for name in files)}"]
        return report
    strange = [path.stem for path in sorted(folder.glob("*.toml")) if path.stem not in (*files, "pack")]
    report.notes += [f"{name}.toml is no file of a pack, and is not read" for name in strange]
    try:
        data = load_pack(folder, base)
    except DataError as problem:
        report.problems = list(dict.fromkeys(problem.problems))
        return report
    report.digest = data.digest
    if report.lent:
        report.notes.append(f"from the reconstruction: {', '.join(report.lent)}")
    if (own := cards_of(folder)) and len(own) < len(data.cards):
        report.notes.append(
            f"{len(own)} cards are typed, {len(data.cards) - len(own)} are the reconstruction's"
        )
    bare = without_function(data)
    if bare:
        numbers = ", ".join(map(str, bare))
        report.notes.append(
            f"{len(bare)} cards have no function, and are played for their CP only: {numbers}"
        )
    return report


def cards_of(folder: Path) -> list[int]:
    """The numbers of the cards that the owner of a pack has typed."""
    import tomllib

    path = folder / "cards.toml"
    if not path.exists():
        return []
    return [card["n"] for card in tomllib.loads(path.read_text(encoding="utf-8")).get("card", ())]


def without_function(data: VqData) -> list[int]:
    """Cards that can be played for their CP only."""
    return [n for n, card in sorted(data.cards.items()) if not card.uses]


def notice_of(pack: Pack, data: VqData, voice: Voice) -> str:
    """What whoever meets a game with a pack is told first."""
    told = voice.word("pack", title_text=pack.name, digest_text=data.digest[:12])
    files = files_of_pack(pack.folder, base_of(pack.folder))
    lent = [voice.word(f"pack_part.{name}") for name, path in files.items() if path.parent != pack.folder]
    typed = cards_of(pack.folder)
    if typed and len(typed) < len(data.cards):
        lent.append(voice.word("pack_some_cards", count=len(data.cards) - len(typed)))
    if lent:
        told += " " + voice.word("pack_lent", text=voice.listed(lent))
    if bare := without_function(data):
        told += " " + voice.word("pack_bare_cards", count=len(bare))
    return told
