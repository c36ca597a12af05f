"""What lies beside the map: points, faith, treasures, marriages, patronage, influence, espionage.

Open facts alone, as everybody at the table sees them on the charts and power cards.
"""

from __future__ import annotations

from pbem.games.vq.score import score, source_name
from pbem.language import names as kinds
from pbem.language.voice import Voice
from rules.vq.game import VqGame
from rules.vq.powers import IMPULSE_ORDER

Part = tuple[str, list[str]]
"""A title, and its lines."""


def tracks(game: VqGame, voice: Voice) -> list[Part]:
    """All of it by titles; parts without a line are left out."""
    parts = {
        "points": _points(game, voice),
        "faith": _faith(game, voice),
        "england_spain": _england_and_spain(game, voice),
        "influenced": _influence(game, voice),
        "treasures": _treasures(game, voice),
        "marriage": _marriages(game, voice),
        "patronage": _patronage(game, voice),
        "spies": _spies(game, voice),
        "suez": _suez(game, voice),
        "hire": [voice.word("track.hired", count=game.lasting.for_hire)] if game.lasting.for_hire else [],
        "escorts": [voice.word("track.escorted", count=game.world.escorts)] if game.world.escorts else [],
    }
    return [(voice.word(f"track.{key}"), lines) for key, lines in parts.items() if lines]


def _points(game: VqGame, voice: Voice) -> list[str]:
    lines = []
    for power, points in score(game).items():
        told = ", ".join(f"{source_name(one.source, voice)} {one.vp}" for one in points if one.vp)
        total = sum(one.vp for one in points)
        text = told or voice.word("track.nothing")
        lines.append(voice.word("track.points_of", power=power, vp=total, text=text))
    table = game.data.tables.victory
    first = table.domination_from_turn
    return [
        *lines,
        voice.word(
            "track.goal",
            vp=table.standard_vp,
            lead_vp=table.domination_lead,
            first_turn=first if game.turn < first else None,
        ),
    ]


def _faith(game: VqGame, voice: Voice) -> list[str]:
    table = game.data.tables.victory
    return [
        voice.word(
            "track.spaces",
            count=game.protestant_spaces(),
            high_count=table.protestant_spaces,
            low_count=table.catholic_spaces,
        )
    ]


def _england_and_spain(game: VqGame, voice: Voice) -> list[str]:
    lines = []
    if game.lasting.mary in ("captured", "executed"):
        lines.append(voice.word(f"track.mary_{game.lasting.mary}"))
    if game.lasting.excommunicated:
        lines.append(voice.word("track.excommunicated"))
    if not game.at_war("england", "spain"):
        lines.append(voice.word("track.war_cost", cp=game.english_war_cost()))
    return lines


def _influence(game: VqGame, voice: Voice) -> list[str]:
    """Steps of influence on those who have no ally for good."""
    lines = []
    for minor, steps in sorted(game.influence.steps.items()):
        if minor in game.majors and game.has_player(minor):
            continue  # its column is for fewer players (24.6)
        told = [
            f"{voice.name(kinds.POWER, power, 'bare')} {steps[power]}"
            for power in IMPULSE_ORDER
            if steps.get(power)
        ]
        if told:
            lines.append(voice.word("board.influence", power=minor, text=", ".join(told)))
    return lines


def _treasures(game: VqGame, voice: Voice) -> list[str]:
    """How many there are: which they are, only their owners know (6.3)."""
    held = [
        voice.word("track.treasures_of", power=power, count=count)
        for power in IMPULSE_ORDER
        if (count := len(game.treasures.hands.get(power, ())))
    ]
    rows = voice.word(
        "track.rows",
        count=len(game.treasures.spain),
        other_count=len(game.treasures.portugal),
        spent_count=len(game.treasures.spent),
    )
    return [*([", ".join(held)] if held else []), rows]


def _marriages(game: VqGame, voice: Voice) -> list[str]:
    by_power: dict[str, list[str]] = {}
    for name, noble in sorted(game.nobles.items()):
        if noble.can_marry:
            told = f"{voice.name('noble', name)} {noble.suitability}"
            by_power.setdefault(game.data.nobles[name].power, []).append(told)
    lines = [
        voice.word("track.suitable", power=power, text=", ".join(by_power[power]))
        for power in IMPULSE_ORDER
        if power in by_power
    ]
    return lines + [
        voice.word("track.couple", noble=couple.bride, other_noble=couple.groom) for couple in game.betrothals
    ]


def _patronage(game: VqGame, voice: Voice) -> list[str]:
    sponsored = [*game.patronage.artists.items(), *game.patronage.scientists.items()]
    lines = [
        voice.word(
            "track.sponsored",
            person_text=voice.name("artist/scientist", name),
            power=one.power,
            cp=one.cp,
        )
        for name, one in sorted(sponsored)
    ]
    sciences: dict[str, list[str]] = {}
    for science, power in sorted(game.patronage.bonuses.items()):
        sciences.setdefault(power, []).append(science)
    return lines + [
        voice.word("track.science", power=power, sciences=tuple(sciences[power]))
        for power in IMPULSE_ORDER
        if power in sciences
    ]


def _spies(game: VqGame, voice: Voice) -> list[str]:
    return [
        voice.word("track.informants", power=power, powers=tuple(sorted(those)))
        for power in IMPULSE_ORDER
        if (those := game.spies.informants.get(power))
    ]


def _suez(game: VqGame, voice: Voice) -> list[str]:
    if game.lasting.suez_open:
        return [voice.word("track.suez_open")]
    return [voice.word("track.suez_at", number=game.lasting.suez)] if game.lasting.suez else []
