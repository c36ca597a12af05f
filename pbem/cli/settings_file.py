"""Writing the settings file: only what is changed, everything else stays as it was written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pbem import closed
from pbem.errors import SettingsProblem

KEYRING = "pbem"
"""The service in a keyring under which our passwords are."""


def change_settings(path: Path, changes: Mapping[str, Any]) -> None:
    """Write keys like `mail.imap.host` into a TOML file; a value of None takes a key away.

    Comments, order and all other keys stay.  The file is closed to others, and whole at any moment.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import Table

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    except (TOMLKitError, UnicodeError) as problem:
        raise SettingsProblem(f"{path}: {problem}") from None
    for key, value in changes.items():
        *tables, name = key.split(".")
        table: Any = document
        for each in tables:
            if each not in table:
                table[each] = tomlkit.table()
            table = table[each]
            if not isinstance(table, Table):
                raise SettingsProblem(f"{path}: {each} is no table")
        if value is None:
            table.pop(name, None)
        elif name not in table or table[name] != value:
            table[name] = str(value) if isinstance(value, Path) else value
    closed.make_folder(path.absolute().parent)
    beside = path.with_name(f".{path.name}.new")
    closed.write_text(beside, tomlkit.dumps(document))
    os.replace(beside, path)


def has_keyring() -> bool:
    """Whether this machine has a keyring that can keep a secret."""
    try:
        keyring = import_module("keyring")
        return float(keyring.get_keyring().priority) > 0
    except Exception:  # no library, or no keyring that works
        return False


def keep_password(path: Path, user: str, password: str, *, keyring: bool) -> dict[str, Any]:
    """Put a password where only we read it, apart from the settings; the keys that say where it is."""
    if keyring:
        import_module("keyring").set_password(KEYRING, user, password)
        where: dict[str, Any] = {"password_keyring": KEYRING, "password_file": None}
    else:
        file = path.absolute().with_name(f"{path.stem}.password")
        closed.make_folder(file.parent)
        closed.write_text(file, f"{password}\n")
        where = {"password_keyring": None, "password_file": file}
    return _for_both(where | {"password": None, "oauth2_file": None})


def instead_of_passwords(oauth2_file: Path) -> dict[str, Any]:
    """The keys that say that we log in by OAuth2."""
    nowhere = {"password": None, "password_file": None, "password_keyring": None}
    return _for_both(nowhere | {"oauth2_file": oauth2_file})


def _for_both(where: dict[str, Any]) -> dict[str, Any]:
    return {f"mail.{server}.{key}": value for server in ("imap", "smtp") for key, value in where.items()}
