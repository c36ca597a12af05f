"""Expectations of Here I Stand: each looks at the position and says what it found instead, if anything."""

from __future__ import annotations

from pbem.cases.expect import same
from pbem.cases.pieces import before_colon, cards, some
from pbem.errors import CaseMalformed
from pbem.games.cases import Found, Look, Scene, Words
from pbem.games.his.cases.position import diplomacy_piles
from pbem.language.names import DEBATER, REFORMER
from pbem.war.cases.expect import LOOKS as WAR_LOOKS
from pbem.war.cases.expect import marker_look, points_look
from rules.his.game import HisGame
from rules.his.victory import victory_points

LOOKS: Words[Look] = Words(WAR_LOOKS)
LOOKS["university"] = marker_look("university")
LOOKS["vp"] = points_look(victory_points)


# ---- Cards


@LOOKS.add("diplomacy")
def _diplomacy(now: Scene[HisGame], text: str, wanted: bool) -> Found:
    """`diplomacy hand papacy: 201`, `diplomacy discards has 203`, `diplomacy deck lacks 204`."""
    piles = diplomacy_piles(now.game)
    which, colon, what = text.partition(":")
    if colon:
        return same(sorted(piles[which.strip()]), sorted(cards(what, now.names)))
    for mode in ("has", "lacks"):
        which, word, what = text.partition(f" {mode} ")
        if word:
            pile = piles[which.strip()]
            wrong = [card for card in cards(what, now.names) if (card in pile) != (mode == "has")]
            return f"{which} {sorted(pile)}" if wrong else None
    raise CaseMalformed("expected: diplomacy <pile>: <cards>, or ... has|lacks <cards>")


# ---- Points and people


@LOOKS.add("debater", "debaters")
def _debater(now: Scene[HisGame], text: str, wanted: bool) -> Found:
    """`debater luther: committed|available|away|gone|absent` (available means uncommitted)."""
    who, what = before_colon(text, "expect debater <name>: available|committed|away|gone|absent")
    for name in some(DEBATER, who, now.names):
        debater = now.game.faith.debaters[name]
        state = (
            "gone" if debater.gone
            else "absent" if not debater.entered
            else "away" if debater.away
            else "committed" if debater.committed
            else "available"
        )  # fmt: skip
        if (state == what) != wanted:
            return f"{name} {state}"
    return None


@LOOKS.add("reformer", "reformers")
def _reformer(now: Scene[HisGame], text: str, wanted: bool) -> Found:
    """`reformer luther: on map|away|gone|absent`."""
    who, what = before_colon(text, "expect reformer <name>: on map|away|gone|absent")
    for name in some(REFORMER, who, now.names):
        reformer = now.game.faith.reformers[name]
        state = (
            "gone" if reformer.gone
            else "absent" if not reformer.entered
            else "away" if reformer.away
            else "on map"
        )  # fmt: skip
        if (state == what) != wanted:
            return f"{name} {state}"
    return None
