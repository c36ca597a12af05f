"""Names in other languages, for reading orders: from `names.toml` beside the data of a game, and of letters.

They are no part of the data that a game is played by: a name more does not make an old game another one.
"""

from __future__ import annotations

from typing import TypeAlias

from pbem.language import names as kinds
from pbem.language.catalog import Catalog
from pbem.language.names import Table
from rules.core.data import DataError, read_toml, scenarios_folder

OtherNames: TypeAlias = dict[str, dict[str, dict[str, list[str]]]]
"""Names by language, kind and id."""

TABLES = {
    "space": (kinds.SPACE, kinds.PLACE),
    "sea": (kinds.SEA, kinds.PLACE),
    "power": (kinds.POWER, kinds.NATION, kinds.MAJOR, kinds.MINOR),
    "person": (
        kinds.LEADER, kinds.RULER, kinds.REFORMER, kinds.DEBATER, kinds.EXPLORER, kinds.CONQUISTADOR,
    ),
    "card": (kinds.CARD,),
    "unit": (kinds.UNIT,),
    "language": (kinds.LANGUAGE,),
    "faith": (kinds.FAITH,),
    "prize": (kinds.OPTION,),
}  # fmt: skip


def other_languages(game: str) -> OtherNames:
    """The names of a game in other languages.

    :raises DataError: the file cannot be read.
    """
    problems: list[str] = []
    found: OtherNames = read_toml(scenarios_folder() / game / "names.toml", problems)
    if problems:
        raise DataError(problems)
    return found


def add_other_languages(tables: dict[str, Table], others: OtherNames) -> None:
    """Add names to those that things have already.

    :raises DataError: a kind or an id is unknown.
    """
    problems: list[str] = []
    for language, by_kind in others.items():
        for kind, things in by_kind.items():
            for id, names in things.items():
                into = [tables[k] for k in TABLES.get(kind, ()) if k in tables and id in tables[k].printed]
                if not into:
                    problems.append(f"names.toml: unknown {kind} in {language}: {id}")
                for table in into:
                    table.also(id, names, foreign=True)
    if problems:
        raise DataError(problems)


def add_names_of_letters(tables: dict[str, Table], catalog: Catalog) -> None:
    """What letters in a language call a thing, an order may call it too."""
    for kind in tables:
        for id, entry in catalog.tables.get(f"name.{kind}", {}).items():
            forms = {"name": entry} if isinstance(entry, str) else entry
            name = forms.get("bare") or forms.get("name")
            for into in (tables[one] for one in TABLES.get(kind, (kind,)) if one in tables):
                if name and id in into.printed:
                    into.also(id, (name,), foreign=True)
