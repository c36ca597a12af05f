"""What a full game costs its players under each window policy: hand-offs, questions, mails (`make bench`).

Six programs play nine turns at the moderator's table, without mail: each writes whole impulses in one letter,
as far as it can foresee them (it imagines the dice, and that others do what silence would mean), and has the
standing orders of a careful but quick player: nobody waits for it in battle, in winter, in spring, or when
there is nothing to agree upon.  Windows are closed.  The talks of a turn are one wait for all.

A hand-off is a letter that had to be waited for and comes from another player than the one before.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from pbem.games import game_of
from pbem.language import say
from pbem.play.lines import Line
from pbem.play.sitting import Sitting
from pbem.play.standing.reading import read_standing
from pbem.play.windows import POLICIES
from rules import Engine, Power, Question, Setup, load_rules
from rules.core.impulse import Pass, PlayForCP, TakeImpulse
from rules.core.windows import Respond
from rules.his.powers import IMPULSE_ORDER

NAMES = game_of("his").names
TURNS = 9
WANTED = 350
MOST_LINES = 14
MOST_LETTERS = 6_000
USUAL = (
    "standing: defence as usual",
    "standing: winter as usual",
    "standing: spring as usual",
    "standing: diplomacy as usual",
)
FOR_CP = 0.75
PASSES = 0.6


@dataclass(slots=True)
class Costs:
    """What a game has cost so far."""

    turns: int = 0
    hand_offs: int = 0
    questions: int = 0
    letters: Counter[Power] = field(default_factory=Counter)
    handed_back: int = 0
    seconds: float = 0.0

    @property
    def per_player(self) -> float:
        return sum(self.letters.values()) / len(IMPULSE_ORDER)


class Player:
    """Writes the letters of one power."""

    def __init__(self, power: Power, seed: str) -> None:
        self.power = power
        self._rng = random.Random(f"{seed}/{power}")

    def write(self, sitting: Sitting) -> list[str]:
        """A letter that answers what is asked and goes on as far as the impulse can be foreseen."""
        if isinstance(sitting.waiting()[self.power], Respond):
            return ["pass"]
        table = sitting.fork()
        table.engine.game.dice.seed = f"imagined {self._rng.random()}"
        impulse = table.engine.game.impulse_number
        lines: list[str] = []
        while len(lines) < MOST_LINES and table.engine.game.impulse_number == impulse:
            waiting = table.waiting()
            if self.power in waiting:
                question = waiting[self.power]
                if lines and (isinstance(question, Respond | TakeImpulse) or not self._may_go_on(table)):
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
        return lines or [self.silence(sitting)]

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


def take(sitting: Sitting, power: Power, lines: list[str]) -> None:
    """A letter of these lines."""
    sitting.failed, sitting.unread, sitting.dropped, sitting.steps = None, [], [], []
    sitting.began = sitting.engine.seq
    sitting.take_lines((power,), [Line(n, line) for n, line in enumerate(lines, 1)], 1)


def give(sitting: Sitting, power: Power, line: str) -> None:
    """A standing order."""
    number = sitting.standing.next_number(power)
    sitting.standing.add(read_standing(line, power, number, sitting.engine.game, NAMES))


def play(windows: str, seed: str) -> Costs:
    """One game to its end."""
    began = time.perf_counter()
    engine = Engine.new(load_rules("his"), Setup("his", "1517"), seed)
    opened = dict.fromkeys(engine.open, engine.seq)
    sitting = Sitting(engine, game_of("his"), POLICIES[windows], opened=opened)
    players = {power: Player(power, seed) for power in IMPULSE_ORDER}
    for power in IMPULSE_ORDER:
        for line in USUAL:
            give(sitting, power, line)
    costs, last, talked = Costs(), "", 0
    sitting.settle()
    costs.questions = len(sitting.waiting())
    while sitting.waiting() and sum(costs.letters.values()) < MOST_LETTERS:
        if sitting.engine.game.turn != talked:
            talked = sitting.engine.game.turn
            costs.hand_offs += 1  # everybody talks, at the same time
            costs.letters.update(IMPULSE_ORDER)
        power = next(iter(sitting.waiting()))
        one_letter(sitting, players[power], costs)
        costs.hand_offs += power != last
        last = power
    costs.turns, costs.seconds = sitting.engine.game.turn, time.perf_counter() - began
    return costs


def one_letter(sitting: Sitting, player: Player, costs: Costs) -> None:
    """A player is asked and answers; who passes has had enough of this turn."""
    lines = player.write(sitting)
    costs.letters[player.power] += 1
    take(sitting, player.power, lines)
    costs.handed_back += bool(sitting.failed or sitting.dropped)
    costs.questions += len(sitting.newly_asked())
    if sitting.failed is not None and not sitting.steps:
        take(sitting, player.power, [player.silence(sitting)])
        costs.letters[player.power] += 1
        costs.questions += len(sitting.newly_asked())
    if lines == ["pass"] and any(step.words == "pass" and step.number for step in sitting.steps):
        give(sitting, player.power, "standing: pass this turn")
        sitting.settle()


def nine_turns(windows: str, tries: int = 12) -> Costs:
    """The first game that lasts nine turns; if none does, the longest."""
    best = Costs()
    for number in range(tries):
        costs = play(windows, f"waits {number}")
        best = max(best, costs, key=lambda found: found.turns)
        if best.turns == TURNS:
            break
    return best


def rows() -> list[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    found: list[tuple[str, str, str]] = []
    for windows in POLICIES:
        costs = nine_turns(windows)
        wanted = f"fewer than {WANTED}" if windows == "standing" else ""
        name = f"{windows}, closed" if windows == "standing" else windows
        found.append(
            (f"hand-offs of a {costs.turns}-turn game, windows {name}", str(costs.hand_offs), wanted)
        )
        found.append((f"  questions asked, windows {name}", str(costs.questions), ""))
        found.append((f"  mails of each player, windows {name}", f"{costs.per_player:.0f}", ""))
    return found


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(play(sys.argv[1], sys.argv[2]))
    else:
        for what, figure, wanted in rows():
            print(f"{what:<58} {figure:>10}   {wanted}")
