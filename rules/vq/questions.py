"""Questions of several subjects: a choice about somebody whom the letter names."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.questions import Choose
from rules.vq.kinds import CaptainId
from rules.war.ids import LeaderId


@dataclass(frozen=True, slots=True)
class ChooseForLeader(Choose):
    """A choice about a leader."""

    leader: LeaderId = ""


@dataclass(frozen=True, slots=True)
class ChooseForCaptain(Choose):
    """A choice about a captain."""

    captain: CaptainId = ""
