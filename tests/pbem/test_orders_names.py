"""The table of names: exact, aliases, unique beginnings; what is ambiguous or misspelt is never found."""

from __future__ import annotations

import pytest

from pbem.games import game_of
from pbem.language.names import (
    CARD,
    DEBATER,
    LEADER,
    MAJOR,
    NATION,
    PLACE,
    POWER,
    REFORMER,
    SEA,
    SPACE,
    UNIT,
)

NAMES = game_of("his").names


@pytest.mark.parametrize(
    ("kind", "text", "id"),
    [
        (SPACE, "Vienna", "vienna"),
        (SPACE, "vie", "vienna"),
        (SPACE, "WIEN", "vienna"),
        (SPACE, "Köln", "cologne"),
        (SPACE, "koeln", "cologne"),
        (SPACE, "genoa", "genoa"),
        (POWER, "genoa", "genoa"),
        (POWER, "Turks", "ottoman"),
        (MAJOR, "hab", "hapsburg"),
        (LEADER, "alva", "duke_of_alva"),
        (LEADER, "henry viii", "henry_viii"),
        (LEADER, "charles 5", "charles_v"),
        (LEADER, "Süleyman", "suleiman"),
        (REFORMER, "luther", "luther"),
        (DEBATER, "luther", "luther"),
        (CARD, "31", "31"),
        (CARD, "foul weather", "31"),
        (CARD, "foul", "31"),
        (CARD, "card 31", "31"),
        (UNIT, "cav", "cavalry"),
        (UNIT, "r", "regulars"),
        (SEA, "adriatic", "adriatic_sea"),
        (PLACE, "adriatic", "adriatic_sea"),
        (NATION, "knights", "knights_of_st_john"),
    ],
)
def test_found(kind: str, text: str, id: str) -> None:
    assert NAMES.find(kind, text) == id


@pytest.mark.parametrize(
    ("kind", "text"), [(SPACE, "v"), (SPACE, "tr"), (LEADER, "henry"), (SPACE, "viena"), (CARD, "116000")]
)
def test_not_found(kind: str, text: str) -> None:
    assert NAMES.find(kind, text) is None


def test_ambiguous_beginnings_name_the_candidates() -> None:
    fits, unsure = NAMES.fits(LEADER, ["henry"])
    assert not fits
    assert unsure == ["henry_ii", "henry_viii"]


def test_what_is_possible_here_settles_a_beginning() -> None:
    assert NAMES.find(LEADER, "henry", among=["henry_viii", "brandon"]) == "henry_viii"
    assert NAMES.find(SPACE, "v", among=["venice", "wien"]) is None, "one letter is no beginning"
    assert NAMES.find(SPACE, "ve", among=["venice", "paris"]) == "venice"


def test_a_whole_name_is_never_taken_for_a_beginning_of_another() -> None:
    """`buda` names Buda even where only Budweis would be possible: the rules then say that it is not."""
    assert NAMES.find(SPACE, "buda", among=["prague"]) == "buda"


def test_options_are_called_by_their_words() -> None:
    assert NAMES.find("option", "keep fleet", among=["keep_fleet", "go_home"]) == "keep_fleet"
    assert NAMES.find("option", "go", among=["keep_fleet", "go_home"]) is None, "`go` is a word of orders"
    assert NAMES.find("option", "keep", among=["keep_fleet", "go_home"]) == "keep_fleet"


def test_misspellings_are_proposed() -> None:
    assert NAMES.near(SPACE, ["pressberg"])[0] == "Pressburg"
    assert NAMES.near(LEADER, ["sulieman"]) == ["Suleiman"]
    assert NAMES.near(CARD, ["foul", "wether"]) == ["31 (Foul Weather)"]
    assert NAMES.near(SPACE, ["xyzzy"]) == []


@pytest.mark.parametrize("kind", sorted(NAMES.tables))
def test_what_is_said_is_found_again(kind: str) -> None:
    for id in NAMES.table(kind).printed:
        assert NAMES.find(kind, NAMES.say(kind, id)) == id


def test_no_little_word_is_a_name() -> None:
    """`and` is not Andrea Doria, `to` no Toulon, `in` no Innsbruck."""
    for kind, table in NAMES.tables.items():
        for word in ("and", "to", "in", "all", "for", "cp", "at", "no", "the"):
            if word not in table.spelled:
                assert NAMES.find(kind, word) is None, (kind, word)
