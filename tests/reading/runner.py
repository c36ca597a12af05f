"""Reads the letters of the benchmark by alignment and counts what went wrong.

Alignment says which lines are the player's and which may act.  What an order, press or a request is, the
moderator decides elsewhere; here a few words are enough to tell them apart.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pbem.channels.mail.absence import is_absence_notice
from pbem.channels.mail.align import align
from pbem.channels.mail.letter import MailLetter, read_letter
from pbem.channels.written import Aligned, Caution, Kind, Line, SentText
from tests.reading.clients import moderator_letter, squeezed
from tests.reading.make_letters import ACTING
from tests.reading.make_letters import Letter as Benchmark
from tests.reading.score import INVISIBLE, Read, Score, score

ORDERS = re.compile(
    r"^(?:(?:england|protestant|if won|otherwise)\s?:\s*)?"
    r"(?:play|move|build|control|end|pass|none|pay|\d+$|decline|no|yes|intercept|declare|lose|mercs|ready|"
    r"x |none)\b"
    r"|^(?:\[x\] |--> |\*\*\* |\[fran\] |### |FE> |\(in red\) )",
    re.IGNORECASE,
)
DEALS = re.compile(r"^(?:agree|refuse|deal!?$|propose|i accept|no thanks|yes$|ok$|withdraw)", re.IGNORECASE)
REQUESTS = re.compile(
    r"^(?:status|map|card \d+|hand|help|preview|vacation|standing|deals|drop|report|agree|refuse|yes)\b",
    re.IGNORECASE,
)
PRESS = re.compile(r"^(?:press to\b|to all:|@\w+ )", re.IGNORECASE)
END_OF_PRESS = re.compile(r"^end press$", re.IGNORECASE)
REQUESTED = ("vote", "receipt", "report")
"""Letters of ours after which a bare word is a request."""


def sent(name: str) -> SentText:
    """A letter of `moderator/` as the moderator remembers it."""
    letter = moderator_letter(name)
    return SentText(
        letter.text,
        letter.html,
        letter.subject,
        str(letter.message["From"]),
        str(letter.message["To"]),
        letter.date,
        letter.message_id,
    )


def is_stopped(letter: MailLetter, expected: dict[str, Any]) -> bool:
    """What the moderator's checks stop before anything is read: robots, lists, strangers."""
    return (
        letter.sender != moderator_letter(expected["answers"]).player[1]
        or not letter.tokens
        or bool(letter.header("list-id") or letter.header("auto-submitted"))
        or letter.content_type == "multipart/report"
        or is_absence_notice(letter)
    )


def read_by_alignment(raw: bytes, expected: dict[str, Any]) -> tuple[MailLetter, Aligned]:
    letter = read_letter(raw)
    return letter, align(letter, [sent(expected["answers"])])


def fates(aligned: Aligned, letter: MailLetter, expected: dict[str, Any]) -> list[Read]:
    """The fate of each line, roughly as the moderator would decide."""
    stopped = is_stopped(letter, expected) or Caution.PARTS_DIFFER in aligned.warnings
    own = {bare(line["text"]) for line in expected["own"]}
    return [
        Read(text, "unread" if stopped and fate in ACTING else fate, power)
        for text, fate, power in _sorted(_pieces(aligned.lines), expected["answers"], own)
    ]


def bare(text: str) -> str:
    return squeezed(text.translate(INVISIBLE)).casefold()


def _pieces(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines that were one before a mail program broke them; a piece of press to the end of its paragraph."""
    piece: list[Line] = []
    for line in lines:
        joined = piece and line.kind is piece[-1].kind and line.paragraph == piece[-1].paragraph
        in_press = piece and (PRESS.match(piece[0].text) or not ORDERS.match(piece[0].text))
        starts = PRESS.match(line.text) or END_OF_PRESS.match(line.text)
        if joined and (line.continues or (in_press and PRESS.match(piece[0].text) and not starts)):
            piece.append(line)
            continue
        if piece:
            yield piece
        piece = [line]
    if piece:
        yield piece


def _sorted(
    pieces: Iterable[list[Line]], answers: str, own: set[str]
) -> Iterator[tuple[str, str, str | None]]:
    preview = False
    press = False
    for piece in pieces:
        first = piece[0]
        # As the text has it, or as the HTML: the benchmark compares with what was typed.
        ways = [" ".join(getattr(line, name) for line in piece) for name in ("as_written", "text")]
        text = next((way for way in ways if bare(way) in own), ways[1])
        fate = _fate(first, text, answers, preview=preview, press=press)
        if fate == "press":
            press = not END_OF_PRESS.match(first.text)
        elif first.kind is Kind.OWN:
            press = False
        preview |= text == "preview"
        power = (
            first.under.heading.rpartition(", ")[2].lower()
            if first.under and "," in first.under.heading
            else None
        )
        if text.partition(":")[0] in ("england", "protestant"):
            power = text.partition(":")[0]
        yield text, fate, power if fate in ("order", "asked") else None


def _fate(line: Line, text: str, answers: str, *, preview: bool, press: bool) -> str:
    is_order = bool(ORDERS.match(line.text) or DEALS.match(line.text) or REQUESTS.match(line.text))
    match line.kind:
        case Kind.GREETING | Kind.CLOSING if answers == "press":
            return "press"
        case Kind.AFTER_CLOSING if answers == "press":
            return "press"
        case Kind.GREETING | Kind.CLOSING | Kind.FURNITURE:
            return "furniture"
        case Kind.HIDDEN:
            return "hidden"
        case Kind.STRUCK:
            return "struck"
        case Kind.SIGNATURE:
            return "unread" if is_order else "furniture"
        case Kind.AFTER_CLOSING if not is_order:
            return "furniture"
        case Kind.QUOTED | Kind.FOREIGN | Kind.APART:
            return "unread"
    if not line.certain:
        return "unread"
    if PRESS.match(line.text) or END_OF_PRESS.match(line.text):
        return "press"
    if answers == "press" and not (REQUESTS.match(line.text) and line.text != "Yes"):
        return "press"
    if text.endswith("?") or (preview and is_order):
        return "asked"
    if answers.startswith("offer") and DEALS.match(line.text):
        return "deal"
    if DEALS.match(line.text) and line.text.startswith(("propose", "agree", "refuse")) and answers != "vote":
        return "deal"
    if REQUESTS.match(line.text) and (answers in REQUESTED or not ORDERS.match(line.text)):
        return "request"
    if ORDERS.match(line.text) and not (press and not ORDERS.match(line.text)):
        return "order"
    return "press" if press else "chat" if any(c.isalnum() for c in text) else "unread"


@dataclass(slots=True)
class Tally:
    """What a run over letters has found."""

    letters: int = 0
    obeyed: list[tuple[str, str]] = field(default_factory=list)
    """Foreign or hidden lines that act."""
    lost: list[tuple[str, str]] = field(default_factory=list)
    """Own lines without a fate."""
    other: list[tuple[str, str]] = field(default_factory=list)
    taken: list[tuple[str, str]] = field(default_factory=list)
    """Lines handed on as the player's certain words that he did not write, whatever they say."""
    warned: list[tuple[str, str]] = field(default_factory=list)
    """Warnings that are missing or wrong."""
    inline: int = 0
    """Answers that stand under words of ours."""
    misplaced: list[tuple[str, str]] = field(default_factory=list)
    """Those of them that are said to stand somewhere else."""
    seconds: list[float] = field(default_factory=list)
    """Of the processor, for the alignment alone."""
    reading: list[float] = field(default_factory=list)
    """The same for taking the letter apart."""

    def add(self, benchmark: Benchmark) -> Score:
        expected = benchmark.expected
        answered = [sent(expected["answers"])]
        began = time.process_time()
        letter = read_letter(benchmark.raw)
        read = time.process_time()
        aligned = align(letter, answered)
        self.seconds.append(time.process_time() - read)
        self.reading.append(read - began)
        verdict = score(expected, fates(aligned, letter, expected))
        name = benchmark.name
        self.letters += 1
        self.obeyed += [(name, line) for line in verdict.foreign_obeyed]
        self.lost += [(name, line) for line in verdict.without_fate]
        self.other += [(name, line) for line in verdict.other_fate]
        if not expected["robot"]:
            self.taken += [(name, line.text) for line in _not_his(aligned, expected)]
        self._look_at_places(name, aligned, expected)
        wanted = set(expected["warn"]) & set(Caution)
        told = set(map(str, aligned.warnings))
        if not any(
            line.kind is Kind.STRUCK and ORDERS.match(bare(line.text).strip("-~ ")) for line in aligned.lines
        ):
            told.discard("struck")  # a harmless word that was crossed out
        self.warned += [(name, f"-{warning}") for warning in sorted(wanted - told)]
        self.warned += [(name, f"+{warning}") for warning in sorted(told - wanted - {"empty"})]
        return verdict

    def _look_at_places(self, name: str, aligned: Aligned, expected: dict[str, Any]) -> None:
        """Whether inline answers know the words of ours above them."""
        inline = [line for line in expected["own"] if line["acts"] and line.get("under")]
        wanted = {bare(line["text"]): line["under"] for line in inline}
        for line in aligned.lines:
            if line.kind is Kind.OWN and (under := wanted.get(bare(line.text))):
                self.inline += 1
                place = line.under
                above = bare(f"{place.line} {place.question} {place.heading}") if place else ""
                if bare(under) not in above:
                    self.misplaced.append((name, line.text))


def _not_his(aligned: Aligned, expected: dict[str, Any]) -> Iterator[Line]:
    """Lines that would act if they were orders, and that the player did not write."""
    own = list(expected["own"])
    his = bare(" ".join(line["text"] for line in own if line["fate"] not in ("hidden", "struck")))
    words = " ".join(re.findall(r"\w+", his))
    for line in aligned.lines:
        ways = [" ".join(re.findall(r"\w+", bare(way))) for way in (line.text, line.as_written)]
        if line.kind is Kind.OWN and line.certain and not any(way in words for way in ways):
            yield line
