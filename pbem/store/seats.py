"""Seats that change hands: substitutes, delegates, vacant seats, observers who come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import delete, func, update
from sqlmodel import Session, col, select

from pbem.calendar.absence import Vacation
from pbem.channels import LIST, TEXT_ALONE, channel_at, is_public, is_topic
from pbem.channels.mail.lists import is_list_address, list_id_of, posting_address
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.language.declined import Declined
from pbem.play.seats import Seat, new_token
from pbem.store.clocks import open_questions
from pbem.store.office_tables import AbsenceRow, OfferRow
from pbem.store.tables import GameRow, HeldRow, OutgoingRow, SeatRow
from rules import Power

NOT_SENT = "the seat has another player"


def seat_of_power(session: Session, game: GameRow, power: Power) -> SeatRow:
    """Who plays a power."""
    for row in session.exec(select(SeatRow).where(SeatRow.game_id == game.id)):
        if power in row.powers:
            return row
    raise ModeratorProblem(f"nobody plays {power} in {game.name}")


def unconfirmed(session: Session, game: GameRow, careful: Sequence[int | None] = ()) -> list[str]:
    """Players who were invited and have not confirmed; those in the seats `careful`, invited or not."""
    rows = session.exec(select(SeatRow).where(SeatRow.game_id == game.id)).all()
    players = [row for row in rows if row.powers]
    wanted = [row for row in players if row.letters or row.id in careful]
    return [row.name for row in wanted if row.confirmed_at is None]


def hand_over(session: Session, game: GameRow, row: SeatRow, name: str, address: str) -> None:
    """Give a seat to somebody else: with a new token, so that the old player's letters reach nothing.

    Letters that were not sent yet are not sent: the new player gets new ones.
    """
    _is_a_players_own(session, game, row, address)
    keep_back(session, row)
    for absence in absences_of(session, row):
        absence.status = "over"
        session.add(absence)
    session.exec(delete(HeldRow).where(col(HeldRow.game_id) == game.id, col(HeldRow.power).in_(row.powers)))
    session.exec(update(OfferRow).where(col(OfferRow.seat_id) == row.id).values(open=False))
    row.name, row.address, row.token = name, address.lower(), new_token()
    row.channel = channel_at(row.address, row.channel)
    row.language, row.digest = game.language, None
    row.pictures = "on" if game.pictures and row.channel not in TEXT_ALONE else "off"
    row.suggestions = game.suggestions
    row.status, row.missed, row.unreachable = "playing", 0, ""
    session.add(row)


def vacate(session: Session, game: GameRow, row: SeatRow) -> None:
    """Nobody has this seat any more."""
    hand_over(session, game, row, row.name, "")
    row.status = "vacant"
    session.add(row)


def keep_back(session: Session, row: SeatRow) -> None:
    """Letters to a seat that wait in the outbox are not sent any more."""
    session.exec(
        update(OutgoingRow)
        .where(col(OutgoingRow.seat_id) == row.id, col(OutgoingRow.status) == "queued")
        .values(status="failed", error=NOT_SENT)
    )


def last_letter(session: Session, row: SeatRow) -> int | None:
    """The letter to a seat that was written last."""
    session.flush()
    query = select(OutgoingRow.id).where(OutgoingRow.seat_id == row.id)
    return session.exec(query.order_by(col(OutgoingRow.id).desc()).limit(1)).first()


def send_after_all(session: Session, id: int | None) -> None:
    """Let a letter go that was kept back: somebody who leaves is told so."""
    if id is not None:
        session.exec(update(OutgoingRow).where(col(OutgoingRow.id) == id).values(status="queued", error=""))


def _is_a_players_own(session: Session, game: GameRow, row: SeatRow, address: str) -> None:
    """Hands are secret: nobody plays two seats of one game, or where everybody reads along."""
    if is_public(address.lower()):
        raise Declined("calendar.address", text=address)
    if address and plays(session, game, address, but_for=row):
        raise Declined("time.plays_already", text=address, game_text=game.name)


def plays(session: Session, game: GameRow, address: str, *, but_for: SeatRow) -> bool:
    """Whether somebody has another seat of a game, also while a delegate plays there."""
    address = address.lower()
    for other in session.exec(select(SeatRow).where(SeatRow.game_id == game.id, SeatRow.id != but_for.id)):
        if other.powers and other.status != "left" and other.address == address:
            return True
    at_home = select(AbsenceRow).where(
        AbsenceRow.game_id == game.id,
        AbsenceRow.seat_id != but_for.id,
        AbsenceRow.status == "running",
        AbsenceRow.home_address == address,
    )
    return session.exec(at_home).first() is not None


def offer(session: Session, row: SeatRow, now: datetime) -> None:
    """Let an observer take over a seat."""
    session.exec(update(OfferRow).where(col(OfferRow.seat_id) == row.id).values(open=False))
    assert row.id is not None
    session.add(OfferRow(game_id=row.game_id, seat_id=row.id, at=now))


def no_longer_offered(session: Session, row: SeatRow, now: datetime) -> bool:
    """A silent player is back: what was offered before now is offered no longer; whether it was."""
    open_offers = select(OfferRow).where(
        OfferRow.seat_id == row.id, col(OfferRow.open).is_(True), col(OfferRow.at) < now
    )
    found = session.exec(open_offers).all()
    for offer in found:
        offer.open = False
        session.add(offer)
    return bool(found)


def offered(session: Session, game: GameRow) -> list[SeatRow]:
    """The seats that an observer may take over."""
    query = select(OfferRow.seat_id).where(OfferRow.game_id == game.id, col(OfferRow.open).is_(True))
    return [session.get_one(SeatRow, id) for id in session.exec(query)]


# ---- Observers


def add_observer(session: Session, game: GameRow, name: str, address: str) -> SeatRow:
    """Somebody who gets the public reports."""
    rows = session.exec(select(SeatRow).where(SeatRow.game_id == game.id)).all()
    if is_place_of_another(session, game, address.lower()):
        raise WrongMoment(f"{address} belongs to another game")
    if any(row.address == address.lower() and row.status != "left" for row in rows):
        raise WrongMoment(f"{address} gets letters of {game.name} already")
    last = session.exec(select(func.max(SeatRow.number)).where(SeatRow.game_id == game.id)).one()
    assert game.id is not None
    row = SeatRow(
        game_id=game.id,
        number=(last or 0) + 1,
        powers=[],
        name=name,
        address=address.lower(),
        token=new_token(),
        channel=channel_at(address.lower()),
        language=game.language,
    )
    row.pictures = "off" if row.channel in TEXT_ALONE else row.pictures
    session.add(row)
    session.flush()
    return row


def is_place_of_another(session: Session, game: GameRow, address: str) -> bool:
    """Whether a topic or a list is another game's: nobody could know for which of the two an order is."""
    if is_list_address(address):
        wanted = {list_id_of(address), posting_address(address)}
        taken = [row.address for row in lists(session) if row.game_id != game.id]
        return any(wanted & {list_id_of(one), posting_address(one)} for one in taken)
    if not is_topic(address):
        return False
    others = select(SeatRow.id).join(GameRow, col(GameRow.id) == SeatRow.game_id)
    others = others.where(SeatRow.address == address, SeatRow.game_id != game.id)
    return session.exec(others.where(GameRow.status != "over", SeatRow.status != "left")).first() is not None


# ---- Mailing lists


def lists(session: Session) -> Sequence[SeatRow]:
    """The mailing lists of all games that are not over."""
    found = select(SeatRow).join(GameRow, col(GameRow.id) == SeatRow.game_id)
    found = found.where(SeatRow.channel == LIST, SeatRow.status != "left")
    return session.exec(found.where(GameRow.status != "over")).all()


def list_named(session: Session, list_id: str) -> SeatRow | None:
    """The mailing list of a game by its List-Id."""
    return next((row for row in lists(session) if list_id_of(row.address) == list_id), None)


def writer_on_list(session: Session, list_id: str, sender: str) -> SeatRow | None:
    """The seat of whoever has posted on a game's list; players before observers."""
    place = list_named(session, list_id)
    if place is None or not sender:
        return None
    found = select(SeatRow).where(SeatRow.game_id == place.game_id, SeatRow.address == sender)
    rows = session.exec(found.where(SeatRow.status != "left").order_by(col(SeatRow.number))).all()
    return next((row for row in rows if row.powers), rows[0] if rows else None)


Renewed: TypeAlias = Callable[[dict[str, str], str, str], dict[str, str]]
"""How a channel puts a new secret into a label: `Channel.renewed`."""


def renew_token(session: Session, row: SeatRow, renewed: Renewed) -> AbsenceRow | None:
    """A new token for a seat, and for its player if a delegate has it, whose vacation is returned.

    The old ones reach nothing any more; letters that wait in the outbox name the new one.
    """
    old, row.token = row.token, new_token()
    session.add(row)
    waiting = select(OutgoingRow).where(OutgoingRow.seat_id == row.id, OutgoingRow.status == "queued")
    for letter in session.exec(waiting):
        letter.labelled.data = renewed(letter.label, old, row.token)
        session.add(letter.labelled)
    absence = running_absence(session, row)
    if absence is None or not absence.address:
        return None
    absence.home_token = new_token()
    session.add(absence)
    return absence


def at_home(row: SeatRow, absence: AbsenceRow) -> Seat:
    """A player who is away, while a delegate has the seat."""
    return Seat(
        absence.seat_id,
        row.number,
        tuple(row.powers),
        absence.home_name,
        absence.home_address,
        absence.home_token,
        absence.home_language or row.language,
        channel_at(absence.home_address, row.channel),
    )


def leave(session: Session, row: SeatRow) -> None:
    """An observer wants no more letters."""
    if row.powers:
        raise WrongMoment(f"{row.name} plays: a seat is handed over, not left")
    keep_back(session, row)
    row.status, row.token = "left", new_token()
    session.add(row)


# ---- Vacations


def absences_of(
    session: Session, row: SeatRow, statuses: Sequence[str] = ("planned", "running")
) -> list[AbsenceRow]:
    query = select(AbsenceRow).where(AbsenceRow.seat_id == row.id, col(AbsenceRow.status).in_(statuses))
    return list(session.exec(query.order_by(col(AbsenceRow.begins))))


def running_absence(session: Session, row: SeatRow) -> AbsenceRow | None:
    return next(iter(absences_of(session, row, ("running",))), None)


def plan_absence(session: Session, row: SeatRow, vacation: Vacation) -> AbsenceRow:
    """Enter a vacation; it begins with the next tick after its first day has begun."""
    for other in absences_of(session, row):
        if vacation.begins < other.ends and other.begins < vacation.ends:
            raise Declined("time.away_then")
    _is_a_players_own(session, session.get_one(GameRow, row.game_id), row, vacation.address)
    assert row.id is not None
    absence = AbsenceRow(
        game_id=row.game_id,
        seat_id=row.id,
        begins=vacation.begins,
        ends=vacation.ends,
        name=vacation.name,
        address=vacation.address,
    )
    session.add(absence)
    session.flush()
    return absence


def begin_absence(session: Session, absence: AbsenceRow, now: datetime) -> SeatRow:
    """The player goes: the delegate gets the seat's letters, or everything that is open falls due at once."""
    row = session.get_one(SeatRow, absence.seat_id)
    absence.status = "running"
    absence.home_name, absence.home_address, absence.home_token = row.name, row.address, row.token
    absence.home_language = row.language
    if absence.address:
        row.name, row.address, row.token = absence.name, absence.address, new_token()
        row.channel = channel_at(row.address, row.channel)
        row.language = session.get_one(GameRow, row.game_id).language
    else:
        nobody_waits_for(session, row, now)
    session.add(row)
    session.add(absence)
    return row


def end_absence(session: Session, absence: AbsenceRow) -> SeatRow:
    """The player is back, and has the seat with its own token."""
    row = session.get_one(SeatRow, absence.seat_id)
    absence.status = "over"
    if absence.address:
        keep_back(session, row)
        row.name, row.address, row.token = absence.home_name, absence.home_address, absence.home_token
        row.channel = channel_at(row.address, row.channel)
        row.language = absence.home_language or row.language
        row.unreachable = ""
    row.missed = 0
    session.add(row)
    session.add(absence)
    return row


def away_player(session: Session, tokens: Sequence[str], sender: str) -> AbsenceRow | None:
    """The vacation of a player who writes although a delegate has the seat."""
    if not tokens:
        return None
    return session.exec(
        select(AbsenceRow).where(
            AbsenceRow.status == "running",
            col(AbsenceRow.home_token).in_(tokens),
            AbsenceRow.home_address == sender,
            AbsenceRow.address != "",
        )
    ).first()


def nobody_waits_for(session: Session, row: SeatRow, now: datetime) -> None:
    """What a seat is asked falls due at once."""
    game = session.get_one(GameRow, row.game_id)
    for question in open_questions(session, game):
        if question.power in row.powers:
            question.due_at = min(question.due_at or now, now)
            question.default_at = now
            session.add(question)
