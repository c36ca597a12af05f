"""What a position is worth to a power, in victory points: to compare two of them."""

from __future__ import annotations

from pbem.games.vq.bot.weights import Weights
from rules import Power
from rules.core.rows import row_for
from rules.vq.game import VqGame
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE, PROTESTANT, SPAIN
from rules.vq.victory import preference_vp, scores
from rules.war.ids import owner

NEXT_ROW = 4


def evaluate(game: VqGame, power: Power, weights: Weights) -> float:
    """Own points, forces, cards and plans, less a share of what all others have."""
    if game.winner:
        return weights["victory"] if game.winner == power else -weights["victory"]
    own = standing(game, power, weights)
    points = scores(game)
    others = [other for other in game.majors if other != power]
    ahead = max(others, key=lambda other: points[other])
    rest = sum(standing(game, other, weights) for other in others) / len(others)
    return own - weights["rival"] * rest - weights["rival"] * points[ahead]


def standing(game: VqGame, power: Power, weights: Weights) -> float:
    """What a power has."""
    total = float(scores(game)[power])
    if power == EMPIRE and not game.lasting.preference_open:
        total += preference_vp(game)
    total += _between_rows(game, power)
    total += weights["card"] * (len(game.hand(power)) + game.card_markers.get(power, 0))
    total += weights["treasure"] * len(game.treasures.hands.get(power, ()))
    total += _forces(game, power, weights)
    total += weights["influence_more"] * sum(steps.get(power, 0) for steps in game.influence.steps.values())
    total += weights["fortress"] * sum(ally == power for ally in game.minor_allies.values())
    total += weights["colony"] * sum(lord == power for lord in game.world.colonies.values())
    captains = [one for one in game.world.captains.values() if one.power == power and one.zone]
    total += sum(weights["captain"] + weights["treasure"] * len(one.loot) for one in captains)
    total += weights["marriage"] * sum(
        power in (game.data.nobles[pair.bride].power, game.data.nobles[pair.groom].power)
        for pair in game.betrothals
    )
    sponsored = [*game.patronage.artists.values(), *game.patronage.scientists.values()]
    total += weights["treasure"] * sum(one.power == power for one in sponsored)
    total += weights["treasure"] * sum(lord == power for lord in game.patronage.bonuses.values())
    total -= weights["unrest"] * sum(game.spaces[key].unrest for key in game.keys_of(power))
    return total


def _forces(game: VqGame, power: Power, weights: Weights) -> float:
    worth = 0.0
    for here in game.units.values():
        for nation, units in here.items():
            if game.commander(nation) == power and owner(nation) in (
                *game.majors,
                *game.minors,
                *game.auxiliaries,
            ):
                worth += weights["regular"] * units.regulars + weights["mercenary"] * units.mercenaries
                worth += weights["cavalry"] * units.cavalry + weights["corsair"] * units.corsairs
                worth += weights["ship"] * units.warships
    return worth


def _between_rows(game: VqGame, power: Power) -> float:
    """A share of the next row of Protestant spaces, so that each space counts."""
    name = {SPAIN: "spain", ENGLAND: "england", PROTESTANT: "protestant"}.get(power)
    if name is None:
        return -0.05 * game.protestant_spaces("france") if power == FRANCE else 0.0
    count, table = game.protestant_spaces(), game.data.protestant_spaces
    row = row_for(table, count)
    after = row_for(table, min(row.max + 1, table[-1].max))
    share = (count - row.min) / NEXT_ROW if row.max < 99 else 0.0
    return float(getattr(after, name) - getattr(row, name)) * share
