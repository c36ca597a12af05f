"""What events are worth: bots try each in their games, and the positions before and after are compared.

`python -m tests.vq.events --games 30` prints the tables for `scenarios/vq/bot.toml`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

from pbem.games.vq.bot.evaluation import evaluate
from pbem.games.vq.bot.player import suggest
from pbem.games.vq.bot.weights import usual_weights
from rules.core.card_play import begin_play, end_play
from rules.core.impulse import PlayEvent, TakeImpulse
from rules.core.sequence import GameWon
from rules.vq.game import VqGame
from rules.vq.state import Impulse
from tests.chance_tree import to_the_end
from tests.vq.driver import new_engine, rules

FEWEST = 2
Seen = dict[tuple[str, int, str], list[float]]


def measured(game: VqGame, power: str, play: PlayEvent, salt: int) -> float:
    """By how much an event betters a position for a power, with one fall of the dice."""
    weights = usual_weights()
    copy: VqGame = rules().load(rules().dump(game))
    copy.dice.seed = f"{play.card}{play.use}{salt}"
    before = evaluate(copy, power, weights)
    copy.impulse = Impulse(power)
    begin_play(copy, power, play.card, play.use)
    entry = copy.registry.events[play.card][play.use]

    def answer(question: Any) -> Any:
        return suggest(copy, question.power, question).answer

    try:
        if entry.playable(copy, power):
            to_the_end(copy, entry.effect(copy, power), answer)
        end_play(copy, play.card, as_event=True)
    except GameWon:
        pass
    card = copy.card(play.card)
    spent = weights["card"]  # the card has left the hand, as it would for its CP
    cp = weights["cp"] * card.use(play.use).grants_cp if card.kind == "mandatory" else 0.0
    return evaluate(copy, power, weights) - before + spent + cp


def watch(scenario: str, seed: str, found: Seen) -> None:
    """A game between bots, in which every event that could be played is tried on the side."""
    engine = new_engine(scenario, seed)
    asked = 0
    while engine.waiting():
        power, question = sorted(engine.waiting().items())[0]
        if isinstance(question, TakeImpulse):
            for play in question.legal(engine.game):
                if isinstance(play, PlayEvent):
                    asked += 1
                    found[power, play.card, play.use].append(measured(engine.game, power, play, asked))
        engine.submit(power, suggest(engine.game, power, question).answer, source="bot")
        engine.drain()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    found: Seen = defaultdict(list)
    for n in range(args.first, args.first + args.games):
        watch(("campaign", "tournament")[n % 2], f"events {n}", found)
    powers = sorted({power for power, _card, _use in found})
    for power in powers:
        print(f"\n[event.{power}]")
        for (whose, card, use), values in sorted(found.items()):
            if whose == power and len(values) >= FEWEST:
                print(f'"{card}.{use}" = {sum(values) / len(values):.2f}')


if __name__ == "__main__":
    main()
