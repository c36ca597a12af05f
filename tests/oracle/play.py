"""Random play with an eye on every question of war and faith that the engine asks."""

from __future__ import annotations

import random
from typing import Any

from rules import Engine, Question, Setup, Snapshot, load_rules
from rules.core.errors import allows
from rules.core.impulse import TakeImpulse
from rules.core.options import today
from rules.core.windows import Respond
from rules.his import HisGame
from rules.his.actions import ChooseAction
from rules.his.faith.attempts import AttemptTarget
from rules.war.avoid_battle import AvoidBattle
from rules.war.counter_mix import check_split
from rules.war.interception import Intercept, Interception
from rules.war.movement import MoveOn
from rules.war.naval_interception import InterceptAtSea
from rules.war.naval_questions import ChooseThere
from tests.oracle import faith as faiths
from tests.oracle import interception, movement, naval, retreat
from tests.oracle.compare import PARTS, Comparison
from tests.oracle.formations import party, plain, plain_party, some_of, told
from tests.oracle.position import LAND, Position
from tests.oracle.snapshot import snapshot
from tests.oracle.tally import Tally
from tests.positions import Warrior, odd_position


class Watcher:
    """Remembers the last move and who has tried to stop it, and compares each question."""

    def __init__(self, tally: Tally, rng: random.Random) -> None:
        self.tally, self.rng = tally, rng
        self.move: Any = None
        self.tried: set[tuple[str, str]] = set()

    def look(self, question: Question[Any], game: HisGame) -> None:
        position = snapshot(game)
        match question:
            case Intercept():
                self.intercept(question, position)
                self.interceptions(question, game, position)
            case AvoidBattle():
                self.avoid(question, position)
            case MoveOn():
                self.move_on(question, game, position)
            case InterceptAtSea():
                zones = sorted({zone for zone, _ in question.chances})
                oracle = naval.chances(position, question.against, question.power, zones)
                asked = set(question.chances)
                what = f"{question.power} against {question.against}: {asked}"
                self.tally.compare("16.1 asked", what, True, asked <= set(oracle), position, *zones)
            case ChooseThere(topic="naval_avoid"):
                oracle = naval.havens(position, question.power, question.place)
                self.options("16.1 avoid asked", question, {"none", *oracle}, position)
            case ChooseThere(topic="naval_retreat"):
                oracle = naval.retreats(position, question.power, question.place)
                self.options("16.2 retreat asked", question, set(oracle), position)
            case AttemptTarget():
                self.attempt(question, game, position)

    def options(self, rule: str, question: ChooseThere, oracle: set[str], position: Position) -> None:
        what = f"{question.power} in {question.place}"
        self.tally.compare(rule, what, sorted(oracle), sorted(question.options), position, question.place)

    def heard(self, question: Question[Any], answer: Any) -> None:
        """An answer: a new move begins, or somebody tries to intercept it."""
        if isinstance(question, ChooseAction):
            self.move, self.tried = answer, set()
        elif isinstance(question, Intercept) and answer is not None:
            self.tried.add((question.power, answer.origin))
        elif isinstance(question, MoveOn) and answer:
            self.move, self.tried = None, set()

    def intercept(self, question: Intercept, position: Position) -> None:
        found = interception.stacks(position, question.mover, "", question.to, question.power)
        power = question.power
        fresh = {space: stack for space, stack in found.items() if (power, space) not in self.tried}
        oracle = {space: plain_party(stack) for space, stack in fresh.items()}
        engine = {space: plain(stack) for space, stack in question.stacks}
        what = f"{question.mover} moves to {question.to}; {question.power} intercepts"
        self.tally.compare("13.2 asked", what, oracle, engine, position, question.to)

    def interceptions(self, question: Intercept, game: HisGame, position: Position) -> None:
        """Parts of the stacks: no more than their leaders command, leaders alone among friends."""
        for origin, stack in question.stacks:
            for formation in some_of(stack, self.rng):
                if not allows(check_split, game, formation, origin, question.to):
                    continue
                group = party(position, formation)
                friends = any(position.friendly(question.power, p) for p in position.armies(question.to))
                oracle = group.size <= movement.largest(group.leaders) and (group.size > 0 or friends)
                engine = allows(question.check, game, Interception(origin, formation))
                what = f"{question.power} intercepts in {question.to} with {told(formation)} from {origin}"
                self.tally.compare("13.2 formation", what, oracle, engine, position, question.to)

    def avoid(self, question: AvoidBattle, position: Position) -> None:
        power, space = question.power, question.space
        units = sorted(
            (stack.nation, kind, stack.counts[kind])
            for stack in position.land_of(space, power)
            for kind in LAND
            if stack.counts[kind]
        )
        leaders = sorted(figure.name for figure in position.leaders(space, power))
        what = f"{power} avoids battle with {question.enemy} in {space}"
        self.tally.compare("13.3 who", what, (leaders, units), plain(question.army), position, space)
        if origin := getattr(self.move, "origin", ""):
            goals = retreat.spaces(position, power, space, barred=origin, foe=question.enemy)
            self.tally.compare("13.3 asked", what, goals, sorted(question.spaces), position, space)

    def move_on(self, question: MoveOn, game: HisGame, position: Position) -> None:
        if not hasattr(self.move, "formation") or self.move.to != question.space:
            return
        group = party(position, self.move.formation)
        goals = [
            near
            for near, over in position.roads[question.space].items()
            if (2 if over else 1) <= game.impulse.cp
            and movement.may_enter(position, question.power, near, with_units=group.size > 0)
        ]
        what = f"{question.power} goes on from {question.space} with {game.impulse.cp} cp"
        self.tally.compare("13.4 on", what, sorted(goals), sorted(question.spaces), position, question.space)

    def attempt(self, question: AttemptTarget, game: HisGame, position: Position) -> None:
        grant = question.grant
        tried = game.impulse.targets if grant.faith == faiths.PROTESTANT else game.impulse.counter_targets
        oracle = set(faiths.targets(position, grant.faith)) - set(tried)
        if grant.only:
            oracle &= set(grant.only)
        engine = {space for space, _debater in question.legal(game) if space}
        rule = "18.3 asked" if grant.faith == faiths.PROTESTANT else "18.4 asked"
        self.tally.compare(rule, grant.source, sorted(oracle), sorted(engine), position)


def compare_play(
    engine: Engine[HisGame], rng: random.Random, decisions: int, tally: Tally, part: int
) -> None:
    """Play on for some decisions; at every `part`-th quiet moment compare a part of everything."""
    watcher, quiet = Watcher(tally, rng), 0
    for _ in range(decisions):
        if not engine.open:
            return
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        question, game = waiting[power], engine.game
        watcher.look(question, game)
        if isinstance(question, ChooseAction | TakeImpulse):
            quiet += 1
            if quiet % part == 0:
                comparison: Comparison = rng.choice(PARTS)
                comparison(game, snapshot(game), rng, tally)
        if isinstance(question, Respond) and rng.random() < 0.95:
            answer = question.default(game)
        else:
            answer = Warrior()(question, game, rng)
        engine.submit(power, answer, source="bot")
        watcher.heard(question, answer)


def war(seed: int, decisions: int, tally: Tally) -> None:
    """From an odd position, the Action Phase, with hands that seldom interrupt."""
    rng = random.Random(f"oracle war {seed}")
    game = odd_position(seed)
    game.phase = "action"
    for hand in game.cards.hands.values():
        for card in [card for card in hand if game.card(card).kind in ("response", "combat")]:
            hand.remove(card)
            game.cards.deck.append(card)
    rules = load_rules("his")
    compare_play(Engine(rules, Snapshot(0, rules.dump(game))), rng, decisions, tally, part=4)


def whole_game(seed: int, decisions: int, tally: Tally) -> None:
    """From the beginning of a scenario, every question at random."""
    rng = random.Random(f"oracle game {seed}")
    setup = Setup("his", rng.choice(("1517", "1532", "tournament")), options=today())
    compare_play(Engine.new(load_rules("his"), setup, f"oracle {seed}"), rng, decisions, tally, part=4)
