"""Board, charts, map, deals and replay in German: nothing on them is English."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from pbem.games import game_of
from pbem.games.scenes import whole_scene
from pbem.letters.pictures import svg_of
from pbem.letters.replay import replay_page
from rules import Engine, Setup, load_rules
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import CedeSpace, EndWar, GiveCards, GiveMercenaries, ReturnLeader
from rules.his.diplomacy.war_segment import DeclareWars
from rules.war.deals import Deal
from rules.war.negotiation import ConfirmDeals

TITLE = game_of("his")
GERMAN, ENGLISH = TITLE.voice("de"), TITLE.voice()
DECISIONS = 300
ENGLISH_WORDS = re.compile(
    r"\b(the|with|against|of|and|by|held|turn|spaces?|units?|siege|unrest|keys|cards|piracy|none|nobody)\b"
)


@cache
def played(scenario: str = "1532") -> Engine[Any]:
    engine = Engine.new(load_rules("his"), Setup("his", scenario), "german")
    for _ in range(DECISIONS):
        power, question = next(iter(engine.waiting().items()))
        engine.submit(power, question.pick(engine.game, lambda options: list(options)[-1]))
    engine.drain()
    return engine


def words_of(parts: list[tuple[str, list[str]]]) -> str:
    return "\n".join(line for title, lines in parts for line in (title, *lines))


def english_in(text: str) -> list[str]:
    shown = re.sub(r"<(style|script)[^>]*>.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    return ENGLISH_WORDS.findall(shown)


@pytest.mark.parametrize("part", ["board", "tracks"])
def test_board_and_charts(part: str) -> None:
    game = played().game
    german, english = (words_of(getattr(TITLE, part)(game, voice)) for voice in (GERMAN, ENGLISH))
    assert not english_in(german), english_in(german)
    assert english_in(english)
    assert german.count("\n") == english.count("\n")


def test_the_table_of_powers() -> None:
    view = TITLE.public(played().game, GERMAN)
    assert [line.name for line in view.powers][:2] == ["Osmanen", "Habsburger"]
    assert {line.ruler for line in view.powers} >= {"Karl V.", "Heinrich VIII."}
    assert any(" mit " in words for words in view.wars)


def test_the_map() -> None:
    scene = whole_scene(TITLE, played().game)
    assert scene is not None
    drawn = svg_of(scene, "de")
    assert not english_in(drawn), english_in(drawn)
    for words in (">Wien<", ">Ostsee<", ">Reguläre<", ">Protestantisch<", ">Osmanen<"):
        assert words.lower() in drawn.lower()
    assert TITLE.atlas(ENGLISH).board.spaces["vienna"].name == "Vienna"


def test_the_replay() -> None:
    page = replay_page("sommer", Setup("his", "1532"), "german", played().log, language="de")
    assert '<html lang="de">' in page
    assert not english_in(page), english_in(page)
    assert "Runde 4" in page
    assert "Was die Zeichen bedeuten" in page


DEAL = Deal(
    "hapsburg",
    "france",
    (
        EndWar(),
        FormAlliance(),
        CedeSpace("hapsburg", "besancon"),
        LoanSquadrons("france", "marseille", "france", 1, "andrea_doria"),
        GiveCards("france", 2),
        GiveMercenaries("hapsburg", 1),
        ReturnLeader("montmorency"),
    ),
)


@pytest.mark.parametrize(
    ("reader", "told"),
    [
        (
            "hapsburg",
            [
                "Frieden, Allianz, du trittst Besançon ab",
                "Frankreich verleiht 1 Geschwader von Marseille mit Andrea Doria",
                "Frankreich gibt 2 Karten, du gibst 1 Söldner, Rückgabe von Montmorency",
            ],
        ),
        (
            "france",
            [
                "Frieden, Allianz, die Habsburger treten Besançon ab",
                "du verleihst 1 Geschwader von Marseille mit Andrea Doria",
                "du gibst 2 Karten, die Habsburger geben 1 Söldner, Rückgabe von Montmorency",
            ],
        ),
    ],
)
def test_terms_of_deals(reader: str, told: list[str]) -> None:
    assert TITLE.terms(DEAL, reader, GERMAN) == ", ".join(told)


def test_what_is_told_with_a_question() -> None:
    game = played().game
    asked = TITLE.more_about(ConfirmDeals("france", (DEAL,)), (), game, GERMAN)
    assert asked.startswith(" (1, mit den Habsburgern: Frieden")
    wars = TITLE.advice(DeclareWars("england"), ((), ("scotland",)), game, GERMAN)
    assert wars.notes[1].startswith("1 BP; 3 Landeinheiten")
