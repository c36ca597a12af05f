"""What each line of a letter is: a word of the table, press, an order, or none of them.

Where nobody can know whether a line belongs to a piece of press, nothing is sent and the writer is asked.
A letter that answers press, or an offer, is press itself wherever it is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pbem.channels.written import Kind
from pbem.language.reservations import reserves
from pbem.language.words import is_no_order
from pbem.play.about import AboutOffer, AboutPress
from pbem.play.conditions import is_reservation
from pbem.play.fates import Fate
from pbem.play.lines import Line
from pbem.play.moments import NOW, for_talks, heads_plan, marked, moment_in
from pbem.play.talks import collect_proposals
from pbem.play.whose_line import named
from pbem.post.commands import word_in
from pbem.post.commands.deals import AGREE, REFUSE, WITHDRAW
from pbem.post.commands.for_talks import FOR_TALKS
from pbem.post.commands.press import PRESS, begins_press, press_to
from pbem.post.commands.ready import READY, plainly_ready
from pbem.post.commands.seats import UNSUBSCRIBE
from pbem.post.commands.word import Said, When, Word
from pbem.post.meaning import Meaning, meaning_in
from pbem.post.pieces import Piece, pieces_of, with_moments
from pbem.post.press_ends import InDoubt, as_text, doubt_about, end_of_press, ends_as_written, is_cut
from pbem.post.taken_up import taken_up
from pbem.post.talk import as_press
from pbem.work.letter_work import LetterWork

_OFFER = re.compile(r"(?:.{0,80}\b(?:agree|refuse) )?\W*([^\W\d_]+ \d{1,3})\b")
"""`Ottoman 1: ...`, as offers are listed."""
LONGEST_NAME = 2
"""Words of an offer: `France 1`."""
PLEASANT = (Kind.GREETING, Kind.CLOSING, Kind.FURNITURE)
"""Kinds of which nobody needs to hear."""


@dataclass(slots=True)
class Sorted:
    """The words and the orders of a letter."""

    said: list[Said] = field(default_factory=list)
    orders: list[Line] = field(default_factory=list)
    in_doubt: list[InDoubt] = field(default_factory=list)
    unread: list[Piece] = field(default_factory=list)
    """Lines that must not act where they stand, and of which their writer hears."""
    fates: dict[int, Fate] = field(default_factory=dict)
    """Of lines that are neither words nor orders, by their numbers in the letter."""
    covers: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For an order by its number, the numbers of all lines that it is made of."""


def sort_letter(work: LetterWork) -> Sorted:
    """What each line of a letter is."""
    meaning, in_english = meaning_in(work), partial(work.sitting.title.in_english, own=work.row.language)
    talking, planning = meaning.moment.talking, meaning.moment.planning
    pieces = pieces_of(work.written.lines, lambda line: as_press(work, in_english(line), talking=talking))
    found = Sorter(meaning).sort(with_moments(pieces, planning=planning))
    if not work.row.powers and work.letter.subject.strip().lower() == "unsubscribe" and not found.said:
        found.said = [Said(UNSUBSCRIBE, "", "", "unsubscribe", ())]  # as mail programs do it
    found.orders = taken_up(work, [_for_its_power(work, line) for line in found.orders])
    return found


def _for_its_power(work: LetterWork, line: Line) -> Line:
    """An order that was written below the question to one of the seat's powers is that power's."""
    if len(work.row.powers) < 2 or not line.under or named(line.text, work.names):
        return line
    heading = line.under.casefold()
    for power in work.row.powers:
        if work.own_voice.power_name(power).casefold() in heading:
            return replace(line, text=f"{power}: {line.text}")
    return line


class Sorter:
    """Sorts the lines of one letter."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self._moment = meaning.moment
        self._signature_acts = False
        """Among the lines below two dashes is one that would be an order: then all of them are told."""

    def sort(self, pieces: Sequence[Piece]) -> Sorted:
        """Each line has its place in the result exactly once."""
        result = Sorted()
        left: list[Piece] = []
        if self._moment.talking:  # the talks that some lines are for are open already
            pieces = [_without_talks(piece) for piece in pieces]
        self._signature_acts = any(
            piece.kind is Kind.SIGNATURE and self._meaning.would_act(piece.text) for piece in pieces
        )
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            if self._is_agreed_with_reserve(pieces, at):
                at = self._take_reserved(pieces, at, result)
            elif piece.acts and for_talks(piece.text) is not None:
                at = self._take_for_talks(pieces, at, result)
            elif piece.acts and begins_press(piece.text):
                at = self._take_press(pieces, at, result)
            elif words := self._says_in_talks(piece):
                self._take_said(piece, words, result)
                at += 1
            elif self._is_an_answer_in_words(piece):
                at = self._take_answer(pieces, at, result)
            else:
                self._take_one(piece, left, result)
                at += 1
        self._take_orders(left, result)
        return result

    def _take_one(self, piece: Piece, left: list[Piece], result: Sorted) -> None:
        if not piece.acts:
            silent = piece.kind in PLEASANT or (piece.kind is Kind.SIGNATURE and not self._signature_acts)
            result.fates |= dict.fromkeys(piece.numbers, Fate.FURNITURE if silent else Fate.NOT_DONE)
            result.unread += [] if silent else [piece]
            return
        found = word_in(piece.text, self._moment, doubtful=piece.doubtful)
        if found and self._moment.talking and self._says_more(*found[:2]):
            found = None
        if found and found[0] is READY and any(said.word is READY for said in result.said):
            if plainly_ready(piece.text):
                result.fates |= dict.fromkeys(piece.numbers, Fate.FURNITURE)
                return
            found = None  # a second "none" is an order for later
        if found and found[0].when is When.AFTER_ORDERS and self._meaning.is_order(piece.text):
            found = None  # the question offers this very word: `card`
        if found:
            word, text, power = found
            if word in (AGREE, REFUSE) and not text and (offer := _OFFER.match(piece.above)):
                text = offer[1]  # written below one of several offers
            result.said.append(Said(word, text, power, piece.text, piece.numbers, piece.foreign))
        elif (is_no_order(piece.text) and not reserves(piece.text)) or heads_plan(piece.text):
            result.fates |= dict.fromkeys(piece.numbers, Fate.FURNITURE)
        else:
            left.append(piece)  # `(not yet!)` as well: it stops what stands above it

    def _take_for_talks(self, pieces: Sequence[Piece], at: int, result: Sorted) -> int:
        """Take a line that is kept for the next talks, a piece of press with all of its lines."""
        plain = [_without_talks(piece) for piece in pieces]
        if begins_press(plain[at].text):
            talking = replace(self._moment, talking=True)
            meaning = replace(self._meaning, moment=talking, in_talks=lambda line: ())
            return Sorter(meaning)._take_press(plain, at, result, FOR_TALKS)
        power, line = for_talks(pieces[at].text) or ("", "")
        result.said.append(
            Said(FOR_TALKS, line, power.lower(), pieces[at].text, pieces[at].numbers, pieces[at].foreign)
        )
        return at + 1

    def _says_in_talks(self, piece: Piece) -> tuple[str, ...]:
        """The words that a line in the talks means; in answer to press it is for whoever wrote that."""
        if not (piece.acts and self._moment.talking) or isinstance(self._moment.about, AboutPress):
            return ()
        found = word_in(piece.text, self._moment, doubtful=piece.doubtful)
        if found and (found[0] not in (AGREE, REFUSE, WITHDRAW) or _NAMED_OFFER.fullmatch(found[1].strip())):
            return ()
        if found is not None and not (found[1] or found[2]):
            return ()
        # `Papacy: yes` is said to the Papacy.
        return (piece.foreign and self._meaning.in_talks(piece.foreign)) or self._meaning.in_talks(piece.text)

    def _says_more(self, word: Word, text: str) -> bool:
        """Whether no offer stands behind `agree`, nor a condition: `I agree that England is strong`."""
        if self._moment.voting or isinstance(self._moment.about, AboutOffer) or reserves(text):
            return False
        return word in (AGREE, REFUSE) and len(text.split()) > LONGEST_NAME

    def _take_said(self, piece: Piece, words: Sequence[str], result: Sorted) -> None:
        for line in words:
            found = word_in(line, self._moment)
            assert found is not None, line
            if found[0] is READY and any(said.word is READY for said in result.said):
                result.fates |= dict.fromkeys(piece.numbers, Fate.FURNITURE)
                continue
            result.said.append(Said(*found, line, piece.numbers, piece.written))

    def _take_orders(self, pieces: Sequence[Piece], result: Sorted) -> None:
        texts = [piece.text for piece in pieces]
        collected = texts if self._moment.talking else collect_proposals(texts)
        for piece, text in zip(pieces, collected, strict=True):
            if text:
                written = ""
                if text == piece.text and text not in piece.written:
                    written = _below_its_heading(text, piece.written)
                result.orders.append(Line(piece.numbers[0], text, piece.doubtful, piece.under, written))
                result.covers[piece.numbers[0]] = piece.numbers
            else:  # it was put together with the proposal before
                result.covers[result.orders[-1].number] += piece.numbers

    # ---- Answers to press and to offers

    def _is_an_answer_in_words(self, piece: Piece) -> bool:
        """Whether a line is press to whoever wrote what its letter answers, because it is nothing else."""
        about = self._moment.about
        if not isinstance(about, AboutPress | AboutOffer):
            return False
        if isinstance(about, AboutPress) and piece.kind in (Kind.GREETING, Kind.CLOSING, Kind.AFTER_CLOSING):
            return True
        if not piece.acts or piece.doubtful or is_no_order(piece.text):
            return False
        if not piece.text or moment_in(piece.text):  # orders for later, which nobody else is to see
            return False
        found = word_in(piece.text, self._moment)
        if found and (isinstance(about, AboutOffer) or not _may_be_talk(*found[:2], piece.text)):
            return False
        return not self._meaning.is_order(piece.text) or _is_bare(piece.text)

    def _take_answer(self, pieces: Sequence[Piece], at: int, result: Sorted) -> int:
        """Take a paragraph of plain words, and those after it, as press; the number of the piece behind."""
        end = at + 1
        while end < len(pieces) and (
            self._is_an_answer_in_words(pieces[end])
            or (pieces[end].acts and not pieces[end].begins_paragraph and not self._begins_anew(pieces, end))
        ):
            end += 1
        body = pieces[at:end]
        about = self._moment.about
        assert isinstance(about, AboutPress | AboutOffer)
        text = as_text(body[0], "", body)
        numbers = _numbers(body)
        to = press_to(about)
        if self._is_doubtful(body, body, to, result):
            return end
        result.said.append(Said(PRESS, f"{to}:{text}", "", body[0].text, numbers))
        return end

    def _begins_anew(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a line inside a paragraph is no part of the press above it, but a word of the table."""
        line, before = pieces[at].text, pieces[at - 1].written
        if begins_press(line) or not line or moment_in(line):
            return True
        found = word_in(line, self._moment)
        if found is None or _may_be_talk(*found[:2], line):
            return False
        return ends_as_written(before)

    def _is_agreed_with_reserve(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a line agrees to something, and the next one puts a condition on that."""
        if at + 1 >= len(pieces) or not (pieces[at].acts and pieces[at + 1].acts):
            return False
        found = word_in(pieces[at].text, self._moment, doubtful=pieces[at].doubtful)
        after = pieces[at + 1]
        same = not after.begins_paragraph
        return (
            found is not None
            and found[0] is AGREE
            and any(is_reservation(said, same_paragraph=same) for said in (after.text, after.written))
        )

    def _take_reserved(self, pieces: Sequence[Piece], at: int, result: Sorted) -> int:
        """Take such a line, with the paragraph of its condition; the number of the piece behind."""
        end = at + 2
        while end < len(pieces) and pieces[end].acts and not pieces[end].begins_paragraph:
            end += 1
        numbers = _numbers(pieces[at:end])
        result.said.append(Said(AGREE, "", "", pieces[at].written, numbers, reserved=True))
        return end

    # ---- Press

    def _is_doubtful(self, press: Sequence[Piece], body: Sequence[Piece], to: str, result: Sorted) -> bool:
        """Whether nobody can know that all of a piece of press is for `to`; then its writer is asked."""
        doubt = doubt_about(self._meaning, press, body, to)
        if doubt is not None:
            _leave(press, doubt, result)
        return doubt is not None

    def _take_press(self, pieces: Sequence[Piece], at: int, result: Sorted, word: Word = PRESS) -> int:
        """Take a piece of press, to be sent or kept; the number of the piece behind it."""
        found = PRESS.read(pieces[at].text, self._moment)
        assert found is not None
        end, marked = end_of_press(self._meaning, pieces, at)
        if not marked and is_cut(self._meaning, pieces, end):
            below = max(n for n in range(at, len(pieces)) if pieces[n].acts) + 1
            press = pieces[at:below]
            _leave(press, InDoubt(tuple(piece.written for piece in press), pieces[end].text), result)
            return below
        numbers = _numbers(pieces[at : end + marked])
        to, _, text = found.text.partition(":")
        if not marked and self._is_doubtful(pieces[at:end], pieces[at + 1 : end], to, result):
            return end
        whole = f"{to}:{as_text(pieces[at], text, pieces[at + 1 : end])}"
        whole = whole if word is PRESS else f"press to {to}: {whole.removeprefix(f'{to}:')}"
        result.said.append(Said(word, whole, found.power, pieces[at].text, numbers, pieces[at].foreign))
        return end + marked


def _leave(press: Sequence[Piece], doubt: InDoubt, result: Sorted) -> None:
    result.in_doubt.append(doubt)
    result.fates |= dict.fromkeys(_numbers(press), Fate.NOT_DONE)


def _numbers(pieces: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(number for piece in pieces for number in piece.numbers)


def _below_its_heading(read: str, written: str) -> str:
    """A line as it was written, with the heading of its block: it may be shown without its neighbours."""
    found = moment_in(read)
    if found is None or found[0] == NOW or moment_in(written) is not None:
        return written
    return marked(found[0], written)


def _without_talks(piece: Piece) -> Piece:
    """A piece for the next talks, as it is said in them."""
    if (found := for_talks(piece.text)) is None:
        return piece
    power, line = found
    return replace(piece, text=f"{power}: {line}" if power else line)


_BARE = re.compile(
    r"(?:yes|no|ok|okay|sure|agreed?|accept(?:ed)?|deal|refused?|none|nothing|pass|decline|ready|\d+)",
    re.IGNORECASE,
)


_NAMED_OFFER = re.compile(r"(?:[^\W\d_]+\s+)?#?\d{1,3}\.?")


def _may_be_talk(word: Word, text: str, line: str) -> bool:
    """Whether a word may be an answer to what somebody wrote: `I agree`; but `agree France 1` is a deed.

    So is `ready` by itself: letters in talks ask for this very word, and `not ready` takes it back.
    """
    if word is READY and plainly_ready(line):
        return False
    return word in (AGREE, REFUSE, READY) and _NAMED_OFFER.fullmatch(text.strip()) is None


def _is_bare(line: str) -> bool:
    """Whether a line is a word that means something only as an answer."""
    return _BARE.fullmatch(line.strip(" .!,")) is not None
