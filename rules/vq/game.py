"""What the rules of war and of cards ask of a game of Virgin Queen, and what they tell it.

The position itself is in `rules.vq.position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from rules.core import codec
from rules.core.actions import ActionTable
from rules.core.board import Board
from rules.core.cards import CardNumber, Registry, Use
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, Procedure
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.vq.data import VqData
from rules.vq.position import NORTH_SEA, Lands
from rules.vq.powers import (
    AREA_FRANCE,
    AREA_NETHERLANDS,
    AREA_OF,
    EMPIRE,
    FACTIONS,
    IMPULSE_ORDER,
    IRELAND,
    KNIGHTS,
    MORISCO,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    SCOTLAND,
    SPAIN,
    WALLOONS,
)
from rules.vq.ships import CORSAIRS, GALLEONS, GALLEYS, RACE_BUILT, VqShips
from rules.vq.state import Betrothal
from rules.vq.windows import ACTIONS, CARDS
from rules.war.ids import LeaderId, Nation, Place, SpaceId
from rules.war.judgement import judge_map
from rules.war.tables import WarTables
from rules.war.title import CounterMix, LeaderRatings

CYPRUS, GRANADA = "cyprus", "granada"
GUISE, DON_JOHN = "duke_of_guise", "don_john"
MORISCO_RANGE = 2
SPRING_OPTION, BARRED = "spring_way", "barred"
"""Units of others bar the way of a spring deployment, as in the older game (10)."""
TELESCOPE, RAVELIN, SURGERY = "telescope", "ravelin", "surgery"


class Afloat(Record):
    """What shows of a leader who is at sea now, though his counter has another side (10)."""

    battle: int
    piracy: int = 0
    command: int = 0
    naval: bool = True


class Elsewhere(Record):
    """What follows from war by rules that know the state, and not the reverse."""

    war_by_entry: Callable[[VqGame, Power, SpaceId], Procedure[None]]
    see_intrusions: Callable[[VqGame], Procedure[None]]
    take_at_random: Callable[[VqGame, Power, Power, Reason], None]
    wed: Callable[[VqGame, Betrothal], Procedure[None]]
    suggestions: Callable[[VqGame, Power, Power], Iterator[tuple[Any, ...]]]


@dataclass(slots=True, kw_only=True)
class VqGame(VqShips):
    """A game of Virgin Queen."""

    actions: ClassVar[ActionTable] = ACTIONS
    promises_add_up: ClassVar[bool] = False
    besiegers_avoid_strangers: ClassVar[bool] = True
    outbreak_ties_part_both: ClassVar[bool] = False

    elsewhere: Elsewhere = codec.transient()
    functions: Registry[Any] = codec.transient()

    @property
    def registry(self) -> Registry[Any]:
        return self.functions

    def emit(self, event: Event) -> None:
        """What only a power without a player may know, the player who controls it is told (3.2)."""
        if event.audience and self.patrons:
            told = tuple(dict.fromkeys(self.patrons.get(power, power) for power in event.audience))
            event = replace(event, audience=told)
        VqShips.emit(self, event)

    # ---- what war asks of this game (see `rules.war.title`)

    def closed_spaces(self, power: Power | None) -> tuple[SpaceId, ...]:
        """Ireland and Scotland, for Spain, until a war with England is cheap enough (9.5)."""
        if power != SPAIN or self.english_war_cost() <= self.data.england_spain.spain_enters_at:
            return ()
        return (*self.lands.homes[IRELAND], *self.lands.homes[SCOTLAND])

    def may_be_built(self, nation: Nation, kind: str, space: SpaceId) -> bool:
        """The exceptions of 17.2 and 17.3: Africa, Malta, the Netherlands, the Atlantic."""
        printed = self.printed(space)
        afloat = kind in self.naval_kinds
        if afloat and kind not in self.data.counters.ships_of(nation).kinds:
            return False
        if nation == SPAIN and printed.area == AREA_NETHERLANDS:
            return False
        if printed.build and not afloat:
            return False
        if printed.build == "galleys_only":
            return kind == GALLEYS
        if printed.build == "corsairs_only":
            return kind == CORSAIRS
        if kind in (GALLEONS, RACE_BUILT):
            return any(self.is_atlantic(zone) for zone in printed.sea)
        return True

    def not_built_here(self, kind: str, space: SpaceId) -> Illegal:
        """Land units by 17.2, ships by 17.3."""
        rule = "17.3" if kind in self.naval_kinds else "17.2"
        return Illegal("construction.kind_not_here", rule, unit=kind, space=space)

    def may_build_for(self, power: Power, nation: Nation, kind: str) -> bool:
        """Own units, those of the factions, Walloons; regulars and the ships of minor allies (17, 24.3)."""
        if nation == power or nation in FACTIONS:
            return True
        if nation in self.minors:
            return kind in ("regulars", self.data.powers[nation].ships)
        return nation == WALLOONS and kind == "regulars"

    def counter_mix(self, nation: Nation) -> CounterMix:
        return self.data.counters.land_mix(nation)

    def away_groups(self, nation: Nation) -> list[int]:
        """Foreign wars and the Armada hold counters of their own (23.2, 23.7)."""
        groups = [
            count
            for war in self.foreign_wars.values()
            if war.power == nation
            for count in (war.regulars, war.mercenaries, war.cavalry)
        ]
        if nation == SPAIN:
            groups += [self.lasting.aboard.regulars, self.lasting.aboard.mercenaries]
        return groups

    def war_tables(self) -> WarTables:
        return self.data.tables

    def printed_leader(self, leader: LeaderId) -> LeaderRatings:
        """What counts of a leader; English captains serve in Europe, and Don John at sea too (10)."""
        captain = self.data.captains.get(leader)
        if captain is not None:
            return Afloat(captain.battle, captain.piracy)
        data = self.data.leaders[leader]
        if leader == DON_JOHN and self.lasting.don_john_afloat and data.naval_battle is not None:
            return Afloat(data.naval_battle)
        return data

    def capitals(self, power: Power) -> tuple[SpaceId, ...]:
        """The Empire's moves once; the Protestant's come and go (23.5, 23.6)."""
        made = self.lasting.faction_capitals
        if power == PROTESTANT:
            return tuple(made[faction] for faction in FACTIONS if faction in made)
        if power in FACTIONS:
            return (made[power],) if power in made else ()
        if power == EMPIRE:
            return (self.lasting.empire_capital,)
        return self.data.powers[power].capitals if power in self.data.powers else ()

    def home_power(self, space: SpaceId) -> Nation:
        return self.board.spaces[space].home

    def home_nations(self, space: SpaceId) -> tuple[Nation, ...]:
        """A shared space is home to a faction while the Protestant controls it (2.5); Walloons (17.2)."""
        printed = self.printed(space)
        homes: tuple[Nation, ...] = (printed.home,)
        if printed.second_home and self.spaces[space].control == PROTESTANT:
            homes = (*homes, printed.second_home)
        if printed.home == SPAIN and printed.area == AREA_NETHERLANDS:
            homes = (*homes, WALLOONS)
        return homes

    def home_spaces(self, nation: Nation) -> Iterator[SpaceId]:
        return (space for space in self.lands.homes.get(nation, ()) if self.is_home(nation, space))

    def winter_homes(self, nation: Nation) -> tuple[SpaceId, ...]:
        """Each faction has its own capital (20.4, 23.6)."""
        if nation in FACTIONS:
            return self.capitals(nation)
        return VqShips.winter_homes(self, nation)

    def is_capital_of(self, nation: Nation, capital: SpaceId) -> bool:
        """A capital of the Protestant serves its faction alone, not the other, nor allies (23.6)."""
        if self.as_at_first or self.commander(nation) != PROTESTANT:
            return True
        return self.lasting.faction_capitals.get(nation) == capital

    def active_power(self) -> Power | None:
        return self.impulse.power or None

    def action_cost(self, power: Power, action: str) -> int:
        """The least that an action costs a power."""
        return self.data.actions[action].cost[power][0]

    def has_action(self, power: Power, action: str) -> bool:
        """Whether a power's card lists an action, and it is early enough for it (11.1, 19)."""
        data = self.data.actions[action]
        return power in data.cost and self.turn >= data.from_turn

    def cp_left(self, power: Power) -> int:
        return self.impulse.cp if self.impulse.power == power else 0

    def pay_cp(self, power: Power, cp: int) -> None:
        self.impulse.cp -= cp

    def roll_bonus(self, power: Power) -> int:
        """Telescope (13.2, 13.3, 16.1)."""
        return 1 if self.has_bonus(power, TELESCOPE) else 0

    def assault_bonus(self, holder: Nation) -> int:
        """Ravelin: two dice instead of one (15.1)."""
        table = self.data.tables.assault
        ravelin = self.has_bonus(self.commander(holder), RAVELIN)
        return table.ravelin_dice - table.defender_dice if ravelin else 0

    def storm_bonus(self, power: Power) -> int:
        """Siege Technique, if it was named with the assault (#30)."""
        return self.impulse.technique_dice

    def may_add_dice(self, fighting: list[Power]) -> list[Power]:
        """Any power, those who fight first (#29); in the first games these alone."""
        if self.as_at_first:
            return fighting
        return [*fighting, *(power for power in self.majors if power not in fighting)]

    def saves_wounded(self, power: Power) -> bool:
        """Surgery (22.2)."""
        return self.has_bonus(power, SURGERY)

    def strangers_bar_deployment(self) -> bool:
        """Not by the letter: only control and unrest bar the way (10)."""
        return self.option(SPRING_OPTION) == BARRED

    def own_nations(self, power: Power) -> tuple[Nation, ...]:
        """The Protestant's are those of his factions (23.6)."""
        return FACTIONS if power == PROTESTANT else (power,)

    def counters_in(self, power: Power, space: SpaceId) -> Nation:
        """The Protestant's are those of the faction whose area it is (23.6)."""
        if power != PROTESTANT:
            return power
        return next(faction for faction, area in AREA_OF.items() if self.printed(space).area == area)

    def attacks_at_outbreak(self, one: Power, other: Power) -> Power:
        """The earlier in impulse order (9.4)."""
        return min(one, other, key=lambda power: self.majors.index(power) if power in self.majors else 99)

    def can_be_robbed(self, power: Power) -> bool:
        """Cards or treasures (6.3)."""
        return bool(self.drawable(power) or self.treasures.hands.get(power))

    def rob(self, *, giver: Power, taker: Power, reason: Reason) -> None:
        self.elsewhere.take_at_random(self, giver, taker, reason)

    # ---- who may be where

    def may_stand(self, leader: LeaderId, space: SpaceId) -> bool:
        """The Duke of Guise never leaves France and Metz (20.10)."""
        printed = self.printed(space)
        return leader != GUISE or printed.area == AREA_FRANCE or printed.guise_area

    def check_march(
        self, origin: Place, to: SpaceId, leaders: tuple[LeaderId, ...], nations: tuple[Nation, ...]
    ) -> None:
        """Guise stays in France, the Moriscos near Granada, the Knights at home (17.1, 20.10, 23.1)."""
        for leader in leaders:
            if not self.may_stand(leader, to):
                raise Illegal("leader.never_there", "20.10", leader=leader, space=to)
        if KNIGHTS in nations:
            raise Illegal("movement.knights_stay", "17.1")
        if MORISCO in nations and to not in self.board.within(GRANADA, MORISCO_RANGE):
            raise Illegal("movement.moriscos_stay", "23.1", space=to)

    def kept_from(
        self, to: SpaceId, leaders: tuple[LeaderId, ...], nations: tuple[Nation, ...]
    ) -> tuple[tuple[LeaderId, ...], tuple[Nation, ...]]:
        """As in `check_march`; the first games asked it of marches alone."""
        if self.as_at_first:
            return (), ()
        far = MORISCO in nations and to not in self.board.within(GRANADA, MORISCO_RANGE)
        return (
            tuple(leader for leader in leaders if not self.may_stand(leader, to)),
            tuple(nation for nation in nations if nation == KNIGHTS or (nation == MORISCO and far)),
        )

    def check_siege_place(self, power: Power, space: SpaceId) -> None:
        """Antwerp and Rotterdam cannot be stormed while their partner port supplies them (16.7)."""
        partner = self.printed(space).partner_port
        if partner is None or self.impulse.inland_open:
            return
        supplied = self.controller(partner) == self.controller(space)
        afloat = any(u.ships for n, u in self.units.get(NORTH_SEA, {}).items() if self.commander(n) == power)
        if supplied and not afloat:
            raise Illegal("assault.inland_port", "16.7", space=space, other_space=partner)

    async def formation_entered(self, power: Power, space: SpaceId) -> None:
        """Spain in Ireland or Scotland, England in the Netherlands: war between them (9.4, 9.5)."""
        await self.elsewhere.war_by_entry(self, power, space)

    async def fleet_entered(self, power: Power, port: SpaceId) -> None:
        """Spanish ships in Ireland or Scotland mean war with England as well (9.5)."""
        if power == SPAIN:
            await self.elsewhere.war_by_entry(self, power, port)

    # ---- what war tells this game

    def control_changed(self, space: SpaceId) -> None:
        """A faction may lose its capital (23.6); Cyprus is worth a point to the Ottoman (25.2)."""
        holder = self.controller(space)
        for faction, capital in list(self.lasting.faction_capitals.items()):
            if capital == space and holder in self.majors and holder != PROTESTANT:
                del self.lasting.faction_capitals[faction]
                self.this_turn.lost_capitals.append(faction)
        if space == CYPRUS:
            box = self.bonus_vp.setdefault(OTTOMAN, {})
            box.pop("cyprus", None)
            if holder == OTTOMAN:
                box["cyprus"] = self.data.tables.bonus_vp.cyprus

    def deal_suggestions(self, power: Power, partner: Power) -> Iterator[tuple[Any, ...]]:
        return self.elsewhere.suggestions(self, power, partner)

    # ---- what the cards ask of this game (see `rules.core.cards`)

    def held_back(self) -> list[CardNumber]:
        return self.impulse.held_back

    async def settle(self) -> None:
        """Sieges, garrisons, enemies, leaders and ports are judged (2.1, 12.2, 15.3)."""
        await judge_map(self)

    def card_is_for(self, power: Power, card: CardNumber, use: str) -> bool:
        """Whether the card names this power, or leaves its players open, for a use of it."""
        by = self.data.cards[card].use(use).by
        if power in by or (f"ally_of_{PAPACY}" in by and self.minor_allies.get(PAPACY) == power):
            return True
        barred = [name.removeprefix("any_but_") for name in by if name.startswith("any_but_")]
        if barred:
            return power not in barred
        return not any(name in IMPULSE_ORDER or name.startswith("ally_of_") for name in by)

    def cards_kept(self, power: Power) -> int:
        """Cards that the ruler's administration keeps; a dead ruler's keeps fewer (3.3, 23)."""
        ruler = self.ruler(power)
        return ruler.admin if self.ruler_lives(power) else ruler.dead_admin

    def check_event_at_all(self, power: Power, card: CardNumber) -> None:
        return

    def may_respond(self, power: Power, use: Use[Any]) -> bool:
        return self.card_is_for(power, use.card, use.use) and not self.used_as_event(use.card)

    def stays_on_table(self, card: CardNumber) -> bool:
        """Foreign wars lie on the map until they are over (23.7)."""
        return card in self.foreign_wars


def attach(game: VqGame, data: VqData, elsewhere: Elsewhere) -> None:
    """Give a state what is not stored with it."""
    board: Board = data.board
    game.data, game.board, game.elsewhere = data, board, elsewhere
    game.lands = Lands.on(board)
    game.functions = functions_of(tuple((n, use.id) for n, card in data.cards.items() for use in card.uses))


@lru_cache(maxsize=8)
def functions_of(uses: tuple[tuple[CardNumber, str], ...]) -> Registry[Any]:
    """The functions of the uses that cards have: all there are, but for a data pack that lacks some."""
    return CARDS.only(lambda entry: (entry.card, entry.use) in uses)
