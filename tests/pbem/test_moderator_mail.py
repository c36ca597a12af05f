"""The moderator's desk by mail: who may use it, what it does, and what it tells."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from itertools import count
from pathlib import Path

import pytest

from pbem.channels.channel import Incoming
from pbem.config import MailSettings
from pbem.moderator.by_mail import COMMANDS
from pbem.store.tables import LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.timed import MODERATOR, game_row, seat_row

DESK = "gm+abcdefgh23456789@example.test"
NUMBERS = count()
"""Of letters to the desk: no two have the same name."""


def send(office: Office, *lines: str, sender: str = "boss@example.test", to: str = DESK) -> LetterRow:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, "desk"
    message["Message-ID"] = f"<{next(NUMBERS)}@boss.test>"
    message.set_content("\n".join(lines) + "\n")
    raw = message.as_bytes()
    id = office.moderator.store_letter(Incoming("key", raw, len(raw)))
    office.moderator.handle_letters()
    with UnitOfWork(office.database) as work:
        return work.session.get_one(LetterRow, id)


def desk(office: Office, *lines: str) -> str:
    """What the desk answers."""
    row = send(office, *lines)
    assert row.status == "done", row.verdict
    (answer,) = [letter for letter in office.outbox("boss") if letter.answers_id == row.id]
    return answer.text


def test_the_desk_answers_its_moderator_only(playing: Office) -> None:
    assert "test: running" in desk(playing, "games")
    before = playing.letters_out()
    for sender, to in [
        ("france@example.test", DESK),
        ("boss@example.test", "gm+zzzzzzzz23456789@example.test"),
        ("boss@example.test", "gm@example.test"),
    ]:
        row = send(playing, f"pause {GAME}", sender=sender, to=to)
        assert (row.status, row.verdict) == ("held", "unknown-token")
    assert playing.letters_out() == before
    assert game_row(playing).paused_at is None


def test_without_token_the_desk_takes_no_letters(playing: Office) -> None:
    from pbem.config import Settings
    from pbem.post.service import Moderator

    settings = Settings(
        database=playing.settings.database,
        mail=MailSettings(address="gm@example.test", moderator="boss@example.test"),
    )
    playing.moderator = Moderator(playing.database, settings, playing.clock)
    assert send(playing, f"pause {GAME}").status == "held"


def test_looking(playing: Office) -> None:
    (power,) = playing.asked()
    playing.receive(playing.letter(power, "pass", From="stranger@example.test"))
    told = desk(playing, "players test", "late", "log test 3", "letters", "letter 7", "verify test", "help")
    for words in (
        "France <france@example.test>, plays",
        "left",
        "propose deals",
        "wrong-sender",
        "all agrees",
    ):
        assert words in told, words
    for command in COMMANDS.values():
        assert command.usage in told


def test_every_deed_can_be_done_by_mail(playing: Office) -> None:
    (power,) = playing.asked()
    line = playing.silent_line(power)
    told = desk(
        playing,
        f"nudge {GAME} because it is late",
        f"extend {GAME} 24h",
        f"pause {GAME} because of Easter",
        f"resume {GAME}",
        f"answer {GAME} {power}: {line} because he called",
        f'substitute {GAME} papacy "Anna <anna@example.org>"',
        f"observe {GAME} add Olga <olga@example.org>",
        f"observe {GAME} remove olga@example.org",
        f"offer {GAME} england",
        f"caretaker {GAME} england",
        f"rewind {GAME} 5 because of a slip",
        f"correct {GAME} spaces.metz.control=france because of a slip",
        f"hold {GAME}",
    )
    assert "Not done: a correction needs a checkpoint" in told
    assert told.count("Not done") == 1, told
    assert game_row(playing).status == "held"
    assert seat_row(playing, "papacy").address == "anna@example.org"
    assert seat_row(playing, "england").status == "caretaker"
    assert playing.orders()[-1].entry["$"] == "Rewound"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("frobnicate", 'no command "frobnicate"'),
        ("pause", "write it as: pause GAME"),
        ("pause atlantis", "no game"),
        (f"rewind {GAME} 3", "say why"),
        (f"rewind {GAME} three because x", "write it as"),
        (f"extend {GAME} soon", "no length of time"),
        (f"answer {GAME} france:", "write it as"),
        (f"talks {GAME} begin", "write it as"),
        ("release 999", "not one that waits"),
        ("drop 1", "not one that waits"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(playing: Office, line: str, told: str) -> None:
    digest = playing.engine().digest()
    assert told in desk(playing, line, "games")
    assert playing.engine().digest() == digest


def test_a_command_that_fails_undoes_itself_alone(playing: Office) -> None:
    (power,) = playing.asked()
    line = playing.silent_line(power)
    told = desk(
        playing, f"extend {GAME} 24h", f"answer {GAME} {power}: {line} ;; frobnicate", f"pause {GAME}"
    )
    assert "Not done" in told
    assert playing.orders()[-1].entry["power"] != power
    assert game_row(playing).paused_at is not None


# ---- Letters that were held


def test_the_moderator_is_told_of_held_letters_and_releases_them(playing: Office) -> None:
    (power,) = playing.asked()
    row = playing.receive(playing.letter(power, playing.silent_line(power), From="new@example.test"))
    assert row.status == "held"
    notice = playing.outbox("boss")[-1]
    assert f"release {row.id}" in notice.text
    assert playing.silent_line(power) not in notice.text
    orders = len(playing.orders())
    assert f"letter {row.id} is handled" in desk(playing, f"release {row.id}")
    assert len(playing.orders()) > orders
    answer = [letter for letter in playing.outbox() if letter.answers_id == row.id]
    # The answer goes to the seat, not to the other address; so did the warning before it.
    assert [letter.recipient for letter in answer] == [f"{power}@example.test"]
    assert not playing.outbox("new")


def test_a_letter_without_token_is_released_for_a_seat(playing: Office) -> None:
    (power,) = playing.asked()
    row = playing.receive(playing.letter(power, playing.silent_line(power), To="gm@example.test"))
    assert row.status == "held"
    assert "Name the game and the power" in desk(playing, f"release {row.id}")
    assert "is handled" in desk(playing, f"release {row.id} {GAME} {power}")


def test_a_held_letter_is_dropped(playing: Office) -> None:
    row = playing.receive(playing.letter("france", "pass", From="new@example.test"))
    assert "is dropped" in desk(playing, f"drop {row.id}")
    assert "not one that waits" in desk(playing, f"release {row.id}")


# ---- Secrets


def test_the_desk_token_is_in_no_letter_but_the_moderators(playing: Office) -> None:
    desk(playing, "games")
    playing.write("france", "substitute")
    token = MODERATOR["desk_token"]

    def holds(letter: OutgoingRow) -> bool:
        return token in letter.text + letter.html + str(letter.label)

    assert {letter.recipient for letter in playing.outbox() if holds(letter)} == {"boss@example.test"}


def test_the_token_may_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "desk"
    settings = MailSettings(moderator="boss@example.test", desk_token_file=file)
    assert settings.desk_secret() == ""  # not there: the desk takes no letters, and games go on
    file.write_text("No Token\n")
    assert settings.desk_secret() == ""
    file.write_text("abcdefgh23456789\n")
    assert settings.desk_secret() == "abcdefgh23456789"


@pytest.mark.parametrize("token", ["short", "With Capitals And Spaces", "x" * 65])
def test_a_bad_desk_token_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="small letters and digits"):
        MailSettings(moderator="boss@example.test", desk_token=token)
