"""What the rules of war and of cards ask of a game of Here I Stand, and what they tell it.

The position itself is in `rules.his.position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rules.core import codec
from rules.core.actions import ActionTable
from rules.core.cards import CardNumber, Registry, Use
from rules.core.errors import Illegal
from rules.core.flow import Power, Procedure
from rules.core.options import FIRST_RULES
from rules.core.records import Record
from rules.his.data import LeaderData
from rules.his.duel import INVADERS, PLAYERS
from rules.his.position import HisPosition
from rules.his.powers import (
    CATHOLIC,
    ENGLAND,
    GENOA,
    IMPULSE_ORDER,
    KNIGHTS,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
    SCOTLAND,
    VENICE,
)
from rules.his.windows import CARDS
from rules.war.ids import INDEPENDENT, LeaderId, Nation, SpaceId, ZoneId, owner
from rules.war.judgement import judge_map
from rules.war.state import WarGame
from rules.war.tables import WarTables
from rules.war.title import CounterMix

ATLANTIC = "atlantic_ocean"
ANY_BUT_ACTIVE = "any_but_active"
NOT_FOR_OTHERS = (33, 36)
"""Landsknechts and Swiss Mercenaries serve the two players alone (scenario book, two players)."""
ACTIONS = ActionTable(silent=("BuildStPeters", "Translate", "BuyMercenary", "RaiseCavalry"))
"""What command points buy; filled by the modules of each subject."""
INTERCEPTION_OPTION, AMONG_ALLIES = "interception", "among_common_allies"
"""Option of a game: units allied to both sides do not keep them from meeting (13.2)."""


@cache
def names_nobody(by: tuple[str, ...]) -> bool:
    """Whether a card leaves open who plays it."""
    return not any(name in IMPULSE_ORDER for name in by)


class Elsewhere(Record):
    """What follows from war by rules of faith and diplomacy, which know the state and not the reverse."""

    raise_waiting_regulars: Callable[[HisGame, SpaceId], None]
    remember_capture: Callable[[HisGame, Nation, Nation | None], None]
    phony_war_ends: Callable[[HisGame, Nation, Nation], None]
    check_hungary_defeat: Callable[[HisGame], Procedure[None]]
    suggestions: Callable[[HisGame, Power, Power], Iterator[tuple[Any, ...]]]


@dataclass(slots=True, kw_only=True)
class HisGame(HisPosition):
    """A game of Here I Stand."""

    registry: ClassVar[Registry[Any]] = CARDS
    actions: ClassVar[ActionTable] = ACTIONS

    elsewhere: Elsewhere = codec.transient()

    # ---- what war asks of this game (see `rules.war.title`)

    def wages_war(self, power: Power) -> bool:
        """The Protestant moves and builds nothing and gains no control before the League (21.6)."""
        return power != PROTESTANT or self.faith.league

    def closed_spaces(self, power: Power | None) -> tuple[SpaceId, ...]:
        """Algiers before Barbary Pirates (21.1); before the League electorates, for most (21.6)."""
        closed = tuple(space for space in self.scenario.out_of_play if self.spaces[space].control is None)
        if self.duel is not None and power is not None:
            closed += tuple(space for space in self.spaces if self.beyond_reach(power, space))
        if power is None or self.faith.league or power == PROTESTANT:
            return closed
        return (*closed, *self.electorates())

    def closed_to(self, power: Power, space: SpaceId) -> bool:
        """As `closed_spaces` says, for one space."""
        if self.duel is not None and self.beyond_reach(power, space):
            return True
        if self.spaces[space].control is None and space in self.scenario.out_of_play:
            return True
        return not self.faith.league and power != PROTESTANT and space in self.electorates()

    def check_open(self, power: Power, space: SpaceId) -> None:
        """With two players most closed spaces lie outside the theatre, and are no electorates."""
        if self.duel is not None and self.beyond_reach(power, space):
            raise Illegal("space.beyond_reach", "13.1", space=space)
        WarGame.check_open(self, power, space)

    def beyond_reach(self, power: Power, space: SpaceId) -> bool:
        """Two players: where a power's units never go (scenario book, 13).

        The two stay in their theatre; others may also go where they rule or nobody does.
        """
        if self.in_theatre(space):
            return False
        return power in PLAYERS or self.spaces[space].control not in (power, INDEPENDENT)

    def may_change_hands(self, space: SpaceId) -> bool:
        """With two players, only spaces of the theatre, Metz and Liege (scenario book, 2.2)."""
        two = self.scenario.two_player
        return two is None or self.in_theatre(space) or space in two.prizes

    def held_fast(self) -> dict[SpaceId, dict[Nation, dict[str, int]]]:
        return self.duel.held_fast if self.duel is not None else {}

    def blocks_lines(self, space: SpaceId) -> bool:
        """No line of communication leads through an electorate before the League (12.1)."""
        return not self.faith.league and space in self.electorates()

    def barred_from(self, nation: Nation, zone: ZoneId) -> bool:
        """Genoa and Venice, Andrea Doria with them, never enter the Atlantic Ocean (16.1)."""
        return zone == ATLANTIC and owner(nation) in (GENOA, VENICE)

    def may_calm_from_afar(self, power: Power, space: SpaceId) -> bool:
        """Before the League the Protestant needs no army to calm his home spaces (12.4).

        With two players each calms whatever space is of his faith (scenario book, 12).
        """
        if self.duel is not None and power in PLAYERS:
            return self.spaces[space].religion == (CATHOLIC if power == PAPACY else PROTESTANT_FAITH)
        return power == PROTESTANT and not self.faith.league and self.home_power(space) == PROTESTANT

    def common_allies_stand_by(self) -> bool:
        return self.option(INTERCEPTION_OPTION) == AMONG_ALLIES

    def common_allies_turn_foes(self) -> bool:
        """Games of 0.1 were begun without it, and go on so (13.1)."""
        return self.rules_version != FIRST_RULES

    def may_be_built(self, nation: Nation, kind: str, space: SpaceId) -> bool:
        """Nothing but corsairs in Algiers and the pirate havens (21.1)."""
        return kind == "corsairs" or space not in self.havens

    def counter_mix(self, nation: Nation) -> CounterMix:
        return self.data.counters.land_mix(nation)

    def away_groups(self, nation: Nation) -> list[int]:
        """Foreign wars and the electorate display hold counters of their own (21.6, 21.7)."""
        wars = [war for war in self.foreign_wars.values() if war.power == nation]
        groups = [count for war in wars for count in (war.regulars, war.mercenaries, war.cavalry)]
        if nation == PROTESTANT:
            groups += self.faith.electorate_display.values()
        return groups

    def ship_counters(self, nation: Nation) -> int:
        return self.data.counters.naval_limit(nation)

    def war_tables(self) -> WarTables:
        return self.data.tables

    def printed_leader(self, leader: LeaderId) -> LeaderData:
        return self.data.leaders[leader]

    def capitals(self, power: Power) -> tuple[SpaceId, ...]:
        return self.data.powers[power].capitals if power in self.data.powers else ()

    def home_power(self, space: SpaceId) -> Nation:
        """Pirate havens are Ottoman home spaces (21.1)."""
        return OTTOMAN if space in self.havens else self.board.spaces[space].home

    def winter_homes(self, nation: Nation) -> tuple[SpaceId, ...]:
        """The Scots winter in Edinburgh or Stirling (19.3)."""
        if nation == SCOTLAND:
            return tuple(space for space in self.home_spaces(nation) if self.board.is_fortified(space))
        return HisPosition.winter_homes(self, nation)

    def winters_only_at_home(self, nation: Nation) -> bool:
        return nation == SCOTLAND

    def asked_in_winter(self, power: Power) -> bool:
        """With two players those who have one, and powers that one acts with (scenario book, 19)."""
        return self.duel is None or power in PLAYERS or power in self.commanded(self.player_of(power))

    def disbands_in_capital(self, power: Power) -> bool:
        """With two players the armies of the others do not gather in their capitals (scenario book, 19)."""
        return self.duel is not None and power in INVADERS

    def active_power(self) -> Power | None:
        return self.impulse.power or None

    def action_cost(self, power: Power, action: str) -> int:
        return self.data.actions[action].cost[power]

    def has_action(self, power: Power, action: str) -> bool:
        return power in self.data.actions[action].cost

    def cp_left(self, power: Power) -> int:
        return self.impulse.cp if self.impulse.power == power else 0

    def pay_cp(self, power: Power, cp: int) -> None:
        self.impulse.cp -= cp

    def hunts_pirates(self, space: SpaceId) -> bool:
        """The Knights, a regular in an independent fortress, fight pirates wherever they sit (#86)."""
        return self.controller(space) == INDEPENDENT and self.at(space, KNIGHTS).land > 0

    def piracy_points_left(self, pirate: Power) -> int:
        return self.data.tables.piracy_max_vp - self.piracy_vp

    def score_piracy(self, pirate: Power) -> None:
        self.piracy_vp += 1

    def control_changed(self, space: SpaceId) -> None:
        """Regulars that waited for their electorate stand up (21.6); a home space may be captured (9.3)."""
        self.elsewhere.remember_capture(self, self.home_power(space), self.controller(space))
        self.elsewhere.raise_waiting_regulars(self, space)

    def siege_lifted(self, space: SpaceId) -> None:
        """Regulars that waited for the end of a siege stand up (21.6)."""
        self.elsewhere.raise_waiting_regulars(self, space)

    def leader_captured(self, leader: LeaderId, captor: Power) -> None:
        self.elsewhere.remember_capture(self, self.leaders[leader].power, captor)

    async def battle_ended(self, attacker: Power, defenders: tuple[Nation, ...]) -> None:
        """A phony war becomes a real one (9.6); Hungary-Bohemia may be defeated (22.5)."""
        for defender in defenders:
            self.elsewhere.phony_war_ends(self, attacker, defender)
        await self.elsewhere.check_hungary_defeat(self)

    def deal_suggestions(self, power: Power, partner: Power) -> Iterator[tuple[Any, ...]]:
        return self.elsewhere.suggestions(self, power, partner)

    # ---- what the cards ask of this game (see `rules.core.cards`)

    def hand(self, power: Power) -> list[CardNumber]:
        """The hand of a power; one that a player acts with has its cards from his (scenario book, 11)."""
        if self.duel is None or power in PLAYERS:
            return self.cards.hands[power]
        player = self.player_of(power)
        return self.cards.hands[player] if power in self.commanded(player) else []

    def who_may_respond(self, powers: Sequence[Power], moment: Any) -> Sequence[Power]:
        """A power without a player is asked about its own moves and battles only, its player besides."""
        if self.duel is None:
            return powers
        own = (*getattr(moment, "powers", ()), getattr(moment, "power", ""))
        own += (getattr(moment, "attacker", ""), getattr(moment, "defender", ""))
        return [power for power in powers if power in PLAYERS or power in own]

    def held_back(self) -> list[CardNumber]:
        return self.impulse.held_back

    async def settle(self) -> None:
        """Sieges, garrisons, enemies, leaders and ports are judged (2.1, 12.2, 15.3)."""
        await judge_map(self)

    def card_is_for(self, power: Power, card: CardNumber, use: str) -> bool:
        """Whether the card names this power, or leaves its players open, for a use of it."""
        by = self.card(card).use(use).by
        return power in by or names_nobody(by)

    def only_for_cp(self, power: Power, card: CardNumber) -> bool:
        """Under Mary, England plays response and combat cards for their CP only (21.3)."""
        under_mary = power == ENGLAND and self.rulers[ENGLAND] == "mary_i"
        return under_mary and self.card(card).kind in ("response", "combat")

    def cards_kept(self, power: Power) -> int:
        return self.ruler(power).admin

    def check_event_at_all(self, power: Power, card: CardNumber) -> None:
        if self.only_for_cp(power, card):
            raise Illegal("event.under_mary", "11")

    def may_respond(self, power: Power, use: Use[Any]) -> bool:
        """Whether a power is allowed this use out of turn, before the use's own conditions."""
        if self.only_for_cp(power, use.card):
            return False
        if self.duel is not None and not self._may_respond_in_duel(power, use):
            return False
        return self.card_is_for(power, use.card, use.use) and not self.used_as_event(use.card)

    def _may_respond_in_duel(self, power: Power, use: Use[Any]) -> bool:
        """Who acts with a power is the active player himself; hired troops serve the two players alone."""
        if power not in PLAYERS:
            return use.card not in NOT_FOR_OTHERS
        active = self.impulse.power
        his_own = bool(active) and self.player_of(active) == power
        return not (his_own and ANY_BUT_ACTIVE in self.card(use.card).use(use.use).by)

    def stays_on_table(self, card: CardNumber) -> bool:
        """Foreign wars lie beside the map until they are won (21.7), Cabot's card until he is back (#99)."""
        if card in self.foreign_wars:
            return True
        return any(
            voyage.figure is not None
            and voyage.figure in self.data.explorers
            and self.data.explorers[voyage.figure].card == card
            for voyage in self.new_world.crossing
        )

    def order_from(self, power: Power) -> list[Power]:
        """All powers with a player in impulse order, starting with one (3.2)."""
        start = self.players.index(power)
        return [*self.players[start:], *self.players[:start]]
