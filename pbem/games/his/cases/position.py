"""Lines of a position about time, cards, wars and points."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.cases.pieces import before_colon, cards, force, number_of, one, read
from pbem.errors import CaseMalformed
from pbem.games.cases import Position, Verb, Words
from pbem.language.grammar import name, number, optional, phrase, seq, word
from pbem.language.names import MAJOR
from rules.core.flow import checkpoint
from rules.his.game import HisGame, Impulse
from rules.his.powers import PROTESTANT
from rules.his.sequence.play import OVER, PHASES
from rules.his.sequence.theses_and_diet import THESES
from rules.his.victory import GameWon
from rules.his.war.foreign_wars import marker
from rules.war.foreign_war import ForeignWar

AFTER_THE_DEAL = ("diplomacy", "diet", "spring", "action")
"""Phases in which powers hold their home cards unless the case says otherwise."""


@dataclass
class HisPosition(Position[HisGame]):
    """A position of Here I Stand."""

    hands_given: list[str] = field(default_factory=list)

    def finish(self) -> None:
        """Cards that are where they are in every game; hands that the case gives are left alone.

        The theses have left the game after their phase (18.1), and after the deal every power holds its
        home cards.
        """
        game = self.game
        dealt = [] if PROTESTANT in self.hands_given else game.hand(PROTESTANT)
        if game.phase != "theses" and THESES in (*game.cards.deck, *dealt):
            _move_cards(self, [THESES], game.cards.removed)
        if game.phase not in AFTER_THE_DEAL:
            return
        for card in list(game.cards.laid):
            home = game.card(card).home
            if home is not None and home not in self.hands_given:
                game.cards.laid.remove(card)
                game.cards.hands[home].append(card)


VERBS: Words[Verb] = Words()


# ---- Time and turn


@VERBS.add("turn")
def _turn(position: HisPosition, text: str) -> None:
    position.game.turn = number_of(text, "the turn")


@VERBS.add("phase")
def _phase(position: HisPosition, text: str) -> None:
    """`phase winter`; `phase winter only`: the game stops when the phase is over.

    Without this line and without an impulse the case begins with the scenario's first phase.
    """
    position.plays = play_one_phase if text.endswith(" only") else None
    phase = text.removesuffix(" only").replace(" ", "_")
    if phase not in PHASES:
        raise CaseMalformed(f"there is no phase {text}: {', '.join(PHASES)}")
    position.game.phase = phase


async def play_one_phase(game: HisGame) -> None:
    """The sequence of play up to the end of the phase that the case begins in."""
    phase = game.phase
    while game.phase == phase:
        await checkpoint()
        try:
            await PHASES[phase](game)
        except GameWon:
            game.phase = OVER


@VERBS.add("impulse")
def _impulse(position: HisPosition, text: str) -> None:
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


def _move_cards(position: HisPosition, wanted: list[int], pile: list[int]) -> None:
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


@VERBS.add("hand")
def _hand(position: HisPosition, text: str) -> None:
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


@VERBS.add("deck")
def _deck(position: HisPosition, text: str) -> None:
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
    def put(position: HisPosition, text: str) -> None:
        pile = card_piles(position.game)[word_]
        _move_cards(position, cards(text.lstrip(": +"), position.names), pile)

    return put


for _word in ("discards", "removed", "unborn", "laid", "table"):
    VERBS[_word] = _pile_verb(_word)


# ---- The Diplomacy cards of the two-player game


def diplomacy_piles(game: HisGame) -> dict[str, list[int]]:
    """Where they lie: `hand papacy`, `deck`, `discards` and so on."""
    if game.duel is None:
        raise CaseMalformed("only the scenario two-player has Diplomacy cards")
    duel = game.duel
    hands = {f"hand {power}": hand for power, hand in duel.hands.items()}
    piles = {"deck": duel.deck, "discards": duel.discards, "removed": duel.removed, "unborn": duel.unborn}
    return hands | piles


@VERBS.add("diplomacy")
def _diplomacy(position: HisPosition, text: str) -> None:
    """`diplomacy hand papacy: 201 202`: these and no others; `diplomacy deck: 203 204`; `discards`."""
    which, what = before_colon(text, "diplomacy hand <power>|deck|discards|removed|unborn: <cards>")
    piles = diplomacy_piles(position.game)
    pile = piles.get(which.strip())
    if pile is None:
        raise CaseMalformed(f"there is no pile {which}: {', '.join(piles)}")
    wanted = cards(what, position.names)
    spare = piles["removed"] if which.strip() == "deck" else piles["deck"]
    spare += [card for card in pile if card not in wanted]
    for other in piles.values():
        other[:] = [card for card in other if card not in wanted]
    pile[:] = sorted(wanted)


# ---- The rest


@VERBS.add("foreign")
def _foreign_war(position: HisPosition, text: str) -> None:
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


@VERBS.add("bonus")
def _bonus(position: HisPosition, text: str) -> None:
    """`bonus france war_winner 2`: VP in the Bonus VP box."""
    who, reason, points = (*text.split(), "", "")[:3]
    box = position.game.bonus_vp.setdefault(one(MAJOR, who, position.names), {})
    box[reason] = number_of(points, "the bonus")


@VERBS.add("remember")
def _remember(position: HisPosition, text: str) -> None:
    """A reminder of this turn, as `printing_press`."""
    position.game.this_turn.append(text.strip())
