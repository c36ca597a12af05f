"""Games steered to what plain random play hardly ever reaches.

A goal is a scenario, tastes of the players (`tests.tastes`), and what must have happened in one game (names
of a tally, `tests.tally`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from rules import Engine, Setup, load_rules
from rules.core.options import today
from rules.his import HisGame
from rules.his.dynasty.tudors import EDWARD, edward_born
from rules.his.powers import ENGLAND, FRANCE, GENOA, HAPSBURG, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT
from rules.his.war.naval_actions import GONZAGA, GONZAGA_ZONE
from tests.fuzz import play_at_random
from tests.tastes import (
    Condition,
    Player,
    Taste,
    acts,
    agrees_on,
    cedes_keys_to,
    conquers,
    converts,
    declares_war,
    gives_in,
    hires,
    idle,
    intervenes,
    keeps,
    lands_on,
    marries,
    plays,
    raids,
    sails,
    spends,
)


@dataclass(frozen=True, slots=True)
class Goal:
    """What a game is steered to: everything wanted must have happened in one game."""

    name: str
    scenario: str
    tastes: tuple[Taste, ...]
    wanted: tuple[str, ...]


ALL = IMPULSE_ORDER


def others(*powers: str) -> tuple[str, ...]:
    return tuple(power for power in ALL if power not in powers)


GREAT_WAR = (conquers(OTTOMAN), conquers(HAPSBURG), conquers(FRANCE), idle(*ALL))


def use_goal(card: int, use: str, scenario: str, *tastes: Taste, after: str = "") -> Goal:
    """A game in which a use of a card is played, perhaps after another use of the same card."""
    uses = [(card, each) for each in (use, after) if each]
    return Goal(f"card {card} {use}", scenario, (plays(*uses), *tastes), (f"card {card:>3} {use}",))


HEIRS = plays((19, "event"), (21, "event"), (23, "event"))


def edward_rules(game: HisGame) -> bool:
    return EDWARD in game.accessions


def gonzaga_sought(game: HisGame) -> bool:
    return GONZAGA in game.this_turn


def leads(power: str, minor: str) -> Condition:
    return lambda game: game.minor_allies.get(minor) == power


def holds(power: str, card: int) -> Condition:
    return lambda game: card in game.hand(power)


LATE_EDWARD = (marries(5), keeps(21, edward_born))
SUCCESSION_TASTES: dict[str, tuple[str, tuple[Taste, ...]]] = {
    "Edward's card, healthy: henry_viii > edward_vi": ("1517", (marries(), HEIRS)),
    "Edward's card, sickly: henry_viii > edward_vi": ("1517", (marries(), HEIRS)),
    "Mary's card: henry_viii > mary_i": ("1517", (HEIRS,)),
    "Mary's card: edward_vi > mary_i": ("1532", (marries(until=5), HEIRS)),
    "Elizabeth's card: mary_i > elizabeth_i": ("1517", (marries(until=4), HEIRS)),
    # The others need an Edward who is born when Mary's card is in the deck already.
    "Edward's card: nothing changes": ("1532", (*LATE_EDWARD, keeps(19, edward_rules), HEIRS)),
    "Mary's card for Edward's, healthy: henry_viii > edward_vi": (
        "1532",
        (*LATE_EDWARD, keeps(19, edward_rules), HEIRS),
    ),
    "Mary's card for Edward's, sickly: henry_viii > edward_vi": (
        "1532",
        (*LATE_EDWARD, keeps(19, edward_rules), HEIRS),
    ),
    "Mary's card: nothing changes": ("1532", (*LATE_EDWARD, keeps(21, edward_rules), HEIRS)),
}
"""Where and how each branch of the succession is reached."""

GOALS: tuple[Goal, ...] = (
    Goal(
        "military victory by treaties",
        "1532",
        (cedes_keys_to(PAPACY), idle(*ALL)),
        ("victory military", "winner papacy"),
    ),
    *(
        Goal(f"{power} wins", "1532", (cedes_keys_to(power), idle(*ALL)), (f"winner {power}",))
        for power in (ENGLAND, FRANCE)
    ),
    Goal(
        "religious victory",
        "1532",
        (converts, idle(*others(PROTESTANT))),
        ("victory religious", "winner protestant"),
    ),
    Goal(
        "conquest",
        "1517",
        (conquers(OTTOMAN), idle(*others(OTTOMAN))),
        ("procedure defeats of Hungary-Bohemia", "procedure assaults taken", "winner ottoman"),
    ),
    Goal(
        "garrisons of Hungary lost",
        "1517",
        (conquers(OTTOMAN), idle(*others(OTTOMAN))),
        ("event HungaryDefeated", "event MinorLost"),
    ),
    Goal(
        "hits shared by allies",
        "1532",
        (agrees_on("FormAlliance"), *(conquers(power) for power in ALL)),
        ("event OddHit",),
    ),
    Goal(
        "military victory by conquest",  # the Hapsburgs begin near enough, and their keys bring few VP before
        "1517",
        (conquers(HAPSBURG, independents=True), idle(*others(HAPSBURG))),
        ("victory military", "winner hapsburg", "procedure assaults taken"),
    ),
    Goal("standard victory", "tournament", (), ("victory standard",)),
    Goal(
        "all wives",
        "1517",
        (marries(), idle(*ALL)),
        ("marriage kathryn_howard", "marriage katherine_parr"),
    ),
    *(
        Goal(f"succession, {branch}", scenario, (*tastes, idle(*ALL)), (f"succession {branch}",))
        for branch, (scenario, tastes) in SUCCESSION_TASTES.items()
    ),
    Goal(
        "circumnavigation",
        "1517",
        (*(acts(power, "Explore") for power in (HAPSBURG, FRANCE, ENGLAND)), idle(*ALL)),
        ("prize circumnavigation",),
    ),
    Goal(
        "foreign war won",
        "tournament",
        tuple(acts(power, "FightForeignWar") for power in ALL),
        ("procedure foreign wars won",),
    ),
    Goal(
        "peace with regains",
        "1532",
        (gives_in, conquers(HAPSBURG), idle(*others(HAPSBURG))),
        ("procedure suits for peace", "question regain"),
    ),
    Goal(
        "Julia Gonzaga",
        "1532",
        (plays((84, "event")), raids(OTTOMAN, GONZAGA_ZONE, gonzaga_sought), idle(*ALL)),
        ("event GonzagaTaken",),
    ),
    Goal("debater burnt", "tournament", (acts(PAPACY, "CallDebate"),), ("procedure debaters burnt",)),
    Goal(
        "debater disgraced",
        "tournament",
        (acts(PROTESTANT, "CallDebate"),),
        ("procedure debaters disgraced",),
    ),
    Goal(
        "naval leader on loan",
        "1517",
        (agrees_on("LoanSquadrons"), plays((68, "genoa")), idle(*ALL)),
        ("event LeaderLoanTerm", "event LeaderLoaned"),
    ),
    use_goal(23, "event", "1517", marries(until=4), HEIRS, idle(*ALL)),
    *(use_goal(card, "event", "1517", *GREAT_WAR) for card in (25, 26, 28, 29)),
    use_goal(27, "event", "1532", hires(HAPSBURG), conquers(HAPSBURG), idle(*others(HAPSBURG))),
    *(use_goal(30, use, "1517", *GREAT_WAR) for use in ("hapsburg_bonus", "penalty")),
    use_goal(34, "dice", "1517"),
    use_goal(37, "event", "1517"),
    use_goal(41, "event", "1517", idle(*ALL)),
    use_goal(42, "ottoman", "1517", idle(*ALL)),
    use_goal(59, "event", "1517", marries(), HEIRS, idle(*ALL)),
    use_goal(60, "event", "1532", idle(*ALL)),
    *(use_goal(card, "event", "1532", marries(), idle(*ALL)) for card in (62, 63)),
    use_goal(66, "event", "1517", conquers(OTTOMAN), idle(*ALL)),
    use_goal(
        68,
        "sweep",
        "1517",
        *(declares_war(power, OTTOMAN, when=leads(power, GENOA)) for power in (HAPSBURG, FRANCE, PAPACY)),
        sails("andrea_doria", "ionian_sea", "aegean_sea"),
        idle(*ALL),
        after="genoa",
    ),
    use_goal(69, "activate", "1517", idle(*ALL)),
    use_goal(69, "reinforce", "1517", declares_war(ENGLAND, "scotland"), intervenes, idle(*ALL)),
    use_goal(
        69,
        "intervene",
        "1517",
        declares_war(ENGLAND, "scotland", when=holds(FRANCE, 69)),
        intervenes,
        idle(*ALL),
    ),
    use_goal(73, "peace", "1517", gives_in, *GREAT_WAR),
    use_goal(75, "early", "1517", idle(*ALL)),
    use_goal(86, "return", "1517", lands_on(OTTOMAN, "rhodes", "aegean_sea"), idle(*ALL)),
    use_goal(91, "event", "1517", conquers(OTTOMAN), idle(*others(OTTOMAN))),
    use_goal(96, "event", "1517", *(acts(power, "Explore") for power in ALL), idle(*ALL)),
    use_goal(105, "event", "1532", conquers(HAPSBURG), idle(*others(HAPSBURG))),
    use_goal(108, "activate", "1517", idle(*ALL)),
    *(
        use_goal(
            108,
            use,
            "1517",
            *(declares_war(power, "venice") for power in (OTTOMAN, HAPSBURG, FRANCE)),
            intervenes,
            idle(*ALL),
        )
        for use in ("deactivate", "reinforce")
    ),
    use_goal(
        108,
        "intervene",
        "1517",
        *(declares_war(power, "venice", when=holds(PAPACY, 108)) for power in (OTTOMAN, HAPSBURG, FRANCE)),
        intervenes,
        idle(*ALL),
    ),
    *(use_goal(112, use, "1517", idle(*ALL)) for use in ("execution", "debate")),
    use_goal(115, "protect", "1532", plays((5, "reformer"))),
    use_goal(115, "recover", "1532", spends(63), marries(), idle(*ALL)),
    use_goal(115, "treatise", "1532", marries(), idle(*ALL)),
    use_goal(116, "event", "1517", declares_war(ENGLAND, "scotland"), intervenes, marries(), idle(*ALL)),
)


SEEDS: dict[str, int] = {
    "garrisons of Hungary lost": 2,
    "hits shared by allies": 4,
    "military victory by conquest": 4,
    "standard victory": 11,
    "all wives": 3,
    "succession, Edward's card, healthy: henry_viii > edward_vi": 6,
    "succession, Edward's card, sickly: henry_viii > edward_vi": 3,
    "succession, Mary's card: henry_viii > mary_i": 3,
    "succession, Mary's card: edward_vi > mary_i": 7,
    "succession, Elizabeth's card: mary_i > elizabeth_i": 5,
    "succession, Edward's card: nothing changes": 14,
    "succession, Mary's card for Edward's, healthy: henry_viii > edward_vi": 3,
    "succession, Mary's card for Edward's, sickly: henry_viii > edward_vi": 10,
    "succession, Mary's card: nothing changes": 14,
    "circumnavigation": 8,
    "foreign war won": 2,
    "peace with regains": 1,
    "Julia Gonzaga": 3,
    "debater burnt": 1,
    "naval leader on loan": 5,
    "card 23 event": 5,
    "card 25 event": 2,
    "card 28 event": 1,
    "card 27 event": 11,
    "card 30 hapsburg_bonus": 2,
    "card 30 penalty": 2,
    "card 34 dice": 7,
    "card 37 event": 13,
    "card 41 event": 1,
    "card 42 ottoman": 7,
    "card 59 event": 4,
    "card 60 event": 7,
    "card 63 event": 1,
    "card 68 sweep": 5,
    "card 69 activate": 3,
    "card 69 reinforce": 3,
    "card 69 intervene": 3,
    "card 73 peace": 3,
    "card 86 return": 1,
    "card 96 event": 4,
    "card 108 activate": 4,
    "card 108 deactivate": 4,
    "card 108 reinforce": 4,
    "card 108 intervene": 4,
    "card 112 execution": 4,
    "card 115 protect": 5,
    "card 115 recover": 7,
    "card 115 treatise": 3,
}
"""Seeds that reached a goal when they were looked for last; the others are reached by seed 0."""


def play(goal: Goal, seed: int, *, check_every: int = 50, whole: bool = True) -> Counter[str]:
    """One game towards a goal, to its end or to the goal; what happened in it."""
    engine: Engine[HisGame] = Engine.new(
        load_rules("his"), Setup("his", goal.scenario, options=today()), f"steered {seed}"
    )
    player, enough = Player(goal.tastes), partial(_is_reached, goal)
    if not whole:
        return play_at_random(engine, seed, check_every=check_every, answer_for=player, until=enough)
    counts = play_at_random(engine, seed, check_every=check_every, answer_for=player)
    assert engine.over
    return counts


def _is_reached(goal: Goal, counts: Counter[str]) -> bool:
    return all(counts[what] for what in goal.wanted)


def reach(goal: Goal, seeds: Iterable[int], *, whole: bool = True) -> tuple[int, Counter[str]] | None:
    """The first of these seeds whose game reaches the goal, with what happened in it."""
    for seed in seeds:
        counts = play(goal, seed, whole=whole)
        if _is_reached(goal, counts):
            return seed, counts
    return None
