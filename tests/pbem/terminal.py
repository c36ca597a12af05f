"""A program on a terminal of its own, and what a person types there."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path
from typing import Protocol


class Run(Protocol):
    """The command line: what it says to some words."""

    def __call__(self, *words: str, fails: bool = False) -> str: ...


def talk(command: list[str], folder: Path, answers: list[tuple[str, str]]) -> str:
    """Run a command on a terminal of its own; each answer is given when its question stands there."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "dumb"}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said, begin = "", 0
    try:
        waiting = list(answers)
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # as a terminal ends on Linux
                break
            if not piece:
                break
            said += piece.decode("utf-8", "replace")
            # The last blank is written when the terminal is ready for an answer.
            if waiting and waiting[0][0] in said[begin:] and said.endswith(": "):
                begin = len(said)
                os.write(ours, f"{waiting.pop(0)[1]}\n".encode())
        assert process.wait(30) == 0, said
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(10)
        os.close(ours)
    return said
