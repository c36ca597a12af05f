"""The whole state of a game of Here I Stand, as plain data.

One part per subject; the military position is inherited from `rules.war`.  What never changes (map,
cards, tables) is in `game.data` and is not stored.  Functions that change the state live with the
rules they belong to; here are only looks at it that several subjects share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.core import codec
from rules.core.actions import ActionTable
from rules.core.cards import CardGame, CardNumber, Registry, Use
from rules.core.errors import Illegal, ThrownElsewhere
from rules.core.flow import Power, Procedure
from rules.core.log import Setup
from rules.core.reasons import Reason
from rules.his.data import ELECTORATE, CardData, HisData, LeaderData, PowerData, Ruler, ScenarioData
from rules.his.duel import INVADERS, OPPONENT, PLAYERS, Duel
from rules.his.powers import (
    CATHOLIC,
    ENGLAND,
    GENOA,
    HAPSBURG,
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
from rules.war.foreign_war import ForeignWar
from rules.war.ids import INDEPENDENT, LeaderId, Nation, Place, SpaceId, ZoneId, owner
from rules.war.judgement import judge_map
from rules.war.state import WAR, SpaceState, WarGame
from rules.war.tables import WarTables
from rules.war.title import CounterMix

ATLANTIC = "atlantic_ocean"
ANY_BUT_ACTIVE = "any_but_active"
NOT_FOR_OTHERS = (33, 36)
"""Landsknechts and Swiss Mercenaries serve the two players alone (scenario book, two players)."""
ACTIONS = ActionTable(silent=("BuildStPeters", "Translate", "BuyMercenary", "RaiseCavalry"))
"""What command points buy; filled by the modules of each subject."""
FIRST_RULES = 1
"""The version of the rules that games of 0.1 are played by."""
SEATS_OPTION = "seats"
"""Option of a game: who shares which powers, as "ottoman+england france+papacy ..." (3.1)."""
INTERCEPTION_OPTION, AMONG_ALLIES = "interception", "among_common_allies"
"""Option of a game: units allied to both sides do not keep them from meeting (13.2)."""


@dataclass(slots=True)
class HisSpace(SpaceState):
    """What changes about a space, its faith with it (2.3)."""

    religion: str = CATHOLIC
    university: bool = False
    """A Jesuit university (18.1)."""


@dataclass(slots=True)
class Debater:
    """A debater: not entered yet, available (committed or not), away for this turn, or gone."""

    entered: bool = False
    committed: bool = False
    away: bool = False
    """Excommunicated: off the board until the next turn (21.5)."""
    gone: bool = False
    """Burnt, disgraced or removed for good."""

    @property
    def available(self) -> bool:
        return self.entered and not self.away and not self.gone


@dataclass(slots=True)
class Reformer:
    """A reformer: on the map in his own space, away for this turn, not entered, or gone."""

    entered: bool = False
    away: bool = False
    gone: bool = False

    @property
    def on_map(self) -> bool:
        return self.entered and not self.away and not self.gone


@dataclass(slots=True)
class Faith:
    """The religious struggle (18, 21.5, 21.6)."""

    debaters: dict[str, Debater] = field(default_factory=dict)
    reformers: dict[str, Reformer] = field(default_factory=dict)
    new_testament: dict[str, int] = field(default_factory=dict)
    full_bible: dict[str, int] = field(default_factory=dict)
    electorate_display: dict[SpaceId, int] = field(default_factory=dict)
    """Regulars that wait for an electorate to turn Protestant (21.6)."""
    st_peters_cp: int = 0
    st_peters_vp: int = 0
    excommunicated: list[str] = field(default_factory=list)
    """Figures and rulers excommunicated so far: nobody twice (21.5)."""
    excommunicated_powers: dict[Power, int] = field(default_factory=dict)
    """Powers that carry the "-1 card" marker for it -> the turn it was placed."""
    league: bool = False
    """Whether the Schmalkaldic League has formed (21.6)."""
    society_of_jesus: bool = False


@dataclass(slots=True)
class Tudors:
    """Henry's wives and heirs (21.3)."""

    status: str = "catherine_of_aragon"
    children: dict[int, str] = field(default_factory=dict)
    """Line of the pregnancy chart -> the wife whose marker lies on it."""
    boleyn_turn: int | None = None
    """The turn in which Henry married Anne Boleyn; 0 if before the scenario."""
    bonus_roll: bool = False
    """Result 3 this turn: the marker advances once more when England first passes."""
    hapsburg_discount: bool = False
    """The Hapsburgs hold Catherine's marker: 2 CP off their next declaration on England."""


@dataclass(slots=True)
class Voyage:
    """A marker in the Crossing Atlantic box (20)."""

    power: Power
    kind: str
    """colony, exploration or conquest."""
    bonus: int = 0
    """+2 by Mercator's Map or Smallpox."""
    figure: str | None = None
    """Who sails whatever the pool holds: Cabot, or the colony whose marker it is."""
    counts: bool = True
    """Whether it uses up this turn's action (20.2: Cabot's does not)."""


@dataclass(slots=True)
class NewWorld:
    """Colonies, voyages, discoveries and conquests (20)."""

    crossing: list[Voyage] = field(default_factory=list)
    called_off: list[Voyage] = field(default_factory=list)
    """Voyages cancelled this turn: their markers are back next turn (#77, #98)."""
    charted: list[Power] = field(default_factory=list)
    explorers: dict[Power, list[str]] = field(default_factory=dict)
    conquistadors: dict[Power, list[str]] = field(default_factory=dict)
    colonies: dict[Power, list[str]] = field(default_factory=dict)
    """Colonies beside the riches table, by name; Potosi among them."""
    lost_colonies: list[str] = field(default_factory=list)
    """Colony markers that left the game for Potosi (#54)."""
    cabot_used: list[Power] = field(default_factory=list)
    """Powers whose Cabot has sailed: he does so once for each (#99)."""
    conquests: dict[str, Power] = field(default_factory=dict)
    """Conquests that still yield riches -> owner."""
    claimed: dict[str, Power] = field(default_factory=dict)
    """Discoveries and conquests made -> by whom; their VP count at once."""
    galleons: list[Power] = field(default_factory=list)
    plantations: list[Power] = field(default_factory=list)
    raiders: list[Power] = field(default_factory=list)
    governor: Power | None = None
    uprising: Power | None = None


@dataclass(slots=True)
class Impulse:
    """What must be remembered within one impulse, and no longer."""

    power: Power = ""
    card: CardNumber | None = None
    target: str = ""
    """Whom the event being played is aimed at, if that was said when it was declared (#5)."""
    cp: int = 0
    spent: bool = False
    ended: bool = False
    """Set when something (a cancelled event) ends the impulse at once."""
    targets: list[SpaceId] = field(default_factory=list)
    """Spaces already tried by Reformation attempts (18.3)."""
    counter_targets: list[SpaceId] = field(default_factory=list)
    """Spaces already tried by Counter Reformation attempts (18.4)."""
    bonus_used: list[Power] = field(default_factory=list)
    """Powers that used a debater's bonus in this impulse (18.2)."""
    translated: list[str] = field(default_factory=list)
    """Languages on which CP were spent for translation (18.2)."""
    held_back: list[CardNumber] = field(default_factory=list)
    """Cards drawn by piracy or the Papal Inquisition: not played before a future impulse (16.4, #56)."""
    foreign_wars_fought: list[CardNumber] = field(default_factory=list)
    """Foreign wars in which a battle was fought: the next one needs another impulse (21.7)."""
    recruiting_abroad: bool = False
    """Units may be built in any controlled space that is not besieged (#76)."""
    card_actions: list[str] = field(default_factory=list)
    """Actions that the card being played allows, once each, beside the usual ones (#42)."""
    idle: dict[Power, int] = codec.added_later(dict)
    """Two players: a power that was commanded and did nothing -> the CP that were left then."""


@dataclass(slots=True)
class Diplomacy:
    """What the current Diplomacy Phase must remember (9)."""

    peace_made: list[tuple[Power, Power]] = field(default_factory=list)
    alliances_made: list[tuple[Power, Power]] = field(default_factory=list)
    ceded_home: list[tuple[Power, Power]] = field(default_factory=list)
    """(giver, receiver) of a home space of the giver this turn: no suing for peace (9.3)."""
    given: dict[str, list[tuple[Power, Power]]] = field(default_factory=dict)
    """What went from whom to whom this turn: cards, mercenaries and squadrons go one way only (9.1)."""
    owed: dict[Power, int] = field(default_factory=dict)
    """CP to pay for declarations and interventions (9.6)."""
    interventions: list[tuple[Power, Nation]] = field(default_factory=list)
    """Who intervened for which minor power this turn: cards 69 and 108 may pay for it (9.6)."""
    divorce_granted: bool = False


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What follows from war by rules of faith and diplomacy, which know the state and not the reverse."""

    raise_waiting_regulars: Callable[[HisGame, SpaceId], None]
    remember_capture: Callable[[HisGame, Nation, Nation | None], None]
    phony_war_ends: Callable[[HisGame, Nation, Nation], None]
    check_hungary_defeat: Callable[[HisGame], Procedure[None]]
    suggestions: Callable[[HisGame, Power, Power], Iterator[tuple[Any, ...]]]


def _nothing() -> None:
    """What a game of three or more has of the two-player game."""


@dataclass(slots=True, kw_only=True)
class HisGame(WarGame):
    """A game of Here I Stand."""

    registry: ClassVar[Registry[Any]] = CARDS
    actions: ClassVar[ActionTable] = ACTIONS

    data: HisData = codec.transient()
    elsewhere: Elsewhere = codec.transient()

    rules_version: int = 1
    """Which readings of the rules it is played by: 1 is what 0.1 played, and its games go on so."""
    setup: Setup
    spaces: dict[SpaceId, HisSpace] = field(default_factory=dict)
    phase: str = ""
    turn_power: Power = OTTOMAN
    """Whose impulse comes next in the Action Phase."""
    passes: int = 0
    """Passes in a row (11): six end the Action Phase."""
    skips: list[Power] = field(default_factory=list)
    """Powers that lose their next impulse (#38)."""
    rulers: dict[Power, str] = field(default_factory=dict)
    accessions: dict[str, int] = field(default_factory=dict)
    """Ruler -> turn in which he or she came to the throne, of those who did during the game."""
    bonus_vp: dict[Power, dict[str, int]] = field(default_factory=dict)
    minus_cards: dict[Power, list[str]] = field(default_factory=dict)
    """"-1 card" markers other than excommunication, by reason (Fuggers, each foreign war)."""
    piracy_vp: int = 0
    chateaux_vp: int = 0
    pirates: bool = False
    """Whether Barbary Pirates has happened (21.1)."""
    havens: list[SpaceId] = field(default_factory=list)
    piracy_zones: list[ZoneId] = field(default_factory=list)
    """Sea zones with a piracy marker this turn (16.4)."""
    hungary_defeated: bool = False
    """Whether the Ottoman was paid for the defeat of Hungary-Bohemia: it happens once (22.5)."""
    phony_wars: dict[Nation, Power] = field(default_factory=dict)
    """Minor power -> declarer who carries -1 VP until they fight (9.6)."""
    foreign_wars: dict[CardNumber, ForeignWar] = field(default_factory=dict)
    this_turn: list[str] = field(default_factory=list)
    """Reminders that last until the end of the turn: printing_press, augsburg_confession, ..."""
    faith: Faith = field(default_factory=Faith)
    tudors: Tudors = field(default_factory=Tudors)
    new_world: NewWorld = field(default_factory=NewWorld)
    diplomacy: Diplomacy = field(default_factory=Diplomacy)
    impulse: Impulse = field(default_factory=Impulse)
    vp_record: dict[int, dict[Power, int]] = field(default_factory=dict)
    """Turn -> VP of each power in its Victory Determination Phase (23.3)."""
    winner: Power | None = None
    victory: str = ""
    war_losses: dict[Power, list[Power]] = codec.added_later(dict)
    """Power -> enemies who have captured a leader or a home space of it in this war, if that counts (9.3)."""
    duel: Duel | None = codec.added_later(_nothing)
    """The two-player game's own part; None in all others."""

    # ---- data

    @property
    def scenario(self) -> ScenarioData:
        return self.data.scenarios[self.setup.scenario]

    def card(self, number: CardNumber) -> CardData:
        return self.data.cards.get(number) or self.data.diplomacy_cards[number]

    def power_data(self, power: Power) -> PowerData:
        return self.data.powers[power]

    def ruler(self, power: Power) -> Ruler:
        """The current ruler of a major power (3.3)."""
        wanted = self.rulers[power]
        return next(ruler for ruler in self.data.powers[power].rulers if ruler.id == wanted)

    def option(self, name: str, *, first: str | None = None) -> str | None:
        """An option chosen for this game; `first` is the reading of version 0.1, whose games keep it."""
        return dict(self.setup.options).get(name, first if self.rules_version == FIRST_RULES else None)

    def roll(self, power: Power, count: int, reason: Reason, hit_on: int | None = None) -> tuple[int, ...]:
        """Roll dice; those of a game whose dice fall elsewhere must have been given, but for the setup's."""
        setting_up = self.turn == self.scenario.turns[0] and self.phase == "card_draw"
        if self.option("dice") == "elsewhere" and len(self.dice.given_dice) < count and not setting_up:
            raise ThrownElsewhere("dice", count - len(self.dice.given_dice), reason)
        return CardGame.roll(self, power, count, reason, hit_on)

    def last_turn(self) -> int:
        """The scenario's, or an earlier one that the players agreed on (scenario book)."""
        return int(self.option("last_turn") or self.scenario.options.last_turn)

    def first_turn_of_1517(self) -> bool:
        """Turn 1 has two phases of its own and a short Diplomacy Phase (7)."""
        return self.turn == 1 and self.scenario.options.theses_and_diet

    # ---- seats

    @property
    def players(self) -> tuple[Power, ...]:
        """The powers that have a player of their own, in impulse order."""
        return PLAYERS if self.duel is not None else IMPULSE_ORDER

    def player_of(self, power: Power) -> Power:
        """Who decides for a power: its player, or in the two-player game the one who commands it.

        The Papacy commands the Hapsburgs from the League on, the Protestant everybody else.
        """
        if self.duel is None or power in PLAYERS:
            return power
        return PAPACY if power == HAPSBURG and self.faith.league else PROTESTANT

    def commanded(self, player: Power) -> list[Power]:
        """Powers without a player that one of the two may act with: at war with his opponent."""
        if self.duel is None or player not in PLAYERS:
            return []
        enemy = OPPONENT[player]
        return [p for p in INVADERS if self.player_of(p) == player and self.relation(p, enemy) == WAR]

    def in_theatre(self, space: SpaceId) -> bool:
        """Whether a space lies in the zones in which the two-player game is fought."""
        assert self.scenario.two_player is not None
        return self.board.spaces[space].lang in self.scenario.two_player.theatre

    def seats(self) -> tuple[tuple[Power, ...], ...]:
        """The powers of each player: as the scenario book seats so many, or as they like."""
        if self.scenario.seats:
            return self.scenario.seats
        if own := dict(self.setup.options).get(SEATS_OPTION):
            return tuple(tuple(powers.split("+")) for powers in own.split())
        return self.data.seats.of(self.setup.players).seats

    def same_player(self, one: Power, other: Power) -> bool:
        """Whether one player holds both powers, in games with 3 to 5 players (3.1)."""
        return any(one in seat and other in seat for seat in self.seats())

    # ---- spaces

    def keys_of(self, power: Power) -> list[SpaceId]:
        """Keys under a power's control; its minor allies' keys carry its markers (22.2)."""
        return [key for key in self.board.keys if self.spaces[key].control == power]

    def electorates(self) -> tuple[SpaceId, ...]:
        return self.board.of_type(ELECTORATE)

    def in_play(self, space: SpaceId) -> bool:
        """Algiers is out of play until Barbary Pirates (21.1)."""
        return self.spaces[space].control is not None

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
        if self.duel is not None and self.beyond_reach(power, space):
            return True
        return WarGame.closed_to(self, power, space) if self.duel is None else self._closed(power, space)

    def _closed(self, power: Power, space: SpaceId) -> bool:
        """As `closed_spaces` says, for one space."""
        if self.spaces[space].control is None:
            return space in self.scenario.out_of_play
        return not self.faith.league and power != PROTESTANT and space in self.electorates()

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
        """A minor ally's own keys are further capitals; the Scots winter in Edinburgh or Stirling (19.3)."""
        if nation == SCOTLAND:
            return tuple(space for space in self.home_spaces(nation) if self.board.is_fortified(space))
        capitals = self.capitals(self.commander(nation))
        if nation not in self.minors:
            return capitals
        return capitals + tuple(key for key in self.board.keys if self.home_power(key) == nation)

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

    def march_cost(self, power: Power, origin: Place, to: SpaceId) -> int:
        over_pass = self.board.is_pass(origin, to)
        return self.data.actions["move_pass" if over_pass else "move_clear"].cost[power]

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
        return power in by or not any(name in IMPULSE_ORDER for name in by)

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
