"""Requests in words that nobody was taught: odds, parts of the map, notes, digests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store.database import open_database
from tests.pbem.decision_letters import FIELD, Played, begin
from tests.pbem.office import Office

ATTACK = "8 from Besançon against Dijon: dice 10:8, win 53%"
DEFENCE = "France with 6 from Dijon against Besançon"
STORM = "Hapsburg with 8 from Besançon, after a siege of Metz"
DEBATE = "Papacy calls a debate in the German zone"


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    database = tmp_path_factory.mktemp("words") / "field.sqlite3"
    open_database(database).dispose()
    office = Office(Path(database))
    begin(office, Played(FIELD, ()))
    yield office
    office.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("odds of attacking Dijon", ATTACK),
        ("odds of taking dijon", ATTACK),
        ("what are the odds in dijon?", ATTACK),
        ("What are my odds if I attack Dijon?", ATTACK),
        ("odds for besancon > dijon", ATTACK),
        ("odds move charles to dijon", ATTACK),
        ("odds if I attack Dijon with Charles V", ATTACK),
        ("odds against France in Dijon", ATTACK),
        ("chances at Dijon", ATTACK),
        ("odds battle besancon dijon", ATTACK),
        ("odds dijon from besancon", ATTACK),
        ("odds defending besancon", DEFENCE),
        ("odds for my defence of Besançon", DEFENCE),
        ("odds besancon", DEFENCE),
        ("odds storming metz", STORM),
        ("odds of an assault on Metz", STORM),
        ("odds of interception at dijon", "From Besançon to Dijon: 58%"),
        ("odds german debate", DEBATE),
        ("odds of a debate in the German zone", DEBATE),
        ("odds of exploring", "a deep discovery"),
        ("odds conquistador", "killed"),
        ("odds piracy in the barbary coast", "There are no corsairs"),
        ("map of Vienna please", "Map around Vienna."),
        ("map dijon and besancon", "Map around Dijon and Besançon."),
        ("whole map", "Control away from home"),
        ("map of everything", "Control away from home"),
        ("my note: attack Dijon next turn", "This is your note"),
        ("daily digest please", "come once a day"),
        ("stop the digest", "Every letter comes at once"),
    ],
)
def test_requests(field: Office, line: str, told: str) -> None:
    before = len(field.orders())
    answer = field.write("hapsburg", line)
    assert told in " ".join(answer.text.split())
    assert len(field.orders()) == before


@pytest.mark.parametrize("line", ["odds", "odds st peter's", "odds of rain tomorrow"])
def test_what_has_no_odds_is_answered_with_what_can_be_asked(field: Office, line: str) -> None:
    assert "You can ask for example" in field.write("hapsburg", line).text


def test_places_that_are_only_half_known_are_told_so(field: Office) -> None:
    assert 'no place, power or language zone "dijon and mordor"' in " ".join(
        field.write("hapsburg", "map dijon and mordor").text.split()
    )
