"""Theological debates (18.5): one or two rounds, conversions, debaters burnt or disgraced."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, ask
from rules.core.questions import Choose, Decide
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.windows import offer
from rules.his.faith import events as told
from rules.his.faith.attempts import flip_spaces
from rules.his.faith.debaters import commit, pool, remove_from_game, uncommitted, value
from rules.his.faith.odds import AUGSBURG_CONFESSION, LANGUAGE_ZONES, targets
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import add_bonus_vp
from rules.his.windows import Window
from rules.war.ids import SpaceId

DEBATE_ZONES = ("german", "french", "english")
GERMAN, ENGLISH = "german", "english"
LUTHER, BULLINGER = "luther", "bullinger"
ALEANDER, CAMPEGGIO = "aleander", "campeggio"
HIT = 5

WARTBURG = "wartburg"
"""Reminder of card 37: no Protestant debates and no Luther from card 7 this turn."""
THOMAS_MORE = "thomas_more"
"""Reminder of card 112: no debates in the English zone this turn."""

FAITH = {PAPACY: CATHOLIC, PROTESTANT: PROTESTANT_FAITH}
ENEMY = {PAPACY: PROTESTANT, PROTESTANT: PAPACY}


class Aid(Record):
    """What a card gives to a debate, round by round: dice for the attack, and who is kept out."""

    dice: tuple[int, ...] = ()
    barred: tuple[str, ...] = ()

    def dice_in(self, number: int) -> int:
        return self.dice[number - 1] if number <= len(self.dice) else 0

    def barred_in(self, number: int) -> str:
        return self.barred[number - 1] if number <= len(self.barred) else ""


@dataclass(slots=True)
class DebateRound:
    """A round whose debaters are chosen and whose dice are not rolled: the moment of WIN-LUTHER.

    Card 7 changes it by `substitute_luther`.  `fresh` names the debaters who came in uncommitted.
    """

    caller: Power
    zone: str
    number: int
    debaters: dict[Power, str]
    fresh: list[str]
    replaced: str = ""
    aid: Aid = field(default_factory=Aid)

    @property
    def attacker(self) -> str:
        return self.debaters[self.caller]

    @property
    def defender(self) -> str:
        return self.debaters[ENEMY[self.caller]]


class PoolToName(Record):
    """The moment in which the caller names the pool of the defender: who attacks is known."""

    caller: Power
    zone: str
    attacker: str
    aid: Aid


class SecondRound(Record):
    """The moment between two rounds in which Bullinger may step in: nobody is drawn yet."""

    caller: Power
    zone: str
    aid: Aid


# ---- 18.1 Who may call a debate, and where


def check_debate(game: HisGame, caller: Power, zone: str) -> None:
    """Raise `Illegal` unless a power may call a debate in a language zone (18.1)."""
    if zone not in DEBATE_ZONES:
        raise Illegal("debate.zones", "18.1")
    if not pool(game, PROTESTANT, zone):
        raise Illegal("debate.no_protestant", "18.1", language=zone)
    if zone == ENGLISH and THOMAS_MORE in game.this_turn:
        raise Illegal("debate.thomas_more", "18.1")
    if caller == PROTESTANT and WARTBURG in game.this_turn:
        raise Illegal("debate.wartburg", "18.1")
    if not pool(game, caller, zone, committed=False):
        if caller == PAPACY:
            raise Illegal("debate.papal_debaters_committed", "18.1")
        raise Illegal("debate.protestant_debaters_committed", "18.1", language=zone)
    if not pool(game, ENEMY[caller], zone):
        raise Illegal("debate.nobody_to_answer", "18.5", language=zone)


def debate_zones(game: HisGame, caller: Power) -> list[str]:
    """The zones in which a power may call a debate now."""
    return [zone for zone in DEBATE_ZONES if allows(check_debate, game, caller, zone)]


async def choose_debate_zone(game: HisGame, caller: Power) -> str | None:
    """The caller names the language zone (18.5, step 1); None if there is no debate to call."""
    zones = debate_zones(game, caller)
    if len(zones) < 2:
        return zones[0] if zones else None
    return await ask(Choose(caller, "debate_zone", "language", tuple(zones), zones[0], "18.5"))


# ---- The debate


async def call_debate(
    game: HisGame,
    caller: Power,
    zone: str | None = None,
    *,
    extra_dice: int = 0,
    only_first_round: bool = False,
    attacker: str = "",
    barred: str = "",
    barred_in: int | None = None,
) -> None:
    """The procedure of 18.5.  Without a zone the caller chooses one; where none is possible, no debate.

    Cards may give `extra_dice` to the attack, in all rounds or the first, let the caller name its `attacker`,
    or keep one Protestant debater out (`barred`) of one round (`barred_in`) or of all.
    """
    zone = zone or await choose_debate_zone(game, caller)  # 1
    if zone not in debate_zones(game, caller):
        return
    game.emit(told.DebateCalled(caller, zone))
    if barred and barred_in is None:
        game.emit(told.DebaterBarred(barred))
    elif barred_in is not None:
        game.emit(told.DebaterBarredOnce(barred, barred_in))
    rounds = range(1, game.data.tables.debate.rounds + 1)
    aid = Aid(
        tuple(0 if only_first_round and number > 1 else extra_dice for number in rounds),
        tuple(barred if barred_in in (None, number) else "" for number in rounds),
    )
    debaters = await choose_debaters(game, caller, zone, attacker, aid)  # 2, 3
    for number in rounds:
        if number > 1:
            debaters = await choose_second_debaters(game, caller, zone, aid)
        moment = begin_round(game, caller, zone, number, debaters, aid)
        if zone == GERMAN:
            await offer(game, PROTESTANT, Window.DEBATERS_CHOSEN, moment)
        hits = roll_debate_dice(game, moment)  # 4, 5
        commit_debaters(game, moment)  # 6
        difference = hits[caller] - hits[ENEMY[caller]]  # 7
        if difference:
            winner = caller if difference > 0 else ENEMY[caller]
            await debate_result(game, moment, winner, abs(difference))
            return
        game.emit(told.DebateTied(number))


# ---- Steps 2 and 3: choosing the debaters


async def choose_debaters(
    game: HisGame, caller: Power, zone: str, attacker: str, aid: Aid
) -> dict[Power, str]:
    """The attacker at random among the uncommitted; the defender from the pool that the caller names."""
    barred = aid.barred_in(1)
    first = attacker or draw_debater(game, caller, available(game, caller, zone, barred, committed=False))
    enemy = ENEMY[caller]
    pools = {
        "committed": available(game, enemy, zone, barred, committed=True),
        "uncommitted": available(game, enemy, zone, barred, committed=False),
    }
    choices = [name for name, names in pools.items() if names]
    chosen = choices[0]
    if len(choices) > 1:
        game.emit(told.DebaterDrawn(caller, first))
        game.moments.append(PoolToName(caller, zone, first, aid))
        try:
            chosen = await ask(Choose(caller, "debate_pool", "option", tuple(choices), choices[0], "18.5"))
        finally:
            game.moments.pop()
    return {caller: first, enemy: draw_debater(game, enemy, pools[chosen])}


async def choose_second_debaters(game: HisGame, caller: Power, zone: str, aid: Aid) -> dict[Power, str]:
    """New debaters for round 2 at random: uncommitted ones, else committed ones; or Bullinger (18.5)."""
    barred = aid.barred_in(2)
    bullinger = False
    if uncommitted(game, BULLINGER) and barred != BULLINGER:
        game.moments.append(SecondRound(caller, zone, aid))
        try:
            bullinger = await ask(Decide(PROTESTANT, "bullinger", silent=False, rule="18.5"))
        finally:
            game.moments.pop()
    found = {}
    for power in (caller, ENEMY[caller]):
        if power == PROTESTANT and bullinger:
            game.emit(told.BonusUsed(PROTESTANT, BULLINGER))
            found[power] = BULLINGER
            continue
        names = available(game, power, zone, barred, committed=False)
        found[power] = draw_debater(
            game, power, names or available(game, power, zone, barred, committed=True)
        )
    return found


def available(game: HisGame, power: Power, zone: str, barred: str, *, committed: bool) -> list[str]:
    """A pool to draw from, without the debater that a card keeps out."""
    return [name for name in pool(game, power, zone, committed=committed) if name != barred]


def barrable(game: HisGame, zone: str) -> list[str]:
    """Protestant debaters of a zone who may be kept out of a debate: somebody else must be left (18.5)."""
    names = pool(game, PROTESTANT, zone)
    return names if len(names) > 1 else []


def draw_debater(game: HisGame, power: Power, names: list[str]) -> str:
    """A debater at random; nothing is drawn where there is only one."""
    return (
        names[0] if len(names) == 1 else game.dice.draw(sorted(names), Reason("drawn_debater", power=power))
    )


def begin_round(
    game: HisGame, caller: Power, zone: str, number: int, debaters: dict[Power, str], aid: Aid
) -> DebateRound:
    fresh = [name for name in debaters.values() if uncommitted(game, name)]
    moment = DebateRound(caller, zone, number, dict(debaters), fresh, aid=aid)
    game.emit(told.DebatersMet(number, moment.attacker, moment.defender))
    return moment


# ---- Here I Stand (card 7)


def luther_may_step_in(game: HisGame, moment: DebateRound) -> bool:
    """Whether Luther may replace the Protestant debater: alive, in Germany, not at the Wartburg (18.5).

    He may be committed, excommunicated or barred.
    """
    luther = game.faith.debaters[LUTHER]
    return (
        moment.zone == GERMAN
        and luther.entered
        and not luther.gone
        and WARTBURG not in game.this_turn
        and moment.debaters[PROTESTANT] != LUTHER
    )


def substitute_luther(game: HisGame, moment: DebateRound) -> None:
    """Luther debates in this round; whom he replaces is committed with him (18.5, step 6)."""
    with_luther(game, moment)
    game.emit(told.LutherSteppedIn(moment.replaced))


def with_luther(game: HisGame, moment: DebateRound) -> None:
    """A round in which he takes the place of the Protestant debater."""
    moment.replaced = moment.debaters[PROTESTANT]
    moment.debaters[PROTESTANT] = LUTHER
    if uncommitted(game, LUTHER):
        moment.fresh.append(LUTHER)


# ---- Steps 4 to 6: dice and commitment


def attack_dice(game: HisGame, moment: DebateRound) -> int:
    """Dice of the power that called the debate (step 4)."""
    debater = moment.attacker
    data = game.data.debaters[debater]
    worth = data.value
    if moment.caller == PAPACY and moment.zone == ENGLISH and game.rulers[ENGLAND] == "mary_i":
        worth *= 2
    dice = worth + game.data.tables.debate.attacker + moment.aid.dice_in(moment.number)
    if data.kind == "debate_attack" and debater in moment.fresh and data.zone_of_bonus in (None, moment.zone):
        dice += data.dice
    if moment.caller == PAPACY and AUGSBURG_CONFESSION in game.this_turn:
        dice -= 1
    return dice


def defence_dice(game: HisGame, moment: DebateRound) -> int:
    """Dice of the other side: one more for a debater who was not committed (step 5)."""
    table = game.data.tables.debate
    fresh = moment.defender in moment.fresh
    return value(game, moment.defender) + (table.defender_uncommitted if fresh else table.defender_committed)


def roll_debate_dice(game: HisGame, moment: DebateRound) -> dict[Power, int]:
    """Hits of both sides: 5 and 6 (steps 4 and 5)."""
    dice = {
        moment.caller: attack_dice(game, moment),
        ENEMY[moment.caller]: defence_dice(game, moment),
    }
    return {
        power: sum(die >= HIT for die in game.roll(power, count, Reason("theological_debate"), hit_on=HIT))
        for power, count in dice.items()
    }


def commit_debaters(game: HisGame, moment: DebateRound) -> None:
    """Both debaters are committed, and the one whom Luther replaced (step 6)."""
    for name in (moment.attacker, moment.defender, moment.replaced):
        if name:
            commit(game, name)


# ---- Steps 7 to 9: the result


async def debate_result(game: HisGame, moment: DebateRound, winner: Power, difference: int) -> None:
    """Conversions by the difference in hits, then the loser may burn or be disgraced (steps 7 to 9)."""
    game.emit(told.DebateWon(winner, difference))
    papal = moment.debaters[PAPACY]
    if winner == PROTESTANT and papal == CAMPEGGIO and papal in moment.fresh and campeggio_saves(game):
        game.emit(told.DebateSpoilt(papal))
        return
    spaces = difference + (papal == ALEANDER and papal in moment.fresh)
    faith = FAITH[winner]
    await flip_spaces(
        game,
        winner,
        faith,
        spaces,
        lambda game: debate_targets(game, faith, moment.zone),
        "debate_conversion",
        "18.5",
    )
    loser = moment.debaters[ENEMY[winner]]
    if difference > value(game, loser):
        (burn_debater if winner == PAPACY else disgrace_debater)(game, loser)


def campeggio_saves(game: HisGame) -> bool:
    """Campeggio's bonus: on 5 or 6 a lost debate has no result (18.2)."""
    (die,) = game.roll(PAPACY, 1, Reason("bonus", debater="campeggio"))
    return die >= game.data.tables.event_tables.campeggio_ignores


def debate_targets(game: HisGame, faith: str, zone: str) -> list[SpaceId]:
    """Spaces of the debate's zone that an attempt could try; when there are none, of the other zones."""
    found = targets(game, faith)
    language = {space: game.board.spaces[space].lang for space in found}
    in_zone = [space for space in found if language[space] == zone]
    return in_zone or [space for space in found if language[space] in LANGUAGE_ZONES]


def burn_debater(game: HisGame, name: str) -> None:
    """A Protestant debater burns: VP for the Papacy; a reformer goes with him, a ruler stays (step 8)."""
    worth = value(game, name)
    game.emit(told.DebaterBurnt(name, worth))
    add_bonus_vp(game, PAPACY, f"burnt_{name}", worth)
    remove_from_game(game, name)


def disgrace_debater(game: HisGame, name: str) -> None:
    """A Papal debater is disgraced: VP for the Protestant (step 9)."""
    worth = value(game, name)
    game.emit(told.DebaterDisgraced(name, worth))
    add_bonus_vp(game, PROTESTANT, f"disgraced_{name}", worth)
    remove_from_game(game, name)
