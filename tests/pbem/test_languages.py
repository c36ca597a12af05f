"""Each reader gets letters in a language of his own, and not a word of another one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.channels.mail.html_text import html_to_text
from pbem.channels.mail.reply import own_words
from pbem.channels.mail.write import compose
from pbem.cli import app
from pbem.games import game_of
from pbem.language import say
from pbem.language.catalog import ENGLISH, catalog_of, own_name
from pbem.language.completeness import languages
from pbem.language.voice import OPTIONAL, SLOT
from pbem.letters import render
from pbem.moderator.archive import export_game, import_game
from pbem.moderator.deeds import ModeratorDeeds
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import beginning
from tests.pbem.decision_letters import LAST
from tests.pbem.golden_letters import (
    DECISIONS_FOLDER,
    ENGLISH_FOLDER,
    FOLDER,
    decisions,
    english_letters,
    golden_letters,
)
from tests.pbem.office import GAME, Office, plan
from tests.pbem.timed import POWERS, seat_row

GERMAN = "de"
TITLE = game_of("his")
NewOffice = Callable[..., Office]


def desk(office: Office, work: UnitOfWork) -> ModeratorDeeds:
    return ModeratorDeeds(work.at(office.settings, office.clock.now()))


# ---- Whose language it is


def test_a_player_chooses_when_the_game_is_made(tmp_path: Path) -> None:
    seats = [f"--seat={power}={power}@example.test" for power in POWERS[1:]]
    words = ["new", "summer", "--seat", "ottoman=Süleyman <turk@example.test>; german", *seats]
    database = {"PBEM_DATABASE": str(tmp_path / "pbem.sqlite3")}
    assert CliRunner().invoke(app, [*words, "--language", "deutsch"], env=database).exit_code == 0
    result = CliRunner().invoke(app, ["new", "other", *words[2:], "--language", "xx"], env=database)
    assert result.exit_code == 1
    assert (
        f'there are no letters in the language "xx"; there is {", ".join(TITLE.languages)}' in result.output
    )


def test_everybody_else_has_the_language_of_the_game(office: Office) -> None:
    office.begin(language=GERMAN, languages={"france": ENGLISH}, observers=1)
    assert [seat_row(office, power).language for power in ("ottoman", "france")] == [GERMAN, ENGLISH]
    assert office.outbox("observer")[0].subject == "[test] R4 · das Spiel beginnt"
    assert office.outbox("france")[0].subject == "[test] T4 · the game begins"


@pytest.mark.parametrize("line", ["language german", "Language: Deutsch", "sprache deutsch", "language de."])
def test_by_mail_at_any_time(game: Office, line: str) -> None:
    answer = game.write("france", "status", line)
    assert "Ab jetzt bekommst du deine Briefe auf Deutsch." in answer.text
    assert "STAND ---" in answer.text
    assert "Turn 4" not in answer.text
    assert seat_row(game, "france").language == GERMAN
    assert "From now on your letters are in English." in game.write("france", "language english").text


def test_which_languages_there_are(game: Office) -> None:
    answer = " ".join(game.write("france", "language").text.split())
    known = ", ".join(own_name(one) for one in TITLE.languages)
    assert f"Your letters are in English. There are: {known}." in answer
    assert "write for example: language deutsch" in answer
    refused = game.write("france", "language klingon").text
    assert "language klingon" in refused
    assert 'There are no letters in the language "klingon"' in refused
    assert seat_row(game, "france").language == ENGLISH


def test_a_language_zone_is_no_language_of_letters(game: Office) -> None:
    assert "LANGUAGE" not in game.write("france", "language zone german is mine").text


def test_a_preview_changes_no_language(game: Office) -> None:
    assert "NOT DONE IN A PREVIEW" in game.write("france", "preview", "language german").text
    assert seat_row(game, "france").language == ENGLISH


def test_observers_and_invited_players_choose_too(office: Office) -> None:
    office.moderator.create_game(plan(observers=1), seed="languages")
    with UnitOfWork(office.database) as work:
        desk(office, work).invite(GAME)
        work.commit()
    assert office.outbox("france")[-1].subject == "[test] you are invited"
    answer = office.write("france", "join", "sprache deutsch")
    assert answer.subject == "[test] dein Brief"
    assert "Der Platz gehört dir." in answer.text
    office.moderator.start_game(GAME, anyway=True)
    assert "bekommst du deine Briefe auf Deutsch" in office.write("observer1", "language german").text


def test_a_substitute_and_a_delegate_begin_with_the_language_of_the_game(game: Office) -> None:
    game.write("france", "language german")
    game.write("england", "language german", "vacation 2026-11-18 to 2026-11-20 with anna@example.org")
    with UnitOfWork(game.database) as work:
        desk(game, work).substitute(GAME, "france", "Sub <sub@example.org>")
        work.commit()
    assert "You take over France" in game.outbox("sub")[0].text
    game.later(48)
    game.moderator.tick()
    assert "You play for England (England)" in " ".join(game.outbox("anna")[0].text.split())
    assert "Deine Abwesenheit hat begonnen." in game.outbox("england")[-1].text
    game.later(72)
    game.moderator.tick()
    assert any("Willkommen zurück" in row.text for row in game.outbox("england"))


def test_it_moves_with_the_game(game: Office, new_office: NewOffice) -> None:
    game.write("france", "language german")
    with UnitOfWork(game.database) as work:
        data = export_game(work.session, GAME)
    elsewhere = new_office()
    with UnitOfWork(elsewhere.database) as work:
        import_game(work.session, data)
        work.commit()
    assert seat_row(elsewhere, "france").language == GERMAN


def test_one_letter_in_all_languages(game: Office) -> None:
    (power, *_) = game.asked()
    game.write(power, "status")
    shown = CliRunner().invoke(
        app, ["letter", "show", "1", "--language", "all"], env={"PBEM_DATABASE": game.place}
    )
    assert shown.exit_code == 0, shown.output
    for language in TITLE.languages:
        assert f"What its seat would read now, in {own_name(language)}:" in shown.output
        assert TITLE.voice(language).say("letter", "question.orders") in shown.output
    refused = CliRunner().invoke(
        app, ["letter", "show", "1", "--language", "xx"], env={"PBEM_DATABASE": game.place}
    )
    assert 'there are no letters in "xx"' in refused.output


# ---- What is said


@pytest.mark.parametrize("language", languages())
def test_a_reply_does_not_say_what_it_quotes(game: Office, language: str) -> None:
    """Not even if the mail program leaves out every mark of a quotation, or our first line."""
    letter = game.write("france", f"language {language}", "status").text
    assert own_words(f"pass\n\n{letter}").lines == ("pass",)
    title = letter.split("\n", 2)[2]
    assert own_words(f"pass\n\n{title}").lines == ("pass",)


@pytest.mark.parametrize("language", languages())
def test_the_first_line_of_our_letters_is_known(language: str) -> None:
    """Below it nothing is read."""
    for line in ("write_above", "question.orders"):
        told = TITLE.voice(language).say("letter", line)
        assert own_words(f"pass\n{told}\nplay 1 for cp").lines == ("pass",), line


def test_times_and_spans() -> None:
    english, german = (TITLE.voice(language) for language in (ENGLISH, GERMAN))
    moment = datetime(2026, 1, 11, 23, 0, tzinfo=UTC)
    assert english.moment(moment) == "Sunday 11 January 2026, 23:00 UTC"
    assert german.moment(moment) == "Sonntag, 11. Januar 2026, 23:00 UTC"
    for span, told in ((timedelta(minutes=90), "90 Minuten"), (timedelta(hours=26), "26 Stunden")):
        assert told in german.say("note", "server_down", span=span)
    assert "3 days" in english.say("note", "server_down", span=timedelta(days=3))


def test_a_report_is_written_once_for_a_language(
    new_office: NewOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = new_office()
    office.begin(languages={"france": GERMAN}, reports="impulse", observers=2)
    written: list[str] = []
    real = render.public_report
    monkeypatch.setattr(
        render, "public_report", lambda report, voice: written.append(voice.language) or real(report, voice)
    )
    while not written:
        office.play_silently(1)
    assert sorted(written) == [GERMAN, ENGLISH]


# ---- Nothing of another language


WORD = re.compile(r"[^\W_]+")


def words_of(texts: Iterable[str]) -> str:
    return f" {' '.join(word for text in texts for word in WORD.findall(text.lower()))} "


SAID = ("event", "refusal", "dice", "question", "summary", "letter", "note", "subject", "problem", "word")
COPIED = (
    "usage.",
    "talks.",
    "press.answer",
    "proposed.answer",
    "vacation.usage",
    "seat.take",
    "deal.answers",
)
"""Phrases that hold lines to copy, which are English in every language."""
ORDERS = (" declare war on ", " rescind excommunication of ")
"""Pieces of sentences that are orders too."""
SHORTEST = 3
"""Words; a shorter piece of a sentence may stand anywhere."""


def phrases(language: str) -> set[str]:
    """What only this language says: the pieces of its sentences between the slots."""
    tables = {name: catalog_of(TITLE.messages, name).tables for name in languages()}
    others = words_of(
        text
        for name in languages()
        if name != language
        for table in SAID
        for text in tables[name].get(table, {}).values()
    )
    found: set[str] = set()
    for table in SAID:
        for key, sentence in tables[language].get(table, {}).items():
            if not key.startswith(COPIED):
                for piece in SLOT.sub("\n", OPTIONAL.sub("\n", sentence)).split("\n"):
                    words = words_of([re.sub(r"[\"„“][^\"„“]*[\"“]", " ", piece)])
                    if len(words.split()) >= SHORTEST and words not in ORDERS and words not in others:
                        found.add(words)
    return found


@pytest.mark.fuzz
def test_no_letter_says_anything_in_another_language(new_office: NewOffice) -> None:
    """One German and five English players, everybody orders something; no phrase is in the wrong letter."""
    office, rng = new_office(), random.Random("languages")
    office.begin(languages={"france": GERMAN}, reports="impulse", observers=1)
    asks = ("help", "status", "map", "orders", "standing", "hand", "history", "deals", "help time", "xyzzy")
    while office.letters_out() < 200:
        power = office.asked()[0]
        engine = office.engine()
        question = engine.question(power)
        line = say(question, question.pick(engine.game, rng.choice), TITLE.names)
        office.write(power, *([] if rng.random() < 0.7 else [rng.choice(asks)]), line)
    forbidden = {GERMAN: phrases(ENGLISH), ENGLISH: phrases(GERMAN)}
    assert all(len(found) > 500 for found in forbidden.values())
    leaks: set[str] = set()
    for row in office.outbox():
        read = words_of([row.subject, row.text, html_to_text(row.html)])
        language = GERMAN if row.recipient.startswith("france") else ENGLISH
        leaks |= {phrase for phrase in forbidden[language] if phrase in read}
    assert not leaks


def test_nobody_sees_in_which_language_somebody_else_reads(
    new_office: NewOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others get the same bytes whether France reads German or English."""
    seen: list[list[bytes]] = []
    for chosen in ({"france": GERMAN}, {}):
        office, tokens = new_office(talks=48), count(1)
        monkeypatch.setattr(beginning, "new_token", lambda tokens=tokens: f"token{next(tokens):011}")
        office.begin(languages=chosen, observers=1, reports="phase")
        office.write("france", "press to all: bonjour", "propose to ottoman: alliance", "extend 24h")
        office.write("ottoman", "agree france 1", "agree extension")
        office.write("france", "vacation 2026-12-20 to 2027-01-02", "windows open", "substitute")
        for power in POWERS:
            office.write(power, "ready")
        office.play_silently(4)
        others = [row for row in office.outbox() if not row.recipient.startswith("france")]
        seen.append([compose(row) for row in others])
    assert seen[0] == seen[1]


# ---- Five letters, word for word


def test_five_german_letters(new_office: NewOffice) -> None:
    """To the one German among English players; `python -m tests.pbem.golden_letters` writes them anew."""
    told = golden_letters(new_office(talks=48))
    assert told.keys() == {path.stem for path in FOLDER.glob("*.txt")}
    for name, text in told.items():
        assert max(map(len, text.splitlines())) <= render.WIDTH, name
        assert text == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name


def test_english_letters_of_each_kind(new_office: NewOffice) -> None:
    told = english_letters(new_office(talks=48))
    assert told.keys() == {path.stem for path in ENGLISH_FOLDER.glob("*.txt")}
    for name, text in told.items():
        assert max(map(len, text.splitlines())) <= render.WIDTH, name
        assert text == (ENGLISH_FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name


def test_a_letter_for_each_kind_of_decision(new_office: NewOffice) -> None:
    """Each says what is asked, what can be ordered, until when, and what silence does."""
    told = decisions(new_office)
    assert told.keys() == {path.stem for path in DECISIONS_FOLDER.glob("*.txt")}
    for name, text in told.items():
        prose = [line for line in text.splitlines() if not line.startswith("    ")]
        assert max(map(len, prose)) <= render.WIDTH, name
        asks = ("YOUR DECISION, ", "You can order:", "  Until ", "Without an answer: ")
        for needed in asks if name != LAST else ("THE END", "The winner: Ottoman"):
            assert needed in text, name
        assert text == (DECISIONS_FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name
