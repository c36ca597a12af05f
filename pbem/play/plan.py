"""A game before it begins: its plan, and what can be wrong with it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.games import Game, game_of, usual_game
from pbem.games.game import Seating
from pbem.games.suggestion import level_of
from pbem.language.catalog import ENGLISH
from pbem.language.words import is_address
from pbem.play.windows import POLICIES
from rules import Power, Setup
from rules.core.log import LogEntry

NAME = re.compile(r"^[a-z0-9][a-z0-9-]{0,30}$")
REPORTS = ("turn", "phase", "impulse")
"""What a public report may tell of: a whole turn, each phase, each impulse and phase."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has a seat; without powers an observer."""

    name: str
    address: str
    powers: tuple[Power, ...] = ()
    language: str = ""
    """Empty: that of the game."""
    channel: str = "mail"
    """The way by which letters come and go."""
    pictures: bool | None = None
    """None: as the game has it."""
    suggestions: bool | None = None
    """None: as the game has it."""

    @property
    def is_bot(self) -> bool:
        """A bot has a name that says so, and no address."""
        return not self.address and level_of(self.name) is not None

    @property
    def is_nobody(self) -> bool:
        """A seat that waits for a player."""
        return not self.address and not self.name


@dataclass(frozen=True, slots=True)
class Begun:
    """What was played already of a game that somebody typed as a log."""

    setup: Setup
    """With the position from which it began."""
    log: tuple[LogEntry, ...] = ()
    words: tuple[str, ...] = ()
    """Of each entry, as it was typed; empty where nothing was."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What somebody wants to play."""

    name: str
    scenario: str
    players: tuple[Player, ...]
    windows: str = "standing"
    reports: str = "turn"
    options: tuple[tuple[str, str], ...] = ()
    game: str = field(default_factory=usual_game)
    language: str = ENGLISH
    quick: bool = False
    """Presets answer plain cases, windows are open in own fights, and each turn begins with a plan."""
    pictures: bool = True
    """Letters show the board, unless a seat says otherwise."""
    suggestions: bool = True
    """Letters suggest an answer, unless a seat says otherwise."""
    begun: Begun | None = None
    """None: it begins at the beginning."""

    def seats(self) -> Seating:
        """The powers of each player, observers left out."""
        return tuple(player.powers for player in self.players if player.powers)

    def setup(self) -> Setup:
        """What the rules must know of it."""
        if self.begun is not None:
            return self.begun.setup
        return game_of(self.game).setup(self.scenario, self.seats(), self.options)


def new_seed() -> str:
    """The secret from which all dice and draws come: 256 bits."""
    return secrets.token_hex(32)


def plan_problems(plan: GamePlan, title: Game) -> list[str]:
    """Everything that is wrong with a plan, in sentences."""
    return list(_problems(plan, title))


def _problems(plan: GamePlan, title: Game) -> Iterator[str]:
    if not NAME.match(plan.name):
        yield f'"{plan.name}" cannot name a game: small letters, digits and dashes, at most 31'
    if plan.scenario not in title.scenarios:
        yield f'there is no scenario "{plan.scenario}"; there is {", ".join(title.scenarios)}'
    if plan.windows not in POLICIES:
        yield f'there is no window policy "{plan.windows}"; there is {", ".join(POLICIES)}'
    if plan.reports not in REPORTS:
        yield f'reports cannot come by "{plan.reports}"; they come by {", ".join(REPORTS)}'
    for language in dict.fromkeys([plan.language, *(player.language for player in plan.players)]):
        if language and language not in title.languages:
            known = ", ".join(title.languages)
            yield f'there are no letters in the language "{language}"; there is {known}'
    yield from title.option_problems(Setup(plan.game, plan.scenario, options=plan.options))
    for player in plan.players:
        if player.channel == "mail" and not (player.is_bot or player.is_nobody or is_address(player.address)):
            yield f'"{player.address}" is not a mail address'
    if plan.scenario in title.scenarios:
        yield from _seating_problems(plan, title)


def _seating_problems(plan: GamePlan, title: Game) -> Iterator[str]:
    """Every power has one player, who has no more than is recommended; which ones is the players' affair."""
    seats = plan.seats()
    seatings = {len(seating): seating for seating in title.seatings(plan.scenario)}
    if len(seats) not in seatings:
        some = "one player" if len(seats) == 1 else f"{len(seats)} players"
        yield f"{some} cannot play this game: {', '.join(map(str, sorted(seatings)))} can"
        return
    taken = [power for powers in seats for power in powers]
    played = [power for powers in seatings[len(seats)] for power in powers]
    for power in title.powers:
        if (times := taken.count(power)) != 1 and power in played:
            yield f"{power} is played by {times or 'nobody'}: every power has one player"
        elif times and power not in played:
            yield f"{power} has no player of its own when {len(seats)} play"
    most = max(len(powers) for powers in seatings[len(seats)])
    if any(len(powers) > most for powers in seats):
        yield f"nobody plays more than {most} {'power' if most == 1 else 'powers'}"
    if plan.begun is not None and not _as_seated(plan, plan.begun.setup, title):
        yield f"the log was played by {plan.begun.setup.players} players who shared the powers in another way"


def _as_seated(plan: GamePlan, setup: Setup, title: Game) -> bool:
    """Whether the players share the powers as those did who played the log; the rules may look at it."""
    chosen = {option.name for option in title.options}
    own = title.setup(plan.scenario, plan.seats(), setup.options)
    unchosen = [{pair for pair in one.options if pair[0] not in chosen} for one in (own, setup)]
    return own.players == setup.players and unchosen[0] == unchosen[1]


def seating_advice(plan: GamePlan, title: Game) -> str:
    """How so many players are best seated, if the plan does otherwise; else nothing."""
    recommended = title.other_seating(plan.scenario, plan.seats())
    if recommended is None:
        return ""
    hands = "; ".join(" and ".join(powers) for powers in recommended)
    return f"Another seating is recommended for {len(recommended)} players: {hands}."
