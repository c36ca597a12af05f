"""The sentences of a title in one language: `mail_templates/messages/<part>/<language>/*.toml`.

A part is `moderator`, `core`, `war` or a title; a title's sentences lie over the shared ones.  Files have
tables by kind of message, as `SENTENCES` lists them; `name.<kind>` has names of things with their forms,
`form.<kind>` what makes a form of a name that has none, `grammar` what Babel must know, `order` what words of
orders mean in English, `ending` what the endings of names do, `told` how letters write orders.  A language is
offered to players once it says all that English says (`pbem.language.completeness`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from babel import Locale
from babel.dates import format_datetime, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.units import format_unit

import pbem
from pbem.errors import CatalogMalformed

FOLDER = Path(pbem.__file__).resolve().parents[1] / "mail_templates" / "messages"
ENGLISH = "en"
SHARED = ("moderator", "core", "war")

SENTENCES = (
    "event",
    "refusal",
    "dice",
    "question",
    "option",
    "word",
    "summary",
    "letter",
    "note",
    "subject",
    "problem",
    "advice",
)
"""Tables of sentences by key; a table inside them is a part of the key: `[question.respond]`."""
OTHERS = ("name", "form", "grammar", "order", "ending", "told", "blank")

ListStyle: TypeAlias = Literal["standard", "or"]

SLOT = re.compile(r"\{(\w+)(?:\*(\w+))?(?::(\w+))?((?:\|[^|{}\[\]]*)*)\}")
"""Where a sentence tells a field (`pbem.language.voice`)."""

_VOWEL = re.compile(r"\W*[aáeéiíoóöőuúüű15]", re.IGNORECASE)
_UNITS = ((24 * 60, "day"), (60, "hour"), (1, "minute"))
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


@dataclass(frozen=True, slots=True)
class Catalog:
    """What one language says of one title."""

    language: str
    tables: dict[str, dict[str, Any]]
    """By kind of message, `name.<kind>` and `form.<kind>`; then by key."""
    _locale: Locale = field(init=False)
    categories: tuple[str, ...] = field(init=False)
    """The plural forms of the language, in the order in which a slot lists them."""

    def __post_init__(self) -> None:
        locale = Locale.parse(self.tables.get("grammar", {}).get("locale", self.language))
        object.__setattr__(self, "_locale", locale)
        tags = {*locale.plural_form.tags, "other"}
        object.__setattr__(self, "categories", tuple(tag for tag in _CATEGORIES if tag in tags))

    def get(self, table: str, key: str) -> Any:
        """An entry, or None."""
        return self.tables.get(table, {}).get(key)

    def category(self, count: int) -> str:
        """The plural form that goes with a number."""
        return str(self._locale.plural_form(count))

    def article(self, name: str) -> str:
        """The article before a name, where the language has two that go by sound: `a`, `az`."""
        before = self.tables.get("grammar", {}).get("article", ["", ""])
        return str(before[_VOWEL.match(name) is not None])

    def decimal(self, number: float) -> str:
        """A number with one digit behind the point or comma, without it if it is whole: `1.2`, `1,2`."""
        return format_decimal(round(number, 1), "0.#", locale=self._locale)

    def listed(self, items: Iterable[str], style: ListStyle = "standard") -> str:
        """`a, b and c`, or with the style `or`: `a, b or c`."""
        return format_list(list(items), style=style, locale=self._locale)

    def moment(self, moment: datetime) -> str:
        """A day and a time of day by the pattern of the language, with the zone in which they are told."""
        zone = getattr(moment.tzinfo, "key", "UTC")
        pattern = self.tables.get("grammar", {}).get("moment", "EEEE d MMMM y, HH:mm")
        told = format_datetime(moment, pattern, tzinfo=moment.tzinfo, locale=self._locale)
        return f"{told} {'UTC' if zone == 'UTC' else f'({zone})'}"

    def short_moment(self, moment: datetime) -> str:
        """`Thu 19:00`: a moment of the next days, where there is little room."""
        pattern = self.tables.get("grammar", {}).get("short_moment", "EEE HH:mm")
        return str(format_datetime(moment, pattern, tzinfo=moment.tzinfo, locale=self._locale))

    def day(self, moment: datetime) -> str:
        """`Friday 9 January`."""
        pattern = self.tables.get("grammar", {}).get("day", "EEEE d MMMM")
        return str(format_datetime(moment, pattern, tzinfo=moment.tzinfo, locale=self._locale))

    def date(self, moment: datetime) -> str:
        """`9 January 2026`: a day far ahead."""
        return str(format_skeleton("yMMMMd", moment, tzinfo=moment.tzinfo, locale=self._locale))

    def span(self, span: timedelta) -> str:
        """`26 hours`, `90 minutes`, `3 days`: the largest unit of which there are two."""
        minutes = round(span.total_seconds() / 60)
        size, unit = next(unit for unit in _UNITS if minutes >= 2 * unit[0] or unit[0] == 1)
        return format_unit(round(minutes / size), f"duration-{unit}", locale=self._locale)


def read(folders: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """The tables of all files in these folders, later ones over earlier ones.

    :raises CatalogMalformed: a file is no TOML, a key stands twice in a folder, a table has an unknown name.
    """
    tables: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for table, entries in _read_folder(folder).items():
            tables.setdefault(table, {}).update(entries)
    return tables


@cache
def _read_folder(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Once: several titles, and what reads letters in any language, say the same in part."""
    tables: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as problem:
            raise CatalogMalformed(f"{path}: {problem}") from problem
        for table, key, entry in _entries(content, path):
            if key in tables.setdefault(table, {}):
                raise CatalogMalformed(f"{path}: {table}.{key} is there already")
            tables[table][key] = entry
    return tables


def _entries(content: Mapping[str, Any], path: Path) -> Iterable[tuple[str, str, Any]]:
    for table, entries in content.items():
        if table in ("name", "form"):
            for kind, inner in entries.items():
                yield from ((f"{table}.{kind}", key, entry) for key, entry in inner.items())
        elif table in SENTENCES:
            yield from ((table, key, entry) for key, entry in _flat(entries))
        elif table in OTHERS:
            yield from ((table, key, entry) for key, entry in entries.items())
        else:
            raise CatalogMalformed(
                f"{path}: there is no table [{table}]; there is {', '.join(SENTENCES + OTHERS)}"
            )


def _flat(entries: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for key, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from ((f"{key}.{inner}", text) for inner, text in _flat(entry))
        else:
            yield key, entry


@cache
def catalog_of(parts: tuple[Path, ...], language: str = ENGLISH) -> Catalog:
    """What these folders say in a language, later ones over earlier ones; read once."""
    return Catalog(language, read(part / language for part in parts))


def languages_in(part: Path) -> list[str]:
    """The languages of a folder, English first."""
    found = sorted(path.name for path in part.iterdir() if path.is_dir())
    return sorted(found, key=lambda language: language != ENGLISH)


@cache
def begun() -> tuple[str, ...]:
    """The languages in which the moderator says anything at all, English first."""
    return tuple(languages_in(FOLDER / "moderator"))


def told_in_letters(key: str) -> list[str]:
    """A phrase of letters in each language that has it."""
    catalogs = (catalog_of((FOLDER / "moderator",), language) for language in begun())
    return [phrase for words in catalogs if (phrase := words.get("letter", key))]


def in_any_language(key: str) -> str:
    """A pattern for a phrase of letters; a slot at its end is left out, another stands for a number."""
    phrases = (SLOT.sub("%", phrase) for phrase in told_in_letters(key))
    told = dict.fromkeys(phrase.removesuffix("%").strip() for phrase in phrases)
    return "(?:" + "|".join(re.escape(phrase).replace("%", r"\d+") for phrase in told) + ")"


def ordered_in_any_language(*meanings: str) -> str:
    """A pattern for the phrases of all languages that have one of these meanings in orders."""
    tables = (catalog_of((FOLDER / "moderator",), language).tables.get("order", {}) for language in begun())
    found = {phrase: None for table in tables for phrase, meaning in table.items() if meaning in meanings}
    return "(?:" + "|".join(re.escape(phrase) for phrase in sorted(found, key=len, reverse=True)) + ")"


def language_named(words: str) -> str:
    """The language that somebody names, by its code, its own name or its name in another one; else empty.

    >>> language_named("German"), language_named("deutsch"), language_named("de"), language_named("Klingon")
    ('de', 'de', 'de', '')
    """
    wanted = words.strip().lower()
    for language in begun():
        told = (Locale(language).get_language_name(reader) or "" for reader in begun())
        if wanted in (language, *(name.lower() for name in told)):
            return language
    return ""


def own_name(language: str) -> str:
    """A language as those call it who speak it.

    >>> own_name("de")
    'Deutsch'
    """
    return Locale(language).get_language_name(language) or language
