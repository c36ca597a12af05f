"""Plays two turns on a forum by hand, with the console alone, and writes what it shows into docs/forum.md.

`python -m tests.forum_by_hand` writes the transcripts anew; `tests/pbem/test_forum_docs.py` compares them.
What the page leaves out is carried out all the same: six players post what a bot would order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from pbem.console.pasted import Pasted
from pbem.console.screen import Screen
from pbem.console.table import ForumTable
from pbem.games import game_of
from pbem.language import say
from pbem.play.plan import Player
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine
from tests.pbem.office import Office, plan

PAGE = Path(__file__).parents[1] / "docs" / "forum.md"
BLOCK = re.compile(r"(<!-- transcript: (\w+) -->\n```text\n)(.*?)(```\n)", re.DOTALL)
PLAYERS = {
    "ottoman": "Ann",
    "hapsburg": "Bob",
    "england": "Cy",
    "france": "Dee",
    "papacy": "Eve",
    "protestant": "Flo",
}
NAME = "summer"
TITLE = game_of("his")
LAST_TURN = 2
MOST_POSTS = 600


class Campaign:
    """A game of six people on a forum, and the person who carries their posts."""

    def __init__(self, folder: Path, *options: tuple[str, str]) -> None:
        path = folder / f"forum{len(options)}.sqlite3"
        open_database(path).dispose()
        self.office = Office(path, talks=48)
        players = tuple(
            Player(name, f"{name.lower()}@console", (power,), channel="console")
            for power, name in PLAYERS.items()
        )
        wanted = replace(plan(scenario="1517"), name=NAME, players=players, options=options, pictures=False)
        self.office.moderator.create_game(wanted, seed="a forum")
        self.office.moderator.start_game(NAME)
        self.table = ForumTable(self.office.database, self.office.settings, NAME, self.office.clock)
        self.dice = Random(1517)
        self.told: list[str] = []
        self.posts = 0

    # ---- Shown

    def show(self, text: str, *answers: str) -> str:
        """What the console shows for a text that is pasted, and for the answers to what it asks."""
        left: Iterator[str] = iter(answers)
        self.told = [f"summer> {text.splitlines()[0]}", *text.splitlines()[1:], ""]

        def ask(question: str) -> str:
            answer = next(left)
            answer = self.throw(int(answer)) if answer.isdecimal() and "Dice" in question else answer
            self.told.append(f"{question}{answer}")
            return answer

        screen = Screen(self.table, self._tell, ask)
        screen.take(text)
        self.posts += 1
        assert next(left, None) is None, "an answer that nobody asked for"
        return "\n".join(self.told).rstrip() + "\n"

    def _tell(self, text: str) -> None:
        self.told += [text, ""]

    def throw(self, count: int) -> str:
        return " ".join(str(self.dice.randint(1, 6)) for _ in range(count))

    # ---- Left out

    def play_on(self, until: Callable[[Any], bool]) -> None:
        """Everybody posts what a bot would order, until something is so."""
        while not until(engine := self.engine()):
            assert self.posts < MOST_POSTS, "it takes too long"
            if asked := self.table.asked():
                power = next(power for power in asked[0].powers if power in engine.waiting())
                self.post(power, self.order(power))
            else:
                for player in self.table.players():
                    self.post(player.powers[0], "ready")

    def order(self, power: str) -> str:
        engine = self.engine()
        question = engine.question(power)
        return say(question, TITLE.suggest(engine.game, power, question).answer, TITLE.names)

    def post(self, power: str, *lines: str) -> None:
        """Carry out a post."""
        self.posts += 1
        self.table.take(Pasted(None, list(lines)), self.table.player_named(power))

    def engine(self) -> Engine[Any]:
        with UnitOfWork(self.office.database) as work:
            return games.load_engine(work.session, games.find_game(work.session, NAME))


def transcripts() -> dict[str, str]:
    """What the page shows, by name."""
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    with TemporaryDirectory() as folder:
        campaign, by_dice = Campaign(Path(folder)), Campaign(Path(folder), ("dice", "elsewhere"))
        try:
            return {"dice": _throw(by_dice), **_play(campaign)}
        finally:
            for one in (campaign, by_dice):
                one.office.database.dispose()


def _throw(campaign: Campaign) -> str:
    """A post in a game whose dice are thrown on the forum."""
    return head(campaign.show("Flo wrote:\ntarget Brandenburg\ntarget Leipzig", "y", "12"), 62)


def _play(campaign: Campaign) -> dict[str, str]:
    shown: dict[str, str] = {}
    shown["letters"] = head(campaign.show("/letters flo"), 26)
    for player in campaign.table.players():
        campaign.table.private_letters(player, take=True)
    first = """\
[b]Flo[/b] » Mon Nov 16, 2026 9:12 am
[quote="Eve"]target Leipzig[/quote]
Nice try, Eve. :)
[code]target Brandenburg[/code]"""
    shown["first"] = campaign.show(first, "y")
    chatty = "[b]Flo[/b]\nThe second one, and may the best monk win!\ntarget Lepzig"
    shown["mistake"] = head(campaign.show(chatty, "2", "n"), 40)
    campaign.show("Flo wrote:\ntarget Leipzig", "y")
    shown["undo"] = head(campaign.show("/undo Flo meant Magdeburg, and nobody has seen it yet"), 12)
    campaign.play_on(lambda engine: engine.game.phase == "diplomacy")
    shown["talks"] = head(campaign.show("/ask"), 12)
    campaign.play_on(lambda engine: engine.game.phase == "action")
    power = next(iter(campaign.engine().waiting()))
    name = PLAYERS[power]
    shown["impulse"] = head(campaign.show(f"{name} wrote:\n{campaign.order(power)}", "y"), 52)
    campaign.play_on(lambda engine: engine.game.turn > 1)
    shown["turn"] = head(campaign.show("/post"), 40)
    campaign.play_on(lambda engine: engine.game.turn > LAST_TURN or engine.over)
    shown["end"] = tail(campaign.show("/post"), "This is how things stand now")
    shown["count"] = f"{campaign.posts} posts, {len(campaign.office.orders())} orders\n"
    return shown


def head(text: str, lines: int) -> str:
    found = text.splitlines()
    return "\n".join([*found[:lines], *(["[...]"] if len(found) > lines else [])]) + "\n"


def tail(text: str, beginning: str) -> str:
    """The first line, and what comes from a line with this beginning on."""
    found = text.splitlines()
    first = next(at for at, line in enumerate(found) if line.startswith(beginning))
    return "\n".join([found[0], "[...]", *found[first:]]) + "\n"


def filled(page: str, shown: dict[str, str]) -> str:
    """The page with these transcripts in it."""
    return BLOCK.sub(lambda block: f"{block[1]}{shown[block[2]]}{block[4]}", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), transcripts()), encoding="utf-8")
