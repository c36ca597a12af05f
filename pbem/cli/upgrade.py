"""`pbem upgrade-check`: whether the games of a database go on with the version that is installed here.

A new version is installed beside the old one, asked, and only then put in its place.  Everything is done on a
copy: the database that the old version works with is read once and not touched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer

from pbem.cli.tools import AsJson, counted, print_json, settings_of, show

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pbem.config import Settings
    from pbem.moderator.overview import Overview


@dataclass(frozen=True, slots=True)
class Verdict:
    """What would become of one game."""

    game: str
    goes_on: bool
    told: str


def upgrade_check(
    ctx: typer.Context,
    as_json: AsJson = False,
) -> None:
    """Play every running game again with this version, on a copy.  Fails if one would not go on."""
    from pbem.store.backup import back_up
    from pbem.store.moving import copy_as_it_is

    settings = settings_of(ctx)
    with TemporaryDirectory(prefix="pbem-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        if isinstance(settings.database, Path):
            back_up(settings.database, copy)
        else:
            copy_as_it_is(settings.database, copy)
        verdicts = []
        for verdict in _verdicts(copy, settings):
            verdicts.append(verdict)
            if not as_json:
                show(f"{'goes on' if verdict.goes_on else 'STOPS'}  {verdict.game}: {verdict.told}")
    all_go_on = all(verdict.goes_on for verdict in verdicts)
    if as_json:
        print_json({"all_go_on": all_go_on, "games": verdicts})
    elif all_go_on:
        show(f"All is well: {counted(len(verdicts), 'running game')} would go on with this version.")
    else:
        show("Do not put this version in place of the old one yet: report what you read here, with the log.")
    if not all_go_on:
        raise typer.Exit(1)


def _verdicts(copy: Path, settings: Settings) -> Iterator[Verdict]:
    from pbem.moderator.overview import Overview
    from pbem.store.database import open_database
    from pbem.store.seeds import keys_of

    database = open_database(copy, keys_of(settings))  # the copy, too, is migrated as the original would be
    try:
        overview = Overview(database)
        for name in _running(database):
            yield _verdict(overview, name)
    finally:
        database.dispose()


def _running(database: Engine) -> list[str]:
    from sqlmodel import Session, select

    from pbem.store.tables import GameRow

    with Session(database) as session:
        unfinished = GameRow.status != "over"
        return list(session.exec(select(GameRow.name).where(unfinished).order_by(GameRow.name)))


def _verdict(overview: Overview, name: str) -> Verdict:
    from pbem.errors import PbemError
    from rules.core.errors import RulesError

    try:
        line, _position = overview.view(name)  # what it waits for can be asked
        if line.status == "seating":
            return Verdict(name, True, "not begun")
        played = overview.verify(name)
    except (PbemError, RulesError) as problem:
        return Verdict(name, False, str(problem))
    except Exception as problem:  # a bug of the new version is exactly what is looked for
        return Verdict(name, False, f"{type(problem).__name__}: {problem}")
    waits = f", waiting for {', '.join(line.waiting)}" if line.waiting else ""
    return Verdict(name, True, f"{counted(played.orders, 'order')} played again, all agrees{waits}")
