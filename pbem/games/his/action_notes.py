"""What command points would buy, in a line beside each order: dice, chance, victory points.

Open facts alone.  Of several formations for one goal only the first, the largest, has a note.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from pbem.war.action_notes import Note, goal_in_war, notes_on, war_notes
from pbem.war.fight_notes import abroad_told
from pbem.war.score import signed
from rules import Power
from rules.core.chances import NEVER, SURE
from rules.his.actions import Action
from rules.his.faith.actions import (
    BuildStPeters,
    BurnBooks,
    CallDebate,
    PublishTreatise,
    Translate,
    string_of,
)
from rules.his.faith.attempts import open_targets
from rules.his.faith.debate_odds import DebateOdds, debate_odds
from rules.his.faith.odds import Grant, attacker_dice, best_target, defender_dice, odds
from rules.his.faith.scripture import steps_left, work_data
from rules.his.game import HisGame
from rules.his.new_world.actions import Colonize, Conquer, Explore
from rules.his.new_world.odds import conquest_odds, exploration_odds, riches_odds
from rules.his.new_world.phase import KILLED, LOST, NOTHING
from rules.his.new_world.riches import CARD
from rules.his.powers import CATHOLIC, ENGLAND, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import points_if
from rules.his.war.build_actions import ControlSpace, FightForeignWar
from rules.his.war.foreign_wars import data_of
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.foreign_war import ForeignWar
from rules.war.odds import PiracyOdds, piracy_odds
from rules.war.war_abroad import battle_abroad


def action_notes(game: HisGame, power: Power, legal: Sequence[Action], voice: Voice) -> dict[int, str]:
    """Notes by the number of the action, for those of which there is something to tell."""
    return notes_on(game, power, legal, voice, NOTES, goal_of)


def goal_of(action: Action) -> Hashable:
    """What two orders have in common of which only one needs a note."""
    if isinstance(action, Translate):
        return Translate, action.language, action.work
    if isinstance(action, BuildStPeters):
        return BuildStPeters
    return goal_in_war(action)


# ---- War


def of_piracy(game: HisGame, power: Power, action: InitiatePiracy, voice: Voice) -> str:
    return piracy_told(piracy_odds(game, power, action.zone, action.target), voice)


def piracy_told(chances: PiracyOdds, voice: Voice) -> str:
    return told.raid("note.piracy", chances, told.mean(chances.corsairs_lost, voice), voice)


def of_control(game: HisGame, power: Power, action: ControlSpace, voice: Voice) -> str:
    """Only where points change."""
    if action.calm:
        return ""
    return told.points(points_if(game, [action.space], control=power), power, voice)


def of_foreign_war(game: HisGame, power: Power, action: FightForeignWar, voice: Voice) -> str:
    return war_told(game, action.war, voice)


def war_told(game: HisGame, card: int, voice: Voice, war: ForeignWar | None = None) -> str:
    """A foreign war as it stands, or as it would stand."""
    data, there = data_of(game, card), war or game.foreign_wars[card]
    return abroad_told(game, battle_abroad(data.name, there), {there.power: data.vp}, voice)


# ---- Faith


def of_treatise(game: HisGame, power: Power, action: PublishTreatise, voice: Voice) -> str:
    if action.debater:
        return ""
    count = game.data.tables.attempts.reformation["treatise"]
    return best_attempt(game, power, string_of(game, PROTESTANT_FAITH, action.zone, ""), count, voice)


def of_burning(game: HisGame, power: Power, action: BurnBooks, voice: Voice) -> str:
    if action.debater:
        return ""
    count = game.data.tables.attempts.counter_reformation["burn_books"]
    return best_attempt(game, power, string_of(game, CATHOLIC, action.zone, ""), count, voice)


def best_attempt(game: HisGame, power: Power, grant: Grant, count: int, voice: Voice) -> str:
    """How many attempts there are, and the likeliest target in their zones; nothing if none is there."""
    spaces = [space for space in open_targets(game, grant) if game.board.spaces[space].lang in grant.zones]
    if not spaces:
        return ""
    best = best_target(game, grant, spaces)
    return voice.word("note.attempts", count=count, text=attempt_told(game, power, grant, best, "", voice))


class Flips:
    """What the conversion of a space does to points; spaces that are alike are looked at once."""

    def __init__(self, game: HisGame, faith: str) -> None:
        self._game = game
        self._faith = faith
        self._known: dict[tuple[bool, bool, bool], dict[Power, int]] = {}

    def points(self, space: str) -> dict[Power, int]:
        game = self._game
        alike = (
            space in game.electorates() and game.controller(space) == PROTESTANT,
            game.home_power(space) == ENGLAND,
            game.spaces[space].unrest,
        )
        if alike not in self._known:
            self._known[alike] = points_if(game, [space], religion=self._faith)
        return self._known[alike]


def attempt_told(
    game: HisGame,
    power: Power,
    grant: Grant,
    space: str,
    debater: str,
    voice: Voice,
    *,
    flips: Flips | None = None,
    named: bool = True,
) -> str:
    """Dice, chance and points of an attempt on a space."""
    gain = told.points((flips or Flips(game, grant.faith)).points(space), power, voice)
    dice = voice.word(
        "note.attempt",
        count=attacker_dice(game, grant, space, debater),
        other_count=defender_dice(game, grant.faith, space),
        chance_text=told.percent(odds(game, grant, space, debater), voice),
    )
    name = voice.name(kinds.SPACE, space) if named else ""
    return told.joined(f"{name} {dice}".strip(), gain)


def of_translation(game: HisGame, power: Power, action: Translate, voice: Voice) -> str:
    data = work_data(game, action.work)
    gain = signed(data.vp) if data.vp else None
    left = steps_left(game, action.language, action.work)
    return voice.word("note.translation", count=left, attempts=data.attempts, gain_text=gain)


def of_debate(game: HisGame, power: Power, action: CallDebate, voice: Voice) -> str:
    return debate_told(debate_odds(game, power, action.zone), voice)


def debate_told(chances: DebateOdds, voice: Voice, reader: Power = "") -> str:
    """Dice and chances of a debate as its caller sees them, or another reader: own dice first."""
    calls = reader in ("", chances.caller)
    order = 1 if calls else -1
    dice = (chances.attack, chances.defence)[::order]
    ends = (chances.wins, chances.loses)[::order]
    gone = (chances.enemy_gone, chances.own_gone)[::order]
    return voice.word(
        "note.debate",
        dice_text=_between(dice[0]),
        other_text=_between(dice[1]),
        win_text=told.percent(ends[0], voice),
        lose_text=told.percent(ends[1], voice),
        gone_text=told.percent(gone[0], voice),
        own_text=told.percent(gone[1], voice),
        mean_text=f"{order * float(chances.mean_gain):+.1f}",
    )


def _between(dice: tuple[int, int]) -> str:
    low, high = dice
    return str(low) if low == high else f"{low}-{high}"


def of_st_peters(game: HisGame, power: Power, action: BuildStPeters, voice: Voice) -> str:
    table = game.data.tables.st_peters
    return voice.word("note.st_peters", cp=table.cp_per_vp - game.faith.st_peters_cp)


# ---- The New World


def of_exploration(game: HisGame, power: Power, action: Explore, voice: Voice) -> str:
    return _of_voyage("note.exploration", exploration_odds(game, power), LOST, voice)


def of_conquest(game: HisGame, power: Power, action: Conquer, voice: Voice) -> str:
    return _of_voyage("note.conquest", conquest_odds(game, power), KILLED, voice)


def _of_voyage(key: str, chances: Mapping[str, Fraction], gone: str, voice: Voice) -> str:
    """How often a voyage finds something, and how often nobody comes back."""
    lost = chances.get(gone, NEVER)
    finds = SURE - lost - chances.get(NOTHING, NEVER)
    return voice.word(key, chance_text=told.percent(finds, voice), lost_text=told.percent(lost, voice))


def of_colony(game: HisGame, power: Power, action: Colonize, voice: Voice) -> str:
    chance = riches_odds(game, power, "").get(CARD)
    return voice.word("note.colony", chance_text=told.percent(chance, voice)) if chance else ""


NOTES: dict[type[Action], Note] = {
    **war_notes(points_if),
    InitiatePiracy: of_piracy,
    ControlSpace: of_control,
    FightForeignWar: of_foreign_war,
    PublishTreatise: of_treatise,
    BurnBooks: of_burning,
    Translate: of_translation,
    CallDebate: of_debate,
    BuildStPeters: of_st_peters,
    Explore: of_exploration,
    Conquer: of_conquest,
    Colonize: of_colony,
}
