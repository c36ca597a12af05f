"""Orders in German mean what their English forms mean; an English line is read as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.channels.written import all_own
from pbem.games import game_of
from pbem.language import parse_line, say
from pbem.language.several import expand
from pbem.language.words import tokens
from pbem.play.sitting import Sitting
from pbem.post.commands.word import Moment
from pbem.post.meaning import Meaning
from pbem.post.pieces import pieces_of
from pbem.post.sort import Sorter
from tests.pbem.a_table import NAMES
from tests.pbem.office import Office
from tests.pbem.test_orders_natural import (
    ATTACK,
    ATTACKS,
    ENGLAND,
    FRANCE,
    HAND,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    SPRING,
    at,
)
from tests.pbem.test_standing_mail import FRANCE_MARCHES, begin_at

ROOT = Path(__file__).resolve().parents[2]
TITLE = game_of("his")
WAR = "scenario tournament\nhand england: 31 45\nphase diplomacy"

ORDERS = [
    (HAND, "spiele 31 für BP", "play 31 for cp"),
    (HAND, "spiele 31 als BP", "play 31 for cp"),
    (HAND, "Ich spiele Karte 31 als Befehlspunkte", "play card 31 for cp"),
    (HAND, "spiele 66 als Ereignis", "play 66 as event"),
    (HAND, "Spiele Schlechtes Wetter für BP", "play foul weather for cp"),
    (HAND, "spiele meine Heimatkarte für BP", "play my home card for cp"),
    (HAND, "passe", "pass"),
    (HAND, "ich passe", "pass"),
    (HAND, "weiter", "pass"),
    (OTTOMAN, "ziehe Süleyman, 6 Reguläre, 2 Kavallerie von Buda nach Pressburg",
     "move suleiman, 6 regulars, 2 cavalry from buda to pressburg"),
    (OTTOMAN, "ziehe Süleyman und alle nach Pressburg", "move suleiman and all to pressburg"),
    (OTTOMAN, "ziehe alle von Buda nach Pressburg", "move all from buda to pressburg"),
    (OTTOMAN, "bewege 3 Regulaere: Buda > Pressburg", "move 3 regulars: buda > pressburg"),
    (OTTOMAN, "Bitte ziehe alle außer 1 Regulären von Buda nach Pressburg",
     "please move all but 1 regular from buda to pressburg"),
    (OTTOMAN, "ziehe 2 Kavallerieeinheiten von Buda nach Szegedin", "move 2 cavalry from buda to szegedin"),
    (OTTOMAN, "marschiere mit Süleyman und 4 Regulären von Buda nach Mohács",
     "march suleiman and 4 regulars from buda to mohacs"),
    (OTTOMAN, "baue Kavallerie in Istanbul", "build cavalry in istanbul"),
    (OTTOMAN, "baue einen Korsaren in Algier", "build a corsair in algiers"),
    (OTTOMAN, "hebe aus Reguläre in Istanbul", "raise regulars in istanbul"),
    (OTTOMAN, "Seebewegung 2 Geschwader: Istanbul > Ägäisches Meer",
     "naval move 2 squadrons: istanbul > aegean sea"),
    (OTTOMAN, "segle alle: Istanbul > Ägäis", "sail all: istanbul > aegean"),
    (OTTOMAN, "ende", "end"),
    (OTTOMAN, "Ende.", "end"),
    (OTTOMAN, "das war alles", "that is all"),
    (OTTOMAN, "fertig", "done"),
    (FRANCE, "ziehe Franz I. und 4 Reguläre nach Dijon", "move francis and 4 regulars to dijon"),
    (FRANCE, "ziehe 3 Reguläre von Paris nach Orléans", "move 3 regulars from paris to orleans"),
    (FRANCE, "baue Söldner in Paris", "build mercenary in paris"),
    (FRANCE, "kaufe Söldner in Paris", "buy mercenary in paris"),
    (FRANCE, "kaufe 2 Söldner in Paris", "buy 2 mercenaries in paris"),
    (FRANCE, "baue Geschwader in Marseille", "build squadron in marseille"),
    (FRANCE, "transportiere 2 Reguläre: Marseille > Golf von Lion",
     "transport 2 regulars: marseille > gulf of lyon"),
    (FRANCE, "Seetransport 2 Reguläre von Marseille nach Golf von Lion",
     "transport 2 regulars from marseille to gulf of lyon"),
    (FRANCE, "Erkundung", "explore"),
    (FRANCE, "gründe Kolonie", "colonize"),
    (ENGLAND, "erobern", "conquer"),
    (ENGLAND, "erkunde", "explore"),
    (ENGLAND, "baue 1 Regulären in London", "build 1 regular in london"),
    (ENGLAND, "ziehe Heinrich VIII. mit 2 Regulären nach York", "move henry viii with 2 regulars to york"),
    (ENGLAND, "übersetze englisch", "translate english"),
    (PAPACY, "baue Petersdom 2", "build st peters 2"),
    (PAPACY, "Petersdom 3", "st peters 3"),
    (PAPACY, "verbrenne Bücher deutsch", "burn books german"),
    (PAPACY, "Disputation deutsch", "debate german"),
    (PAPACY, "kaufe Söldner in Rom", "buy mercenary in rome"),
    (PROTESTANT, "übersetze deutsch", "translate german"),
    (PROTESTANT, "veröffentliche Abhandlung deutsch", "publish treatise german"),
    (PROTESTANT, "Abhandlung französisch", "treatise french"),
    (PROTESTANT, "Disputation französisch", "debate french"),
    (SPRING, "niemand", "nobody"),
    (WAR, "keine", "none"),
    (WAR, "Vorschlag an Frankreich: Allianz", "propose to france: alliance"),
    (WAR, "Allianz mit Frankreich", "alliance with france"),
    (WAR, "Vorschlag an Frankreich: Frieden, gebe 1 Karte", "propose to france: peace, give 1 card"),
]  # fmt: skip
ANSWERS = [
    ((ATTACK, ATTACKS), "fange ab", "intercept"),
    ((ATTACK, ATTACKS), "fange ab mit 3 Regulären von Brüssel", "intercept with 3 regulars from brussels"),
    ((ATTACK, ATTACKS), "ja", "yes"),
    ((ATTACK, ATTACKS), "nein", "no"),
    ((ATTACK, ATTACKS), "nein danke", "no thanks"),
    ((ATTACK, ATTACKS), "lehne ab", "decline"),
    ((ATTACK, ATTACKS), "nicht abfangen", "do not intercept"),
    ((ATTACK, ATTACKS, ("hapsburg", "no")), "vermeide die Schlacht", "avoid battle"),
    ((ATTACK, ATTACKS, ("hapsburg", "no")), "Schlacht vermeiden nach Brüssel", "avoid battle to brussels"),
    ((ATTACK, ATTACKS, ("hapsburg", "no")), "kämpfe", "fight"),
]


def outcome(line: str, sitting: Sitting) -> Any:
    """The orders that a line is read as; or why not."""
    (question, *_) = sitting.waiting().values()
    found = []
    for order in expand(line):
        try:
            answer = parse_line(order, question, sitting.engine.game, NAMES)
        except Exception as problem:
            found.append(getattr(problem, "code", problem))
        else:
            found.append(say(question, answer, NAMES))
    return found


@pytest.mark.parametrize(("position", "german", "english"), ORDERS, ids=lambda value: str(value)[:40])
def test_orders(position: str, german: str, english: str) -> None:
    sitting = at(position)
    assert outcome(TITLE.in_english(german), sitting) == outcome(english, sitting)


@pytest.mark.parametrize(("moment", "german", "english"), ANSWERS, ids=lambda value: str(value)[:40])
def test_answers(moment: tuple[Any, ...], german: str, english: str) -> None:
    assert outcome(TITLE.in_english(german), at(*moment)) == outcome(english, at(*moment))


def test_all_of_them_are_understood() -> None:
    """Two lines that are both not understood would be alike, too."""
    done = [outcome(english, at(position)) for position, _, english in ORDERS]
    done += [outcome(english, at(*moment)) for moment, _, english in ANSWERS]
    assert len(done) >= 60
    assert not [found for found in done if any(word.startswith(("line.", "word.")) for word in found)]


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
