"""Whether a change leaves every letter as it was, and what the same replies cost before and after it.

`python -m tests.same_letters record TRACE` lets bots play three games and keeps their replies: quoted in text
and HTML, in several languages, of one to six orders, some with a line that cannot be read or a request.
`python -m tests.same_letters play TRACE TOLD` hands the same replies to the moderator as it is now, and
writes down all that it stored: letters with headers and scenes, the log, positions, what seats remember.  Do
it before and after a change, and compare the two files; it prints what the replies cost beside.  `--calls`
counts calls of functions instead of time, which does not depend on who else uses the machine.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pickle
import pstats
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlmodel import SQLModel, select

import pbem.play.seats
from pbem.channels.mail.write import compose
from pbem.games import game_of
from pbem.language import say
from pbem.post.service import GamePlan, Player
from pbem.store import positions
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow, table_of
from pbem.store.unit_of_work import UnitOfWork
from rules import Power
from tests.bench_mail import Mailbox
from tests.bench_replies import CLIENTS, impulse_of_six, quantiles
from tests.pbem.office import Office, plan
from tests.reading.clients import Draft, Own
from tests.reading.house import reply_to

os.environ["PBEM_SEED_KEY"] = "the same key for both runs, before and after"

STEPS = 30
WARM = 6
"""The first replies of each game are not counted: catalogs and grammars are read then."""
UNTOLD = {"claim", "heartbeat"}
SEALED = {("game", "seed")}
VQ_POWERS = ("ottoman", "spain", "england", "france", "holy_roman_empire", "protestant")
PLANS = {
    "english": ("his", plan(scenario="1517", quick=True)),
    "mixed": (
        "his",
        plan(
            scenario="tournament",
            observers=1,
            languages={"hapsburg": "de", "england": "fi", "france": "hu", "papacy": "zh"},
        ),
    ),
    "queen": (
        "vq",
        GamePlan(
            "queen",
            "campaign",
            tuple(Player(name.title(), f"{name}@example.test", (name,)) for name in VQ_POWERS),
            "standing",
            "turn",
            quick=True,
            game="vq",
        ),
    ),
}


def begun(folder: str) -> Office:
    """A moderator whose tokens are the same in each run."""
    file = Path(folder) / "same.sqlite3"
    open_database(file).dispose()
    office = Office(file)
    chance = random.Random("tokens")
    with patch.object(pbem.play.seats.secrets, "choice", chance.choice):
        for name, (_, game) in PLANS.items():
            office.moderator.create_game(replace(game, name=name), seed=name)
            office.moderator.start_game(name)
    return office


def orders(office: Office, name: str, power: Power, step: int) -> list[str]:
    """What a bot writes, up to a number of lines that differs from step to step."""
    title = game_of(PLANS[name][0])
    if step % 5 == 0 and name != "queen" and (six := impulse_of_six(office.engine(name), power)):
        return six
    engine, lines = office.engine(name), list[str]()
    while power in engine.waiting() and len(lines) <= step % 4:
        question = engine.question(power)
        answer = title.suggest(engine.game, power, question).answer
        lines.append(say(question, answer, title.names))
        engine.submit(power, answer)
    return lines


def record(trace: Path) -> None:
    replies: list[tuple[str, bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        office = begun(folder)
        for step in range(STEPS):
            for name in PLANS:
                waiting = office.engine(name).waiting()
                if not waiting:
                    continue
                power = next(iter(waiting))
                lines = orders(office, name, power, step)
                if step % 6 == 3:
                    lines = ["ok"]
                elif step % 6 == 4:
                    lines = [*lines, "status", "and then something that nobody can read"]
                elif step % 6 == 5:
                    lines = ["preview", *lines]
                draft = Draft(tuple(Own(line) for line in lines))
                client = CLIENTS[(step + len(replies)) % len(CLIENTS)]
                raw = reply_to(office.last_to(power, name), draft, f"{name} {step}", client=client)
                office.moderator.poll(Mailbox([raw]))
                replies.append((name, raw))
    trace.write_bytes(pickle.dumps(replies))
    print(f"{len(replies)} replies")


def play(trace: Path, told: Path, *, calls: str = "") -> None:
    replies: list[tuple[str, bytes]] = pickle.loads(trace.read_bytes())
    spent: list[float] = []
    seen: dict[str, int] = {}
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder:
        office = begun(folder)
        for name, raw in replies:
            seen[name] = seen.get(name, 0) + 1
            counted = seen[name] > WARM
            if calls and counted:
                profile.enable()
            began = time.process_time()
            office.moderator.poll(Mailbox([raw]))
            spent.append(time.process_time() - began)
            profile.disable()
            if not counted:
                spent.pop()
        told.write_text(all_rows(office))
        office.close()
    print(f"{len(spent)} replies, {sum(spent):.3f} s CPU, 50/90/100 %: {quantiles(spent)} ms")
    if calls:
        profile.dump_stats(calls)
        print(f"{pstats.Stats(profile).total_calls / len(spent):.0f} calls for a reply")  # type: ignore[attr-defined]


def all_rows(office: Office) -> str:
    """Everything in the database, unpacked, one row a line; letters as they are sent."""
    lines: list[str] = []
    with UnitOfWork(office.database) as work:
        for mapper in sorted(SQLModel._sa_registry.mappers, key=lambda one: one.class_.__name__):
            table = table_of(mapper.class_)
            if table.name in UNTOLD:
                continue
            for row in work.session.exec(select(mapper.class_).order_by(*table.primary_key.columns)):
                lines.append(f"{table.name} {as_json(row, table.name)}")
                if isinstance(row, OutgoingRow):
                    lines.append(f"sent {row.id} {compose(row)!r}")
    return "\n".join(lines) + "\n"


def as_json(row: SQLModel, table: str) -> str:
    fields: dict[str, Any] = {
        name: value for name, value in row.model_dump().items() if (table, name) not in SEALED
    }
    if isinstance(fields.get("state"), bytes):  # how it is packed is not what it says
        fields["state"] = positions.unpack(fields["state"], "a seed")
    return json.dumps(fields, default=repr, ensure_ascii=False, sort_keys=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("record", "play"))
    parser.add_argument("trace", type=Path)
    parser.add_argument("told", type=Path, nargs="?", default=Path("/dev/null"))
    parser.add_argument("--calls", default="", metavar="FILE", help="count calls, and keep the profile")
    given = parser.parse_args()
    if given.what == "record":
        record(given.trace)
    else:
        play(given.trace, given.told, calls=given.calls)


if __name__ == "__main__":
    sys.exit(main())
