"""Short letters: press, votes, vacations, seats; and the table of talks that stands in private letters."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from pbem.games import Game
from pbem.language import Names
from pbem.language.refusals import why_kept
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.content import printed_power
from pbem.play.sitting import Sitting
from pbem.play.talks import Draft
from pbem.play.windows import STANDING
from rules import Power

STATUS_WORDS = {
    "offered": "waits for an answer",
    "agreed": "agreed: it will be announced when the negotiations are over",
    "refused": "refused",
    "withdrawn": "withdrawn",
    "lapsed": "lapsed: it was not agreed in time",
    "announced": "announced",
    "done": "carried out",
    "failed": "came to nothing",
}


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A deal as one of its powers reads it."""

    name: str
    """By which it is called: `France 2`."""
    who: str
    terms: str
    status: str
    answer: str = ""
    """What the reader can write about it."""


@dataclass(frozen=True, slots=True)
class TalksView:
    """The negotiation window as one seat sees it."""

    until: datetime
    powers: tuple[str, ...]
    ready: int
    own_ready: bool
    takes_part: bool
    drafts: Sequence[DraftLine] = ()


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a player, as they were written."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A short letter to one seat."""

    game: str
    where: str
    to: str
    title: str
    paragraphs: Sequence[str] = ()
    press: Sequence[Quoted] = ()
    orders: Sequence[str] = ()


def notice_letter(template: str, notice: Notice) -> tuple[str, str]:
    """Text and HTML of a short letter."""
    return render.both(template, notice=notice)


@cache
def _notes() -> dict[str, str]:
    with (render.TEMPLATES / "notes.toml").open("rb") as file:
        found: dict[str, str] = tomllib.load(file)
    return found


def note(name: str, /, **values: object) -> str:
    """A sentence of `mail_templates/notes.toml`."""
    return " ".join(_notes()[name].split()).format(**values)


def local(moment: datetime, zone: str) -> datetime:
    """A moment as the players' clocks show it."""
    return moment.astimezone(ZoneInfo(zone))


def draft_line(draft: Draft, reader: Power, title: Game, voice: Voice, *, open_now: bool) -> DraftLine:
    """A draft as one of its powers reads it."""
    other = printed_power(title.names, draft.other(reader))
    name = f"{other} {draft.number}"
    status = STATUS_WORDS[draft.status] + (f": {why_kept(draft.why, voice)}" if draft.why else "")
    answer = ""
    if open_now and draft.status == "offered":
        answer = f"withdraw {name}" if draft.by == reader else f"agree {name}, or refuse {name}"
    elif open_now and draft.status == "agreed":
        answer = f"withdraw {name}"
    who = f"you to {other}" if draft.by == reader else f"{other} to you"
    return DraftLine(name, who, title.terms(draft.deal, reader, voice), status, answer)


def drafts_text(lines: Sequence[DraftLine]) -> str:
    """The answer to `deals`."""
    if not lines:
        return render.wrap("Nothing was proposed.", 2)
    told: list[str] = []
    for line in lines:
        told.append(render.wrap(f"{line.name} ({line.who}): {line.terms}", 2, 4))
        told.append(render.wrap(f"{line.status}.", 6, 2))
        if line.answer:
            told.append(render.wrap(f"You can write: {line.answer}", 6, 2))
    return "\n".join(told)


def windows_told(sitting: Sitting, names: Names) -> str:
    """Whose windows are open, for everybody to see; empty where they are not declared."""
    if sitting.policy.name != STANDING:
        return ""
    powers = sorted(sitting.standing.open_windows)
    return ", ".join(printed_power(names, power) for power in powers) or "nobody"


def retired_notes(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[str]:
    """What the player of these powers must know of orders that were given up."""
    return [
        f"Your standing order {gone.order.number} is given up, because {gone.why(voice)}. "
        f"It was: {gone.order.told(voice)}."
        for gone in sitting.standing.retired
        if gone.order.power in powers
    ]
