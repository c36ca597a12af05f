"""The moderator's day: new games, daemon and command line side by side, locks, games that were set back."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from pbem.channels.mail.embedded import deliver
from pbem.config import load_settings
from pbem.daemon.daemon import Daemon
from pbem.errors import ModeratorProblem
from pbem.moderator.archive import archive_game, check_export, export_game
from pbem.moderator.audit import audit
from pbem.moderator.overview import Overview
from pbem.store.unit_of_work import UnitOfWork
from rules.core.options import RULES_OPTION
from rules.his.options import CHOICES
from tests.pbem.office import GAME, Office
from tests.pbem.terminal import Run

POWERS = ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
SEATS = [f"--seat={power}={power.title()} <{power}@example.test>" for power in POWERS]


@pytest.fixture
def pbem(tmp_path: Path, in_a_line: Run) -> Run:
    """The command line in a folder of its own."""
    (tmp_path / "pbem.toml").write_text(
        f'database = "game.sqlite3"\n[mail]\naddress = "gm@example.test"\nmaildir = "{tmp_path / "gm"}"\n'
    )
    return in_a_line


def reply(office: Office, power: str) -> bytes:
    """A player's answer to the latest letter that asks him something: what silence would mean."""
    latest = [letter for letter in office.outbox(power) if letter.asked is not None][-1].message_id
    return office.letter(power, office.silent_line(power), In_Reply_To=latest)


def play(office: Office, letters: int) -> None:
    for _ in range(letters):
        orders = len(office.orders())
        office.receive(reply(office, office.asked()[0]))
        assert len(office.orders()) > orders


# ---- A new game


def test_a_game_begins_with_its_own_pace_and_options(pbem: Run) -> None:
    told = pbem(
        *("new", "summer", "--scenario", "1532", *SEATS),
        *("--zone", "Europe/Berlin", "--quiet-days", "sat,sun", "--quiet-dates", "12-25"),
        *("--impulse", "96", "--negotiation", "0", "--reminders", "12", "--grace", "0"),
        *("--option", "last_turn=6", "--option", "dice=elsewhere"),
    )
    assert "pbem start summer" in told
    pace = pbem("pace", "summer")
    assert "negotiation 0, impulse 96, decision 48, window 24" in pace
    assert "Europe/Berlin" in pace
    assert "Reminders 12 hours before; grace 0 hours" in pace
    assert "not begun" in pbem("games")
    pbem("start", "summer")
    assert json.loads(pbem("position", "summer", "setup.options")) == [
        ["last_turn", "6"],
        ["dice", "elsewhere"],
        ["rules_version", "2"],
    ]
    assert pbem("games") == pbem("status")


def test_each_step_says_what_comes_next(pbem: Run) -> None:
    assert "pbem new makes one" in pbem("games")
    assert "pbem run" in pbem("health", fails=True)
    assert "pbem run" in pbem("new", "summer", *SEATS)
    assert "6 letters wait in the outbox: they leave as soon as pbem run is at work" in pbem(
        "invite", "summer"
    )
    assert "Protestant (join)" in pbem("games")
    assert "letters wait in the outbox" in pbem("start", "summer", "--anyway")
    pbem("poll")  # somebody is at work: nothing need be said
    assert "outbox" not in pbem("extend", "summer", "24h")


def test_a_vacation_is_told_by_the_days_of_the_game_and_can_be_called_off(pbem: Run) -> None:
    pbem("new", "summer", *SEATS, "--zone", "Europe/Berlin")
    pbem("start", "summer")
    days = "2026-12-20 to 2027-01-02"
    told = pbem("vacation", "summer", "france", days)
    assert "France is away from 20 Dec 2026 to 02 Jan 2027" in told
    assert "called off" in pbem("back", "summer", "france")
    assert "no vacation is planned" in pbem("back", "summer", "france", fails=True)
    pbem("vacation", "summer", "france", days)  # it is as if it had never been


def test_posts_that_are_carried_by_hand_do_not_wait_to_be_sent(pbem: Run) -> None:
    by_hand = [seat.replace("@example.test", "@console") for seat in SEATS]
    pbem("new", "summer", *by_hand)
    assert "outbox" not in pbem("start", "summer")
    assert "outbox: 0 waiting" in pbem("games")


def test_letters_that_we_kept_back_are_no_failure(pbem: Run) -> None:
    pbem("new", "summer", *SEATS)
    pbem("start", "summer")
    pbem("substitute", "summer", "france", "Fran <fran@example.test>")
    assert "0 failed" in pbem("games")
    assert "delivered" not in pbem("doctor", "--no-mail", fails=True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--zone", "Nowhere"], "no time zone"),
        (["--impulse", "0"], "impulse: "),
        (["--quiet-days", "someday"], "no day of the week"),
        (["--reminders", "x"], "are no hours"),
        (["--option", "nonsense=1"], "there is no option"),
        (["--option", "dice"], "NAME=VALUE"),
        (["--option", "dice=loaded"], 'can only be "elsewhere"'),
        (["--option", "last_turn=3"], "may end after turn 4 to 9"),
        (["--option", "last_turn=6", "--option", "last_turn=5"], "given twice"),
        (["--windows", "none"], "no window policy"),
    ],
)
def test_what_is_wrong_with_a_new_game_is_told_and_nothing_is_made(
    pbem: Run, words: list[str], told: str
) -> None:
    assert told in pbem("new", "summer", *SEATS, *words, fails=True)
    assert "No games." in pbem("games")


def test_every_option_that_the_rules_look_at_can_be_chosen(pbem: Run) -> None:
    listed = pbem("options")
    for choice in CHOICES:
        assert f"{choice.name}={choice.value}" in listed
    asked: set[str] = set()
    sources = [path.read_text() for path in (Path(__file__).parents[2] / "rules" / "his").rglob("*.py")]
    everything = "\n".join(sources)  # a name may be imported
    for source in sources:
        for word in re.findall(r"\.option\(([\w\"]+)[,)]", source):
            naming = re.compile(rf'^{word}\b[^=\n]*= "(\w+)"', re.MULTILINE)
            named = naming.search(source) or naming.search(everything)
            asked.add(named[1] if named else word.strip('"'))
    assert asked | {RULES_OPTION} == {choice.name for choice in CHOICES}  # that one the setup reads


# ---- The daemon and the command line on one database


def test_the_daemon_goes_on_from_what_the_command_line_did(
    pbem: Run, playing: Office, tmp_path: Path
) -> None:
    """The daemon keeps games ready; an order, a rewind or a correction of another process comes between."""
    settings = tmp_path / "pbem.toml"
    settings.write_text(settings.read_text().replace("game.sqlite3", playing.place))
    with Daemon(load_settings(settings), playing.clock) as daemon:

        def by_mail() -> None:
            (power,) = playing.asked()
            orders = len(playing.orders())
            deliver(tmp_path / "gm", reply(playing, power))
            assert daemon.poll() == 1
            assert len(playing.orders()) > orders, playing.outbox(power)[-1].text

        for _ in range(9):
            by_mail()
        (power,) = playing.asked()
        pbem("answer", GAME, power, playing.silent_line(power))
        by_mail()
        pbem("rewind", GAME, str(len(playing.orders()) - 1), "--because", "a slip")
        by_mail()
        pbem("correct", GAME, "spaces.metz.control=france", "--because", "a slip", "--go-back")
        by_mail()
    assert Overview(playing.database).verify(GAME).rewinds == 3
    assert playing.engine().game.spaces["metz"].control == "france"


def test_a_locked_database_is_nobodys_fault(playing: Office) -> None:
    """The letter waits, and the game is not put on hold."""
    (power,) = playing.asked()
    raw = playing.letter(power, playing.silent_line(power))
    with playing.database.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=1")
    id = playing.moderator.store_letter(_incoming(raw))
    assert id is not None
    with (
        sqlite3.connect(playing.settings.database, isolation_level=None) as other,
        playing.database.connect() as ours,
    ):
        ours.exec_driver_sql("PRAGMA busy_timeout=1")
        ours.rollback()
        ours.close()
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError):
            playing.moderator.handle_letter(id)
        other.execute("ROLLBACK")
    other.close()
    assert Overview(playing.database).letter(id).status == "new"
    playing.moderator.handle_letters()
    assert Overview(playing.database).letter(id).status == "done"


def _incoming(raw: bytes):  # type: ignore[no-untyped-def]
    from pbem.channels.channel import Incoming

    return Incoming("key", raw, len(raw))


def test_errors_of_the_database_show_no_values(playing: Office) -> None:
    with pytest.raises(Exception, match="UNIQUE") as problem, playing.database.begin() as connection:
        connection.execute(
            text("INSERT INTO heartbeat (id, at) VALUES (1, :at), (1, :at)"), {"at": "secret-token"}
        )
    assert "secret-token" not in str(problem.value)


# ---- Games that were set back


@pytest.fixture
def set_back(pbem: Run, playing: Office, tmp_path: Path) -> Office:
    """A game with a rewind, a correction, and orders before, between and after."""
    settings = tmp_path / "pbem.toml"
    settings.write_text(settings.read_text().replace("game.sqlite3", playing.place))
    play(playing, 9)
    pbem("rewind", GAME, "8", "--because", "a slip")
    play(playing, 9)
    pbem("correct", GAME, "spaces.metz.control=france", "--because", "another", "--go-back")
    play(playing, 3)
    return playing


def test_all_of_a_game_that_was_set_back_is_compared(set_back: Office) -> None:
    played = Overview(set_back.database).verify(GAME)
    with set_back.database.begin() as connection:
        (events,) = connection.execute(text("SELECT count(*) FROM event")).one()
        (snapshots,) = connection.execute(text("SELECT count(*) FROM snapshot")).one()
    assert (played.rewinds, played.events, played.snapshots) == (3, events, snapshots)


def _undone_event(data: dict) -> None:  # type: ignore[type-arg]
    at = next(n for n, event in enumerate(data["events"]) if event["$"] == "GameSetBack")
    del data["events"][at - 1]


def _no_word_of_the_rewind(data: dict) -> None:  # type: ignore[type-arg]
    data["events"] = [event for event in data["events"] if event["$"] != "GameSetBack"]


def _dice_again(data: dict) -> None:  # type: ignore[type-arg]
    rewound = next(order["entry"] for order in data["orders"] if order["entry"]["$"] == "Rewound")
    rewound["used"] -= 1


@pytest.mark.parametrize("tamper", [_undone_event, _no_word_of_the_rewind, _dice_again])
def test_an_audit_looks_behind_rewinds(set_back: Office, tamper: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    with set_back.database.begin() as connection:
        connection.execute(text("UPDATE game SET status = 'over', ended_at = started_at"))
    with UnitOfWork(set_back.database) as work:
        data = json.loads(json.dumps(archive_game(work.session, GAME)))
    assert audit(data).rewinds == 3
    tamper(data)
    with pytest.raises(ModeratorProblem, match="do not lead to this game"):
        audit(data)


def test_an_export_that_does_not_play_again_is_not_taken_in(
    set_back: Office, pbem: Run, tmp_path: Path
) -> None:
    with UnitOfWork(set_back.database) as work:
        data = json.loads(json.dumps(export_game(work.session, GAME)))
    assert check_export(data) is not None
    data["tables"]["event"][-1]["data"]["audience"] = ["nobody"]
    (tmp_path / "bad.json").write_text(json.dumps(data))
    (tmp_path / "pbem.toml").write_text('database = "elsewhere.sqlite3"\n')
    assert "does not play again" in pbem("import", "bad.json", fails=True)
    assert "No games." in pbem("games")


def test_a_rewind_goes_to_an_order_that_counts(set_back: Office, pbem: Run) -> None:
    assert "order 10 no longer counts" in pbem("rewind", GAME, "10", "--because", "x", fails=True)


def test_the_log_leaves_out_what_nobody_did(set_back: Office) -> None:
    desk = Overview(set_back.database)
    everything, done = desk.log(GAME), desk.log(GAME, passes=False)
    assert len(done) < len(everything)
    assert all(line.source != "standing" or line.kind != "window" for line in done)
    assert any(line.words == "to 8: a slip" for line in done)
    assert any(line.words.startswith("spaces.metz.control=france: another") for line in done)
    assert desk.log(GAME, last=2, passes=False) == done[-2:]
