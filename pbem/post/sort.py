"""What each line of a letter is: a word of the table, press, an order, or none of them.

Mail programs break lines and players make lists, so lines are first put together as they were meant.  A piece
of press goes on to the end of its paragraph, and over blank lines up to a line that is an order or a word by
itself.  Where nobody can know whether a line belongs to the press, nothing is sent and the writer is asked.
A letter that answers press, or an offer, is press itself wherever it is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pbem.channels.written import ACTING, Kind
from pbem.channels.written import Line as WrittenLine
from pbem.games.moments import TALKS
from pbem.language.reservations import reserves
from pbem.language.words import is_no_order, unmarked
from pbem.play.about import AboutOffer, AboutPress
from pbem.play.conditions import is_reservation
from pbem.play.fates import Fate
from pbem.play.lines import Line
from pbem.play.moments import NOW, below_plan, for_talks, heads_plan, mark_blocks, marked, moment_in
from pbem.play.talks import collect_proposals
from pbem.post.commands import WORDS
from pbem.post.commands.deals import AGREE, REFUSE, WITHDRAW
from pbem.post.commands.for_talks import FOR_TALKS, said_in_talks
from pbem.post.commands.notes import is_note
from pbem.post.commands.press import PRESS, begins_press, ends_press, press_to, with_own_text
from pbem.post.commands.ready import READY, plainly_ready
from pbem.post.commands.word import LONGEST, Moment, Said, When, Word
from rules import Power

_GOES_ON = re.compile(r"(?:,|(?<![^\s=–—-])>|\+|&|\s(?:and|with|from|to|in|for))\s*$", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"[.!?。！？…)\"”’»]\s*$")
_LEFT_OPEN = re.compile(
    r"(?:[,:;]|\b(?:that|to|and|or|but|if|when|because|than|the|an?|my|your|our|their|of|by|from|into|i"
    r"|shall|"
    r"should|must|would|could|might|dass|und|oder|ob|wenn|weil|der|die|den|dem|eine?n?|mein|dein|zu|für|ich|"
    r"soll|muss|werde|että|ja|tai|jos|koska|minä|hogy|és|vagy|ha|mert|az?|én))\W*$",
    re.IGNORECASE,
)
"""With such words no sentence ends: what follows may belong to it."""
_OFFER = re.compile(r"(?:.{0,80}\b(?:agree|refuse) )?\W*([^\W\d_]+ \d{1,3})\b")
"""`Ottoman 1: ...`, as offers are listed."""
WRAPPED = 50
"""No mail program breaks a line that is shorter."""
SHORTEST_PROSE = 3
"""Words: fewer below the orders are a farewell or a name."""
LONGEST_NAME = 2
"""Words of an offer: `France 1`."""
PLEASANT = (Kind.GREETING, Kind.CLOSING, Kind.FURNITURE)
"""Kinds of which nobody needs to hear."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A line as it was meant, with the numbers of the lines of the letter that it is made of."""

    numbers: tuple[int, ...]
    text: str
    """Order words are in English."""
    written: str
    kind: Kind
    begins_paragraph: bool
    certain: bool = True
    under: str = ""
    """The heading of ours below which it was written."""
    above: str = ""
    """The line of ours right above it."""

    @property
    def acts(self) -> bool:
        return self.kind in ACTING and self.certain

    @property
    def doubtful(self) -> bool:
        """It stands below a closing, and may be no more than a name."""
        return self.kind is Kind.AFTER_CLOSING

    @property
    def foreign(self) -> str:
        """As the player wrote it, if its order words are in another language than English."""
        plain = unmarked(self.written)
        return "" if plain.split() == self.text.split() else plain


@dataclass(frozen=True, slots=True)
class InDoubt:
    """A piece of press that may end before one of its lines: nothing is done.

    That line would be an order, or it speaks to powers for whom the press is not.
    """

    press: tuple[str, ...]
    order: str = ""
    speaks_to: tuple[Power, ...] = ()


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


def pieces_of(lines: Sequence[WrittenLine], in_english: Callable[[str], str] = str) -> list[Piece]:
    """The lines of a letter without the marks of lists, and broken ones put together."""
    pieces: list[Piece] = []
    inside_press = goes_on = False
    last: WrittenLine | None = None
    for number, line in enumerate(lines, 1):
        begins_paragraph = last is None or last.paragraph != line.paragraph
        plain = unmarked(line.text)
        text = in_english(plain)
        ahead = for_talks(text)
        if begins_press(text if ahead is None else ahead[1]):
            text, inside_press, goes_on = _press_as_written(text, plain), True, False
        elif begins_paragraph or ends_press(text):
            inside_press = False
        if is_note(text):
            text = "note: " + re.split("[:：]", line.as_written or plain, maxsplit=1)[-1].strip()
        joins = goes_on and not begins_paragraph and last is not None and last.kind is line.kind
        if joins and not inside_press:
            # Mail programs break long lines: an order that cannot end here goes on in the next line.
            before = pieces.pop()
            pieces.append(
                replace(
                    before,
                    numbers=(*before.numbers, number),
                    text=f"{before.text} {text.strip()}",
                    written=f"{before.written} {plain.strip()}",
                    certain=before.certain and line.certain,
                )
            )
        else:
            # Where two of our questions may be meant, none is: their player is asked for which power it is.
            under = line.under.heading if line.under and line.under.certain else ""
            written = line.as_written or line.text
            above = line.under.line if line.under else ""
            piece = Piece((number,), text, written, line.kind, begins_paragraph, line.certain, under, above)
            pieces.append(piece)
        goes_on = not inside_press and _GOES_ON.search(pieces[-1].text) is not None
        last = line
    return pieces


def word_in(line: str, moment: Moment, *, doubtful: bool = False) -> tuple[Word, str, str] | None:
    """The word of the table that a line is, with what follows it and the power named before it; or None."""
    plain = " ".join(line.split())[:LONGEST]
    for word in WORDS:
        if (word.even_below or not doubtful) and (found := word.read(plain, moment)):
            return word, found.text, found.power
    return None


_NEXT_SENTENCE = re.compile(r"(?<=[^\s.][.!;。；])\s+")


def _by_moments(piece: Piece, *, planning: bool) -> list[Piece]:
    """The sentences of a line that are for different moments: `No wars. Spring: ...`."""
    if planning and (text := below_plan(piece.text)) != piece.text:
        piece = replace(piece, text=text)
    if not piece.acts or begins_press(piece.text) or not _NEXT_SENTENCE.search(piece.text):
        return [piece]
    parts: list[str] = []
    for sentence in _NEXT_SENTENCE.split(piece.text):
        ahead = moment_in(sentence)
        if parts and not (ahead and ahead[2] and ahead[0] != NOW):
            parts[-1] += f" {sentence}"
        else:
            parts.append(sentence)
    if len(parts) == 1:
        return [piece]
    own = piece.text == unmarked(piece.written)
    return [
        replace(
            piece,
            text=part,
            written=part if own else piece.written,
            begins_paragraph=piece.begins_paragraph and not at,
        )
        for at, part in enumerate(parts)
    ]


def with_moments(pieces: Sequence[Piece], *, planning: bool = False) -> list[Piece]:
    """The pieces with the words of their moments in front (`pbem.play.moments`); headings are left empty."""
    pieces = [part for piece in pieces for part in _by_moments(piece, planning=planning)]
    texts: list[str] = []
    places: list[int] = []
    for piece in pieces:
        if piece.begins_paragraph and texts:
            texts.append("")
        places.append(len(texts))
        texts.append(piece.text)
    with_words = mark_blocks(
        texts,
        lambda line: word_in(line, NO_TALKS) is not None,
        ends=begins_press,
        said_in_talks=said_in_talks,
        planning=planning,
    )
    return [replace(piece, text=with_words[at]) for piece, at in zip(pieces, places, strict=True)]


NO_TALKS = Moment(asked=True)
"""Inside a block `pass` is an order, whatever goes on."""


class Sorter:
    """Sorts the lines of one letter."""

    def __init__(
        self,
        moment: Moment,
        is_order: Callable[[str], bool],
        is_offer: Callable[[str], bool] = lambda line: False,
        speaks_past: Callable[[str, str], tuple[Power, ...]] = lambda to, line: (),
        in_talks: Callable[[str], tuple[str, ...]] = lambda line: (),
    ) -> None:
        """`is_order` says whether a line is an order by itself, as the game stands; `is_offer`, an offer.

        `speaks_past` finds the powers to which a line speaks, of those for whom the press is not; `in_talks`,
        the words of the table that a line means while the powers talk.
        """
        self._moment = moment
        self._is_order = is_order
        self._is_offer = is_offer
        self._speaks_past = speaks_past
        self._in_talks = in_talks
        self._signature_acts = False
        """Among the lines below two dashes is one that would be an order: then all of them are told."""

    def sort(self, pieces: Sequence[Piece]) -> Sorted:
        """Each line has its place in the result exactly once."""
        result = Sorted()
        left: list[Piece] = []
        if self._moment.talking:  # the talks that some lines are for are open already
            pieces = [_without_talks(piece) for piece in pieces]
        self._signature_acts = any(
            piece.kind is Kind.SIGNATURE and self._would_act(piece.text) for piece in pieces
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
        if found and found[0].when is When.AFTER_ORDERS and self._is_order(piece.text):
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
            inside = Sorter(talking, self._is_order, self._is_offer, self._speaks_past)
            return inside._take_press(plain, at, result, FOR_TALKS)
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
        return self._in_talks(piece.text) if found is None or found[1] else ()

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

    def _would_act(self, line: str, *, in_press: bool = False) -> bool:
        moment = replace(self._moment, in_press=in_press)
        if word_in(line, moment) is not None or self._is_order(line):
            return True
        return self._moment.talking and bool(self._in_talks(line))

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
        return not self._is_order(piece.text) or _is_bare(piece.text)

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
        text = _as_text(body[0], "", body)
        numbers = tuple(number for piece in body for number in piece.numbers)
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
        return len(before) < WRAPPED or _SENTENCE_ENDS.search(before) is not None

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
        numbers = tuple(number for piece in pieces[at:end] for number in piece.numbers)
        result.said.append(Said(AGREE, "", "", pieces[at].written, numbers, reserved=True))
        return end

    # ---- Press

    def _take_press(self, pieces: Sequence[Piece], at: int, result: Sorted, word: Word = PRESS) -> int:
        """Take a piece of press, to be sent or kept; the number of the piece behind it."""
        found = PRESS.read(pieces[at].text, self._moment)
        assert found is not None
        end, marked = self._end_of_press(pieces, at)
        if not marked and self._is_cut(pieces, end):
            below = max(n for n in range(at, len(pieces)) if pieces[n].acts) + 1
            press = tuple(piece.written for piece in pieces[at:below])
            result.in_doubt.append(InDoubt(press, pieces[end].text))
            for piece in pieces[at:below]:
                result.fates |= dict.fromkeys(piece.numbers, Fate.NOT_DONE)
            return below
        numbers = tuple(number for piece in pieces[at : end + marked] for number in piece.numbers)
        to, _, text = found.text.partition(":")
        if not marked and self._is_doubtful(pieces[at:end], pieces[at + 1 : end], to, result):
            return end
        whole = f"{to}:{_as_text(pieces[at], text, pieces[at + 1 : end])}"
        whole = whole if word is PRESS else f"press to {to}: {whole.removeprefix(f'{to}:')}"
        result.said.append(Said(word, whole, found.power, pieces[at].text, numbers, pieces[at].foreign))
        return end + marked

    def _end_of_press(self, pieces: Sequence[Piece], at: int) -> tuple[int, bool]:
        """Where a piece of press ends, and whether `end press` stands there."""
        following = range(at + 1, len(pieces))
        end = next((n for n in following if begins_press(pieces[n].text) or ends_press(pieces[n].text)), None)
        if end is not None and ends_press(pieces[end].text):
            return end, True
        for n in following:
            if n == end or pieces[n].kind is not Kind.OWN or not pieces[n].certain:
                return n, False
            before, line = pieces[n - 1].written, pieces[n].text
            if pieces[n].begins_paragraph:  # without words it was a heading
                if (
                    not line
                    or moment_in(line)
                    or self._would_act(line, in_press=True)
                    or self._is_offer(line)
                ):
                    return n, False
            elif word_in(line, replace(self._moment, in_press=True)) and (
                len(before) < WRAPPED or _SENTENCE_ENDS.search(before)
            ):
                return n, False
            elif _SENTENCE_ENDS.search(before) and self._is_offer(line):
                return n, False  # what is offered to one power is no press to another
        return len(pieces), False

    def _is_cut(self, pieces: Sequence[Piece], end: int) -> bool:
        """Whether a piece of press stops before an order in the middle of a sentence, or of its talk.

        It does if its last words want more, or if it has no full stop and plain words follow the orders.
        """
        if end == len(pieces) or not pieces[end].acts or not self._is_order(pieces[end].text):
            return False
        last = pieces[end - 1].written
        return _LEFT_OPEN.search(last) is not None or (
            _SENTENCE_ENDS.search(last) is None and any(self._is_prose(piece) for piece in pieces[end:])
        )

    def _is_prose(self, piece: Piece) -> bool:
        """Whether a paragraph says neither to us nor to the game what is to be done."""
        line = piece.text
        return (
            piece.begins_paragraph
            and piece.kind is Kind.OWN
            and len(line.split()) > SHORTEST_PROSE
            and not (begins_press(line) or moment_in(line) or is_no_order(line) or self._would_act(line))
        )

    def _is_doubtful(self, press: Sequence[Piece], body: Sequence[Piece], to: str, result: Sorted) -> bool:
        """Whether nobody can know that all of a piece of press is for `to`; then its writer is asked."""
        order = self._order_inside(press)
        beginnings = [
            piece.written for piece in body if piece.begins_paragraph or piece.kind is Kind.GREETING
        ]
        others = next(filter(None, (self._speaks_past(to, line) for line in beginnings)), ())
        if not order and not others:
            return False
        result.in_doubt.append(InDoubt(tuple(piece.written for piece in press), order, others))
        numbers = [number for piece in press for number in piece.numbers]
        result.fates |= dict.fromkeys(numbers, Fate.NOT_DONE)
        return True

    def _order_inside(self, pieces: Sequence[Piece]) -> str:
        """The first line behind the end of a sentence that would be an order; empty if there is none."""
        for before, piece in pairwise(pieces):
            if _SENTENCE_ENDS.search(before.written) and self._is_order(piece.text):
                return piece.text
        return ""


def _below_its_heading(read: str, written: str) -> str:
    """A line as it was written, with the heading of its block: it may be shown without its neighbours."""
    found = moment_in(read)
    if found is None or found[0] == NOW or moment_in(written) is not None:
        return written
    return marked(found[0], written)


def _press_as_written(read: str, written: str) -> str:
    """A line with which press begins: its order words in English, its text as it was written."""
    if (ahead := for_talks(read)) is None:
        return with_own_text(read, written)
    said = with_own_text(ahead[1], re.split("[:：]", written, maxsplit=1)[1].strip())
    return marked(TALKS, said, ahead[0])


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


def _as_text(head: Piece, first: str, body: Sequence[Piece]) -> str:
    """Press as it was written, with its paragraphs; lines that a mail program has broken are put together."""
    lines = [first.strip()] if first.strip() else []
    for before, piece in zip([head, *body], body, strict=False):
        if lines and len(before.written) >= WRAPPED and not piece.begins_paragraph:
            lines[-1] += f" {piece.written}"
            continue
        if lines and piece.begins_paragraph:
            lines.append("")
        lines.append(piece.written)
    return "\n".join(lines).strip("\n")
