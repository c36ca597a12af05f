"""Orders in German mean what their English forms mean; an English line is read as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.channels.written import all_own
from pbem.games import game_of
from pbem.language.words import tokens
from pbem.post.commands.word import Moment
from pbem.post.meaning import Meaning
from pbem.post.pieces import pieces_of
from pbem.post.sort import Sorter
from tests.pbem.office import Office
from tests.pbem.test_standing_mail import FRANCE_MARCHES, begin_at

ROOT = Path(__file__).resolve().parents[2]
TITLE = game_of("his")


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("kontrolliere Metz", "control Metz"),
        ("einverstanden", "agree"),
        ("Angriff auf Wien mit Süleyman", "assault Wien with Süleyman"),
        ("wenn gewonnen: kontrolliere Wien, sonst: Ende", "if won: control Wien, otherwise: end"),
        ("Dauerbefehl: abfangen gegen Frankreich, einmal", "standing: intercept against Frankreich, once"),
        ("Krieg gegen Schottland", "declare war on Schottland"),
        ("nicht bereit", "not ready"),
        ("Entferne Unruhe in Metz", "remove unrest in Metz"),
        ("Piraterie in Ionisches Meer gegen Habsburger", "piracy in Ionisches Meer against Habsburger"),
        # Names stay as they are.
        ("ziehe Moritz von Sachsen nach Leipzig", "move Moritz von Sachsen to Leipzig"),
        ("spiele Katharina von Bora als Ereignis", "play Katharina von Bora as event"),
        ("segle alle: Genua > Golf von Lion", "sail all: Genua > Golf von Lion"),
        # Umlauts in every spelling.
        ("uebersetze deutsch", "translate deutsch"),
        ("u\u0308bersetze deutsch", "translate deutsch"),
    ],
)
def test_words(german: str, english: str) -> None:
    assert TITLE.in_english(german) == english
    assert TITLE.in_english(english) == english


def test_press_stays_as_it_was_written() -> None:
    lines = [
        "Nachricht an Frankreich: Ich passe und du baust mit Söldnern",
        "hapsburg: press to all: Frieden oder Krieg gegen alle",
        "press to england:",
        "1. ja, und nein",
        "end press",
        "passe",
    ]
    read = pieces_of(all_own(lines).lines, in_english=TITLE.in_english)
    sorted_lines = Sorter(Meaning(Moment(talking=True), lambda line: False)).sort(read)
    assert [said.text for said in sorted_lines.said][:3] == [
        "Frankreich:Ich passe und du baust mit Söldnern",
        "all:Frieden oder Krieg gegen alle",
        "england:1. ja, und nein",
    ]
    assert read[-1].text == "pass"


def test_a_letter_in_german(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_at(office, FRANCE_MARCHES, monkeypatch)
    lines = ["Hilfe", "ziehe alle von Lyon nach Genf", "Baue 1 Regulären in Paris", "Ende"]
    answer = office.write("france", *lines)
    assert "NOT DONE" not in answer.text
    assert "HELP" in answer.text
    assert "France moves from Lyon to Geneva: 4 regulars." in answer.text
    assert office.asked() == ["papacy"]


# ---- English stays English


def english_lines() -> list[str]:
    """Orders of rule cases, help pages and the players' guide, and those that tests write."""
    found: list[str] = []
    for path in (ROOT / "tests" / "cases").rglob("*.case"):
        found += [line for line in path.read_text(encoding="utf-8").splitlines() if ":" in line]
    for path in (*(ROOT / "mail_templates" / "help" / "en").glob("*.txt"), ROOT / "docs" / "players.md"):
        found += path.read_text(encoding="utf-8").splitlines()
    natural = (ROOT / "tests" / "pbem" / "test_orders_natural.py").read_text(encoding="utf-8")
    return [line for line in (*found, *natural.splitlines()) if "spiele 31 für BP" not in line]


def test_an_english_line_stays_as_it_is() -> None:
    lines = english_lines()
    assert len(lines) > 5_000
    assert [line for line in lines if TITLE.in_english(line) != line] == []


def test_no_order_word_begins_an_english_name() -> None:
    """`gib` would be Gibraltar."""
    words = {word for word, english in TITLE._order_words.phrases().items() if english and " " not in word}
    for table in TITLE.names.tables.values():
        for name in table.spelled.keys() - table.foreign:
            first = tokens(name)[0].text
            assert not [word for word in words if 3 <= len(word) < len(first) and first.startswith(word)], (
                name
            )


def test_words_in_english_are_read_by_some_grammar() -> None:
    """Nothing becomes a word that becomes another one."""
    for english in TITLE._order_words.phrases().values():
        assert TITLE.in_english(english) == english
