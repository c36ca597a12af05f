"""Cards looked up: on the command line and by mail."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.games.his.cards_doc import entry_words, removal_words
from pbem.post.commands import word_in
from pbem.post.commands.card import CARD, about_card
from pbem.post.commands.word import Moment
from rules import load_rules


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["card", *words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("words", [["31"], ["#31"], ["Foul", "Weather"], ["foul weather"]])
def test_a_card_by_number_or_name(words: list[str]) -> None:
    shown = run(*words)
    assert shown.startswith("31 Foul Weather. ")
    assert "rules/his/cards/response.py, foul_weather" in shown
    assert "tests/cases/cards-response/031-foul-weather.case" in shown


def test_all_cards_one_line_each() -> None:
    lines = run().splitlines()
    assert len(lines) == 116 + 19  # with the Diplomacy cards of the two-player game
    assert lines[0].startswith("  1  Janissaries (home card, 5 CP): ")


def test_an_unknown_card_is_said_to_be_unknown() -> None:
    result = CliRunner().invoke(app, ["card", "200"])
    assert result.exit_code == 1
    with pytest.raises(ModeratorProblem):
        game_of("his").card_named("200")


@pytest.mark.parametrize(
    ("card", "entry", "removal"),
    [
        ("1", "home card of Ottoman", "comes back each turn"),
        ("9", "in the first deck (1517 only)", "leaves the game as an event, due by the winter of turn 3"),
        ("31", "in the first deck", "discarded"),
    ],
)
def test_entry_and_removal_in_words(card: str, entry: str, removal: str) -> None:
    found = load_rules("his").data.cards[game_of("his").card_named(card)]
    voice = game_of("his").voice()
    assert (entry_words(found, voice), removal_words(found, voice)) == (entry, removal)


def about(words: str, language: str = "en") -> str:
    return about_card(words, game_of("his"), game_of("his").voice(language))


def test_a_card_by_mail() -> None:
    assert word_in("card 31", Moment()) == (CARD, "31", "")
    assert word_in("Card: Foul Weather?", Moment()) == (CARD, "foul weather", "")
    assert word_in("history x", Moment()) is None
    assert "Foul Weather" in about("31")
    assert "rules/" not in about("31")
    assert "no card" in about("200")
    assert "Which card" in about("")


def test_a_card_in_another_language() -> None:
    told = " ".join(about("Gicht", "de").split())
    assert told.startswith(
        "32 Gicht. Reaktionskarte, 2 BP; im ersten Deck; wird abgeworfen. Ein Armeeführer darf"
    )
    assert "gehört dem Papsttum; kommt jede Runde zurück." in " ".join(about("5", "de").split())
