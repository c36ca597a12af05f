"""The position of a game of Here I Stand: its state, its data, who plays whom.

One part per subject (`rules.his.state`); the military position is inherited from `rules.war`.  What never
changes (map, cards, tables) is in `game.data` and is not stored.  Functions that change the state live with
the rules they belong to; here are only looks at it that several subjects share.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core import codec
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.options import FIRST_RULES
from rules.core.seating import own_seating
from rules.his.data import ELECTORATE, CardData, HisData, PowerData, Ruler, ScenarioData
from rules.his.duel import INVADERS, OPPONENT, PLAYERS, Duel
from rules.his.powers import HAPSBURG, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT
from rules.his.state import Diplomacy, Faith, HisSpace, Impulse, NewWorld, Tudors
from rules.war.foreign_war import ForeignWar
from rules.war.ids import Nation, SpaceId, ZoneId
from rules.war.position import TitlePosition
from rules.war.state import WAR


def _nothing() -> None:
    """What a game of three or more has of the two-player game."""


@dataclass(slots=True, kw_only=True)
class HisPosition(TitlePosition):
    """All that there is in a game of Here I Stand, and who sees it how."""

    data: HisData = codec.transient()

    spaces: dict[SpaceId, HisSpace] = field(default_factory=dict)
    turn_power: Power = OTTOMAN
    skips: list[Power] = field(default_factory=list)
    """Powers that lose their next impulse (#38)."""
    accessions: dict[str, int] = field(default_factory=dict)
    """Ruler -> turn in which he or she came to the throne, of those who did during the game."""
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

    def dice_fall_elsewhere(self) -> bool:
        """By an option; but those of the setup are ours."""
        setting_up = self.turn == self.scenario.turns[0] and self.phase == "card_draw"
        return self.option("dice") == "elsewhere" and not setting_up

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
        return own_seating(self.setup) or self.data.seats.of(self.setup.players).seats

    def same_player(self, one: Power, other: Power) -> bool:
        """Whether one player holds both powers, in games with 3 to 5 players (3.1)."""
        return any(one in seat and other in seat for seat in self.seats())

    # ---- spaces

    def electorates(self) -> tuple[SpaceId, ...]:
        return self.board.of_type(ELECTORATE)

    def in_play(self, space: SpaceId) -> bool:
        """Algiers is out of play until Barbary Pirates (21.1)."""
        return self.spaces[space].control is not None
