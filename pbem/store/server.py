"""What a connection to PostgreSQL needs.  Only this module wants its driver, which not everybody installs."""

from __future__ import annotations

from typing import Any

from psycopg.types.string import StrDumper


class NoNulls(StrDumper):
    """PostgreSQL takes any character but one in a text, and players can write that one too."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}") if "\0" in obj else obj)


def prepare(connection: Any, _record: Any) -> None:
    connection.adapters.register_dumper(str, NoNulls)
