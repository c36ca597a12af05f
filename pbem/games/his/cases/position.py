"""Lines of a position that only Here I Stand has: debaters, Diplomacy cards, foreign wars."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.cases.pieces import before_colon, cards, force, read, some
from pbem.errors import CaseMalformed
from pbem.games.cases import Verb, Words
from pbem.language.grammar import name, number, optional, phrase, seq, word
from pbem.language.names import DEBATER, MAJOR, REFORMER
from pbem.war.cases.board import VERBS as WAR_VERBS
from pbem.war.cases.board import marker_verb
from pbem.war.cases.position import WarPosition, move_cards, phase_verb
from rules.core.sequence import GameWon
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT
from rules.his.sequence.play import PHASES
from rules.his.sequence.theses_and_diet import THESES
from rules.his.war.foreign_wars import marker
from rules.war.foreign_war import ForeignWar


@dataclass
class HisPosition(WarPosition):
    """A position of Here I Stand."""

    after_the_deal = ("diplomacy", "diet", "spring", "action")

    def finish(self) -> None:
        """The theses have left the game after their phase (18.1)."""
        game = self.game
        dealt = [] if PROTESTANT in self.hands_given else game.hand(PROTESTANT)
        if game.phase != "theses" and THESES in (*game.cards.deck, *dealt):
            move_cards(self, [THESES], game.cards.removed)
        super().finish()


VERBS: Words[Verb] = Words(WAR_VERBS)
VERBS["phase"] = phase_verb(PHASES, GameWon)
VERBS["university"] = marker_verb("university")


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


# ---- Debaters and reformers


@VERBS.add("debaters")
def _debaters(position: HisPosition, text: str) -> None:
    """Exactly these are available and uncommitted; the others have not entered."""
    wanted = some(DEBATER, text.lstrip(": "), position.names)
    for who, debater in position.game.faith.debaters.items():
        debater.entered, debater.committed, debater.away = who in wanted, False, False
        debater.gone = debater.gone and who not in wanted


@VERBS.add("committed")
def _committed(position: HisPosition, text: str) -> None:
    for who in some(DEBATER, text.lstrip(": "), position.names):
        debater = position.game.faith.debaters[who]
        debater.entered = debater.committed = True


@VERBS.add("reformers")
def _reformers(position: HisPosition, text: str) -> None:
    """Exactly these are on the map."""
    wanted = some(REFORMER, text.lstrip(": "), position.names)
    for who, reformer in position.game.faith.reformers.items():
        reformer.entered, reformer.away = who in wanted, False


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
    move_cards(position, [card], game.cards.in_play)


@VERBS.add("remember")
def _remember(position: HisPosition, text: str) -> None:
    """A reminder of this turn, as `printing_press`."""
    position.game.this_turn.append(text.strip())
