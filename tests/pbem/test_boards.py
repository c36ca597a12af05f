"""The board in letters, daily digests and private notes, by mail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP
from sqlmodel import select

from pbem.bots.bot import Bot
from pbem.bots.reading import Read
from pbem.channels.mail import embedded
from pbem.channels.mail.embedded import HOST, EmbeddedServer
from pbem.channels.mail.write import compose
from pbem.demo.demo import Demo, Plan, address
from pbem.games import game_of
from pbem.games.scenes import whole_scene
from pbem.letters.pictures import Kept
from pbem.post import outbox
from pbem.store import games
from pbem.store.tables import OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import digests
from pbem.work.outgoing import Draft
from tests.pbem.office import GAME, Office
from tests.pbem.timed import everybody_ready

NewOffice = Callable[..., Office]
PNG = b"\x89PNG"


def asked(office: Office) -> OutgoingRow:
    return [row for row in office.outbox("ottoman") if row.asked is not None][-1]


# ---- Pictures


def test_a_question_shows_its_theatre_in_the_letter(game: Office) -> None:
    row = asked(game)
    picture = outbox._drawn(row)
    assert picture is not None
    assert picture.data.startswith(PNG)
    assert f"cid:{picture.cid}" in row.html
    sent = compose(row, picture)
    assert sent == compose(row, outbox._drawn(row)), "sent twice it is the same"
    message = message_from_bytes(sent, policy=policy.default)
    text, related = message.iter_parts()
    assert (text.get_content_type(), related.get_content_type()) == ("text/plain", "multipart/related")
    html, image = related.iter_parts()
    assert html.get_content_type() == "text/html"
    assert image["Content-ID"] == f"<{picture.cid}>"
    assert image.get_content_disposition() == "inline"
    assert image.get_content() == picture.data


def test_a_letter_whose_picture_cannot_be_drawn_goes_without(
    game: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(kept: Kept) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(Kept, "file", fails)
    row = asked(game)
    assert outbox._drawn(row) is None
    message = message_from_bytes(compose(row, None), policy=policy.default)
    html = message.get_body(("html",))
    assert html is not None
    assert "<img" not in html.get_content()
    assert "Content-ID" not in str(message)


def test_alt_text_tells_what_is_near(game: Office) -> None:
    html = asked(game).html
    alt = html.partition('alt="')[2].partition('"')[0]
    assert alt.startswith("Map ")
    assert "regular" in alt
    assert len(alt) < 200


def test_a_player_switches_pictures(game: Office) -> None:
    assert "no pictures" in game.write("ottoman", "pictures off").text
    assert game.write("ottoman", "orders").picture is None
    game.write("ottoman", "Bilder: dunkel")
    dark = game.write("ottoman", "orders").picture
    assert dark is not None
    assert dark["dark"]
    assert "-dark@" in Kept.from_json(dark).cid


def test_a_game_without_pictures(office: Office) -> None:
    from dataclasses import replace

    from tests.pbem.office import SEED, plan

    office.moderator.create_game(replace(plan(), pictures=False), seed=SEED)
    office.moderator.start_game(GAME)
    assert all(row.picture is None and "<img" not in row.html for row in office.outbox())
    office.write("france", "pictures on")
    assert office.write("france", "map").picture is not None


def test_parts_of_the_map(game: Office) -> None:
    whole, part = game.write("france", "map"), game.write("france", "map vienna")
    assert whole.picture is not None
    assert whole.picture["scene"].get("frame") is None
    assert part.picture is not None
    assert part.picture["scene"]["frame"]
    assert "Map around Vienna" in part.text
    assert "Vienna (Hapsburg): Ferdinand, 4 regulars" in part.text
    unknown = game.write("france", "map xanadu")
    assert 'there is no place, power or language zone "xanadu"' in " ".join(unknown.text.split()).lower()


# ---- Subjects


def test_subjects_of_each_kind_differ(new_office: NewOffice) -> None:
    office = new_office(talks=48)
    office.begin(reports="phase")
    office.write("papacy", "press to ottoman: Peace?")
    everybody_ready(office)
    while office.engine().game.phase != "action":
        office.play_silently(1)
    question = asked(office).subject
    refusal = office.write("ottoman", "build cavalry in Vienna").subject
    request = office.write("ottoman", "status").subject
    receipt = office.write("ottoman", "play 1 for cp", "end").subject
    others = {row.kind: row.subject for row in office.outbox("ottoman") if row.kind in ("press", "report")}
    assert question == f"[{GAME}] T4 i1 · OTTOMAN to move by Thu 09:00"
    assert refusal == f"[{GAME}] T4 i1 · not done: line 1; OTTOMAN to move by Thu 09:00"
    assert request == f"[{GAME}] T4 i1 · answer: Status; OTTOMAN to move by Thu 09:00"
    assert receipt == f"[{GAME}] T4 i2 · done"
    assert others == {
        "press": f"[{GAME}] T4 · press from Papacy",
        "report": f"[{GAME}] T4 · report: The beginning",
    }


def test_the_end_of_a_turn_and_lost_points_are_told(game: Office) -> None:
    while game.engine().game.phase != "action":
        game.play_silently(1)
    told = " ".join(game.write("ottoman", "play 1 for cp", "end").text.split())
    assert "Ottoman ended the impulse with 5 command points unspent: they are forfeited." in told
    assert "Your impulse is over." in told
    assert "You are next." in " ".join(game.write("england", "status").text.split())
    assert "You are next." not in game.write("france", "status").text


# ---- Digests


def digests_to(office: Office, power: str) -> list[OutgoingRow]:
    return [row for row in office.outbox(power) if row.kind == "digest"]


def test_what_needs_no_answer_waits_for_the_morning(new_office: NewOffice) -> None:
    office = new_office(talks=48)
    office.begin()
    office.write("france", "digest on")
    for number in (1, 2):
        office.write("papacy", f"press to all: This is number {number}.")
    office.write("papacy", "press to france: This is for you alone.")
    (digest,) = digests_to(office, "france")
    assert digest.next_try == office.clock.now().replace(hour=7) + timedelta(days=1)
    assert "This is number 1." in digest.text
    assert "This is number 2." in digest.text
    assert "for you alone" not in digest.text, "who is written to must be able to answer"
    assert "number 2" in digest.html
    assert max(map(len, digest.text.splitlines())) <= 72
    assert [row.kind for row in office.outbox("england")].count("press") == 2, "others have no digest"

    office.clock.advance(timedelta(hours=24))
    office.write("papacy", "press to all: This is number 3.")
    assert len(digests_to(office, "france")) == 2, "yesterday's is on its way"
    office.write("france", "digest off")
    assert digests_to(office, "france")[-1].next_try == office.clock.now(), "nothing is kept back"
    office.write("papacy", "press to all: This is number 4.")
    assert "number 4" in office.outbox("france")[-1].text


def test_whoever_must_decide_gets_the_digest_at_once(new_office: NewOffice) -> None:
    office = new_office(talks=48)
    office.begin()
    office.write("france", "digest on")
    office.write("papacy", "press to all: Beware!")
    everybody_ready(office)
    while "france" not in office.asked():
        office.play_silently(1)
    (digest,) = digests_to(office, "france")
    assert digest.next_try <= office.clock.now()


def test_a_digest_has_tables_and_the_last_board_and_greets_once(new_office: NewOffice) -> None:
    office = new_office(talks=48)
    office.begin(reports="phase")
    office.write("france", "digest on")
    office.write("papacy", "press to all: Beware!")
    everybody_ready(office)
    kept = Kept(whole_scene(game_of("his"), office.engine().game))
    with UnitOfWork(office.database) as work:
        row = work.session.exec(select(SeatRow).where(SeatRow.address == "france@example.test")).one()
        game = games.find_game(work.session, GAME)
        for title in ("one", "two"):
            board = f'<p class="board" style="margin: 0"><img src="cid:{kept.cid}"></p>'
            html = f"<!--body-->{board}{title}<!--/body-->"
            item = digests.item_of(Draft("report", "", "text", html), title, "", "France,")
            now = office.clock.now()
            digests.add(work.at(office.settings, now), game, row, item, "UTC", kept)
        work.commit()
    (digest,) = digests_to(office, "france")
    assert digest.text.count("France,") == 1
    assert digest.html.count("<img") == 1
    assert f"cid:{kept.cid}" in digest.html
    assert digest.picture == kept.as_json()
    assert 'class="answer"' not in digest.html, "nothing stands there as on a typewriter"
    assert "-----" not in digest.html.partition("write above this line ----")[2]


# ---- Notes


def test_notes_are_their_writers_alone(game: Office) -> None:
    game.write("france", "note: the Pope lies", "note: watch Milan")
    assert "2. watch Milan" in game.write("france", "notes").text
    assert "Forgotten: the Pope lies" in game.write("france", "forget note 1").text
    assert "1. watch Milan" in game.write("france", "notes").text
    assert "no note 7" in game.write("france", "forget note 7").text
    others = [row for row in game.outbox() if not row.recipient.startswith("france")]
    assert not any("Milan" in row.text and "watch" in row.text for row in others)
    with UnitOfWork(game.database) as work:
        (row,) = [
            row
            for row in games.seat_rows(work.session, games.find_game(work.session, GAME))
            if "france" in row.powers
        ]
        row.address = "anna@example.test"
        work.session.add(row)
        work.commit()
    assert "You have no notes" in game.write("france", "notes").text, "a substitute does not see them"


# ---- The demo


async def test_the_demo_survives_a_server_that_hangs_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it does on whoever says nothing for five minutes, because a person thinks."""
    monkeypatch.setattr(embedded, "SMTP", lambda *args, **more: SMTP(*args, **more, timeout=0.05))
    demo = Demo.new(tmp_path / "demo", Plan(seed=1))
    server = EmbeddedServer(demo.mail, [address("france")], durable=False)
    await server.start()
    client = aiosmtplib.SMTP(hostname=HOST, port=server.port, start_tls=False)
    bot: Bot = demo.bots[0]
    message = bot._reply(_a_letter(), ["pass"])
    await demo._hand_over(client, bot.address, message)
    while client.is_connected:
        await asyncio.sleep(0.01)
    await demo._hand_over(client, bot.address, message)
    client.close()
    await server.stop()
    demo.database.dispose()
    assert len(list((demo.mail / address("france") / "new").iterdir())) == 2


def _a_letter() -> Read:

    return Read("<1@x>", address("france"), "[demo] T4 · done", (), "", "")
