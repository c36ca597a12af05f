"""The demo: bots that play by mail, the same game for the same seed, killed or not."""

from __future__ import annotations

import asyncio
import imaplib
import os
import socket
import sqlite3
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from pbem.bots.bot import Bot
from pbem.bots.reading import read
from pbem.channels.mail.embedded import deliver, maildir
from pbem.channels.mail.write import compose
from pbem.demo.demo import Demo, Plan, Progress, Result
from pbem.demo.mailboxes import HOST, imap_server
from pbem.errors import ModeratorProblem
from pbem.moderator.overview import OrderLine, Overview
from tests.pbem.office import Office
from tests.processes import start_pbem


def orders(folder: Path) -> list[tuple[str, str, str]]:
    demo = Demo.resume(folder)
    lines: list[OrderLine] = Overview(demo.database).log("demo")
    demo.database.dispose()
    return [(line.power, line.kind, line.words) for line in lines]


def play(demo: Demo, until: Callable[[Progress], bool]) -> Result:
    try:
        return asyncio.run(demo.play(lambda progress: None, until=until))
    finally:
        demo.database.dispose()


def letters_are(number: int) -> Callable[[Progress], bool]:
    return lambda progress: progress.letters >= number


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        play(Demo.new(tmp_path / name, Plan(seed=5)), letters_are(110))
    play(Demo.new(tmp_path / "other", Plan(seed=6)), letters_are(110))
    assert len(orders(tmp_path / "one")) > 15
    assert orders(tmp_path / "one") == orders(tmp_path / "two")
    assert orders(tmp_path / "one") != orders(tmp_path / "other")


def test_killed_in_the_middle_it_goes_on_without_losing_or_doubling_an_order(tmp_path: Path) -> None:
    """kill -9 at two moments; what was played in the end is what is played without a kill."""
    folder = tmp_path / "killed"
    for wanted, how in ((6, ["--seed", "5"]), (14, ["--resume"])):
        process = start_pbem([["demo", "--keep", str(folder), *how]], os.environ, tmp_path / "log")
        _wait_for_orders(folder / "pbem.sqlite3", wanted, process)
        process.kill()
        process.join()
    play(Demo.resume(folder), letters_are(20))
    play(Demo.new(tmp_path / "whole", Plan(seed=5)), letters_are(140))
    played, whole = orders(folder), orders(tmp_path / "whole")
    assert len(played) > 14
    shorter = min(len(played), len(whole))
    assert played[:shorter] == whole[:shorter]
    demo = Demo.resume(folder)
    Overview(demo.database).verify("demo")
    demo.database.dispose()


def _wait_for_orders(database: Path, wanted: int, process: BaseProcess) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until and process.is_alive():
        if database.exists():
            connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
            try:
                if connection.execute('SELECT count(*) FROM "order"').fetchone()[0] >= wanted:
                    return
            except sqlite3.OperationalError:
                pass  # not made yet
            finally:
                connection.close()
        time.sleep(0.02)
    raise AssertionError("the demo did not play")


def test_what_it_leaves_behind(tmp_path: Path) -> None:
    result = play(Demo.new(tmp_path / "demo", Plan(seed=5)), letters_are(30))
    assert (tmp_path / "demo" / "pbem.sqlite3").exists()
    for power in ("ottoman", "france"):
        assert list((tmp_path / "demo" / f"{power}@example.test" / "cur").iterdir())
    assert len(result.view.powers) == 6


def test_it_overwrites_nothing_but_a_demo(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(ModeratorProblem, match="not the folder of a demo"):
        Demo.new(tmp_path, Plan())
    with pytest.raises(ModeratorProblem, match="no demo"):
        Demo.resume(tmp_path / "elsewhere")


# ---- Bots


def test_a_bot_reads_what_it_can_order(game: Office, tmp_path: Path) -> None:
    (power,) = game.asked()
    letter = read(compose(game.outbox(power)[-1]))
    assert letter.choices
    assert game.silent_line(power) in letter.choices[0]
    assert letter.silence == game.silent_line(power)
    assert letter.reply_to == f"gm+{game.seat(power).token}@example.test"
    bot = Bot("Bot", "bot@example.test", tmp_path, lambda: ["pass"])
    assert bot.choose(letter) == ["pass"]


def test_a_bot_that_was_not_understood_falls_silent(game: Office, tmp_path: Path) -> None:
    (power,) = game.asked()
    bot = Bot("Bot", "bot@example.test", tmp_path, list)
    refused = read(compose(game.write(power, "gibberish")))
    assert refused.failed == "gibberish"
    assert bot.choose(refused) == [refused.silence]


def test_every_order_that_a_letter_lists_is_accepted(game: Office) -> None:
    """Each can be sent back as it stands; tried on a copy of the game."""
    from pbem.games import game_of
    from pbem.language import parse_line

    for _ in range(10):
        (power, *_rest) = game.asked()
        engine = game.engine()
        letter = read(compose(game.outbox(power)[-1]))
        for order in letter.choices[0]:
            parse_line(order, engine.question(power), engine.game, game_of("his").names)
        game.play_silently(1)


def test_the_mailboxes_are_served_to_mail_programs(tmp_path: Path) -> None:
    """As `--serve` does it: log in with the right password, read a letter; then the server is gone."""
    demo = Demo.new(tmp_path / "demo", Plan(seed=5))
    port = free_port()
    deliver(maildir(demo.folder, "france@example.test"), b"Subject: it is your turn\r\n\r\nplay\r\n")
    with imap_server(demo.folder, demo.passwords(), port) as server:
        with connected(port) as client:
            client.login("france", "france")
            assert client.select("INBOX") == ("OK", [b"1"])
            assert b"it is your turn" in client.fetch("1", "(RFC822)")[1][0][1]  # type: ignore[index]
        with connected(port) as client, pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONFAILED"):
            client.login("france", "england")
    assert server.wait(60) is not None
    demo.database.dispose()


def free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind((HOST, 0))
        return int(any_port.getsockname()[1])


def connected(port: int) -> imaplib.IMAP4:
    for _ in range(600):
        try:
            return imaplib.IMAP4(HOST, port)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the mailboxes are not served")
