"""Nobles and their betrothals (9.1, 21, 21.4)."""

from __future__ import annotations

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.vq.game import VqGame
from rules.vq.kinds import NobleId
from rules.vq.state import Betrothal

MARY_STUART = "mary_stuart"


class Betrothed(Event):
    bride: NobleId
    groom: NobleId


class BetrothalEnded(Event):
    bride: NobleId
    groom: NobleId


class NobleDied(Event):
    noble: NobleId


def betrothal_of(game: VqGame, noble: NobleId) -> Betrothal | None:
    return next((couple for couple in game.betrothals if noble in (couple.bride, couple.groom)), None)


def check_betrothal(game: VqGame, bride: NobleId, groom: NobleId, *, at_war: bool) -> None:
    """Raise `Illegal` unless two nobles may be betrothed (9.1)."""
    for name in (bride, groom):
        if name not in game.nobles or not game.nobles[name].can_marry:
            raise Illegal("betrothal.not_available", "9.1", noble=name)
        if betrothal_of(game, name) is not None:
            raise Illegal("betrothal.already", "9.1", noble=name)
        leader = game.data.nobles[name].leader
        if leader is not None and game.leaders[leader].captor is not None:
            raise Illegal("betrothal.captive", "9.1", noble=name)
    if not game.data.nobles[bride].woman or game.data.nobles[groom].woman:
        raise Illegal("betrothal.man_and_woman", "9.1")
    if bride == MARY_STUART and game.lasting.mary == "captured":
        raise Illegal("betrothal.captive", "9.1", noble=bride)
    family = game.data.nobles[bride].family
    if family is not None and family == game.data.nobles[groom].family:
        raise Illegal("betrothal.one_family", "9.1")
    if at_war:
        raise Illegal("betrothal.at_war", "9.1")


def possible_couples(game: VqGame, power: str, partner: str) -> list[tuple[NobleId, NobleId]]:
    """Brides and grooms of two powers, or of one, who may be betrothed."""
    at_war = power != partner and game.at_war(power, partner)
    able = [
        (name, data)
        for name, data in game.data.nobles.items()
        if data.power in (power, partner) and game.nobles[name].can_marry
    ]
    return [
        (bride, groom)
        for bride, her in able
        if her.woman
        for groom, his in able
        if not his.woman
        and (power == partner or her.power != his.power)
        and allows(check_betrothal, game, bride, groom, at_war=at_war)
    ]


def betroth(game: VqGame, bride: NobleId, groom: NobleId) -> None:
    game.betrothals.append(Betrothal(bride, groom))
    game.emit(Betrothed(bride, groom))


def end_betrothal(game: VqGame, couple: Betrothal) -> None:
    """As if it had never been agreed: both go back to their boxes (21.1, 21.4)."""
    game.betrothals.remove(couple)
    game.emit(BetrothalEnded(couple.bride, couple.groom))


def noble_dies(game: VqGame, name: NobleId) -> None:
    """A noble is out of the game; a betrothal ends (21.4)."""
    noble = game.nobles[name]
    if noble.dead:
        return
    couple = betrothal_of(game, name)
    if couple is not None:
        end_betrothal(game, couple)
    noble.dead, noble.suitability, noble.returns = True, None, None
    game.emit(NobleDied(name))


async def wed_at_once(game: VqGame) -> None:
    """Mary Stuart marries in the Negotiation Segment itself (9.1)."""
    couple = betrothal_of(game, MARY_STUART)
    if couple is not None:
        await game.elsewhere.wed(game, couple)
