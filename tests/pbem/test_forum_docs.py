"""docs/forum.md shows what the console shows: two turns on a forum, by hand."""

from __future__ import annotations

import pytest

from pbem.console.screen import WORDS
from tests.forum_by_hand import BLOCK, LAST_TURN, PAGE, transcripts


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    return transcripts()


@pytest.mark.timeout(600)  # two turns of six people: some 15 seconds of processor time
def test_every_transcript_is_what_the_console_shows(shown: dict[str, str]) -> None:
    found = {name: text for _, name, text, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))}
    assert found.keys() == shown.keys() - {"count"}
    for name, text in found.items():
        assert text == shown[name], f"{name}: write it anew with `python -m tests.forum_by_hand`"


def test_two_turns_were_played(shown: dict[str, str]) -> None:
    assert f"Turn {LAST_TURN + 1}" in shown["end"]


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_on_the_page(word: str) -> None:
    assert f"`{word}" in PAGE.read_text(encoding="utf-8")
