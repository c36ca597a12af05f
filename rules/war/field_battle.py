"""Field battle (14): cards, dice, winner, casualties, captured leaders.

Retreats and what follows them are with the move (`movement.py`); fights off the map (foreign wars, 21.7)
and those that a card brings (#95) use the same steps with a `FieldBattle` of their own.
"""

from __future__ import annotations

from rules.core.reasons import Reason
from rules.core.windows import ANY_NUMBER, offer
from rules.war.battle import FieldBattle, Side
from rules.war.captives import lose_leaders
from rules.war.casualties import Loss, choose_losses
from rules.war.forces import mark
from rules.war.land_events import BattleBegan, BattleEnded, UnitSurvived
from rules.war.state import WarGame
from rules.war.windows import WarWindow


async def field_battle(game: WarGame, battle: FieldBattle) -> None:
    """Steps 1 to 10 of a field battle (14)."""
    game.emit(BattleBegan(battle.space, battle.attacker, battle.defence.powers))
    await last_chance_for_mercenaries(game, battle)  # step 1
    await combat_cards(game, battle)  # steps 4 and 5
    battle.deserted = deserted_side(game, battle)
    if battle.deserted is None:
        await roll_dice(game, battle)  # steps 2, 3 and 6: cards may have changed what is counted
        await dice_after_the_roll(game, battle)  # step 7
    declare_winner(game, battle)  # step 8
    await take_casualties(game, battle)  # step 9
    if battle.captures:
        await capture_leaders(game, battle)  # step 10
    remember_beaten(game, battle)


async def last_chance_for_mercenaries(game: WarGame, battle: FieldBattle) -> None:
    """Step 1: Landsknechts and Swiss Mercenaries, the attacker first."""
    for power in majors_in(game, battle):
        await offer(game, power, WarWindow.BEFORE_BATTLE, battle, most=ANY_NUMBER)


async def combat_cards(game: WarGame, battle: FieldBattle) -> None:
    """Steps 4 and 5: combat cards of the attacker, then of each defending major power."""
    for power in majors_in(game, battle):
        await offer(game, power, WarWindow.FIELD_BATTLE_CARDS, battle, most=ANY_NUMBER)


def deserted_side(game: WarGame, battle: FieldBattle) -> Side | None:
    """The side whose last units a card has taken away (#26, #33): nobody is left to fight."""
    for side in (battle.attack, battle.defence):
        if not side.force.size(game) and not side.least_dice:
            return side
    return None


async def dice_after_the_roll(game: WarGame, battle: FieldBattle) -> None:
    """Step 7: cards that add dice once the roll is seen."""
    for power in game.may_add_dice(majors_in(game, battle)):
        await offer(game, power, WarWindow.FIELD_BATTLE_ROLLED, battle)


def majors_in(game: WarGame, battle: FieldBattle) -> list[str]:
    """The powers that may play cards: attacker, then defenders in impulse order."""
    defenders = [power for power in game.majors if power in battle.defence.powers]
    return [*(power for power in battle.attack.powers if power in game.majors), *defenders]


async def roll_dice(game: WarGame, battle: FieldBattle) -> None:
    """Step 6: both sides roll; after a surprise attack the other side first takes its losses (#29)."""
    if battle.surprise is None:
        roll_side(game, battle, battle.attack)
        roll_side(game, battle, battle.defence)
        return
    first, second = battle.surprise, battle.against(battle.surprise)
    roll_side(game, battle, first)
    await lose(game, [(second, first.hits)])
    second.taken = first.hits
    roll_side(game, battle, second)


def roll_side(game: WarGame, battle: FieldBattle, side: Side) -> None:
    """The dice of one side, as many as its units and cards give it now."""
    dice = battle.dice_for(game, side)
    reason = Reason(
        "attacks_in" if side is battle.attack else "defends_in", power=side.powers[0], place=battle.space
    )
    side.roll(game, dice, reason)
    if dice:
        for count, hit_on in side.special:
            side.roll(game, count, reason, hit_on)


def declare_winner(game: WarGame, battle: FieldBattle) -> None:
    """Step 8: the side with more hits; the defender in a tie."""
    winner, loser = battle.winner, battle.loser
    game.emit(BattleEnded(battle.space, winner.powers, loser.powers, winner.hits, loser.hits))


async def take_casualties(game: WarGame, battle: FieldBattle) -> None:
    """Step 9: a unit for each hit; if both sides die, the one with more dice keeps a unit."""
    attack, defence = battle.attack, battle.defence
    on_attack, on_defence = defence.hits - attack.taken, attack.hits - defence.taken
    attackers, defenders = attack.force.size(game), defence.force.size(game)
    if attack.hits and defence.hits and on_attack >= attackers and on_defence >= defenders:
        if attack.dice > defence.dice:
            on_attack = attackers - 1
            keep_one(game, battle, attack)
        elif defenders or defence.lost:  # nobody is kept where nobody fought (#95)
            on_defence = defenders - 1
            keep_one(game, battle, defence)
    await lose(game, [(attack, on_attack), (defence, on_defence)])


def keep_one(game: WarGame, battle: FieldBattle, side: Side) -> None:
    """The side keeps a unit; one that a surprise attack has taken already comes back."""
    game.emit(UnitSurvived(side.powers[0], battle.space))
    if not side.force.size(game) and side.lost:
        _power, (nation, kind, _count) = side.lost[-1]
        side.force.gain(game, nation, kind)


async def lose(game: WarGame, wounds: list[tuple[Side, int]]) -> None:
    """Both sides choose what they lose at the same time, and lose it."""
    losses: list[tuple[Side, Loss]] = [
        (side, loss) for side, hits in wounds for loss in side.force.losses(game, hits)
    ]
    chosen = await choose_losses(game, [loss for _side, loss in losses])
    for (side, loss), units in zip(losses, chosen, strict=True):
        side.lost += [(loss.power, unit) for unit in units]
        await side.force.lose(game, loss.power, units)
        side.force.save_wounded(game, loss.power, units)


async def capture_leaders(game: WarGame, battle: FieldBattle) -> None:
    """Step 10: leaders of a side that is wiped out are captured."""
    for side in (battle.attack, battle.defence):
        if side.force.size(game):
            continue
        for power in side.powers:
            leaders = [who for who in side.force.army(game, power).leaders if who not in battle.safe_leaders]
            await lose_leaders(game, battle.space, power, leaders, battle.against(side).powers)


def remember_beaten(game: WarGame, battle: FieldBattle) -> None:
    """Who has lost moves no more in this impulse, and avoids battle freely (13.1, 13.3)."""
    loser = battle.loser
    mark(game.campaign.beaten, battle.space, fresh(game, battle, loser))
    game.campaign.beaten_leaders += loser.force.leaders(game)


def fresh(game: WarGame, battle: FieldBattle, side: Side) -> list[tuple[str, str, int]]:
    """Units of a side that are not known as beaten yet."""
    known = game.campaign.beaten.get(battle.space, {})
    return [
        (nation, kind, max(0, count - known.get(nation, {}).get(kind, 0)))
        for nation, kind, count in side.force.units(game)
    ]
