"""Talks and drafts of deals in the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session, select

from pbem.calendar.deadlines import Pace
from pbem.games import game_of
from pbem.games.deals import PLAN, Deal, Deals
from pbem.play.sitting import Sitting
from pbem.play.talks import Clerk, Draft, set_back_status
from pbem.store import statements as sql
from pbem.store.clocks import pace_of
from pbem.store.tables import GameRow
from pbem.store.talk_tables import DraftRow, TalksRow
from rules import Engine, Setup
from rules.core import codec
from rules.core.flow import IMPULSE


def deals_of(game: GameRow) -> Deals | None:
    setup: Setup = codec.load(game.setup, Setup)
    return game_of(setup.game).deals


def load_clerk(session: Session, game: GameRow, engine: Engine[Any]) -> Clerk | None:
    """The ledger of the turn; None in a game without a negotiation window."""
    deals = deals_of(game)
    if deals is None or not pace_of(game).talks:
        return None
    turn = getattr(engine.game, "turn", 0)
    rows = session.exec(sql.DRAFTS_OF_TURN, params={"game": game.id, "turn": turn})
    talks = session.exec(sql.TALKS, params={"game": game.id}).all()
    return Clerk(
        deals,
        [as_draft(row, deals) for row in rows],
        {(row.turn, row.part) for row in talks if row.closed_at is not None},
        {(row.turn, row.part): row.seq for row in talks},
        plans=game.quick,
    )


def as_draft(row: DraftRow, deals: Deals) -> Draft:
    deal: Deal = codec.load(row.deal, deals.deal)
    return Draft(
        row.turn,
        row.first,
        row.second,
        row.number,
        row.by,
        deal,
        row.status,
        row.why,
        row.id,
        row.letter_id,
    )


def all_drafts(session: Session, game: GameRow) -> list[Draft]:
    """Every draft of a game, oldest first."""
    deals = deals_of(game)
    if deals is None:
        return []
    return [as_draft(row, deals) for row in session.exec(sql.DRAFTS, params={"game": game.id})]


def store_clerk(session: Session, game: GameRow, sitting: Sitting, now: datetime) -> None:
    """Keep what has changed in the ledger, and open or close the window."""
    clerk = sitting.clerk
    if clerk is None:
        return
    assert game.id is not None
    for draft in clerk.drafts:
        _store_draft(session, game.id, draft, clerk.deals, now)
    rows = {(row.turn, row.part): row for row in session.exec(sql.TALKS, params={"game": game.id})}
    for key, row in rows.items():
        if key not in clerk.opened:  # the game went back behind them
            session.delete(row)
        elif key in clerk.closed and row.closed_at is None:
            row.closed_at = now
            session.add(row)
        elif key not in clerk.closed and row.closed_at is not None:
            _open_again(row, game, now)
            session.add(row)
    talks = clerk.talks(sitting.engine)
    if talks is not None and (talks.turn, talks.part) not in clerk.opened:
        pace = pace_of(game)
        session.flush()
        session.add(
            TalksRow(
                game_id=game.id,
                turn=talks.turn,
                part=talks.part,
                powers=list(talks.powers),
                seq=sitting.engine.seq,
                opened_at=now,
                closes_at=pace.calendar.after(now, _hours(talks.part, pace)),
            )
        )


def _open_again(row: TalksRow, game: GameRow, now: datetime) -> None:
    pace = pace_of(game)
    row.closed_at, row.ready, row.told, row.reminded = None, [], False, 0
    row.opened_at, row.closes_at = now, pace.calendar.after(now, _hours(row.part, pace))


def _hours(part: int, pace: Pace) -> int:
    """How long talks are open; a plan has the time of an impulse."""
    return pace.hours_for(IMPULSE) if part == PLAN else pace.talks


def set_back(session: Session, game: GameRow, to: int, now: datetime) -> None:
    """The game goes back to order `to`, maybe over several turns: the same for all talks and drafts."""
    for row in session.exec(select(TalksRow).where(TalksRow.game_id == game.id, TalksRow.seq >= to)):
        drafts = select(DraftRow).where(DraftRow.game_id == game.id, DraftRow.turn == row.turn)
        for draft in session.exec(drafts):
            draft.status, draft.why = set_back_status(draft.status, reopened=row.seq == to)
            session.add(draft)
        if row.seq > to:
            session.delete(row)
        else:
            _open_again(row, game, now)
            session.add(row)


def _store_draft(session: Session, game_id: int, draft: Draft, deals: Deals, now: datetime) -> None:
    if draft.id is None:
        session.add(
            DraftRow(
                game_id=game_id,
                turn=draft.turn,
                first=draft.first,
                second=draft.second,
                number=draft.number,
                by=draft.by,
                deal=codec.dump(draft.deal, deals.deal),
                status=draft.status,
                why=draft.why,
                at=now,
                letter_id=draft.letter,
            )
        )
        return
    row = session.get_one(DraftRow, draft.id)
    if (row.status, row.why) != (draft.status, draft.why):
        row.status, row.why = draft.status, draft.why
        session.add(row)
