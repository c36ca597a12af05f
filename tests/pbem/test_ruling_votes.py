"""The vote on readings of the rules, by mail before the deal."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import text as sql

from pbem.errors import ModeratorProblem, WrongMoment
from pbem.moderator.archive import archive_game
from pbem.moderator.deeds import ModeratorDeeds
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan

RAID = ("scots_raid", "stays")


@pytest.fixture
def seating(office: Office) -> Office:
    """A game whose players are invited."""
    office.moderator.create_game(plan(), seed="votes")
    office.deed(lambda desk: desk.invite(GAME))
    return office


def options(office: Office) -> tuple[tuple[str, str], ...]:
    with UnitOfWork(office.database) as work:
        return games.setup_of(games.find_game(work.session, GAME)).options


def voted(office: Office) -> str:
    with UnitOfWork(office.database) as work:
        deeds = ModeratorDeeds(work.at(office.settings, office.clock.now()))
        return "\n".join(map(str, deeds.rulings(GAME)))


def test_the_invitation_lists_both_readings_of_all_points(seating: Office) -> None:
    letter = seating.outbox("france")[0].text
    assert letter.count(" yes: ") == letter.count(" no: ") == 20
    assert "ruling scots_raid yes: " in letter
    assert "(without votes: no)" in letter
    assert max(map(len, letter.splitlines())) <= 72


def test_most_votes_decide(seating: Office) -> None:
    assert "yes to scots_raid" in seating.write("france", "join", "ruling scots_raid yes").text
    seating.write("england", "ruling scots_raid yes")
    answer = seating.write("papacy", "ruling scots_raid no", "ruling katherina_bora yes").text
    assert "no to scots_raid" in answer
    assert "yes to katherina_bora" in answer
    seating.write("hapsburg", "ruling katherina bora no")
    seating.write("ottoman", "ruling #85: no")
    assert voted(seating).splitlines() == ["scots_raid: 2 yes, 1 no", "katherina_bora: 1 yes, 2 no"]
    seating.moderator.start_game(GAME, anyway=True)
    assert RAID in options(seating)
    assert "katherina_bora" not in dict(options(seating))
    assert seating.engine().game.option("scots_raid") == "stays"


def test_the_last_vote_of_a_player_counts(seating: Office) -> None:
    seating.write("france", "ruling scots_raid yes")
    seating.write("france", "ruling scots_raid no")
    assert voted(seating) == "scots_raid: 0 yes, 1 no"


def test_the_moderator_decides_ties(seating: Office) -> None:
    seating.write("france", "ruling scots_raid yes")
    seating.write("england", "ruling scots_raid no")
    with pytest.raises(WrongMoment, match="tied: scots_raid: 1 yes, 1 no"):
        seating.moderator.start_game(GAME, anyway=True)
    with pytest.raises(ModeratorProblem, match="nobody has voted on gout"):
        seating.moderator.start_game(GAME, anyway=True, rulings={"gout": True})
    seating.moderator.start_game(GAME, anyway=True, rulings={"scots_raid": True})
    assert RAID in options(seating)


def test_what_was_chosen_stands_in_the_first_letter_and_in_the_archive(seating: Office) -> None:
    for power in ("france", "england"):
        seating.write(power, "ruling scots_raid yes")
    seating.moderator.start_game(GAME, anyway=True)
    first = seating.outbox("papacy")[-1].text
    assert "    Scots Raid (#97): stays in the game" in first
    assert len(re.findall(r"^    (?:[^:\n]*\(#\d+\)|\d+\.\d): ", first, re.MULTILINE)) >= 20
    with seating.database.begin() as connection:
        connection.execute(sql("UPDATE game SET status = 'over', ended_at = started_at"))
    with UnitOfWork(seating.database) as work:
        archive = json.loads(json.dumps(archive_game(work.session, GAME)))
    assert list(RAID) in archive["setup"]["options"]
    assert any("scots_raid: 2 yes, 0 no" in deed["details"] for deed in archive["moderator"])


def test_what_is_no_vote_is_told(seating: Office) -> None:
    assert "is no vote" in seating.write("france", "ruling gravity yes").text
    assert "is no vote" in seating.write("france", "ruling scots_raid perhaps").text
    assert voted(seating) == ""


def test_after_the_deal_the_readings_stand(seating: Office) -> None:
    seating.moderator.start_game(GAME, anyway=True)
    answer = seating.write("france", "ruling scots_raid yes").text
    assert "the readings of the rules stand" in " ".join(answer.split())
    assert "scots_raid" not in dict(options(seating))
