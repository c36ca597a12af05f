"""What moderators and players can use is written down where they look for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.config import PaceSettings
from pbem.games import game_of
from pbem.letters import render
from pbem.moderator.by_mail import COMMANDS
from pbem.post.commands import REQUESTS
from tests.pbem.office import Office

DOCS = Path(__file__).parents[2] / "docs"
MODERATORS = (DOCS / "moderators.md").read_text(encoding="utf-8")
PLAYERS = (DOCS / "players.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PaceSettings.model_fields)
def test_every_setting_of_the_pace_is_documented(name: str) -> None:
    assert f"{name} = " in MODERATORS


@pytest.mark.parametrize("word", COMMANDS)
def test_every_command_of_the_desk_is_documented(word: str) -> None:
    assert f"`{word}`" in MODERATORS


NAMES = [name for word in REQUESTS for name in word.in_the_help]


@pytest.mark.parametrize("word", NAMES)
def test_every_request_is_documented(word: str) -> None:
    assert word.partition("_")[0] in PLAYERS


def test_every_request_is_in_the_help(talking: Office) -> None:
    answer = " ".join(talking.write("france", "help", "help press", "help deals", "help time").text.split())
    for word in NAMES:
        assert game_of("his").voice().say("letter", f"usage.{word}") in answer
    assert "There is no help" not in answer


def test_every_request_has_a_handler(talking: Office) -> None:
    for line in (
        "press to all: x",
        "deals",
        "ready",
        "extend 1h",
        "vacation",
        "back",
        "substitute",
        "resign",
    ):
        answer = talking.write("france", line)
        assert "Line 1" not in answer.text, line


def test_help_pages_fit_the_page() -> None:
    for topic in ("press", "deals", "time"):
        page = render.help_page(topic, "en")
        assert page is not None
        assert max(map(len, page.splitlines())) <= 72, topic
