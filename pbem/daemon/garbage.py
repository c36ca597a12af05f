"""How often Python looks for objects that only refer to each other.

By default it does so after every 700 new ones.  A letter makes tens of thousands that live as long as it is
read and answered, so looking that often was a twentieth of all work and found next to nothing; looking after
every 20,000 still was one.  A command that has yet to import the rules makes as many that stay: a twelfth of
its start.
"""

from __future__ import annotations

import gc

YOUNG = 100_000
"""So many new objects are ten megabytes."""


def collect_seldom() -> None:
    """For every command."""
    gc.set_threshold(YOUNG)
