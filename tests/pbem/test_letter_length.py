"""Letters of a game between bots, measured: no line too wide, half of them short, little said twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median

import pytest
from sqlmodel import col, select

from pbem.demo.demo import Demo, Plan
from pbem.letters.render import WIDTH
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office
from tests.pbem.timed import everybody_ready

LETTERS = 150
MEDIAN = 45
SAID_TWICE = 0.2
"""Of the lines in sections: orders that can be given again and prompts are."""


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> list[OutgoingRow]:
    """The first letters of a game; reports are another matter."""
    folder: Path = tmp_path_factory.mktemp("demo")
    demo = Demo.new(folder / "game", Plan(seed=1, suggestions=True))
    asyncio.run(demo.play(lambda progress: None, until=lambda progress: progress.letters >= LETTERS))
    with UnitOfWork(demo.database) as work:
        rows = work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))).all()
    return [row for row in rows if row.kind != "report"]


def told(text: str) -> list[str]:
    """The lines of a letter's sections, without headings and furniture."""
    lines = text.splitlines()
    rules = [at for at, line in enumerate(lines) if len(line) == WIDTH and set(line) <= {"=", "-"}]
    inner = lines[rules[0] + 1 : rules[-1]]
    return [line for line in inner if line.startswith("  ")]


def test_no_line_is_too_wide(letters: list[OutgoingRow]) -> None:
    wide = [
        line
        for letter in letters
        for line in letter.text.splitlines()
        if len(line) > WIDTH and not line.startswith("    ")
    ]
    assert wide == []


def test_a_players_own_long_line_is_broken(talking: Office) -> None:
    """A line that a letter of ours repeats was as wide as it had been typed."""
    everybody_ready(talking)
    while talking.engine().game.phase != "action":
        talking.play_silently(1)
    line = "I would like to play my home card, the famous Janissaries, for the command points"
    told = talking.write("ottoman", line).text
    assert "DONE" in told
    assert all(len(one) <= WIDTH for one in told.splitlines())


def test_half_of_the_letters_are_short(letters: list[OutgoingRow]) -> None:
    lengths = [len(letter.text.splitlines()) for letter in letters]
    assert median(lengths) < MEDIAN


def test_little_is_said_twice(letters: list[OutgoingRow]) -> None:
    last: dict[str, set[str]] = {}
    again = every = 0
    for letter in letters:
        lines = told(letter.text)
        if letter.recipient in last:
            again += sum(line in last[letter.recipient] for line in lines)
            every += len(lines)
        last[letter.recipient] = set(lines)
    assert again < SAID_TWICE * every, f"{again} of {every}"


def test_what_is_left_out_can_be_had(letters: list[OutgoingRow]) -> None:
    """A letter without the hand names the word that brings it."""
    asked = [letter.text for letter in letters if letter.asked is not None]
    assert asked
    for text in asked:
        assert "YOUR HAND" in text or "): hand" in text
        assert "THE POWERS" in text or "status" in text.rpartition("Left out")[2]


def test_near_you_has_ten_lines_at_most(letters: list[OutgoingRow]) -> None:
    found = 0
    for letter in letters:
        _, heading, rest = letter.text.partition("NEAR YOU")
        if heading:
            section = rest.partition("\n\n")[2].partition("\n\n")[0]
            assert len(section.splitlines()) <= 10
            found += 1
    assert found
