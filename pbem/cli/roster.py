"""A game in one file, for `pbem new --from`: who plays what, by which rules and at which pace."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from pbem.config import PaceSettings, Section, Settings, TimeSettings
from pbem.errors import SettingsProblem
from pbem.play.plan import GamePlan


class SeatEntry(Section):
    """Somebody who has a seat; without powers an observer."""

    powers: tuple[str, ...] = ()
    name: str = ""
    address: str
    language: str = ""


class Roster(Section):
    """What `pbem new` can be told, by the same names."""

    name: str = ""
    """Empty: that of the file."""
    game: str = ""
    scenario: str = ""
    windows: str = ""
    reports: str = ""
    language: str = ""
    plain: bool = False
    options: dict[str, str | int] = Field(default_factory=dict)
    pace: dict[str, Any] = Field(default_factory=dict)
    """What `[hours]` and `[pace]` have in the settings."""
    seats: tuple[SeatEntry, ...] = Field(default=(), min_length=1)

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The options as a game keeps them."""
        return tuple((name, str(value)) for name, value in self.options.items())


PACE = TimeSettings.model_fields.keys() | PaceSettings.model_fields.keys()


def read_roster(path: Path) -> Roster:
    """Read the file; a problem names everything that is wrong."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        roster = Roster.model_validate({"name": path.stem, **told})
    except ValidationError as problem:
        wrong = [f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in problem.errors()]
        raise SettingsProblem("\n".join([f"{path}:", *wrong])) from None
    except ValueError as problem:  # neither TOML nor UTF-8
        raise SettingsProblem(f"{path}: {problem}") from None
    if unknown := sorted(roster.pace.keys() - PACE):
        raise SettingsProblem(
            f"{path}: the pace has no {', '.join(unknown)}; it has {', '.join(sorted(PACE))}"
        )
    return roster


def first_letters(plan: GamePlan, settings: Settings) -> list[tuple[str, str, str]]:
    """What everybody would get when the game starts: whom it goes to, subject, text.

    It is started in a database of its own, which is thrown away: the cards are those of another deal.
    """
    from sqlmodel import col, select

    from pbem.post.service import Moderator
    from pbem.store.database import open_database
    from pbem.store.tables import OutgoingRow
    from pbem.store.unit_of_work import UnitOfWork

    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        database = open_database(Path(folder) / "dry.sqlite3")
        try:
            moderator = Moderator(database, settings)
            moderator.create_game(plan)
            moderator.start_game(plan.name)
            with UnitOfWork(database) as work:
                rows = work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))).all()
                return [(row.recipient, row.subject, row.text) for row in rows]
        finally:
            database.dispose()
