"""The board besides who stands where: what only this game has, faith, Jesuits, the World map.

Open facts alone, as everybody at the table sees them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.language.voice import Voice
from pbem.war.board import Part, marked, marks_of_war, spaces_of, titled
from rules.vq.game import VqGame
from rules.vq.powers import AREAS, IMPULSE_ORDER, PROTESTANT_FAITH

ON_THE_MAP = ("away", "siege", "unrest", "fortresses", "protestant", "jesuits")
"""What a map itself shows."""
OVERSEAS = ("settlements", "colonies", "captains", "patrols")
ORDER = (*ON_THE_MAP, "captives", "wars", *OVERSEAS, "ally")


def marks(game: VqGame, voice: Voice, *, but_for: Iterable[str] = ()) -> list[Part]:
    """Everything that lies on the boards besides units and leaders; parts without a line are left out."""
    parts = {
        **marks_of_war(game, voice),
        "protestant": _protestant(game, voice),
        "jesuits": marked(game, "jesuit", voice),
        "settlements": _settlements(game, voice, game.world.owners),
        "colonies": _settlements(game, voice, game.world.colonies),
        "captains": _captains(game, voice),
        "patrols": [
            voice.word("board.patrol", count=count, ocean=zone)
            for zone, count in sorted(game.world.patrols.items())
        ],
        "ally": [
            voice.word("board.allied", power=minor, other_power=major)
            for minor, major in sorted(game.minor_allies.items())
            if major
        ],
    }
    return titled({key: parts[key] for key in ORDER}, voice, but_for)


def _protestant(game: VqGame, voice: Voice) -> list[str]:
    lines = []
    for area in AREAS:
        every = game.in_area(area)
        those = [space for space in every if game.spaces[space].religion == PROTESTANT_FAITH]
        text = ", ".join(spaces_of(those, voice)) or voice.word("none")
        lines.append(voice.word("board.in_area", area=area, count=len(those), of_count=len(every), text=text))
    return lines


def _settlements(game: VqGame, voice: Voice, owners: dict[str, str]) -> list[str]:
    held: dict[str, list[str]] = {}
    for settlement, power in sorted(owners.items()):
        held.setdefault(power, []).append(settlement)
    order = [*IMPULSE_ORDER, *game.minors]
    return [
        voice.word("board.settled", power=power, settlements=tuple(held[power]))
        for power in sorted(held, key=order.index)
    ]


def _captains(game: VqGame, voice: Voice) -> list[str]:
    lines = []
    for name, captain in sorted(game.world.captains.items()):
        if captain.zone is not None:
            text = voice.word("board.damaged") if captain.damaged else ""
            lines.append(
                voice.word("board.captain", captain=name, power=captain.power, ocean=captain.zone, text=text)
            )
        elif captain.colony is not None:
            lines.append(
                voice.word("board.winters", captain=name, power=captain.power, settlement=captain.colony)
            )
    return lines


def parts_of(game: Any, voice: Voice) -> list[Part]:
    """What no map shows."""
    return marks(game, voice, but_for=ON_THE_MAP)
