"""`card 31`: what a card is for; nothing of where it is."""

from __future__ import annotations

from pbem.errors import ModeratorProblem
from pbem.games import Game
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.render import paragraph
from pbem.post.commands.word import Said, When, Word, asking
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


CARD = Word("card", asking("card", topic=lambda text: True), card, When.AFTER_ORDERS)
