"""A Maildir as an inbox: letters are fetched as bytes, and marked when they are safe in the database.

`fetch` may give a letter again that was not marked; the database knows it by its identity.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pbem import closed
from pbem.channels.channel import Incoming

log = logging.getLogger(__name__)


class MaildirInbox:
    """A Maildir that some mail server, or our own, delivers into."""

    LOOK_EVERY = 0.5

    def __init__(self, folder: Path, largest: int) -> None:
        self._folder = folder
        self._largest = largest
        self._aside: set[str] = set()
        """Files that cannot be read, or not be moved although they are stored: the others go on."""
        make_maildir(folder)

    def fetch(self) -> Iterator[Incoming]:
        for path in self._new():
            try:
                with path.open("rb") as file:
                    raw = file.read(self._largest + 1)
                    state = os.fstat(file.fileno())
            except FileNotFoundError:  # somebody else has moved it
                continue
            except OSError as problem:
                self._leave(path.name, problem)
                continue
            arrived = datetime.fromtimestamp(state.st_mtime, UTC)
            yield Incoming(path.name, raw, state.st_size, arrived)

    def mark(self, key: str) -> None:
        name = key.partition(":")[0]
        try:
            (self._folder / "new" / key).rename(self._folder / "cur" / f"{name}:2,S")
        except FileNotFoundError:
            return
        except OSError as problem:  # the next start stores it again, and the database knows it
            self._leave(key, problem)

    async def wait(self, seconds: float) -> None:
        until = asyncio.get_running_loop().time() + seconds
        while not self._new() and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(min(self.LOOK_EVERY, left))

    def close(self) -> None:
        return

    def _leave(self, name: str, problem: OSError) -> None:
        log.error("%s in %s is left alone until the next start: %s", name, self._folder, problem)
        self._aside.add(name)

    def _new(self) -> list[Path]:
        found = [path for path in (self._folder / "new").iterdir() if path.name not in self._aside]
        return sorted(found, key=lambda path: delivery_order(path.name))


def make_maildir(folder: Path) -> None:
    """Make a Maildir, unless it is there; nobody else can look into it."""
    for name in ("tmp", "new", "cur"):
        closed.make_folder(folder / name)
    closed.close(folder)


def delivery_order(name: str) -> tuple[int, int, int, str]:
    """Maildir names hold seconds, microseconds after `M`, a count after `Q`: as text they do not sort."""
    seconds, _, rest = name.partition(".")
    found = [re.match(r"([0-9]{1,18})$", seconds), *(re.search(rf"{c}([0-9]{{1,18}})", rest) for c in "MQ")]
    first, micro, count = (int(number.group(1)) if number else 0 for number in found)
    return first, micro, count, name
