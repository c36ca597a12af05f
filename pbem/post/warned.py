"""What people hear of letters that were not taken, or that others can read: each only so often a day.

Whoever is told is told at the address of the seat, without a word of what the letter or the game holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.channels import LIST, channel_of
from pbem.channels.channel import NO_THREAD, Channel, Letter, Reader
from pbem.channels.mail.lists import is_list_address, posting_address
from pbem.channels.mailing_list import RESENT, UNVOUCHED
from pbem.games import game_of, usual_game
from pbem.language.plain import plain
from pbem.language.voice import Message, note
from pbem.letters.render import wrap
from pbem.store import games, seats, tally
from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work import outgoing as letters
from pbem.work.letter_work import LetterWork
from pbem.work.moderator_notices import tell_moderator
from pbem.work.new_tokens import renew_token

MOST_STRANGERS = 20
"""So many strangers a day are told that they have no seat."""
MOST_A_DAY = 2
"""So often a seat, or the moderator, hears of the same thing on one day: two machines write no more."""
WITHOUT_TOKEN = """\
Letter {id} comes from {player}'s address, and without a token. It is held, and {player} was told to answer my
letters.

To look at it: letter {id}
To have it handled: release {id} {game} POWER
To forget it: drop {id}
"""
ABSENCE = """\
Letter {id} of {player} looks like an absence notice. It was not obeyed, and nobody has answered it.

To look at it: letter {id}
If {player} is away: vacation {game} {power} 2026-12-20 to 2027-01-02
If it was no notice: release {id}
"""
SEEN_BY_OTHERS = """\
Letter {id} of {player} went to others of this game as well: {others}.
It was taken as usual, and {player} was told. What stands in it, they know.
"""
TOKEN_SEEN = """\
Letter {id} has shown the secret reply address of {player} on a mailing list. {player} has another one now,
and was told. The old one reaches nothing any more.
"""
DESK_TOKEN_SEEN = """\
Letter {id} has shown your desk token on a mailing list. Nothing in it was obeyed. Whoever has read it can
write to your desk in your name: put another desk_token into the settings now.
"""


def may_tell(tx: Transaction, whom: str, what: str) -> bool:
    """Whether somebody may hear of something once more today."""
    return tally.may(tx, whom, f"told: {what}", MOST_A_DAY)


def seat_by_address(session: Session, address: str) -> SeatRow | None:
    """A seat of a game that goes on, by the address of its player; the newest of several."""
    found = (
        select(SeatRow)
        .join(GameRow, col(GameRow.id) == SeatRow.game_id)
        .where(SeatRow.address == address, SeatRow.status != "left")
        .where(col(GameRow.status).in_(("running", "held", "seating")))
        .order_by(col(SeatRow.id).desc())
    )
    return session.exec(found).first() if address else None


def of_no_token(tx: Transaction, letter: Letter, id: int) -> None:
    """A player has written to the plain address: anybody can do that in his name."""
    row = None if letter.tokens else seat_by_address(tx.session, letter.sender)
    if row is None or not may_tell(tx, row.address, "no token"):
        return
    game = tx.session.get_one(GameRow, row.game_id)
    said = letters.Plain([Message("letter", "refused.no_token")])
    letters.post_plain(tx, game, row, said)
    text = WITHOUT_TOKEN.format(id=id, player=plain(row.name), game=game.name)
    tell_moderator(tx, f"letter {id} came without a token", text, game=game)


def of_a_stranger(tx: Transaction, channel: Channel, sender: str) -> None:
    """Somebody without a seat has posted orders where a game is played; he hears it once and never again."""
    if any(posting_address(place.address) == sender for place in seats.lists(tx.session)):
        return  # what is said to nobody but him would be read by all
    reader = Reader(sender.partition("@")[0], sender, "")
    label = channel.label("pbem", reader, 0, NO_THREAD)
    told = select(OutgoingRow.id).where(OutgoingRow.message_id == label.message_id)
    if tx.session.exec(told).first() is not None or not tally.may(
        tx, tally.STRANGERS, "told", MOST_STRANGERS
    ):
        return
    voice = game_of(usual_game()).voice()
    words = wrap(voice.tell(Message("letter", f"refused.{channel.tells_strangers}")))
    draft = letters.Draft("plain", voice.say("subject", "your_letter"), f"{words}\n")
    letters.put_into_outbox(tx, label, draft, channel=channel.name, recipient=sender)


def of_an_absence(tx: Transaction, row: SeatRow, id: int) -> None:
    """An answering machine has written; whoever runs the game may put the player on vacation."""
    if not may_tell(tx, f"moderator, of {row.address}", "absence"):
        return
    game = tx.session.get_one(GameRow, row.game_id)
    power = row.powers[0] if row.powers else "POWER"
    text = ABSENCE.format(id=id, player=plain(row.name), game=game.name, power=power)
    about = f"an absence notice of {plain(row.name)}: a vacation?"
    tell_moderator(tx, about, text, game=game)


def of_other_readers(work: LetterWork) -> None:
    """Other players were among the addressees: their names stand on top of the receipt."""
    others = _others_among(work)
    if not others:
        return
    work.note_for(work.row, note("others_addressed", names_text=[row.name for row in others]))
    _renew_if_shown_on_a_list(work, others)
    if may_tell(work, f"moderator, of {work.row.address}", "other readers"):
        names = ", ".join(plain(row.name) for row in others)
        player = work.seat_words(work.row)
        text = SEEN_BY_OTHERS.format(id=work.letter_id, player=player, others=names)
        about = f"a letter of {plain(work.row.name)} went to other players"
        tell_moderator(work, about, text, game=work.game)


def _others_among(work: LetterWork) -> Sequence[SeatRow]:
    addressees = set(work.letter.to) - {work.settings.mail.reply_address(work.row.token).lower()}
    if not addressees:
        return []
    return [
        row
        for row in games.seat_rows(work.session, work.game)
        if posting_address(row.address) in addressees and row.address != work.row.address
    ]


def of_a_post_again(tx: Transaction, row: SeatRow, letter: Letter) -> None:
    """A post on a list came once more, changed or under another name; if it was forged, nobody is told."""
    channel = channel_of(LIST, tx.settings)
    if any(check.name == UNVOUCHED and check.stops(letter, "") for check in channel.forgeries):
        return
    if may_tell(tx, row.address, RESENT):
        game = tx.session.get_one(GameRow, row.game_id)
        said = letters.Plain([Message("letter", f"refused.{RESENT}")])
        letters.post_plain(tx, game, row, said)


# ---- Tokens that others have seen


def of_shown_tokens(tx: Transaction, letter: Letter, id: int) -> None:
    """A post on a mailing list shows secrets: each stops to be one, and whose it was hears of it.

    If none of them is anybody's any more, its writer was told of the copy that came to us alone.
    """
    secret = tx.settings.mail.desk_secret()
    if secret and secret in letter.tokens:
        tell_moderator(tx, "your desk token was shown", DESK_TOKEN_SEEN.format(id=id))
    for token in letter.tokens:
        row = letters.seat_of(tx.session, [token])
        if row is not None:
            game = games.locked(tx.session, row.game_id)
            shown, done = note("token_shown", text=letter.place), Message("letter", "refused.token_shown")
            for seat, where in renew_token(tx, row):
                said = letters.Plain([shown, done, where], about="new_address")
                letters.post_plain(tx, game, row, said, seat=seat)
            _tell_of_token(tx, game, row, id)


def _renew_if_shown_on_a_list(work: LetterWork, others: Sequence[SeatRow]) -> None:
    """A letter to our secret address went to a list as well, with that address in its head."""
    for place in others:
        if is_list_address(place.address) and work.row.token in work.letter.tokens:
            shown = note("token_shown", text=posting_address(place.address))
            for seat, where in renew_token(work, work.row):
                if seat.token == work.row.token:
                    work.note_for(work.row, shown)
                    work.note_for(work.row, where)
                else:  # the one on vacation, whose delegate has written
                    said = letters.Plain([shown, where])
                    letters.post_plain(work, work.game, work.row, said, seat=seat)
            _tell_of_token(work, work.game, work.row, work.letter_id)
            return


def _tell_of_token(tx: Transaction, game: GameRow, row: SeatRow, id: int) -> None:
    text = TOKEN_SEEN.format(id=id, player=plain(row.name))
    about = f"a secret address of {plain(row.name)} was shown"
    tell_moderator(tx, about, text, game=game)
