"""Seats that a bot has from the start: openly named, without letters, and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.errors import ModeratorProblem
from pbem.games.suggestion import Level, bot_name
from pbem.play.plan import Player
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan


def test_a_bot_plays_its_seat(new_office: Callable[..., Office]) -> None:
    office = new_office()
    players = [
        Player(bot_name(Level.EASY), "", player.powers) if player.powers == ("ottoman",) else player
        for player in plan().players
    ]
    office.moderator.create_game(replace(plan(), players=tuple(players)), seed="a bot")
    office.moderator.start_game(GAME)
    assert "ottoman" in office.asked()
    while "ottoman" in office.asked():
        assert office.moderator.tick() >= 1
    assert office.orders()[0].entry["source"] == "bot"
    with UnitOfWork(office.database) as work:
        rows = games.seat_rows(work.session, games.find_game(work.session, GAME))
    (seat,) = [row for row in rows if row.powers == ["ottoman"]]
    assert (seat.name, seat.letters) == ("Bot (easy)", 0)


def test_nobody_else_has_no_address(new_office: Callable[..., Office]) -> None:
    office = new_office()
    players = [replace(player, address="") for player in plan().players]
    with pytest.raises(ModeratorProblem, match="is not a mail address"):
        office.moderator.create_game(replace(plan(), players=tuple(players)))
