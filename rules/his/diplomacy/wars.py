"""Wars: who may declare them, how they begin and end, and Phony Wars (9.6).

Who comes to the help of a minor power is in `interventions`; the War Segment of the Diplomacy Phase, with
what the declarations cost, in `war_segment`.
"""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.diplomacy import events as told
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, HUNGARY, OTTOMAN, PAPACY, PROTESTANT, SCOTLAND, VENICE
from rules.his.victory import ACTION_PHASE, add_bonus_vp
from rules.war.ids import Nation
from rules.war.relations import WarEnded, begin_war, check_neutral
from rules.war.state import ALLIED, WAR

PHONY_WAR = "phony_war"
"""Option of a game: `always` puts the marker for England's home card too."""
NEVER_ON_SCOTLAND = (OTTOMAN, PAPACY, PROTESTANT)


# ---- Restrictions on declarations of war


def may_declare_war(game: HisGame, power: Power, target: Power, *, in_diplomacy_phase: bool = False) -> None:
    """Raise `Illegal` with the restriction that forbids a declaration of war (9.6).

    Declarations on the map (cards, activations) are bound by the restrictions at all times only; those
    of the War Segment by the ones for the Diplomacy Phase too.
    """
    if target not in (*game.majors, *game.minors):
        raise Illegal("war.no_power", "9.6", power=target)
    if target == power:
        raise Illegal("war.on_yourself", "9.6")
    restrictions_at_all_times(game, power, target)
    if in_diplomacy_phase:
        restrictions_in_diplomacy_phase(game, power, target)


def restrictions_at_all_times(game: HisGame, power: Power, target: Power) -> None:
    """The first list of 9.6."""
    if target == HUNGARY:
        raise Illegal("war.on_hungary", "9.6")
    check_neutral(game, power, target, "9.6")
    if target == SCOTLAND and power in NEVER_ON_SCOTLAND:
        raise Illegal("war.never_on_scotland", "9.6")
    if target == SCOTLAND and game.relation(power, FRANCE) == ALLIED:
        raise Illegal("war.ally_of_france_on_scotland", "9.6")
    if target == VENICE and power == ENGLAND:
        raise Illegal("war.england_on_venice", "9.6")
    if PROTESTANT in (power, target) and not game.faith.league:
        raise Illegal("war.protestant_not_yet", "9.6")
    if bound_to(game, power, target, "no_war_between"):
        raise Illegal("war.same_player", "3.1")


def restrictions_in_diplomacy_phase(game: HisGame, power: Power, target: Power) -> None:
    """The second list of 9.6.  New allies are allies: the first list has refused them already."""
    if made_peace(game, power, target):
        raise Illegal("war.made_peace", "9.6", power=target)
    natural_ally = game.data.tables.declaration_of_war.intervention_by.get(target)
    if natural_ally is None:
        return
    if game.relation(power, natural_ally) == ALLIED:
        raise Illegal("war.allied_with_natural_ally", "9.6", other_power=natural_ally, power=target)
    if made_peace(game, power, natural_ally):
        raise Illegal("war.peace_with_natural_ally", "9.6", other_power=natural_ally, power=target)


def made_peace(game: HisGame, one: Power, other: Power) -> bool:
    """Whether two powers ended a war in this Diplomacy Phase, in whatever way."""
    return (one, other) in game.diplomacy.peace_made or (other, one) in game.diplomacy.peace_made


def bound_to(game: HisGame, one: Power, other: Power, restriction: str) -> bool:
    """Whether two powers of one player are under a restriction of the Scenario Book (3.1)."""
    return game.same_player(one, other) and restriction in game.data.seats.restrictions


# ---- A war begins


async def start_war(game: HisGame, declarer: Power, target: Power, *, reason: Reason | None = None) -> None:
    """Two powers are at war from now on; major powers fight at sea at once (9.6).

    Whether it may be declared was seen before.  `reason` names what else than a declaration made the war.
    A war that may be on a minor power begins by `interventions.declare_war`.
    """
    if game.relation(declarer, target) == WAR:
        return
    if reason is None and (declarer, target) == (HAPSBURG, ENGLAND):
        game.tudors.hapsburg_discount = False  # Catherine's marker counts for one declaration (21.3)
    await begin_war(game, declarer, target, reason=reason, in_action_phase=game.phase == ACTION_PHASE)


# ---- Phony Wars (9.6, step 6)


def phony_war_begins(game: HisGame, declarer: Power, minor: Nation) -> None:
    """The declarer carries a marker until it fights the minor power or its protector.

    There is one marker for each minor power: while an earlier declarer still has it, nobody else gets it.
    """
    if minor in game.phony_wars:
        return
    game.phony_wars[minor] = declarer
    add_bonus_vp(game, declarer, PHONY_WAR, game.data.tables.declaration_of_war.phony_war_vp)
    game.emit(told.PhonyWarBegan(declarer, minor))


def phony_war_ends(game: HisGame, one: Nation, other: Nation) -> None:
    """Land combat or an assault between two nations: markers about their war are removed."""
    for minor, declarer in list(game.phony_wars.items()):
        protector = game.data.tables.declaration_of_war.intervention_by[minor]
        for side, against in ((one, other), (other, one)):
            if game.commander(side) == declarer and (
                against == minor or game.commander(against) == protector
            ):
                del game.phony_wars[minor]
                add_bonus_vp(game, declarer, PHONY_WAR, -game.data.tables.declaration_of_war.phony_war_vp)
                game.emit(told.PhonyWarEnded(declarer, minor))
                break


# ---- A war ends


def end_war(game: HisGame, one: Power, other: Power) -> None:
    """Peace between two major powers, agreed or sued for (9.3, step 8)."""
    game.set_relation(one, other, None)
    for loser, winner in ((one, other), (other, one)):
        if winner in game.war_losses.get(loser, ()):
            game.war_losses[loser].remove(winner)
    game.diplomacy.peace_made.append((one, other))
    game.emit(WarEnded(one, other))
    for power in (one, other):
        if PAPACY in (one, other) and power != PAPACY:
            lift_excommunication(game, power, Reason("peace_with_papacy"))
    for minor, declarer in list(game.phony_wars.items()):
        protector = game.data.tables.declaration_of_war.intervention_by[minor]
        if (declarer, protector) in ((one, other), (other, one)):
            del game.phony_wars[minor]  # 9.6, step 6: without its marker's minor the VP is never regained
            game.emit(told.PhonyWarLost(declarer, minor))


def lift_excommunication(game: HisGame, power: Power, reason: Reason) -> None:
    """Remove the "-1 card" marker of an excommunicated ruler, if there is one (21.5)."""
    if power in game.faith.excommunicated_powers:
        del game.faith.excommunicated_powers[power]
        game.emit(told.ExcommunicationLifted(power, reason))


# ---- What declarations cost, and who can pay


def means_left(game: HisGame, power: Power) -> int:
    """CP that a power's cards could still pay; mandatory events pay for nothing (9.6)."""
    return sum(game.card(card).cp for card in payment_cards(game, power)) - game.diplomacy.owed.get(power, 0)


def payment_cards(game: HisGame, power: Power) -> list[int]:
    """The cards of a hand that may pay for a war."""
    return [card for card in game.hand(power) if game.card(card).kind != "mandatory"]


def declaration_cost(game: HisGame, power: Power, target: Power) -> int:
    """CP for a declaration in the Diplomacy Phase, with the discount that Catherine's marker gives."""
    table = game.data.tables.declaration_of_war
    cost = table.cost(power, target)
    assert cost is not None, f"{power} cannot declare war on {target}"
    discounted = game.tudors.hapsburg_discount and (power, target) == (table.discount.by, table.discount.on)
    return cost - (table.discount.minus if discounted else 0)
