"""docs/forum.md shows what the console shows: two turns on a forum, by hand."""

from __future__ import annotations

import pytest

from pbem.console.screen import WORDS
from tests.forum_by_hand import BLOCK, LAST_TURN, PAGE, cut, entries, transcripts


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    return transcripts()


@pytest.mark.timeout(600)  # two turns of six people: some 60 seconds of processor time
def test_every_transcript_is_what_the_console_shows(shown: dict[str, str]) -> None:
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert found
    for _, name, wanted, text, _ in found:
        assert text == cut(shown[name], wanted), f"{name}: write it anew with `python -m tests.forum_by_hand`"


def test_two_turns_were_played(shown: dict[str, str]) -> None:
    assert shown["turn"] == str(LAST_TURN + 1)


def test_the_page_shows_every_entry_that_has_a_name() -> None:
    on_the_page = {name for _, name, *_ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))}
    assert on_the_page == {entry.name for entry in entries() if entry.name}


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_on_the_page(word: str) -> None:
    assert f"`{word}" in PAGE.read_text(encoding="utf-8")
