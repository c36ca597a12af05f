"""Spring Deployment (10): each power may move one formation out of its capital."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.flow import Power, ask
from rules.core.windows import offer, open_window
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.windows import Window
from rules.war.ids import SpaceId
from rules.war.spring import DeployInSpring, can_deploy, carry_out

PREPARATIONS_OPTION, DEPLOYS = "spring_preparations", "deploys"
"""Option of a game: the regular that Spring Preparations adds may deploy at once (#102)."""


@dataclass(slots=True)
class SpringDeployment:
    """The moment before a power's own deployment; Spring Preparations sets the flag (#102)."""

    power: Power
    spring_preparations: bool = False
    newcomers: dict[SpaceId, int] = field(default_factory=dict)
    """Regulars that the card has put into the capitals: they did not start the phase there (10)."""


# ---- The phase (10)


async def spring_deployment_phase(game: HisGame) -> None:
    """In impulse order each power with a capital may deploy one formation (10)."""
    await open_window(game, Window.SPRING, None, powers=IMPULSE_ORDER)
    for power in game.players:
        if game.capitals(power):  # the Protestant has none and never deploys
            await deploy(game, power)


async def deploy(game: HisGame, power: Power) -> None:
    """SPRING-2 and SPRING-3: perhaps a card first, then the deployment."""
    moment = SpringDeployment(power)
    await offer(game, power, Window.DEPLOYMENT, moment)
    newcomers = (
        () if game.option(PREPARATIONS_OPTION, first=DEPLOYS) == DEPLOYS else tuple(moment.newcomers.items())
    )
    question = DeployInSpring(power, moment.spring_preparations, newcomers)
    if not can_deploy(game, question):
        return
    chosen = await ask(question)
    if chosen is not None:
        carry_out(game, power, chosen)
