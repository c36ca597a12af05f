"""Letters in the database: whose they are, which wait, what they answer; and simple answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, select

from pbem.channels import LIST, channel_of
from pbem.channels.channel import NO_THREAD, Incoming, Label, Letter, Reader, Thread
from pbem.config import Settings
from pbem.language.plain import plain_text
from pbem.language.voice import Message, note
from pbem.letters.pictures import Kept
from pbem.letters.render import wrap
from pbem.play.about import About, dump_about
from pbem.play.lines import BY_DEADLINE
from pbem.play.seats import Seat
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING
from pbem.store import clocks, games, seats
from pbem.store import statements as sql
from pbem.store.bare import change
from pbem.store.claims import GAME, worker_of
from pbem.store.dialect import locks_rows
from pbem.store.tables import GameRow, LetterRow, SeatRow
from pbem.store.unit_of_work import Transaction, lock
from rules import Answered

MOST_TOKENS = 20
AS_USUAL = {
    "game_id": None,
    "seat_id": None,
    "status": "queued",
    "attempts": 0,
    "sent_at": None,
    "error": "",
}


class Writer(NamedTuple):
    """The seat whose letter it is, as far as it must be known to store the letter and to read it."""

    id: int | None
    game_id: int
    address: str


def waiting(session: Session) -> list[int]:
    """Letters that are stored and not handled, oldest first; their games are claimed for this process.

    Those on which another process works are left out.
    """
    found = sql.WAITING.rows(session)
    lanes = {lane for _, lane in found}
    mine = worker_of(session.get_bind()).take(session, GAME, lanes)
    return [id for id, lane in found if id is not None and lane in mine]


def enter(
    session: Session,
    incoming: Incoming,
    channel: str,
    letter: Letter,
    received_at: datetime,
    seat: Writer | None,
) -> int:
    """Store a letter as it came; its number.

    :raises IntegrityError: it is stored already.
    """
    row = {
        "channel": channel,
        "identity": letter.identity,
        "message_id": letter.message_id,
        "raw": incoming.raw,
        "size": incoming.size,
        "received_at": received_at,
        "status": "new",
        "verdict": "",
        "lane": seat.game_id if seat else 0,
    }
    sql.NEW_LETTER.run(session, row)
    return int(sql.LETTER_ENTERED.rows(session, identity=letter.identity)[0][0])


def all_waiting(session: Session) -> frozenset[int]:
    """The same of all games, whoever works on them."""
    return frozenset(id for id, _ in sql.WAITING.rows(session) if id is not None)


def any_waiting(session: Session) -> bool:
    """Whether a letter is stored and not handled."""
    return sql.ANY_WAITING.first(session) is not None


def still_mine(session: Session, ids: Sequence[int]) -> Collection[int]:
    """Which of these letters are to be handled in this transaction, in the order in which they came.

    Where rows are locked, those whose games no other worker has, and of which none came before that still
    waits.  On SQLite their games are claimed already.
    """
    worker = worker_of(session.get_bind())
    if not locks_rows(session.get_bind()):
        return ids
    lock(session)  # the rows below: nobody else changes these games
    lanes = dict(session.execute(sql.LANES, {"ids": list(ids)}).all())
    free = worker.lock(session, sorted(set(lanes.values())))
    mine: list[int] = []
    passed: set[int] = set()
    for id, lane in session.execute(sql.WAITING_IN, {"lanes": free}):
        if id in lanes and lane not in passed:
            mine.append(id)
        else:
            passed.add(lane)
    return mine


def waits_in(session: Session, game: GameRow) -> bool:
    """Whether a letter is stored for a game and not handled: nobody's time runs out before it is."""
    found = session.execute(sql.WAITING_IN, {"lanes": [games.game_id(game)]})
    return found.first() is not None


def raw(session: Session, id: int) -> tuple[str, bytes]:
    """A letter as it came, and by which channel."""
    channel, data = sql.AS_IT_CAME.rows(session, letter=id)[0]
    return channel, data


def seat_of(session: Session, tokens: Sequence[str]) -> SeatRow | None:
    """The seat whose token a letter was sent to; of several, the one that it was delivered to."""
    found = (sql.BY_TOKEN.first(session, token=token) for token in dict.fromkeys(tokens[:MOST_TOKENS]))
    return next((row for row in found if row is not None), None)


def writer_of(session: Session, letter: Letter) -> SeatRow | None:
    """The seat whose letter it is: by its token; on a mailing list by its sender."""
    if letter.place:
        return seats.writer_on_list(session, letter.place, letter.sender)
    return seat_of(session, letter.tokens)


def sender_of(session: Session, letter: Letter) -> Writer | None:
    """The same, but no row of the session: it may be another's before the letter is handled."""
    if letter.place:
        row = seats.writer_on_list(session, letter.place, letter.sender)
        return Writer(row.id, row.game_id, row.address) if row else None
    tokens = dict.fromkeys(letter.tokens[:MOST_TOKENS])
    found = (sql.WHO_HAS_TOKEN.first(session, token=token) for token in tokens)
    return next((Writer(*row) for row in found if row is not None), None)


def stored_as(session: Session, identity: str) -> LetterRow | None:
    """The letter that is stored under an identity."""
    return session.exec(select(LetterRow).where(LetterRow.identity == identity)).first()


def was_taken(session: Session, id: int | None) -> bool:
    """Whether anything in a letter was carried out, or is held."""
    return any(found.first(session, letter=id) is not None for found in (sql.DONE, sql.HELD))


def overtaken(session: Session, game: GameRow, seat: Seat, asked: int | None) -> Message | None:
    """Why a letter comes too late for the question that it answers, asked after this entry; None if not.

    It does when that question is closed, and since then somebody else has acted or a deadline has passed.
    """
    if asked is None:
        return None
    still_open = any(
        row.power in seat.powers and row.opened == asked for row in clocks.open_questions(session, game)
    )
    if still_open:
        return None
    log = games.load_log(session, game, after=asked)
    answers = [entry for entry in log if isinstance(entry, Answered)]
    if len(answers) < len(log):
        return late("set_back")
    for entry in answers:
        if entry.source == BY_DEADLINE and entry.power in seat.powers:
            return late("deadline")
        if entry.power not in seat.powers and entry.source not in (BY_STANDING, BY_PROVISIONAL):
            return late("settled")
    return None


def late(why: str, /, **fields: Any) -> Message:
    """Why none of a letter's orders is carried out."""
    return Message("letter", f"late.{why}", fields)


def how_to_write(row: SeatRow, settings: Settings) -> list[Message]:
    """What a player must know to write by the channel of the seat; on a list, everybody who posts there."""
    advice = channel_of(row.channel, settings).advice
    return [note(advice)] if advice and (row.powers or row.channel == LIST) else []


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter to a seat before it has its place on a channel."""

    kind: str
    subject: str
    text: str
    html: str = ""
    thread: Thread = NO_THREAD
    answers_id: int | None = None
    """The letter that it answers."""
    seq: int = 0
    """Where the game stood."""
    asked: int | None = None
    """If it asks its seat something: the log entry after which that was asked."""
    about: About | None = None
    picture: Kept | None = None
    next_try: datetime | None = None
    """When it is sent; None: at once."""


def post(tx: Transaction, game: GameRow, row: SeatRow, draft: Draft, *, seat: Seat | None = None) -> None:
    """Put a letter to a seat into the outbox; `seat` if it goes to somebody who does not have it just now."""
    seat = seat or games.as_seat(row)
    if not seat.address:  # nobody has this seat
        return
    change(tx.session, row, letters=row.letters + 1)
    reader = Reader(seat.name, seat.address, seat.token, seat.number, seat.observer)
    channel = channel_of(seat.channel, tx.settings)
    label = channel.label(game.name, reader, row.letters, draft.thread)
    place = {"channel": channel.name, "recipient": seat.address, "game_id": game.id, "seat_id": seat.id}
    put_into_outbox(tx, label, draft, **place)


def put_into_outbox(tx: Transaction, label: Label, draft: Draft, **place: Any) -> None:
    """A letter to be sent; `place` says for whom it is."""
    row = {
        **AS_USUAL,
        **place,
        "message_id": label.message_id,
        "kind": draft.kind,
        "subject": plain_text(draft.subject),
        "text": plain_text(draft.text),
        "html": plain_text(draft.html),
        "answers_id": draft.answers_id,
        "seq": draft.seq,
        "asked": draft.asked,
        "about": dump_about(draft.about),
        "picture": draft.picture.as_json() if draft.picture else None,
        "created_at": tx.now,
        "next_try": draft.next_try or tx.now,
    }
    sql.NEW_OUTGOING.run(tx.session, row)
    sql.NEW_LABEL.run(tx.session, {"message_id": label.message_id, "data": label.data})


@dataclass(frozen=True, slots=True)
class Plain:
    """A letter of a sentence or more, without news and questions."""

    words: Sequence[Message]
    about: str = "your_letter"
    """The key of its subject."""
    below: str = ""
    """A text that is laid out already."""
    thread: Thread = NO_THREAD
    answers_id: int | None = None
    """The letter that it answers."""


def post_plain(
    tx: Transaction, game: GameRow, row: SeatRow, letter: Plain, *, seat: Seat | None = None
) -> None:
    """Put a plain letter to a seat into the outbox."""
    seat = seat or games.as_seat(row)
    voice = games.title_of(game).voice(seat.language)
    told = [wrap(voice.tell(sentence)) for sentence in letter.words]
    parts = [voice.say("letter", "write_above"), f"{seat.name},", *told, letter.below]
    text = "\n\n".join(filter(None, parts))
    subject = f"[{game.name}] {voice.say('subject', letter.about)}"
    draft = Draft("plain", subject, f"{text}\n", thread=letter.thread, answers_id=letter.answers_id)
    post(tx, game, row, draft, seat=seat)
