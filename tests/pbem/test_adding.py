"""What `docs/adding.md` shows is run as it stands there, each section in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))
LONGEST = 40
"""Lines of code in a section."""


def code_of(section: str) -> str:
    return "\n".join(re.findall(r"^```python\n(.*?)^```", SECTIONS[section], re.MULTILINE | re.DOTALL))


def test_everything_that_can_be_added_is_there() -> None:
    assert list(SECTIONS) == [
        "A title",
        "A card",
        "A question",
        "An action",
        "A message",
        "A language",
        "A word of a letter",
        "A channel",
    ]


@pytest.mark.parametrize("section", SECTIONS)
def test_it_works(section: str, tmp_path: Path) -> None:
    code = code_of(section)
    assert "assert" in code, "a snippet shows what comes of it"
    assert len(code.splitlines()) <= LONGEST
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
