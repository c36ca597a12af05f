"""What a nine-turn game costs its players (`make bench`): rounds, with their causes, and days.

Six programs play nine turns at the moderator's table, without mail.  They use what a person would: lines of
letters, standing orders, declared windows.  Each writes whole impulses in one letter, as far as it foresees
them (it imagines the dice, and that others do what silence would mean).  Nobody wins before the last turn.

A *round* is each time that the game stands still for somebody: the same person again included, questions that
are asked at the same time counted once.  The talks of a turn are one round.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from statistics import mean

from pbem.games import game_of
from pbem.games.facts import ALL_WINDOWS, OWN_WINDOWS
from pbem.games.moments import IMPULSE, PEACE, SPRING, WARS
from pbem.language import say
from pbem.language.voice import question_key
from pbem.play.lines import Line
from pbem.play.moments import HEADINGS, mark_blocks
from pbem.play.scopes import Scope
from pbem.play.sitting import Sitting
from pbem.play.standing.reading import read_standing
from pbem.play.talks import Clerk
from pbem.play.windows import POLICIES
from rules import Engine, Event, Power, Question, Setup, load_rules
from rules.core.impulse import Pass, PlayForCP, TakeImpulse
from rules.core.windows import Respond
from rules.his import victory
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from tests.calendar_model import TALKS, spread

TITLE = game_of("his")
NAMES = TITLE.names
SEEDS = 10
MOST_LINES = 14
MOST_ROUNDS = 3_000
MOST_IMAGINED = 120
MOST_REMEMBERED = 1_500
FOR_CP = 0.75
CLOSED = "closed"
PASSES = 0.6


@dataclass(frozen=True, slots=True)
class Profile:
    """How people play."""

    name: str
    standing: tuple[str, ...] = ()
    windows: str = "standing"
    scope: str = OWN_WINDOWS
    """In which windows players want to be asked."""
    plans: float = 0.9
    """How often the first impulse of a turn stands in the turn plan."""
    preorders: float = 0.0
    """How often somebody who ends an impulse writes the next one too."""
    below: int | None = None
    """The bar for the mean of rounds."""
    seeds: int = SEEDS
    """How many games; where everybody is asked everything, one takes long."""


QUICK = (
    "standing: defence as usual",
    "standing: winter as usual",
    "standing: spring as usual",
    "standing: diplomacy as usual",
)
EXPERIENCED = Profile("experienced", QUICK, scope=CLOSED, plans=1.0, preorders=0.15, below=300)
SHIPPED = Profile("as shipped", below=400)
PROFILES = (
    SHIPPED,
    EXPERIENCED,
    *(
        replace(EXPERIENCED, name=f"pre-ordering {share} %", preorders=share / 100, below=below)
        for share, below in ((30, None), (50, 230), (70, None))
    ),
    replace(SHIPPED, name="as shipped, all windows open", scope=ALL_WINDOWS, below=None, seeds=1),
    replace(SHIPPED, name="as shipped, windows rewind", windows="rewind", below=None, seeds=2),
    replace(SHIPPED, name="as shipped, windows ask", windows="ask", below=None, seeds=1),
)


@dataclass(slots=True)
class Costs:
    """What a game has cost so far."""

    turns: int = 0
    rounds: list[int] = field(default_factory=list)
    """How many were asked in each."""
    causes: Counter[str] = field(default_factory=Counter)
    letters: Counter[Power] = field(default_factory=Counter)
    handed_back: int = 0
    told: set[Power] = field(default_factory=set)
    """To whom a letter went that an impulse was carried out."""
    seconds: float = 0.0

    def wait(self, cause: str, asked: int) -> None:
        self.rounds.append(asked)
        self.causes[cause] += 1


class Player:
    """Writes the letters of one power."""

    def __init__(self, power: Power, profile: Profile, seed: str) -> None:
        self.power = power
        self.profile = profile
        self._rng = random.Random(f"{seed}/{power}")

    def write(self, sitting: Sitting) -> list[str]:
        """A letter that answers what is asked and goes on as far as the impulse can be foreseen."""
        if isinstance(sitting.waiting()[self.power], Respond):
            return ["pass"]
        table = sitting.fork()
        table.engine.game.dice.seed = f"imagined {self._rng.random()}"
        impulse = table.engine.game.impulse_number
        first = question_key(sitting.waiting()[self.power])
        lines: list[str] = []
        while len(lines) < MOST_LINES and table.engine.game.impulse_number == impulse:
            waiting = table.waiting()
            if self.power in waiting:
                question = waiting[self.power]
                more = self._may_go_on(table) or question_key(question) == first
                if lines and (isinstance(question, Respond | TakeImpulse) or not more):
                    break
                line = self._line(question, table)
                take(table, self.power, [line])
                if table.failed is not None:
                    break
                lines.append(line)
            elif waiting and self._may_go_on(table):
                table.take_default(next(iter(waiting)))
            else:
                break
        if lines and self._rng.random() < self.profile.preorders:
            lines += self._ahead(table, [IMPULSE])
        return lines or [self.silence(sitting)]

    def plan(self, sitting: Sitting) -> list[str]:
        """The turn plan: peace, wars, spring, and mostly the first impulse."""
        table = sitting.fork()
        table.engine.game.dice.seed = f"imagined {self._rng.random()}"
        close_talks(table)
        wanted = [PEACE, WARS, SPRING, *([IMPULSE] if self._rng.random() < self.profile.plans else [])]
        return mark_blocks(self._ahead(table, wanted)) or ["wait"]

    def next_impulse(self, sitting: Sitting) -> list[str]:
        """A letter that nobody waits for."""
        if self._rng.random() >= self.profile.preorders or sitting.engine.game.active_power() is None:
            return []
        table = sitting.fork()
        table.engine.game.dice.seed = f"imagined {self._rng.random()}"
        return self._ahead(table, [IMPULSE])

    def _ahead(self, table: Sitting, wanted: Sequence[str]) -> list[str]:
        """What one would write for moments to come, if others did what silence means."""
        lines: list[str] = []
        moment, turn, impulse = "", table.engine.game.turn, 0
        for _ in range(MOST_IMAGINED):
            waiting = table.waiting()
            if not waiting or table.engine.game.turn != turn:
                break
            if self.power not in waiting:
                if moment == IMPULSE and not self._may_go_on(table):
                    break
                table.take_default(next(iter(waiting)))
                continue
            question = waiting[self.power]
            begins = TITLE.moment_of(question, table.engine.game)
            if begins and (moment == IMPULSE or (begins == IMPULSE and IMPULSE not in wanted)):
                break
            if begins in wanted:
                moment, impulse = begins, table.engine.game.impulse_number
                lines.append(HEADINGS[begins])
            foreseen = moment and not isinstance(question, Respond)
            foreseen = foreseen and (moment != IMPULSE or table.engine.game.impulse_number == impulse)
            line = self._line(question, table) if foreseen else self.silence(table)
            take(table, self.power, [line])
            if table.failed is not None:
                break
            if foreseen:
                lines.append(line)
        return [] if lines and lines[-1] in HEADINGS.values() else lines

    def _may_go_on(self, table: Sitting) -> bool:
        return bool(table.engine.game.impulse.power == self.power)

    def _line(self, question: Question[object], table: Sitting) -> str:
        game, choose = table.engine.game, self._rng.choice
        if isinstance(question, TakeImpulse):
            plays = list(question.legal(game))
            if any(isinstance(play, Pass) for play in plays) and self._rng.random() < PASSES:
                return "pass"
            kinds = [play for play in plays if isinstance(play, PlayForCP) == (self._rng.random() < FOR_CP)]
            return say(question, choose(kinds or plays), NAMES)
        if question.kind != "action" and self._rng.random() < 0.5:
            return say(question, question.default(game), NAMES)
        return say(question, question.pick(game, choose), NAMES)

    def silence(self, sitting: Sitting) -> str:
        question = sitting.waiting()[self.power]
        return say(question, question.default(sitting.engine.game), NAMES)


class Memory:
    """What has been told at a table before the letter that is being taken."""

    def __init__(self, before: Callable[[int], Sequence[Event]] | None) -> None:
        self._before = before
        self.events: list[tuple[int, Event]] = []

    def __call__(self, seq: int) -> list[Event]:
        earlier = self._before(seq) if self._before else ()
        return [*earlier, *(event for at, event in self.events if at > seq)]


def remember(sitting: Sitting) -> None:
    if not isinstance(sitting.history, Memory):
        sitting.history = Memory(sitting.history)
    told = [(step.seq, event) for step in sitting.steps for event in step.events]
    sitting.history.events = [*sitting.history.events, *told][-MOST_REMEMBERED:]


def take(sitting: Sitting, power: Power, lines: Sequence[str]) -> None:
    """A letter of these lines."""
    remember(sitting)
    sitting.failed, sitting.unread, sitting.dropped, sitting.steps = None, [], [], []
    sitting.preorders.fired, sitting.preorders.stopped = [], []
    sitting.began = sitting.engine.seq
    read = [line for line in mark_blocks(lines) if line]
    sitting.take_lines((power,), [Line(n, line) for n, line in enumerate(read, 1)], 1)


def give(sitting: Sitting, power: Power, line: str) -> None:
    """A standing order."""
    number = sitting.standing.next_number(power)
    sitting.standing.add(read_standing(line, power, number, sitting.engine.game, NAMES))


def new_table(profile: Profile, seed: str) -> Sitting:
    """A game at its first question, with the standing orders of the profile."""
    engine = Engine.new(load_rules("his"), Setup("his", "1517"), seed)
    opened = dict.fromkeys(engine.open, engine.seq)
    clerk = Clerk(TITLE.deals, plans=True)
    sitting = Sitting(engine, TITLE, POLICIES[profile.windows], opened=opened, clerk=clerk)
    sitting.standing.begin_presets(TITLE)
    for power in IMPULSE_ORDER:
        if profile.scope != CLOSED:
            sitting.standing.declare(power, is_open=True, scope=Scope(power, profile.scope).stored)
        for line in profile.standing:
            give(sitting, power, line)
    sitting.settle()
    return sitting


def play(profile: Profile, seed: str, *, turns: int = 9) -> Costs:
    """One game to its end."""
    began = time.perf_counter()
    sitting = new_table(profile, seed)
    players = {power: Player(power, profile, seed) for power in IMPULSE_ORDER}
    costs = Costs()
    with to_the_last_turn():
        while len(costs.rounds) < MOST_ROUNDS and sitting.engine.game.turn <= turns:
            if sitting.talking:
                talk(sitting, players, costs)
            elif waiting := sitting.waiting():
                costs.wait(cause_of(sitting, waiting), len(waiting))
                write_ahead(sitting, players, costs)
                for power in waiting:
                    one_letter(sitting, players[power], costs)
            else:
                break
    costs.turns, costs.seconds = sitting.engine.game.turn, time.perf_counter() - began
    return costs


def write_ahead(sitting: Sitting, players: dict[Power, Player], costs: Costs) -> None:
    """Whose orders were carried out has read so, and while the game waits for another may write the next."""
    for player in players.values():
        if player.power in costs.told and player.power not in sitting.waiting():
            lines = player.next_impulse(sitting)
            costs.letters[player.power] += bool(lines)
            take(sitting, player.power, lines)
    costs.told.clear()


def talk(sitting: Sitting, players: dict[Power, Player], costs: Costs) -> None:
    """The powers negotiate, or everybody writes a plan of the turn; both at the same time."""
    assert sitting.clerk is not None
    talks = sitting.clerk.talks(sitting.engine)
    assert talks is not None
    costs.letters.update(talks.powers)
    if talks.is_plan:
        costs.wait("turn plans", len(talks.powers))
        for power in talks.powers:
            lines = players[power].plan(sitting)
            take(sitting, power, [line for line in lines if line != "wait"])
    else:
        costs.wait("talks", TALKS)
    close_talks(sitting)
    costs.told |= {fired.power for fired in sitting.preorders.fired if fired.moment == IMPULSE}


@contextmanager
def to_the_last_turn() -> Iterator[None]:
    """Nobody wins before the time is over, so that all games are of one length."""
    real = victory.win

    def win(game: HisGame, power: Power, how: str) -> None:
        if how == "time limit":
            real(game, power, how)

    victory.win = win
    try:
        yield
    finally:
        victory.win = real


def close_talks(sitting: Sitting) -> None:
    assert sitting.clerk is not None
    talks = sitting.clerk.talks(sitting.engine)
    assert talks is not None
    sitting.clerk.close(talks)
    remember(sitting)
    sitting.steps = []
    sitting.settle()


def cause_of(sitting: Sitting, waiting: dict[Power, Question[object]]) -> str:
    """For what the game waits."""
    question = next(iter(waiting.values()))
    game = sitting.engine.game
    if isinstance(question, Respond):
        return "windows"
    if isinstance(question, TakeImpulse):
        return "impulses"
    if game.impulse.power == question.power:
        return "the same impulse again"
    if game.impulse.power:
        return "choices in others' impulses"
    return str(game.phase)


def one_letter(sitting: Sitting, player: Player, costs: Costs) -> None:
    """A player is asked and answers; who passes says so for the whole turn, as letters offer it."""
    if player.power not in sitting.waiting():
        return
    lines = player.write(sitting)
    if lines == ["pass"] and isinstance(sitting.waiting()[player.power], TakeImpulse):
        lines = ["pass this turn"]
    costs.letters[player.power] += 1
    take(sitting, player.power, lines)
    costs.handed_back += bool(sitting.failed or sitting.dropped)
    costs.told |= {fired.power for fired in sitting.preorders.fired if fired.moment == IMPULSE}
    if sitting.failed is not None and not sitting.steps:
        take(sitting, player.power, [player.silence(sitting)])
        costs.letters[player.power] += 1
        costs.wait("second letters", 1)


def games(profile: Profile, seeds: int = SEEDS) -> list[Costs]:
    return [play(profile, f"waits {number}") for number in range(seeds)]


def rows(profiles: Sequence[Profile] = PROFILES, seeds: int = SEEDS) -> list[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    found: list[tuple[str, str, str]] = []
    for profile in profiles:
        played = games(profile, min(seeds, profile.seeds))
        wanted = f"fewer than {profile.below}" if profile.below else ""
        found.append((f"rounds, {profile.name}", f"{mean(len(c.rounds) for c in played):.0f}", wanted))
        time = spread([costs.rounds for costs in played])
        found.append(("  days (mean)", f"{time.mean:.0f}", ""))
        found.append(("  days (p10 to p90)", f"{time.p10:.0f} to {time.p90:.0f}", ""))
        causes: Counter[str] = sum((costs.causes for costs in played), Counter())
        for cause, count in causes.most_common():
            found.append((f"    {cause}", f"{count / len(played):.0f}", ""))
        letters = sum(sum(costs.letters.values()) for costs in played)
        found.append(("  letters of each player", f"{letters / len(played) / len(IMPULSE_ORDER):.0f}", ""))
    return found


if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    for what, figure, bar in rows([p for p in PROFILES if p.name in sys.argv[2:]] or PROFILES, seeds):
        print(f"{what:<58} {figure:>10}   {bar}")
