"""Points at which a process of the moderator can be made to kill itself."""

from __future__ import annotations

import os
import signal
from typing import Any

from pbem.post.arrival import Arrival
from pbem.post.outbox import Outbox
from pbem.post.service import Moderator
from pbem.store.unit_of_work import UnitOfWork

_AT: dict[str, tuple[type, str, str]] = {
    "before a commit": (UnitOfWork, "commit", "before"),
    "after a commit": (UnitOfWork, "commit", "after"),
    "stored, not taken out of the mailbox": (Moderator, "store_letter", "after"),
    "handled, not committed": (Arrival, "handle", "after"),
    "about to be sent": (Outbox, "_send_one", "before"),
    "sent, not entered": (Outbox, "_enter_what_is_sent", "sent"),
}
POINTS = tuple(_AT)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(point: str, times: int) -> None:
    """From now on this process kills itself when it comes to a point for so many times more than once."""
    owner, name, when = _AT[point]
    left, done = times, getattr(owner, name)

    def count() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            die()

    def instead(self: Any, *given: Any, **more: Any) -> Any:
        if when == "before" or (when == "sent" and self._not_entered):
            count()
        result = done(self, *given, **more)
        if when == "after":
            count()
        return result

    setattr(owner, name, instead)
