"""Who sits where: `join`, `substitute`, `resign`, `take`, `unsubscribe`."""

from __future__ import annotations

from pbem.calendar.absence import mailbox_of
from pbem.language.declined import Declined
from pbem.language.names import MAJOR
from pbem.language.voice import note
from pbem.post.commands.word import Moment, Said, Word, spoken
from pbem.store import clocks, seats
from pbem.work.letter_work import Answer, LetterWork
from pbem.work.moderator_notices import tell_moderator

FOR_GOOD = ("yes", "for good", "from the game")


def substitute(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    _not_the_delegate(work)
    wanted = ""
    if said.text:
        name, address = mailbox_of(said.text)
        wanted = f"They propose {name} <{address}>.\n"
    work.use("notices", work.settings.quotas.notices)
    words = work.voice.tell(note("substitute_asked", player=work.row.name, powers=work.row.powers))
    text = (
        f"{words}\n{wanted}\nTo hand the seat over:\n\n"
        f'    substitute {work.game.name} {work.row.powers[0]} "Name <address>"\n'
    )
    tell_moderator(work, words, text, game=work.game)
    work.offer_seat(work.row)
    return work.answer("seat.substitute", work.paragraph("seat.sought"))


def resign(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    _not_the_delegate(work)
    if said.text.lower() not in FOR_GOOD:
        return work.answer("seat.resign", work.paragraph("seat.sure"))
    bot = clocks.pace_of(work.game).caretaker_after > 0
    who, key = work.row.name, "seat_resigned_to_bot" if bot else "seat_resigned"
    words = note(key, player=who, powers=work.row.powers)
    tell_moderator(work, f"{who} has resigned", work.voice.tell(words), game=work.game)
    work.offer_seat(work.row)
    work.tell_all("resignation", words, but_for=[work.row.number])
    work.at_last.append(lambda: _vacate(work))
    return work.answer("seat.resigned", work.paragraph("seat.farewell"))


def _vacate(work: LetterWork) -> None:
    receipt = seats.last_letter(work.session, work.row)
    seats.vacate(work.session, work.game, work.row)
    seats.send_after_all(work.session, receipt)
    seats.offer(work.session, work.row, work.now)
    seats.nobody_waits_for(work.session, work.row, work.now)


def take(work: LetterWork, said: Said) -> Answer:
    """An observer takes over a seat that was offered."""
    power = work.names.find(MAJOR, said.text)
    row = next((row for row in seats.offered(work.session, work.game) if power in row.powers), None)
    if row is None:
        raise Declined("time.not_free")
    name, address, language = work.row.name, work.row.address, work.row.language
    work.at_last.append(lambda: _leave(work))
    work.hand_over(row, name, address)
    row.language = language
    return work.answer("seat.yours", work.paragraph("seat.taken", powers=row.powers))


def unsubscribe(work: LetterWork, said: Said) -> Answer:
    if work.row.powers:
        raise Declined("time.resign")
    work.at_last.append(lambda: _leave(work))
    return work.answer("seat.unsubscribed", work.paragraph("seat.no_more"))


def _leave(work: LetterWork) -> None:
    receipt = seats.last_letter(work.session, work.row)
    seats.leave(work.session, work.row)
    seats.send_after_all(work.session, receipt)


def _not_the_delegate(work: LetterWork) -> None:
    absence = seats.running_absence(work.session, work.row)
    if absence is not None and absence.address:
        raise Declined("time.for_the_player", player=absence.home_name)


_JOIN = spoken("join|yes|agree|accept", alone=True)


def joins(line: str) -> bool:
    """Whether a line says yes to the invitation to a game."""
    return _JOIN(" ".join(line.split()), Moment(seating=True)) is not None


SUBSTITUTE = Word("substitute", spoken("substitute"), substitute)
RESIGN = Word("resign", spoken("(?:i (?:hereby )?)?resign"), resign)
TAKE = Word("take", spoken("take", only_if=lambda rest, moment: moment.observer), take, listed=())
UNSUBSCRIBE = Word("unsubscribe", spoken("unsubscribe", alone=True), unsubscribe)
