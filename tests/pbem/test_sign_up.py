"""People sign up for a game by mail, get powers by their wishes, and it begins."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from pbem.channels.channel import Incoming
from pbem.cli import app
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import game_of
from pbem.moderator import lists
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.plan import GamePlan
from pbem.play.sharing import Person, drawn_by, share_out
from pbem.play.wishes import SignUpReader, Wishes, friends_among
from pbem.store import games
from pbem.store.office_tables import OpeningRow, SignUpRow
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.openings import announce, announcement, open_game
from tests.pbem.office import Office

SUMMER = "summer"
PLAIN = "gm@example.test"
HIS = game_of("his")
POWERS = HIS.powers


class Desk:
    """Sign-ups of one game, and letters of people without a seat."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.number = 0

    def open(self, name: str = SUMMER, *, wait: bool = False, **changes: Any) -> None:
        players = changes.pop("players", 0)
        plan = GamePlan(name, changes.pop("scenario", "1517"), (), **changes)
        with UnitOfWork(self.office.database) as work:
            now = self.office.clock.now()
            open_game(work.at(self.office.settings, now), plan, players=players, when_full=not wait, pace={})
            work.commit()

    def raw(self, who: str, *lines: str, to: str = PLAIN, **headers: str) -> bytes:
        self.number += 1
        message = EmailMessage(policy=SMTP)
        message["From"] = headers.pop("From", f"{who}@example.test")
        message["To"] = to
        message["Subject"] = headers.pop("Subject", "hello")
        message["Message-ID"] = f"<{self.number}.{who}@people.test>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content("\n".join(lines) + "\n")
        return message.as_bytes()

    def send(self, who: str, *lines: str, **headers: str) -> tuple[str, OutgoingRow | None]:
        """A letter, handled: what became of it, and the answer."""
        row = self.office.receive(self.raw(who, *lines, **headers))
        with UnitOfWork(self.office.database) as work:
            query = select(OutgoingRow).where(OutgoingRow.answers_id == row.id)
            return row.status, work.session.exec(query).first()

    def address(self, who: str) -> str:
        """The reply address of somebody who was asked."""
        return self.office.settings.mail.reply_address(self.row(who).token)

    def answer(self, who: str, *lines: str, **headers: str) -> tuple[str, OutgoingRow | None]:
        return self.send(who, *lines, to=self.address(who), **headers)

    def join(self, who: str, wishes: str = "") -> OutgoingRow | None:
        self.send(who, f"join {SUMMER} {wishes}")
        return self.answer(who, "yes")[1]

    def rows(self) -> dict[str, SignUpRow]:
        with UnitOfWork(self.office.database) as work:
            return {row.address.partition("@")[0]: row for row in work.session.exec(select(SignUpRow))}

    def row(self, who: str) -> SignUpRow:
        return self.rows()[who]

    def status(self) -> dict[str, str]:
        return {who: row.status for who, row in self.rows().items()}

    def opening(self) -> OpeningRow:
        with UnitOfWork(self.office.database) as work:
            return work.session.exec(select(OpeningRow)).one()

    def deed(self, do: Callable[[ModeratorDeeds], str]) -> str:
        with UnitOfWork(self.office.database) as work:
            told = do(ModeratorDeeds(work.at(self.office.settings, self.office.clock.now())))
            work.commit()
        return told

    def to(self, who: str) -> list[OutgoingRow]:
        return self.office.outbox(f"{who}@example.test")


@pytest.fixture
def desk(office: Office) -> Desk:
    return Desk(office)


# ---- From the announcement to the first letters


def test_eight_people_sign_up_two_leave_and_six_play(desk: Desk) -> None:
    desk.open(wait=True)
    wishes = {
        "anna": "prefer ottoman, france; not papacy; name Anna",
        "bert": "prefer ottoman; name Bert; with Hugo",
        "clara": "prefer england, ottoman; language german; name Clara",
        "dora": "",
        "emil": "prefer papacy",
        "fritz": "prefer france; not protestant",
        "gerda": "prefer hapsburg",
        "hugo": "prefer protestant; name Hugo",
    }
    for who, said in wishes.items():
        assert desk.join(who, said)
        desk.office.later(1)
    assert [one for one, status in desk.status().items() if status == "waiting"] == ["gerda", "hugo"]
    assert "as number 2" in desk.to("hugo")[-1].text.replace("\n", " ")
    desk.answer("emil", "leave summer")
    assert desk.status()["hugo"] == "seated", "Bert has asked for him, so he goes before Gerda"
    assert desk.status()["gerda"] == "waiting"
    assert "You have a seat" in desk.to("hugo")[-1].text
    desk.answer("dora", "leave summer")
    assert desk.status() == dict.fromkeys(wishes, "seated") | {"emil": "left", "dora": "left"}
    told = desk.deed(lambda deeds: deeds.close_sign_up(SUMMER))
    assert told.startswith("summer has begun.")
    with UnitOfWork(desk.office.database) as work:
        game = games.find_game(work.session, SUMMER)
        assert game.status == "running"
        given = {
            row.address.partition("@")[0]: tuple(row.powers) for row in games.seat_rows(work.session, game)
        }
        languages = {row.name: row.language for row in games.seat_rows(work.session, game)}
    assert given.keys() == wishes.keys() - {"emil", "dora"}
    assert given["clara"] == ("england",)
    assert given["gerda"] == ("hapsburg",)
    assert given["hugo"] == ("protestant",)
    assert given["fritz"] == ("france",), "6 points; the second choice of Anna has 5"
    assert {given["anna"], given["bert"]} == {("ottoman",), ("papacy",)}
    assert given["anna"] == ("ottoman",), "she does not want the Papacy"
    assert languages["Clara"] == "de"
    assert languages["Anna"] == "en"
    for who in given:
        powers, first = [row for row in desk.to(who) if row.game_id][:2]
        assert "powers are given" in powers.subject or "vergeben" in powers.subject
        assert "Anna: Ottoman" in powers.text or "Anna: Osmanen" in powers.text
        assert "@example.test" not in powers.text
        assert first.kind == "start"
    powers = next(row for row in desk.to("bert") if row.game_id)
    seed = re.search(r"^    ([0-9a-f]{64})$", powers.text, re.MULTILINE)
    assert desk.opening().commitment in powers.text
    assert seed
    assert sha256(seed[1].encode()).hexdigest() == desk.opening().commitment


def test_a_game_begins_as_soon_as_all_seats_are_taken(desk: Desk) -> None:
    desk.open(scenario="two-player")
    desk.join("anna", "prefer protestant")
    desk.join("bert", "prefer protestant")
    assert desk.opening().status == "begun"
    assert "start" in [row.kind for row in desk.to("bert")]
    status, answer = desk.send("clara", "join summer")
    assert (status, answer) == ("held", None), "nothing is open, so strangers are told nothing"
    assert "resign" in str(desk.answer("anna", "leave summer")[1].text)  # type: ignore[union-attr]
    assert desk.row("anna").status == "seated"


def test_fewer_people_than_seats_have_several_powers(desk: Desk) -> None:
    desk.open()
    for who in ("anna", "bert", "clara"):
        desk.join(who, "prefer hapsburg" if who == "bert" else "")
    desk.deed(lambda deeds: deeds.close_sign_up(SUMMER))
    assert desk.office.seat("bert", SUMMER).powers == ("hapsburg", "papacy")


def test_too_few_cannot_begin(desk: Desk) -> None:
    desk.open()
    desk.join("anna")
    with pytest.raises(WrongMoment, match="1 have signed up; 3, 4, 5, 6 can play"):
        desk.deed(lambda deeds: deeds.close_sign_up(SUMMER))


def test_a_game_that_is_made_can_wait_for_votes(desk: Desk) -> None:
    desk.open(scenario="two-player", wait=True)
    desk.join("anna")
    desk.join("bert")
    desk.deed(lambda deeds: deeds.close_sign_up(SUMMER, start=False))
    assert desk.deed(lambda deeds: deeds.invite(SUMMER)) == "everybody has confirmed"
    desk.office.moderator.start_game(SUMMER)


def test_the_announcement_says_what_how_fast_and_how(desk: Desk) -> None:
    desk.open(language="de", options=(("last_turn", "6"),))
    with UnitOfWork(desk.office.database) as work:
        opening = work.session.exec(select(OpeningRow)).one()
        subject, text = announcement(desk.office.settings, opening)
        announce(work.at(desk.office.settings, desk.office.clock.now()), opening, ["club@example.test"])
        work.commit()
    assert subject == "[summer] Anmeldung zu Here I Stand"
    assert "    join summer\n    prefer Osmanen, Habsburger; not Protestanten" in text
    assert PLAIN in text
    assert opening.commitment in text
    assert "72 Stunden" in text
    assert all(len(line) <= 72 for line in text.splitlines())
    (sent,) = desk.to("club")
    assert sent.text == text
    assert desk.send("anna", "join summer", to=sent.labelled.data["Reply-To"])[0] == "done"


def test_a_name_is_taken_only_once(desk: Desk) -> None:
    desk.open()
    with pytest.raises(ModeratorProblem, match="already"):
        desk.open()
    plan = GamePlan(SUMMER, "tournament", ())
    with pytest.raises(ModeratorProblem):
        desk.office.moderator.create_game(plan)
    desk.deed(lambda deeds: deeds.cancel_sign_up(SUMMER))
    desk.open()


def test_a_cancelled_game_tells_everybody(desk: Desk) -> None:
    desk.open()
    desk.join("anna")
    desk.send("bert", "join summer")
    assert desk.deed(lambda deeds: deeds.cancel_sign_up(SUMMER)) == "summer is cancelled; 1 told"
    assert "called it off" in desk.to("anna")[-1].text.replace("\n", " ")
    assert "no longer open" in desk.answer("anna", "join summer")[1].text  # type: ignore[union-attr]


# ---- Letters of one person


def test_a_sign_up_is_confirmed_from_the_address_and_can_be_changed(desk: Desk) -> None:
    desk.open()
    status, asked = desk.send("anna", "Hello!", "", "join summer prefer ottoman, france; with Bert")
    assert status == "done"
    assert asked
    assert "answer this letter with the word" in asked.text.replace("\n", " ")
    assert "prefer: Ottoman, France" in asked.text
    assert desk.status() == {"anna": "asked"}
    quoted = [f"> {line}" for line in asked.text.splitlines()]
    status, receipt = desk.answer("anna", "Yes.", "", *quoted, In_Reply_To=asked.message_id)
    assert status == "done"
    assert receipt
    assert "1 of 6 seats" in receipt.text
    receipt = desk.answer("anna", "join summer prefer england; not ottoman; name Anna Karenina")[1]
    assert receipt
    assert receipt.text.splitlines()[2] == "Anna Karenina,"
    assert "prefer: England" in receipt.text
    assert "not: Ottoman" in receipt.text
    assert "with: Bert" in receipt.text
    assert "prefer: -" in desk.answer("anna", "prefer any")[1].text  # type: ignore[union-attr]
    assert "not understood" in desk.answer("anna", "What is this?")[1].text  # type: ignore[union-attr]
    desk.answer("anna", "leave summer")
    assert desk.status() == {"anna": "left"}
    desk.answer("anna", "join summer")
    assert desk.status() == {"anna": "seated"}


def test_an_answer_that_quotes_without_marks_says_only_what_its_writer_says(desk: Desk) -> None:
    desk.open()
    asked = desk.send("anna", "join summer prefer france")[1]
    assert asked
    _, receipt = desk.answer("anna", "no", "", *asked.text.splitlines(), In_Reply_To=asked.message_id)
    assert receipt is None
    assert desk.status() == {}


def test_letters_come_in_the_language_that_was_asked_for(desk: Desk) -> None:
    desk.open()
    asked = desk.send("anna", "join summer language german; am liebsten Frankreich")[1]
    assert asked
    assert "Warst du es nicht" in asked.text
    assert "am liebsten: Frankreich" in asked.text
    assert "Du hast einen Platz" in desk.answer("anna", "Ja")[1].text  # type: ignore[union-attr]


@pytest.mark.parametrize("language", HIS.languages)
def test_every_letter_fits_into_72_columns(desk: Desk, language: str) -> None:
    desk.open(language=language, wait=True, scenario="two-player")
    for who in ("anna", "bert", "clara"):
        desk.join(who, "prefer papacy, hapsburg; nonsense; not protestant")
        desk.send(who, "leave summer")
        desk.answer(who, "no")
        desk.answer(who, "???")
    desk.deed(lambda deeds: deeds.close_sign_up(SUMMER))
    letters = [row for row in desk.office.outbox() if row.kind in ("sign-up", "plain")]
    assert len(letters) > 12
    for letter in letters:
        assert not re.search(r"\{\w+\}|sign_up", letter.text + letter.subject)
        assert all(len(line) <= 72 for line in letter.text.splitlines()), letter.text


def test_by_subject_alone(desk: Desk) -> None:
    desk.open()
    assert desk.send("anna", "", Subject="join summer")[0] == "done"
    assert desk.status() == {"anna": "asked"}


def test_without_plus_addressing_the_answer_is_known_by_what_it_answers(
    new_office: Callable[..., Office],
) -> None:
    desk = Desk(new_office(mail={"plus_addressing": False}))
    desk.open()
    asked = desk.send("anna", "join summer")[1]
    assert asked
    subject = f"Re: {asked.subject} {asked.labelled.data['Mark']}"
    desk.send("anna", "yes", Subject=subject, In_Reply_To=asked.message_id)
    assert desk.status() == {"anna": "seated"}


# ---- Hostile letters


def test_a_forged_letter_changes_nothing(desk: Desk) -> None:
    desk.open()
    desk.join("anna", "prefer france")
    before = desk.row("anna")
    desk.send("eve", "leave summer", From="anna@example.test")
    desk.send("eve", "join summer prefer papacy", From="anna@example.test")
    assert desk.row("anna").wishes == before.wishes
    assert desk.row("anna").status == "seated"
    token_of_anna = desk.address("anna")
    status, answer = desk.send("eve", "leave summer", to=token_of_anna)
    assert (status, answer) == ("held", None) or desk.row("anna").status == "seated"
    assert desk.row("anna").status == "seated"
    doubted = desk.send("eve", "join summer", Authentication_Results="mx.example.test; dmarc=fail")
    assert doubted[1] is None or desk.status().get("eve") == "asked"


def test_somebody_elses_token_is_worth_nothing(desk: Desk) -> None:
    desk.open()
    desk.send("anna", "join summer")
    status, answer = desk.send("eve", "yes", to=desk.address("anna"))
    assert (status, answer) == ("held", None)
    assert desk.status() == {"anna": "asked"}


def test_more_joins_than_are_kept_of_one_address_bring_one_letter(desk: Desk) -> None:
    desk.open()
    desk.office.limit(stranger_letters=30)
    for at in range(40):
        raw = desk.raw("victim", f"join summer prefer {POWERS[at % 6]}")
        desk.office.moderator.store_letter(Incoming("key", raw, len(raw)))
    desk.office.moderator.handle_letters()
    assert len(desk.to("victim")) == 1
    desk.office.later(24)
    desk.send("victim", "join summer")
    assert len(desk.to("victim")) == 2, "one a day"


def test_more_addresses_than_are_kept_are_asked_only_up_to_the_quota(desk: Desk) -> None:
    desk.open()
    desk.office.limit(stranger_letters=60)
    for at in range(70):
        raw = desk.raw(f"victim{at}", "join summer")
        desk.office.moderator.store_letter(Incoming("key", raw, len(raw)))
    desk.office.moderator.handle_letters()
    assert len([row for row in desk.office.outbox() if row.kind == "sign-up"]) == 50
    assert len(desk.rows()) == 50
    desk.office.later(24 * 15)
    desk.send("anna", "join summer")
    assert desk.status() == {"anna": "asked"}, "who never answered is forgotten"


def test_somebody_who_has_signed_up_cannot_make_us_write_without_end(desk: Desk) -> None:
    desk.open()
    desk.join("anna")
    for _ in range(60):
        desk.answer("anna", "prefer france")
    assert len(desk.to("anna")) <= 22


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<club.example.test>"},
        {"Subject": "Automatic reply: join summer"},
        {"X_Pbem": "summer"},
        {"From": "MAILER-DAEMON@example.test"},
    ],
)
def test_robots_never_sign_up(desk: Desk, headers: dict[str, str]) -> None:
    desk.open()
    desk.send("robot", "join summer", **headers)
    assert desk.rows() == {}
    assert [row for row in desk.office.outbox() if row.kind == "sign-up"] == []


def test_a_robot_that_answers_does_not_confirm(desk: Desk) -> None:
    desk.open()
    desk.send("anna", "join summer")
    desk.answer("anna", "yes", Auto_Submitted="auto-replied")
    assert desk.status() == {"anna": "asked"}


def test_our_own_address_does_not_sign_up(desk: Desk) -> None:
    desk.open()
    desk.send("gm", "join summer", From=PLAIN)
    assert desk.rows() == {}


def test_a_game_that_is_not_open(desk: Desk) -> None:
    assert desk.send("anna", "join summer") == ("held", None), "nothing is open: as before"
    desk.open()
    status, answer = desk.send("anna", "join sumer")
    assert status == "done"
    assert answer
    assert "Open are: summer." in answer.text
    assert desk.rows() == {}
    assert desk.send("anna", "join winter") == ("held", None), "one letter a day"
    status, asked = desk.send("anna", "join summer")
    assert status == "done", "but whoever has mended the slip is asked"
    assert asked
    assert desk.status() == {"anna": "asked"}
    assert desk.send("bert", "I leave on monday, join us!") == ("held", None)


def test_nonsense_is_told_and_nothing_of_it_done(desk: Desk) -> None:
    desk.open()
    asked = desk.send("anna", "join summer prefer xyzzy, ottoman; not ottoman; language klingon")[1]
    assert asked
    unread = asked.text.partition("not understood")[2]
    assert all(word in unread for word in ("xyzzy", "klingon", "prefer ottoman; not ottoman"))
    assert desk.row("anna").wishes == {}
    asked = desk.send("bert", "join summer " + "prefer " + "a," * 5000)[1]
    assert asked is None or len(asked.text) < 3000
    assert desk.send("clara", "join summer", "leave summer") == ("held", None), "nobody knows which"


@pytest.mark.parametrize(
    "name", ["Eve\r\nBcc: all@example.test", "\u202eevE", "Eve <x@y>, all@example.test", "x" * 500, '"; DROP']
)
def test_a_name_cannot_bring_headers_in(desk: Desk, name: str) -> None:
    desk.open(scenario="two-player")
    desk.join("eve", f"name {name}")
    desk.join("bert")
    for letter in desk.office.outbox():
        data = letter.labelled.data
        assert "Bcc" not in data
        assert not re.search(r"[\r\n]", "".join(data.values()))
        assert letter.recipient.endswith("@example.test")
        assert data["To"].count("@example.test>") <= 1
    assert len(desk.row("eve").name) <= 40
    assert "\u202e" not in desk.row("eve").name


# ---- By the moderator's hand


def test_the_moderator_adds_and_removes(desk: Desk) -> None:
    desk.open()
    assert (
        desk.deed(lambda deeds: deeds.add_sign_up(SUMMER, "Anna <anna@example.test> prefer france"))
        == "Anna has a seat"
    )
    assert "You have a seat" in desk.to("anna")[-1].text
    with pytest.raises(ModeratorProblem, match="not understood: xyzzy"):
        desk.deed(lambda deeds: deeds.add_sign_up(SUMMER, "Bert <bert@example.test> prefer xyzzy"))
    with pytest.raises(ModeratorProblem):
        desk.deed(lambda deeds: deeds.add_sign_up(SUMMER, "nobody"))
    with UnitOfWork(desk.office.database) as work:
        told = lists.sign_ups(work.session, desk.office.settings, SUMMER)
    assert (told.taken, told.sign_ups[0].prefer) == (1, ("france",))
    assert desk.deed(lambda deeds: deeds.remove_sign_up(SUMMER, "anna@example.test")) == "Anna does not play"
    assert "taken you off the list" in desk.to("anna")[-1].text.replace("\n", " ")
    with pytest.raises(ModeratorProblem):
        desk.deed(lambda deeds: deeds.remove_sign_up(SUMMER, "nobody"))


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pbem.toml").write_text('[mail]\naddress = "gm@example.test"\n')
    Path("summer.toml").write_text('scenario = "1532"\npace = { impulse = 96, quiet_days = ["sun"] }\n')
    run = CliRunner()
    shown = run.invoke(app, ["open", "--from", "summer.toml", "--dry-run"])
    assert shown.exit_code == 0
    assert "96 hours" in shown.output
    assert "was not opened" in shown.output
    opened = run.invoke(
        app, ["open", "--from", "summer.toml", "--to", "club@example.test", "--zone", "Asia/Tokyo"]
    )
    assert opened.exit_code == 0
    assert "Asia/Tokyo" in opened.output
    assert "club@example.test" in opened.output
    assert run.invoke(app, ["open", "summer"]).exit_code == 1
    assert "open for sign-up: summer" in run.invoke(app, ["games"]).output
    early = run.invoke(app, ["invite", "summer"])
    assert early.exit_code == 1
    assert "pbem close summer begins it" in early.output
    for who in ("anna", "bert", "clara"):
        added = run.invoke(app, ["signups", "summer", "--add", f"{who.title()} <{who}@example.test>"])
        assert added.exit_code == 0, added.output
    assert "3 of 6 seats" in run.invoke(app, ["signups", "summer"]).output
    closed = run.invoke(app, ["close", "summer"])
    assert closed.exit_code == 0
    assert "summer has begun" in closed.output
    assert "open for sign-up" not in run.invoke(app, ["games"]).output
    assert "Asia/Tokyo" in run.invoke(app, ["pace", "summer"]).output
    assert run.invoke(app, ["close", "summer"]).exit_code == 1
    assert run.invoke(app, ["open", "other", "--to", "no address"]).exit_code == 1


# ---- Powers by wishes


def by_hand(people: list[Person], hands: list[tuple[str, ...]], seed: str) -> tuple[tuple[str, ...], ...]:
    """The same search written in another way: one person after the other takes each hand that is left."""
    found: list[tuple[int, int, tuple[int, ...], str, tuple[tuple[str, ...], ...]]] = []

    def give(given: tuple[tuple[str, ...], ...]) -> None:
        if len(given) == len(people):
            unwanted, points = 0, []
            for person, hand in zip(people, given, strict=True):
                unwanted += bool(set(hand) & set(person.avoid))
                best = [place for place, power in enumerate(person.prefer) if power in hand]
                points.append(6 - best[0] if best else 0)
            low_first = tuple(-point for point in sorted(points))
            found.append((unwanted, -sum(points), low_first, drawn_by(people, given, seed), given))
            return
        for hand in hands:
            if hand not in given:
                give((*given, hand))

    give(())
    return min(found)[-1]


def test_powers_are_given_as_an_exhaustive_search_would() -> None:
    dice = random.Random(20)
    for round in range(60):
        number = dice.randint(3, 6)
        seating = next(one for one in HIS.seatings("1517") if len(one) == number)
        people = []
        for at in range(number):
            powers = dice.sample(POWERS, 6)
            prefer = powers[: dice.randint(0, 4)]
            avoid = powers[4 : 4 + dice.randint(0, 2)]
            people.append(Person(at + 1, tuple(prefer), tuple(avoid)))
        shared = share_out(people, seating, f"seed {round}")
        assert shared.hands == by_hand(people, list(seating), f"seed {round}"), (round, people)
        assert sorted(shared.hands) == sorted(seating)


def test_equal_ways_are_drawn_by_the_seed() -> None:
    people = [Person(at, ("ottoman",)) for at in range(1, 7)]
    seating = HIS.seatings("1517")[-1]
    drawn = [share_out(people, seating, f"seed {at}") for at in range(40)]
    assert all((one.ways, one.equal, one.points) == (720, 720, 6) for one in drawn)
    lucky = {one.hands.index(("ottoman",)) for one in drawn}
    assert lucky == set(range(6))
    assert share_out(people, seating, "seed 1") == drawn[1]


def test_somebody_gets_what_nobody_wants_if_it_must_be() -> None:
    people = [Person(at, ("papacy",) if at == 1 else (), ("protestant",)) for at in (1, 2)]
    shared = share_out(people, (("papacy",), ("protestant",)), "seed")
    assert (shared.hands[0], shared.refused) == (("papacy",), 1)


# ---- Words


@pytest.mark.parametrize(
    "line",
    [
        "join summer prefer ottoman, france; not papacy",
        "Join Summer: prefer the Turks then France, not the Pope.",
        "mitspielen bei summer; am liebsten Osmanen, dann Frankreich; nicht Papst",
        "liityn summer; toivon ottomaanit, ranska; en halua paavi",
        "jelentkezem summer; legszívesebben oszmánok, franciaország; nem kérem pápaság",
        "加入summer;首选 奥斯曼,法国;不要 教廷",
    ],
)
def test_sign_ups_are_read_in_every_language(line: str) -> None:
    said = SignUpReader(HIS, "1517").read([line])
    assert (said.word, said.game, said.unread) == ("join", "summer", ())
    assert said.wishes == Wishes(("ottoman", "france"), ("papacy",))


@pytest.mark.parametrize(
    ("line", "word", "prefer"),
    [
        ("Sorry, leave autumn", "leave", None),
        ("Please, join autumn. Thanks!", "join", None),
        ("I'd like to join autumn, please", "join", None),
        ("Hello, I want to join autumn; prefer papacy, please", "join", ("papacy",)),
        ("join autumn please, prefer the papacy and france, thank you", "join", ("papacy", "france")),
        ("prefer papacy please", "", ("papacy",)),
        ("I would prefer papacy", "", ("papacy",)),
        ("Yes, please!", "yes", None),
        ("No, thanks.", "no", None),
        ("Bitte mitspielen bei autumn, am liebsten Papst, danke", "join", ("papacy",)),
        ("Leider muss ich aussteigen", "", None),
        ("Anteeksi, poistun autumn", "leave", None),
        ("Sajnos kilépek autumn", "leave", None),
        ("请加入autumn;首选 教廷,谢谢", "join", ("papacy",)),
    ],
)
def test_politeness_says_nothing(line: str, word: str, prefer: tuple[str, ...] | None) -> None:
    said = SignUpReader(HIS, "1517").read([line])
    assert (said.word, said.wishes.prefer, said.unread) == (word, prefer, ())
    assert said.game in ("", "autumn")


def test_who_is_called_by_a_polite_word_keeps_the_name() -> None:
    assert SignUpReader(HIS, "1517").read(["name Hi Thanks Miller"]).wishes.name == "Hi Thanks Miller"


def test_a_wish_for_a_power_takes_back_that_it_was_not_wanted() -> None:
    earlier = Wishes(("france",), ("papacy", "england"))
    assert Wishes(("papacy",)).over(earlier) == Wishes(("papacy",), ("england",))


def test_of_two_friends_with_one_name_neither_is_meant() -> None:
    people = [("Anna", "a@x"), ("Anna B", "b@x"), ("Anna B", "c@x")]
    assert list(friends_among(["anna", "anna b", "b@x", "zoe"], people)) == [0, 1]


def test_time_of_the_clock_is_not_used_up(desk: Desk) -> None:
    """Somebody who confirms later has come later: the seat is for whoever has confirmed."""
    desk.open(scenario="two-player", wait=True)
    desk.send("anna", "join summer")
    desk.join("bert")
    desk.join("clara")
    desk.office.clock.advance(timedelta(minutes=1))
    desk.answer("anna", "yes")
    assert desk.status() == {"anna": "waiting", "bert": "seated", "clara": "seated"}
