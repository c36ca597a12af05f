"""A mailing list as the public place of a game: what is read there, and what never is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from pbem.channels import LIST, MAIL, channel_at, channel_of
from pbem.channels.mail.lists import list_id_of, posting_address
from pbem.channels.mail.write import compose
from pbem.cli import app
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.language.declined import Declined
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.plan import Player
from pbem.store.tables import LetterRow, OutgoingRow, TallyRow
from pbem.store.unit_of_work import UnitOfWork
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.office import GAME, SEED, Office, plan

ADDRESS = "his@lists.example.test"
LIST_ID = "his-players.lists.example.test"
PLACE = f"{ADDRESS}/{LIST_ID}"
MX = "mx.example.test"
DESK = "abcdefgh23456789"
MAIL_SETTINGS = {"trusted_checker": MX, "moderator": "boss@example.test", "desk_token": DESK}
FENCE = "```"
VOUCHED = f"{MX}; dmarc=pass header.from=example.test"


def begin(office: Office, address: str = PLACE, **changes: Any) -> Office:
    """A game with a list."""
    wanted = plan(**changes)
    players = (*wanted.players, Player("The club", address, (), "", channel_at(address)))
    office.moderator.create_game(replace(wanted, players=players), seed=SEED)
    office.moderator.start_game(GAME)
    return office


@pytest.fixture
def club(new_office: Callable[..., Office]) -> Office:
    return begin(new_office(mail=MAIL_SETTINGS))


def post(
    office: Office,
    sender: str,
    *lines: str,
    vouched: bool = True,
    html: str = "",
    date: str = "",
    **headers: str | None,
) -> bytes:
    """A post as the list passes it on; `sender` is a power or an address.  None takes a header away."""
    office.written += 1
    address = sender if "@" in sender else f"{sender}@example.test"
    message = EmailMessage(policy=SMTP)
    result = "pass" if vouched else "fail"
    usual = {
        "Authentication-Results": f"{MX}; dmarc={result} header.from={address.partition('@')[2]}",
        "From": f"{sender.partition('@')[0].title()} <{address}>",
        "To": f"The club <{ADDRESS}>",
        "Subject": "[his] the summer game",
        "Date": date or f"Mon, 16 Nov 2026 08:{office.written // 60:02}:{office.written % 60:02} +0000",
        "Message-ID": f"<post.{office.written}@players.test>",
        "List-Id": f"Players <{LIST_ID}>",
        "List-Post": f"<mailto:{ADDRESS}>",
        "Precedence": "list",
    }
    for name, value in {
        **usual,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }.items():
        if value is not None:
            message[name] = value
    message.set_content("\n".join(lines) + "\n")
    if html:
        message.add_alternative(html, subtype="html")
    return message.as_bytes()


def posted(office: Office, sender: str, *lines: str, **options: Any) -> LetterRow:
    return office.receive(post(office, sender, *lines, **options))


def new_letters(office: Office, since: int) -> list[OutgoingRow]:
    return office.outbox(since=since)


def private(rows: list[OutgoingRow]) -> list[str]:
    return [row.recipient for row in rows if row.channel == MAIL and row.recipient != "boss@example.test"]


# ---- What goes there


def test_reports_go_to_the_list_without_a_secret_in_them(new_office: Callable[..., Office]) -> None:
    club = begin(new_office(mail=MAIL_SETTINGS), reports="impulse")
    for _ in range(60):
        power = club.asked()[0]
        club.write(power, club.silent_line(power), Authentication_Results=VOUCHED)
        if any(row.kind == "report" for row in club.outbox("his@")):
            break
    to_list = [row for row in club.outbox() if row.channel == LIST]
    assert any(row.kind == "report" for row in to_list)
    tokens = [club.seat(power).token for power in ("ottoman", "france", "papacy", "protestant", "his@")]
    for row in to_list:
        raw = compose(row)
        assert f"<{ADDRESS}>".encode() in raw
        assert f"Reply-To: {ADDRESS}".encode() in raw
        assert b"List-Unsubscribe" not in raw
        assert not [token for token in tokens if token.encode() in raw]
        assert "YOUR HAND" not in row.text.upper()
        assert row.asked is None


def test_a_report_has_no_secret_where_tokens_stand_in_message_ids(new_office: Callable[..., Office]) -> None:
    club = begin(new_office(mail={**MAIL_SETTINGS, "plus_addressing": False}))
    first = club.outbox("his@")[0]
    assert club.seat("his@").token not in compose(first).decode()


def test_the_first_letter_there_says_how_orders_are_given(club: Office) -> None:
    first = " ".join(club.outbox("his@")[0].text.split())
    assert "three backquotes" in first
    assert "reply address is secret" in first
    assert "Reply with your lines" not in first  # that is for players
    assert "Reply with your lines" in " ".join(club.outbox("france")[0].text.split())


def test_what_is_sent_goes_to_the_posting_address_and_comes_back_to_the_plain_one(
    club: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, str]] = []

    async def send(self: object, raw: bytes, sender: str, recipient: str) -> None:
        sent.append((sender, recipient))

    monkeypatch.setattr("pbem.channels.mail.smtp.SmtpSender.send", send)
    sender = channel_of(LIST, club.settings).open_sender(None)  # type: ignore[arg-type]
    asyncio.run(sender.send(club.outbox("his@")[0]))
    assert sent == [("gm@example.test", ADDRESS)]


# ---- What is read


@pytest.mark.both_databases
def test_orders_of_a_player_on_the_list_are_carried_out_and_answered_in_private(club: Office) -> None:
    power = club.asked()[0]
    line, before = club.silent_line(power), club.letters_out()
    row = posted(club, power, "Here it comes, my friends.", "", FENCE, line, FENCE, "", "Your move!")
    assert (row.channel, row.status, row.verdict) == (LIST, "done", "")
    assert [order.words for order in club.orders()] == [line]
    receipt = next(one for one in new_letters(club, before) if one.answers_id == row.id)
    assert receipt.recipient == f"{power}@example.test"
    assert receipt.channel == MAIL
    assert not [one for one in new_letters(club, before) if one.channel == LIST and one.kind == "receipt"]
    assert "my friends" not in receipt.text
    assert club.seat(power).token in receipt.label["Reply-To"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Orders:", "{line}"),
        ("orders: {line}",),
        ("[code]", "{line}", "[/code]"),
        ("Hi all,", "", "My orders", "{line}", "", "Best regards", "Ed", "--", "Ed of Ely"),
        ("orders", "{line}", "end of orders", "pass", "orders: pass"),
        (
            *("Orders:", "{line}", "", "On Mon, 16 Nov 2026, Fran wrote:", "> orders:", "> pass", ""),
            *("_" * 47, "His-players mailing list", "his@lists.example.test"),
        ),
    ],
)
def test_marks_are_those_of_a_forum(club: Office, lines: tuple[str, ...]) -> None:
    power = club.asked()[0]
    line = club.silent_line(power)
    row = posted(club, power, *(text.format(line=line) for text in lines))
    assert row.status == "done"
    assert [order.words for order in club.orders()] == [line]


@pytest.mark.parametrize(
    "lines",
    [
        ("{line}",),
        ("> orders:", "> {line}", "", "Is that so?"),
        (
            *("Yes.", "", "-----Original Message-----", "From: Fran <fran@example.test>"),
            *("Sent: Monday, 2026-11-16 08:00", "To: his@lists.example.test", "Subject: the game"),
            *("", "```", "{line}", "```"),
        ),
        ("Good luck to all.", "-- ", "orders: {line}"),
        ("~~orders: {line}~~",),
        ("I am away from 17.11. until 20.11.",),
    ],
)
def test_talk_is_talk(club: Office, lines: tuple[str, ...]) -> None:
    power, before = club.asked()[0], club.letters_out()
    row = posted(club, power, *(text.format(line=club.silent_line(power)) for text in lines))
    assert (row.status, row.verdict) == ("dropped", "talk")
    assert club.orders() == []
    assert new_letters(club, before) == []


def test_an_order_of_somebody_else_is_not_his_to_give(club: Office) -> None:
    """Whoever posts gives orders for his own power alone."""
    power = club.asked()[0]
    other = "france" if power != "france" else "england"
    row = posted(club, other, "orders:", f"{power}: {club.silent_line(power)}")
    assert row.status == "done"
    assert club.orders() == []


def test_text_and_html_that_differ_do_nothing(club: Office) -> None:
    power = club.asked()[0]
    line, before = club.silent_line(power), club.letters_out()
    html = f"<p>orders:</p><p>{line}</p><p>vacation 2026-11-17 to 2026-11-20</p>"
    posted(club, power, "orders:", line, html=html)
    assert club.orders() == []
    assert private(new_letters(club, before)) == [f"{power}@example.test"]


def test_html_of_the_same_words_is_read(club: Office) -> None:
    power = club.asked()[0]
    line = club.silent_line(power)
    html = f"<div>```</div><div>{line}</div><div>```</div>"
    assert posted(club, power, FENCE, line, FENCE, html=html).status == "done"
    assert [order.words for order in club.orders()] == [line]


def test_before_the_game_a_player_can_join_there(new_office: Callable[..., Office]) -> None:
    office = new_office(mail=MAIL_SETTINGS)
    wanted = plan()
    players = (*wanted.players, Player("The club", PLACE, (), "", LIST))
    office.moderator.create_game(replace(wanted, players=players), seed=SEED)
    posted(office, "france", "orders: join")
    assert "the seat is yours" in " ".join(office.outbox("france")[-1].text.split()).lower()


# ---- What never acts


def test_a_post_that_nobody_vouches_for_waits_and_its_player_is_told(club: Office) -> None:
    """Anybody can write the name of a list and of a player."""
    power = club.asked()[0]
    before = club.letters_out()
    for _ in range(5):
        row = posted(club, power, "orders:", club.silent_line(power), vouched=False)
        assert (row.status, row.verdict) == ("held", "unvouched")
    assert club.orders() == []
    told = new_letters(club, before)
    assert private(told) == [f"{power}@example.test"] * 2  # two a day, whatever comes
    assert len(told) == 4
    assert all(club.seat(power).token not in one.text for one in told)


def test_without_a_trusted_server_nothing_on_the_list_is_obeyed(new_office: Callable[..., Office]) -> None:
    club = begin(new_office())
    power = club.asked()[0]
    row = posted(club, power, "orders:", club.silent_line(power))
    assert (row.status, row.verdict) == ("held", "unvouched")
    assert club.orders() == []


def test_a_forged_sender_without_the_list_is_a_letter_without_a_token(club: Office) -> None:
    power = club.asked()[0]
    row = posted(
        club, power, "orders:", club.silent_line(power), To="gm@example.test", List_Id=None, List_Post=None,
        Precedence=None,
    )  # fmt: skip
    assert (row.channel, row.status, row.verdict) == (MAIL, "held", "unknown-token")
    assert club.orders() == []


@pytest.mark.parametrize("other", ["<another.lists.example.test>", f"<{LIST_ID}.evil.test>", "his"])
def test_another_list_is_no_place_of_ours(club: Office, other: str) -> None:
    power = club.asked()[0]
    row = posted(club, power, "orders:", club.silent_line(power), List_Id=other)
    assert (row.channel, row.verdict) == (MAIL, "bulk")
    assert club.orders() == []


def test_two_names_of_lists_are_none(club: Office) -> None:
    power = club.asked()[0]
    raw = b"List-Id: <another.example.test>\r\n" + post(club, power, "orders:", club.silent_line(power))
    assert club.receive(raw).channel == MAIL
    assert club.orders() == []


@pytest.mark.both_databases
def test_a_stranger_on_the_list_is_told_once_and_in_private(club: Office) -> None:
    power = club.asked()[0]
    before = club.letters_out()
    for _ in range(3):
        row = posted(club, "eve@evil.test", "orders:", f"{power}: {club.silent_line(power)}")
        assert (row.status, row.verdict) == ("held", "unknown-token")
    assert club.orders() == []
    (told,) = new_letters(club, before)
    assert told.recipient == "eve@evil.test"
    assert f"<{ADDRESS}>" not in compose(told).decode()
    assert "no seat" in told.text


def test_whoever_is_named_in_a_forged_post_is_not_written_to(club: Office) -> None:
    before = club.letters_out()
    posted(club, "victim@elsewhere.test", "orders:", "pass", vouched=False)
    assert new_letters(club, before) == []


def test_talk_of_strangers_is_nobodys_business(club: Office) -> None:
    before = club.letters_out()
    row = posted(club, "eve@evil.test", "What a game!")
    assert (row.status, row.verdict) == ("dropped", "talk")
    assert new_letters(club, before) == []


def test_a_post_that_is_sent_again_is_the_same_post(club: Office) -> None:
    """Also under another name, or with other words: what a server has signed does not change."""
    power = club.asked()[0]
    when = "Mon, 16 Nov 2026 07:00:00 +0000"
    raw = post(club, power, "orders:", club.silent_line(power), date=when)
    club.receive(raw)
    assert len(club.orders()) == 1
    letters, before = len(club.letters()), club.letters_out()
    club.receive(b"Received: from lists.example.test\r\n" + raw)
    assert new_letters(club, before) == []  # the list has delivered it twice: nothing new
    for _ in range(4):
        posted(club, power, "orders:", "pass", date=when)
    posted(club, power, "orders:", "pass", date=when, vouched=False)
    assert len(club.letters()) == letters + 1  # the forged one is another
    assert len(club.orders()) == 1
    told = [one for one in new_letters(club, before) if "once more" in " ".join(one.text.split())]
    assert private(told) == [f"{power}@example.test"] * 2


def test_a_forged_post_does_not_keep_the_real_one_out(club: Office) -> None:
    power = club.asked()[0]
    when, line = "Mon, 16 Nov 2026 07:00:00 +0000", club.silent_line(power)
    posted(club, power, "orders: pass", date=when, vouched=False)
    assert posted(club, power, f"orders: {line}", date=when).status == "done"
    assert [order.words for order in club.orders()] == [line]


@pytest.mark.parametrize(
    "headers",
    [
        {"Resent_From": "eve@evil.test", "Resent_Date": "Tue, 17 Nov 2026 07:00:00 +0000"},
        {"Resent_Message_ID": "<again@evil.test>"},
        {"Supersedes": "<post.1@players.test>"},
    ],
)
def test_what_is_resent_or_replaced_does_not_act_and_is_told(club: Office, headers: dict[str, str]) -> None:
    power, before = club.asked()[0], club.letters_out()
    row = posted(club, power, "orders:", club.silent_line(power), **headers)
    assert (row.status, row.verdict) == ("held", "resent")
    assert club.orders() == []
    assert private(new_letters(club, before)) == [f"{power}@example.test"]


def test_a_list_that_signs_by_resending_is_no_resender(club: Office) -> None:
    power = club.asked()[0]
    row = posted(club, power, "orders:", club.silent_line(power), Resent_From=ADDRESS, Resent_Sender=ADDRESS)
    assert row.status == "done"
    assert len(club.orders()) == 1


def test_a_list_that_puts_its_own_address_in_front_proves_nothing(club: Office) -> None:
    power, before = club.asked()[0], club.letters_out()
    row = posted(
        club,
        ADDRESS,
        "orders:",
        club.silent_line(power),
        From=f"{power.title()} via The club <{ADDRESS}>",
        Reply_To=f"{power}@example.test",
    )
    assert (row.status, row.verdict) == ("held", "rewritten")
    assert club.orders() == []
    assert private(new_letters(club, before)) == [f"{power}@example.test"]


def test_nothing_is_written_to_the_list_in_answer_to_itself(club: Office) -> None:
    before = club.letters_out()
    posted(club, ADDRESS, "orders: pass", Reply_To=None, List_Post=None)
    posted(club, ADDRESS, "orders: pass", Reply_To=ADDRESS)
    assert new_letters(club, before) == []


def test_our_own_posts_and_machines_are_dropped(club: Office) -> None:
    before = club.letters_out()
    ours = compose(club.outbox("his@")[0]).replace(
        b"\r\n\r\n", b"\r\nList-Id: <%s>\r\n\r\n" % LIST_ID.encode(), 1
    )
    assert club.receive(ours).verdict == "loop"
    rewritten = posted(club, ADDRESS, "orders: pass", X_Pbem=GAME, From=f"Moderator via club <{ADDRESS}>")
    assert rewritten.verdict == "loop"
    away = posted(club, "france", "orders: pass", Auto_Submitted="auto-replied")
    assert (away.status, away.verdict) == ("dropped", "auto-reply")
    assert new_letters(club, before) == []


# ---- Secrets that are shown there


@pytest.mark.both_databases
def test_a_reply_to_all_shows_the_secret_address(club: Office) -> None:
    """The copy to us alone is a letter as any other; from now on the address is another one."""
    power = club.asked()[0]
    line, old = club.silent_line(power), club.seat(power).token
    mine = club.settings.mail.reply_address(old)
    raw = club.letter(power, line, Cc=ADDRESS, Authentication_Results=VOUCHED)
    before = club.letters_out()
    row = club.receive(raw)
    assert row.status == "done"
    assert [order.words for order in club.orders()] == [line]
    receipt = next(one for one in new_letters(club, before) if one.answers_id == row.id)
    new = club.seat(power).token
    assert new != old
    assert new in receipt.label["Reply-To"]
    told = " ".join(receipt.text.split())
    assert "was shown on the mailing list" in told
    assert club.settings.mail.reply_address(new) in told
    assert any("was shown" in one.subject for one in club.outbox("boss"))
    # Then the copy that the list passes on.
    before = club.letters_out()
    copy = posted(club, power, line, FENCE, line, FENCE, To=mine, Cc=ADDRESS)
    assert (copy.status, copy.verdict) == ("dropped", "token-shown")
    assert new_letters(club, before) == []
    assert len(club.orders()) == 1
    assert club.seat(power).token == new
    # The old address reaches nothing, whoever has read it.
    row = club.receive(club.letter(power, "pass", To=mine, Authentication_Results=VOUCHED))
    assert row.verdict == "unknown-token"


def test_the_copy_of_the_list_may_come_first(club: Office) -> None:
    power, before = club.asked()[0], club.letters_out()
    old = club.seat(power).token
    mine = club.settings.mail.reply_address(old)
    row = posted(club, power, FENCE, club.silent_line(power), FENCE, To=mine, Cc=ADDRESS)
    assert (row.status, row.verdict) == ("dropped", "token-shown")
    assert club.orders() == []
    told = [one for one in new_letters(club, before) if one.recipient == f"{power}@example.test"]
    assert len(told) == 1
    text = " ".join(told[0].text.split())
    assert "Nothing in that post was carried out" in text
    assert club.seat(power).token != old
    assert club.settings.mail.reply_address(club.seat(power).token) in text


@pytest.mark.both_databases
def test_a_secret_in_the_words_of_a_stranger_is_one_no_more(club: Office) -> None:
    old = club.seat("papacy").token
    posted(club, "eve@evil.test", f"Write to {club.settings.mail.reply_address(old)}, says the Pope.")
    assert club.seat("papacy").token != old
    assert club.outbox("papacy")[-1].subject.startswith(f"[{GAME}]")


def test_without_plus_addresses_the_subject_and_the_thread_show_it(new_office: Callable[..., Office]) -> None:
    club = begin(new_office(mail={**MAIL_SETTINGS, "plus_addressing": False}))
    for power, headers in (
        ("france", lambda token: {"Subject": f"Re: your move [#{token}]"}),
        ("england", lambda token: {"In_Reply_To": club.last_to("england").message_id}),
    ):
        old = club.seat(power).token
        assert posted(club, power, "Well.", **headers(old)).verdict == "token-shown"
        assert club.seat(power).token != old


def test_the_plus_address_of_somebody_is_no_secret_of_ours(club: Office) -> None:
    power = club.asked()[0]
    row = posted(club, power, "orders:", club.silent_line(power), Cc="fran+boardgames@example.test")
    assert row.status == "done"
    assert len(club.orders()) == 1


def test_the_desk_takes_no_commands_from_a_list(club: Office) -> None:
    to = club.settings.mail.reply_address(DESK)
    row = posted(club, "boss@example.test", "orders:", f"pause {GAME}", To=to, Cc=ADDRESS)
    assert (row.status, row.verdict) == ("dropped", "token-shown")
    assert "desk token" in club.outbox("boss")[-1].subject
    assert posted(club, "boss@example.test", "orders:", f"pause {GAME}").verdict == "unknown-token"


# ---- Setting it up


def test_the_form_of_a_list() -> None:
    assert (channel_at(PLACE), channel_at("ed@example.test"), channel_at("topic/3@forum")) == (
        LIST,
        MAIL,
        "forum",
    )
    assert (posting_address(PLACE), list_id_of(PLACE)) == (ADDRESS, LIST_ID)


@pytest.mark.parametrize("address", ["his@lists.example.test/", "his@lists.example.test/list", "a@b/c d.e"])
def test_a_list_that_is_none(office: Office, address: str) -> None:
    with pytest.raises(ModeratorProblem, match="List-Id"):
        begin(office, address)


def test_no_player_is_a_list(office: Office) -> None:
    """A hand would be read by everybody."""
    wanted = plan()
    first = replace(wanted.players[0], address=PLACE, channel=LIST)
    with pytest.raises(ModeratorProblem, match="read by everybody"):
        office.moderator.create_game(replace(wanted, players=(first, *wanted.players[1:])))


def test_no_substitute_and_no_delegate_is_a_list(club: Office) -> None:
    with UnitOfWork(club.database) as work:
        deeds = ModeratorDeeds(work.at(club.settings, club.clock.now()))
        with pytest.raises(Declined):
            deeds.substitute(GAME, "france", f"The club <{PLACE}>")
        with pytest.raises(Declined):
            deeds.vacation(GAME, "france", f"2026-11-17 to 2026-11-20 with Club <{PLACE}>")


def test_a_list_belongs_to_one_game(club: Office) -> None:
    with UnitOfWork(club.database) as work:
        deeds = ModeratorDeeds(work.at(club.settings, club.clock.now()))
        deeds.observe(GAME, "Another <other@lists.example.test/other.lists.example.test>")
        with pytest.raises(WrongMoment, match="already"):
            deeds.observe(GAME, f"The club <{PLACE}>")
        with pytest.raises(ModeratorProblem, match="List-Id"):
            deeds.observe(GAME, "The club <his@lists.example.test/list>")
        work.commit()
    second = replace(plan(), name="second")
    players = (*second.players, Player("Theirs", f"else@example.test/{LIST_ID}", (), "", LIST))
    with pytest.raises(ModeratorProblem, match="another game"):
        club.moderator.create_game(replace(second, players=players))


def test_more_than_a_day_may_bring_is_not_kept(new_office: Callable[..., Office]) -> None:
    club = begin(new_office(mail=MAIL_SETTINGS))
    club.limit(stranger_letters=3)
    for _ in range(6):
        posted(club, "france", "talk")
    assert len([row for row in club.letters() if row.channel == LIST]) == 3
    with UnitOfWork(club.database) as work:
        counted = {row.who for row in work.session.exec(select(TallyRow)) if row.what == "letters"}
    assert counted == {f"list {LIST_ID}"}  # strangers' letters to us are counted apart
    assert len([row for row in club.outbox("boss") if "turned away" in row.subject]) == 1


def test_the_command_line_says_what_is_to_be_done(tmp_path: Path, log_as_before: None) -> None:
    settings = tmp_path / "pbem.toml"
    settings.write_text('[mail]\naddress = "gm@example.test"\n')
    roster = tmp_path / "summer.toml"
    seats = [f'{{ powers = ["{one}"], address = "{one}@example.test" }}' for one in IMPULSE_ORDER]
    seats.append(f'{{ name = "The club", address = "{PLACE}" }}')
    roster.write_text(f'scenario = "tournament"\nseats = [{", ".join(seats)}]\n')
    words = ["--settings", str(settings), "new", "--from", str(roster)]
    told = CliRunner().invoke(app, words, env={"PBEM_DATABASE": str(tmp_path / "pbem.sqlite3")})
    assert told.exit_code == 0, told.output
    assert f"Subscribe gm@example.test to {ADDRESS}" in " ".join(told.output.split())
    assert "trusted_checker" in told.output
