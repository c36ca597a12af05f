"""The Peace Segment: suing for peace in eight steps (9.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.core.card_play import take_random_card
from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.kinds import KindIn
from rules.core.questions import ChooseSome
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.windows import offer
from rules.his.diplomacy import events as told
from rules.his.diplomacy.deal_items import is_league_war
from rules.his.diplomacy.ransom import bring_home, captured_leaders
from rules.his.diplomacy.wars import end_war
from rules.his.dynasty.rulers import homes_for_leader
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER, OTTOMAN
from rules.his.victory import add_bonus_vp
from rules.his.windows import Window
from rules.war.control import change_control
from rules.war.ids import LAND_KINDS, NAVAL_KINDS, Nation, SpaceId
from rules.war.relations import vacate
from rules.war.removal import remove_units
from rules.war.state import WAR

PEACE_OPTION, EVER = "suing_for_peace", "ever_captured"
"""Option of a game: losses of the war that were made good again still allow to sue (9.3)."""
WAR_WINNER = "war_winner"
BY_VP, BY_CARD = "vp", "card"


@dataclass(slots=True)
class SuingForPeace:
    """The moment before the loser buys back what it lost (PEACE-4); card 73 sets `regains_all`."""

    loser: Power
    winner: Power
    regains_all: bool = False


class Regained(Record):
    """What the loser takes back for one payment: a War Winner VP or a random card."""

    things: tuple[str, ...]
    price: str


class Regain(Question[tuple[Regained, ...]]):
    """PEACE-5 to PEACE-7: what the loser buys back, and with what; silence buys nothing."""

    kind: ClassVar[str] = "regain"
    winner: Power
    about: str
    """key, leader or space."""
    options: Annotated[tuple[str, ...], KindIn("about")]
    each: int
    """How many of them one payment brings back."""

    def legal(self, game: HisGame) -> Iterable[tuple[Regained, ...]]:
        """Nothing, the first things for VP or cards, and all for VP."""
        yield ()
        sets = [self.options[at : at + self.each] for at in range(0, len(self.options), self.each)]
        for things in sets:
            yield (Regained(things, BY_VP),)
            if game.drawable(self.power):
                yield (Regained(things, BY_CARD),)
        if len(sets) > 1:
            yield tuple(Regained(things, BY_VP) for things in sets)

    def check(self, game: HisGame, answer: tuple[Regained, ...]) -> None:
        named = [thing for regained in answer for thing in regained.things]
        for thing in named:
            if thing not in self.options:
                raise Illegal("peace.cannot_regain", "9.3", thing=thing)
        if (twice := named_twice(named)) is not None:
            raise Illegal("choice.named_twice", "9.3", thing=twice)
        for regained in answer:
            if regained.price not in (BY_VP, BY_CARD):
                raise Illegal("peace.price", "9.3")
            if not 1 <= len(regained.things) <= self.each:
                raise Illegal("peace.each", "9.3", limit=self.each, named_count=len(regained.things))
        by_card = sum(regained.price == BY_CARD for regained in answer)
        if by_card > (there := len(game.drawable(self.power))):
            raise Illegal("peace.too_few_cards", "9.3", count=by_card, limit=there)

    def default(self, game: HisGame) -> tuple[Regained, ...]:
        return ()


# ---- Step 1: Announce Peace Request


async def peace_segment(game: HisGame) -> None:
    """Each power in impulse order may sue for peace, war by war; not on the last turn (9.3)."""
    if game.turn >= game.last_turn():
        return
    for power in IMPULSE_ORDER:
        while (question := question_of_suing(game, power)).options:
            chosen = await ask(question)
            if not chosen:
                break
            await sue_for_peace(game, power, chosen[0])
            await game.settle()


def question_of_suing(game: HisGame, power: Power) -> ChooseSome:
    """With whom a power may sue for peace, perhaps with nobody."""
    enemies = tuple(enemy for enemy in IMPULSE_ORDER if may_sue(game, power, enemy))
    return ChooseSome(power, "sue_for_peace", "power", enemies, 0, 1, rule="9.3")


def may_sue(game: HisGame, power: Power, enemy: Power) -> bool:
    """At war, hurt by this enemy, no home space ceded to him this turn, no war of the League (9.3)."""
    return (
        game.relation(power, enemy) == WAR
        and not is_league_war(game, power, enemy)
        and hurt_by(game, power, enemy)
        and (power, enemy) not in game.diplomacy.ceded_home
    )


def hurt_by(game: HisGame, power: Power, enemy: Power) -> bool:
    """Whether an enemy holds a leader or home space of a power, or, by an option, ever did in this war."""
    if enemy in game.war_losses.get(power, ()):
        return True
    return bool(captured_leaders(game, power, enemy) or home_spaces_held(game, power, enemy))


def remember_capture(game: HisGame, loser: Nation, enemy: Nation | None) -> None:
    """Note that an enemy has captured something of a power, where that counts for ever (9.3)."""
    if game.option(PEACE_OPTION) == EVER and enemy is not None and game.relation(loser, enemy) == WAR:
        losses = game.war_losses.setdefault(loser, [])
        if enemy not in losses:
            losses.append(enemy)


def home_spaces_held(game: HisGame, power: Power, holder: Power) -> list[SpaceId]:
    """Home spaces of a power under another's control."""
    return [space for space in game.home_spaces(power) if game.controller(space) == holder]


# ---- Steps 2 to 8


async def sue_for_peace(game: HisGame, loser: Power, winner: Power) -> None:
    """The loser of a war asks for its end (9.3, steps 2 to 8)."""
    game.emit(told.SuedForPeace(loser, winner))
    award_vp(game, loser, winner)
    await give_up_control(game, loser, winner)
    await remove_loser_units(game, loser)
    moment = SuingForPeace(loser, winner)
    await offer(game, loser, Window.SUING_FOR_PEACE, moment)
    if moment.regains_all:
        await regain_everything(game, loser, winner)
    else:
        await regain_home_keys(game, loser, winner)
        await regain_captured_leaders(game, loser, winner)
        await regain_other_spaces(game, loser, winner)
    end_war(game, loser, winner)


def award_vp(game: HisGame, loser: Power, winner: Power) -> None:
    """Step 2: one War Winner VP, two where the Ottoman took part."""
    table = game.data.tables.war_winner_vp
    points = table.sue_for_peace_ottoman if OTTOMAN in (loser, winner) else table.sue_for_peace
    add_bonus_vp(game, winner, WAR_WINNER, points)
    game.emit(told.WarWinnerAwarded(winner, loser, points))


async def give_up_control(game: HisGame, loser: Power, winner: Power) -> None:
    """Step 3: the winner's home spaces that the loser holds go back."""
    await hand_over(game, home_spaces_held(game, winner, loser), winner)


async def hand_over(game: HisGame, spaces: Iterable[SpaceId], receiver: Power) -> None:
    """All the spaces change hands, then the units in them are displaced (12.5)."""
    handed = list(spaces)
    for space in handed:
        change_control(game, space, receiver, Reason("peace"))
    await vacate(game, *handed)


async def remove_loser_units(game: HisGame, loser: Power) -> None:
    """Step 4: the loser removes units of its own, land or naval."""
    count = game.data.tables.peace.units_lost
    kinds = (*LAND_KINDS, *NAVAL_KINDS)
    await remove_units(game, loser, "units_surrendered", kinds, count, "9.3")


async def regain_home_keys(game: HisGame, loser: Power, winner: Power) -> None:
    """Step 5: home keys, each for a VP or a card."""
    keys = [space for space in home_spaces_held(game, loser, winner) if game.board.spaces[space].is_key]
    each = game.data.tables.peace.per_key
    await hand_over(game, await buy_back(game, loser, winner, "key", keys, each), loser)


async def regain_captured_leaders(game: HisGame, loser: Power, winner: Power) -> None:
    """Step 6: captured leaders, each for a VP or a card."""
    leaders = captured_leaders(game, loser, winner) if homes_for_leader(game, loser) else []
    each = game.data.tables.peace.per_leader
    for leader in await buy_back(game, loser, winner, "leader", leaders, each):
        await bring_home(game, leader)


async def regain_other_spaces(game: HisGame, loser: Power, winner: Power) -> None:
    """Step 7: the other home spaces, two for a VP or a card; an odd last one at the full price."""
    spaces = [space for space in home_spaces_held(game, loser, winner) if not game.board.spaces[space].is_key]
    each = game.data.tables.peace.spaces_per_price
    await hand_over(game, await buy_back(game, loser, winner, "space", spaces, each), loser)


async def buy_back(
    game: HisGame, loser: Power, winner: Power, about: str, options: list[str], each: int
) -> list[str]:
    """Ask what the loser wants back, and let it pay."""
    if not options:
        return []
    bought = await ask(Regain(loser, winner, about, tuple(options), each))
    for regained in bought:
        if regained.price == BY_CARD:
            take_random_card(game, giver=loser, taker=winner, reason=Reason("peace_terms"))
        else:
            add_bonus_vp(game, winner, WAR_WINNER, 1)
            game.emit(told.WarWinnerAwarded(winner, loser, 1))
    return [thing for regained in bought for thing in regained.things]


async def regain_everything(game: HisGame, loser: Power, winner: Power) -> None:
    """Note 1: by Diplomatic Marriage all that was lost comes back without payment."""
    await hand_over(game, home_spaces_held(game, loser, winner), loser)
    if homes_for_leader(game, loser):
        for leader in captured_leaders(game, loser, winner):
            await bring_home(game, leader)
