"""New tokens: the old address reaches nothing, the player learns the new one, nothing on its way is lost."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.errors import ModeratorProblem
from pbem.store.office_tables import DeedRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.test_moderator_mail import desk as write_desk


def renew(office: Office, power: str = "", reason: str = "") -> str:
    return office.deed(lambda desk: desk.renew_tokens(GAME, power, reason))


def test_the_old_token_stops_working_and_the_new_one_works(game: Office) -> None:
    power = game.asked()[0]
    old = game.letter(power, game.silent_line(power))
    before = game.seat(power).token
    renew(game, power)
    token = game.seat(power).token
    assert token != before
    assert game.receive(old).verdict == "unknown-token"
    assert game.orders() == []
    game.write(power, game.silent_line(power))
    assert len(game.orders()) == 1


def test_the_player_gets_a_letter_with_the_new_address_and_nobody_else_does(game: Office) -> None:
    count = game.letters_out()
    renew(game, "france", "a letter\u202e was forwarded")
    (letter,) = game.outbox(since=count)
    address = game.settings.mail.reply_address(game.seat("france").token)
    assert letter.recipient == "france@example.test"
    assert address in letter.text
    assert "a letter was forwarded" in " ".join(letter.text.split())
    assert address in letter.label["Reply-To"]


def test_everybody_and_the_observers(office: Office) -> None:
    office.begin(observers=1)
    before = {power: office.seat(power).token for power in ("france", "papacy", "observer1")}
    count = office.letters_out()
    assert "Observer 1" in renew(office)
    assert office.letters_out() == count + 7
    assert all(office.seat(power).token != token for power, token in before.items())


def test_letters_that_wait_in_the_outbox_name_the_new_address(game: Office) -> None:
    old = game.seat("france").token
    renew(game, "france")
    assert all(old not in str(row.label) for row in game.outbox("france"))
    first = game.outbox("france")[0]
    assert game.seat("france").token in first.label["Reply-To"]


def test_while_a_delegate_plays_both_get_new_ones(playing: Office) -> None:
    playing.write("france", "vacation 2026-11-17 to 2026-11-20 with Anna <anna@example.test>")
    home = playing.seat("france").token
    playing.later(24)
    playing.moderator.tick()
    delegate = playing.seat("anna").token
    assert delegate != home
    count = playing.letters_out()
    renew(playing, "france")
    assert [row.recipient for row in playing.outbox(since=count)] == [
        "anna@example.test",
        "france@example.test",
    ]
    reply_to = playing.outbox()[-1].label["Reply-To"]
    assert home not in reply_to
    assert delegate not in reply_to
    back = playing.letter("anna", "back", From="France <france@example.test>", To=reply_to)
    playing.receive(back)
    assert playing.seat("france").token in reply_to


def test_it_stands_in_the_record_of_the_game(game: Office) -> None:
    renew(game, "france", "stolen")
    with UnitOfWork(game.database) as work:
        deed = work.session.exec(select(DeedRow)).one()
    assert (deed.what, deed.details, deed.reason) == ("token", "France", "stolen")


def test_a_power_that_is_none(game: Office) -> None:
    with pytest.raises(ModeratorProblem):
        renew(game, "atlantis")


def test_by_mail(playing: Office) -> None:
    old = playing.seat("france").token
    told = write_desk(playing, f"token renew {GAME} france because it was stolen")
    assert "a new address for France" in told
    assert playing.seat("france").token != old
