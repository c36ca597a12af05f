"""A limit on the time that reading one letter may take.

Ordinary letters are read in this process, in about a millisecond: measured by shape, the worst of them takes
a tenth of a second.  A letter of an odd shape (thousands of parts, tags or headers) is read in a process of
its own, which is stopped when its time is over.  And should an ordinary one ever keep the program busy for
minutes, `watched` ends the program; after the next start what was left over is read elsewhere first.
"""

from __future__ import annotations

import faulthandler
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

SECONDS = 20.0
"""For a letter in a process of its own, the start of that included."""
MEMORY = 1_000_000_000
"""Bytes of address space for it."""
BUSY_MINUTES = 5

MOST_HEAD = 64_000
MOST_BOUNDARIES = 300
MOST_TAGS = 4_000
READER = "from pbem.channels.mail.careful import main; main()"


class OddShape(Exception):
    """A letter that might take long to read."""


class _State:
    """What this process is: the one that reads odd letters, one that is watched, or neither."""

    elsewhere = False
    watching = False


def check_shape(raw: bytes) -> None:
    """:raises OddShape: if the parts or headers of a letter might take long to take apart."""
    if _State.elsewhere:
        return
    head = min((at for at in (raw.find(b"\n\n"), raw.find(b"\r\n\r\n")) if at >= 0), default=len(raw))
    if head > MOST_HEAD or raw.count(b"\n--") + raw.count(b"\r--") > MOST_BOUNDARIES:
        raise OddShape
    if raw.lower().count(b"content-type:") > MOST_BOUNDARIES:
        raise OddShape


def check_tags(html: str) -> None:
    """:raises OddShape: if HTML might take long: the parser's time grows with the square of its depth."""
    if not _State.elsewhere and html.count("<") > MOST_TAGS:
        raise OddShape


def read_elsewhere(raw: bytes) -> dict[str, Any] | None:
    """The fields of a letter that a process of its own has read; None if it could not, or not in time."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", READER],
            input=raw,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=True,
        )
        told: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, OSError, ValueError):
        return None
    return told


def can_be_read(raw: bytes) -> bool:
    """Whether a process of its own survives reading a letter."""
    return read_elsewhere(raw) is not None


def main() -> None:
    """Read a letter from the standard input, and tell its fields on the standard output."""
    import resource

    from pbem.channels.mail.letter import read_here

    _State.elsewhere = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS) + 1))
    letter = read_here(sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(asdict(letter)))


def watch(on: bool = True) -> None:
    """From now on the program ends itself when one letter keeps it busy for minutes, or no longer."""
    _State.watching = on


@contextmanager
def watched() -> Iterator[None]:
    """Around the reading of a letter."""
    if not _State.watching:
        yield
        return
    faulthandler.dump_traceback_later(BUSY_MINUTES * 60, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
