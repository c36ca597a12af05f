"""Words around orders: greetings, chat, farewells, a bare yes or no to an offer.

None of it is an order, whatever is asked; so it is known without the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.language.chunks import MOST_WORDS, Chunk
from pbem.language.colour import only_scenes
from pbem.language.names import LEADER, NATION
from pbem.language.remarks import only_remarks, speaks_of_life
from pbem.language.vocabulary import Vocabulary

OFFER = "offer"
"""The topic of words that take an offer or leave it."""
READY = "ready"
"""The topic of words that say, in other languages than English, whether one is done with the talks."""
DEALING = ("deal.offer", "deal.ask")
TERMS = ("deal.alliance", "deal.peace", "deal.lend", "deal.give", "deal.cede", "deal.card", "deal.ask")
"""What one says to make a deal, and what a deal is made of; to ask for something is both."""
LONGEST_REPLY = 12
LONGEST_CLOSING = 5
LONGEST_NAME = 3
SHORTEST_CHAT = 3
"""Words and marks of a sentence that is only chat; a shorter one may be an answer in words that we lack."""
SHORTEST_TALK = 5
"""Words of a line that is no order if many of them say nothing here; a shorter one may be one."""


@dataclass(frozen=True)
class SmallTalk:
    """Tells chat from orders, with the words of a title."""

    words: Vocabulary
    chunks: Callable[[str, frozenset[str]], list[Chunk]]
    """(line, words that answer) -> the line taken apart."""
    people: Collection[str] = (LEADER,)
    """Kinds of names that a player may have as well."""

    def is_chat(self, line: str) -> bool:
        """Whether nothing in a line is of this game: no name, no number, no deed, and no doubt."""
        chunks = self.chunks(line, frozenset())
        if chunks and all(chunk.is_mark or chunk.says("polite") for chunk in chunks):
            return True
        greets = chunks and chunks[0].says("polite") and len(chunks) <= LONGEST_CLOSING
        if greets and all(chunk.is_mark or chunk.says("polite", "filler") for chunk in chunks):
            return True  # `Good morning my friends`
        takes_leave = chunks and chunks[0].says("closing") and len(chunks) <= LONGEST_CLOSING
        if takes_leave and all(
            chunk.says_nothing or chunk.is_mark or self._is_a_person(chunk) for chunk in chunks[1:]
        ):
            return True  # `Cheers, Marc`
        if _is_label(chunks):
            return True  # `Impulse 3, France`
        if line.rstrip().endswith(":") and all(_is_heading(chunk) for chunk in chunks):
            return True
        speaks_to_people = chunks and chunks[0].says("greeting", "wishing", "address")
        if speaks_to_people and not any(may_matter(chunk) for chunk in chunks[1:]):
            return True  # `Hi, quick one from my phone`, `hope you are all well`, `sorry for being late`
        if only_remarks(chunks) or speaks_of_life(chunks):
            return True
        # An order that nobody can read has no full stop as a rule.
        if not line.rstrip().endswith((".", "!", ",", ":", ")", "…")):
            return False
        if only_scenes(chunks, self.words) and not _offers(chunks):
            return True  # `Got your mail, no worries.`
        return SHORTEST_CHAT <= len(chunks) <= MOST_WORDS and (
            all(is_chat_word(chunk) or _counts_nothing_known(chunks, at) for at, chunk in enumerate(chunks))
            or _is_of_other_things(chunks)
        )

    @cached_property
    def _answers(self) -> frozenset[str]:
        """All words that answer some question."""
        topics = self.words.answers.values()
        return frozenset[str]().union(*(words for topic in topics for words in topic.values()))

    def only_declines(self, line: str) -> bool:
        """Whether a line says no to something, and nothing else: `nothing to say`.  Unasked, it is talk."""
        answers = self.words.answers.values()
        no, also = (
            frozenset[str]().union(*(one.get(says, ()) for one in answers)) for says in ("no", "also")
        )
        chunks = [chunk for chunk in self.chunks(line, no | also) if not chunk.is_mark]
        if any(is_of_the_game(chunk) or chunk.says("deal.offer") or chunk.says_nothing for chunk in chunks):
            return False  # `announce none` is an order
        return any(chunk.text in no for chunk in chunks)

    def is_farewell(self, line: str) -> bool:
        """Whether a line takes leave, and says nothing of this game: `See you at the con`."""
        chunks = self.chunks(line, frozenset())
        if any(chunk.text in _SERVANT for chunk in chunks) and not any(
            chunk.names or chunk.number is not None for chunk in chunks
        ):
            return len(chunks) <= LONGEST_CLOSING + LONGEST_NAME  # `I remain your obedient servant,`
        if len(chunks) > 1 and chunks[0].says("one"):
            chunks = chunks[1:]  # `A bientot`
        return (
            bool(chunks)
            and chunks[0].says("closing")
            and all(
                chunk.says("closing") or is_chat_word(chunk) or _is_home(chunks, at, (*self.people, NATION))
                for at, chunk in enumerate(chunks)
            )
        )

    def is_a_players_name(self, line: str) -> bool:
        """Whether a line is a name alone that somebody of the game has as well: `Pierre`."""
        words = [chunk for chunk in self.chunks(line, frozenset()) if not chunk.is_mark]
        if len(words) != 1 or not (self._is_a_person(words[0]) or _is_initial(words[0])):
            return False
        ids = [part for some in words[0].names.values() for id in some for part in id.split("_")]
        return words[0].text not in ids  # `Carlstadt` may be the one who helps

    def is_parting(self, line: str) -> bool:
        """Whether small words and a name are all of a line: `A plus, Pierre`, `night night, K`."""
        chunks = self.chunks(line, frozenset())
        marks = [at for at, chunk in enumerate(chunks) if chunk.text == ","]
        if not marks:
            return False
        words, name = chunks[: marks[-1]], [chunk for chunk in chunks[marks[-1] + 1 :] if not chunk.is_mark]
        return (
            0 < len(words) <= LONGEST_CLOSING
            and all(chunk.known and is_chat_word(chunk) and not may_matter(chunk) for chunk in words)
            and 0 < len(name) <= LONGEST_NAME
            and all(chunk.says_nothing or self._is_a_person(chunk) or _is_initial(chunk) for chunk in name)
        )

    def may_be_for_later(self, line: str) -> bool:
        """Whether a line could be an order when something else is asked.

        What doubts is none to any question.  In a sentence, most words must say something; if it has its full
        stop (`Well done, Flo.`), all of them: nobody could carry it out later either.
        """
        chunks = [chunk for chunk in self.chunks(line, self._answers) if not chunk.is_mark]
        if any(chunk.says("doubt") for chunk in chunks):
            return False
        unknown = sum(chunk.says_nothing for chunk in chunks)
        if unknown and line.rstrip().endswith((".", "!")):
            return False
        if unknown and not any(map(is_of_the_game, chunks)):
            return False  # `A plus, Pierre`
        return len(chunks) < SHORTEST_TALK or 3 * unknown <= len(chunks)

    def offers_something(self, line: str) -> bool:
        """Whether a line offers another power something, or asks it for something."""
        chunks = self.chunks(line, frozenset())
        return _offers(chunks) and any(NATION in chunk.names or LEADER in chunk.names for chunk in chunks)

    def reply(self, line: str) -> tuple[bool, tuple[str, ...]] | None:
        """Whether a line only takes an offer, or leaves it, and whose: `I accept the Papal offer`."""
        words, own = self.words.answers.get(OFFER, {}), self.words.answers.get("any", {})
        chunks = self.chunks(line, frozenset[str]().union(*words.values(), *own.values()))
        if not chunks or len(chunks) > LONGEST_REPLY:
            return None
        said, powers = set[bool](), dict[str, None]()
        for chunk in chunks:
            answers = [one.get(says, frozenset()) for says in ("yes", "no", "also") for one in (words, own)]
            yes, no, also = (chunk.text in answers[at] or chunk.text in answers[at + 1] for at in (0, 2, 4))
            if no or chunk.says("not"):
                said.add(False)
            elif yes:
                said.add(True)
            elif chunk.one(NATION):
                powers[chunk.one(NATION)] = None
            elif not (also or chunk.is_mark or chunk.says("filler", "the", "polite", "and", "with")):
                return None
        if len(said) == 2 and chunks[-1].says("not"):
            return None  # `confirm none` is an order: what is negated must follow
        if False in said and not (
            True in said and any(chunk.text in words.get("no", ()) for chunk in chunks)
        ):
            return False, tuple(powers)  # `I do not accept`
        return (True, tuple(powers)) if said == {True} else None

    def readiness(self, line: str) -> bool | None:
        """Whether a line only says that its writer is ready (`Olen valmis.`), or that he is not; or None."""
        words = self.words.answers.get(READY, {})
        chunks = self.chunks(line, frozenset[str]().union(*words.values()))
        said: set[bool] = set()
        for chunk in chunks:
            if chunk.text in words.get("no", ()):
                said.add(False)
            elif chunk.text in words.get("yes", ()):
                said.add(True)
            elif not (
                chunk.is_mark or chunk.text in words.get("also", ()) or chunk.says("polite", "greeting")
            ):
                return None
        return said == {True} if said and len(said) == 1 else None

    def speaks_of_readiness(self, line: str) -> bool:
        """Whether such words are in a line, whatever else it says."""
        words = self.words.answers.get(READY, {})
        said = frozenset[str]().union(*(words.get(says, ()) for says in ("yes", "no")))
        return any(chunk.text in said for chunk in self.chunks(line, said))

    def is_polite(self, line: str) -> bool:
        """Whether every word of a line is known, and is courtesy or fills a gap."""
        chunks = self.chunks(line, frozenset())
        return all(
            chunk.is_mark
            or chunk.says("polite", "filler", "greeting", "address", "wishing", "closing", "remark")
            for chunk in chunks
        )

    def is_known(self, word: str) -> bool:
        """Whether a word says something here; a name of a player that does is left alone."""
        return any(chunk.known and not chunk.slip for chunk in self.chunks(word, self._answers))

    def powers_in(self, line: str) -> tuple[str, ...]:
        """The nations that a line names."""
        found = (chunk.one(NATION) for chunk in self.chunks(line, frozenset()))
        return tuple(dict.fromkeys(power for power in found if power))

    def only_addresses(self, line: str) -> bool:
        """Whether a line says no more than whom it speaks to."""
        small = ("filler", "the", "polite", "for", "in", "with", "to", "and")
        chunks = self.chunks(line, frozenset())
        return all(chunk.is_mark or chunk.one(NATION) or chunk.says(*small) for chunk in chunks)

    def speaks_of_dealing(self, line: str) -> bool:
        """Whether a line speaks of agreeing to something, or of not: `Agreed in principle`."""
        words = self.words.answers.get(OFFER, {})
        said = frozenset[str]().union(*(words.get(says, ()) for says in ("yes", "no")))
        return any(chunk.text in said for chunk in self.chunks(line, said))

    def is_signed(self, above: str, name: str) -> bool:
        """Whether two lines, the last of a letter, are a farewell and the name of who writes.

        He may be called as somebody in the game is: who takes leave has no more to order.
        """
        signed = self.chunks(name, frozenset())
        return (
            self.is_farewell(above)
            and 0 < len(signed) <= LONGEST_NAME
            and all(
                chunk.is_mark or chunk.slip or chunk.says_nothing or self._is_a_person(chunk)
                for chunk in signed
                if not (chunk is not signed[0] and len(chunk.text) == 1)  # `Henry R.`
            )
        )

    def is_address(self, line: str) -> bool:
        """Whether a line only calls to somebody, in words that say nothing here: `Coucou,`, `Brothers!`."""
        words = [chunk for chunk in self.chunks(line, self._answers) if not chunk.is_mark]
        return (
            line.rstrip().endswith((",", "!"))
            and 0 < len(words) <= LONGEST_NAME
            and all(chunk.says_nothing or chunk.says("greeting", "address", "the") for chunk in words)
        )

    def is_name(self, line: str) -> bool:
        """Whether a line is no more than a word or two that say nothing: `Paco`, `J-P`, `Brother Martin`."""
        words = [chunk for chunk in self.chunks(line, self._answers) if not chunk.is_mark]
        if not 0 < len(words) <= LONGEST_NAME:
            return False
        if len(words) > 1 and all(len(chunk.text) == 1 and chunk.number is None for chunk in words):
            return True  # initials
        first, *rest = words
        if first.says("greeting", "address", "the") and rest and not first.names:
            return all(chunk.says_nothing or self._is_a_person(chunk) for chunk in rest)
        if all(chunk.says_nothing for chunk in words):
            return True
        # `Brother Martin`: words that only stand beside deeds, written as a name is.
        return all(line[chunk.start].isupper() and _only_beside(chunk) for chunk in words)

    def casts_doubt(self, line: str) -> bool:
        """Whether a line doubts what it says, or takes it back: `..., or maybe not`."""
        return any(
            chunk.says("doubt", "takes_back", "correction") for chunk in self.chunks(line, frozenset())
        )

    def may_undo(self, line: str) -> bool:
        """Whether a sentence may take back, or put in doubt, what stands beside it."""
        return any(
            chunk.says("correction", "takes_back", "doubt", "not", "no", "instead", "else", "if_fails")
            for chunk in self.chunks(line, frozenset())
        )

    def takes_back(self, line: str) -> bool:
        """Whether a line begins with words that take back what stands before it: `sorry, I meant ...`."""
        chunks = self.chunks(line, frozenset())[:4]
        if chunks and chunks[0].text in _I and any(chunk.text == "wait" for chunk in chunks):
            return False  # `I'll wait for the others`
        return any(chunk.says("correction", "takes_back") for chunk in chunks)

    def speaks_of_the_game(self, line: str) -> bool:
        """Whether a line names or counts something, or speaks of a deed."""
        return any(map(is_of_the_game, self.chunks(line, frozenset())))

    def _is_a_person(self, chunk: Chunk) -> bool:
        """A name that a player may have as well: `Pierre`."""
        kinds = chunk.names.keys() - {NATION} if chunk.names.keys() & set(self.people) else chunk.names.keys()
        return not chunk.ideas and chunk.number is None and kinds <= set(self.people)


_SERVANT = (
    "servant", "servants", "humble servant", "obedient servant", "your obedient servant",
    "your humble servant",
)  # fmt: skip


def _is_home(chunks: Sequence[Chunk], at: int, people: Collection[str]) -> bool:
    """`Best wishes from Paris`: where somebody writes from; he may be called as a leader is."""
    chunk = chunks[at]
    if chunk.number is not None or any("deed." in idea for idea in chunk.ideas):
        return False
    return (bool(at) and chunks[at - 1].says("from", "in")) or chunk.names.keys() <= {*people}


def _offers(chunks: Sequence[Chunk]) -> bool:
    """Whether something is said both of making a deal and of what it is made of."""
    return any(chunk.says(*DEALING) for chunk in chunks) and any(chunk.says(*TERMS) for chunk in chunks)


def _is_initial(chunk: Chunk) -> bool:
    return len(chunk.text) == 1 and chunk.number is None


def _only_beside(chunk: Chunk) -> bool:
    return not (chunk.names or chunk.number is not None) and all(
        idea.startswith("about.") or idea == "deal.also" for idea in chunk.ideas
    )


_I = ("i", "ill", "we", "well", "im", "now")


_NUMBERED = frozenset("impulse turn round action phase step".split())


def _is_label(chunks: Sequence[Chunk]) -> bool:
    """What may stand above orders, and is none: `Impulse 3, France`, `With my five points:`."""
    words = [chunk for chunk in chunks if not chunk.is_mark]
    if any(is_of_the_game(chunk) and chunk.number is None and NATION not in chunk.names for chunk in words):
        return False
    heads = bool(chunks) and chunks[-1].text == ":"
    labels = any(chunk.says("heading") or (heads and chunk.says("cp", "rest_cp")) for chunk in words)
    counted = all(
        chunk.number is None
        or (at > 0 and words[at - 1].text in _NUMBERED)
        or (heads and at + 1 < len(words) and words[at + 1].says("cp"))
        for at, chunk in enumerate(words)
    )
    beside = ("with", "from", "deal.alliance", "deal.me")
    return labels and counted and all(_is_heading(chunk) or chunk.says(*beside) for chunk in words)


def _is_heading(chunk: Chunk) -> bool:
    """A word above orders: `here are my orders for France:`."""
    return (
        chunk.is_mark
        or chunk.number is not None
        or NATION in chunk.names
        or chunk.says("polite", "filler", "the", "for", "in", "heading", "cp", "rest_cp", "all")
    )


def is_of_the_game(chunk: Chunk) -> bool:
    return bool(chunk.names) or chunk.number is not None or any("deed." in idea for idea in chunk.ideas)


def may_matter(chunk: Chunk) -> bool:
    return is_of_the_game(chunk) or chunk.says("not", "no", "doubt", "correction", "takes_back", "if", "stop")


def _counts_nothing_known(chunks: Sequence[Chunk], at: int) -> bool:
    """`two glasses`: what is counted is not of this game."""
    after = chunks[at + 1] if at + 1 < len(chunks) else None
    return chunks[at].number is not None and after is not None and after.says_nothing


def _is_of_other_things(chunks: Sequence[Chunk]) -> bool:
    """`I'll keep it short as the baby is asleep:`: verbs of ours, with things that nobody here knows.

    Nothing in it is named or counted, and no verb stands at its head, as in an order.
    """
    words = [chunk for chunk in chunks if not chunk.is_mark]
    verbs = [at for at, chunk in enumerate(words) if any("deed." in idea for idea in chunk.ideas)]
    return (
        len(words) > SHORTEST_CHAT
        and any(chunk.says_nothing for chunk in words)
        and 0 not in verbs
        and not any(chunk.names or chunk.number is not None or _may_undo(chunk) for chunk in words)
    )


def _may_undo(chunk: Chunk) -> bool:
    return chunk.says(
        "not", "no", "doubt", "correction", "takes_back", "if", "if_fails", "stop", "instead", "else"
    )


def is_chat_word(chunk: Chunk) -> bool:
    """A word that says nothing about the game, and casts no doubt on what stands beside it."""
    if chunk.is_mark or chunk.says_nothing:
        return True
    if chunk.names or chunk.number is not None:
        return False
    ideas = chunk.ideas - {"answer"}
    return bool(ideas) and all(idea in _CHAT or idea.startswith("about.") for idea in ideas)


_CHAT = frozenset(
    """
    filler the one more with and then for in to from via first polite while asking past be heading scenery
    it state price closing wishing greeting
    deal.me deal.them deal.also deal.exchange reason
    it state price closing wishing greeting remark life
    deal.me deal.them deal.also deal.exchange
    """.split()
)
