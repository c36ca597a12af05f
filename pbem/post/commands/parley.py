"""What lines say in the talks: ready or not, yes or no to an offer, an own offer withdrawn; or several.

A line is taken apart into its sentences, and each becomes the word of the table that it means.  It counts
only if every sentence is understood, or is nothing but courtesy.  Whose offer is meant must be certain;
players are called by their own names as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem.language.names import MAJOR
from pbem.language.phrase_tables import phrases
from pbem.language.reservations import reserves
from pbem.language.small_talk import SmallTalk
from pbem.language.words import key, unmarked
from pbem.letters import render
from pbem.letters.notices import deal_name
from pbem.play.about import AboutOffer
from pbem.play.line_refusals import requested
from pbem.play.lines import Line, is_question, is_struck
from pbem.play.moments import moment_in
from pbem.play.short_answers import REPLIES
from pbem.play.talks import AGREED, OFFERED
from pbem.play.whose_line import named
from pbem.post.commands.deals import PROPOSE, offers_in
from pbem.post.commands.press import PRESS
from pbem.post.commands.ready import adds_nothing, has_said_all, is_not_ready, is_ready, mentions_readiness
from pbem.post.commands.word import Said
from pbem.work.letter_work import Answer, LetterWork
from rules import Power

LONGEST = 300
MOST_CLAUSES = 6
"""In a sentence; with more it is a letter to somebody."""
_SENTENCE = re.compile(r"(?<=[^\s.][.!;。！；])\s*|\s+[-–—]+\s+")
_CLAUSE = re.compile(r"\s*[,，]\s*(?:and\s+|so\s+)*|\s+and\s+(?:so\s+)?", re.IGNORECASE)
_ADDRESS = re.compile(r"([^\W\d_][^,:：!?.]{1,30}[^\W\d_])\s*[:：]\s+(?=\S)")
"""`Papacy: agreed`: who speaks to one power says no more than with a comma."""
_SMILES = re.compile(r"\s*(?:[:;]-?[)(DPp]+|\^\^|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+)")


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a line says in the talks."""

    words: tuple[str, ...] = ()
    """Each as a word of the table: `ready`, `agree papacy`."""
    whole: bool = False
    """Whether nothing else is said in it."""


def spoken(work: LetterWork, line: str) -> Spoken:
    """What a line says of readiness and of offers."""
    plain = unmarked(line).strip()
    if len(plain) > LONGEST or is_question(plain) or is_struck(plain) or moment_in(plain):
        return Spoken()
    own = named(plain, work.names)
    if own and own not in work.row.powers:
        own = ""
    plain = _unsigned(work, plain.partition(":")[2].strip() if own else plain)
    reader = _Reader(work, work.sitting.title.free_words_for(plain).talk)
    sentences = [part for part in _SENTENCE.split(with_powers(work, plain)) if part.strip()]
    found: list[str] = []
    whole = not any(reserves(sentence) for sentence in sentences)
    for sentence in sentences:
        said = reader.sentence(sentence)
        if said is None and not reader.is_courtesy(sentence):
            said = list(reader.offer(sentence))
            whole = whole and bool(said)
        found += said or ()
    words = tuple(
        dict.fromkeys(f"{own}: {word}" if own and len(work.row.powers) > 1 else word for word in found)
    )
    if all(word.startswith("propose ") for word in found):
        return Spoken()  # no more than an offer, which is read by itself
    contradicts = "ready" in found and "not ready" in found
    return Spoken(words, whole and bool(words) and not contradicts)


def words_in_talks(work: LetterWork, line: str) -> tuple[str, ...]:
    """The words of the table that a line means; none if some of it says something else."""
    said = spoken(work, line)
    return said.words if said.whole else ()


def is_courtesy(work: LetterWork, line: str) -> bool:
    """Whether a line in the talks says nothing to anybody."""
    reader = _Reader(work, work.sitting.title.free_words_for(line).talk)
    return not is_question(line) and all(
        reader.is_courtesy(sentence) for sentence in _SENTENCE.split(line.strip()) if sentence.strip()
    )


def uncertain(work: LetterWork, line: Line, *, ready: bool) -> Answer | None:
    """What is told of a line of which it is not certain what it says of readiness, or of offers.

    `ready`: another line of the letter says that its writer is.
    """
    if is_question(line.whole) or moment_in(line.whole) is not None:
        return None
    if requested(line.whole) == "undo" and (standing := _to_withdraw(work)):
        return _told(work, line.told, "ready.takes_back", standing)
    offers = mentions_offer(work, line.whole)
    if words := spoken(work, line.whole).words:
        return _told(work, line.told, "ready.partly", list(dict.fromkeys((*words, *offers))))
    doubtful = phrases(REPLIES).hold(line.whole, "doubts")
    if speaks_of_readiness(work, line.whole) and not (ready and not doubtful):
        return not_ready_by(work, line.told)
    return _told(work, line.told, "ready.no_answer", offers) if offers else None


def _to_withdraw(work: LetterWork) -> list[str]:
    """`withdraw papacy 1`, for each agreement of the seat and each offer that it has made."""
    clerk, voice = work.sitting.clerk, work.own_voice
    return [
        f"withdraw {deal_name(draft, power, voice)}"
        for power in work.row.powers
        for draft in (clerk.of(power) if clerk else ())
        if draft.status == AGREED or (draft.status == OFFERED and draft.by == power)
    ]


def speaks_of_readiness(work: LetterWork, line: str) -> bool:
    """Whether a line may say whether its writer is ready, in English or in another language."""
    return mentions_readiness(line) or work.sitting.title.free_words_for(line).talk.speaks_of_readiness(line)


def only_takes_leave(said: Said, others: Iterable[Said]) -> bool:
    """`That's all from me` below press: its writer may well wait for an answer."""
    speaks = any(one.word in (PRESS, PROPOSE) for one in others)
    return speaks and has_said_all(said.written)


def not_ready_by(work: LetterWork, line: str) -> Answer:
    """What is told of a line that may say that its writer is ready."""
    return _told(work, line, "ready.unclear", ["ready"])


def _told(work: LetterWork, line: str, why: str, words: Sequence[str]) -> Answer:
    voice = work.own_voice
    copies = [f"    {voice.order(word)}" for word in words]
    return work.answer("receipt.not_done", render.soft_wrap(line, 4, 4), work.paragraph(why), *copies)


def mentions_offer(work: LetterWork, line: str) -> list[str]:
    """For whoever speaks of agreeing, or of not: `agree papacy 1`, for each open offer he may mean."""
    talk = work.sitting.title.free_words_for(line).talk
    if not talk.speaks_of_dealing(line):
        return []
    called = talk.powers_in(with_powers(work, line))
    offers = offers_to(work)
    return [f"agree {name}" for name, by in offers if by in called] or [f"agree {name}" for name, _ in offers]


def offers_to(work: LetterWork) -> list[tuple[str, Power]]:
    """The offers that wait for an answer of this seat, each as it is called, and by whom."""
    clerk = work.sitting.clerk
    return [
        (deal_name(draft, power, work.own_voice), draft.by)
        for power in work.row.powers
        for draft in (clerk.of(power) if clerk else ())
        if draft.status == OFFERED and draft.by != power
    ]


class _Reader:
    """Reads the sentences of one letter."""

    def __init__(self, work: LetterWork, talk: SmallTalk) -> None:
        self._work = work
        self._talk = talk

    def sentence(self, sentence: str) -> Sequence[str] | None:
        """The words that a sentence means; None if it says something else."""
        if (said := self._clause(sentence)) is not None:
            return [said]
        cuts = list(_CLAUSE.finditer(sentence))
        if len(cuts) >= MOST_CLAUSES:
            return None
        for cut in cuts:
            head, tail = sentence[: cut.start()], sentence[cut.end() :]
            first, then = self._clause(head), self.sentence(tail)
            if first is not None and then is not None:
                return [first, *then]
            if first is not None and self.is_courtesy(tail, beside=True):
                return [first]
            if then is not None and self.is_courtesy(head, beside=True):
                return then
        return None

    def offer(self, sentence: str) -> Sequence[str]:
        """What a sentence offers, if it can be one thing only."""
        offers = offers_in(self._work, sentence)
        return offers[0].lines[:1] if len(offers) == 1 and offers[0].sure else ()

    def is_courtesy(self, clause: str, *, beside: bool = False) -> bool:
        """Whether a clause says nothing that counts; `beside` an agreement it must be known word by word."""
        if adds_nothing(clause):
            return True
        if phrases(REPLIES).hold(clause, "doubts") or (
            self._talk.reply(clause) is not None and offers_to(self._work)
        ):
            return False  # `Sounds good.` may answer an offer
        if self._talk.only_addresses(clause):
            return True  # `Thanks Paula.`
        return self._talk.is_polite(clause) if beside else self._talk.is_chat(clause)

    def _clause(self, clause: str) -> str | None:
        plain = clause.strip(" ,.;!")
        own = self._work.row.powers
        if is_ready(_without_own(self._work, plain)):
            return "ready"
        if is_not_ready(plain):
            return "not ready"
        if (ready := self._talk.readiness(plain)) is not None:
            return "ready" if ready else "not ready"
        if (withdrawn := self._withdrawn(plain)) is not None:
            return withdrawn
        said = self._talk.reply(_ADDRESS.sub(r"\1, ", clause, count=1))
        if said is None or _doubts(clause):
            return None
        accepts, powers = said
        if phrases(REPLIES).hold(clause, "he_does") and not any(power in own for power in powers):
            return None  # `Paula agrees` is not said of oneself
        speaker = next((power for power in powers if power in own and len(own) > 1), "")
        powers = tuple(power for power in powers if power not in own)
        word, about = "agree" if accepts else "refuse", self._work.answered.about
        word = f"{speaker}: {word}" if speaker else word
        if isinstance(about, AboutOffer) and powers in ((), (about.by,)):
            return word
        return f"{word} {powers[0]}" if len(powers) == 1 else None

    def _withdrawn(self, plain: str) -> str | None:
        """`withdraw papacy 1`, if the own offer that is meant is certain."""
        if (around := _around_withdrawal(plain)) is None:
            return None
        powers = [power for power in self._talk.powers_in(around) if power not in self._work.row.powers]
        if len(powers) > 1 or not self._talk.only_addresses(around):
            return None
        clerk = self._work.sitting.clerk
        own = [
            deal_name(draft, power, self._work.own_voice)
            for power in self._work.row.powers
            for draft in (clerk.of(power) if clerk else ())
            if draft.status == OFFERED and draft.by == power and (not powers or draft.other(power) in powers)
        ]
        return f"withdraw {own[0]}" if len(own) == 1 else None


def _without_own(work: LetterWork, plain: str) -> str:
    """`France is ready` is said of oneself by who plays France."""
    found = phrases(REPLIES).find(plain, "ready")
    who = key(plain[: found[0]]).removesuffix(" is") if found else ""
    power = work.names.find(MAJOR, who, work.sitting.title.powers) if who else None
    return f"I am {plain[found[0] :]}" if found and power in work.row.powers else plain


def _doubts(clause: str) -> bool:
    """Whether a clause may say anything beside yes or no; `thanks, but no thanks` is a plain no."""
    said = phrases(REPLIES)
    found = said.find(clause, "but_no")
    rest = f"{clause[: found[0]]} {clause[found[1] :]}" if found else clause
    return said.hold(rest, "doubts")


def _around_withdrawal(plain: str) -> str | None:
    """What stands around `I withdraw my offer` or `my offer is withdrawn`; None if neither is said."""
    said = phrases(REPLIES)
    if found := said.find(plain, "withdraws"):
        return f"{plain[: found[0]]} {plain[found[1] :]}"
    offer = said.find(plain, "my_offer")
    gone = said.find(plain[offer[1] :], "is_withdrawn") if offer else None
    if offer is None or gone is None:
        return None
    behind = plain[offer[1] :]
    return f"{plain[: offer[0]]} {behind[: gone[0]]} {behind[gone[1] :]}"


def _unsigned(work: LetterWork, line: str) -> str:
    """A line without the name of who writes, and his smile, at its end: `Ready, cheers, Fran`."""
    names = "|".join(
        re.escape(name) for name in dict.fromkeys((work.row.name, work.row.name.split(" ")[0])) if name
    )
    return re.sub(rf"[\s,–—-]+(?:{names})[\s.!]*$", "", _SMILES.sub("", line), flags=re.IGNORECASE)


# ---- Names of players


def with_powers(work: LetterWork, line: str) -> str:
    """A line with powers instead of the names of those who play them: `Paula's offer` is the Papal one."""
    for name, power in _players(work):
        line = re.sub(rf"\b{re.escape(name)}(?:['’]s?)?(?!\w)", power, line)
    return line


def _players(work: LetterWork) -> Iterator[tuple[str, Power]]:
    """The other players by name, with the power that is meant: if one has two, the one that made an offer.

    A name that says something in the game as well is left alone.
    """
    talks, title = work.talks, work.sitting.title
    if talks is None:
        return
    seats = {
        row.number: row for power in talks.powers if (row := work.seat_of(power)).number != work.row.number
    }
    offering = {by for _, by in offers_to(work)}
    for row in seats.values():
        powers = [power for power in row.powers if len(row.powers) == 1 or power in offering]
        talk = title.free_words_for(row.name).talk
        for name in dict.fromkeys((row.name, row.name.split(" ")[0])):
            if len(powers) == 1 and len(name) > 1 and not talk.is_known(name):
                yield name, powers[0]
