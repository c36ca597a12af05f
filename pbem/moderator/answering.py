"""Ordering for a power: the moderator's own hand, with dice and draws that were made elsewhere if need be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.errors import ModeratorProblem, OrderProblem, WrongMoment
from pbem.language import parse_line, say
from pbem.language.refusals import why_by_rule
from pbem.language.voice import Voice
from pbem.letters.content import power_name
from pbem.play.outside_dice import Elsewhere
from pbem.work.game_work import GameWork
from rules import Power
from rules.core.errors import RandomNeeded, Refused

BY_MODERATOR = "moderator"
_DICE = re.compile(r"[1-6](?:[\s,]+[1-6])*")
_WITH = re.compile(r"\s+with\s+(dice|draws?)\b:?\s*((?:(?!\s+with\s+(?:dice|draws?)\b).)*)", re.IGNORECASE)
MOST_DICE = 200


def dice_in(text: str) -> list[int]:
    """`5,3,6` or `5 3 6`."""
    if not _DICE.fullmatch(text.strip()):
        raise ModeratorProblem(f'"{text}" are no dice: write them like 5,3,6')
    dice = [int(die) for die in re.split(r"[\s,]+", text.strip())]
    if len(dice) > MOST_DICE:
        raise ModeratorProblem(f"{len(dice)} dice at once are too many")
    return dice


def split_given(text: str) -> tuple[str, list[int] | None, list[str] | None]:
    """`assault vienna with dice 5,3 with draws tetzel, 31`: the order, the dice, the draws."""
    dice: list[int] | None = None
    draws: list[str] | None = None
    for what, words in _WITH.findall(text):
        if what.lower() == "dice":
            dice = [*(dice or []), *dice_in(words)]
        else:
            draws = [*(draws or []), *(word.strip() for word in words.split(",") if word.strip())]
    return _WITH.sub("", text).strip(), dice, draws


def answer_for(work: GameWork, who: Power, lines: Sequence[str], given: Elsewhere) -> list[str]:
    """Take orders for a power, all or none; what was ordered, in words."""
    sitting = work.sitting
    name = power_name(work.voice, who)
    done: list[str] = []
    sitting.elsewhere = given
    counted = given.dice is not None, given.draws is not None
    for line in lines:
        if who not in sitting.waiting():
            asked = ", ".join(power_name(work.voice, power) for power in sitting.waiting()) or "nobody"
            later = " any more" if done else ""
            raise WrongMoment(f'{name} is not asked anything{later}: "{line}" was not taken; asked: {asked}')
        question = sitting.engine.question(who)
        try:
            answer = parse_line(line, question, sitting.engine.game, sitting.names)
            sitting.take_answer(who, answer, BY_MODERATOR, line)
        except (OrderProblem, Refused) as problem:
            raise ModeratorProblem(f"{line}: {why_by_rule(problem, work.voice)}") from problem
        except RandomNeeded as need:
            raise ModeratorProblem(_missing(need, line, counted, work.voice)) from need
        done.append(say(question, answer, sitting.names))
    if given.dice or given.draws:
        raise ModeratorProblem(_left_over(given))
    sitting.elsewhere = None
    return done


def _missing(need: RandomNeeded, line: str, counted: tuple[bool, bool], voice: Voice) -> str:
    dice = need.what == "dice"
    more = " more" if counted[0 if dice else 1] else ""
    what = ("die" if dice else "draw") if need.count == 1 else ("dice" if dice else "draws")
    return (
        f"{line}: {need.count}{more} {what} needed, for: {voice.reason(need.reason)}. Nothing was done. "
        f"Give {'it' if need.count == 1 else 'them'} with the order: "
        + ("--dice 5,3,6 (by mail: with dice 5,3,6)" if dice else "--draw NAME (by mail: with draws NAME)")
    )


def _left_over(given: Elsewhere) -> str:
    left = [*map(str, given.dice or ()), *(given.draws or ())]
    used = "; ".join(given.used) or "nothing"
    return f"too many were given: {', '.join(left)} left over. Nothing was done. Used would be: {used}"
