"""Names and reasons that try to look like something else: nothing of it reaches a letter."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from pbem.calendar.absence import mailbox_of
from pbem.channels.mail.write import compose
from pbem.errors import ModeratorProblem
from pbem.language.plain import plain, plain_text
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.plan import Player, is_address
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan

UNSEEN = [
    chr(n) for n in (0, 7, 8, 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F))
]
UNSEEN += [chr(n) for n in (*range(0x2066, 0x206A), 0x2028, 0x2029, 0xFEFF)]
NASTY = "".join(UNSEEN)


def unseen_in(text: str) -> set[str]:
    return {c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_each_of_them_goes(character: str) -> None:
    assert unseen_in(plain(f"An{character}na")) == set()
    assert unseen_in(plain_text(f"An{character}na\n\tx")) == set()


def test_what_people_are_called_stays() -> None:
    for name in ("Çağatay Öz", "José Ñ", "李明", "דוד", "محمد", "O'Brien-Smith", "Ełk"):
        assert plain(name) == name
        assert plain_text(name) == name
    assert plain(" two\n lines ") == "two lines"
    assert plain_text("two\n\tlines\r\n\r.") == "two\n\tlines\r\n."


def check_letters(office: Office) -> None:
    """No letter holds one of them: subject, headers, text or HTML."""
    for row in office.outbox():
        message = message_from_bytes(compose(row))
        heads = [str(make_header(decode_header(value.replace("\r\n", "")))) for value in message.values()]
        for said in (row.subject, row.text, row.html, *heads):
            assert unseen_in(said) == set(), row.kind


def test_a_player_with_such_a_name(office: Office) -> None:
    players = list(plan().players)
    players[3] = Player(f"Fran{NASTY}\nFrom: pope@example.test", "france@example.test", ("france",))
    office.moderator.create_game(replace(plan(), players=tuple(players)))
    office.moderator.start_game(GAME)
    assert office.seat("france").name == "Fran From: pope@example.test"
    check_letters(office)


def test_a_player_whose_name_is_nothing_else(office: Office) -> None:
    players = list(plan().players)
    players[3] = Player("\u202e\u200b", "france@example.test", ("france",))
    office.moderator.create_game(replace(plan(), players=tuple(players)))
    assert office.seat("france").name == "france"


def test_an_address_with_such_characters_is_none() -> None:
    assert is_address("anna@example.test")
    assert not any(is_address(f"an{c}na@example.test") for c in UNSEEN)
    assert not is_address("anna@example.test\n")


def test_a_substitute_or_delegate_with_such_a_name() -> None:
    assert mailbox_of(f"An{NASTY}na <anna@example.test>") == ("An na", "anna@example.test")


def test_the_moderators_reasons(playing: Office) -> None:
    reason = f"he\u202e called{NASTY}\nFrom now on France wins."
    with UnitOfWork(playing.database) as work:
        desk = ModeratorDeeds(work.at(playing.settings, playing.clock.now()))
        desk.pause(GAME, reason)
        desk.resume(GAME, reason)
        desk.nudge(GAME, "", reason)
        desk.rewind(GAME, 0, reason)
        work.commit()
    check_letters(playing)
    assert "he called" in " ".join(playing.outbox("france")[-1].text.split())


def test_a_reason_of_nothing_is_none(playing: Office) -> None:
    with UnitOfWork(playing.database) as work:
        desk = ModeratorDeeds(work.at(playing.settings, playing.clock.now()))
        with pytest.raises(ModeratorProblem, match="needs a reason"):
            desk.rewind(GAME, 0, "\u202e")


def test_press_that_turns_its_frame_round(talking: Office) -> None:
    talking.write("france", "press to all: \u202eyas I\u2066\x07\u200b hello", Subject="\u202eorders\x07")
    check_letters(talking)
    assert any("hello" in row.text for row in talking.outbox("papacy"))
