"""What can be used is written down: commands, checks, settings, words that players may send."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from pbem.cli import app
from pbem.config import MailSettings, Settings, TimeSettings
from pbem.play.plan import REPORTS
from pbem.play.windows import POLICIES
from pbem.post.checks import CHECKS
from pbem.post.commands.commands import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
MODERATORS = (DOCS / "moderators.md").read_text(encoding="utf-8")
PLAYERS = (DOCS / "players.md").read_text(encoding="utf-8")


def test_every_command_is_documented() -> None:
    group = typer.main.get_command(app)
    names = [name for name in group.commands if name != "cases"]  # type: ignore[attr-defined]
    assert [name for name in names if f"pbem {name}" not in MODERATORS] == []


@pytest.mark.parametrize("word", COMMANDS)
def test_every_word_is_documented(word: str) -> None:
    assert word in PLAYERS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_every_check_is_documented(check: object) -> None:
    assert f"`{check.name}`" in MODERATORS  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", [Settings, MailSettings, TimeSettings])
def test_every_setting_is_documented(model: type) -> None:
    names = [name for name in model.model_fields if name not in ("mail", "hours")]  # type: ignore[attr-defined]
    assert [name for name in names if name not in MODERATORS.lower()] == []


def test_every_policy_is_documented() -> None:
    for word in (*POLICIES, *REPORTS):
        assert word in MODERATORS
