"""How a game comes about: seats for its players, then the deal and the first letters."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.calendar.deadlines import HOURS, dump_pace
from pbem.channels import TEXT_ALONE, channel_of, is_public
from pbem.config import Settings
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import game_of
from pbem.language.plain import plain
from pbem.language.voice import note
from pbem.letters.pictures import usual
from pbem.play.plan import GamePlan, Player, plan_problems
from pbem.play.seats import new_token
from pbem.store import games, saving, seats, sign_ups
from pbem.store.office_tables import DeedRow
from pbem.store.seeds import seal, seed_of
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work import outgoing as letters
from pbem.work.correspondence import Correspondence, Occasion
from pbem.work.rulings import decide
from rules import Engine, Setup
from rules.core import codec
from rules.core.dice import commitment


def create_game(tx: Transaction, plan: GamePlan, seed: str) -> None:
    """A new game with everybody seated; nothing is dealt yet."""
    title = game_of(plan.game)
    session, settings = tx.session, tx.settings
    away = [channel_of(one.channel, settings).cannot_reach(one.address.lower()) for one in plan.players]
    away += [
        f"{one.address} is read by everybody: no player can have it"
        for one in plan.players
        if one.powers and is_public(one.address.lower())
    ]
    if wrong := [*plan_problems(plan, title), *dict.fromkeys(filter(None, away))]:
        raise ModeratorProblem("\n".join(wrong))
    if games.exists(session, plan.name) or sign_ups.is_open(session, plan.name):
        raise ModeratorProblem(f'there is a game "{plan.name}" already')
    game = GameRow(
        name=plan.name,
        setup=codec.dump(plan.setup(), Setup),
        seed=seal(session, seed),
        commitment=commitment(seed),
        data_digest=title.digest_for(plan.setup()),
        windows=plan.windows,
        reports=plan.reports,
        language=plan.language,
        quick=plan.quick,
        pictures=plan.pictures,
        suggestions=plan.suggestions,
        hours=settings.hours.model_dump(),
        pace=dump_pace(settings.pace.pace(HOURS)),
        created_at=tx.now,
    )
    session.add(game)
    session.flush()
    for number, player in enumerate(plan.players, 1):
        if seats.is_place_of_another(session, game, player.address.lower()):
            raise ModeratorProblem(f"{player.address} belongs to another game")
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
                pictures=usual(_with_pictures(plan, player)),
                suggestions=plan.suggestions if player.suggestions is None else player.suggestions,
                status=_status(player),
            )
        )
    if plan.begun is not None:
        saving.store_log(session, game, plan.begun.log, plan.begun.words)


def _status(player: Player) -> str:
    if player.is_nobody:
        return "vacant"
    return "caretaker" if player.is_bot else "playing"


def _with_pictures(plan: GamePlan, player: Player) -> bool:
    """On a forum and on a list letters are texts."""
    wished = plan.pictures if player.pictures is None else player.pictures
    return wished and player.channel not in TEXT_ALONE


def must_confirm(row: SeatRow, settings: Settings) -> bool:
    """Whether a player must have answered before anything secret goes to an address like this one."""
    return bool(row.address) and channel_of(row.channel, settings).must_confirm


def start_game(
    tx: Transaction,
    name: str,
    *,
    anyway: bool = False,
    rulings: Mapping[str, bool] | None = None,
) -> None:
    """Deal, publish the commitment, and ask the first question.

    What the players have voted on holds; `rulings` are the moderator's decisions where votes are tied.
    """
    session = tx.session
    game = games.lock_game(session, name)
    if game.status != "seating":
        raise WrongMoment(f"{name} has been started already")
    careful = [row.id for row in games.seat_rows(session, game) if must_confirm(row, tx.settings)]
    if not anyway and (missing := seats.unconfirmed(session, game, careful)):
        raise WrongMoment(f"not confirmed yet: {', '.join(missing)}; to begin anyway: --anyway")
    decided = decide(session, game, rulings or {})
    if decided:
        words = "\n".join(decided)
        session.add(
            DeedRow(game_id=games.game_id(game), what="rulings", details=words, reason="", seq=0, at=tx.now)
        )
    game.status, game.started_at = "running", tx.now
    setup = games.setup_of(game)
    engine = Engine.new(games.title_of(game).rules, setup, seed_of(session, game))
    typed = games.last_order(session, game)
    sitting = saving.store_beginning(session, game, engine, tx.now)
    if typed:  # what the log tells is the past: it is told in short, and no report repeats it
        game.reported = sum(len(step.events) for step in sitting.steps[: typed + 1])
        for row in games.seat_rows(session, game):
            row.told = game.reported
    writer = Correspondence(tx, game, sitting)
    talks = writer.talks_note() if writer.talks_begin() else []
    elsewhere = [note("dice_elsewhere")] if ("dice", "elsewhere") in setup.options else []
    welcome = note("goes_on", count=typed) if typed else note("welcome")
    notes = [welcome, note("commitment", text=game.commitment), *elsewhere, *talks]
    for row in games.seat_rows(session, game):
        told = [*notes, *letters.how_to_write(row, tx.settings)]
        writer.private(row, "start", Occasion(taken_over=bool(typed and row.powers)), notes=told)
    writer.reports()
