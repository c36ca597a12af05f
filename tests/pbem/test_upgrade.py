"""Games that version 0.1.0 has begun go on: its database opens, is brought up to date, and is played further.

`tests/fixtures/README.md` tells what is in the database.  These tests know the program only as its people do:
by the command line, by letters that come, and by letters that go.
"""

from __future__ import annotations

import json
import lzma
import re
import shutil
import socket
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.message import Message as PlainMessage
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from typer.testing import CliRunner

from pbem.cli import app

FIXTURES = Path(__file__).parents[1] / "fixtures"
KNOWN: dict[str, Any] = json.loads((FIXTURES / "0.1.0.json").read_text(encoding="utf-8"))
GAMES: dict[str, Any] = KNOWN["games"]
BEGUN = [name for name, game in GAMES.items() if "digest" in game]
RUNNING = [name for name in BEGUN if GAMES[name]["status"] == "running"]

SECTION = re.compile(r"^([A-Z][A-Z ,]+) -+$", re.MULTILINE)
HEAD = re.compile(r"^\S+ \((?P<scenario>\w+), (?P<status>\w+)\): (?P<where>.+)$", re.MULTILINE)
WAITING = re.compile(r"^waiting for (.+?)(?: until .*)?$", re.MULTILINE)
SCORE = re.compile(r"^([A-Z][a-z]+)\s+(\d+)\s+\d+\s+\d+\s", re.MULTILINE)
VERIFIED = re.compile(r"(\d+) orders? played again.* agree; digest ([0-9a-f]+)", re.DOTALL)
STANDING = re.compile(r"^  \d+\. (.+(?:\n {4,}.+)*)", re.MULTILINE)
HELD = re.compile(r"^ {4}(\S.*)$", re.MULTILINE)
SILENCE = re.compile(r"Without an answer:\s+(.+?)\n\s*\n", re.DOTALL)


# ---- The machine on which the program runs


class Server(Message):
    """A mail server that takes every letter."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[EmailMessage] = []

    def handle_message(self, message: PlainMessage) -> None:
        self.taken.append(message_from_bytes(message.as_bytes(), policy=policy.default))


class Machine:
    """A command line, a mailbox and a mail server around a copy of the old database."""

    def __init__(self, folder: Path, server: Server) -> None:
        """The folder holds `pbem.toml` and the mailbox `gm`."""
        self.folder = folder
        self.server = server
        self._numbers = count(1)

    def pbem(self, *words: str, fails: bool = False) -> str:
        """What a command says."""
        result = CliRunner().invoke(app, ["--settings", str(self.folder / "pbem.toml"), *words])
        assert (result.exit_code != 0) == fails, result.output
        return result.output

    def send(self) -> list[EmailMessage]:
        """The letters that leave now."""
        before = len(self.server.taken)
        self.pbem("send")
        return self.server.taken[before:]

    def deliver(self, seat: dict[str, Any], *lines: str) -> str:
        """Put a player's letter into the mailbox; its Message-ID."""
        number = next(self._numbers)
        message = EmailMessage(policy=policy.SMTP)
        message["From"] = f"{seat['name']} <{seat['address']}>"
        message["To"] = f"gm+{seat['token']}@example.test"
        message["Subject"] = "orders"
        message["Message-ID"] = f"<{number}@after.example.test>"
        message.set_content("\n".join(lines) + "\n")
        (self.folder / "gm" / "new" / f"1700000000.M{number:06}P1Q1.localhost").write_bytes(
            message.as_bytes()
        )
        return str(message["Message-ID"])

    def answer_to(self, letter: str) -> str:
        """The words of the one letter that answers a letter."""
        (answer,) = [sent for sent in self.server.taken if sent["In-Reply-To"] == letter]
        return words_of(answer)

    def write(self, seat: dict[str, Any], *lines: str) -> str:
        """Send a player's letter, let it be handled, and read the answer."""
        letter = self.deliver(seat, *lines)
        assert "1 letter handled" in self.pbem("poll")
        self.send()
        return self.answer_to(letter)


def words_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def reader_of(letter: EmailMessage) -> str:
    """To whom the mail server was asked to bring a letter."""
    return str(letter["X-RcptTo"])


@pytest.fixture(scope="session")
def old_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("old") / "pbem.sqlite3"
    path.write_bytes(lzma.decompress((FIXTURES / "0.1.0.sqlite3.xz").read_bytes()))
    return path


@pytest.fixture
def machine(old_database: Path, tmp_path: Path) -> Iterator[Machine]:
    shutil.copy(old_database, tmp_path)
    for part in ("tmp", "new", "cur"):
        (tmp_path / "gm" / part).mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Server()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    settings = f'''
        database = "{tmp_path}/pbem.sqlite3"
        [mail]
        address = "gm@example.test"
        moderator = "boss@example.test"
        maildir = "{tmp_path}/gm"
        [mail.smtp]
        host = "127.0.0.1"
        port = {port}
    '''
    (tmp_path / "pbem.toml").write_text(settings, encoding="utf-8")
    controller.start()
    yield Machine(tmp_path, server)
    controller.stop()


def seat_of(game: str, power: str) -> dict[str, Any]:
    """Who plays a power, with the secret token of the seat."""
    found: dict[str, Any] = next(seat for seat in GAMES[game]["seats"] if power in seat["powers"])
    return found


# ---- What is told of a game


def position(machine: Machine, game: str) -> dict[str, Any]:
    """Where a game stands, as the command line tells it."""
    status = machine.pbem("status", game)
    head, waiting = HEAD.search(status), WAITING.search(status)
    assert head is not None, status
    verified = VERIFIED.search(machine.pbem("verify", game))
    assert verified is not None
    return {
        **head.groupdict(),
        "waiting": waiting.group(1).split(", ") if waiting else [],
        "orders": int(verified.group(1)),
        "digest": verified.group(2),
        "scores": {power.lower(): int(points) for power, points in SCORE.findall(status)},
    }


def prepared(machine: Machine, game: str) -> dict[str, Any]:
    """The lines that are held for each seat, and its standing orders, as the seat's own letters list them."""
    seats = [seat for seat in GAMES[game]["seats"] if seat["powers"]]
    asked = {" and ".join(seat["powers"]): machine.deliver(seat, "orders") for seat in seats}
    machine.pbem("poll")
    machine.send()
    held, standing = {}, {}
    for powers, letter in asked.items():
        parts = sections(machine.answer_to(letter))
        if lines := HELD.findall(parts.get("HELD FOR YOU", "")):
            held[powers] = lines
        if orders := STANDING.findall(parts["ORDERS"]):
            standing[powers] = [" ".join(order.split()) for order in orders]
    return {"held": held, "standing": standing}


def sections(text: str) -> dict[str, str]:
    """The parts of a letter by their titles."""
    parts = SECTION.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def known(game: str, keys: Sequence[str]) -> dict[str, Any]:
    """What was written down of a game; version 0.1 called one power `Hapsburgs` in its tables."""
    told = json.dumps({key: GAMES[game][key] for key in keys}).replace("apsburgs", "apsburg")
    found: dict[str, Any] = json.loads(told)
    return found


# ---- Everything is still there


@pytest.mark.parametrize("game", BEGUN)
def test_a_game_stands_where_it_stood(machine: Machine, game: str) -> None:
    """It is played again from its seed, all agrees, and the position is the one that was."""
    found = position(machine, game)
    assert found == known(game, list(found))


@pytest.mark.parametrize("game", RUNNING)
def test_what_players_have_prepared_is_kept(machine: Machine, game: str) -> None:
    """Held lines, conditional ones too, and standing orders."""
    found = prepared(machine, game)
    assert found == known(game, list(found))


@pytest.mark.parametrize("game", BEGUN)
def test_the_story_can_be_told(machine: Machine, game: str) -> None:
    """To everybody, to a power, and as a picture."""
    story = machine.pbem("replay", game)
    for sentence in GAMES[game]["story"]:
        assert sentence in story
    assert "You draw" not in story
    assert "You draw" in machine.pbem("replay", game, "--power", "france")
    drawing = machine.folder / "map.svg"
    machine.pbem("map", game, str(drawing))
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


def test_the_list_of_games_is_complete(machine: Machine) -> None:
    listed = machine.pbem("games")
    assert [name for name in GAMES if re.search(rf"^{name} ", listed, re.MULTILINE)] == list(GAMES)
    assert "2 held, 1 put aside" in listed
    assert f"{len(KNOWN['outbox'])} waiting" in listed


def test_it_can_be_backed_up(machine: Machine) -> None:
    assert "checked" in machine.pbem("backup", str(machine.folder / "copy.sqlite3"))


# ---- Time


def test_nobody_loses_time_by_the_upgrade(machine: Machine) -> None:
    """The program was down since the old version stopped: all deadlines move, and nobody is answered for."""
    assert "late by" in machine.pbem("late")
    assert "0 letters handled" in machine.pbem("poll")
    assert "late by" not in machine.pbem("late")
    assert "0 deadlines had passed" in machine.pbem("tick")
    for game in RUNNING:
        assert position(machine, game)["orders"] == GAMES[game]["orders"]


# ---- Letters


def test_letters_in_the_outbox_leave_once_under_their_old_names(machine: Machine) -> None:
    sent = machine.send()
    found = [
        {"message_id": letter["Message-ID"], "to": reader_of(letter), "subject": letter["Subject"]}
        for letter in sent
    ]
    assert found == KNOWN["outbox"]
    assert machine.send() == []


def test_a_letter_from_a_wrong_sender_can_be_released(machine: Machine) -> None:
    """It is England's answer to a response window, from another address."""
    number = KNOWN["letters"]["wrong-sender"]
    assert "wrong-sender" in machine.pbem("letter", "show", str(number))
    assert "Ed" in machine.pbem("letter", "release", str(number))
    assert position(machine, "action")["waiting"] == ["France (window)"]


def test_a_letter_that_was_put_aside_can_be_tried_again(machine: Machine) -> None:
    number = KNOWN["letters"]["put aside"]
    assert "done" in machine.pbem("letter", "retry", str(number))
    machine.send()
    standing = sections(machine.write(seat_of("action", "protestant"), "orders"))["ORDERS"]
    assert STANDING.findall(standing) == ["Losses: lose mercenaries first."]


def test_a_strangers_letter_is_still_a_strangers(machine: Machine) -> None:
    number = KNOWN["letters"]["unknown-token"]
    assert "held" in machine.pbem("letter", "retry", str(number))
    machine.pbem("letter", "drop", str(number))
    assert str(number) not in machine.pbem("letter", "list", "--status", "held")


def test_a_player_who_could_not_be_reached_is_back_when_he_writes(machine: Machine) -> None:
    assert "cannot be reached" in machine.pbem("players", "talks")
    machine.write(seat_of("talks", "france"), "status")
    assert "cannot be reached" not in machine.pbem("players", "talks")


# ---- The games go on


def test_held_lines_go_on_when_the_windows_are_answered(machine: Machine) -> None:
    """The Ottoman marches on as ordered, by the right branch of the condition; then the Hapsburgs' lines."""
    assert "DONE" in machine.write(seat_of("action", "england"), "pass")
    assert position(machine, "action")["waiting"] == ["France (window)"]
    machine.write(seat_of("action", "france"), "windows closed")
    assert position(machine, "action")["waiting"] == ["England (window)"]
    machine.write(seat_of("action", "england"), "windows closed")
    story = machine.pbem("replay", "action")
    told = [
        "Ottoman moves from Istanbul to Edirne: 4 regulars.",
        "Ottoman moves from Sofia to Nezh: 4 regulars.",
        "Suleiman goes from Nezh to Belgrade.",
        "Ottoman gets 1 cavalry in Istanbul.",
        "Hapsburg plays Holy Roman Emperor (#2) for command points.",
        "Hapsburg gets 1 regular in Vienna.",
    ]
    places = [story.index(sentence) for sentence in told]
    assert places == sorted(places)
    assert "in Edirne" not in story
    assert position(machine, "action")["waiting"] == ["Hapsburg (action)"]


def test_talks_go_on_to_their_end(machine: Machine) -> None:
    """The open offers are answered; when all are ready, what was agreed before and after is announced."""
    assert "is agreed" in machine.write(seat_of("talks", "hapsburg"), "agree papacy 1", "ready")
    assert "is refused" in machine.write(seat_of("talks", "england"), "refuse france 2", "ready")
    machine.write(seat_of("talks", "france"), "ready")
    assert position(machine, "talks")["waiting"] == ["negotiations"]
    assert "All are ready" in machine.write(seat_of("talks", "papacy"), "ready")
    assert position(machine, "talks")["waiting"] != ["negotiations"]
    story = machine.pbem("replay", "talks")
    assert "Ottoman and France are allies for this turn." in story
    assert "Hapsburg and Papacy are allies for this turn." in story
    assert "England and France" not in story


def test_a_game_that_was_rewound_and_corrected_goes_on(machine: Machine) -> None:
    """The order is one that an unsent letter of the old version names."""
    (asked,) = [letter for letter in machine.send() if reader_of(letter) == "lukas@rewound.example.test"]
    silence = SILENCE.search(words_of(asked))
    assert silence is not None
    answer = machine.write(seat_of("rewound", "protestant"), " ".join(silence.group(1).split()))
    assert "DONE" in answer
    assert position(machine, "rewound")["orders"] > GAMES["rewound"]["orders"]
    assert "a slip of mine" in machine.pbem("deeds", "rewound")


def test_a_seat_that_is_offered_can_be_taken(machine: Machine) -> None:
    machine.write(GAMES["rewound"]["seats"][-1], "take papacy")
    assert re.search("Papacy +Oskar", machine.pbem("players", "rewound"))


def test_a_delegate_plays_until_the_player_is_back(machine: Machine) -> None:
    """The delegate begins an impulse under a token of her own; the player ends it under the old one."""
    player = GAMES["three"]["away"]
    answer = machine.write(seat_of("three", "hapsburg"), "play 32 for cp")
    assert "Gout (#32) for command points" in answer
    machine.deliver(player, "back")
    machine.pbem("poll")
    (welcome,) = [letter for letter in machine.send() if reader_of(letter) == player["address"]]
    assert "YOUR DECISION, HAPSBURG" in words_of(welcome)
    assert "DONE" in machine.write(player, "build regular in Vienna")
    assert position(machine, "three")["orders"] > GAMES["three"]["orders"] + 1


def test_a_vote_for_more_time_can_be_finished(machine: Machine) -> None:
    """England has asked; with a second of three players that is more than half."""
    machine.write(seat_of("three", "ottoman"), "agree")
    told = [words_of(letter) for letter in machine.server.taken if "[three]" in letter["Subject"]]
    assert any("is due 24 hours later" in " ".join(words.split()) for words in told)


def test_a_game_that_was_not_started_can_be(machine: Machine) -> None:
    """One of five players has confirmed; the others do it now."""
    machine.pbem("start", "seating", fails=True)
    for power in ("ottoman", "hapsburg", "england", "papacy"):
        assert "seat is yours" in machine.write(seat_of("seating", power), "join")
    machine.pbem("start", "seating")
    assert position(machine, "seating")["status"] == "running"


def test_a_finished_game_can_be_published_and_checked(machine: Machine) -> None:
    folder = machine.folder / "archive"
    machine.pbem("archive", "finished", str(folder))
    promised = GAMES["finished"]["commitment"]
    assert "agree" in machine.pbem("audit", str(folder), "--promised", promised)
