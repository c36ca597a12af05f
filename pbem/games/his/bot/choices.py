"""The choices that cards and procedures ask for: whom, where, which card, and whether at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.his.bot.events import prospect_with_charles
from pbem.games.his.bot.faith import FaithPlans
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.replies import conversion, debate_pool, leipzig, withdraw
from pbem.games.his.bot.units import lone_units
from pbem.games.his.bot.war import fronts_of
from pbem.games.suggestion import Suggestion, because
from pbem.language.voice import Message
from rules.core.errors import allows
from rules.core.questions import Choose, ChooseNumber, ChooseSome, Decide
from rules.his.faith.debate import DEBATE_ZONES
from rules.his.powers import IMPULSE_ORDER, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH

POINT_OF_A_LEADER = 0.4
"""What a point of the power that leads costs everybody more, where it can be withheld."""
NEVER = 9.0


# ---- Whom, and whether


def victim(mind: Mind, question: Choose) -> Suggestion:
    """Harm goes to whoever leads or fights us, never to us or an ally."""
    chosen = max(question.options, key=lambda option: harm_to(mind, option))
    return Suggestion(
        chosen, because("victim", power=chosen) if chosen in IMPULSE_ORDER else because("choice")
    )


def harm_to(mind: Mind, option: str) -> float:
    """How gladly a power is harmed."""
    if option not in IMPULSE_ORDER:
        return 0.0
    if option == mind.power or mind.game.same_player(option, mind.power):
        return -50.0
    if mind.game.allied(mind.power, option):
        return -10.0
    return (
        mind.points[option]
        + (4.0 if option in mind.enemies else 0.0)
        + (6.0 if mind.near_victory(option) else 0.0)
    )


def beneficiary(mind: Mind, question: Choose) -> Suggestion:
    """What helps goes to us; if it cannot, to whoever is last."""
    if mind.power in question.options:
        return Suggestion(mind.power, because("for_us"))
    chosen = min(question.options, key=lambda option: mind.points.get(option, 99))
    return Suggestion(chosen, because("choice"))


def harmed_space(mind: Mind, question: Choose) -> Suggestion:
    """A space of whoever should be harmed."""
    game = mind.game

    def owners_of(space: str) -> set[str]:
        found = {game.commander(nation) for nation in game.nations_at(space)} | {game.controller(space)}
        return {owner for owner in found if owner}

    def harm(space: str) -> float:
        holder, owners = game.controller(space), owners_of(space)
        worst = max((harm_to(mind, owner) for owner in owners), default=0.0)
        if mind.power in owners or holder == mind.power:
            worst -= 60.0
        return worst + mind.against(space) * 0.5 + (3.0 if game.board.spaces[space].is_key else 0.0)

    chosen = max(question.options, key=harm)
    return Suggestion(chosen, _held_back(mind, owners_of(chosen)))


def _held_back(mind: Mind, powers: Iterable[str]) -> Message:
    """Which of some powers is harmed most gladly."""
    rivals = sorted((power for power in powers if harm_to(mind, power) > 0), key=IMPULSE_ORDER.index)
    if not rivals:
        return because("choice")
    return because("victim", power=max(rivals, key=lambda power: harm_to(mind, power)))


def unrest(mind: Mind, question: ChooseSome) -> Suggestion:
    """Unrest among rivals; none among our own."""
    game = mind.game

    def harm(space: str) -> float:
        holder = game.controller(space) or ""
        worth = harm_to(mind, holder)
        if mind.power in (PAPACY, PROTESTANT):
            protestant = game.spaces[space].religion == PROTESTANT_FAITH
            worth += 6.0 if protestant == (mind.power == PAPACY) else -8.0
        key = 5.0 if game.board.spaces[space].is_key else 0.0
        return worth + (key if worth > 0 else -key)

    able = sorted((space for space in question.options if harm(space) > 0), key=lambda one: (-harm(one), one))
    chosen = tuple(able[: question.most])
    if len(chosen) < question.least:
        chosen = tuple(sorted(question.options, key=lambda one: (-harm(one), one))[: question.least])
    return Suggestion(chosen, _held_back(mind, {game.controller(space) or "" for space in chosen}))


def universities(mind: Mind, question: ChooseSome) -> Suggestion:
    """Beside most Protestant spaces, apart from each other."""
    game = mind.game
    chosen: list[str] = []
    for space in question.options:
        near = game.board.neighbours(space)
        if len(chosen) < question.most and not any(
            game.spaces[other].university or other in chosen for other in near
        ):
            chosen.append(space)
    chosen += [space for space in question.options if space not in chosen][: question.least - len(chosen)]
    answer = tuple(chosen[: question.most])
    good = allows(question.check, game, answer)
    return Suggestion(answer if good else question.default(game), because("university", space=answer[0]))


def piracy_hit(mind: Mind, question: Choose) -> Suggestion:
    """What to give the pirates: whatever costs us least; points not to who leads or is about to win."""
    stake, card = mind.stake(OTTOMAN), mind.weights["card"]
    leads = mind.lead(OTTOMAN) >= 0 or mind.near_victory(OTTOMAN)
    point = stake + (POINT_OF_A_LEADER if leads else 0.0)
    cost = {"vp": point, "squadron": mind.weights["squadron"], "card": card + stake * card}
    chosen = min(question.options, key=lambda option: cost.get(option, NEVER))
    return Suggestion(chosen, because("piracy_hit"))


def bull_reformer(mind: Mind, question: Choose) -> Suggestion:
    """Luther first, then whoever helps most attempts."""
    order = ("luther", "calvin", "zwingli", "cranmer")
    chosen = min(question.options, key=lambda name: order.index(name) if name in order else 9)
    return Suggestion(chosen, because("choice"))


def retrieve(mind: Mind, question: Choose) -> Suggestion:
    """The best card of the discard pile (#7)."""

    def worth(option: str) -> float:
        card = mind.game.card(int(option))
        events = [mind.weights.event(mind.power, card.n, use.id) or 0.0 for use in card.uses]
        return max([card.cp * 0.18, *events])

    chosen = max(question.options, key=lambda option: (worth(option), option))
    return Suggestion(chosen, because("retrieve", card=int(chosen)))


def retrieved_use(mind: Mind, question: Choose) -> Suggestion:
    """As the event where there is one."""
    event = [option for option in question.options if option != "cp"]
    chosen = event[0] if event else question.options[0]
    return Suggestion(chosen, because("pass" if chosen == "keep" else "choice"))


def least_card(mind: Mind, question: Choose) -> Suggestion:
    """The card that is missed least."""

    def missed(option: str) -> float:
        if not option.isdigit():
            return 99.0
        card = mind.game.card(int(option))
        events = [mind.weights.event(mind.power, card.n, use.id) or 0.0 for use in card.uses]
        return max([card.cp * 0.2, *events, mind.weights.keep.get(option, 0.0)])

    return Suggestion(min(question.options, key=missed), because("least_card"))


def deep_discovery(mind: Mind, question: Choose) -> Suggestion:
    """Around the world where it is possible, else the Amazon (20.2)."""
    order = ("st_lawrence_river", "great_lakes", "mississippi_river")
    for wanted in ("pacific_strait", "strait", "amazon_river", "amazon"):
        if wanted in question.options:
            return Suggestion(wanted, because("discovery"))
    left = [option for option in question.options if option not in order]
    return Suggestion((left or list(question.options))[0], because("discovery"))


def yes(mind: Mind, question: Decide) -> Suggestion:
    return Suggestion(True, because("yes"))


def no(mind: Mind, question: Decide) -> Suggestion:
    return Suggestion(False, because("no"))


def donation(mind: Mind, question: Decide) -> Suggestion:
    """Excommunication costs a card a turn: it is paid off if turns are left (9.5)."""
    return Suggestion(mind.turns_left >= 2, because("yes" if mind.turns_left >= 2 else "no"))


def debate_after_bull(mind: Mind, question: Decide) -> Suggestion:
    good = FaithPlans(mind).debate_worth(question.subject) > 0.05
    return Suggestion(good, because("yes" if good else "no"))


def corsairs(mind: Mind, question: ChooseNumber) -> Suggestion:
    return Suggestion(question.most if mind.game.pirates else question.least, because("choice"))


def show_card(mind: Mind, question: Choose) -> Suggestion:
    """Under Mary the least card is shown first: the Pope may use it (21.3)."""
    cards = [option for option in question.options if option.isdigit()]
    if not cards:
        return Suggestion(question.options[0], because("choice"))
    chosen = min(cards, key=lambda option: (mind.game.card(int(option)).cp, int(option)))
    return Suggestion(chosen, because("least_card"))


def journey(mind: Mind, question: Choose) -> Suggestion:
    """Charles goes where an army can do most with him (21.2)."""
    fronts = fronts_of(mind)

    def use(space: str) -> tuple[float, int, str]:
        return prospect_with_charles(mind, fronts, space), lone_units(mind, space), space

    chosen = max(question.options, key=use)
    return Suggestion(chosen, because("deploy", space=chosen))


def voyage_stopped(mind: Mind, question: Choose) -> Suggestion:
    """The voyage of the rival who leads; options begin with the power."""
    chosen = max(question.options, key=lambda option: harm_to(mind, option.partition("_")[0]))
    return Suggestion(chosen, _held_back(mind, [chosen.partition("_")[0]]))


def debate_zone(mind: Mind, question: Choose) -> Suggestion:
    """Where the debate promises most."""
    plans = FaithPlans(mind)
    able = [zone for zone in question.options if zone in DEBATE_ZONES]
    chosen = max(able or question.options, key=lambda zone: plans.debate_worth(zone) if zone in able else 0.0)
    return Suggestion(chosen, because("debate", language=chosen))


def minor_power(mind: Mind, question: Choose) -> Suggestion:
    """A minor power that is free and has keys; else one that serves a rival."""
    game = mind.game

    def worth(minor: str) -> float:
        keys = sum(game.home_power(key) == minor for key in game.board.keys)
        ally = game.minor_allies.get(minor)
        if ally is None:
            return 10.0 + keys
        return -20.0 if ally == mind.power else harm_to(mind, ally) / 10

    chosen = max(question.options, key=lambda minor: (worth(minor), minor))
    return Suggestion(chosen, because("intervene", power=chosen))


def receiver(mind: Mind, question: Choose) -> Suggestion:
    """A gift that must be made goes to whoever is no rival."""
    chosen = min(question.options, key=lambda option: harm_to(mind, option))
    return Suggestion(chosen, because("harmless", power=chosen))


def best_leader(mind: Mind, question: Choose) -> Suggestion:
    """The leader who is most dangerous."""
    printed = mind.game.printed_leader
    chosen = max(question.options, key=lambda who: (printed(who).battle, printed(who).command, who))
    return Suggestion(chosen, _held_back(mind, [mind.game.leaders[chosen].power]))


def own_side(mind: Mind, question: Choose) -> Suggestion:
    chosen = mind.power if mind.power in question.options else question.options[0]
    return Suggestion(chosen, because("for_us"))


def first_named(*wanted: str) -> Callable[[Mind, Any], Suggestion]:
    """The first of some options that is there."""

    def chosen(mind: Mind, question: Choose) -> Suggestion:
        found = next((option for option in wanted if option in question.options), question.options[0])
        return Suggestion(found, because("choice"))

    return chosen


Reply = Callable[[Mind, Any], Suggestion]

BY_TOPIC: dict[str, Reply] = {
    "anabaptists": conversion,
    "booty_of_rome": least_card,
    "chateau_discard": least_card,
    "cibola": voyage_stopped,
    "colonial_side": first_named("governor"),
    "copernicus": first_named("draw", "draw_card", "card"),
    "debate_zone": debate_zone,
    "diet_conversion": conversion,
    "diplomatic_marriage": minor_power,
    "excommunication_unrest": unrest,
    "fountain_of_youth": voyage_stopped,
    "gout": best_leader,
    "inquisition_hand": first_named(PROTESTANT),
    "journey": journey,
    "overture_receiver": receiver,
    "rowers_side": own_side,
    "treachery_besieger": own_side,
    "trent_conversion": conversion,
    "action_debater": lambda mind, question: Suggestion(question.options[-1], because("choice")),
    "akinji": victim,
    "bull_reformer": bull_reformer,
    "bull_ruler": victim,
    "bullinger": no,
    "city_state_rebels": harmed_space,
    "colonial_marker": beneficiary,
    "comet_discard": victim,
    "comet_skip": victim,
    "debate_conversion": conversion,
    "debate_pool": debate_pool,
    "deep_discovery": deep_discovery,
    "demand_pay": victim,
    "donation": donation,
    "excommunication_debate": debate_after_bull,
    "fetch_wartburg": yes,
    "galleons": beneficiary,
    "help_the_irish": no,
    "informant_about": victim,
    "informant_for": beneficiary,
    "journey_with_alva": yes,
    "lady_jane_grey_heir": beneficiary,
    "leipzig": leipzig,
    "machiavelli": victim,
    "marry_again": yes,
    "mercators_map": beneficiary,
    "overture_card": least_card,
    "pay_mercenaries": least_card,
    "piracy_hit": piracy_hit,
    "plantations": beneficiary,
    "potosi": beneficiary,
    "prayer_book_unrest": unrest,
    "raiders": beneficiary,
    "ransom": yes,
    "retrieve_card": retrieve,
    "retrieved_card": retrieved_use,
    "shipbuilding_corsairs": corsairs,
    "show_card": show_card,
    "six_wives_target": victim,
    "threat_to_power": lambda mind, question: _their_leader(mind, question),
    "treachery": harmed_space,
    "unpaid_mercenaries": harmed_space,
    "unpaid_mercenaries_power": victim,
    "unrest": unrest,
    "universities": universities,
    "unsanitary_camp": harmed_space,
    "unsanitary_camp_power": victim,
    "war_on_activation": no,
    "withdraw": withdraw,
}


def _their_leader(mind: Mind, question: Choose) -> Suggestion:
    leaders = mind.game.leaders
    chosen = max(
        question.options,
        key=lambda who: (harm_to(mind, leaders[who].power), mind.game.printed_leader(who).battle),
    )
    return Suggestion(chosen, _held_back(mind, [leaders[chosen].power]))
