"""The log: lines for people, or JSON for programs; never a secret.

Nothing is logged that players wrote.  As a second wall, whatever looks like the token of a reply address is
blotted out.
"""

from __future__ import annotations

import json
import logging
import os
import re
import stat
import sys
from datetime import UTC, datetime
from typing import TextIO

from pbem.closed import OTHERS

log = logging.getLogger(__name__)

TOKEN = re.compile(r"\+[a-z0-9]{8,64}@")
FIELDS = ("game", "letter", "handled", "deadlines", "sent", "failed", "postponed")
"""What `extra=` may add to a line of JSON."""


def blot(text: str) -> str:
    """A text without tokens."""
    return TOKEN.sub("+...@", text)


class Plain(logging.Formatter):
    """`2026-11-16 09:00:00 INFO 3 letters`; one line, whatever a stranger's letter puts into it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (its name in the library)
        return "".join(
            c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in super().formatMessage(record)
        )

    def format(self, record: logging.LogRecord) -> str:
        return blot(super().format(record))


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": blot(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = blot(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class ToStandardError(logging.StreamHandler[TextIO]):
    """Writes to whatever the standard error stream is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


def set_up(*, verbose: bool, as_json: bool) -> None:
    """Log to the standard error stream."""
    handler = ToStandardError()
    handler.setFormatter(Json() if as_json else Plain("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of its plugins


def close_file() -> None:
    """If a shell has sent the log into a file of ours, nobody else shall read it: it tells who plays when."""
    try:
        number = sys.stderr.fileno()
        found = os.fstat(number)
    except (OSError, ValueError):  # none at all, or no real file
        return
    ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
    if ours and found.st_mode & OTHERS:
        os.fchmod(number, found.st_mode & 0o7700)
        log.warning("others on this machine could read this log: it is closed now")
