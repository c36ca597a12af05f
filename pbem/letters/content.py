"""What letters and reports say, as data.

`story`, `questions` and `receipts` make it from events and open questions; how it looks is `render`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem.games.views import Hand, Public
from pbem.letters.choices import Choice
from pbem.letters.pictures import Picture
from rules import Power

TO_COPY = "to_copy"
"""The message above orders that may be meant, where nothing more is said of them."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase or an impulse, told."""

    title: str
    lines: tuple[str, ...]
    began_by: str = ""
    """The name of the event that began it."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order to copy, and what there is to know of it: cost, dice, chance, victory points."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its player reads it."""

    power: Power
    kind: str
    prompt: str
    orders: tuple[Order, ...]
    """Orders that may be given now, each as it can be sent back."""
    more: int
    """How many more there are, at least."""
    choices: tuple[Choice, ...]
    """Where they are too many to list: all of them, in short."""
    cut: bool
    """Even these are not all: only so many orders were looked at."""
    forms: tuple[str, ...]
    due: datetime | None
    silence: str
    """What is done if no answer comes, as an order."""
    silence_note: str = ""
    """The same in words, where the order says too little."""
    partly: bool = False
    """The last letter told other choices, which there still are."""
    every: tuple[str, ...] = ()
    """All orders, as many as were looked at."""
    as_before: int = 0
    """So many orders have the odds that the letter before told, and are left out."""
    no_longer: tuple[str, ...] = ()
    """What that letter told and cannot be ordered any more."""
    missing: tuple[str, ...] = ()
    """What one would expect among the orders, and why it is not there."""
    short: str = ""
    """What is asked, in the few words of a subject; empty: nothing shorter than the prompt."""
    suggested: str = ""
    """The order that the moderator suggests, which `ok` takes; empty: none."""
    suggested_why: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that was not carried out, and everything that helps to repair it."""

    number: int
    line: str
    column: int | None
    why: str
    rule: str
    suggestions: tuple[str, ...] = ()
    """Names that may be meant."""
    copies: tuple[str, ...] = ()
    """Orders that may be meant, each as a line to copy."""
    offer: str = TO_COPY
    """The message above them."""


@dataclass(frozen=True, slots=True)
class DoneLine:
    """An order that was carried out, and what came of it."""

    line: str
    results: Sequence[str]
    meaning: str = ""
    """How it was read, if that says more than the line."""


@dataclass(frozen=True, slots=True)
class HandedBack:
    """Held lines that no longer fit."""

    lines: tuple[str, ...]
    problem: Problem


@dataclass(slots=True)
class Receipt:
    """What became of a letter."""

    done: list[DoneLine] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    kept: bool = False
    """Some of it is kept for later moments."""
    held_why: str = ""
    """Why the first of them does not answer what the seat is asked now; empty if others must decide."""
    failed: Problem | None = None
    unread: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    """Lines below a closing that were no orders."""
    overlooked: list[str] = field(default_factory=list)
    """Lines that the player may have written where nothing is read."""
    late: str = ""
    """Why the whole letter came too late."""
    answers: list[tuple[str, str]] = field(default_factory=list)
    """Title and text of what was asked for: help, status and so on."""
    nothing: bool = False
    """There was not a single line in the letter."""


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
    powers: tuple[Power, ...]
    ready: int
    own_ready: bool
    takes_part: bool
    plan: bool = False
    """Nobody talks: everybody writes a plan of the turn."""
    moments: Sequence[str] = ()
    """For which the plan is written: those that are still to come."""
    lines: Sequence[str] = ()
    """What can be written there; into a plan, with what it costs."""
    ahead: Sequence[str] = ()
    """What the moderator would write there."""
    drafts: Sequence[DraftLine] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an introduction."""

    title: str
    paragraphs: Sequence[str] = ()
    points: Sequence[str] = ()
    """A list below the paragraphs."""
    rows: Sequence[tuple[str, str]] = ()
    """Who plays whom."""
    orders: Sequence[str] = ()
    """Lines as they can be written."""


@dataclass(slots=True)
class PrivateLetter:
    """Everything a letter to one seat may hold."""

    game: str
    to: str
    view: Public
    hands: Sequence[Hand] = ()
    notes: list[str] = field(default_factory=list)
    receipt: Receipt | None = None
    handed_back: list[HandedBack] = field(default_factory=list)
    news: Sequence[Chapter] = ()
    asked: Sequence[Asked] = ()
    held: Sequence[str] = ()
    kept: str = ""
    """For which moments the reader has written orders."""
    waiting: str = ""
    turn_over: bool = False
    """A turn of the reader's has ended."""
    show_powers: bool = True
    talks: TalksView | None = None
    near: Sequence[str] = ()
    """What is near the units of the seat."""
    near_partly: bool = False
    """Only what has changed of it."""
    score: Sequence[str] = ()
    """Which points came and went since the last letter, and why."""
    counts: str = ""
    """How many cards everybody has."""
    left_out: Sequence[str] = ()
    """Words that bring what the last letter said already."""
    picture: Picture | None = None
    introduction: Sequence[Section] = ()
    """What a new player must know."""
    past: Sequence[Chapter] = ()
    """The story of a power that was taken over."""


@dataclass(frozen=True, slots=True)
class PublicReport:
    """A report for everybody: the same words for all."""

    game: str
    title: str
    view: Public
    chapters: Sequence[Chapter]
    waiting: str = ""
    seed: str = ""
    """Revealed when the game is over."""
    commitment: str = ""
    final: bool = False
    ahead: Sequence[str] = ()
    """How orders for later are written: a sentence, and lines to copy; empty where nobody is invited."""
    pace: Sequence[str] = ()
    """How fast the game goes, and when it may end."""
    subject: str = ""
    """In a few words, behind the name of the game and the turn that it tells of."""
    turn: int = 0
    picture: Picture | None = None
