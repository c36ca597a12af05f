"""Games that are announced before they have players, so that people sign up for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.calendar.deadlines import Pace
from pbem.channels import channel_at, channel_of
from pbem.channels.channel import NO_THREAD, Reader
from pbem.config import Settings, with_pace
from pbem.errors import ModeratorProblem
from pbem.games import Game, game_of
from pbem.language.voice import Message, Voice
from pbem.language.words import is_address
from pbem.letters.introduction import other_readings, time_kept
from pbem.letters.render import wrap
from pbem.play.plan import GamePlan, Player, new_seed, plan_problems
from pbem.play.seats import new_token
from pbem.store import games
from pbem.store import sign_ups as store
from pbem.store.office_tables import OpeningRow
from pbem.store.seeds import seal
from pbem.store.unit_of_work import Transaction
from pbem.work.answered import SIGN_UP
from pbem.work.outgoing import Draft, put_into_outbox
from rules import Setup
from rules.core.dice import commitment

PLAN = ("scenario", "windows", "reports", "game", "language", "quick", "pictures", "suggestions")


def words(key: str, /, **fields: Any) -> Message:
    """A sentence of letters about signing up."""
    return Message("letter", f"sign_up.{key}", fields)


def open_game(
    tx: Transaction,
    plan: GamePlan,
    *,
    pace: dict[str, Any] | None = None,
    players: int = 0,
    when_full: bool = True,
) -> OpeningRow:
    """Let people sign up for a game; `plan` has no players yet, and `players` is how many there will be."""
    title = game_of(plan.game)
    if plan.scenario in title.scenarios:
        seatings = {len(seating): seating for seating in title.seatings(plan.scenario)}
        players = players or max(seatings)
        if players not in seatings:
            able = ", ".join(map(str, sorted(seatings)))
            raise ModeratorProblem(f"{players} players cannot play this game: {able} can")
        somebody = [Player(f"{at}", f"{at}@example.org", hand) for at, hand in enumerate(seatings[players])]
        plan = replace(plan, players=tuple(somebody))
    if wrong := plan_problems(plan, title):
        raise ModeratorProblem("\n".join(wrong))
    if games.exists(tx.session, plan.name) or store.is_open(tx.session, plan.name):
        raise ModeratorProblem(f'there is a game "{plan.name}" already')
    with_pace(tx.settings, pace or {})  # raises if that cannot be
    seed = new_seed()
    told = {key: getattr(plan, key) for key in PLAN}
    row = OpeningRow(
        name=plan.name,
        plan={**told, "options": [list(pair) for pair in plan.options], "pace": pace or {}},
        seats=players,
        when_full=when_full,
        token=new_token(),
        seed=seal(tx.session, seed),
        commitment=commitment(seed),
        created_at=tx.now,
    )
    tx.session.add(row)
    tx.session.flush()
    return row


def title_of(opening: OpeningRow) -> Game:
    return game_of(opening.plan["game"])


def plan_of(opening: OpeningRow, players: Sequence[Player] = ()) -> GamePlan:
    options = tuple((name, value) for name, value in opening.plan["options"])
    told = {key: opening.plan[key] for key in PLAN}
    return GamePlan(name=opening.name, players=tuple(players), options=options, **told)


def what_is_played(title: Game, setup: Setup, pace: Pace, voice: Voice) -> list[str]:
    """What somebody must know before saying yes to a game: which one, and how fast it is played."""
    powers, notice = title.powers_in(setup.scenario), title.notice(voice)
    played = words("played", text=setup.scenario, count=setup.players, powers=[*powers])
    told = [voice.tell(played), *([notice] if notice else []), *time_kept(pace, voice)]
    if other := other_readings(title, voice, setup.options):
        told.append(voice.tell(words("readings", text="; ".join(other))))
    return told


def announcement(settings: Settings, opening: OpeningRow) -> tuple[str, str]:
    """Subject and text of what can be passed on: what is played, how fast, and how to sign up."""
    title, plan = title_of(opening), plan_of(opening)
    voice = title.voice(plan.language)
    time = with_pace(settings, opening.plan["pace"])
    setup = Setup(plan.game, plan.scenario, opening.seats, plan.options)
    powers = title.powers_in(plan.scenario)
    dear, other = [voice.power_name(power) for power in powers[:2]], voice.power_name(powers[-1])
    example = [f"join {opening.name}", f"prefer {', '.join(dear)}; not {other}", "name Eva; with Anna"]
    about: list[Message | str] = [
        words("announced", title_text=title.title, game_text=opening.name),
        *map(wrap, what_is_played(title, setup, time.pace.pace(time.hours.model_dump()), voice)),
        words("how", address_text=settings.mail.address),
        "\n".join(f"    {line}" for line in example),
        words("how_more"),
        words("begins_when_full" if opening.when_full else "begins_when_closed"),
        words("how_given"),
        words("committed"),
        f"    {opening.commitment}",
    ]
    parts = [one if isinstance(one, str) else wrap(voice.tell(one)) for one in about]
    subject = voice.say("subject", "sign_up_open", text=title.title)
    return f"[{opening.name}] {subject}", "\n\n".join(parts) + "\n"


def announce(tx: Transaction, opening: OpeningRow, addresses: Sequence[str]) -> None:
    """Send the announcement to people, or to a topic of the forum; answers to it are taken as sign-ups."""
    subject, text = announcement(tx.settings, opening)
    for address in dict.fromkeys(one.strip().lower() for one in addresses):
        channel = channel_of(channel_at(address), tx.settings)
        if "@" not in address or (channel.name == "mail" and not is_address(address)):
            raise ModeratorProblem(f'"{address}" is not a mail address')
        if problem := channel.cannot_reach(address):
            raise ModeratorProblem(problem)
        opening.letters += 1
        reader = Reader(address.partition("@")[0], address, opening.token)
        label = channel.label(opening.name, reader, opening.letters, NO_THREAD)
        draft = Draft(SIGN_UP, subject, text)
        put_into_outbox(tx, label, draft, channel=channel.name, recipient=address)
    tx.session.add(opening)
