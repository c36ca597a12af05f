"""An impulse: which card, for what, and which action next (11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from pbem.games.his.bot.candidates import Candidate, Candidates
from pbem.games.his.bot.events import event_worth
from pbem.games.his.bot.foresight import best_by_foresight
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.seas import Seas
from pbem.games.his.bot.units import pick_units
from pbem.games.his.bot.war import Fronts, fronts_of
from pbem.games.suggestion import Suggestion, because
from pbem.language.voice import Message
from rules import Question
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.impulse import Play, PlayEvent, PlayForCP, TakeImpulse
from rules.his.actions import Action, ChooseAction
from rules.his.cards.home import luther_lives
from rules.his.cards.roxelana import FreeAssault
from rules.his.faith.actions import BuildStPeters
from rules.his.powers import PAPACY, PROTESTANT
from rules.his.sequence.impulse import MANDATORY_CP
from rules.his.state import Impulse
from rules.his.war.build_actions import (
    BuildCorsair,
    BuildSquadron,
    BuyMercenary,
    ControlSpace,
    RaiseCavalry,
    RaiseRegular,
)
from rules.war.forces import Formation, army_at
from rules.war.land_actions import MoveFormation

MOST_CP = 6
FIRST_TRIED = 8
PLAIN_CP = 0.16
"""What a CP is surely good for later: a card should be played for more than that."""
PARTLY = 0.7
SOME_DAY = 0.4
"""What is left of the worth of an event that cannot be played now: its day may not come."""
CROWD, MARCHERS = 10, 4
HERE_I_STAND, WARTBURG = 7, 37
DEBATES_OF_THE_POPE = (5, 6)
REASONS = {(1, "recruit"): "event_recruits", (3, "marriage"): "event_marriage", (4, "event"): "event_chateau"}
"""Events whose worth can be said in a sentence of their own."""


@dataclass(frozen=True, slots=True)
class Line:
    """Actions one after the other, and what they are worth together."""

    value: float
    actions: tuple[Candidate, ...]


NOTHING = Line(0.0, ())


def best_sequence(candidates: Sequence[Candidate], cp: int) -> Line:
    """The best that so many CP can do: each good beginning, filled up by what brings most for a CP."""
    able = [_within(one, cp) for one in candidates if one.cost <= cp and one.value > 0]
    able.sort(key=lambda one: -one.rate)
    best = NOTHING
    for first in able[:FIRST_TRIED]:
        chosen = [first]
        left, groups = cp - first.price, {first.group} - {""}
        worth = first.value
        counts = {id(first): 1}
        for one in able:
            while (
                one.price <= left
                and counts.get(id(one), 0) < one.repeats
                and not (one.group and one.group in groups)
            ):
                chosen.append(one)
                worth += one.value * (0.9 ** counts.get(id(one), 0))
                counts[id(one)] = counts.get(id(one), 0) + 1
                left -= one.price
                if one.group:
                    groups.add(one.group)
                if not one.price:
                    break
        if worth > best.value + 1e-9:
            best = Line(worth, tuple(chosen))
    return best


def _within(one: Candidate, cp: int) -> Candidate:
    """A march that does not arrive with these CP is worth less."""
    if one.whole <= cp:
        return one
    return replace(one, value=one.value * PARTLY * cp / one.whole, whole=cp)


# ---- The next action


def next_action(mind: Mind, question: ChooseAction) -> Suggestion:
    """The first action of the best sequence for the CP that are left."""
    candidates = Candidates(mind, question)
    if (storm := free_assault(candidates)) is not None:
        return storm
    plan = best_sequence(candidates.all, question.cp)
    if not plan.actions:
        return Suggestion(anything_useful(mind, question, candidates.seas), because("rest"))
    first = comes_first(plan.actions)
    action: Action = first.action
    if isinstance(action, BuildStPeters):
        count = sum(isinstance(one.action, BuildStPeters) for one in plan.actions)
        action = BuildStPeters(max(1, min(count, question.cp)))
    return Suggestion(action, first.why)


def anything_useful(mind: Mind, question: ChooseAction, seas: Seas) -> Action:
    """CP that nothing good is known for still buy a unit somewhere, if counters are left."""
    for cls in (RaiseRegular, BuyMercenary, RaiseCavalry, BuildCorsair, BuildSquadron, ControlSpace):
        if cls is BuildSquadron and seas.counters_kept:
            continue
        if cls in question.kinds(mind.game):
            for option in question.affordable(mind.game, cls):
                return option
    if MoveFormation in question.kinds(mind.game):
        march = nearer_to_the_capital(mind) or nearer_to_the_border(mind)
        if march is not None:
            return march
    return question.default(mind.game)


def nearer_to_the_capital(mind: Mind) -> MoveFormation | None:
    """Scattered units that nobody leads gather where the army of the next spring sets out."""
    game, fronts = mind.game, fronts_of(mind)
    homes = game.capitals(mind.power)
    for origin in sorted(mind.own_stacks()):
        army = fronts.field_army(origin)
        if army is None or army.leaders or origin in homes or origin in fronts.threats:
            continue
        ways = fronts.ways_from(origin, army)
        for home in homes:
            if home not in ways.costs or not mind.ours(game.controller(home)) or game.under_siege(home):
                continue
            march = MoveFormation(origin, ways.path(home)[0], army)
            able = march.cost(game, mind.power) <= game.impulse.cp
            if able and mind.ours(game.controller(march.to)) and allows(march.check, game, mind.power):
                return march
    return None


def nearer_to_the_border(mind: Mind) -> MoveFormation | None:
    """Some of a stack too large for any leader go to the next space of ours."""
    game = mind.game
    for origin in sorted(
        mind.own_stacks(), key=lambda space: (-game.land_strength(space, mind.power), space)
    ):
        army = army_at(game, origin, mind.power)
        if army.size <= CROWD:
            return None
        part = Formation((), pick_units(army.units, MARCHERS))
        for near in game.board.clear_neighbours(origin):
            march = MoveFormation(origin, near, part)
            if mind.ours(game.controller(near)) and allows(march.check, game, mind.power):
                return march
    return None


def comes_first(actions: Sequence[Candidate]) -> Candidate:
    """Units are raised before the army leaves that they join; else what is worth most for its CP."""
    first = max(actions, key=lambda one: one.rate)
    for one in actions:
        if one.at_once:
            return one
    if isinstance(first.action, MoveFormation):
        for one in actions:
            build = one.action
            if (
                isinstance(build, RaiseRegular | BuyMercenary | RaiseCavalry)
                and build.space == first.action.origin
            ):
                return one
    return first


def free_assault(candidates: Candidates) -> Suggestion | None:
    """Roxelana's assault costs nothing (#42)."""
    if "FreeAssault" not in candidates.names:
        return None
    mind = candidates.mind
    for option in FreeAssault.options(mind.game, mind.power):
        if candidates.fronts.chance(option.space, option.formation, 1) > 0.1:
            return Suggestion(option, because("assault", space=option.space, percent=50))
    return None


# ---- The card


@dataclass(frozen=True, slots=True)
class Use:
    """A way to use an impulse, and what it is worth beyond what the card is good for anyway."""

    play: Play
    gain: float
    why: Message


def uses(mind: Mind, plays: Iterable[Play], fronts: Fronts | None = None) -> list[Use]:
    """What each play is worth, the best first; `fronts` if they were looked at before the impulse."""
    game = copy(mind.game)
    game.impulse = Impulse(mind.power, cp=MOST_CP)
    before = Mind(game, mind.power, mind.weights, mind.level)
    if fronts is not None:
        before.memory["fronts"] = fronts
    candidates = Candidates(before, ChooseAction(mind.power, MOST_CP))
    plans: dict[int, Line] = {}

    def plan(cp: int) -> Line:
        if cp not in plans:
            plans[cp] = best_sequence(candidates.all, cp)
        return plans[cp]

    plays, found = list(plays), []
    now = {(play.card, play.use) for play in plays if isinstance(play, PlayEvent)}
    for play in plays:
        if isinstance(play, PlayForCP):
            cp = game.card(play.card).cp
            there = plan(cp)
            first = comes_first(there.actions) if there.actions else None
            gain = there.value - waiting_worth(mind, candidates.fronts, play.card, now)
            why = first.why if first is not None else because("rest")
            found.append(Use(play, gain, why))
        elif isinstance(play, PlayEvent):
            found.append(_event_use(mind, candidates.fronts, play, plan))
        else:
            found.append(Use(play, 0.0, because("pass")))
    if mind.weights.thinking(mind.level).noise:
        noise = mind.weights.thinking(mind.level).noise
        found = [replace(use, gain=use.gain + mind.rng.uniform(-noise, noise)) for use in found]
    return sorted(found, key=lambda use: -use.gain)


def _event_use(mind: Mind, fronts: Fronts, play: PlayEvent, plan: Callable[[int], Line]) -> Use:
    game = mind.game
    card = game.card(play.card)
    worth = event_worth(mind, fronts, play.card, play.use)
    why = because(REASONS.get((play.card, play.use), "event"), card=play.card)
    if card.kind == "mandatory":
        # It must be played some time; what it gives others is not ours to hurry.
        value = plan(MANDATORY_CP).value - PLAIN_CP * MANDATORY_CP
        early = worth if worth is not None else -0.35
        return Use(play, value * 0.5 + early, why if early > 0 else because("mandatory", card=play.card))
    if worth is None:
        return Use(play, -5.0, why)
    granted = card.use(play.use).grants_cp
    if granted:
        worth += plan(granted).value
    return Use(
        play,
        worth - max(PLAIN_CP * card.cp, worth_of_keeping(mind, play.card)) + _timing(mind, play),
        why,
    )


def _timing(mind: Mind, play: PlayEvent) -> float:
    """Cards that bring cards, heirs or castles come early."""
    if play.card in (3, 4):
        return 0.5
    if play.card in (74, 79):
        return 0.25
    return 0.0


def waiting_worth(
    mind: Mind, fronts: Fronts, card: CardNumber, now: Collection[tuple[CardNumber, str]]
) -> float:
    """What a card would be good for if it were not spent on CP now; `now`: the events that can be played."""
    game = mind.game
    printed = game.card(card)
    plain = PLAIN_CP * printed.cp
    events = [
        worth if (card, use) in now else worth * SOME_DAY
        for use in (entry.id for entry in printed.uses)
        if (mind.weights.event(mind.power, card, use)) is not None
        and (worth := event_worth(mind, fronts, card, use)) is not None
    ]
    keep = worth_of_keeping(mind, card)
    if printed.home is not None and not events:
        return max(plain, keep)
    return max(plain, keep, *(worth * 0.95 for worth in events), 0.0)


def worth_of_keeping(mind: Mind, card: CardNumber) -> float:
    """What a card is worth that waits in the hand for its moment."""
    if card == WARTBURG and mind.power != PROTESTANT:
        return 0.0
    if card == HERE_I_STAND and not luther_waits(mind):
        return 0.0
    return mind.weights.keep.get(str(card), 0.0)


def luther_waits(mind: Mind) -> bool:
    """Whether the Pope still has a card for a debate, in which Luther could step in (#7)."""
    game = mind.game
    return luther_lives(game) and any(card in game.hand(PAPACY) for card in DEBATES_OF_THE_POPE)


def take_impulse(mind: Mind, question: Question[Play]) -> Suggestion:
    """The best use of the impulse, if need be played out in the head."""
    found = uses(mind, question.legal(mind.game))
    at = 0
    if mind.weights.thinking(mind.level).candidates and isinstance(question, TakeImpulse):
        plays = [(use.play, use.gain) for use in found]
        at = best_by_foresight(mind, plays, mind.memory["answer"])
    return Suggestion(found[at].play, found[at].why)
