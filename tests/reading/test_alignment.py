"""The benchmark, read by alignment: nothing foreign is obeyed, nothing of the player's is lost."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from pbem.channels.mail.align import align, answered_by_text
from pbem.channels.mail.aligned import Aligned, Kind, Line, Warning
from pbem.channels.mail.letter import read_letter
from pbem.channels.mail.rows import MOST_ROWS, Row
from tests.pbem.test_letter_corpus import EXPECTED, HOSTILE, LARGEST, LETTERS, USUAL
from tests.reading import runner
from tests.reading.make_letters import CONTENTS, Letter, letters
from tests.reading.mutate import mutate
from tests.reading.nasty import nasty_letters
from tests.reading.runner import Tally, read_by_alignment

MUTATIONS = 150
MOST_SECONDS = 2.0
"""Of the processor, for the worst letter; a usual one takes a few thousandths."""
SLOW = ("nothing but lines", "heads", "fields", "old letters", "wrapped lines", "styles", "press")
"""Of the hostile letters, those with the most rows."""
PARTS_DIFFER = ("related_in_alternative",)
"""Its text has other orders than its HTML: the older reading took the text, now its writer is asked."""


def own(aligned: Aligned) -> list[Line]:
    return [line for line in aligned.lines if line.kind is Kind.OWN and line.certain]


@pytest.fixture(scope="module")
def corpus() -> list[Letter]:
    return list(letters())


def check(tally: Tally) -> None:
    assert tally.obeyed == []
    assert tally.lost == []
    assert tally.taken == []
    assert tally.warned == []


def test_every_letter(corpus: list[Letter]) -> None:
    tally = Tally()
    for letter in corpus:
        tally.add(letter)
    check(tally)
    assert len(tally.other) < len(corpus) // 20
    assert tally.inline > 190
    assert tally.misplaced == []


def test_letters_as_programs_and_servers_change_them(corpus: list[Letter]) -> None:
    tally = Tally()
    for seed in range(MUTATIONS):
        tally.add(mutate(corpus[7 * seed % len(corpus)], seed))
    check(tally)


@pytest.mark.parametrize("letter", nasty_letters(), ids=lambda letter: letter.name)
def test_traps(letter: Letter) -> None:
    tally = Tally()
    tally.add(letter)
    check(tally)


def test_answers_to_two_powers_stand_under_their_questions(corpus: list[Letter]) -> None:
    some = [letter for letter in corpus if letter.name.endswith(".two-powers.inline")]
    assert len(some) > 10
    for letter in some:
        _, aligned = read_by_alignment(letter.raw, letter.expected)
        powers = [line.under.heading.casefold() for line in own(aligned) if line.under]
        assert powers == ["your decision, england", "your decision, protestant"], letter.name


def test_the_letter_that_is_answered_is_found_by_its_text(corpus: list[Letter]) -> None:
    every = [runner.sent(name) for name in CONTENTS]
    for letter in corpus[::23]:
        parsed = read_letter(letter.raw)
        right = runner.sent(letter.expected["answers"])
        if align(parsed, [right]).ours > 20:
            assert answered_by_text(parsed, every)[0] == right, letter.name


# ---- Without a letter of ours


def test_letters_are_read_the_same_where_no_letter_of_ours_is_known() -> None:
    """All of `tests/letters`: two signs must do."""
    for name, expected in EXPECTED.items():
        if "by" in expected or "count" in expected or name in PARTS_DIFFER:
            continue
        aligned = align(read_letter((LETTERS / f"{name}.eml").read_bytes()), ())
        wanted = expected.get("lines", USUAL + expected.get("also", []))
        assert [line.text for line in own(aligned)] == wanted, name


def test_of_parts_that_differ_nothing_acts() -> None:
    for name in PARTS_DIFFER:
        aligned = align(read_letter((LETTERS / f"{name}.eml").read_bytes()), ())
        assert Warning.PARTS_DIFFER in aligned.warnings
        assert own(aligned) == []


# ---- Nothing may keep the program busy


@pytest.mark.parametrize("name", SLOW)
def test_hostile_letters_are_aligned_quickly(name: str) -> None:
    letter = read_letter(HOSTILE[name]()[: LARGEST + 1])
    began = time.process_time()
    align(letter, [runner.sent(name) for name in ("war", "impulse", "report")])
    assert time.process_time() - began < MOST_SECONDS


def _ours_again(seed: str) -> list[Row]:
    words = " ".join(runner.sent("war").text.split()).split(" ")
    return [Row(words[n % len(words)], depth=n % 2 if seed == "quoted" else 0) for n in range(MOST_ROWS)]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([Row("none")] * MOST_ROWS, id="one choice, again and again"),
        pytest.param([Row("none", depth=1)] * MOST_ROWS, id="one choice, quoted"),
        pytest.param(_ours_again(""), id="our words one by one"),
        pytest.param(_ours_again("quoted"), id="every other one quoted"),
        pytest.param([Row("From: a@b.c"), Row("To: 2026"), Row("")] * (MOST_ROWS // 3), id="heads"),
        pytest.param([Row("none " * 50, cells=tuple(range(5, 250, 5)))] * MOST_ROWS, id="cells"),
        pytest.param([Row("a " * 8_000)] * 30, id="long rows"),
        pytest.param([Row("press to all: a"), Row("> a")] * (MOST_ROWS // 2), id="press"),
    ],
)
def test_hostile_rows_are_aligned_quickly(rows: list[Row]) -> None:
    letter = replace(read_letter(b"From: a@b.c\n\n"), text=tuple(rows), html=tuple(rows))
    began = time.process_time()
    align(letter, [runner.sent(name) for name in ("war", "impulse", "report")])
    assert time.process_time() - began < MOST_SECONDS
