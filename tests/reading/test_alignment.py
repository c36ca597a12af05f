"""The benchmark, read by alignment: nothing foreign is obeyed, nothing of the player's is lost."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbem.channels.mail.align import align, answered_by_text
from pbem.channels.mail.letter import read_letter
from pbem.channels.mail.ours import documents
from pbem.channels.mail.rows import MOST_ROWS, Row, text_rows
from pbem.channels.mail.write import as_sent
from pbem.channels.written import Aligned, Caution, Kind, Line, SentText
from pbem.store.tables import LabelRow, OutgoingRow
from tests.pbem.test_letter_corpus import EXPECTED, HOSTILE, LARGEST, LETTERS, USUAL
from tests.reading import runner
from tests.reading.make_letters import CONTENTS, Letter, all_letters
from tests.reading.mutate import mutate
from tests.reading.nasty import nasty_letters
from tests.reading.runner import Tally, read_by_alignment

MUTATIONS = 150
MOST_SECONDS = 4.0
"""Of the processor, for the worst letter, on a slow machine; a usual one takes a few thousandths."""
SLOW = ("nothing but lines", "heads", "fields", "old letters", "wrapped lines", "styles", "press")
"""Of the hostile letters, those with the most rows."""
ANSWERS = ("pass", "none", "end", "decline", "yes", "no", "declare war on Papacy", "control Pressburg")
PLACES = 8
PARTS_DIFFER = ("related_in_alternative",)
"""Its text has other orders than its HTML: the older reading took the text, now its writer is asked."""


def own(aligned: Aligned) -> list[Line]:
    return [line for line in aligned.lines if line.kind is Kind.OWN and line.certain]


@pytest.fixture(scope="module")
def corpus() -> list[Letter]:
    return list(all_letters())


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


def test_a_question_that_is_asked_twice_is_not_guessed() -> None:
    """Of a letter to two powers only the question is left, which both were asked: nobody can tell which."""
    text = "> Spring begins: do you play a card before anybody deploys?\n\npass\n"
    for above, certain in (("", False), ("> YOUR DECISION, PROTESTANT\n>\n", True)):
        letter = read_letter(f"From: ed@example.org\n\n{above}{text}".encode())
        (line,) = own(align(letter, [runner.sent("two-powers")]))
        assert line.under is not None
        assert line.under.certain == certain
        assert not certain or line.under.heading.casefold() == "your decision, protestant"


@pytest.mark.parametrize("name", CONTENTS)
def test_an_answer_is_found_wherever_it_stands(name: str) -> None:
    """Between any two lines of our letter, as text or as HTML reads, with marks and without.

    Even if it is word for word one of our choices: then one of the two lines is the player's.
    """
    ours = runner.sent(name)
    empty = read_letter(b"From: somebody@example.org\n\n")
    for number, document in enumerate(documents(ours)):
        lines = [line.text for line in document.lines] if number == 0 else ours.text.split("\n")
        choices = [line.text for line in document.lines if line.text in ANSWERS] or list(ANSWERS[:1])
        for mark, head in (
            ("> ", "On 17.11.26, Moderator wrote:"),
            ("", "From: Moderator\nSent: x\nTo: y\n"),
        ):
            for at in range(number, len(lines) + 1, len(lines) // PLACES + 1):
                answer = ("zebra crossing", choices[at % len(choices)])[at % 2]
                rows = [mark + line for line in lines]
                rows[at:at] = ["", answer, ""]
                letter = replace(empty, text=text_rows("\n".join([head, *rows])))
                found = [line.text.rstrip(".") for line in own(align(letter, [ours]))]
                assert found == [answer], (name, at, mark)


GERMAN = """\
---- Antwort bitte über diese Zeile schreiben ----

DEINE ENTSCHEIDUNG, FRANKREICH -----------------------------------------

  Wem erklärst du den Krieg? Das kostet für Österreich 3 CP, für Böhmen 2 CP und
  für die Übrigen 1 CP.

  Mögliche Befehle:

    keinem
    Krieg erklären: Österreich

------------------------------------------------------------------------
Zum Antworten einfach oben schreiben, ein Befehl je Zeile.
"""


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "us-ascii", "koi8-r"])
@pytest.mark.parametrize("mark", ["> ", "", "| "])
def test_letters_with_umlauts_that_get_lost_on_the_way(charset: str, mark: str) -> None:
    ours = SentText(GERMAN, sender="Spielleitung <gm@example.org>", subject="[sommer] Frankreich ist am Zug")
    old = "".join(f"{mark}{row}\n" for row in GERMAN.split("\n"))
    body = f"keinem\n\nAm 17.11.26 schrieb Spielleitung <gm@example.org>:\n{old}"
    head = f"From: fran@example.org\nContent-Type: text/plain; charset={charset}\n\n"
    letter = read_letter(head.encode() + body.encode(charset, "replace"))
    assert [line.text for line in own(align(letter, [ours]))] == ["keinem"]


def test_a_choice_that_ends_with_the_number_of_a_ruler_is_no_sentence_of_ours() -> None:
    """`Rudolf II.` ends like a sentence in German; copied alone, it is the player's order all the same."""
    order = "Vorschlag Protestanten: Verlobung Louise von Coligny und Rudolf II."
    ours = SentText(GERMAN.replace("Krieg erklären: Österreich", order), subject="[sommer] Reich")
    letter = read_letter(f"From: fran@example.org\n\n{order}\n".encode())
    assert [line.text for line in own(align(letter, [ours]))] == [order]


def test_a_letter_of_the_outbox_is_known_again() -> None:
    stored = OutgoingRow(
        message_id="<a.1@example.org>",
        kind="letter",
        recipient="fran@example.org",
        subject="[sommer] Frankreich ist am Zug",
        text=GERMAN,
        created_at=datetime(2026, 11, 17, 3, 48, tzinfo=UTC),
        next_try=datetime(2026, 11, 17, 3, 48, tzinfo=UTC),
    )
    stored.labelled = LabelRow(message_id=stored.message_id, data={"From": "Spielleitung <gm@example.org>"})
    raw = f"From: fran@example.org\n\n17-11-2026 kl. 04:48 skrev Spielleitung:\n{GERMAN}\nkeinem\n"
    (line,) = own(align(read_letter(raw.encode()), [as_sent(stored)]))
    assert line.text == "keinem"
    assert line.under is not None


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
        assert Caution.PARTS_DIFFER in aligned.warnings
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
