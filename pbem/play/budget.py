"""How much work one letter may cause.

The time is looked at between one piece of work and the next (an order, a request, an answer), so that nothing
is ever left half done.  What one piece may cost is bounded by itself: a line by its length and by the steps
of its reading (`pbem.language.reading`), a letter by its shape (`pbem.channels.mail.careful`).
"""

from __future__ import annotations

from time import thread_time

from pbem.errors import Unreadable

SECONDS = 2.0
"""Of the processor's time."""
LOCKED = 0.5
"""Of that, while nobody else can write into the database."""
MOST_ORDERS = 300
"""In one letter, when lines that hold several are parted."""
MOST_HELD = 200
"""Lines that are held for one power."""

TOO_MUCH = "letter.too_much"
"""What is told when there is no time left."""


class Budget:
    """The time that is left for a letter."""

    def __init__(self, seconds: float | None = None) -> None:
        self._until = thread_time() + (SECONDS if seconds is None else seconds)

    def shorten(self) -> None:
        """From now on nobody else can write."""
        self._until = min(self._until, thread_time() + LOCKED)

    @property
    def spent(self) -> bool:
        return thread_time() >= self._until

    def check(self, line: str = "") -> None:
        """:raises Unreadable: there is no time left for this line."""
        if self.spent:
            raise Unreadable(TOO_MUCH, line)
