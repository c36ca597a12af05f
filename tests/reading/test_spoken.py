"""Letters in words that no manual taught, through the whole moderator, as mail programs send them.

`spoken.toml` says what must come of each; it was written before the letters were tried.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from pbem.store.tables import HeldRow
from pbem.store.talk_tables import DraftRow, PressRow
from tests.pbem.timed import rows
from tests.reading.clients import HERE, Draft, Own
from tests.reading.house import PLAYERS, House, Start, own

DATA: dict[str, Any] = tomllib.loads((HERE / "spoken.toml").read_text("utf-8"))
LETTERS: list[dict[str, Any]] = DATA["letter"]


def start_of(letter: dict[str, Any]) -> Start:
    said = DATA["start"][letter["start"]]
    return Start(
        said["position"],
        until=tuple(said["until"]) if "until" in said else None,
        talks=said.get("talks", 0),
        letters=tuple((name, line) for name, line in said.get("letters", ())),
    )


class Effect:
    """What a letter brought about, whatever its words were."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.orders_before = len(house.orders())
        self.press_before = len(rows(house, PressRow))

    def orders(self) -> list[tuple[str, str]]:
        return [
            (row.entry["power"], repr(row.entry["answer"]))
            for row in self.house.orders()[self.orders_before :]
            if row.entry.get("source") == "mail"
        ]

    def held(self) -> int:
        return len(rows(self.house, HeldRow))

    def press(self) -> list[str]:
        return [
            f"{', '.join(row.receivers) or 'all'}: {' '.join(row.text.split())}"
            for row in rows(self.house, PressRow)[self.press_before :]
        ]

    def deals(self) -> list[str]:
        return [f"{row.first} {row.second}" for row in rows(self.house, DraftRow)]


def draft_of(letter: dict[str, Any]) -> Draft:
    lines, at = own(letter["lines"]), letter.get("at", "top")
    if at == "below":
        return Draft(below=lines)
    if at.startswith("under: "):
        return Draft(inline=((at.removeprefix("under: "), 1, lines),))
    if "-- " in letter["lines"]:
        cut = letter["lines"].index("-- ")
        return Draft(top=lines[:cut], signature=tuple(Own(line) for line in letter["lines"][cut:]))
    return Draft(top=lines)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter["about"])
def test_letter(letter: dict[str, Any], house_at: Callable[[Start], House]) -> None:
    house, by = house_at(start_of(letter)), letter["by"]
    effect = Effect(house)
    answered = house.answered(by, "question")
    raw = house.reply(
        by,
        answered,
        draft_of(letter),
        client=letter.get("client", "gmail-web"),
        language=letter.get("language", "en"),
    )
    row = house.take(raw)
    assert row.status != "shunted", row.verdict
    receipt = house.answer_to(row)
    got, text = effect.orders(), receipt.text
    assert effect.press() == letter.get("press", []), text
    if "deal" in letter:
        assert effect.deals() == letter["deal"] or (letter.get("or_nothing") and not effect.deals()), text
    assert re.search(letter.get("says", ""), text), text
    quiet = not got and not effect.held()
    if "done" not in letter or (quiet and letter.get("or_nothing")):
        assert quiet, text
        return
    twin = house_at(start_of(letter))
    wanted = Effect(twin)
    twin.write(PLAYERS[by][-1 if letter["start"] == "protestant" else 0], *letter["done"])
    assert wanted.orders(), "the wanted lines are no orders here"
    assert (got, effect.held()) == (wanted.orders(), wanted.held()), text
