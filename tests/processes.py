"""Processes of the moderator that begin at once.

A process that begins with an empty interpreter spends three seconds on importing the rules and the words of
five languages, and tests with kills start dozens of them.  So they are forked from one that has done that and
nothing else.  They are processes like others: with a number of their own, and they can be killed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@cache
def _context() -> ForkServerContext:
    """The process from which others are forked; it finds the tests wherever it is started."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.prepared"])
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path)]))
        forkserver.ensure_running()
    return context


def start_pbem(
    commands: Sequence[Sequence[str]],
    environment: Mapping[str, str],
    log: Path,
    dies_at: tuple[str, int] | None = None,
) -> ForkServerProcess:
    """Begin to do commands one after the other; `dies_at` is a point at which the process kills itself."""
    process = _context().Process(
        target=_do, args=(list(commands), dict(environment), str(log), dies_at), daemon=True
    )
    process.start()
    return process


def _do(
    commands: Sequence[Sequence[str]],
    environment: Mapping[str, str],
    log: str,
    dies_at: tuple[str, int] | None,
) -> None:
    from tests.pbem.points import die_at
    from tests.prepared import PBEM

    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
    if dies_at is not None:
        die_at(*dies_at)
    for command in commands:
        PBEM.main(command, standalone_mode=False)
