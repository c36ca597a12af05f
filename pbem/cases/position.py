"""The position of a case: a scenario and what is different about it, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pbem.cases.pieces import before_colon, cards, force, number_of, one, read
from pbem.cases.read import Case, Line
from pbem.errors import CaseMalformed
from pbem.orders.grammar import name, number, optional, phrase, seq, word
from pbem.orders.names import (
    MAJOR,
    Names,
    names_of,
)
from rules import Setup, load_rules
from rules.core import codec
from rules.his.foreign_wars import marker
from rules.his.game import ForeignWar, HisGame, Impulse
from rules.his.options import option_problems, seated, today
from rules.his.play import PHASES
from rules.his.powers import PROTESTANT
from rules.his.theses_and_diet import THESES

SEED = "case"
AFTER_THE_DEAL = ("diplomacy", "diet", "spring", "action")
"""Phases in which powers hold their home cards unless the case says otherwise."""


@dataclass(slots=True)
class Position:
    """The state being set up, and what is left for the end."""

    game: HisGame
    names: Names
    changes: list[tuple[str, Any]] = field(default_factory=list)
    hands_given: list[str] = field(default_factory=list)
    windows_pass: bool = True
    free_draws: bool = False
    check_invariants: bool = True
    one_phase: bool = False


Verb = Callable[[Position, str], None]
VERBS: dict[str, Verb] = {}
BEFORE = ("scenario", "players", "option")
"""Lines that choose the game; they are looked at first."""


def verb(*words: str) -> Callable[[Verb], Verb]:
    def register(function: Verb) -> Verb:
        for word_ in words:
            VERBS[word_] = function
        return function

    return register


@cache
def _scenario(setup: Setup) -> codec.Json:
    rules = load_rules(setup.game)
    return rules.dump(rules.new_game(setup, SEED))


def set_up(case: Case) -> tuple[Position, codec.Json]:
    """The position of a case as JSON, with the options of the case."""
    rules = load_rules("his")
    setup = _setup(case.position)
    position = Position(rules.load(_scenario(setup)), names_of("his"))
    if any(line.word == "impulse" or _is_later_phase(line) for line in case.position):
        _theses_are_played(position.game)
    for line in case.position:
        if line.word in BEFORE:
            continue
        if line.word not in VERBS:
            raise CaseMalformed(f'"{line.word}" begins no line of a case', line.number)
        try:
            VERBS[line.word](position, line.text)
        except CaseMalformed as problem:
            raise CaseMalformed(problem.message, problem.line or line.number) from None
        except (KeyError, ValueError, IndexError) as problem:
            raise CaseMalformed(f'"{line}" cannot be carried out: {problem!r}', line.number) from None
    _home_cards(position)
    position.game.dice.external = True
    state = rules.dump(position.game)
    for path, value in position.changes:
        _change(state, path, value)
    return position, state


def _setup(lines: list[Line]) -> Setup:
    scenario, players, options = "1517", 6, {}
    own: list[tuple[str, str]] = []
    for line in lines:
        if line.word == "scenario":
            scenario = line.text
            if scenario not in load_rules("his").data.scenarios:
                raise CaseMalformed(f"there is no scenario {scenario}", line.number)
        elif line.word == "players" and "+" in line.text:
            seats = [_seat(words) for words in line.text.split(",")]
            players, own = len(seats), [seated(seats)]
        elif line.word == "players":
            players = number_of(line.text, "players")
            numbers = [seating.players for seating in load_rules("his").data.seats.seatings]
            if players not in numbers:
                possible = ", ".join(map(str, numbers))
                raise CaseMalformed(f"not for {players} players, but {possible}", line.number)
        elif line.word == "option":
            key, _, value = line.text.partition(" ")
            options[key] = value.strip()
            for problem in option_problems(((key, value.strip()),), None):
                raise CaseMalformed(problem, line.number)
    return Setup("his", scenario, players, today([*sorted(options.items()), *own]))


def _seat(words: str) -> tuple[str, ...]:
    """`ottoman+england`: what one player has."""
    return tuple(one(MAJOR, power.strip(), names_of("his")) for power in words.split("+"))


def _is_later_phase(line: Line) -> bool:
    return line.word == "phase" and not line.text.startswith("theses")


def _theses_are_played(game: HisGame) -> None:
    """Card 8 leaves the game in the first phase of all (18.1)."""
    if THESES in game.hand(PROTESTANT):
        game.hand(PROTESTANT).remove(THESES)
        game.cards.removed.append(THESES)


def _home_cards(position: Position) -> None:
    """After the deal every power holds its home cards; hands that the case gives are left alone."""
    game = position.game
    if game.phase not in AFTER_THE_DEAL:
        return
    for card in list(game.cards.laid):
        home = game.card(card).home
        if home is not None and home not in position.hands_given:
            game.cards.laid.remove(card)
            game.cards.hands[home].append(card)


# ---- Time and turn


@verb("turn")
def _turn(position: Position, text: str) -> None:
    position.game.turn = number_of(text, "the turn")


@verb("phase")
def _phase(position: Position, text: str) -> None:
    """`phase winter`; `phase winter only`: the game stops when the phase is over.

    Without this line and without an impulse the case begins with the scenario's first phase.
    """
    position.one_phase = text.endswith(" only")
    phase = text.removesuffix(" only").replace(" ", "_")
    if phase not in PHASES:
        raise CaseMalformed(f"there is no phase {text}: {', '.join(PHASES)}")
    position.game.phase = phase


@verb("impulse")
def _impulse(position: Position, text: str) -> None:
    """`impulse france 5 cp`: France spends 5 CP; `impulse france`: France is to play a card."""
    game = position.game
    power, cp = read(
        text.lstrip(": "), seq(name(MAJOR), optional(phrase(number(), word("cp")), None)), position.names
    )
    game.phase, game.passes = "action", 0
    game.turn_power = power
    game.impulse_number = max(game.impulse_number, 1)
    if cp is not None:
        game.impulse = Impulse(power, cp=cp)


# ---- Cards


def _move_cards(position: Position, wanted: list[int], pile: list[int]) -> None:
    game = position.game
    places = [*game.cards.hands.values(), *card_piles(game).values()]
    for card in wanted:
        if card not in game.data.cards:
            raise CaseMalformed(f"there is no card {card}")
        for place in places:
            if card in place:
                place.remove(card)
        pile.append(card)


def card_piles(game: HisGame) -> dict[str, list[int]]:
    """Where cards lie outside the hands."""
    piles = game.cards
    return {
        "deck": piles.deck,
        "discards": piles.discards,
        "removed": piles.removed,
        "unborn": piles.unborn,
        "laid": piles.laid,
        "table": piles.in_play,
    }


@verb("hand")
def _hand(position: Position, text: str) -> None:
    """Exactly these cards; the others go back to the deck, home cards to their place."""
    game = position.game
    who, what = before_colon(text, "hand <power>: <cards>")
    power = one(MAJOR, who, position.names)
    position.hands_given.append(power)
    hand = game.cards.hands[power]
    for card in list(hand):
        pile = game.cards.laid if game.card(card).kind == "home" else game.cards.deck
        _move_cards(position, [card], pile)
    _move_cards(position, cards(what, position.names), hand)
    game.cards.deck.sort()


@verb("deck")
def _deck(position: Position, text: str) -> None:
    """`deck: 31 44`: the deck is exactly these, other cards of it leave the game; `deck + 31` adds."""
    game = position.game
    if text.startswith("+"):
        _move_cards(position, cards(text[1:], position.names), game.cards.deck)
    else:
        wanted = cards(text.lstrip(": "), position.names)
        others = [card for card in game.cards.deck if card not in wanted]
        _move_cards(position, others, game.cards.removed)
        _move_cards(position, wanted, game.cards.deck)
    game.cards.deck.sort()


def _pile_verb(word_: str) -> Verb:
    def put(position: Position, text: str) -> None:
        pile = card_piles(position.game)[word_]
        _move_cards(position, cards(text.lstrip(": +"), position.names), pile)

    return put


for _word in ("discards", "removed", "unborn", "laid", "table"):
    VERBS[_word] = _pile_verb(_word)


# ---- The rest


@verb("foreign")
def _foreign_war(position: Position, text: str) -> None:
    """`foreign war 21: ottoman enemy 3 limit 6; 2 regulars, 1 cavalry, ibrahim`."""
    game = position.game
    which, what = before_colon(
        text.removeprefix("war").strip(), "foreign war <card>: <power> enemy <n> limit <n>"
    )
    head, _, there = what.partition(";")
    card = cards(which, position.names)[0]
    power, enemy, limit = read(
        head,
        seq(name(MAJOR), word("enemy"), number(), optional(phrase(word("limit"), number()), 0)),
        position.names,
    )
    war = ForeignWar(power, enemy, limit)
    if there.strip():
        units, leaders = force(f"{power} {there.strip()}", position.names)
        for kind, count in units.get(power, {}).items():
            setattr(war, kind, count)
        for leader in leaders:
            war.leaders.append(leader)
            game.leaders[leader].place = None
    game.foreign_wars[card] = war
    game.minus_cards.setdefault(power, []).append(marker(card))
    _move_cards(position, [card], game.cards.in_play)


@verb("bonus")
def _bonus(position: Position, text: str) -> None:
    """`bonus france war_winner 2`: VP in the Bonus VP box."""
    who, reason, points = (*text.split(), "", "")[:3]
    box = position.game.bonus_vp.setdefault(one(MAJOR, who, position.names), {})
    box[reason] = number_of(points, "the bonus")


@verb("remember")
def _remember(position: Position, text: str) -> None:
    """A reminder of this turn, as `printing_press`."""
    position.game.this_turn.append(text.strip())


@verb("set")
def _set(position: Position, text: str) -> None:
    """`set faith.league = true`: any field of the stored state, the value in JSON."""
    path, equals, value = text.partition("=")
    if not equals:
        raise CaseMalformed("expected: set <path> = <JSON value>")
    position.changes.append((path.strip(), json_value(value.strip())))


def json_value(text: str) -> Any:
    """A JSON value; a bare word is a string."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        if text.replace("_", "").isalnum():
            return text
        raise CaseMalformed(f"{text!r} is no JSON value") from None


def _change(state: codec.Json, path: str, value: Any) -> None:
    *parents, last = path.split(".")
    at = state
    try:
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        if isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value
    except (KeyError, IndexError, ValueError, TypeError):
        raise CaseMalformed(f"there is no field {path} in the state") from None


@verb("windows")
def _windows(position: Position, text: str) -> None:
    """`windows ask`: every response window must be answered by an order; `windows pass` is usual."""
    if text not in ("ask", "pass"):
        raise CaseMalformed("windows ask, or windows pass")
    position.windows_pass = text == "pass"


@verb("draws")
def _draws(position: Position, text: str) -> None:
    """`draws any`: draws that no `draw` line names fall as they may."""
    if text != "any":
        raise CaseMalformed("draws any is the only choice")
    position.free_draws = True


@verb("invariants")
def _invariants(position: Position, text: str) -> None:
    """`invariants off`: this position is impossible on purpose."""
    position.check_invariants = text != "off"
