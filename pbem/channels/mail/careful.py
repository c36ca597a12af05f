"""A limit on the time that reading one letter may take.

Ordinary letters are read in this process, in about a millisecond: measured by shape, the worst of them takes
a tenth of a second.  A letter of an odd shape (thousands of parts, tags or headers) is read in a process of
its own, which is stopped when its time is over.  And should an ordinary one ever keep the program busy for
minutes, `watched` ends the program; after the next start what was left over is read elsewhere first.
"""

from __future__ import annotations

import faulthandler
import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from math import ceil
from typing import Any

SECONDS = 20.0
"""For a letter in a process of its own, however busy the machine is."""
CPU_SECONDS = 2.0
"""Of the processor's time, for the same."""
MEMORY = 1_000_000_000
"""Bytes of address space for it."""
BUSY_MINUTES = 5

MOST_HEAD = 64_000
MOST_BOUNDARIES = 300
MOST_TAGS = 4_000
SIZE = 8
"""Bytes that tell the size of a letter."""
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


def read_elsewhere(raws: Sequence[bytes]) -> list[dict[str, Any] | None]:
    """The fields of letters that another process has read; None for each that it could not read in time.

    One process reads them all; after one that it does not survive, another goes on.
    :raises OSError: no process could be started.
    """
    told: list[dict[str, Any] | None] = []
    while len(told) < len(raws):
        told += _in_one_process(raws[len(told) :])
        if len(told) < len(raws):
            told.append(None)
    return told


def _in_one_process(raws: Sequence[bytes]) -> list[dict[str, Any]]:
    """The fields of letters, up to the first that the process did not survive."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", READER],
            input=b"".join(len(raw).to_bytes(SIZE) + raw for raw in raws),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS * len(raws),
        )
        output = done.stdout
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
    told: list[dict[str, Any]] = []
    for line in output.splitlines()[: len(raws)]:
        try:
            fields = json.loads(line)
        except ValueError:  # the rest of a line that was not written to its end
            break
        if not isinstance(fields, dict):
            break
        told.append(fields)
    return told


def main() -> None:
    """Read letters from the standard input, and tell the fields of each in a line of the standard output."""
    from pbem.channels.mail.letter import read_here

    _State.elsewhere = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while size := sys.stdin.buffer.read(SIZE):
        raw = sys.stdin.buffer.read(int.from_bytes(size))
        _limit_time()
        print(json.dumps(asdict(read_here(raw))), flush=True)


def _limit_time() -> None:
    """The system ends this process when the next letter takes too long."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(used.ru_utime + used.ru_stime + CPU_SECONDS), hardest))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)


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
