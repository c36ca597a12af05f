"""Three Towns, a title on one page.  Two powers take towns in turn, unless the other's Wall stops it;
before each turn they may agree on a truce, and then take none from each other.  In the end most towns win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

from pbem.games.deals import Deals
from pbem.games.game import Atlas, Game, Scenario
from pbem.games.views import CardLine, Hand, PowerLine, Public, where
from pbem.language.catalog import FOLDER
from pbem.language.choices import CHOICES
from pbem.language.grammar import COLON, one_of, optional, phrase, word
from pbem.language.names import Names
from pbem.language.registry import Grammars
from pbem.language.voice import Voice
from pbem.pictures.map import Look, MapView, PlaceView, PowerRow
from rules.core.board import Board, Connection, Space
from rules.core.cards import CardGame, Cards, Registry
from rules.core.dice import Dice
from rules.core.engine import StateRules
from rules.core.events import Event
from rules.core.flow import IMPULSE, NEGOTIATION, Power, Question, ask, checkpoint
from rules.core.kinds import Kind
from rules.core.log import Setup
from rules.core.questions import Choose
from rules.core.windows import open_window

RED, BLUE, BOOK, ROAD = "red", "blue", Grammars(), Connection("alba", "brig")
POWERS, TOWNS = {RED: "Red", BLUE: "Blue"}, {"alba": "Alba", "brig": "Brig", "cork": "Cork"}
WALL = CardLine(1, "Wall", 1, "response", "Whoever is about to take a town does not.")
BOOK.include(CHOICES)


class TurnBegan(Event):
    turn: int


class TownTaken(Event):
    power: Power
    space: Annotated[str, Kind("space")]


class Take(Choose):
    pace: ClassVar[str] = IMPULSE


@dataclass(frozen=True, slots=True)
class Truce:
    proposer: Power
    partner: Power


class Announce(Question[tuple[Truce, ...]]):
    kind, pace = "announce", NEGOTIATION
    partners: tuple[Power, ...]

    def legal(self, game: Any) -> Iterable[tuple[Truce, ...]]:
        return [(), tuple(Truce(self.power, partner) for partner in self.partners)]


@BOOK.kind("announce")
def announce(question: Announce, game: Any, names: Names) -> Any:
    whom = optional(word(*(f"to {power}" for power in POWERS), *POWERS))
    truce = word("truce", value=list(question.legal(game))[-1])
    return one_of(word("none", value=()), phrase(optional(word("propose")), whom, COLON, truce))


announce.say(lambda question, answer, names: "propose: truce" if answer else "none")


@dataclass(slots=True, kw_only=True)
class Towns(CardGame):
    registry: ClassVar[Registry[Any]] = Registry()
    turn: int = 1
    towns: dict[str, str] = field(default_factory=lambda: dict.fromkeys(TOWNS, ""))

    def card(self, number: int) -> Any:
        return SimpleNamespace(title="Wall", kind="response", home=None, removed="no")

    def held(self, power: Power) -> int:
        return list(self.towns.values()).count(power)


@Towns.registry.response(1, "wall", "taking", playable=lambda game, power, moment: True)
async def wall(game: Towns, power: Power, moment: list[Power]) -> None:
    moment.append(power)


async def play(game: Towns) -> None:
    while game.turn <= 2:
        await checkpoint()
        game.emit(TurnBegan(game.turn))
        truce = await ask(Announce(RED, (BLUE,)))
        for power, other in ((RED, BLUE), (BLUE, RED)):
            free = [town for town, who in game.towns.items() if who in (("",) if truce else ("", other))]
            town, stopped = await ask(Take(power, "take", "space", (*free, "pass"), "pass")), list[Power]()
            if town != "pass":
                await open_window(game, "taking", stopped, powers=[other])
            if town != "pass" and not stopped:
                game.towns[town] = power
                game.emit(TownTaken(power, town))
        game.turn += 1


class ToyRules(StateRules[Towns]):
    name, state, play = "toy", Towns, staticmethod(play)

    def new_game(self, setup: Setup, seed: str) -> Towns:
        return Towns(dice=Dice(seed), cards=Cards({RED: [], BLUE: [1]}))


class Truces(Deals):
    deal, announce, order = Truce, Announce, (RED, BLUE)

    def tell(self, deal: Truce, reader: Power, voice: Voice) -> str:
        return "a truce"


class Toy(Game):
    name, title, powers, chapters = "toy", "Three Towns", (RED, BLUE), ("TurnBegan",)
    rules, data_digest, deals, cards = ToyRules(), "toy", Truces(), {1: WALL}
    scenarios: ClassVar = {"plain": Scenario("plain", 1, 2)}
    messages = (*(FOLDER / part for part in ("moderator", "core")), Path(__file__).parent / "toy_messages")
    by_kind = dict.fromkeys(("power", "major", "nation"), POWERS)
    names = Names.of({**by_kind, "space": TOWNS, "card": {"1": "Wall"}, "option": {}}, BOOK)
    spaces = tuple(Space(id, TOWNS[id], "town", "", (), xy=(n * 300, 9)) for n, id in enumerate(TOWNS, 1))

    def public(self, game: Towns, voice: Voice, *, windows: str = "") -> Public:
        rows = tuple(PowerLine(id, POWERS[id], "", game.held(id), len(game.hand(id)), 0) for id in POWERS)
        winner, now = max(POWERS, key=game.held) if game.turn > 2 else "", where(voice, game.turn, "Towns")
        return Public(game.turn, 0, now, rows, (), (), POWERS.get(winner, ""), "three towns", windows)

    def hands(self, game: Towns, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
        return tuple(Hand(id, POWERS[id], (WALL,) * len(game.hand(id))) for id in powers)

    def atlas(self, voice: Voice) -> Atlas:
        return Atlas(Board(self.spaces, [], [ROAD]), Look.plain(self.title, POWERS, voice), 3)

    def map_view(self, game: Towns, voice: Voice) -> MapView:
        rows = tuple(PowerRow(id, name, (game.held(id),), "") for id, name in POWERS.items())
        places = {town: PlaceView(holder or None) for town, holder in game.towns.items()}
        return MapView(f"Turn {game.turn}", ("towns",), rows, (), (), places)
