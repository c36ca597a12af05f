"""How the bot plays: `make bots ARGS="--games 40"` prints what is wanted of it, and what it does.

Games are played in this process, without mail.  Further, each power is played by the bot against five of
version 0.1 (`--old`), and `strong` against `usual` with the seats exchanged (`--strong`).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import mean, median, stdev
from typing import Any

from pbem.games import game_of
from pbem.games.his.bot.player import suggest
from pbem.games.his.bot.weights import Weights
from pbem.games.suggestion import Level
from rules import Engine, Power, Question
from rules.core.card_play import CardPlayed
from rules.core.errors import allows
from rules.core.events import Event
from rules.core.story import PhaseBegan
from rules.his.actions import ChooseAction, Stop
from rules.his.dynasty.chateaux import check_patronage
from rules.his.dynasty.tudors import edward_born
from rules.his.faith.attempts import NO_ATTEMPT, AttemptTarget
from rules.his.faith.events import DebateCalled, DebaterBurnt, DebaterDisgraced, LeagueFormed
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT
from rules.his.sequence.winter import DueEventResolved
from rules.his.victory import protestant_spaces, victory_points
from rules.war.control import ControlChanged
from rules.war.deals import Deal
from rules.war.land_events import AssaultBegan, AssaultSucceeded, SiegeLaid
from rules.war.naval_events import PiracyInitiated
from rules.war.negotiation import ConfirmDeals
from rules.war.treaty_events import DealConfirmed
from tests import old_bot

TITLE = game_of("his")
MOST_DECISIONS = 40_000

Player = Callable[[Question[Any], HisGame], Any]

HARMS: dict[Power, frozenset[int]] = {
    OTTOMAN: frozenset({82, 92, 110}),
    HAPSBURG: frozenset({94}),
    ENGLAND: frozenset({93, 64}),
    FRANCE: frozenset({80}),
    PAPACY: frozenset({39, 41, 44, 46, 62, 63, 65, 78, 85, 90}),
    PROTESTANT: frozenset({43, 45, 55, 56, 57, 58, 61, 67, 81}),
}
"""Events that harm the power that plays them, and are never its duty."""


def bot(level: Level = Level.USUAL, weights: Weights | None = None) -> Player:
    return lambda question, game: suggest(game, question.power, question, level, weights).answer


def old(seed: str) -> Player:
    rng = random.Random(seed)
    return lambda question, game: old_bot.choose(question, game, TITLE.names, rng)


@dataclass(slots=True)
class Record:
    """What happened in one game."""

    winner: Power = ""
    victory: str = ""
    turns: int = 0
    first_turn: int = 1
    counts: Counter[str] = field(default_factory=Counter)
    spaces: dict[int, int] = field(default_factory=dict)
    """Turn -> Protestant spaces at its beginning."""
    points: dict[int, dict[Power, int]] = field(default_factory=dict)
    """Turn -> points at its beginning."""
    last_points: dict[Power, int] = field(default_factory=dict)
    belgrade: int | None = None
    league: str = ""
    edward: int | None = None
    marriages: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    piracy_vp: int = 0
    pirates_from: int | None = None
    decisions: int = 0


def play(scenario: str, seed: str, players: Mapping[Power, Player]) -> Record:
    """One game to its end."""
    began = time.process_time()
    setup = TITLE.setup(scenario, tuple((power,) for power in TITLE.powers), ())
    engine: Engine[HisGame] = Engine.new(TITLE.rules, setup, seed)
    record = Record(first_turn=engine.game.turn)
    note(record, engine.drain(), engine.game)
    while engine.open:
        for power in list(engine.waiting()):
            question = engine.waiting().get(power)
            if question is None:
                continue
            answer = players[power](question, engine.game)
            note_answer(record, question, answer, engine.game)
            engine.submit(power, answer, source="bot")
            record.decisions += 1
            note(record, engine.drain(), engine.game)
        assert record.decisions < MOST_DECISIONS, f"runaway: {engine.where()}"
    record.winner = engine.game.winner or ""
    record.victory = engine.game.victory
    record.turns = engine.game.turn - record.first_turn + 1
    record.piracy_vp = engine.game.piracy_vp
    record.last_points = {power: victory_points(engine.game, power) for power in IMPULSE_ORDER}
    record.seconds = time.process_time() - began
    return record


def note(record: Record, events: list[Event], game: HisGame) -> None:
    counts = record.counts
    laid: set[str] = set()
    for event in events:
        match event:
            case PhaseBegan(turn=turn, phase="card_draw"):
                record.spaces[turn] = protestant_spaces(game)
                record.points[turn] = {power: victory_points(game, power) for power in IMPULSE_ORDER}
            case SiegeLaid(space=space):
                counts["sieges"] += 1
                laid.add(space)
            case AssaultBegan():
                counts["assaults"] += 1
            case AssaultSucceeded():
                counts["assaults won"] += 1
            case PiracyInitiated():
                counts["piracy"] += 1
            case DebateCalled():
                counts["debates"] += 1
            case DebaterBurnt() | DebaterDisgraced():
                counts["debaters lost"] += 1
            case DealConfirmed():
                counts["deals"] += 1
            case LeagueFormed():
                record.league = record.league or "played"
            case DueEventResolved(card=13):
                record.league = "due"
            case ControlChanged(space=space, power=power, reason=reason):
                if space == "belgrade" and power == OTTOMAN and record.belgrade is None:
                    record.belgrade = game.turn
                if game.board.spaces[space].is_key and reason.code == "assault":
                    counts["keys taken"] += 1
                if reason.code == "defeat_of_hungary" and space in laid:
                    counts["sieges"] -= 1  # it falls as the army arrives: nothing is left to assault
            case CardPlayed(power=power, card=card, how=how):
                note_card(record, power, card, how, game)
            case _:
                pass
    if record.edward is None and edward_born(game):
        record.edward = game.turn
    if record.pirates_from is None and game.pirates:
        record.pirates_from = game.turn


def note_card(record: Record, power: Power, card: int, how: str, game: HisGame) -> None:
    counts = record.counts
    if how == "cp":
        counts["cp"] += game.card(card).cp
    if card == 3 and game.turn >= 2 and not edward_born(game):
        record.marriages["all"] += 1
        record.marriages[how] += 1
    for number, name in ((4, "4"), (1, "1"), (47, "47/51"), (51, "47/51")):
        if card == number and (number != 4 or how != "cp" or allows(check_patronage, game)):
            # When all chateaux stand, or Francis is gone, #4 is for CP only (21.4).
            counts[f"{name} played"] += 1
            counts[f"{name} as event"] += how != "cp"
    if how != "cp" and card in HARMS[power] and game.card(card).kind != "mandatory":
        counts["self-harm"] += 1


def note_answer(record: Record, question: Question[Any], answer: Any, game: HisGame) -> None:
    match question:
        case AttemptTarget() if answer == NO_ATTEMPT:
            record.counts["broken off"] += any(space for space, _ in question.legal(game))
        case ChooseAction(cp=cp) if isinstance(answer, Stop):
            record.counts["cp lost"] += cp
        case ConfirmDeals(deals=deals):
            record.counts["gifts"] += sum(one_way(deals[number - 1]) for number in answer)
        case _:
            pass


def one_way(deal: Deal) -> bool:
    """Whether only one side gives."""
    givers = {getattr(item, "giver", None) for item in deal.items}
    return None not in givers and len(givers) == 1


# ---- The table


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what is wanted, and what was measured."""

    check: str
    wanted: str
    measured: str
    good: bool


def rows(records: list[Record], scenario: str) -> Iterator[Row]:
    """The sanity checks over some games."""
    total = sum(record.turns for record in records)
    counts: Counter[str] = sum((record.counts for record in records), Counter())
    games = len(records)

    def share(part: float, whole: float) -> float:
        return part / whole if whole else 0.0

    if scenario == "1517":
        early = share(sum(r.belgrade is not None and r.belgrade <= 2 for r in records), games)
        yield Row("Belgrade Ottoman by end of turn 2", ">= 90 %", f"{early:.0%}", early >= 0.9)
        spaces = [mean([r.spaces[t] for r in records if t in r.spaces] or [0]) for t in (2, 3, 4)]
        bands = ((9, 12), (14, 18), (18, 23))
        good = all(low - 0.5 <= n <= high + 0.5 for n, (low, high) in zip(spaces, bands, strict=True))
        told = " / ".join(f"{n:.1f}" for n in spaces)
        yield Row("Protestant spaces at start of turns 2/3/4", "9-12 / 14-18 / 18-23", told, good)
        wanted = dict(zip(IMPULSE_ORDER, (16, 18, 9, 12, 17, 13), strict=True))
        points = {p: mean([r.points[4][p] for r in records if 4 in r.points] or [0]) for p in IMPULSE_ORDER}
        good = all(abs(points[p] - wanted[p]) <= 3 for p in IMPULSE_ORDER)
        told = "/".join(f"{points[p]:.1f}" for p in IMPULSE_ORDER)
        yield Row("VP at start of turn 4 O/H/E/F/Pa/Pr", "16/18/9/12/17/13 +-3", told, good)
    formed = [r.league for r in records if r.league]
    if formed:
        played = share(sum(how == "played" for how in formed), len(formed))
        yield Row("League formed by play, not as due", ">= 80 %", f"{played:.0%}", played >= 0.8)
    sieges, assaults = counts["sieges"] / total, share(counts["assaults"], counts["sieges"])
    won = share(counts["assaults won"], counts["assaults"])
    yield Row(
        "sieges per turn; assaults per siege; success",
        "1-2; >= 1.2; .4-.65",
        f"{sieges:.2f}; {assaults:.2f}; {won:.2f}",
        0.95 <= sieges <= 2.05 and assaults >= 1.15 and 0.38 <= won <= 0.67,
    )
    keys = counts["keys taken"] / total
    yield Row("keys taken by force per turn", ".6-1.5", f"{keys:.2f}", 0.6 <= keys <= 1.5)
    pirate_turns = sum(r.first_turn + r.turns - r.pirates_from for r in records if r.pirates_from is not None)
    raids = share(counts["piracy"], pirate_turns)
    vp = mean(r.piracy_vp for r in records)
    yield Row(
        "piracy per turn after #9; VP", ">= 1; 2-5", f"{raids:.2f}; {vp:.1f}", raids >= 1 and 2 <= vp <= 5
    )
    debates, lost = counts["debates"] / total, share(counts["debaters lost"], counts["debates"])
    good = 0.95 <= debates <= 1.85 and 0.1 <= lost <= 0.3
    yield Row("debates per turn; lost per debate", "1-1.8; .1-.3", f"{debates:.2f}; {lost:.2f}", good)
    broken, harm = counts["broken off"] / games, counts["self-harm"] / games
    yield Row(
        "attempts broken off; self-harm per game", "0; 0", f"{broken:.2f}; {harm:.2f}", not broken + harm
    )
    married = share(sum(r.marriages["marriage"] for r in records), sum(r.marriages["all"] for r in records))
    born = share(sum(r.edward is not None and r.edward <= 6 for r in records), games)
    good = married >= 0.85 and 0.65 <= born <= 0.85
    yield Row("#3 as marriage, turns 2+; Edward by 6", ">= 85 %; 65-85 %", f"{married:.0%}; {born:.0%}", good)
    uses = [share(counts[f"{n} as event"], counts[f"{n} played"]) for n in ("4", "1", "47/51")]
    good = uses[0] >= 0.9 and uses[1] >= 0.8 and uses[2] >= 0.995
    yield Row("#4; #1; #47/#51 as events", ">= 90; 80; 100 %", "; ".join(f"{use:.0%}" for use in uses), good)
    deals, gifts = counts["deals"] / total, counts["gifts"]
    yield Row("deals per turn; gifts", ">= 2; 0", f"{deals:.2f}; {gifts}", deals >= 2 and not gifts)
    wasted = share(counts["cp lost"], counts["cp"])
    yield Row("CP lost", "<= 1 %", f"{wasted:.1%}", wasted <= 0.01)
    wins = Counter(r.winner for r in records)
    shares = {power: wins[power] / games for power in IMPULSE_ORDER}
    good = all(0.07 <= part <= 0.3 for part in shares.values())
    told = "/".join(f"{100 * shares[p]:.0f}" for p in IMPULSE_ORDER)
    yield Row("wins O/H/E/F/Pa/Pr in %", "each 7-30", told, good)
    kinds = Counter(r.victory for r in records)
    ends = median(r.turns + r.first_turn - 1 for r in records)
    standard, domination = kinds["standard"] / games, kinds["domination"] / games
    told = f"{standard:.0%}; {domination:.0%}; {ends:g}"
    if scenario == "1517":
        good = standard >= 0.6 and domination <= 0.15 and 5 <= ends <= 7
        yield Row("standard; domination; median last turn", ">= 60; <= 15 %; 5-7", told, good)


def table(records: list[Record], scenario: str) -> str:
    """The table as text."""
    games, seconds = len(records), sum(record.seconds for record in records)
    lines = [f"{scenario}, {games} games, {games / seconds:.2f} games per CPU second", ""]
    found = list(rows(records, scenario))
    for row in found:
        mark = " " if row.good else "!"
        lines.append(f"{mark} {row.check:<46} {row.wanted:<24} {row.measured}")
    lines += ["", f"{sum(row.good for row in found)} of {len(found)} as wanted"]
    return "\n".join(lines)


def everybody(player: Player) -> dict[Power, Player]:
    return dict.fromkeys(IMPULSE_ORDER, player)


def against_old(scenario: str, games: int) -> dict[Power, float]:
    """How often the bot wins with each power against five of version 0.1."""
    won: dict[Power, float] = {}
    for power in IMPULSE_ORDER:
        wins = 0
        for number in range(games):
            seed = f"old {power} {number}"
            players = {**everybody(old(seed)), power: bot()}
            wins += play(scenario, seed, players).winner == power
        won[power] = wins / games
    return won


@dataclass(frozen=True, slots=True)
class Mirror:
    """How two players did who had each power of the same games in turn."""

    wins: float
    """The share of games that the first of them won."""
    ahead: float
    """By how many points his powers ended higher than the same powers of the other, in the mean."""
    doubt: float
    """The standard error of that."""


def mirrored(scenario: str, games: int, one: Player, other: Player, *, seeds: str = "mirror") -> Mirror:
    """Each player has three powers, and then the other three; points tell more than wins, which are few."""
    wins, ahead = 0, []
    for number in range(games):
        rng = random.Random(f"{seeds} seats {number}")
        chosen = set(rng.sample(IMPULSE_ORDER, 3))
        ends = []
        for own in (chosen, set(IMPULSE_ORDER) - chosen):
            players = {power: one if power in own else other for power in IMPULSE_ORDER}
            record = play(scenario, f"{seeds} {number}", players)
            wins += record.winner in own
            ends.append(record.last_points)
        first, second = ends
        better = [(first[p] - second[p]) * (1 if p in chosen else -1) for p in IMPULSE_ORDER]
        ahead.append(mean(better))
    doubt = stdev(ahead) / games**0.5 if games > 1 else 0.0
    return Mirror(wins / (2 * games), mean(ahead), doubt)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--scenario", action="append", choices=["1517", "1532", "tournament"])
    parser.add_argument("--level", type=Level, default=Level.USUAL)
    parser.add_argument(
        "--old", type=int, default=0, metavar="GAMES", help="games of each power against old bots"
    )
    parser.add_argument(
        "--strong", type=int, default=0, metavar="GAMES", help="mirrored pairs, strong and usual"
    )
    chosen = parser.parse_args()
    for scenario in chosen.scenario or ["1517", "tournament"]:
        if chosen.games:
            numbers = range(chosen.first, chosen.first + chosen.games)
            records = [play(scenario, f"bots {n}", everybody(bot(chosen.level))) for n in numbers]
            print(table(records, scenario), end="\n\n")
        if chosen.old:
            won = against_old(scenario, chosen.old)
            told = ", ".join(f"{power} {part:.0%}" for power, part in won.items())
            print(f"against five old bots, {chosen.old} games each: {told} (wanted: >= 60 %)\n")
        if chosen.strong:
            found = mirrored(
                scenario, chosen.strong, bot(Level.STRONG), bot(), seeds=f"mirror {chosen.first}"
            )
            print(f"strong against usual, {2 * chosen.strong} games: {found.wins:.0%} won (wanted: > 55 %),")
            print(f"{found.ahead:+.2f} points for each power (standard error {found.doubt:.2f})\n")


if __name__ == "__main__":
    main()
