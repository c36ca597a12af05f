"""What is asked now: as the powers themselves see it, with all choices, and as everybody may know it."""

from __future__ import annotations

from dataclasses import replace

from pbem.language.voice import Voice
from pbem.letters.content import Asked, TalksView
from pbem.letters.markup import Block, Paragraph, bullets
from pbem.letters.posts import PublicAsk, public_asks, question_blocks, talks_blocks
from pbem.store import games
from pbem.work.game_work import GameWork
from pbem.work.letter_material import LetterMaterial
from pbem.work.posts import due_times
from rules import Power


def asked_of(work: GameWork, voice: Voice, power: Power | None = None) -> list[Asked]:
    """The open questions, of all powers or of one, as the powers themselves see them."""
    material = LetterMaterial(work.session, work.game, work.sitting, None)
    seats = [replace(games.as_seat(row), language=voice.language) for row in work.rows()]
    return [one for seat in seats for one in material.asked(seat) if power in (None, one.power)]


def talks_of(work: GameWork, voice: Voice, power: Power) -> TalksView | None:
    """The negotiation window as the player of a power sees it; None if it is closed."""
    material = LetterMaterial(work.session, work.game, work.sitting, None)
    row = next(row for row in work.rows() if power in row.powers)
    return material.talks(replace(games.as_seat(row), language=voice.language))


def waiting_for(work: GameWork, voice: Voice) -> str:
    """For whom or what the game waits, as everybody may know it."""
    return LetterMaterial(work.session, work.game, work.sitting, None).waiting(voice)


def publicly_asked(work: GameWork, voice: Voice, power: Power | None = None) -> list[PublicAsk]:
    """What everybody may know of the open questions."""
    asks = public_asks(work.sitting.waiting(), due_times(work), voice)
    return [ask for ask in asks if power in (None, ask.power)]


def asked_blocks(work: GameWork, voice: Voice, power: Power | None = None) -> list[Block]:
    """The open questions as the powers themselves see them: not for everybody's eyes."""
    blocks = [block for one in asked_of(work, voice, power) for block in question_blocks(one, voice)]
    talking = work.talks.powers if work.talks is not None else ()
    for who in [power] if power is not None else talking[:1]:
        if (talks := talks_of(work, voice, who)) is not None:
            # What was proposed to one power is not told where all of them are.
            blocks += talks_blocks(talks if power is not None else replace(talks, drafts=()), voice)
    if not blocks and (waiting := waiting_for(work, voice)):
        blocks.append(Paragraph(waiting))
    return blocks


def public_blocks(work: GameWork, voice: Voice, power: Power | None = None) -> list[Block]:
    """The same as everybody may know it."""
    asks = publicly_asked(work, voice, power)
    if asks:
        return bullets(ask.text for ask in asks)
    waiting = waiting_for(work, voice)
    return [Paragraph(waiting)] if waiting else []
