"""Standing orders as players write them.

    standing: intercept from graz against the ottoman if we outnumber them, until turn 5
    standing: play 31 against a move of france to milan, once
    always withdraw in vienna
    whenever we are outnumbered: avoid battle to linz or graz
    never intercept
    standing: winter as usual
    standing: piracy: vp or card

A line has an answer, in the words of ordinary orders or in general ones, and limits (`reading_limits`).
Names, cards and forms are checked when it is given; what depends on the question, when the question comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from pbem.errors import Ambiguous, Illegal, Unreadable
from pbem.language.forces import formation
from pbem.language.grammar import COMMA, FROM, THE, Parser, many, name, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, LEADER, NATION, PLACE, SEA, UNIT, Names
from pbem.language.parse import readings
from pbem.language.reading import Found, Reading
from pbem.language.registry import Subject
from pbem.language.words import MOST_CHARACTERS, Token, tokens, without_comment
from pbem.play.standing import subjects as about
from pbem.play.standing.limits import In, Limit, WithLeader
from pbem.play.standing.orders import StandingOrder
from pbem.play.standing.reading_limits import MARKERS, OR, Times, Turns, clauses
from pbem.play.standing.replies import (
    Decline,
    InWords,
    LoseFirst,
    PlayCards,
    Reply,
    SlipAway,
    Strongest,
    Usual,
)
from rules import Power
from rules.core import errors

_LEAD = re.compile(
    r"^\s*(?:standing(?:\s+orders?)?\s*:|standing\s+orders?\b|(always|never|whenever)\b)\s*:?\s*", re.I
)
_PLAYS = ("play", "respond", "response", "use", "answer")


def is_standing(line: str) -> bool:
    """Whether a line is a standing order, good or bad."""
    return _LEAD.match(line) is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """The first half of a standing order: what it is about, and how it answers."""

    subject: Subject
    reply: Reply
    then: tuple[str, ...] = ()


def read_standing(line: str, power: Power, number: int, game: Any, names: Names) -> StandingOrder:
    """A line as a standing order of a power.

    :raises Unreadable: it is not understood; says where and what was expected.
    :raises Ambiguous: it can be read in several ways.
    :raises Illegal: understood, but it can never be carried out.
    """
    if len(line) > MOST_CHARACTERS:
        raise Unreadable("line.too_long", line[:80] + "...")
    text = without_comment(line)
    found = _LEAD.match(text)
    assert found is not None, "not a standing order"
    reader = _Reader(line, text, power, game, names)
    lead = (found[1] or "").lower()
    # `whenever` is the first word of the limits, too.
    answer, limits, turns, times = reader.read(found.start(1) if lead == "whenever" else found.end(), lead)
    return StandingOrder(
        power,
        number,
        line.strip(),
        answer.subject.name,
        answer.subject.keys,
        answer.reply,
        limits,
        turns.first,
        turns.last,
        times.count if times else None,
        (),
        answer.then,
    )


@dataclass(slots=True)
class _Reader:
    """Reads one line; columns of errors are those of the line."""

    line: str
    text: str
    power: Power
    game: Any
    names: Names

    def read(self, start: int, lead: str) -> tuple[Answer, tuple[Limit, ...], Turns, Times | None]:
        pieces: list[Any] = []
        first = self._words(start)[:1]
        if first and first[0].text in MARKERS:
            start, pieces = self._limits_first(start)
        end = self._end_of_answer(start)
        answer = self._answer(start, end, never=lead == "never")
        pieces += self._limits(end, self._end_of_limits(end, answer))
        self._check(answer)
        limits = tuple(dict.fromkeys(piece for piece in pieces if isinstance(piece, Limit)))
        answer, limits = self._narrowed(answer, limits)
        times = [piece for piece in pieces if isinstance(piece, Times)]
        return answer, limits, _turns(pieces), times[0] if times else None

    def _narrowed(self, answer: Answer, limits: tuple[Limit, ...]) -> tuple[Answer, tuple[Limit, ...]]:
        """For the strongest force, seas and leaders say which force, not only when."""
        reply = answer.reply
        if not isinstance(reply, Strongest):
            return answer, limits
        seas = tuple(
            p for limit in limits if isinstance(limit, In) for p in limit.places if p in self._seas()
        )
        leaders = tuple(who for limit in limits if isinstance(limit, WithLeader) for who in limit.leaders)
        left = tuple(limit for limit in limits if not isinstance(limit, WithLeader))
        force = Strongest((*reply.leaders, *leaders), reply.origins, seas)
        return Answer(answer.subject, force, answer.then), left

    def _seas(self) -> Collection[str]:
        return self.names.table(SEA).printed

    def _words(self, start: int, end: int | None = None) -> list[Token]:
        """Tokens of a part of the line, placed in the whole line."""
        return [
            Token(token.text, token.start + start, token.end + start)
            for token in tokens(self.text[start : len(self.text) if end is None else end])
        ]

    # ---- Limits

    def _limits_first(self, start: int) -> tuple[int, list[Any]]:
        """`whenever ottoman moves to vienna: intercept`: limits up to a colon or a comma, then the rest."""
        for mark in (":", ","):
            for token in self._words(start):
                ratio = token.text == ":" and re.match(r"\s*\d", self.text[token.end :]) is not None
                if token.text == mark and not ratio:
                    return token.end, self._limits(start, token.start)
        raise Unreadable("standing.no_colon", self.line, column=len(self.text) + 1)

    def _limits(self, start: int, end: int) -> list[Any]:
        part = self.text[start:end].strip(" ,;.")
        if not part:
            return []
        parser = clauses(getattr(self.game, "turn", 0), self._is_own, self.names.grammars.position)
        values = self._readings(part, parser, self.text.index(part, start))
        return list(values)

    def _is_own(self, leader: str) -> bool:
        return bool(self.game.leader_commander(leader) == self.power)

    def _readings(self, part: str, parser: Parser[Any], offset: int) -> Any:
        """The one reading of a part of the line."""
        try:
            values = readings(part, parser, self.names)
        except (Unreadable, Ambiguous) as problem:
            problem.line, problem.column = self.line, problem.column + offset
            raise
        return values[0]

    def _end_of_answer(self, start: int) -> int:
        """Where the first limit begins."""
        words = self._words(start)
        plays = bool(words) and words[0].text in _PLAYS
        for at, token in enumerate(words):
            following = words[at + 1].text if at + 1 < len(words) else ""
            if at and (
                token.text in MARKERS
                or (token.text in ("on", "from") and following == "turn")
                or (token.is_number and following == "times")
                or (plays and at > 1 and token.text in ("with", "to"))
                or (plays and token.text == "then")
            ):
                return token.start
        return len(self.text)

    def _end_of_limits(self, start: int, answer: Answer) -> int:
        """The orders that follow a card begin with `then`."""
        if answer.then:
            for token in self._words(start):
                if token.text == "then":
                    return token.start
        return len(self.text)

    # ---- The answer

    def _answer(self, start: int, end: int, *, never: bool) -> Answer:
        part = self.text[start:end].strip(" ,;.")
        words = [token.text for token in tokens(part)]
        if not words:
            raise Unreadable("standing.no_answer", self.line, column=start + 1)
        if words[0] in ("never", "no", "dont") or words[:2] == ["do", "not"]:
            part = part.split(None, 2 if words[0] == "do" else 1)[-1]
            never = True
        if never:
            return Answer(self._subject(part, start), Decline())
        if usual := re.fullmatch(
            r"(.+?)[\s:]+(?:as|the|by)?\s*(?:usual|default|silence|usual way)", part, re.I
        ):
            return Answer(self._subject(usual[1], start), Usual())
        named, colon, rest = part.partition(":")
        if colon and (subject := about.subject_named(named, self.names)):
            return Answer(subject, InWords(alternatives(rest)))
        if words[0] in _PLAYS:
            return self._play(part, start)
        return self._in_general(part, start)

    def _subject(self, words: str, start: int) -> Subject:
        words = words.strip(" :,.")
        if subject := about.subject_named(words, self.names):
            return subject
        raise Unreadable(
            "standing.no_subject",
            self.line,
            column=start + 1,
            text=words,
            expected=(*about.WORDS, *self.names.grammars.subjects),
            proposals=tuple(about.near_subjects(words, self.names)),
        )

    def _play(self, part: str, start: int) -> Answer:
        plays = self._readings(part, cards_to_play(), self.text.index(part, start))
        windows: dict[str, None] = {}
        for card, _use in plays:
            for use in self.game.registry.uses(card):
                windows |= dict.fromkeys(f"respond.{window}" for window in use.windows)
        then = re.split(r"[\s,;]+then\s+", self.text[start:], flags=re.I)[1:]
        return Answer(Subject("response", tuple(windows)), PlayCards(plays), tuple(map(str.strip, then)))

    def _in_general(self, part: str, start: int) -> Answer:
        offset = self.text.index(part, start)
        build: Callable[[str], Answer] = self._readings(part, general_answers(self.names), offset)
        return build(part)

    def _check(self, answer: Answer) -> None:
        """A card that is not there, or that answers nothing, can never be played."""
        for card in answer.reply.cards:
            if card not in self.game.hand(self.power):
                raise Illegal(errors.Illegal("card.not_in_hand", "6.1", card=card), self.line)
            if not any(use.windows for use in self.game.registry.uses(card)):
                raise Illegal(errors.Illegal("card.not_out_of_turn", "6.1", card=card), self.line)


def _turns(pieces: list[Any]) -> Turns:
    """From the last beginning to the first end."""
    turns = [piece for piece in pieces if isinstance(piece, Turns)]
    first = max((span.first for span in turns), default=0)
    return Turns(first, min((span.last for span in turns if span.last), default=None))


# ---- Grammars of the answers

_ALTERNATIVE = re.compile(r"\s*,?\s+(?:or\s+else|or|else)\s+", re.I)


def alternatives(text: str) -> tuple[str, ...]:
    """`vp or card`: orders of which the first possible one counts."""
    return tuple(order for part in _ALTERNATIVE.split(text.strip(" ,;.")) if (order := part.strip(" ,")))


def _places() -> Parser[tuple[str, ...]]:
    return many(phrase(THE, name(PLACE)), OR)


def cards_to_play() -> Parser[tuple[tuple[int, str], ...]]:
    """`play 24 and 25`, `respond with 31`, `play 30 as penalty`."""
    lead = word(
        "play card", "play", "respond with card", "respond with", "respond", "use card", "use", "answer with"
    )
    as_use = optional(phrase(word("as", "for"), THE, many(_any_word(), optional(COMMA), most=3)), ())
    one = seq(name(CARD), as_use).to(lambda card, use: (int(card), " ".join(use)))
    return phrase(lead, THE, many(one, COMMA)).help("play <card>")


class _AnyWord(Parser[str]):
    """A word that is no number and no limit."""

    shown = "<use>"

    def read(self, reading: Reading, at: int) -> Iterator[Found[str]]:
        text = reading.text(at)
        if text and text.isalpha() and text not in MARKERS and text not in ("and", "then", "with"):
            yield Found(text, at + 1)
        else:
            reading.expect(at, "a use of the card")


def _any_word() -> Parser[str]:
    return _AnyWord()


def general_answers(names: Names) -> Parser[Callable[[str], Answer]]:
    """Orders that name no numbers, and ordinary ones that do: what to make of the words."""
    return one_of(*_interception(), *_avoidance(), *_losses(), *_others(names))


def _as_written(subject: Subject) -> Callable[..., Callable[[str], Answer]]:
    return lambda *_: lambda part: Answer(subject, InWords((part,)))


def _fixed(subject: Subject, reply: Reply) -> Callable[[str], Answer]:
    return lambda part: Answer(subject, reply)


def _interception() -> list[Parser[Any]]:
    lead = word("intercept", "always intercept", "try to intercept", "naval intercept")
    everybody = word("all", "everything", "everybody", "the strongest force", value=())
    who = optional(phrase(word("with"), one_of(everybody, many(name(LEADER), COMMA))), ())
    origin = optional(phrase(word("from"), _places()), ())
    return [
        seq(lead, who, origin)
        .to(lambda leaders, origins: _fixed(about.INTERCEPTION, Strongest(leaders, origins)))
        .help("intercept [with <leader>] [from <space>]"),
        seq(lead, word("with"), formation(kinds=None), optional(phrase(FROM, THE, name(PLACE))))
        .to(_as_written(about.INTERCEPTION))
        .help(""),
    ]


def _avoidance() -> list[Parser[Any]]:
    lead = word("avoid battle", "avoid battles", "avoid", "slip away", "try to avoid battle")
    to = phrase(word("to", "into"), _places())
    return [
        phrase(lead, optional(to, ()))
        .to(lambda places: _fixed(about.AVOIDING, SlipAway(places)))
        .help("avoid battle [to <space> or <space>]"),
        seq(lead, to, word("with"), formation()).to(_as_written(about.AVOIDING)).help(""),
    ]


def _losses() -> list[Parser[Any]]:
    kind = seq(optional(name(NATION), ""), name(UNIT))
    then = one_of(seq(COMMA, word("then")), word("then", "before"), COMMA)
    lead = word("lose", "losses", "casualties", "remove")
    return [
        phrase(lead, word("cheapest first", "the cheapest first", "cheapest", value=None))
        .to(lambda _: _fixed(about.LOSSES, Usual()))
        .help("lose cheapest first"),
        phrase(lead, many(kind, then), optional(word("first")))
        .to(lambda kinds: _fixed(about.LOSSES, LoseFirst(kinds)))
        .help("lose <units>, then <units> first"),
    ]


def _others(names: Names) -> list[Parser[Any]]:
    def retreat(places: tuple[str, ...]) -> Callable[[str], Answer]:
        orders = tuple(names.say(PLACE, place) for place in places)
        return _fixed(about.RETREAT, InWords(orders))

    awards = many(
        one_of(*(word(*words, value=words[0]) for words in _AWARDS)),
        one_of(seq(COMMA, word("then")), word("then"), OR),
    )
    inside = phrase(word("go inside with", "inside"), formation())
    return [
        word("withdraw", "go inside", value=_fixed(about.WITHDRAWAL, InWords(("withdraw",)))),
        word("fight", "stand", value=_fixed(about.WITHDRAWAL, InWords(("fight",)))).help(""),
        phrase(word("retreat", "fall back"), word("to", "into"), _places())
        .to(retreat)
        .help("retreat to <space>"),
        phrase(word("give pirates", "give"), THE, awards)
        .to(lambda orders: _fixed(about.PIRACY, InWords(orders)))
        .help("give vp|card|squadron"),
        inside.to(_as_written(about.INSIDE)).help("inside <leaders, units>"),
        word("pass", value=_fixed(about.IMPULSE, InWords(("pass",)))),
    ]


_AWARDS = (("vp", "a vp", "victory point"), ("card", "a card"), ("squadron", "a squadron", "ship"))
