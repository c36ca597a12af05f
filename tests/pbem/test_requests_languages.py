"""What letters and help tell players to write is read in their own language, and told back in it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.games import game_of
from pbem.games.scenes import scene_called
from pbem.language.catalog import ENGLISH, catalog_of
from pbem.letters import render
from pbem.post.commands.map import without_preposition
from pbem.post.commands.word import Moment
from pbem.post.sort import word_in
from pbem.store.talk_tables import DraftRow
from tests.pbem.office import Office
from tests.pbem.timed import rows, talks_row
from tests.phrases.run import FOLDER, at_position, read_book

NewOffice = Callable[..., Office]
TITLE = game_of("his")
OTHERS = [language for language in TITLE.languages if language != ENGLISH]
SLOT = re.compile(r"[<\[].*", re.DOTALL)
CARDS = re.compile(r"\b(?:24|25|31|38)\b|2[45]|3[18]")
"""Cards that the writer of a standing order must hold."""
QUOTED = re.compile(r"[\"„“”]([^\"„“”]+)[\"“”]")
PLAIN = re.compile(r"[a-z ]+")
NO_REQUESTS = {"placement.some_left", "about.odds"}
"""Where what is quoted names a place, or is a word of the English line."""


def usages(language: str) -> dict[str, list[str]]:
    """How the help writes each request, without what the player puts in."""
    table = catalog_of(TITLE.messages, language).tables["letter"]
    return {
        key: [SLOT.sub("", one).strip() for one in re.split(r", (?!\.)|、", text.split("[[", 1)[0])]
        for key, text in table.items()
        if key.startswith("usage.")
    }


def plain(request: str) -> str:
    return request.lower().strip(" :：").removesuffix(" to")


@pytest.mark.parametrize("language", OTHERS)
def test_requests_are_read_as_the_help_writes_them(language: str) -> None:
    english = usages(ENGLISH)
    for key, written in usages(language).items():
        read = [plain(TITLE.in_english(one, language)) for one in written]
        assert read == [plain(one) for one in english[key]], (key, written)


@pytest.mark.parametrize("language", OTHERS)
def test_what_sentences_say_to_write_is_read(language: str) -> None:
    """Where the English sentence quotes plain requests, the quoted words of the translation say the same."""
    english, own = (catalog_of(TITLE.messages, one).tables for one in (ENGLISH, language))
    tried = 0
    for table, key in [("problem", key) for key in english["problem"]] + [
        ("letter", key) for key in english["letter"]
    ]:
        wanted = QUOTED.findall(english[table][key])
        if not wanted or not all(map(PLAIN.fullmatch, wanted)) or key in NO_REQUESTS or "sign_up" in key:
            continue
        tried += 1
        written = [one.rstrip(",.") for one in QUOTED.findall(own[table][key])]
        assert sorted(TITLE.in_english(one, language) for one in written) == sorted(wanted), (key, written)
    assert tried > 40


@pytest.mark.parametrize("language", OTHERS)
def test_pages_of_help_are_found_by_their_names(language: str) -> None:
    voice = TITLE.voice(language)
    asked = voice.say("letter", "usage.help")
    for topic in render.help_topics():
        if topic != "index":
            line = f"{asked} {voice.say('letter', f'topic.{topic}')}"
            assert TITLE.in_english(line, language) == f"help {topic}", line


@pytest.mark.parametrize("language", OTHERS)
def test_standing_orders_of_the_help_are_taken(new_office: NewOffice, language: str) -> None:
    office = new_office()
    office.begin(languages={"hapsburg": language})
    page = render.help_page("standing", language) or ""
    lines = [line.strip() for line in page.splitlines() if line.startswith("      ")]
    assert len(lines) >= 10
    refused = TITLE.voice(language).say("letter", "receipt.not_done").upper()
    for line in lines:
        if not CARDS.search(line):
            assert refused not in office.write("hapsburg", line).text, line


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("de", "immer in die Festung in Wien", "in die Festung, in Wien."),
        ("de", "Kriege: Krieg gegen Frankreich", "Kriege:\n    Krieg gegen Frankreich\n"),
        ("de", "Dauerbefehl aufheben 7", "    Dauerbefehl aufheben 7\n"),
        ("fi", "talvi: tavallisesti", "talvi:\n    tavallisesti\n"),
        ("fi", "pysyväiskäsky: menetä palkkasoturit, sitten ratsuväki ensin", "ensin palkkasoturit, sitten"),
        ("hu", "béke: béke kérése Franciaország", "béke:\n    béke kérése Franciaország\n"),
        ("zh", "再下一轮次：跳过", "再下一轮次：\n    跳过\n"),
    ],
)
def test_what_is_kept_is_told_in_the_words_of_its_reader(
    new_office: NewOffice, language: str, line: str, told: str
) -> None:
    office = new_office(talks=48)
    office.begin(languages={"hapsburg": language})
    assert told in office.write("hapsburg", line).text


def test_means_have_the_comma_of_the_language() -> None:
    told = {language: TITLE.voice(language).decimal(1.2) for language in TITLE.languages}
    assert told == {"en": "1.2", "de": "1,2", "fi": "1,2", "hu": "1,2", "zh": "1.2"}


# ---- As players write, in everyday letters

IN_FULL = {"german": "de", "finnish": "fi", "hungarian": "hu", "chinese": "zh"}
IN_TALKS = {"ready", "not ready", "agree", "refuse"}
ASKED = [
    (language, phrase.line, frozenset(phrase.means))
    for language in IN_FULL
    for phrase in read_book([FOLDER / "tongues" / f"more-{language}.toml"]).phrases
    if phrase.fate == "request"
]


@pytest.mark.parametrize(("language", "line", "means"), [one for one in ASKED if not one[2] <= IN_TALKS])
def test_what_players_ask_for_is_read(language: str, line: str, means: frozenset[str]) -> None:
    found = word_in(TITLE.in_english(line, IN_FULL[language]), Moment())
    assert found is not None
    word, _, about = next(iter(means)).partition(" ")
    assert found[0].name == word
    if word == "map":
        game = at_position(read_book([FOLDER / "tongues" / "positions.toml"]), "fr-cp").engine.game
        assert scene_called(TITLE, without_preposition(found[1]), game) == scene_called(TITLE, about, game)
    else:
        assert found[1] == about


@pytest.mark.parametrize(("language", "line", "means"), [one for one in ASKED if one[2] <= IN_TALKS])
def test_what_players_answer_in_talks_is_read(
    talking: Office, language: str, line: str, means: frozenset[str]
) -> None:
    talking.write("france", f"language {language}")
    if "not ready" in means:
        talking.write("france", "ready")
    talking.write("hapsburg", "propose to france: alliance")
    offer = talking.outbox("france")[-1]
    answer = talking.write("france", line, In_Reply_To=offer.message_id)
    assert ("france" in talks_row(talking).ready) == ("ready" in means), answer.text
    status = "agreed" if "agree" in means else "refused" if "refuse" in means else "offered"
    assert [draft.status for draft in rows(talking, DraftRow)] == [status], answer.text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("german", "Fast fertig"),
        ("german", "Wenn der Papst zustimmt, bin ich fertig."),
        ("german", "Fertig? Nein."),
        ("finnish", "En vielä ole valmis"),
        ("finnish", "Melkein valmis"),
        ("hungarian", "Holnap kész vagyok"),
        ("hungarian", "Ha a pápa elfogadja, kész vagyok."),
        ("chinese", "快准备好了"),
        ("chinese", "明天准备好"),
    ],
)
def test_who_may_not_be_ready_is_not(talking: Office, language: str, line: str) -> None:
    talking.write("france", f"language {language}")
    answer = talking.write("france", line)
    assert "france" not in talks_row(talking).ready, answer.text
