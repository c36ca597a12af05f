"""The court in free words: influence abroad, artists and scientists (22, 24.5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.games.vq.free_words.pieces import (
    POINTS,
    Shared,
    at_any_price,
    only_beside,
    points,
    prices_of,
    says_the_rest,
    shared_out,
)
from pbem.games.vq.orders.kinds import AREA, SCIENCE
from pbem.language.items import COST, MARK, NUMBER, PLACE, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import NATION, POWER
from pbem.war.free_words.answers import adds_nothing, choose
from pbem.war.free_words.parts import ALWAYS, BESIDE_ANY, Part, deeds_in, no_verb, one, orders
from pbem.war.free_words.points import with_points_left

MOST_STEPS = 6


def influence(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`two steps of influence in Scotland`, `influence Venice with the rest`."""
    again = before is not None and before.deed == "influence" and no_verb(items)
    paid = _is_paid_for(moment, items)
    if not (orders(items, "influence") or again or _is_a_sum(moment, items) or paid):
        return None
    shared = _by_brackets(moment, items) or shared_out(items, lambda item: _is_column(moment, item))
    rest = [item for item in items if not _is_column(moment, item) and item.kind not in POINTS]
    if shared is None or not only_beside(moment, rest, "influence", "more", "each", "times"):
        return None
    shares = [(item.named(NATION), steps) for item, steps in shared.shares]
    if len(shares) == 1 and says_the_rest(items) and not any(item.kind in (NUMBER, COST) for item in items):
        left = int(getattr(with_points_left(moment, items, before).question, "cp", 0))
        shares = [(shares[0][0], left)]
    if not shares or not all(1 <= steps <= MOST_STEPS for _, steps in shares):
        return None
    lines = [f"influence {moment.say(POWER, column)}" for column, steps in shares for _ in range(steps)]
    return Part("influence", one(*lines, sure=shared.sure))


def _is_a_sum(moment: Moment, items: Sequence[Item]) -> bool:
    """`Venice +1`, `+2 on Scotland`: a column with what is added to it."""
    return (
        sum(_is_column(moment, item) for item in items) == 1
        and any(
            before.mark("+") and any(item is number for item in items if item.kind == NUMBER)
            for before, number in pairwise(moment.items)
        )
        and all(
            item.kind in (NUMBER, MARK) or _is_column(moment, item) or item.says(*ALWAYS) for item in items
        )
    )


def _is_paid_for(moment: Moment, items: Sequence[Item]) -> bool:
    """`2 CP each for Venice and the Pope`: points buy influence, but in an area they may preach."""
    columns = [item for item in items if _is_column(moment, item)]
    return (
        no_verb(items)
        and any(item.kind == COST for item in items)
        and bool(columns)
        and columns[0].prep in ("for", "to", "in", "with")
        and not any(item.named(AREA) for item in columns)
    )


def _by_brackets(moment: Moment, items: Sequence[Item]) -> Shared | None:
    """`influence: Venice (2), Papacy (1)`: how far each goes, if the line is about nothing else."""
    columns = [item for item in moment.items if _is_column(moment, item)]
    alone = all("deed.influence" in verb for verb in deeds_in(moment.items))
    if not alone or not moment.bracketed or len(moment.bracketed) != len(columns):
        return None
    pairs = zip(columns, moment.bracketed, strict=True)
    return Shared(tuple((column, steps) for column, steps in pairs if any(column is item for item in items)))


def _is_column(moment: Moment, item: Item) -> bool:
    """Another power that can be influenced; one that is called like a place, too."""
    power = item.named(NATION)
    return (
        power != moment.power
        and power in moment.game.data.influence
        and (item.kind != PLACE or item.prep != "from")
    )


def sponsor(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`sponsor an artist for 3`, `patronage: scientist, 4 CP`."""
    said = [kind for kind in ("artist", "scientist") if any(_is_of(moment, item, kind) for item in items)]
    if len(said) != 1 or not (orders(items, "sponsor") or _is_paid(moment, items, said[0])):
        return None
    action = f"sponsor_{said[0]}"
    prices = prices_of(moment, action)
    cp = points(moment, items, before, prices)
    rest = [
        item
        for item in items
        if item.kind not in POINTS
        and not _is_of(moment, item, said[0])
        and not item.named(said[0])  # `a scientist, Kepler perhaps`: who comes is drawn
        and not _is_at_home(moment, item)
    ]
    if cp is None or not only_beside(moment, rest, "sponsor"):
        return None
    return Part("sponsor", at_any_price(f"sponsor {said[0]}", cp, prices))


def _is_of(moment: Moment, item: Item, kind: str) -> bool:
    """Whether an item names a kind of talent, or one of them who may be drawn now: `a poet`, `Marlowe`."""
    return item.says(kind) or (
        item.kind == WORD and item.named(kind) in moment.game.patronage.available and not item.says("not")
    )


def _is_paid(moment: Moment, items: Sequence[Item], kind: str) -> bool:
    """`2 CP on an artist`, `three points keep a poet at court`; who keeps 2 CP for an artist does not."""
    if not any(item.kind in POINTS for item in items):
        return False
    at = next((at for at, item in enumerate(items) if deeds_in([item])), None)
    return at is None or (
        all("about.sponsor" in verb or BESIDE_ANY in verb for verb in deeds_in(items))
        and any(
            item.kind in POINTS or (_is_of(moment, item, kind) and not items[at].says("keeps"))
            for item in items[:at]
        )
    )


def _is_at_home(moment: Moment, item: Item) -> bool:
    """Where the court is, which patronage need not say: `an artist at Prague`."""
    return (
        item.kind == PLACE
        and item.prep in ("in", "for")
        and bool(item.space)
        and moment.game.controller(item.space) == moment.power
    )


def who_pays(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`the Queen pays both`, below what she pays for: it adds nothing."""
    pays = any(item.says("spend") for item in items)
    known = all(
        item.kind in POINTS or item.says("the", "spend") or item.named(NATION) == moment.power
        for item in items
    )
    subject = any(
        item.kind == WORD and item.named(NATION) == moment.power and not item.prep for item in items
    )
    return Part("remark", one()) if before is not None and pays and subject and known else None


# ---- What a scientist brings (22.2)


def science_reward(moment: Moment) -> list[Reading]:
    """`the point`, `the bonus`; and `the Telescope`, which says the bonus and which one."""
    moment = moment.of([item for item in moment.items if not (item.kind == NUMBER and item.count == 1)])
    sciences = [item for item in moment.items if item.named(SCIENCE)]
    named = list(dict.fromkeys(item.named(SCIENCE) for item in sciences))
    if not named:
        return _REWARD(moment)
    if any(item.prep == "from" for item in sciences):
        return []  # `Hello from the observatory`
    rest = _without_refused_points([item for item in moment.items if not item.named(SCIENCE)])
    if len(named) > 1 or any(
        not item.says("option.bonus") and not adds_nothing(moment, item, "choose", "for", "of_those")
        for item in rest
    ):
        return []
    return [Reading(("bonus", moment.say(SCIENCE, named[0])))]


_REWARD = choose("choose", "in", "to", "for", "from")


def _without_refused_points(items: list[Item]) -> list[Item]:
    """The items without `no point` and the like."""
    at = next((at for at, item in enumerate(items) if item.says("option.points")), 0)
    while at > 1 and items[at - 1].says("the"):
        items, at = [*items[: at - 1], *items[at:]], at - 1
    refused = at > 0 and items[at - 1].says("no", "not", "over_that")
    return [*items[: at - 1], *items[at + 1 :]] if refused else items
