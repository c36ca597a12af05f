"""Plays two turns on a forum by hand, with the console alone, and writes what it shows into docs/forum.md.

`python -m tests.forum_by_hand` writes the transcripts anew; `tests/pbem/test_forum_docs.py` compares them.
The posts of six people, the dice that they threw and what their moderator answered are in
`tests/fixtures/forum/two-turns.txt`: a person has pasted all of it, one entry after the other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.console.screen import Screen
from pbem.console.table import ForumTable
from pbem.play.plan import Player
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine
from tests.pbem.office import Office, plan

PAGE = Path(__file__).parents[1] / "docs" / "forum.md"
POSTS = Path(__file__).parent / "fixtures" / "forum" / "two-turns.txt"
BLOCK = re.compile(r"(<!-- transcript: ([\w-]+)((?: \w+=[^ ]+)*) -->\n````text\n)(.*?)(````\n)", re.DOTALL)
ENTRY = re.compile(r"^=== ?(.*)\n", re.MULTILINE)
ANSWER = "--- "
PLAYERS = {
    "ottoman": "Ann",
    "hapsburg": "Bob",
    "england": "Cy",
    "france": "Dee",
    "papacy": "Eve",
    "protestant": "Flo",
}
NAME = "summer"
LAST_TURN = 2


@dataclass(frozen=True)
class Entry:
    """What was pasted at once, and what was answered to the questions that it raised."""

    name: str
    text: str
    answers: tuple[str, ...]


def entries() -> list[Entry]:
    """`=== NAME`, what was pasted, and a line `--- ...` for each answer."""
    _, *parts = ENTRY.split(POSTS.read_text(encoding="utf-8"))
    found = []
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        lines = body.splitlines()
        answers = tuple(line.removeprefix(ANSWER) for line in lines if line.startswith(ANSWER))
        text = "\n".join(line for line in lines if not line.startswith(ANSWER)).strip("\n")
        found.append(Entry(name, text, answers))
    return found


class Campaign:
    """A game of six people on a forum, who throw their dice there, and the person who carries their posts."""

    def __init__(self, folder: Path) -> None:
        path = folder / "forum.sqlite3"
        open_database(path).dispose()
        self.office = Office(path, talks=48)
        players = tuple(
            Player(name, f"{name.lower()}@console", (power,), channel="console")
            for power, name in PLAYERS.items()
        )
        dice = (("dice", "elsewhere"),)
        wanted = replace(plan(scenario="1517"), name=NAME, players=players, options=dice, pictures=False)
        self.office.moderator.create_game(wanted, seed="a forum")
        self.office.moderator.start_game(NAME)
        self.table = ForumTable(self.office.database, self.office.settings, NAME, self.office.clock)
        self.told: list[str] = []

    def enter(self, entry: Entry) -> str:
        """What the console shows for a text that is pasted, and for the answers to what it asks."""
        left: Iterator[str] = iter(entry.answers)
        first, *rest = entry.text.splitlines()
        self.told = [f"{NAME}> {first}", *rest, ""]

        def ask(question: str) -> str:
            answer = next(left)
            self.told.append(f"{question}{answer}")
            return answer

        Screen(self.table, self._tell, ask).take(entry.text)
        self.table.private_letters(take=True)  # passed on, each to its player
        assert next(left, None) is None, f"{entry.name}: an answer that nobody asked for"
        return "\n".join(self.told).rstrip() + "\n"

    def _tell(self, text: str) -> None:
        self.told += [text, ""]

    def engine(self) -> Engine[Any]:
        with UnitOfWork(self.office.database) as work:
            return games.load_engine(work.session, games.find_game(work.session, NAME))


def transcripts() -> dict[str, str]:
    """What the console shows for each entry that has a name; and the `turn` in which the game then stands."""
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    shown: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder))
        try:
            for entry in entries():
                told = campaign.enter(entry)
                if entry.name:
                    shown[entry.name] = told
            shown["turn"] = str(campaign.engine().game.turn)
        finally:
            campaign.office.database.dispose()
    return shown


def cut(text: str, wanted: str) -> str:
    """Only the lines that the page shows: `lines=20`, or `from=14 lines=20`."""
    said = dict(one.split("=", 1) for one in wanted.split())
    lines = text.splitlines()
    begin = int(said.get("from", 1)) - 1
    end = begin + int(said.get("lines", len(lines)))
    before, after = ["[...]"] if begin else [], ["[...]"] if end < len(lines) else []
    return "\n".join([*before, *lines[begin:end], *after]) + "\n"


def filled(page: str, shown: dict[str, str]) -> str:
    """The page with these transcripts in it."""
    return BLOCK.sub(lambda block: f"{block[1]}{cut(shown[block[2]], block[3])}{block[5]}", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), transcripts()), encoding="utf-8")
