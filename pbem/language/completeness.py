"""Whether a language says all that English says, and what it lacks.

A language that lacks anything is not offered to players; what it has is still read in orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pbem.language.catalog import (
    ENGLISH,
    FOLDER,
    SENTENCES,
    SHARED,
    SLOT,
    Catalog,
    begun,
    catalog_of,
    languages_in,
)

MODERATOR = "moderator"
HELP = FOLDER.parent / "help"
"""Pages that the moderator hands out."""
SUMMARY = "summary"
"""What a card does; in English the data says it."""
PRINTED = (
    "space",
    "sea",
    "power",
    "leader",
    "ruler",
    "debater",
    "reformer",
    "explorer",
    "conquistador",
    "card",
    "option",
)
"""Kinds of things whose names are in the data: a language may leave them as they are."""


def lacking(parts: tuple[Path, ...], language: str, cards: Iterable[int] = ()) -> Iterator[str]:
    """What a language does not say yet: `letter.question.title`, `name.card.31`, `help/time.txt`."""
    english, words = catalog_of(parts, ENGLISH), catalog_of(parts, language)
    for table, entries in english.tables.items():
        if table in SENTENCES or (table.startswith("name.") and table[5:] not in PRINTED):
            for key, entry in entries.items():
                if entry and not words.get(table, key):
                    yield f"{table}.{key}"
    for number in cards:
        told = (f"{table}.{number}" for table in ("name.card", SUMMARY) if not words.get(table, str(number)))
        yield from told
    if FOLDER / MODERATOR in parts:
        for page in sorted((HELP / ENGLISH).glob("*.txt")):
            if not (HELP / language / page.name).exists():
                yield f"help/{page.name}"


@cache
def offered(parts: tuple[Path, ...], cards: tuple[int, ...] = ()) -> tuple[str, ...]:
    """The languages in which all is said, English first."""
    return tuple(
        language
        for language in languages_in(parts[-1])
        if language == ENGLISH or next(lacking(parts, language, cards), None) is None
    )


@cache
def languages() -> tuple[str, ...]:
    """In which letters are written, whatever is played: those in which the moderator speaks."""
    complete = offered(tuple(FOLDER / part for part in SHARED))
    return tuple(one for one in begun() if one in complete)


# ---- What is odd about what is there


def slots_of(sentence: str) -> set[str]:
    """The fields that a sentence tells of."""
    return {
        name[:1].lower() + name[1:] for slot in SLOT.finditer(sentence) for name in slot.group(1, 2) if name
    }


def differing_slots(parts: tuple[Path, ...], language: str) -> Iterator[tuple[str, str]]:
    """Sentences that tell of what the English one does not know, or less than it; with how they differ."""
    english, words = catalog_of(parts, ENGLISH), catalog_of(parts, language)
    for table in SENTENCES:
        for key, sentence in words.tables.get(table, {}).items():
            if (known := english.get(table, key)) is None:
                continue
            own, theirs = slots_of(sentence), slots_of(known)
            if own - theirs:
                yield f"{table}.{key}", f"has {', '.join(sorted(own - theirs))}, which English has not"
            elif theirs - own:
                yield f"{table}.{key}", f"leaves out {', '.join(sorted(theirs - own))}"


def unknown_keys(parts: tuple[Path, ...], language: str) -> Iterator[str]:
    """Sentences that English has not."""
    english, words = catalog_of(parts, ENGLISH), catalog_of(parts, language)
    for table in SENTENCES:
        if table != SUMMARY:
            yield from (
                f"{table}.{key}" for key in words.tables.get(table, {}) if english.get(table, key) is None
            )


def forms_not_given(catalog: Catalog) -> Iterator[tuple[str, list[str]]]:
    """Forms that some names of a kind have and others have not, so that a carrier must help; with those."""
    for table, entries in catalog.tables.items():
        if not table.startswith("name.") or table[5:] not in PRINTED:
            continue
        given = {form for entry in entries.values() if isinstance(entry, dict) for form in entry}
        for form in sorted(given - {"name", "number", "bare", "plain", "title"}):
            without = [key for key, entry in entries.items() if isinstance(entry, str) or form not in entry]
            if without:
                yield f"{table[5:]}:{form}", without
