"""Orders for construction (17), control and unrest (12), and foreign wars (21.7)."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar, grammar
from pbem.language.forces import ADJECTIVES, ForeignUnit, leader
from pbem.language.grammar import (
    COMMA,
    FOR,
    FROM,
    IN,
    THE,
    Parser,
    many,
    name,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import LEADER, NATION, SPACE, Names
from pbem.language.pieces import AT_END, either
from pbem.language.written import written
from pbem.war.orders.construction import (
    CALM,
    CAVALRY,
    CORSAIR,
    FIGHT,
    MERCENARY,
    ONE,
    REGULAR,
    TAKE,
    VERB,
    contingents,
    say_contingents,
)
from pbem.war.orders.construction import war_card as shared_war_card
from rules import load_rules
from rules.core.cards import CardNumber
from rules.his.actions import ChooseAction
from rules.his.game import HisGame
from rules.his.war.build_actions import (
    BuildCorsair,
    BuildSquadron,
    BuyMercenary,
    ControlSpace,
    FightForeignWar,
    RaiseCavalry,
    RaiseRegular,
)
from rules.his.war.foreign_wars import Detachment, Expedition, SendExpedition, by_the_cards
from rules.war.ids import Nation, SpaceId

_WORDS = {
    RaiseRegular: REGULAR,
    BuyMercenary: MERCENARY,
    RaiseCavalry: CAVALRY,
    BuildSquadron: ("squadron", "squadrons", "naval squadron", "fleet", "s"),
    BuildCorsair: CORSAIR,
}
_LAND = (RaiseRegular, BuyMercenary, RaiseCavalry)


# ---- Construction (17)


def _construction(action: Any, question: ChooseAction, game: HisGame, names: Names) -> Parser[Any]:
    """`build regular in paris`, `raise scottish regular in stirling`, `buy mercenary for ireland`."""

    def at_home(nation: Nation | None, space: SpaceId) -> Any:
        return action(space=space, nation=_whose(game, question.power, nation, space))

    unit = one_of(word(*_WORDS[action]), ForeignUnit(_WORDS[action][0]))
    home = seq(VERB, ONE, optional(name(NATION)), unit, IN, THE, name(SPACE)).to(at_home)
    kind = _WORDS[action][0]
    # Without a place: where it can be, if that is one place only.
    anywhere = seq(VERB, ONE, unit, AT_END).to(lambda: list(action.options(game, question.power)))
    forms = [home.help(f"build {kind} in <space>"), anywhere.then(either).help("")]
    if action in _LAND:
        abroad = seq(VERB, ONE, unit, optional(word("in", "for", "on")), THE, war_card(game))
        forms.append(abroad.to(lambda card: action(war=card)).help(""))
    return one_of(*forms)


def _whose(game: HisGame, power: str, nation: Nation | None, space: SpaceId) -> Nation:
    """The minor ally whose unit it is: named, or meant by its home space; "" for one's own."""
    if nation is None:
        home = game.home_power(space)
        minor = home if game.minor_allies.get(home) == power else ""
        return "" if game.impulse.recruiting_abroad else minor
    return "" if nation == power else nation


def _say_construction(question: ChooseAction, answer: Any, names: Names) -> str:
    kind = _WORDS[type(answer)][0]
    if getattr(answer, "war", 0):
        return f"build {kind} for card {answer.war}"
    # At home it goes without saying; elsewhere an ally's unit might be meant.
    at_home = load_rules("his").data.board.spaces[answer.space].home == question.power
    nation = answer.nation or ("" if at_home else question.power)
    whose = f"{ADJECTIVES.get(nation, nation)} " if nation else ""
    return f"build {whose}{kind} in {names.say(SPACE, answer.space)}"


def _enter(action: Any, example: str) -> None:
    """The order for a kind of unit."""

    def build(question: ChooseAction, game: Any, names: Names) -> Parser[Any]:
        return _construction(action, question, game, names)

    build.__doc__ = f"`{example}`."
    action_grammar(action)(build).say(_say_construction)


_enter(RaiseRegular, "build regular in paris")
_enter(BuyMercenary, "buy mercenary in paris")
_enter(RaiseCavalry, "raise cavalry in istanbul")
_enter(BuildSquadron, "build squadron in marseille")
_enter(BuildCorsair, "build corsair in algiers")


# ---- Control and unrest (12)


@action_grammar(ControlSpace)
def control_space(question: ChooseAction, game: Any, names: Names) -> Parser[ControlSpace]:
    """`control agram`, `remove unrest in paris`.

    It is one action (12.2, 12.4): of a space that one controls already it can only mean the unrest there.
    """

    def take(space: SpaceId) -> ControlSpace:
        return ControlSpace(
            space, calm=game.spaces[space].unrest and game.controller(space) == question.power
        )

    return one_of(
        seq(TAKE, THE, name(SPACE)).to(take).help("control <space>"),
        seq(CALM, IN, FROM, THE, name(SPACE))
        .to(lambda space: ControlSpace(space, calm=True))
        .help("remove unrest in <space>"),
    )


@control_space.say
def _(question: ChooseAction, answer: ControlSpace, names: Names) -> str:
    verb = "remove unrest in" if answer.calm else "control"
    return f"{verb} {names.say(SPACE, answer.space)}"


# ---- Foreign wars (21.7)


def war_card(game: HisGame) -> Parser[CardNumber]:
    """A foreign war: `egypt`, `war in persia`, `card 92`."""
    return shared_war_card({war.card: war.name for war in game.data.tables.foreign_wars})


@action_grammar(FightForeignWar, written("fight foreign war card {war}"))
def fight_foreign_war(question: ChooseAction, game: Any, names: Names) -> Parser[FightForeignWar]:
    """`fight foreign war egypt`, `fight in persia`."""
    return seq(FIGHT, IN, THE, war_card(game)).to(FightForeignWar).help("fight foreign war <name>")


@grammar("expedition")
def expedition(question: SendExpedition, game: Any, names: Names) -> Parser[Expedition]:
    """`send 2 cavalry from istanbul, 1 regular from edirne, with ibrahim and suleiman`."""

    def build(
        first: tuple[str, ...], parts: tuple[tuple[Detachment, ...], ...], last: tuple[str, ...]
    ) -> Expedition:
        return Expedition(tuple(one for some in parts for one in some), (*first, *last))

    parts = contingents(question.power, game, Detachment)
    generals = many(leader(), COMMA)
    before, after = phrase(generals, COMMA), phrase(optional(COMMA), FOR, generals)
    some = "[<leader>, ...]" if by_the_cards(game) else "[<leader>]"
    nobody = phrase(optional(word("send")), word("nobody", "none", value=()))
    return one_of(
        seq(optional(word("send")), optional(before, ()), parts, optional(after, ()))
        .to(build)
        .help(f"send <units> from <space>, ... {some}"),
        phrase(nobody).to(lambda _: Expedition(())).help(""),
        seq(optional(word("send")), generals).to(lambda who: Expedition((), who)).help(""),
    )


@expedition.say
def _(question: SendExpedition, answer: Expedition, names: Names) -> str:
    parts = say_contingents(question.power, answer.units, names)
    parts += [names.say(LEADER, general) for general in answer.leaders]
    return f"send {', '.join(parts)}" if parts else "send nobody"
