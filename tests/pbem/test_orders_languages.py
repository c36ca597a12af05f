"""Orders in every language: with endings, without spaces, and as letters write them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.games import game_of
from pbem.language import expand, parse_line, say
from pbem.language.catalog import catalog_of
from pbem.language.order_words import OrderWords
from pbem.language.parse import suggestions
from pbem.play.sitting import Sitting
from pbem.play.windows import POLICIES
from rules import Engine, Setup, load_rules
from tests.pbem.a_table import NAMES, letter
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

TITLE = game_of("his")
WRITTEN = [one for one in TITLE.read_languages if catalog_of(TITLE.messages, one).tables.get("told")]
"""Languages in which letters write orders."""
TOLD = [
    (game, scenario, language)
    for game, scenario in (("his", "1517"), ("vq", "campaign"), ("vq", "tournament"))
    for language in game_of(game).read_languages
    if catalog_of(game_of(game).messages, language).tables.get("told")
]
DECISIONS = 120
MOST_SAMPLES = 12
STEPS = 60
LEAST_TOLD = 0.9
"""Of the sample orders, so many are in the language of the letter; the others stay English."""

MOMENTS: dict[str, tuple[Any, ...]] = {
    "hand": (HAND,),
    "ottoman": (OTTOMAN,),
    "france": (FRANCE,),
    "england": (ENGLAND,),
    "papacy": (PAPACY,),
    "protestant": (PROTESTANT,),
    "spring": (SPRING,),
    "talks": ("scenario tournament\nhand england: 31 45\nphase diplomacy",),
    "attack": (ATTACK, ATTACKS),
    "battle": (ATTACK, ATTACKS, ("hapsburg", "no")),
}
FILE = Path(__file__).with_name("orders_in_languages.txt")


def lines_in_languages() -> Iterator[tuple[str, str, str, str]]:
    """The language of a line, when it is written, the line, and the same in English."""
    language = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif "|" in line:
            moment, own, english = (part.strip() for part in line.split("|"))
            yield language, moment, own, english


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


@pytest.mark.parametrize(
    ("language", "moment", "own", "english"), list(lines_in_languages()), ids=lambda value: str(value)[:40]
)
def test_orders(language: str, moment: str, own: str, english: str) -> None:
    sitting = at(*MOMENTS[moment])
    expected = outcome(english, sitting)
    assert not [word for word in expected if word.startswith(("line.", "word."))]
    assert outcome(TITLE.in_english(own, language), sitting) == expected
    if language == "de":  # it is read whatever the language of the letters
        assert outcome(TITLE.in_english(own), sitting) == expected


CHINESE_UNSURE = [
    # Too little or too much is said, or something that nothing knows.
    (OTTOMAN, "移动部队"),
    (OTTOMAN, "向普雷斯堡移动苏莱曼也许"),
    (OTTOMAN, "移动全部，一个常规军除外，从布达至普雷斯堡"),
    (OTTOMAN, "不要移动苏莱曼至普雷斯堡"),
    (OTTOMAN, "如果可以，移动苏莱曼至普雷斯堡"),
    (HAND, "打出一张牌"),
    (HAND, "不打出31作为CP"),
]


@pytest.mark.parametrize(("position", "chinese"), CHINESE_UNSURE, ids=lambda value: str(value)[:40])
def test_what_is_not_sure_in_chinese_is_asked_back(position: str, chinese: str) -> None:
    sitting = at(position)
    (power, *_) = sitting.waiting()
    letter(sitting, power, TITLE.in_english(chinese, "zh"))
    assert sitting.failed is not None
    assert sitting.steps == []


def test_no_chinese_phrase_swallows_the_beginning_of_a_place() -> None:
    """`从不` must not be a word for never: Bremen is 不来梅, and 从 is `from`."""
    tables = catalog_of(TITLE.messages, "zh").tables
    phrases = {phrase for phrase in tables["order"] if "\u4e00" <= phrase[0] <= "\u9fff"}
    places = {str(name) for kind in ("space", "sea") for name in tables[f"name.{kind}"].values()}
    swallowed = [
        (phrase, place)
        for phrase in phrases
        for at in range(1, len(phrase))
        for place in places
        if phrase[:at] in phrases
        and place.startswith(phrase[at:])
        and place != phrase[at:]
        and tables["order"][phrase[:at]] in ("in", "to", "from", "against", "via")
    ]
    assert swallowed == []


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("向法兰西宣战", "declare war on 法兰西"),
        ("宣战 法兰西", "declare war on 法兰西"),
        ("如果获胜：控制普雷斯堡，否则：结束", "if won：control 普雷斯堡，otherwise：end"),
        ("如果获胜：在布达组建骑兵", "if won：build cavalry in 布达"),
        ("常设指令：拦截对抗法兰西，一次", "standing：intercept against 法兰西，once"),
        (
            "常设指令：避战至林茨或格拉茨如果兵力劣势",
            "standing：avoid battle to 林茨 or 格拉茨 if outnumbered",
        ),
        ("下一轮次：跳过", "next impulse：pass"),
        ("除非奥斯曼进入维也纳", "unless 奥斯曼 enters 维也纳"),
        ("如果与法兰西交战", "if at war with 法兰西"),
        ("移动全部从不来梅至汉堡", "move all from 不来梅 to 汉堡"),
        ("移动全部从第戎至里昂", "move all from 第戎 to 里昂"),
        ("提议法兰西：结盟；割让贝桑松；给予1张牌", "propose 法兰西：alliance；cede 贝桑松；give 1 card"),
        ("概率攻城维也纳", "odds assault 维也纳"),
        ("帮助 常设指令", "help standing"),
        ("请假 2026-12-20 至 2027-01-02", "vacation 2026-12-20 to 2027-01-02"),
        ("取消全部常设指令", "cancel all standing"),
    ],
)
def test_chinese_words(line: str, english: str) -> None:
    assert TITLE.in_english(line, "zh") == english


def test_each_use_of_a_card_is_told_and_read_back_also_where_it_is_called_like_a_power() -> None:
    for language in WRITTEN:
        for use in catalog_of(TITLE.messages, "en").tables["name.use"].keys() - {"cp", "event"}:
            order = f"play 68 as event: {use.replace('_', ' ')}"
            told = TITLE.voice(language).order(order)
            assert not re.search(rf"\b{use.replace('_', ' ')}\b", told), (language, told)
            assert OrderWords({}, NAMES).same(TITLE.in_english(told, language), order), (language, told)


def test_of_several_sea_zones_with_names_of_two_words_none_stays_english() -> None:
    order = "naval move all: Brest > Bay of Biscay | English Channel"
    told = {language: TITLE.voice(language).order(order) for language in WRITTEN}
    assert told["de"] == "Seebewegung alle: Brest > Golf von Biskaya | Ärmelkanal"
    assert told["hu"] == "tengeri mozgás mind: Brest > Vizcayai-öböl | La Manche csatorna"


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("Wienissä", "in Vienna"),
        ("Wieniin", "to Vienna"),
        ("merirosvous Joonianmerellä Habsburgeja vastaan", "piracy in Ionian Sea against habsburgeja"),
        ("jos voitan: hallinnoi Pressburgia, muuten: valmis", "if won: control Pressburg, otherwise: end"),
        ("pysyväiskäsky: torju Ranskaa vastaan, kerran", "standing: intercept against ranskaa, once"),
        ("seuraava korttitoimenpide: ohita", "next impulse: pass"),
        ("väistä paikkakunnalle Liège", "avoid battle to Liège"),
        ("kieli englanti", "language englanti"),
        ("siirrä Kaarle V:n kanssa 2 vakinaisyksikköä Wieniin", "move with kaarle v 2 regulars to Vienna"),
    ],
)
def test_finnish_words(line: str, english: str) -> None:
    assert TITLE.in_english(line, "fi") == english


def test_a_word_of_two_languages_is_the_writers_own() -> None:
    """`ja` is German for yes, and joins two things in Finnish, where it is no answer."""
    assert TITLE.in_english("ja") == "yes"
    assert TITLE.in_english("ja", "de") == "yes"
    assert TITLE.in_english("ja", "fi") == "and"
    assert TITLE.in_english("siirrä Suleiman ja kaikki Budaan", "de") == "move Suleiman and all to Buda"


@pytest.mark.parametrize("line", ["on", "no", "pass", "me", "declare war on france", "move all to vienna"])
@pytest.mark.parametrize("own", TITLE.read_languages)
def test_english_is_read_whatever_the_language_of_the_letters(line: str, own: str) -> None:
    assert TITLE.in_english(line, own) == line


def test_german_orders_of_virgin_queen_are_told_and_read_back() -> None:
    assert ("vq", "campaign", "de") in TOLD


@pytest.mark.parametrize(("game", "scenario", "language"), TOLD)
def test_what_letters_write_is_read_back(game: str, scenario: str, language: str) -> None:
    """Every sample order of a game that is played at random, in the language of the letter."""
    title = game_of(game)
    engine = Engine.new(load_rules(game), Setup(game, scenario), f"samples {language}")
    rng, voice = random.Random(language), title.voice(language)
    told = samples = 0
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        for order in suggestions(question, engine.game, title.names, MOST_SAMPLES):
            line = voice.order(order)
            samples += 1
            told += line != order
            answer = parse_line(order, question, engine.game, title.names)
            assert (
                parse_line(title.in_english(line, language), question, engine.game, title.names) == answer
            ), line
            assert say(question, answer, title.names)
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert samples > 300
    assert told / samples > LEAST_TOLD, f"{told} of {samples}"


# ---- What a language can say of itself, with a few words of three

CHINESE = {
    "order": {"移动": "move", "从": "from", "至": "to", "个": "", "常规军": "regulars", "通过": "pass"}
}
HUNGARIAN = {
    "order": {"mozgat": "move", "reguláris": "regulars", "a": "the", "most ja": "pass"},
    "ending": {"ból": "from", "ből": "from", "ba": "to", "be": "to", "ra": "to", "t": "", " mezőre": "to"},
}
SWEDISH = {"order": {"ja": "yes", "flytta": "move"}}
GERMAN = {"order": {"ja": "yes", "ziehe": "move"}}
FINNISH_WORDS = {"order": {"ja": "and", "mutta": "but"}, "ending": {"ssä": "in"}}


@pytest.mark.parametrize(
    ("tables", "line", "english"),
    [
        ({"zh": CHINESE}, "移动4个常规军从布达至维也纳", "move 4 regulars from 布达 to 维也纳"),
        ({"zh": CHINESE}, "移动 4 regulars 至 Vienna", "move 4 regulars to Vienna"),
        ({"zh": CHINESE}, "通过。", "pass。"),
        ({"hu": HUNGARIAN}, "mozgat 4 reguláris Budából Bécsbe", "move 4 regulars from buda to becs"),
        ({"hu": HUNGARIAN}, "mozgat 4 reguláris Graz mezőre", "move 4 regulars to graz"),
        ({"hu": HUNGARIAN}, "mozgat 4 reguláris Graz-ba", "move 4 regulars to graz"),
        # Two languages agree.
        ({"de": GERMAN, "sv": SWEDISH}, "ja", "yes"),
        # Two languages differ, and nothing tells which it is: it is asked back.
        ({"xx": {"order": {"vas": "pass"}}, "yy": {"order": {"vas": "end"}}}, "vas", "vas"),
        # A word that joins others tells no language.
        ({"de": GERMAN, "fi": FINNISH_WORDS}, "ja", "yes"),
        # An ending alone is read in the writer's own language only.
        ({"fi": FINNISH_WORDS}, "Wienissä", "Wienissä"),
    ],
)
def test_what_tables_say(tables: dict[str, dict[str, Any]], line: str, english: str) -> None:
    assert OrderWords(tables, NAMES).in_english(line) == english


def test_own_language_decides() -> None:
    words = OrderWords({"xx": {"order": {"vas": "pass"}}, "yy": {"order": {"vas": "end"}}}, NAMES)
    assert (words.in_english("vas", "xx"), words.in_english("vas", "yy")) == ("pass", "end")
    assert OrderWords({"fi": FINNISH_WORDS}, NAMES).in_english("Linzissä", "fi") == "in linz"


def test_an_order_is_told_only_if_it_reads_back() -> None:
    tables = {"xx": {"order": {"mova": "move"}, "told": {"move": "mova", "regulars": "pass"}}}
    words = OrderWords(tables, NAMES)
    assert words.told("move Suleiman: Buda > Vienna", "xx") == "mova Suleiman: Buda > Vienna"
    assert words.told("move 4 regulars: Buda > Vienna", "xx") == "move 4 regulars: Buda > Vienna"
    assert words.told("move Suleiman: Buda > Vienna", "yy") == "move Suleiman: Buda > Vienna"


def a_new_game() -> Sitting:
    engine = Engine.new(load_rules("his"), Setup("his", "1532"), "six seats")
    engine.drain()
    return Sitting(engine, TITLE, POLICIES["standing"], opened=dict.fromkeys(engine.open, engine.seq))


def test_a_game_in_several_languages_has_the_same_log() -> None:
    """Each power writes the orders of its letters in a language of its own."""
    tables = [a_new_game(), a_new_game()]
    spoken = dict(zip(TITLE.powers, TITLE.languages * 6, strict=False))
    assert set(spoken.values()) == set(TITLE.languages)
    rng = random.Random("six seats")
    for _ in range(STEPS):
        plain, mixed = tables
        waiting = sorted(plain.waiting())
        if not waiting:
            break
        power = rng.choice(waiting)
        orders = suggestions(plain.waiting()[power], plain.engine.game, NAMES, MOST_SAMPLES)
        order = rng.choice(orders)
        letter(plain, power, order)
        letter(mixed, power, TITLE.voice(spoken[power]).order(order))
        assert (plain.failed, mixed.failed) == (None, None), order
        assert mixed.engine.log == plain.engine.log, order
    assert len(tables[0].engine.log) > STEPS // 2


@pytest.mark.parametrize(("game", "language"), sorted({(game, language) for game, _, language in TOLD}))
def test_every_told_phrase_is_read_as_what_it_stands_for(game: str, language: str) -> None:
    title = game_of(game)
    words = OrderWords({}, title.names)
    wrong = {
        phrase: title.in_english(text, language)
        for phrase, text in catalog_of(title.messages, language).tables["told"].items()
        if "{" not in phrase and not words.same(title.in_english(text, language), phrase)
    }
    assert wrong == {}
