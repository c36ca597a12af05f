"""What a real reply costs (`make bench`): its bytes as a mail program writes them, to committed letters.

Bots play a game as it is shipped, by mail.  Each answers the letter that asks it: the programs quote ours, in
text and in HTML, and above it stand one, three or six orders.  A bot hardly ever writes six: those are a card
of five points and five units for them, in one letter.  The game goes on to its last turn, and some replies of
each turn count, for late ones cost more.  Measured is all that the moderator does when it finds such a letter
in its mailbox, until every answer is committed; handing letters over to a mail server, where their pictures
are drawn, comes later and is left out.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.daemon.garbage import collect_seldom
from pbem.games import game_of
from pbem.language import say
from pbem.letters.questions import MOST_LEGAL
from pbem.play.windows import is_window
from pbem.store.database import open_database
from rules import Engine, Power
from rules.core.impulse import PlayForCP, TakeImpulse
from rules.his.war.build_actions import BuyMercenary, RaiseCavalry
from tests.bench_mail import Mailbox
from tests.pbem.office import Office, plan
from tests.reading.clients import Draft, Own
from tests.reading.house import reply_to

ORDERS = (1, 3, 6)
LIMITS = {1: 8, 3: 12, 6: 20}
"""Milliseconds of CPU that the median is to stay below."""
A_TURN = 8
"""Replies of each length that count of each turn of a whole game."""
MOST_LETTERS = 1_500
"""A whole game has fewer."""
MOST_GAMES = 8
MOST_STEPS = 60
WARM = 12
"""The first letters are not counted: catalogs and grammars are read then."""
CLIENTS = ("gmail-web", "outlook-web", "apple-mail", "thunderbird-html")


@dataclass
class Costs:
    """Seconds of some letters."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    turns: Counter[int] = field(default_factory=Counter)
    """How many of them are of each turn of the game."""

    def add(self, cpu: float, wall: float, turn: int) -> None:
        self.cpu.append(cpu)
        self.wall.append(wall)
        self.turns[turn] += 1


def quantiles(seconds: Sequence[float]) -> str:
    """`18.0/20.1/25.2`: the median, the 90th of 100, and the most, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return "-"
    picked = (ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10], ordered[-1])
    return "/".join(f"{value * 1000:.1f}" for value in picked)


def suggested_lines(engine: Engine[Any], power: Power, most: int) -> list[str]:
    """Up to so many orders of one power, as the bot chooses them, until somebody else must decide."""
    title = game_of("his")
    lines: list[str] = []
    while power in engine.waiting() and len(lines) < most:
        question = engine.question(power)
        answer = title.suggest(engine.game, power, question).answer
        lines.append(say(question, answer, title.names))
        engine.submit(power, answer)
    return lines


def impulse_of_six(engine: Engine[Any], power: Power) -> list[str]:
    """Six orders: the card with the most points, and a cheap unit for each; none if they are fewer."""
    title = game_of("his")
    lines: list[str] = []
    while power in engine.waiting() and len(lines) < ORDERS[-1]:
        question = engine.question(power)
        legal = list(islice(question.legal(engine.game), MOST_LEGAL))
        if isinstance(question, TakeImpulse):
            cards = [answer for answer in legal if isinstance(answer, PlayForCP)]
            answer: Any = max(cards, key=lambda one: engine.game.card(one.card).cp, default=None)
        else:
            answer = next((one for one in legal if isinstance(one, BuyMercenary | RaiseCavalry)), None)
        if answer is None:
            return []
        lines.append(say(question, answer, title.names))
        engine.submit(power, answer)
        for other, window in engine.waiting().items():
            if is_window(window):
                engine.submit(other, ())  # as the moderator does for whoever has not opened it
    return lines if len(lines) == ORDERS[-1] else []


def replies(office: Office, letters: int, lengths: Sequence[int]) -> dict[int, Costs]:
    """The costs of so many replies of each number of orders, all of the first turn of some games."""
    costs = {orders: Costs() for orders in lengths}
    for game in range(MOST_GAMES):
        if any(len(found.cpu) < letters for found in costs.values()):
            _play(office, f"game-{game}", costs, MOST_STEPS, letters)
    return costs


def replies_of_a_game(office: Office) -> dict[int, Costs]:
    """The costs of replies from every turn of a game, by the number of their orders."""
    costs = {orders: Costs() for orders in ORDERS}
    _play(office, "whole", costs, MOST_LETTERS, A_TURN * MOST_LETTERS, A_TURN)
    return costs


def _play(
    office: Office, name: str, costs: dict[int, Costs], steps: int, letters: int, a_turn: int = MOST_LETTERS
) -> None:
    """Play a game by mail until there are so many replies, of each turn no more than `a_turn`."""
    office.moderator.create_game(replace(plan(scenario="1517", quick=True), name=name), seed=name)
    office.moderator.start_game(name)
    for step in range(steps):
        engine = office.engine(name)
        missing = [orders for orders, found in costs.items() if len(found.cpu) < letters]
        if not missing or not engine.waiting():
            break
        turn = engine.game.turn
        wanted = [orders for orders in missing if costs[orders].turns[turn] < a_turn]
        power = next(iter(engine.waiting()))
        lines = impulse_of_six(engine, power) if ORDERS[-1] in wanted else []
        if not lines:
            lines = suggested_lines(office.engine(name), power, max(wanted, default=1))
            lines = lines[: max((orders for orders in wanted if orders <= len(lines)), default=1)]
        raw = written(office, name, power, lines, step)
        before = office.engine(name).seq
        began, worked = time.perf_counter(), time.process_time()
        office.moderator.poll(Mailbox([raw]))
        cpu, wall = time.process_time() - worked, time.perf_counter() - began
        taken = office.engine(name).seq - before
        assert taken, "no order of a reply was taken"
        if step >= WARM and len(lines) in wanted and taken >= len(lines):
            costs[len(lines)].add(cpu, wall, turn)


def written(office: Office, game: str, power: Power, lines: Sequence[str], number: int) -> bytes:
    """A power's answer to the last letter that it got."""
    draft = Draft(tuple(Own(line) for line in lines))
    client = CLIENTS[number % len(CLIENTS)]
    return reply_to(office.last_to(power, game), draft, f"{game} {number}", client=client)


def rows() -> Iterator[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    collect_seldom()  # as the daemon does
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "replies.sqlite3"
        open_database(file).dispose()
        office = Office(file)
        for orders, costs in replies_of_a_game(office).items():
            turns = f"{len(costs.turns)} turns, n={len(costs.cpu)}"
            name = f"a real reply of {orders} order{'s' * (orders > 1)} ({turns})"
            yield f"{name}: CPU, 50/90/100 %", f"{quantiles(costs.cpu)} ms", f"median under {LIMITS[orders]}"
            yield f"{name}: wall, 50/90/100 %", f"{quantiles(costs.wall)} ms", ""
        office.database.dispose()


if __name__ == "__main__":
    for what, figure, bar in rows():
        print(f"{what:<58} {figure:>22}   {bar}", flush=True)
    sys.exit(0)
