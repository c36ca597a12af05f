"""Files that hold secrets: nobody's but their owner's, whatever the umask.

What is made here is closed from its first byte on.  What an older version has left open is closed when it is
next used, with a word in the log; what belongs to another user is only told.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077
"""The rights of group and others."""


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing; one that is there stays as it is."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file, unless it is there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, FILE))


def opener(path: str, flags: int) -> int:
    """For `open(..., opener=closed.opener)`."""
    return os.open(path, flags, FILE)


def write_text(path: Path, text: str) -> None:
    """Write a file, over what was there."""
    with open(path, "w", encoding="utf-8", opener=opener) as file:
        file.write(text)
    close(path)


def close(path: Path) -> None:
    """Take the rights of others away from a file or folder, if it is there and they have any."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    if not found.st_mode & OTHERS:
        return
    if found.st_uid != os.geteuid():
        log.warning("others can read %s, which belongs to somebody else: chmod go= it", path)
        return
    path.chmod(found.st_mode & 0o7700)
    log.warning("others on this machine could read %s: it is closed now", path)
