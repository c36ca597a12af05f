"""What a translator needs: what a language lacks, files to fill in, and a letter in several languages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.games import Game
from pbem.language.catalog import ENGLISH, SENTENCES, catalog_of
from pbem.language.completeness import (
    HELP,
    SUMMARY,
    differing_slots,
    forms_not_given,
    lacking,
    unknown_keys,
)
from pbem.language.vocabulary import FOLDER as WORDS
from pbem.language.words import key as word_key
from pbem.letters import questions, render
from pbem.letters.content import PrivateLetter
from pbem.play.sitting import Sitting
from rules import Power

BESIDE = "de"
"""The language that stands beside English in a skeleton: its names have cases, too."""
MOST_SHOWN = 12
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be done about a language."""

    lacking: list[str]
    slots: list[str]
    unknown: list[str]
    forms: list[str]
    words: list[str]
    collisions: list[str]

    def parts(self) -> Iterator[tuple[str, list[str]]]:
        """What there is to tell, under headings."""
        for heading, lines in (
            ("missing", self.lacking),
            ("slots that differ", self.slots),
            ("sentences that English has not", self.unknown),
            ("forms that not all names have, so that the carrier is used", self.forms),
            ("words of orders that nothing is said for", self.words),
            ("words of orders that are English words too", self.collisions),
        ):
            if lines:
                yield heading, lines


def report(title: Game, language: str) -> Report:
    """What a language of a title lacks, and what is odd about it."""
    catalog = catalog_of(title.messages, language)
    return Report(
        list(lacking(title.messages, language, title.cards)),
        [f"{key} {how}" for key, how in differing_slots(title.messages, language)],
        list(unknown_keys(title.messages, language)),
        [f"{form}: {_some(without)}" for form, without in forms_not_given(catalog)],
        [f"{path}: {_some(ideas)}" for path, ideas in _ideas_without_words(title, language)],
        list(_collisions(title, language)),
    )


def _some(items: list[str]) -> str:
    more = f" and {len(items) - MOST_SHOWN} more" if len(items) > MOST_SHOWN else ""
    return ", ".join(items[:MOST_SHOWN]) + more


def _ideas_without_words(title: Game, language: str) -> Iterator[tuple[str, list[str]]]:
    """Ideas of the English tables of words that a language has no word for."""
    for part in title.word_parts:
        english, own = WORDS / part / f"{ENGLISH}.toml", WORDS / part / f"{language}.toml"
        if not english.exists():
            continue
        wanted = _keys(tomllib.loads(english.read_text(encoding="utf-8")))
        known = _keys(tomllib.loads(own.read_text(encoding="utf-8"))) if own.exists() else set()
        if left := [idea for idea in wanted if idea not in known]:
            yield f"words/{part}/{language}.toml", left


def _keys(tables: Mapping[str, Any]) -> dict[str, None]:
    return {f"{table}.{idea}": None for table, ideas in tables.items() for idea in ideas}


def _collisions(title: Game, language: str) -> Iterator[str]:
    """A word of orders that is an English word, with another meaning, would change English lines."""
    plain = title.free_words(ENGLISH).words
    for phrase, english in catalog_of(title.messages, language).tables.get("order", {}).items():
        spelled = word_key(phrase)
        if plain.says(spelled) and word_key(english) != spelled:
            yield f"{phrase} = {english}"


# ---- One letter in several languages


def letter_now(sitting: Sitting, name: str, powers: Sequence[Power], to: str, language: str) -> str:
    """What a seat of a game would read now, in a language: its question, its hand, what is near."""
    title, game, voice = sitting.title, sitting.engine.game, sitting.title.voice(language)
    waiting = sitting.waiting()
    letter = PrivateLetter(
        game=voice.say("letter", "game", title_text=title.title, game_text=name),
        to=to,
        view=title.public(game, voice),
        hands=title.hands(game, powers, voice),
        asked=[
            questions.asked(waiting[power], game, title, voice, due=None)
            for power in powers
            if power in waiting
        ],
    )
    questions.surround(letter, powers, game, title, voice)
    return render.private_letter(letter, voice)[0]


# ---- Files to fill in


def write_skeleton(title: Game, language: str) -> list[Path]:
    """Write what a language lacks into files beside those that it has; what is there stays, gaps too."""
    written: list[Path] = []
    beside = catalog_of(title.messages, BESIDE)
    begun = _keys(catalog_of(title.messages, language).tables)
    wanted = set(lacking(title.messages, language, title.cards)) - begun.keys()
    for part in title.messages:
        for source in sorted((part / ENGLISH).glob("*.toml")):
            gaps = [gap for gap in _gaps(source) if f"{gap[0]}.{gap[1]}" in wanted]
            if gaps:
                written.append(_write(part / language / source.name, gaps, beside.tables))
    cards = [
        (table, str(number), line.title if table == "name.card" else line.summary)
        for table in ("name.card", SUMMARY)
        for number, line in title.cards.items()
        if f"{table}.{number}" in wanted
    ]
    if cards:
        written.append(_write(title.messages[-1] / language / "cards-titles.toml", cards, beside.tables))
    for name in (gap.removeprefix("help/") for gap in wanted if gap.startswith("help/")):
        path = (HELP / language / name).with_suffix(".todo")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((HELP / ENGLISH / name).read_text("utf-8"), "utf-8")
            written.append(path)
    return written


def _gaps(source: Path) -> Iterator[tuple[str, str, Any]]:
    """The entries of an English file: table, key, and what it says."""
    for table, entries in tomllib.loads(source.read_text(encoding="utf-8")).items():
        if table == "name":
            for kind, names in entries.items():
                yield from ((f"name.{kind}", key, entry) for key, entry in names.items())
        elif table in SENTENCES:
            yield from ((table, key, entry) for key, entry in _flat(entries))


def _flat(entries: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flat(entry, f"{before}{key}.")
        else:
            yield f"{before}{key}", entry


def _write(path: Path, gaps: list[tuple[str, str, Any]], beside: Mapping[str, Mapping[str, Any]]) -> Path:
    while path.exists():
        path = path.with_name(f"{path.stem}-more.toml")
    lines: list[str] = []
    last = ""
    for table, key, english in gaps:
        if table != last:
            lines += ["", f"[{table}]"] if lines else [f"[{table}]"]
            last = table
        lines.append(f"# en: {_in_toml(english)}")
        if (other := beside.get(table, {}).get(key)) is not None:
            lines.append(f"# {BESIDE}: {_in_toml(other)}")
        lines.append(f'{_key(key)} = ""')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _in_toml(entry: Any) -> str:
    """An entry as it can be copied.

    >>> _in_toml({"one": "regular", "other": "regulars"}), _in_toml("never")
    ('{one = "regular", other = "regulars"}', '"never"')
    """
    if isinstance(entry, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_in_toml(inner)}' for key, inner in entry.items())}}}"
    return json.dumps(entry, ensure_ascii=False)
