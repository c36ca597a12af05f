"""What may be seen of a position of Here I Stand: by everybody, and by the player of a power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.games.his.card_uses import out_of_turn
from pbem.games.his.score import lacks
from pbem.games.views import CardLine, Hand, PowerLine, Public, where
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.words import fold
from rules import Power
from rules.his.data.cards import CardData
from rules.his.victory import scores

ANYWHERE = "space/sea"


def public_view(game: Any, voice: Voice, *, windows: str = "") -> Public:
    """What an onlooker at the table sees."""
    points = scores(game)
    impulse = game.impulse_number if game.phase == "action" else 0
    return Public(
        turn=game.turn,
        impulse=impulse,
        where=where(voice, game.turn, voice.name("phase", game.phase), impulse),
        powers=tuple(_power_line(game, voice, power, points[power]) for power in points),
        wars=_pairs(voice, {power: _enemies(game, power) for power in points}),
        alliances=_pairs(voice, {power: _friends(game, power) for power in points}),
        winner=voice.name(kinds.POWER, game.winner, "bare") if game.winner else "",
        victory=voice.name("victory", game.victory) if game.victory else "",
        phase=voice.name("phase", game.phase),
        windows=windows,
    )


def _power_line(game: Any, voice: Voice, power: Power, points: int) -> PowerLine:
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
    return [*game.allies(power), *(minor for minor in game.nations_of(power) if minor != power)]


def _pairs(voice: Voice, partners: dict[Power, list[Power]]) -> tuple[str, ...]:
    told: list[str] = []
    done: list[Power] = []
    for power, others in partners.items():
        new = tuple(other for other in others if other not in done)
        done.append(power)
        if new:
            told.append(voice.word("relation", power=power, other_powers=new))
    return tuple(told)


def hands(game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
    """The hands of a seat's own powers, and of no other."""
    return tuple(
        Hand(
            power,
            voice.name(kinds.POWER, power, "bare"),
            tuple(
                replace(card_line(game.card(n), voice), uses=out_of_turn(n, power, voice))
                for n in cards_of(game, power)
            ),
        )
        for power in powers
    )


def cards_of(game: Any, power: Power) -> list[int]:
    """What a power holds; in the two-player game its Diplomacy cards after the others."""
    own = sorted(game.hand(power))
    return own if game.duel is None else [*own, *sorted(game.duel.hands.get(power, ()))]


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


def card_line(card: CardData, voice: Voice) -> CardLine:
    return CardLine(
        card.n,
        voice.name(kinds.CARD, card.n, "title"),
        card.cp,
        voice.name("card_kind", card.kind),
        voice.summary(card.n, card.summary),
    )
