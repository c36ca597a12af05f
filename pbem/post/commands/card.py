"""`card 31`: what a card is for; nothing of where it is."""

from __future__ import annotations

from pbem.errors import ModeratorProblem
from pbem.games import Game
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.render import paragraph
from pbem.post.commands.word import Said, When, Word, asking, either, in_words
from pbem.work.letter_work import Answer, LetterWork


def card(work: LetterWork, said: Said) -> Answer:
    return work.answer("card.title", about_card(said.text, work.sitting.title, work.own_voice))


def about_card(words: str, title: Game, voice: Voice) -> str:
    if not words:
        return paragraph(voice, "card.which")
    try:
        return render.soft_wrap(title.card_text(title.card_named(words), voice), 2, 2)
    except ModeratorProblem:
        return paragraph(voice, "card.unknown", text=words)


_NOBODY = r"(?!(?:you|they|we|he|she|it|this|that|people|everybody)\b)"
_WHAT = (
    rf"what (?:does|do|would|will|can) (?:the )?(?:card )?(?P<topic>#?\d{{1,3}}|{_NOBODY}[^?]{{3,40}}?)"
    r" (?:do|mean)(?: for me)?"
)
_ABOUT = r"(?:what(?:'s| is| are)|tell me about|explain|describe|how does) (?:the )?"
_NAMED = rf"{_ABOUT}card (?P<topic>#?\d{{1,3}}|[^?]{{3,40}}?)(?: (?:good )?for| work| about| do)?"
_NUMBERED = rf"{_ABOUT}(?P<topic>#?\d{{1,3}})(?: card)?(?: (?:good )?for| work| about| do)?"
_LAST = r"(?P<topic>#?\d{1,3})(?: card)? is what"
"""As Chinese asks, word by word."""
CARD = Word(
    "card",
    either(
        asking("card", topic=lambda text: True),
        in_words(_WHAT),
        in_words(_NAMED),
        in_words(_NUMBERED),
        in_words(_LAST),
    ),
    card,
    When.AFTER_ORDERS,
)
