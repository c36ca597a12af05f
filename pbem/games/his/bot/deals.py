"""Diplomacy (9): what agreements are worth to both sides, wars worth declaring, peace worth its price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy

from pbem.games.his.bot.events import event_worth
from pbem.games.his.bot.mind import COMING_CLOSE, Mind
from pbem.games.his.bot.war import Fronts, fronts_of
from pbem.games.suggestion import Suggestion, because
from rules import Power
from rules.core.errors import allows
from rules.core.questions import ChooseSome
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import (
    CedeSpace,
    EndWar,
    GiveCards,
    GiveMercenaries,
    GrantDivorce,
    RescindExcommunication,
    ReturnLeader,
)
from rules.his.diplomacy.interventions import Intervene
from rules.his.diplomacy.peace import BY_CARD, BY_VP, Regain, Regained
from rules.his.diplomacy.ransom import captured_leaders
from rules.his.diplomacy.war_segment import DeclareWars, PayForWars, possible_targets
from rules.his.dynasty.tudors import edward_born
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, HUNGARY, IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT
from rules.war.deals import Deal, Item, Prospect, agree, possible
from rules.war.ids import INDEPENDENT, LAND_KINDS, Nation
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from rules.war.state import WAR

LEAST = 0.15
FAIR = 0.5
AGAINST_A_LEADER = 1.5
MOST_PROPOSALS = 3
WORTH_A_WAR = 0.75
CARDS_FOR_A_WAR = 3
"""To march, and to storm twice."""
WARNED = 1
"""Units that a power adds to the garrison which an enemy who has just declared war will attack first."""
LEADER_IN_PEACE = 2.0
"""What it costs to leave in peace who comes close to victory, as a share of what its points cost us more."""
OTHERWISE = 0.9
"""How much of what our armies would take without a new war is not gained by it: they cannot do everything."""
STOPPED = 0.3
"""What a war against such a power is worth more for each point that it is closer."""
IDLE_ARMY, MOST_IDLE = 0.03, 0.9
"""What it costs to make peace with the last enemy: so much for each unit, and at most."""
IDLE, STANDING = 0.02, 14
"""So much less a war must promise to a power that fights nobody, for each unit above so many."""
TAKEN = 0.6
"""How much of what our armies could take they do take."""
CARD = 0.6


def seen_as(mind: Mind, power: Power) -> Mind:
    """The same open position, thought through for another power."""
    name = f"seen as {power}"
    if name not in mind.memory:
        mind.memory[name] = Mind(mind.game, power, mind.weights, mind.level)
        mind.memory[name].memory["guessed"] = True
    found: Mind = mind.memory[name]
    return found


# ---- What agreements are worth


def worth_of_deal(mind: Mind, deal: Deal, power: Power) -> float:
    """What a deal is worth to one of its parties, as far as open facts tell."""
    other = deal.other(power)
    side = mind if power == mind.power else seen_as(mind, power)
    return sum(worth_of_item(side, item, power, other) for item in deal.items)


def worth_of_item(mind: Mind, item: Item, power: Power, other: Power) -> float:
    """What one agreement is worth to a power."""
    gives: Callable[[Power], int] = lambda giver: -1 if giver == power else 1  # noqa: E731
    if isinstance(item, GiveCards):
        return gives(item.giver) * CARD * item.count
    if isinstance(item, GiveMercenaries):
        return gives(item.giver) * mind.weights["mercenary"] * item.count
    if isinstance(item, LoanSquadrons):
        return gives(item.giver) * mind.weights["squadron"] * item.count
    if isinstance(item, EndWar):
        return worth_of_peace(mind, other)
    if isinstance(item, FormAlliance):
        return worth_of_alliance(mind, other)
    if isinstance(item, GrantDivorce):
        return 1.3 if power == ENGLAND else -0.9
    if isinstance(item, RescindExcommunication):
        return 0.7 if item.power == power else -0.1
    if isinstance(item, ReturnLeader):
        return 0.9 if mind.game.leaders[item.leader].power == power else -0.3
    if isinstance(item, CedeSpace):
        space = mind.game.board.spaces[item.space]
        worth = mind.key_worth(power) + 0.3 if space.is_key else 0.15
        return gives(item.giver) * worth
    return 0.0


def worth_of_peace(mind: Mind, other: Power) -> float:
    """What a white peace is worth: dangers that end, less what could have been taken."""
    name = f"peace with {other}"
    if name not in mind.memory:
        mind.memory[name] = _peace(mind, other)
    worth: float = mind.memory[name]
    return worth


def _peace(mind: Mind, other: Power) -> float:
    fronts = fronts_of(mind)
    game = mind.game
    lost = fronts.campaign_worth(game.nations_of(other), mind.soon_hired)
    dangers = sum(
        now * mind.worth_of_keeping(space)
        for space, (now, _better) in fronts.dangers.items()
        if any(game.land_strength(near, other) for near in game.board.within(space, 3))
    )
    leads = LEADER_IN_PEACE * (mind.stake(other) - mind.weights["rival"])
    # Who would fight nobody then has an army for nothing.
    idle = IDLE_ARMY * game.counts_on_map(mind.power, LAND_KINDS) if mind.enemies == [other] else 0.0
    return 0.25 + min(dangers, 2.5) - TAKEN * lost - leads - min(idle, MOST_IDLE)


def worth_of_alliance(mind: Mind, other: Power) -> float:
    """Friends by nature gain something; nobody helps a power that is about to win, or that is easy prey."""
    pair = {mind.power, other}
    for one, two, turn in mind.weights.friends:
        if {one, two} == pair and mind.game.turn >= turn:
            # Whom others would attack they know themselves.
            prey = "guessed" not in mind.memory and gain_of_war(mind, other) > WORTH_A_WAR
            return -0.2 if prey or mind.near_victory(other) else 0.3
    return 0.05 if not mind.near_victory(other) else -0.3


def acceptable(mind: Mind, deal: Deal) -> bool:
    """Whether a deal is good for us, and not too good for the other (strategy: deals)."""
    own, other = worth_of_deal(mind, deal, mind.power), worth_of_deal(mind, deal, deal.other(mind.power))
    share = AGAINST_A_LEADER if mind.near_victory(deal.other(mind.power)) else FAIR
    return own >= LEAST and own >= share * other and not is_gift(mind, deal)


def is_gift(mind: Mind, deal: Deal) -> bool:
    """Whether everything goes one way, from us to the other."""
    return all(worth_of_item(mind, item, mind.power, deal.other(mind.power)) < 0 for item in deal.items)


# ---- Proposing and confirming


def propose(mind: Mind, question: ProposeDeals) -> Suggestion:
    """The best three deals that both sides can want."""
    game = mind.game
    found: list[tuple[float, Deal]] = []
    for partner in question.partners:
        best: tuple[float, Deal] | None = None
        for items in packages(mind, partner):
            deal = Deal(mind.power, partner, items)
            if not possible(game, deal) or not acceptable(mind, deal):
                continue
            if not acceptable(seen_as(mind, partner), deal):
                continue
            own = worth_of_deal(mind, deal, mind.power)
            if best is None or own > best[0]:
                best = (own, deal)
        if best is not None:
            found.append(best)
    found.sort(key=lambda one: -one[0])
    prospect, deals = Prospect(game), []
    for _worth, deal in found[:MOST_PROPOSALS]:
        if allows(agree, deal, prospect):
            deals.append(deal)
    deals.sort(key=lambda deal: IMPULSE_ORDER.index(deal.partner))
    answer = tuple(deals)
    if not allows(question.check, game, answer):
        answer = ()
    if not answer:
        return Suggestion((), because("no_deals"))
    partner = answer[0].partner
    return Suggestion(answer, because("propose", power=partner))


def packages(mind: Mind, partner: Power) -> Iterator[tuple[Item, ...]]:
    """Deals that suggest themselves between two powers."""
    game, power = mind.game, mind.power
    if game.relation(power, partner) == WAR:
        for extra in ((), (GiveCards(partner, 1),), (GiveCards(power, 1),)):
            yield (EndWar(), *extra)
        for leader in captured_leaders(game, power, partner):
            yield (EndWar(), ReturnLeader(leader))
    else:
        yield (FormAlliance(),)
        yield (FormAlliance(), GiveCards(partner, 1))
    if {power, partner} == {ENGLAND, PAPACY} and not edward_born(game):
        yield (GrantDivorce(), GiveCards(ENGLAND, 1))
        yield (GrantDivorce(), GiveCards(ENGLAND, 2))
    for one, other in ((power, partner), (partner, power)):
        for leader in captured_leaders(game, one, other):
            yield (ReturnLeader(leader), GiveCards(one, 1))
    if PAPACY in (power, partner):
        other = partner if power == PAPACY else power
        if other in game.faith.excommunicated_powers and mind.turns_left >= 1:
            yield (RescindExcommunication(other), GiveCards(other, 1))


def confirm(mind: Mind, question: ConfirmDeals) -> Suggestion:
    """All deals that are good, one after the other as far as they go together."""
    chosen: tuple[int, ...] = ()
    for number, deal in enumerate(question.deals, 1):
        if not possible(mind.game, deal) or not acceptable(mind, deal):
            continue
        if allows(question.check, mind.game, (*chosen, number)):
            chosen = (*chosen, number)
    if not chosen:
        return Suggestion((), because("refuse_deals"))
    partner = question.deals[chosen[0] - 1].proposer
    return Suggestion(chosen, because("confirm", power=partner))


# ---- War


def at_war_with(mind: Mind, targets: Iterable[Nation]) -> Mind:
    """The same position, were we at war with some powers."""
    game = copy(mind.game)
    game.relations = {power: dict(relations) for power, relations in mind.game.relations.items()}
    for target in targets:
        game.set_relation(mind.power, target, WAR)
    return Mind(game, mind.power, mind.weights, mind.level)


def war_prospect(mind: Mind, target: Nation, hired: int = 0) -> float:
    """What could be taken from a power this turn, were we at war with it; `hired`: mercenaries who help."""
    then = at_war_with(mind, [target])
    return Fronts(then, WARNED).campaign_worth(then.game.nations_of(target), hired)


def declare(mind: Mind, question: DeclareWars) -> Suggestion:
    """A war that takes a key this turn and is worth its cost, and no second one on land."""
    game = mind.game
    idle = 0 if mind.enemies else max(0, game.counts_on_map(mind.power, LAND_KINDS) - STANDING)
    best, chosen = WORTH_A_WAR - min(IDLE * idle, MOST_IDLE), ""
    on_land = [enemy for enemy in mind.enemies if war_prospect_or_danger(mind, enemy) > 0.3]
    cards = len(mind.hand) - _wanted_as_events(mind)
    for target in possible_targets(game, mind.power):
        cost = question.cost(game, (target,))
        close = mind.points.get(target, 0) - (mind.goal - COMING_CLOSE)
        if not allows(question.check, game, (target,)):
            continue
        if cards - bool(cost) < CARDS_FOR_A_WAR or _comes_by_itself(mind, target):
            continue
        if on_land and target in IMPULSE_ORDER and not mind.near_victory(target):
            continue
        gain = gain_of_war(mind, target) - cost * mind.weights["cp"]
        if gain > 0 and close > 0:
            gain += STOPPED * close
        if gain > best:
            best, chosen = gain, target
    if not chosen:
        return Suggestion((), because("no_war"))
    return Suggestion((chosen,), because("war", power=chosen))


def gain_of_war(mind: Mind, target: Nation) -> float:
    """What a war is worth beyond what could be taken without it, less what the answer to it costs."""
    name = f"war with {target}"
    if name not in mind.memory:
        gain = war_prospect(mind, target, mind.soon_hired) - OTHERWISE * _without_a_new_war(mind)
        mind.memory[name] = gain - _answer_to(mind, target)
    worth: float = mind.memory[name]
    return worth


def _comes_by_itself(mind: Mind, target: Nation) -> bool:
    """The war between Sultan and Emperor, which the defeat of Hungary brings for nothing (22.5)."""
    game = mind.game
    return (
        {mind.power, target} == {OTTOMAN, HAPSBURG}
        and game.at_war(OTTOMAN, HUNGARY)
        and not game.hungary_defeated
    )


def _wanted_as_events(mind: Mind) -> int:
    """Cards that move no army: marriages and chateaux are worth more than most keys (21.3, 21.4)."""
    wanted = ((3, "marriage"), (4, ""))
    return sum(
        card in mind.hand and event_worth(mind, fronts_of(mind), card, use) is not None
        for card, use in wanted
    )


def _without_a_new_war(mind: Mind) -> float:
    """What could be taken from independent cities and those whom we fight already."""
    game = mind.game
    nations = [nation for enemy in mind.enemies for nation in game.nations_of(enemy)]
    return fronts_of(mind).campaign_worth((INDEPENDENT, *nations), mind.soon_hired)


def war_prospect_or_danger(mind: Mind, enemy: Power) -> float:
    """How much a war that goes on already asks of us."""
    return sum(now for now, _ in fronts_of(mind).dangers.values()) if enemy in mind.enemies else 0.0


def _answer_to(mind: Mind, target: Nation) -> float:
    """What the enemy, or the protector who steps in, could do to us."""
    if target in IMPULSE_ORDER:
        theirs = war_prospect(seen_as(mind, target), mind.power)
        return 0.35 + 0.6 * theirs
    protectors = {"scotland": FRANCE, "venice": PAPACY, "genoa": "", "hungary": HAPSBURG}
    return 0.3 if protectors.get(target) not in ("", mind.power) else 0.1


def pay(mind: Mind, question: PayForWars) -> Suggestion:
    """The cards that would be missed least."""
    game = mind.game

    def missed(cards: tuple[int, ...]) -> float:
        total = 0.0
        for card in cards:
            printed = game.card(card)
            events = [mind.weights.event(mind.power, card, use.id) or 0.0 for use in printed.uses]
            total += max(printed.cp * mind.weights["cp"], *events, 0.0) + (0.6 if printed.home else 0.0)
        return total

    cards = min(question.legal(game), key=lambda cards: (missed(cards), cards))
    return Suggestion(cards, because("pay"))


def intervene(mind: Mind, question: Intervene) -> Suggestion:
    """A minor ally is worth a key; nobody wants a third war for it."""
    wars = len(mind.enemies)
    able = True in list(question.legal(mind.game))
    wanted = able and wars < 2 and question.cost <= 4 and mind.power != PROTESTANT
    return Suggestion(wanted, because("intervene" if wanted else "stay_out", power=question.minor))


# ---- Peace


def sue(mind: Mind, question: ChooseSome) -> Suggestion:
    """Ask for peace for a home key or a ruler that will not be won back, unless the winner then wins."""
    game = mind.game
    for enemy in question.options:
        keys = [key for key in game.keys_of(enemy) if game.home_power(key) == mind.power]
        rulers = captured_leaders(game, mind.power, enemy)
        again = max(
            (one.chance for one in fronts_of(mind).operations if game.controller(one.target) == enemy),
            default=0.0,
        )
        points = 2 if OTTOMAN in (mind.power, enemy) else 1
        won = [key for key in game.keys_of(mind.power) if game.home_power(key) == enemy]
        if len(won) >= len(keys) + len(rulers):
            continue  # what we took from the enemy would go back as well
        if (keys or rulers) and again < 0.4 and mind.points[enemy] + points < mind.goal - 2:
            return Suggestion((enemy,), because("sue", power=enemy))
    return Suggestion((), because("no_peace"))


def regain(mind: Mind, question: Regain) -> Suggestion:
    """Keys and leaders are bought back, with cards first; towns are not worth it."""
    if question.about == "space":
        return Suggestion((), because("rest"))
    cards = len(mind.game.drawable(mind.power))
    bought: list[Regained] = []
    for at in range(0, len(question.options), question.each):
        things = question.options[at : at + question.each]
        if cards > 1 or (cards and question.about == "key"):
            bought.append(Regained(things, BY_CARD))
            cards -= 1
        elif question.about == "key":
            bought.append(Regained(things, BY_VP))
    answer = tuple(bought)
    return Suggestion(answer if allows(question.check, mind.game, answer) else (), because("regain"))
