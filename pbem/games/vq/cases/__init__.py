"""The language of rule cases for Virgin Queen: lines of its positions, and what can be expected of them."""

from __future__ import annotations

from pbem.games.cases import CaseLanguage
from pbem.games.vq.cases.expect import LOOKS
from pbem.games.vq.cases.position import VERBS, VqPosition

LANGUAGE = CaseLanguage(VqPosition, VERBS, LOOKS)
