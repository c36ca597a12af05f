"""Every exchange of `exchanges.toml`, `talks.toml` and `letters.toml` through the whole moderator.

Who did what, and who was told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlmodel import select

from pbem.language.words import key
from pbem.play.fates import Fate
from pbem.store.tables import HeldRow, LetterRow, OutgoingRow
from pbem.store.talk_tables import DraftRow, PressRow, TalksRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.timed import rows
from tests.reading.clients import HERE, Draft, Own
from tests.reading.house import House, Start
from tests.reading.make_letters import Attachment
from tests.reading.test_situations import desk_letter

FILES = [
    tomllib.loads((HERE / name).read_text("utf-8"))
    for name in ("exchanges.toml", "talks.toml", "letters.toml")
]
DATA: dict[str, Any] = {
    "start": {name: start for file in FILES for name, start in file["start"].items()},
    "exchange": [exchange for file in FILES for exchange in file["exchange"]],
}
SCENARIOS = {"his": "1517", "vq": "campaign"}
SHAPE = ("client", "language", "structure", "charset", "encoding", "subject", "sender")
"""What a step may say of how its letter is made."""
STEP = (
    *SHAPE,
    "by",
    "to",
    "lines",
    "html",
    "at",
    "under",
    "cc",
    "attachment",
    "raw",
    "plain",
    "secret",
    "answer",
)


def variants(exchange: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The exchanges that one table stands for, each with its steps."""
    several = [
        *({"lines": lines} for lines in exchange.get("each", ())),
        *({"client": client, "language": language} for client, language in exchange.get("clients", ())),
        *({"html": [page]} for page in exchange.get("htmls", ())),
    ]
    for number, changes in enumerate(several or [{}], 1):
        one = {**exchange, **changes}
        if "step" not in one:
            letter = {name: one[name] for name in STEP if name in one}
            one["step"] = [*one.get("before", ()), {"by": "fran", "to": "question", **letter}]
        one["id"] = f"{exchange['about']} {number}" if several else exchange["about"]
        yield one


EXCHANGES = {one["id"]: one for exchange in DATA["exchange"] for one in variants(exchange)}


def start_of(exchange: dict[str, Any]) -> Start:
    said = DATA["start"][exchange["start"]]
    said = {**DATA["start"].get(said.get("like"), {}), **said}
    title = said.get("title", "his")
    return Start(
        said["position"],
        until=tuple(said["until"]) if "until" in said else None,
        talks=said.get("talks", 0),
        windows=said.get("windows", "standing"),
        scenario=said.get("scenario", SCENARIOS[title]),
        title=title,
        letters=tuple((name, line) for name, line in said.get("letters", ())),
        quick=said.get("quick", False),
        over=said.get("over", False),
    )


@dataclass
class Told:
    """What happened in an exchange."""

    house: House
    outgoing: int
    receipts: list[tuple[dict[str, Any], LetterRow, str | None]] = field(default_factory=list)
    silent: set[int] = field(default_factory=set)
    """Orders that stand for silence, by their number."""

    def done(self) -> list[tuple[str, str, str]]:
        """Who, in which words and what, for each order of a player since the beginning that stands."""
        found: list[tuple[str, str, str]] = []
        for row in self.house.orders():
            if row.entry["$"] == "Rewound":
                found.clear()
            elif row.entry.get("source") == "mail" and row.seq not in self.silent:
                found.append((row.entry["power"], row.words, repr(row.entry["answer"])))
        return found

    def silent_until(self, power: str, kind: str) -> None:
        """Everybody is silent until a power is asked something, or what was written before is done."""
        already = self.done()
        for _ in range(30):
            engine = self.house.engine()
            if power in engine.waiting() and engine.question(power).kind == kind:
                return
            self.silent_once()
            if self.done() != already:
                return
        raise AssertionError(f"{power} is never asked {kind}")

    def silent_once(self) -> None:
        """Who is asked first is silent."""
        by = self.house.asked()[0]
        already = {row.seq for row in self.house.orders()}
        self.house.play_silently(1)
        new = [row for row in self.house.orders() if row.seq not in already]
        self.silent.add(next(row.seq for row in new if row.entry.get("power") == by))

    def answers(self) -> list[str | None]:
        return [receipt for _, _, receipt in self.receipts]

    def letters(self, name: str) -> list[OutgoingRow]:
        rows = self.house.outbox(since=self.outgoing)
        return [row for row in rows if row.recipient.startswith(name)]


TOLD = (
    Fate.DONE,
    Fate.HELD,
    Fate.PLANNED,
    Fate.NOT_NEEDED,
    Fate.PRESS,
    Fate.DEAL,
    Fate.REQUEST,
)


def flat(text: str) -> str:
    return " ".join(text.split())


def raw_letter(house: House, step: dict[str, Any], answered: OutgoingRow) -> bytes:
    power = house.players[step["by"]][0]
    filled = step["raw"].lstrip("\n")
    for name, value in {
        "to": house.settings.mail.reply_address(house.seat(power).token),
        "id": answered.message_id,
        "subject": answered.subject,
        "ours": answered.text,
    }.items():
        filled = filled.replace("{" + name + "}", value)
    return filled.replace("\n", "\r\n").encode()


def draft_of(step: dict[str, Any]) -> Draft:
    pages = step.get("html", ())
    lines = tuple(
        Own(line, html=pages[number] if number < len(pages) else None)
        for number, line in enumerate(step["lines"])
    )
    match step.get("at"):
        case "below":
            return Draft(below=lines)
        case "inline":
            places = zip(step["under"], lines, strict=True)
            return Draft(inline=tuple((under, 1, (line,)) for under, line in places))
    return Draft(top=lines)


def letter_of(house: House, step: dict[str, Any], answered: OutgoingRow) -> bytes:
    if "raw" in step:
        return raw_letter(house, step, answered)
    spec: dict[str, Any] = {name: step[name] for name in SHAPE if name in step}
    if "cc" in step:
        spec["cc"] = ", ".join(step["cc"])
    if "plain" in step:
        spec["to"] = house.settings.mail.address
    if file := step.get("attachment"):
        name, kind, content = file
        spec["attachments"] = (Attachment(kind, content.encode(), name),)
    return house.reply(step["by"], answered, draft_of(step), **spec)


def begun(house: House, start: Start) -> Told:
    """What happens from now on: what silence led here is no order of anybody's."""
    silent = {row.seq for row in house.orders()} if start.until else set()
    return Told(house, house.letters_out(), silent=silent)


def play(told: Told, exchange: dict[str, Any]) -> Told:
    house = told.house
    kept: OutgoingRow | None = None
    for step in exchange["step"]:
        match step.get("event"):
            case "keep":
                kept = house.sent_to(step["name"])[-1]
            case "write":
                house.write(house.players[step["name"]][0], *step["lines"])
            case "desk":
                house.receive(desk_letter(house, "\n".join(step["lines"])))
            case "silent until":
                told.silent_until(step["power"], step["kind"])
            case None:
                answered = letter_answered(house, step, kept)
                row = house.take(letter_of(house, step, answered))
                told.receipts.append((step, row, receipt_of(house, row)))
    return told


def letter_answered(house: House, step: dict[str, Any], kept: OutgoingRow | None) -> OutgoingRow:
    to = step["to"]
    if to == "kept":
        assert kept is not None
        return kept
    if to == "first":
        return house.sent_to(step["by"])[0]
    if to == "fran's question":
        return house.answered("fran", "question")
    return house.answered(step["by"], to)


def receipt_of(house: House, row: LetterRow) -> str | None:
    with UnitOfWork(house.database) as work:
        found = work.session.exec(select(OutgoingRow).where(OutgoingRow.answers_id == row.id)).first()
    return flat(found.text) if found else None


# ---- What is looked at


def in_a_twin(told: Told, orders: list[str]) -> list[tuple[str, str]]:
    """Orders in our own words, carried out one by one."""
    house = told.house
    for order in orders[len(told.done()) :]:
        power, _, words = order.partition(": ")
        while power not in house.asked():
            told.silent_once()
        house.write(power, words)
    return [(power, answer) for power, _, answer in told.done()]


def same(told: Told, orders: list[str], twin: Callable[[], Told]) -> bool:
    found = told.done()
    if len(found) != len(orders):
        return False
    if [key(f"{power}: {words}") for power, words, _ in found] == [key(order) for order in orders]:
        return True
    return [(power, answer) for power, _, answer in found] == in_a_twin(twin(), orders)


def check_orders(told: Told, exchange: dict[str, Any], twin: Callable[[], Told]) -> None:
    if "count" in exchange:
        assert len(told.done()) == exchange["count"], told.done()
        return
    wanted = exchange.get("either", [exchange.get("done", [])])
    assert any(same(told, one, twin) for one in wanted), (told.done(), told.answers())


def check_state(told: Told, exchange: dict[str, Any]) -> None:
    house = told.house
    held = [row.line for row in rows(house, HeldRow)]
    if "kept" in exchange:
        kept = [f"{row.moment}: {row.line}" for row in rows(house, HeldRow) if row.since is not None]
        assert kept == exchange["kept"], kept
    if "ready" in exchange:
        ready = next((row.ready for row in rows(house, TalksRow) if row.closed_at is None), None)
        assert ready == exchange["ready"], ready
    if exchange.get("held", []) != "?":
        assert held == exchange.get("held", held), held
    sent = [
        f"{row.sender} > {', '.join(row.receivers) or 'all'}: {flat(row.text)}"
        for row in rows(house, PressRow)
    ]
    wanted = exchange.get("press", [])
    if wanted == "?":
        pass
    elif "?" in wanted:
        assert sent[: len(wanted) - 1] == wanted[:-1], sent
        assert len(sent) <= len(wanted), sent
    else:
        assert sent == wanted, sent
    if "deals" in exchange:
        found = {f"{row.by} {row.number}": row.status for row in rows(house, DraftRow)}
        assert len(found) == len(exchange["deals"]), found
        for deal in exchange["deals"]:
            name, _, statuses = deal.partition(": ")
            assert found.get(name) in statuses.split(" | "), found
    waiting = [f"{power}: {question.kind}" for power, question in house.engine().waiting().items()]
    assert waiting == exchange.get("asked", waiting), waiting


def lost(house: House, row: LetterRow, step: dict[str, Any], receipt: str) -> list[str]:
    """Lines of which the answer says nothing; it may tell in its own words what has had an effect."""
    assert row.id is not None
    fates = house.fates.get(row.id, {})
    effects = {key(line) for line, fate in fates.items() if fate in TOLD}
    return [
        line
        for line in step.get("lines", ())
        if key(line) not in effects and flat(line).strip(".!").casefold() not in receipt.casefold()
    ]


def check_letters(told: Told, exchange: dict[str, Any]) -> None:
    for step, row, receipt in told.receipts:
        wanted = step.get("answer", exchange.get("answer", True))
        if wanted is False:
            assert receipt is None, receipt
        if receipt is None:
            assert wanted in (False, "?"), row.verdict
            continue
        quiet = step.get("quiet", exchange.get("quiet", []))
        if quiet is not True:
            assert [line for line in lost(told.house, row, step, receipt) if line not in quiet] == [], receipt
    last = next((receipt for _, _, receipt in reversed(told.receipts) if receipt), "")
    assert re.search(exchange.get("says", ""), last), last
    assert "never" not in exchange or not re.search(exchange["never"], last), last
    for line in exchange.get("told", ()):
        name, _, pattern = line.partition(": ")
        letters = [flat(row.text) for row in told.letters(name)]
        assert any(re.search(pattern, text) for text in letters), (line, letters)
    for line in exchange.get("untold", ()):
        name, _, pattern = line.partition(": ")
        assert not any(re.search(pattern, flat(row.text)) for row in told.letters(name)), line
    writers = {step["by"] for step, _, _ in told.receipts}
    others = [
        row for row in told.house.outbox(since=told.outgoing) if not row.recipient.startswith(tuple(writers))
    ]
    for secret in exchange.get("secret", ()):
        assert not any(secret in flat(row.text) for row in others), secret


@pytest.mark.parametrize("name", EXCHANGES)
def test_exchange(name: str, house_at: Callable[[Start], House]) -> None:
    exchange = EXCHANGES[name]
    start = start_of(exchange)
    told = play(begun(house_at(start), start), exchange)
    check_orders(told, exchange, lambda: begun(house_at(start), start))
    check_state(told, exchange)
    check_letters(told, exchange)
