"""What is answered for a power from the start, until its player takes it back."""

from __future__ import annotations

from pbem.war.presets import presets_of_war
from rules.vq.powers import IMPULSE_ORDER

PRESETS = presets_of_war(IMPULSE_ORDER)
