"""Orders in German, Finnish, Hungarian and Chinese by a second hand: read as meant, or not at all."""

from __future__ import annotations

from functools import cache

import pytest

from tests.phrases.run import FOLDER, Book, Figures, measure, read_book

BARS = {
    "german": 0.99, "finnish": 0.97, "hungarian": 0.94, "chinese": 0.98,
    "more-german": 0.99, "more-finnish": 0.95, "more-hungarian": 0.95, "more-chinese": 0.95,
    "more-german-vq": 0.97,
}  # fmt: skip
"""What of each file is read; the lines were written before the words for them were there."""
LEAST_ORDERS, LEAST_TRAPS = 40, 15


@cache
def figures(language: str) -> Figures:
    return measure(lines_of(language))


def lines_of(language: str) -> Book:
    """The lines of a file; all files share their positions."""
    return read_book(FOLDER / "tongues" / f"{name}.toml" for name in ("positions", language))


@pytest.mark.parametrize("language", BARS)
def test_there_are_enough_of_them(language: str) -> None:
    phrases = lines_of(language).phrases
    traps = sum(phrase.trap for phrase in phrases)
    assert len(phrases) - traps >= LEAST_ORDERS
    assert traps >= LEAST_TRAPS or language.endswith("-vq")


@pytest.mark.parametrize(("language", "bar"), BARS.items())
def test_orders_are_read_as_they_are_meant(language: str, bar: float) -> None:
    counts = figures(language).counts
    assert not counts["no canon"]
    assert not counts["misread"], "\n".join(figures(language).failures)
    said = counts.total() - counts["quiet"] - counts["acts"]
    assert (counts["meant"] + counts["asked"]) / said >= bar, "\n".join(figures(language).failures)


@pytest.mark.parametrize("language", BARS)
def test_what_orders_nothing_does_nothing(language: str) -> None:
    """Questions, wishes, denials, the past, conditions that are none, and talk of others."""
    assert not figures(language).counts["acts"], "\n".join(figures(language).failures)
