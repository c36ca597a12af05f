"""`ruling scots_raid yes`: a vote on a reading of the rules, before the cards are dealt."""

from __future__ import annotations

from pbem.games import Game
from pbem.language.declined import Declined
from pbem.language.voice import Message, note
from pbem.letters import render
from pbem.letters.introduction import readings_of
from pbem.post.commands.word import Said, When, Word, spoken
from pbem.store import games
from pbem.store.tables import SeatRow
from pbem.work.letter_work import Answer, LetterWork
from pbem.work.rulings import ruling_named, vote

YES = ("yes", "y", "for", "agree", "ja", "kyllä")
NO = ("no", "n", "against", "usual", "nein", "ei")


def vote_before_the_deal(row: SeatRow, text: str, title: Game) -> Message:
    """Enter the vote that a line holds; what to answer."""
    words, _, said = text.strip(" .:=").rpartition(" ")
    ruling = ruling_named(title, words.strip(" :="))
    if not row.powers or ruling is None or said.lower() not in (*YES, *NO):
        names = ", ".join(one.option.name for one in title.ruling_sheet)
        return note("ruling_unknown", text=text.strip(), names_text=names)
    agrees = said.lower() in YES
    vote(row, ruling, agrees=agrees)
    return note("ruling_yes" if agrees else "ruling_no", text=ruling.option.name)


def ruling(work: LetterWork, said: Said) -> Answer:
    """The cards are dealt: how the points of the sheet are read in this game."""
    lines = readings_of(work.sitting.title, work.own_voice, games.setup_of(work.game).options)
    if not lines:
        raise Declined("request.no_rulings")
    told = [work.paragraph("ruling.stands"), *(render.soft_wrap(line, 4, 2) for line in lines)]
    return work.answer("ruling.title", "\n".join(told))


RULING = Word("ruling", spoken("rulings?"), ruling, When.AFTER_ORDERS)
