"""What random play reaches: conversions, rebellions, weddings, voyages, plots, wars, each use of each card.

`python -m tests.vq.tally --games 200 --scenario campaign --odd 200 --steered 400` plays so many games from
the start and so many odd positions, with invariants; then positions in which whoever holds a card whose use
has not been seen plays it as soon as he may.  It ends with 1 if a use was never reached.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules.core.card_play import CardPlayed
from rules.core.cards import CardPlay
from rules.core.engine import Engine, Snapshot
from rules.core.events import Event
from rules.core.flow import Question
from rules.core.impulse import PlayEvent, TakeImpulse
from rules.core.windows import Respond, playable_uses
from rules.vq.espionage.dice import PlotRolled
from rules.vq.game import VqGame
from rules.vq.sequence.weddings import WeddingHeld
from rules.vq.windows import CARDS
from tests.vq.driver import new_engine, play_at_random, rules
from tests.vq.positions import odd_position
from tests.vq.test_cards import NOT_WITH_SIX_PLAYERS

SUBJECTS = {
    "faith": ("ConversionsRolled", "FaithChanged", "RebellionBegan", "RebellionSucceeded", "RebellionFailed"),
    "courts": ("Betrothed", "WeddingHeld", "BetrothalEnded", "ArtistJudged", "ScientistJudged", "RulerCame"),
    "voyages": (
        "ExpeditionOutfitted", "CaptainSailed", "NavigationTried", "ColonyPlanted", "OceanPiracyBegan",
        "LootTaken", "SailedRoundTheWorld", "FleetAttacked", "VoyageEnded", "CaptainLost",
    ),
    "espionage": (
        "PlotRolled", "InformantInserted", "InformantUnmasked", "JesuitPlaced", "JesuitLost",
        "LeaderAssassinated", "ElizabethAssassinated", "PlotFailed", "HandLookedAt", "HandSeen",
    ),
    "war": (
        "WarDeclared", "WarBrokeOut", "WarJoined", "BattleBegan", "SiegeLaid", "AssaultSucceeded",
        "AssaultFailed", "NavalCombatBegan", "PiracyEnded", "MinorActivated", "MinorDeactivated",
        "CatholicLeagueFormed", "ArmadaBuilt",
    ),
}  # fmt: skip
HAND, DECISIONS = 8, 160


def told(event: Event) -> Iterable[str]:
    """What is counted of an event beside its kind."""
    if isinstance(event, CardPlayed) and event.how != "cp":
        yield f"use {event.card}.{event.how}"
    elif isinstance(event, WeddingHeld):
        yield f"wedding: {event.result}"
    elif isinstance(event, PlotRolled):
        yield f"plot: {min(4, max(-1, event.net))} net hits"


def all_uses() -> set[str]:
    """Every use of every card, by its number."""
    found = {(card, use) for card, uses in CARDS.events.items() for use in uses}
    found |= {(use.card, use.use) for uses in CARDS.by_window.values() for use in uses}
    return {f"use {card}.{use}" for card, use in found if card not in NOT_WITH_SIX_PLAYERS}


def wanted_answer(game: VqGame, question: Question[Any], missing: set[str]) -> Any:
    """An answer that plays a card for a use not seen yet; None if there is none."""
    if isinstance(question, Respond):
        for use in playable_uses(game, question.power, question.window):
            if f"use {use.card}.{use.use}" in missing:
                return (CardPlay(use.card, use.use),)
    if isinstance(question, TakeImpulse):
        for answer in question.legal(game):
            if isinstance(answer, PlayEvent) and f"use {answer.card}.{answer.use}" in missing:
                return answer
    return None


def steered(seed: int, missing: set[str]) -> Counter[str]:
    """Some decisions from an odd position in which the cards that are missing are held."""
    game = odd_position(seed)
    if game is None or len(game.unplayed()) > 0:
        return Counter()
    rng = random.Random(f"steered {seed}")
    cards = sorted({int(name.removeprefix("use ").partition(".")[0]) for name in missing})
    for card in rng.sample(cards, min(HAND, len(cards))):
        for pile in (
            game.cards.deck,
            game.cards.discards,
            game.cards.removed,
            game.cards.unborn,
            *game.cards.hands.values(),
        ):
            if card in pile:
                pile.remove(card)
                game.cards.hands[game.card(card).home or rng.choice(game.majors)].append(card)
                break
    engine: Engine[Any] = Engine(rules(), Snapshot(0, rules().dump(game)))
    return play_at_random(
        engine,
        seed,
        check_every=10,
        stop_after=DECISIONS,
        also=told,
        rather=lambda now, question: wanted_answer(now, question, missing),
    )


def show(counts: Counter[str], by_chance: set[str], missing: set[str]) -> None:
    for subject, names in SUBJECTS.items():
        print(f"{subject}:", {name: counts[name] for name in names})
    for kind in ("wedding", "plot", "victory", "last turn"):
        print(
            f"{kind}:",
            {n.partition(kind)[2].lstrip(": "): c for n, c in sorted(counts.items()) if n.startswith(kind)},
        )
    reached = all_uses() - missing
    print(f"uses of cards: {len(by_chance)} of {len(all_uses())} by chance, {len(reached)} with steering")
    if missing:
        print("never:", sorted(missing))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--odd", type=int, default=0)
    parser.add_argument("--steered", type=int, default=0)
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    began = time.process_time()
    for seed in range(args.first, args.first + args.games):
        counts += play_at_random(new_engine(args.scenario, f"tally {seed}"), seed, check_every=10, also=told)
    odd = 0
    for seed in range(args.first, args.first + args.odd):
        if (game := odd_position(seed)) is not None:
            odd += 1
            engine: Engine[Any] = Engine(rules(), Snapshot(0, rules().dump(game)))
            counts += play_at_random(engine, seed, stop_after=DECISIONS, also=told)
    by_chance = {name for name in all_uses() if counts[name]}
    missing = all_uses() - by_chance
    for seed in range(args.steered):
        if not missing:
            break
        counts += steered(seed, missing)
        missing -= {name for name in missing if counts[name]}
    print(
        f"{args.games} games of the {args.scenario}, {odd} odd positions, {counts['decisions']} decisions, ",
        end="",
    )
    print(f"{time.process_time() - began:.0f} s of CPU, invariants kept")
    show(counts, by_chance, missing)
    return 1 if missing and args.steered else 0


if __name__ == "__main__":
    sys.exit(main())
