"""Which events of this game are told together in one line."""

from __future__ import annotations

from pbem.war.telling import Together
from rules import Event
from rules.vq.dynasty.patronage import ArtistJudged, ScientistJudged
from rules.vq.espionage.dice import PlotRolled
from rules.vq.espionage.plots import PlotFailed
from rules.vq.faith.conversions import ConversionsRolled, FaithChanged
from rules.vq.faith.rebellion import RebellionBegan, RebellionFailed, RebellionSucceeded
from rules.vq.new_world.navigation import NavigationTried
from rules.vq.sequence.weddings import WeddingHeld

TOGETHER = Together(
    results=(
        ArtistJudged,
        ScientistJudged,
        ConversionsRolled,
        NavigationTried,
        RebellionFailed,
        RebellionSucceeded,
        WeddingHeld,
        PlotFailed,
        PlotRolled,
    ),
    rolled_for=(RebellionBegan,),
)


def goes_on(event: Event, before: Event) -> bool:
    """Whether an event is told in one line with the one before it."""
    if isinstance(event, FaithChanged):
        return isinstance(before, FaithChanged)
    return TOGETHER.goes_on(event, before)
