"""The words that a letter may hold besides orders: one table, one small module for each subject."""

from __future__ import annotations

from pbem.post.commands.card import CARD
from pbem.post.commands.deals import AGREE, DEALS, PROPOSE, REFUSE, WITHDRAW
from pbem.post.commands.digest import DIGEST
from pbem.post.commands.extend import EXTEND
from pbem.post.commands.hand import HAND
from pbem.post.commands.help import help_word
from pbem.post.commands.history import HISTORY, REPORT
from pbem.post.commands.language import LANGUAGE
from pbem.post.commands.map import MAP
from pbem.post.commands.notes import FORGET_NOTE, NOTE, NOTES
from pbem.post.commands.odds import NEAR, ODDS
from pbem.post.commands.orders import DROP_HELD, ORDERS
from pbem.post.commands.pictures import PICTURES
from pbem.post.commands.press import GROUP, PRESS
from pbem.post.commands.preview import PREVIEW
from pbem.post.commands.ready import NOT_READY, READY
from pbem.post.commands.rules import RULES
from pbem.post.commands.ruling import RULING
from pbem.post.commands.seats import RESIGN, SUBSTITUTE, TAKE, UNSUBSCRIBE
from pbem.post.commands.second_thoughts import INSTEAD, LATER
from pbem.post.commands.standing import STANDING
from pbem.post.commands.status import STATUS
from pbem.post.commands.suggest import SUGGEST
from pbem.post.commands.suggestions import SUGGESTIONS
from pbem.post.commands.vacation import BACK, VACATION
from pbem.post.commands.word import LONGEST, Moment, Word

LOOKING = (
    STATUS, HAND, NEAR, ODDS, SUGGEST, CARD, MAP, RULES, RULING, ORDERS, HISTORY, REPORT, NOTES, DROP_HELD,
)  # fmt: skip
INSTRUCTIONS = (PREVIEW, *STANDING)
REQUESTS = (
    PRESS, GROUP, PROPOSE, AGREE, REFUSE, WITHDRAW, DEALS, READY, NOT_READY, EXTEND, VACATION, BACK,
    SUBSTITUTE, RESIGN, TAKE, UNSUBSCRIBE, LANGUAGE, PICTURES, SUGGESTIONS, DIGEST, NOTE,
    FORGET_NOTE, INSTEAD, LATER,
)  # fmt: skip
HELP = help_word([name for word in (*LOOKING, *INSTRUCTIONS, *REQUESTS) for name in word.in_the_help])

WORDS: tuple[Word, ...] = (*INSTRUCTIONS, *REQUESTS, HELP, *LOOKING)
"""In the order in which they are tried on a line."""


def word_in(line: str, moment: Moment, *, doubtful: bool = False) -> tuple[Word, str, str] | None:
    """The word of the table that a line is, with what follows it and the power named before it; or None."""
    plain = " ".join(line.split())[:LONGEST]
    for word in WORDS:
        if (word.even_below or not doubtful) and (found := word.read(plain, moment)):
            return word, found.text, found.power
    return None
