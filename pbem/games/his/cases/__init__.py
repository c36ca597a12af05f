"""The language of rule cases for Here I Stand: lines of its positions, and what can be expected of them."""

from __future__ import annotations

from pbem.games.cases import CaseLanguage
from pbem.games.his.cases.expect import LOOKS
from pbem.games.his.cases.position import VERBS, HisPosition

LANGUAGE = CaseLanguage(HisPosition, VERBS, LOOKS)
