"""The windows that war opens, for which cards register."""

from __future__ import annotations

from enum import StrEnum


class WarWindow(StrEnum):
    """Moments of movement and battle at which cards may be played."""

    ACTION_ANNOUNCED = "action_announced"  # CP announced, nothing moved yet
    AFTER_ACTION = "after_action"  # after an action or event, and as the phase begins
    BEFORE_BATTLE = "before_battle"  # step 1 of field battle (14), step 2 of assault (15.1)
    FIELD_BATTLE_CARDS = "field_battle_cards"  # 14, steps 4 and 5
    ASSAULT_CARDS = "assault_cards"  # 15.1, steps 5 and 6
    NAVAL_COMBAT_CARDS = "naval_combat_cards"  # 16.2, steps 3 and 4
    FIELD_BATTLE_ROLLED = "field_battle_rolled"  # 14, step 7
    ASSAULT_ROLLED = "assault_rolled"  # 15.1, step 8
    NAVAL_COMBAT_ROLLED = "naval_combat_rolled"  # 16.2, step 6
    ASSAULT_SUCCEEDED = "assault_succeeded"  # 15.1, the fortification is taken
    NAVAL_ROLL = "naval_roll"  # after a naval intercept or avoid battle roll
