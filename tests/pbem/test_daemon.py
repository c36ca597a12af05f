"""`pbem run`: poll, tick and send, until it is told to stop."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pbem.channels.mail.embedded import deliver
from pbem.config import load_settings
from pbem.daemon.daemon import Daemon
from tests.pbem.office import Office

pytestmark = pytest.mark.both_databases


async def test_a_letter_that_comes_while_it_runs_is_handled(game: Office, tmp_path: Path) -> None:
    """A letter delivered into the Maildir is carried out a moment later; then a clean stop."""
    settings_file = tmp_path / "pbem.toml"
    settings_file.write_text(
        f'database = "{game.place}"\npoll_seconds = 0.05\n[mail]\nmaildir = "{tmp_path / "gm"}"\n'
    )
    (power,) = game.asked()
    stop = asyncio.Event()
    with Daemon(load_settings(settings_file), game.clock) as daemon:
        running = asyncio.ensure_future(daemon.run(stop))
        await asyncio.sleep(0.1)
        assert game.orders() == []
        deliver(tmp_path / "gm", game.letter(power, game.silent_line(power)))
        for _ in range(200):
            if game.orders():
                break
            await asyncio.sleep(0.05)
        stop.set()
        await asyncio.wait_for(running, 10)
    assert len(game.orders()) == 1
