"""Orders for construction (17), at home, abroad and overseas."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar
from pbem.games.vq.orders.kinds import OCEAN, SETTLEMENT
from pbem.language.forces import ADJECTIVES, ForeignUnit, unit_kind
from pbem.language.grammar import FOR, IN, THE, Parser, name, one_of, optional, phrase, seq, word
from pbem.language.names import NATION, SPACE, UNIT_WORDS, Names
from pbem.language.pieces import AT_END, either
from pbem.language.written import written
from pbem.war.orders.construction import CAVALRY, CORSAIR, FIGHT, MERCENARY, ONE, REGULAR, VERB, war_card
from rules.core.actions import ChooseAction
from rules.vq.game import VqGame
from rules.vq.war.build_actions import (
    BuildFortress,
    BuildGalleon,
    BuildGalley,
    BuildMinorShip,
    BuildOttomanCorsair,
    BuildPatrol,
    FightAbroad,
    FortifySettlement,
    RaiseMercenary,
    RaiseOttomanCavalry,
    RaiseRegulars,
    ReinforceForeignWar,
)
from rules.vq.war.foreign_wars import NAMES, RAISED_BY
from rules.war.ids import Nation, SpaceId

_WORDS = {
    RaiseRegulars: REGULAR,
    RaiseMercenary: MERCENARY,
    RaiseOttomanCavalry: CAVALRY,
    BuildGalley: ("galley", "galleys", "gal", "g"),
    BuildGalleon: ("galleon", "galleons", "n"),
    BuildOttomanCorsair: CORSAIR,
}


# ---- Units (17.2, 17.3)


def _construction(action: Any, question: ChooseAction, game: VqGame) -> Parser[Any]:
    """`build regular in paris`, `raise walloon regular in mons`; whose it is need be said only in doubt."""

    def build(nation: Nation | None, space: SpaceId) -> list[Any]:
        able = action.nations(game, question.power)
        at_home = [one for one in able if space in game.spaces and game.is_home(one, space)]
        return [action(space, one) for one in ((nation,) if nation else at_home or able[:1])]

    words = _WORDS[action]
    unit = one_of(word(*words), ForeignUnit(words[0]))
    home = seq(VERB, ONE, optional(name(NATION)), unit, IN, THE, name(SPACE)).to(build)
    # Without a place: where it can be, if that is one place only.
    anywhere = seq(VERB, ONE, unit, AT_END).to(lambda: list(action.options(game, question.power)))
    return one_of(
        home.then(either).help(f"build {words[0]} in <space>"),
        anywhere.then(either).help(""),
    )


def _say_construction(question: ChooseAction, answer: Any, names: Names) -> str:
    """Own units need no word; those of factions, Walloons and allies have theirs."""
    whose = "" if answer.nation == question.power else f"{ADJECTIVES[answer.nation]} "
    return f"build {whose}{_WORDS[type(answer)][0]} in {names.say(SPACE, answer.space)}"


def _enter(action: Any, example: str) -> None:
    """The order for a kind of unit."""

    def build(question: ChooseAction, game: Any, names: Names) -> Parser[Any]:
        return _construction(action, question, game)

    build.__doc__ = f"`{example}`."
    action_grammar(action)(build).say(_say_construction)


_enter(RaiseRegulars, "build regular in paris")
_enter(RaiseMercenary, "buy mercenary in paris")
_enter(RaiseOttomanCavalry, "raise cavalry in istanbul")
_enter(BuildGalley, "build galley in naples")
_enter(BuildGalleon, "build galleon in plymouth")
_enter(BuildOttomanCorsair, "build corsair in algiers")


@action_grammar(BuildMinorShip)
def build_minor_ship(question: ChooseAction, game: Any, names: Names) -> Parser[BuildMinorShip]:
    """`build venetian ship in venice`: what kind of ship it is, the ally decides (24.3)."""
    kind = word("ship", "ships", *(name for kind in ("galleys", "galleons") for name in UNIT_WORDS[kind]))
    return (
        seq(VERB, ONE, name(NATION, game.minors), kind, IN, THE, name(SPACE))
        .to(lambda nation, *rest: BuildMinorShip(rest[-1], nation))
        .help("build <ally> ship in <port>")
    )


@build_minor_ship.say
def _(question: ChooseAction, answer: BuildMinorShip, names: Names) -> str:
    return f"build {ADJECTIVES[answer.nation]} ship in {names.say(SPACE, answer.space)}"


# ---- Overseas (17.3, 17.5)


@action_grammar(BuildPatrol, written("build patrol in {zone:ocean}"))
def build_patrol(question: ChooseAction, game: Any, names: Names) -> Parser[BuildPatrol]:
    """`build patrol in antilles`."""
    order = seq(VERB, ONE, word("patrol", "patrols"), IN, THE, name(OCEAN)).to(BuildPatrol)
    return order.help("build patrol in <ocean zone>")


_FORTRESS = one_of(
    seq(VERB, ONE, word("fortress", "fort", "walls"), IN, THE),
    seq(word("fortify"), THE),
)


@action_grammar(BuildFortress, written("build fortress in {space:space}"))
def build_fortress(question: ChooseAction, game: Any, names: Names) -> Parser[BuildFortress]:
    """`build fortress in breda`, `fortify breda`."""
    return phrase(_FORTRESS, name(SPACE)).to(BuildFortress).help("build fortress in <space>")


@action_grammar(FortifySettlement, written("build fortress in {settlement:settlement}"))
def fortify_settlement(question: ChooseAction, game: Any, names: Names) -> Parser[FortifySettlement]:
    """`build fortress in havana`."""
    return phrase(_FORTRESS, name(SETTLEMENT)).to(FortifySettlement).help("build fortress in <settlement>")


# ---- Foreign wars (23.7)


@action_grammar(ReinforceForeignWar, written("build {unit:unit} for card {war}"))
def reinforce(question: ChooseAction, game: Any, names: Names) -> Parser[ReinforceForeignWar]:
    """`build regular for persia`."""
    unit = unit_kind(tuple(RAISED_BY))
    order = seq(VERB, ONE, unit, FOR, IN, THE, war_card(NAMES))
    return order.to(lambda unit, war: ReinforceForeignWar(war, unit)).help("build <unit> for <foreign war>")


@action_grammar(FightAbroad, written("fight foreign war card {war}"))
def fight_abroad(question: ChooseAction, game: Any, names: Names) -> Parser[FightAbroad]:
    """`fight foreign war persia`, `fight in poland`."""
    return seq(FIGHT, IN, THE, war_card(NAMES)).to(FightAbroad).help("fight foreign war <name>")
