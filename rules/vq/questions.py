"""Questions of several subjects: a choice about somebody whom the letter names."""

from __future__ import annotations

from rules.core.questions import Choose
from rules.vq.kinds import CaptainId
from rules.war.ids import LeaderId


class ChooseForLeader(Choose):
    """A choice about a leader."""

    leader: LeaderId = ""


class ChooseForCaptain(Choose):
    """A choice about a captain."""

    captain: CaptainId = ""
