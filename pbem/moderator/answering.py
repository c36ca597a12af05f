"""Ordering for a power: the moderator's own hand, with dice and draws that were made elsewhere if need be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.errors import ModeratorProblem, OrderProblem, WrongMoment
from pbem.language import parse_line, say
from pbem.language.refusals import why_by_rule
from pbem.language.voice import Voice
from pbem.play.outside_dice import Elsewhere, MakeUp, Needs, look_ahead
from pbem.play.sitting import Sitting
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
        words = re.split(r"[\s,]+", text.strip())
        wrong = next((f"{word[:20]} is none; " for word in words if word and not _DICE.fullmatch(word)), "")
        raise ModeratorProblem(f'"{text}" are no dice: {wrong}write them like 5,3,6')
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
    name = work.voice.power_name(who)
    done: list[str] = []
    sitting.elsewhere = given
    for at, line in enumerate(lines):
        if who not in sitting.waiting():
            asked = ", ".join(work.voice.power_name(power) for power in sitting.waiting()) or "nobody"
            later = " any more" if done else ""
            raise WrongMoment(f'{name} is not asked anything{later}: "{line}" was not taken; asked: {asked}')
        question = sitting.engine.question(who)
        try:
            answer = parse_line(line, question, sitting.engine.game, sitting.names)
            sitting.take_answer(who, answer, BY_MODERATOR, line)
        except (OrderProblem, Refused) as problem:
            raise ModeratorProblem(f"{line}: {why_by_rule(problem, work.voice)}") from problem
        except RandomNeeded as need:
            needs = needs_of(sitting, who, lines[at:], given)
            raise ModeratorProblem(_missing(needs, line, given)) from need
        done.append(say(question, answer, sitting.names))
    if given.dice or given.draws:
        raise ModeratorProblem(_left_over(given))
    sitting.elsewhere = None
    return done


def needs_of(sitting: Sitting, who: Power, lines: Sequence[str], given: Elsewhere) -> Needs:
    """Everything that orders of a power still need from elsewhere, in its order."""

    def play(made_up: MakeUp) -> None:
        table = sitting.fork()
        draws = None if given.draws is None else list(given.draws)
        table.elsewhere = Elsewhere(given.voice, list(given.dice or ()), draws, make_up=made_up)
        for line in lines:
            if who not in table.waiting():
                return
            try:
                answer = parse_line(line, table.engine.question(who), table.engine.game, table.names)
                table.take_answer(who, answer, BY_MODERATOR, line)
            except (OrderProblem, Refused):
                return  # that is told when it comes to this line

    return look_ahead(play)


def told_needs(needs: Needs, voice: Voice) -> list[str]:
    """What is needed from elsewhere, a line for each roll and draw in their order, with what it is for."""
    lines = [f"  {_counted(need.what, need.count)}: {voice.reason(need.reason)}" for need in needs.certain]
    if needs.perhaps:
        lines.append("  and then perhaps, as these fall:")
        lines += [
            f"    {_counted(need.what, need.count)}: {voice.reason(need.reason)}" for need in needs.perhaps
        ]
    return lines


def in_all(needs: Needs) -> str:
    """`8 dice and 1 draw`."""
    dice = [_counted("dice", needs.dice)] if needs.dice else []
    draws = [_counted("draw", needs.draws)] if needs.draws else []
    return " and ".join([*dice, *draws])


def _counted(what: str, count: int) -> str:
    one, several = ("die", "dice") if what == "dice" else ("draw", "draws")
    return f"{count} {one if count == 1 else several}"


def _missing(needs: Needs, line: str, given: Elsewhere) -> str:
    more = " more" if given.dice is not None or given.draws is not None else ""
    what = in_all(needs).replace(" ", f"{more} ", 1)
    ways = []
    if needs.dice:
        ways.append("--dice 5,3,6 (by mail: with dice 5,3,6)")
    if needs.draws:
        ways.append("--draw NAME (by mail: with draws NAME)")
    return "\n".join(
        [
            f"{line}: {what} needed, in this order:",
            *told_needs(needs, given.voice),
            f"Nothing was done. Give them with the order: {' and '.join(ways)}",
        ]
    )


def _left_over(given: Elsewhere) -> str:
    left = [*map(str, given.dice or ()), *(given.draws or ())]
    used = "; ".join(given.used) or "nothing"
    return f"too many were given: {', '.join(left)} left over. Nothing was done. Used would be: {used}"
