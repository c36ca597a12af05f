"""Several workers: each is a process of its own, and one that ends without being told to starts again."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Sequence

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds until a worker that has ended is started again."""


class Crew:
    """So many workers, until they are told to stop."""

    def __init__(self, words: Sequence[str], size: int) -> None:
        """`words` are those of `pbem` that a worker is started with."""
        self._words = words
        self._size = size
        self._stop = asyncio.Event()

    async def work(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop.set)
        log.info("%d workers begin", self._size)
        await asyncio.gather(*(self._one(number) for number in range(1, self._size + 1)))
        log.info("all workers have stopped")

    async def _one(self, number: int) -> None:
        """A worker, again and again; what it has begun it finishes before it stops."""
        stopped = asyncio.ensure_future(self._stop.wait())
        while not self._stop.is_set():
            process = await asyncio.create_subprocess_exec(sys.executable, "-m", "pbem", *self._words)
            ended = asyncio.ensure_future(process.wait())
            await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if self._stop.is_set():
                if process.returncode is None:
                    process.send_signal(signal.SIGTERM)
                await ended
                return
            log.error("worker %d has ended (%s); another one begins in its place", number, process.returncode)
            await asyncio.wait({stopped}, timeout=PAUSE)
