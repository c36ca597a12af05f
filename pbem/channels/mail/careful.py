"""A limit on the time that reading one letter may take.

Ordinary letters are read in this process, in about a millisecond: measured by shape, the worst of them takes
a tenth of a second.  A letter of an odd shape (thousands of parts, tags or headers) is read in a process of
its own, which is stopped when its time is over.  And should an ordinary one ever keep the program busy for
minutes, `watched` ends the program; after the next start what was left over is read elsewhere first.
"""

from __future__ import annotations

import atexit
import faulthandler
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from math import ceil
from threading import Lock, Timer
from typing import Any

SECONDS = 20.0
"""For a letter in a process of its own, however busy the machine is."""
CPU_SECONDS = 2.0
"""Of the processor's time, for the same."""
STARTING_SECONDS = 40.0
"""Besides, for a process that has to start first."""
IDLE_SECONDS = 60.0
"""After so long without a letter that process ends; whoever needs one then starts another."""
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

    One process reads one after the other, also those of the next call; after one that it does not survive,
    another goes on.
    :raises OSError: no process could be started.
    """
    with _HELPER.alone:
        return [_HELPER.read(raw) for raw in raws]


class _Helper:
    """Another process that reads letters: to start one takes longer than to read hundreds."""

    def __init__(self) -> None:
        self.alone = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = ""
        self._owner = 0

    def read(self, raw: bytes) -> dict[str, Any] | None:
        """The fields of a letter; None if a process does not survive it that has read nothing before."""
        if self._is_there() and (told := self._told(raw, SECONDS)) is not None:
            return told
        self._start()
        return self._told(raw, STARTING_SECONDS + SECONDS)

    def close(self) -> None:
        """Let the process go."""
        if self._process is not None and self._owner == os.getpid():
            self._end(self._process)

    def _is_there(self) -> bool:
        """Whether there is a process to go on with: it leaves when it has had nothing to do for a while."""
        mine = self._owner == os.getpid() and self._reader == READER
        return mine and self._process is not None and self._process.poll() is None

    def _start(self) -> None:
        self.close()
        self._process, self._reader, self._owner = None, READER, os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-c", READER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def _told(self, raw: bytes, seconds: float) -> dict[str, Any] | None:
        process = self._process
        assert process is not None, "there is no process"
        assert process.stdin is not None, "it has no input"
        assert process.stdout is not None, "it has no output"
        line = b""
        late = Timer(seconds, process.kill)
        late.daemon = True
        late.start()
        try:
            process.stdin.write(len(raw).to_bytes(SIZE) + raw)
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:  # it has come to its end
            pass
        finally:
            late.cancel()
        told = _fields_in(line)
        if told is None:
            self._end(process)
        return told

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Nobody knows what state it is in."""
        self._process = None
        process.kill()
        with suppress(OSError), process:  # closes what leads to it
            process.wait()


def _fields_in(line: bytes) -> dict[str, Any] | None:
    """What the other process tells; None if it is not a whole line of it."""
    try:
        fields = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


_HELPER = _Helper()
atexit.register(_HELPER.close)


def main() -> None:
    """Read letters from the standard input, and tell the fields of each in a line of the standard output."""
    from pbem.channels.mail.letter import read_here

    _State.elsewhere = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while size := sys.stdin.buffer.read(SIZE):
        raw = sys.stdin.buffer.read(int.from_bytes(size))
        _limit_time()
        print(json.dumps(asdict(read_here(raw))), flush=True)
        signal.setitimer(signal.ITIMER_REAL, IDLE_SECONDS)


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
