"""What must agree between the files: names, powers, cards, people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.data import repeated
from rules.core.findings import miscounts, unknown
from rules.his.data.everything import HisData
from rules.his.data.map import LANGUAGES, haven_power
from rules.his.data.people import ConquistadorData, ExplorerData
from rules.his.data.powers import ANY, INDEPENDENT

CARD_KINDS = {"combat": 7, "event": 74, "home": 7, "mandatory": 19, "response": 9}
ENTRIES = ("home", "setup", "start", "turn", "variable")
CONDITIONS = ("boleyn_married_last_turn", "edward_born", "elizabeth_born_and_mary_rules", "mary_due")
PLAYERS = (ANY, "any_but_active", "attacker", "combatant", "defender", "opponent_of_hapsburg")


def name_problems(data: HisData) -> Iterator[str]:
    """Within each kind of thing no two may answer to the same name."""
    kinds: tuple[tuple[str, Iterable[tuple[str, str, tuple[str, ...]]]], ...] = (
        ("space", ((s.id, s.name, s.aliases) for s in data.board.spaces.values())),
        ("sea zone", ((z.id, z.name, z.aliases) for z in data.board.zones.values())),
        ("power", ((p.id, p.name, p.aliases) for p in data.powers.values())),
        ("leader", ((x.id, x.name, x.aliases) for x in data.leaders.values())),
        ("debater", ((d.id, d.name, d.aliases) for d in data.debaters.values())),
    )
    for kind, things in kinds:
        owners: dict[str, str] = {}
        for id, name, aliases in things:
            # An id spelled like the name it belongs to is no second name.
            for word in dict.fromkeys(w.casefold() for w in (id.replace("_", " "), name, *aliases)):
                other = owners.setdefault(word, id)
                if other != id:
                    yield f"two meanings of the {kind} name {word!r}: {other} and {id}"


def power_problems(data: HisData) -> Iterator[str]:
    board = data.board
    yield from miscounts("majors in impulse order:", dict.fromkeys(data.majors, 1), _majors(data))
    yield from unknown("home power", (s.home for s in board.spaces.values()), [*data.powers, INDEPENDENT])
    yield from unknown("space in independent_keys", data.independent_keys, board.spaces)
    yield from unknown("haven power", filter(None, map(haven_power, board.spaces.values())), data.powers)
    capitals = [capital for power in data.powers.values() for capital in power.capitals]
    yield from unknown("capital", capitals, board.spaces)
    marked = [space.id for space in board.spaces.values() if space.capital]
    if sorted(capitals) != sorted(marked):
        yield f"capitals disagree: map.toml has {sorted(marked)}, powers.toml {sorted(capitals)}"
    for power in data.powers.values():
        boxes = len(power.key_vp)
        if len(power.key_cards) != boxes or (power.auto_win or 0) != boxes:
            yield f"key track of {power.id}: cards, vp and auto_win disagree"
        if power.major and data.counters.square_control_markers.get(power.id) != boxes:
            yield f"square control markers of {power.id} do not fit the key track"
        yield from unknown(f"home card of {power.id}", power.home_cards, data.cards)
        yield from unknown(f"power activating {power.id}", power.activated_by, data.majors)
        if power.natural_ally is not None and power.natural_ally not in power.activated_by:
            yield f"natural ally of {power.id} cannot activate it: {power.natural_ally}"
        if power.major and not [ruler for ruler in power.rulers if ruler.card is None]:
            yield f"no first ruler: {power.id}"
    for ruler in data.rulers.values():
        yield from unknown(f"power of ruler {ruler.id}", [ruler.power], data.majors)
        if ruler.card is not None:
            yield from unknown(f"card of ruler {ruler.id}", [ruler.card], data.cards)
        if ruler.leader is not None:
            yield from unknown(f"leader of ruler {ruler.id}", [ruler.leader], data.leaders)
    for action in data.actions.values():
        yield from unknown(f"power in the cost of {action.id}", action.cost, data.majors)
    figures = [*data.reformers, *data.leaders]
    yield from unknown("figure to excommunicate", sum(data.excommunication_boxes, ()), figures)
    for seating in data.seats.seatings:
        powers = sorted(sum(seating.seats, ()))
        if len(seating.seats) != seating.players or powers != sorted(data.majors):
            yield f"seats.toml: seating for {seating.players} does not give each power to one player"


def _majors(data: HisData) -> list[str]:
    return [power.id for power in data.powers.values() if power.major]


def card_problems(data: HisData) -> Iterator[str]:
    cards = data.cards
    if sorted(cards) != list(range(1, 117)):
        missing = [n for n in range(1, 117) if n not in cards]
        beyond = [n for n in sorted(cards) if not 1 <= n <= 116]
        yield f"cards are not numbered 1 to 116: missing {missing}, beyond {beyond}"
    yield from miscounts("cards of kind", CARD_KINDS, (card.kind for card in cards.values()))
    turns = {turn.turn: sorted(turn.cards) for turn in data.tables.turns}
    for number in sorted({**turns, **{card.turn: [] for card in cards.values() if card.turn}}):
        entering = sorted(card.n for card in cards.values() if card.turn == number)
        if turns.get(number) != entering:
            yield f"cards of turn {number}: tables.toml has {turns.get(number)}, cards.toml {entering}"
    for card in cards.values():
        where = f"card {card.n}"
        yield from (f"{where}: {problem}" for problem in unknown("entry", [card.enters], ENTRIES))
        yield from (f"{where}: {p}" for p in unknown("removal", [card.removed], ("yes", "no", "conditional")))
        if card.condition is not None:
            yield from (f"{where}: {p}" for p in unknown("condition", [card.condition], CONDITIONS))
        if (card.enters == "turn") != (card.turn is not None):
            yield f"{where}: entry and turn disagree"
        if card.enters == "variable" and card.condition is None:
            yield f"{where}: variable entry without a condition"
        if (card.kind == "home") != (card.home is not None):
            yield f"{where}: kind and home disagree"
        elif card.home is not None and card.n not in _home_cards(data, card.home):
            yield f"{where}: not among the home cards of {card.home}"
        if not card.uses:
            yield f"{where}: no use"
        if len(card.summary) > 110:
            yield f"{where}: summary longer than 110 characters"
        yield from (f"{where}: duplicated use {id}" for id in repeated(use.id for use in card.uses))
        for use in card.uses:
            yield from (f"{where}: {p}" for p in unknown("player", use.by, [*data.majors, *PLAYERS]))
            if not use.when:
                yield f"{where}: use {use.id} has no moment"


def _home_cards(data: HisData, power: str) -> tuple[int, ...]:
    return data.powers[power].home_cards if power in data.powers else ()


def people_problems(data: HisData) -> Iterator[str]:
    for leader in data.leaders.values():
        yield from unknown(f"power of leader {leader.id}", [leader.power], [*data.powers, ANY])
        if leader.other_power is not None:
            yield from unknown(f"other power of leader {leader.id}", [leader.other_power], data.majors)
        if leader.card is not None:
            yield from unknown(f"card of leader {leader.id}", [leader.card], data.cards)
        if leader.replaces is not None:
            yield from unknown(f"leader replaced by {leader.id}", [leader.replaces], data.leaders)
        if leader.naval == (leader.command > 0):
            yield f"leader {leader.id}: an army leader commands, a naval leader does not"
    languages = [lang for lang in LANGUAGES if lang != "none"]
    for reformer in data.reformers.values():
        yield from unknown(f"space of reformer {reformer.id}", [reformer.space], data.board.spaces)
        yield from unknown(f"zone of reformer {reformer.id}", [reformer.zone], languages)
        yield from unknown("debater of a reformer", [reformer.id], data.debaters)
    near = [*data.board.spaces, *data.leaders]
    for debater in data.debaters.values():
        yield from unknown(f"side of debater {debater.id}", [debater.side], ("papacy", "protestant"))
        yield from unknown(f"zone of debater {debater.id}", [debater.zone], [*languages, ANY])
        yield from unknown(f"use of debater {debater.id}", [debater.use], ("optional", "auto"))
        if debater.near is not None:
            yield from unknown(f"space near debater {debater.id}", [debater.near], near)
        yield from unknown(f"area of debater {debater.id}", debater.area, [*data.powers, "electorates"])
        if debater.zone_of_bonus is not None:
            yield from unknown(f"bonus zone of debater {debater.id}", [debater.zone_of_bonus], languages)
    sailors: list[ExplorerData | ConquistadorData] = [*data.explorers.values(), *data.conquistadors.values()]
    for sailor in sailors:
        yield from unknown(f"power of {sailor.id}", [sailor.power], data.tables.new_world.colony_limit)
    for heir in data.marriage.succession:
        yield from unknown("heir", heir.order, data.rulers)
    boxes = [box.box for box in data.marriage.marital_track]
    if boxes != list(range(1, len(boxes) + 1)):
        yield f"marital track boxes out of order: {boxes}"
    yield from unknown(
        "action under Mary", sum((r.actions for r in data.marriage.mary_impulse.rows), ()), data.actions
    )
