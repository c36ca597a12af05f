"""How a game comes about: seats for its players, then the deal and the first letters."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.calendar.deadlines import HOURS, dump_pace
from pbem.config import Settings
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import game_of
from pbem.language.plain import plain
from pbem.language.voice import note
from pbem.letters.pictures import usual
from pbem.play.plan import GamePlan, plan_problems
from pbem.play.seats import new_token
from pbem.store import games, seats
from pbem.store.seeds import seal, seed_of
from pbem.store.tables import GameRow, SeatRow
from pbem.work.correspondence import Correspondence
from rules import Engine, Setup
from rules.core import codec
from rules.core.dice import commitment


def create_game(session: Session, settings: Settings, plan: GamePlan, seed: str, now: datetime) -> None:
    """A new game with everybody seated; nothing is dealt yet."""
    title = game_of(plan.game)
    if wrong := plan_problems(plan, title):
        raise ModeratorProblem("\n".join(wrong))
    if games.exists(session, plan.name):
        raise ModeratorProblem(f'there is a game "{plan.name}" already')
    game = GameRow(
        name=plan.name,
        setup=codec.dump(plan.setup(), Setup),
        seed=seal(session, seed),
        commitment=commitment(seed),
        data_digest=title.data_digest,
        windows=plan.windows,
        reports=plan.reports,
        language=plan.language,
        quick=plan.quick,
        pictures=plan.pictures,
        hours=settings.hours.model_dump(),
        pace=dump_pace(settings.pace.pace(HOURS)),
        created_at=now,
    )
    session.add(game)
    session.flush()
    for number, player in enumerate(plan.players, 1):
        session.add(
            SeatRow(
                game_id=games.game_id(game),
                number=number,
                powers=list(player.powers),
                name=plain(player.name) or player.address.partition("@")[0],
                address=player.address.lower(),
                token=new_token(),
                language=player.language or plan.language,
                channel=player.channel,
                pictures=usual(plan.pictures if player.pictures is None else player.pictures),
                status="caretaker" if player.is_bot else "playing",
            )
        )


def start_game(
    session: Session, settings: Settings, name: str, now: datetime, *, anyway: bool = False
) -> None:
    """Deal, publish the commitment, and ask the first question."""
    game = games.find_game(session, name)
    if game.status != "seating":
        raise WrongMoment(f"{name} has been started already")
    if not anyway and (missing := seats.unconfirmed(session, game)):
        raise WrongMoment(f"not confirmed yet: {', '.join(missing)}; to begin anyway: --anyway")
    game.status, game.started_at = "running", now
    setup = games.setup_of(game)
    engine = Engine.new(games.title_of(game).rules, setup, seed_of(session, game))
    sitting = games.store_beginning(session, game, engine, now)
    writer = Correspondence(session, settings, game, sitting, now)
    talks = writer.talks_note() if writer.talks_begin() else []
    elsewhere = [note("dice_elsewhere")] if ("dice", "elsewhere") in setup.options else []
    notes = [note("welcome"), note("commitment", text=game.commitment), *elsewhere, *talks]
    for row in games.seat_rows(session, game):
        writer.private(row, "start", notes=notes)
    writer.reports()
