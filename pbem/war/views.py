"""What may be seen of a position of a war game: by everybody, and by the player of a power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pbem.games.views import CardLine, Hand, PowerLine, Public, where
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.words import fold
from pbem.war.card_uses import OutOfTurn
from rules import Power

ANYWHERE = "space/sea"


Lacks: TypeAlias = Callable[[Any, Power, Voice], str]
"""What a power lacks to win, in words."""


def public_view(
    game: Any, voice: Voice, points: Mapping[Power, int], lacks: Lacks, *, windows: str = ""
) -> Public:
    """What an onlooker at the table sees; `points` are the victory points of the powers, in their order."""
    impulse = game.impulse_number if game.phase == "action" else 0
    return Public(
        turn=game.turn,
        impulse=impulse,
        where=where(voice, game.turn, voice.name("phase", game.phase), impulse),
        powers=tuple(_power_line(game, voice, power, vp, lacks) for power, vp in points.items()),
        wars=_pairs(voice, {power: _enemies(game, power) for power in points}),
        alliances=_pairs(voice, {power: _friends(game, power) for power in points}),
        winner=voice.name(kinds.POWER, game.winner, "bare") if game.winner else "",
        victory=voice.name("victory", game.victory) if game.victory else "",
        phase=voice.name("phase", game.phase),
        windows=windows,
    )


def _power_line(game: Any, voice: Voice, power: Power, points: int, lacks: Lacks) -> PowerLine:
    return PowerLine(
        id=power,
        name=voice.name(kinds.POWER, power, "bare"),
        ruler=voice.name(kinds.RULER, game.rulers[power]),
        vp=points,
        cards=len(game.hand(power)),
        keys=len(game.keys_of(power)),
        lacks=lacks(game, power, voice),
    )


def _enemies(game: Any, power: Power) -> list[Power]:
    """Powers at war with one; a minor power that somebody commands is named with its master only."""
    return [enemy for enemy in game.enemies(power) if enemy not in game.minor_allies]


def _friends(game: Any, power: Power) -> list[Power]:
    """Allied major powers, and the minor powers that the power commands."""
    return [*game.allies(power), *(minor for minor in game.nations_of(power) if minor in game.minors)]


def _pairs(voice: Voice, partners: dict[Power, list[Power]]) -> tuple[str, ...]:
    told: list[str] = []
    done: list[Power] = []
    for power, others in partners.items():
        new = tuple(other for other in others if other not in done)
        done.append(power)
        if new:
            told.append(voice.word("relation", power=power, other_powers=new))
    return tuple(told)


def hands(game: Any, cards: Mapping[Power, Sequence[int]], voice: Voice, use: OutOfTurn) -> tuple[Hand, ...]:
    """Hands with what can be done with their cards out of turn: of a seat's own powers, and of no other."""
    return tuple(
        Hand(
            power,
            voice.name(kinds.POWER, power, "bare"),
            tuple(replace(card_line(game.card(n), voice), uses=use.told(n, power, voice)) for n in held),
        )
        for power, held in cards.items()
    )


def forces(game: Any, voice: Voice) -> dict[str, list[str]]:
    """Everything that stands on the map, by the power that commands it: leaders and units of each place."""
    found: dict[str, list[str]] = {}
    for place in [*game.spaces, *game.board.zones]:
        for power in dict.fromkeys(
            [
                *(game.commander(nation) for nation in game.nations_at(place)),
                *(game.leader_commander(leader) for leader in game.leaders_at(place)),
            ]
        ):
            what = [voice.name(kinds.LEADER, leader) for leader in game.leaders_at(place, power)]
            for nation in game.nations_at(place):
                if game.commander(nation) == power:
                    what += voice.units(game.at(place, nation), nation if nation != power else "")
            name = voice.name(kinds.POWER, power, "bare")
            where = voice.name(ANYWHERE, place)
            found.setdefault(name, []).append(f"{where}: {', '.join(what)}")
    return {name: sorted(places, key=fold) for name, places in found.items()}


def card_line(card: Any, voice: Voice) -> CardLine:
    return CardLine(
        card.n,
        voice.name(kinds.CARD, card.n, "title"),
        card.cp,
        voice.name("card_kind", card.kind),
        voice.summary(card.n, card.summary),
    )
