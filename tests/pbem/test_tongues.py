"""The beginning of a game of each title in all its languages by mail; the whole is `make tongues`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import game_of
from pbem.language.catalog import catalog_of
from tests.tongues import run

LETTERS = 60
LEAST_TOLD = 0.9
TITLE = game_of("his")


@pytest.mark.parametrize("game", ["his", "vq"])
def test_a_game_in_all_languages_is_the_game_in_english(tmp_path: Path, game: str) -> None:
    mixed, found = run(tmp_path, 1, "tournament", lambda progress: progress.letters >= LETTERS, game)
    assert found.problems == []
    assert set(mixed.language.values()) == set(game_of(game).languages)
    assert len(mixed.log) > 5
    for language, samples in found.samples.items():
        assert language == "en" or found.told[language] / samples > LEAST_TOLD, found.untold


def test_every_language_names_what_standing_orders_are_about() -> None:
    """A name that a language lacks would be told by its English id, which no other test sees."""
    for kind in ("name.subject", "name.doing"):
        tables = {language: catalog_of(TITLE.messages, language).tables[kind] for language in TITLE.languages}
        known = {key for table in tables.values() for key in table}
        missing = {
            language: sorted(known - set(table)) for language, table in tables.items() if language != "en"
        }
        assert not any(missing.values()), missing
