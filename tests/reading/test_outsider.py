"""Letters of people who have never read our help, through the whole moderator, in both games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from pbem.store.tables import HeldRow, OutgoingRow
from pbem.store.talk_tables import DraftRow, PressRow
from tests.pbem.timed import rows
from tests.reading.clients import HERE, Draft
from tests.reading.house import House, Start, own

LETTERS: list[dict[str, Any]] = tomllib.loads((HERE / "outsider.toml").read_text("utf-8"))["letter"]
WORDS = {
    "his": {"card": "36", "other": "65", "partner": "papacy"},
    "vq": {"card": "45", "other": "41", "partner": "england"},
}
HANDS = {
    "his": "clear relations\nhand france: 4 36 65\nhand england: 3 33\nhand papacy: 5 6 48",
    "vq": "clear relations\nclear hands\nhand france: 7 45 41\nhand england: 5 32\nhand ottoman: 1 33",
}
SCENARIOS = {"his": "1517", "vq": "campaign"}
OFFERS = {"his": "1 card draw", "vq": "alliance"}


def start_of(title: str, at: str) -> Start:
    moments = {"unasked": "impulse ottoman", "talks": "phase diplomacy"}
    moment = moments.get("talks" if at in ("offer", "over") else at, "impulse france")
    talks = 48 if moment == "phase diplomacy" else 0
    return Start(f"{HANDS[title]}\n{moment}", talks=talks, title=title, scenario=SCENARIOS[title])


def answered(house: House, title: str, at: str) -> OutgoingRow:
    """Bring it about that there is something to answer; the letter of ours that does."""
    if at in ("offer", "over"):
        house.write(WORDS[title]["partner"], f"propose to france: {OFFERS[title]}")
        offer = house.sent_to("fran")[-1]
        if at == "over":
            house.later(49)
            house.moderator.tick()
        return offer
    if at == "vote":
        house.write("ottoman", "extend 24h")
    elif at == "public":
        house.write("ottoman", "press to all: Will you pass, France?")
    return house.sent_to("fran")[-1]


def ordered(house: House, since: int) -> list[tuple[str, str]]:
    """What players have ordered, whatever their words were."""
    return [
        (one.entry["power"], repr(one.entry["answer"]))
        for one in house.orders()[since:]
        if one.entry.get("source") == "mail"
    ]


def wanted(letter: dict[str, Any], title: str, house_at: Callable[[Start], House]) -> list[tuple[str, str]]:
    """The same for a letter that holds the orders in our own words."""
    if "done" not in letter:
        return []
    twin = house_at(start_of(title, letter.get("at", "card")))
    since = len(twin.orders())
    twin.write("france", *(line.format(**WORDS[title]) for line in letter["done"]))
    return ordered(twin, since)


@pytest.mark.parametrize("title", ["his", "vq"])
@pytest.mark.parametrize(
    "letter", LETTERS, ids=lambda one: f"{one.get('at', 'card')}: {' / '.join(one['lines'])}"
)
def test_letter(letter: dict[str, Any], title: str, house_at: Callable[[Start], House]) -> None:
    at = letter.get("at", "card")
    house = house_at(start_of(title, at))
    to = answered(house, title, at)
    orders, press = len(house.orders()), len(rows(house, PressRow))
    lines = [line.format(**WORDS[title]) for line in letter["lines"]]
    raw = house.reply(
        "fran",
        to,
        Draft(top=own(lines)),
        client=letter.get("client", "gmail-web"),
        language=letter.get("language", "en"),
    )
    row = house.take(raw)
    receipt = house.answer_to(row)
    text = " ".join(receipt.text.split())
    assert ordered(house, orders) == wanted(letter, title, house_at), text
    assert bool(rows(house, HeldRow)) == letter.get("held", False), text
    assert [one.status for one in rows(house, DraftRow)] == ([letter["deal"]] if "deal" in letter else []), (
        text
    )
    said = [(one.receivers, one.text) for one in rows(house, PressRow)[press:]]
    assert said == ([([WORDS[title]["partner"]], letter["press"])] if "press" in letter else []), text
    assert re.search(letter.get("says", "").format(**WORDS[title]), text), text
    assert not any(word in text for word in letter.get("never", ())), text
