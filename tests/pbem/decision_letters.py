"""A letter for each kind of decision, and the last of a game, from typed positions.

`golden_letters` keeps them word for word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from pbem.cases.played import play_log, with_fresh_seed
from pbem.cases.read import read_text
from pbem.games import game_of
from pbem.language import say
from pbem.play.plan import Begun
from pbem.post.service import GamePlan, Player
from pbem.store.tables import OutgoingRow
from tests.pbem.office import GAME, Office

SILENCE = ""
"""Everybody who is asked orders what silence would mean, until the wanted question comes."""
PATIENCE = 40
LAST = "last-letter"
OVER = "the end of the game"
"""What a silent step waits for if nothing is asked any more."""


@dataclass(frozen=True, slots=True)
class Step:
    """A letter, and the letters that it leads to: their names, and who gets them."""

    power: str
    line: str
    leads_to: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A position, and what is played from it."""

    position: str
    steps: Sequence[Step]
    game: str = "his"
    seed: str = "decisions"


FIELD = """
    scenario 1532
    war hapsburg france
    units besancon: hapsburg 6 regulars, 2 mercenaries, charles v, alva
    units dijon: france 5 regulars, 1 mercenary, montmorency
    units lyon: france 4 regulars, francis i
    hand hapsburg: 2 24 30 31
    hand france: 4 26 29 33
    impulse hapsburg
"""
STORM = """
    scenario 1532
    control pressburg: ottoman
    units vienna: hapsburg 3 regulars, ferdinand; ottoman 7 regulars, 3 cavalry, suleiman, ibrahim
    siege vienna: ottoman
    hand ottoman: 1 28 35
    impulse ottoman 5 cp
"""
WALLS = """
    scenario 1532
    units pressburg: ottoman 6 regulars, suleiman
    units vienna: hapsburg 4 regulars, ferdinand
    impulse ottoman 3 cp
"""
SEA = """
    scenario 1532
    ally genoa hapsburg
    control tunis: ottoman
    units algiers: none
    units genoa: none
    units istanbul: ottoman 6 regulars
    units naples: hapsburg 2 regulars
    units tunis: ottoman 3 squadrons, 2 corsairs, barbarossa
    units tyrrhenian sea: genoa 1 squadron, andrea doria; hapsburg 2 squadrons
    hand ottoman: 1 34 31
    hand hapsburg: 2 25 32
    impulse ottoman 5 cp
"""
PIRATES = """
    scenario 1532
    units algiers: none
    units ionian sea: ottoman 3 corsairs, barbarossa
    hand hapsburg: 2 31 32
    impulse ottoman 5 cp
"""
FAITH = """
    scenario 1532
    hand protestant: 7 102
    hand papacy: 5 31
    impulse protestant 4 cp
"""
DEBATE = """
    scenario 1532
    hand papacy: 5 6 31
    committed carlstadt
    impulse papacy 4 cp
"""
PEACE = """
    scenario 1532
    turn 5
    phase diplomacy
    war papacy ottoman
    control ravenna: ottoman
    units ravenna: ottoman 2 regulars
"""
WINTER = """
    scenario 1532
    units pressburg: ottoman 5 regulars, suleiman
    units athens: none
    units ionian sea: ottoman 1 squadron
    hand ottoman: 31
    hand hapsburg: none
    hand england: none
    hand france: none
    hand papacy: none
    hand protestant: none
    impulse ottoman
"""
END = """
    scenario 1532
    turn 9
    bonus ottoman war_winner 8
    phase winter
"""
VIRGIN_QUEEN = """
    game vq
    scenario campaign
    hand spain: 3 40 41 42
    phase diplomacy
"""

PLAYED = (
    Played(
        FIELD,
        (
            Step("hapsburg", "windows open in my battles and debates"),
            Step("france", "windows open in my battles and debates"),
            Step("hapsburg", "play 2 for cp", (("action", "hapsburg"),)),
            Step(
                "hapsburg",
                "move Charles V, Alva, 6 regulars, 2 mercenaries: Besançon > Dijon",
                (("intercept", "france"),),
            ),
            Step("france", "decline", (("avoid-battle", "france"),)),
            Step("france", "stay", (("combat-cards", "hapsburg"),)),
            Step("hapsburg", "pass"),
            Step(SILENCE, "losses", (("losses", "france"),)),
            Step(SILENCE, "retreat", (("retreat", "france"),)),
            Step(SILENCE, "impulse", (("impulse", "england"),)),
        ),
    ),
    Played(
        STORM,
        (
            Step("ottoman", "windows open in my battles and debates"),
            Step("ottoman", "assault Vienna", (("assault", "ottoman"),)),
        ),
    ),
    Played(
        WALLS,
        (
            Step("ottoman", "move Suleiman, 6 regulars: Pressburg > Vienna"),
            Step(SILENCE, "withdraw", (("withdraw", "hapsburg"),)),
        ),
    ),
    Played(
        SEA,
        (
            Step("ottoman", "windows open in my battles and debates"),
            Step(
                "ottoman",
                "naval move Barbarossa, 3 squadrons, 2 corsairs: Tunis > Barbary Coast",
                (("naval-intercept", "hapsburg"),),
            ),
            Step(
                "hapsburg",
                "intercept with Doria, 2 squadrons, 1 Genoese squadron from Tyrrhenian Sea",
                (("naval-combat", "ottoman"),),
            ),
        ),
    ),
    Played(PIRATES, (Step("ottoman", "piracy in Ionian Sea against Hapsburg", (("piracy", "hapsburg"),)),)),
    Played(FAITH, (Step("protestant", "treatise in the German zone", (("attempt", "protestant"),)),)),
    Played(DEBATE, (Step("papacy", "call debate in the German zone", (("debate", "papacy"),)),)),
    Played(
        PEACE,
        (
            Step(SILENCE, "sue_for_peace", (("peace", "papacy"),)),
            Step(SILENCE, "declare_wars", (("wars", "ottoman"),)),
            Step(SILENCE, "spring", (("spring", "ottoman"),)),
        ),
    ),
    Played(
        VIRGIN_QUEEN,
        (
            Step(SILENCE, "declare_and_pay", (("vq-wars", "spain"),)),
            Step(SILENCE, "impulse", (("vq-impulse", "spain"),)),
            Step(SILENCE, "action", (("vq-action", "spain"),)),
        ),
        game="vq",
    ),
    Played(END, (Step(SILENCE, OVER, ((LAST, "england"),)),)),
    Played(WINTER, (Step("ottoman", "play 31 for cp\nend", (("winter", "hapsburg"),)),)),
)


def decision_letters(new_office: Callable[[], Office]) -> Iterator[tuple[str, OutgoingRow]]:
    """Each letter with its name."""
    for played in PLAYED:
        office = new_office()
        begin(office, played)
        for step in played.steps:
            office.later(1)
            take(office, step, played.game)
            for name, power in step.leads_to:
                yield name, office.last_to(power)
        office.close()


def begin(office: Office, played: Played) -> None:
    (case,), problems = read_text(f"case 1 a decision\n{dedent(played.position)}", Path("typed"))
    assert not problems, problems
    log = with_fresh_seed(play_log(case, "unused"), played.seed)
    players = tuple(
        Player(power.title(), f"{power}@example.test", (power,)) for power in game_of(played.game).powers
    )
    begun = Begun(log.setup, log.log, log.words)
    plan = GamePlan(GAME, log.setup.scenario, players, game=played.game, begun=begun)
    office.moderator.create_game(plan, seed=log.seed)
    office.moderator.start_game(GAME)


def take(office: Office, step: Step, game: str) -> None:
    """Write the letter of a step; for a silent one, as many as it takes."""
    if step.power:
        office.write(step.power, *step.line.splitlines())
        return
    for _ in range(PATIENCE):
        engine = office.engine()
        if step.line == OVER and engine.over:
            return
        asked = engine.waiting()
        if any(step.line in (q.kind, getattr(q, "topic", "")) for q in asked.values()):
            wanted = dict(step.leads_to).values()
            if any(power in asked for power in wanted):
                return
        power, question = next(iter(asked.items()))
        office.write(power, say(question, question.default(engine.game), game_of(game).names))
    raise AssertionError(f"{step.line} is never asked")
