"""Names in other languages: each is found, none means two things, and a slip is never carried out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from rapidfuzz.distance import OSA

from pbem.channels.mail.reply import own_words
from pbem.errors import OrderProblem
from pbem.games import game_of
from pbem.games.his.names import his_names
from pbem.language.forces import formation
from pbem.language.foreign_names import TABLES, add_other_languages, other_languages
from pbem.language.grammar import ARROW, COLON, name, seq, word
from pbem.language.names import (
    CARD,
    CONQUISTADOR,
    DEBATER,
    EXACT,
    FAITH,
    LANGUAGE,
    LEADER,
    MAJOR,
    NATION,
    NEVER_PREFIX,
    OPTION,
    POWER,
    RULER,
    SEA,
    SPACE,
    UNIT,
    Names,
    Table,
)
from pbem.language.parse import parse_line, readings
from pbem.language.words import key, tokens
from rules import Setup, load_rules
from rules.core.data import DataError
from rules.his.actions import ChooseAction
from rules.his.war.build_actions import BuyMercenary, RaiseRegular

NAMES = game_of("his").names
PRINTED = his_names(load_rules("his").data)
CABOTS = ["cabot_england", "cabot_france", "cabot_hapsburg"]

# ---- Every language


@pytest.mark.parametrize(
    ("kind", "text", "id"),
    [
        (SPACE, "Lontoo", "london"),
        (SPACE, "Roomaan", "rome"),
        (SEA, "Itämeri", "baltic_sea"),
        (POWER, "Unkari-Böömi", "hungary"),
        (MAJOR, "Paavinistuin", "papacy"),
        (LEADER, "Kaarle V", "charles_v"),
        (LEADER, "Henrik 8", "henry_viii"),
        (RULER, "Paavali III", "paul_iii"),
        (CARD, "Kehno sää", "31"),
        (CARD, "Henrik VIII:n kuusi vaimoa", "3"),
        (UNIT, "vakinaisyksikköä", "regulars"),
        (SPACE, "Bécs", "vienna"),
        (SPACE, "Nandorfehervar", "belgrade"),
        (SPACE, "Konstantinápoly", "istanbul"),
        (SEA, "Égei-tenger", "aegean_sea"),
        (MAJOR, "Török birodalom", "ottoman"),
        (LEADER, "V. Károly", "charles_v"),
        (LEADER, "Szulejmán", "suleiman"),
        (DEBATER, "Kálvin", "calvin"),
        (CARD, "VIII. Henrik hat felesége", "3"),
        (UNIT, "kalózhajó", "corsairs"),
        (LANGUAGE, "német", "german"),
        (SEA, "Ärmelkanal", "english_channel"),
        (SEA, "aermelkanal", "english_channel"),
        (MAJOR, "Osmanisches Reich", "ottoman"),
        (NATION, "Malteserorden", "knights_of_st_john"),
        (LEADER, "Herzog von Alba", "duke_of_alva"),
        (UNIT, "Soeldner", "mercenaries"),
        (FAITH, "katholisch", "catholic"),
        (SPACE, "普雷斯堡", "pressburg"),
        (SPACE, "布拉迪斯拉发", "pressburg"),
        (SPACE, "科伦", "coron"),
        (SPACE, "科伦纳", "corunna"),
        (SEA, "第勒尼安海", "tyrrhenian_sea"),
        (POWER, "匈/波", "hungary"),
        (MAJOR, "奥斯曼帝国", "ottoman"),
        (LEADER, "安德烈·多里亚", "andrea_doria"),
        (LEADER, "安德烈多里亚", "andrea_doria"),
        (LEADER, "多里亚", "andrea_doria"),
        (DEBATER, "托马索·德·比奥·加耶当", "cajetan"),
        (CONQUISTADOR, "科尔特斯", "cortez"),
        (CARD, "马基雅维利的《君主论》", "40"),
        (UNIT, "雇佣军", "mercenaries"),
        (OPTION, "五大湖", "great_lakes"),
        (SPACE, "Genève", "geneva"),
        (SPACE, "Praha", "prague"),
        (SPACE, "Wrocław", "breslau"),
        (SEA, "La Manche", "english_channel"),
        (LEADER, "Barberousse", "barbarossa"),
    ],
)
def test_found(kind: str, text: str, id: str) -> None:
    assert NAMES.find(kind, text) == id


@pytest.mark.parametrize("language", sorted(other_languages("his")))
def test_every_name_of_a_language_is_found(language: str) -> None:
    for kind, things in other_languages("his")[language].items():
        for id, names in things.items():
            for table in (table for table in TABLES[kind] if id in NAMES.tables[table].printed):
                for text in names:
                    run = NAMES.run(table, tokens(text))
                    fits, unsure = NAMES.fits(table, run)
                    if id in CABOTS:
                        assert (fits, unsure) == ([], CABOTS), text
                    else:
                        assert (fits[0].id, fits[0].length, fits[0].cost) == (id, len(run), EXACT), text


@pytest.mark.parametrize("language", game_of("his").languages[1:])
def test_what_letters_call_a_thing_is_found(language: str) -> None:
    voice = game_of("his").voice(language)
    for kind, table in NAMES.tables.items():
        for id in table.printed:
            name = voice.name(kind, id, "title" if kind == CARD else "bare")
            assert id in CABOTS or NAMES.find(kind, name) == id, name


@pytest.mark.parametrize("kind", sorted(NAMES.tables))
def test_no_name_means_two_things(kind: str) -> None:
    """Three counters are called Cabot: they alone must be told apart."""
    for spelling, ids in NAMES.table(kind).spelled.items():
        assert spelling, ids
        assert len(ids) == 1 or list(ids) == CABOTS, spelling
        if not any(mark in spelling for mark in ":/("):
            found, unsure = NAMES.fits(kind, spelling.split())
            assert [found[0].id] == list(ids) if found else unsure == CABOTS, spelling
        assert spelling not in NEVER_PREFIX, "a word of orders"


@pytest.mark.parametrize("kind", sorted(PRINTED.tables))
def test_other_languages_take_no_beginning_away(kind: str) -> None:
    """`mar` is Marseille, whatever a sea is called in Italian."""
    for printed in PRINTED.table(kind).printed.values():
        for end in range(2, len(printed) + 1):
            before = PRINTED.find(kind, printed[:end])
            assert before is None or NAMES.find(kind, printed[:end]) == before, printed[:end]


def test_chinese_is_not_folded_away() -> None:
    assert key("维也纳") == "维 也 纳"
    assert [token.text for token in tokens("control梅斯")] == ["control", "梅", "斯"]


def test_an_unknown_thing_in_the_file_is_refused() -> None:
    with pytest.raises(DataError, match="unknown space in elvish: rivendell"):
        add_other_languages(
            his_names(load_rules("his").data).tables, {"elvish": {"space": {"rivendell": ["x"]}}}
        )


def test_wide_marks_and_numbers_are_read() -> None:
    (line,) = own_words("move 苏莱曼、４常规军：布达＞普雷斯堡。").lines
    place = name(SPACE)
    order = seq(word("move"), formation(), COLON, place, ARROW, place)
    for written in (line, "move 苏莱曼、４常规军：布达＞普雷斯堡"):
        ((force, start, end),) = readings(written, order, NAMES)
        assert force.leaders == ("suleiman",)
        assert [(wish.count, wish.kind) for wish in force.units] == [(4, "regulars")]
        assert (start, end) == ("buda", "pressburg")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("build 常规军 in 维也纳", RaiseRegular("vienna")),
        ("raise a palkkasoturi in Wien", BuyMercenary("vienna")),
        ("buy Söldner in Bécs", BuyMercenary("vienna")),
    ],
)
def test_units_to_build(line: str, answer: object) -> None:
    game = load_rules("his").new_game(Setup("his", "1517"), "orders")
    assert parse_line(line, ChooseAction("hapsburg", 5), game, NAMES) == answer


def test_a_unit_of_another_language_is_not_shortened_where_it_is_built() -> None:
    """`mer` is a mercenary, though pirates are merirosvot in Finnish."""
    game = load_rules("his").new_game(Setup("his", "1517"), "orders")
    with pytest.raises(OrderProblem):
        parse_line("build meri in istanbul", ChooseAction("ottoman", 5), game, NAMES)


def test_press_stays_as_it_is_written() -> None:
    assert own_words("press to all：你好，世界。").lines == ("press to all：你好，世界。",)


# ---- Slips

CONFUSABLE = {
    ("geneva", "genova"), ("mentz", "metz"), ("sienna", "vienna"), ("tarent", "trent"), ("trient", "triest"),
}  # fmt: skip
"""Whole names of two spaces, one letter apart: each is what it says.  No more of these than need be."""


def test_names_that_one_letter_makes_another() -> None:
    pairs = set()
    for kind in (SPACE, SEA, POWER, LEADER, DEBATER, RULER, CARD):
        spelled = NAMES.table(kind).spelled
        words = [text for text in spelled if text.isascii() and not any(letter.isdigit() for letter in text)]
        for at, one in enumerate(words):
            for other in words[at + 1 :]:
                near = abs(len(one) - len(other)) <= 1 and OSA.distance(one, other, score_cutoff=1) == 1
                if near and spelled[one] != spelled[other]:
                    pairs.add(tuple(sorted((one, other))))
    assert pairs == CONFUSABLE


def slips(text: str, letters: str, chance: random.Random, count: int) -> Iterator[str]:
    """The text with one letter wrong, left out, too much, or two swapped."""
    for _ in range(count):
        at, letter = chance.randrange(len(text)), chance.choice(letters)
        rest = text[at + 1 :]
        wrong = (
            text[:at] + letter + rest,
            text[:at] + rest,
            text[:at] + letter + text[at:],
            text[:at] + rest[:1] + text[at] + rest[1:],
        )
        yield " ".join(chance.choice(wrong).split())


def letters_of(table: Table, text: str) -> str:
    if text.isascii():
        return "abcdefghijklmnopqrstuvwxyz"
    return "".join(sorted({letter for name in table.spelled for letter in name if not letter.isascii()}))


@pytest.mark.parametrize("kind", sorted(NAMES.tables))
def test_a_slip_is_never_something_else(kind: str) -> None:
    """It is the same thing by another name or a beginning, it is another whole name, or it is not found.

    Up to three letters, and from the end of a whole name on, a beginning is a beginning: `zarag`.
    """
    table = NAMES.table(kind)
    chance = random.Random(kind)
    for text, ids in table.spelled.items():
        if len(ids) > 1 or not text.replace(" ", "").isalpha():
            continue
        for slip in slips(text, letters_of(table, text), chance, 12):
            found = NAMES.find(kind, slip)
            whole = slip in table.spelled
            if not whole and len(slip) > 3 and not slip.startswith(text):
                assert found is None or found in ids, f"{text}: {slip} is {found}"


@pytest.mark.parametrize("kind", [SPACE, SEA, POWER, LEADER, DEBATER, CARD])
def test_a_slip_is_proposed(kind: str) -> None:
    table = NAMES.table(kind)
    chance = random.Random(kind)
    for text, ids in table.spelled.items():
        if len(ids) > 1 or not text.isalpha() or len(text) < (4 if text.isascii() else 3) or len(text) > 20:
            continue
        (slip,) = slips(text, letters_of(table, text), chance, 1)
        fits, unsure = NAMES.fits(kind, [slip])
        if not fits and not unsure and slip != text:
            (id,) = ids
            assert NAMES.propose(kind, id) in NAMES.near(kind, [slip]), f"{text}: {slip}"


def test_a_beginning_that_may_be_a_slip_names_both() -> None:
    assert NAMES.find(SPACE, "corunn") == "corunna"
    assert NAMES.fits(SPACE, ["corun"]) == ([], ["corunna", "coron"])
    assert NAMES.find(SPACE, "corun", among=["corunna", "bilbao"]) == "corunna"


def test_a_later_word_does_not_settle_an_unclear_beginning() -> None:
    table = Table("a thing")
    table.add("a", "Stone Bridge")
    table.add("b", "Stony Path")
    table.add("c", "Big Stones")
    found, unsure = Names({"thing": table}).fits("thing", ["ston"])
    assert (found, unsure) == ([], ["a", "b"])
