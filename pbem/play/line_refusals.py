"""Why a line is not carried out, as a player should hear it: what was understood, and a line to copy."""

from __future__ import annotations

from typing import Any

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.language import suggestions
from pbem.language.phrase_tables import phrases
from pbem.play.free_lines import Weighed, weigh
from pbem.play.lines import Line
from pbem.play.loosely import loosely
from pbem.play.whose_line import without_name
from rules import Engine, Power

THROWN_ELSEWHERE = "dice.thrown_elsewhere"
"""Why an order waits whose dice the moderator has to enter."""
MOST_EXAMPLES = 2
MOST_UNDERSTOOD = 6
"""Words of a line that its writer is told were understood."""
MOST_LOOKED_AT = 100
NOT_IN_FULL = ("line.too_much", "line.fewer")
"""Problems of a line that was understood: not all of it can be done, and so nothing is."""
VAGUE = (
    "line.unknown_word",
    "line.partly",
    "line.no_sense",
    "line.part_unknown",
    "line.question",
    "line.question_only",
)
"""Problems of a line that was not understood as a whole."""
_OF_FORCES = ("units.", "naval.", "move.", "leaders.", "intercept.")
"""How the codes begin that say which force is not clear."""
OF_ANY_LINE = ("line.unknown_word", "line.partly", "line.no_sense")
"""Problems that come with all that can be answered, whatever the line says."""
_OF_THE_GRAMMAR = ("line.not_understood", "line.not_finished")


def refused(
    problem: OrderProblem, found: Weighed, line: str, engine: Engine[Any], title: Game, power: Power
) -> OrderProblem:
    """Why a line is not carried out, as a player should hear it: what was understood, and a line to copy.

    What the grammar expected is for engineers.  A name that it proposes for a word of ours is no proposal.
    """
    if problem.code == "line.too_long":
        return problem
    if found.proposals:
        return Unreadable("line.not_sure", line, proposals=found.proposals)
    if found.forbidden is not None:
        return Illegal(found.forbidden.refusal, line)
    if isinstance(found.impossible, Unreadable) and found.impossible.code in NOT_IN_FULL:
        return Unreadable(found.impossible.code, line, proposals=found.impossible.proposals)
    if not isinstance(problem, Unreadable) or problem.code not in _OF_THE_GRAMMAR:
        return problem
    words, question = title.free_words_for(line), engine.question(power)
    if not words.reads(question):
        return problem
    slip = str(problem.fields.get("text", ""))
    if problem.proposals and not words.words.says(slip):
        near = tuple(map(str, problem.proposals))[:MOST_EXAMPLES]
        return Unreadable("line.unknown_word", line, proposals=problem.proposals, text=slip, texts=near)
    unknown = words.unknown(line, question, engine.game)
    orders = found.few or suggestions(question, engine.game, title.names, MOST_LOOKED_AT)
    likely = tuple(words.likely(line, question, engine.game, orders)[:MOST_EXAMPLES])
    if unknown:
        return Unreadable("line.unknown_word", line, proposals=found.few, text=unknown, texts=likely)
    if said := dict.fromkeys(words.understood(line, question, engine.game)):
        understood = ", ".join(list(said)[:MOST_UNDERSTOOD])
        return Unreadable("line.partly", line, proposals=found.few, text=understood, texts=likely)
    return Unreadable("line.no_sense", line, proposals=found.few, texts=likely)


def or_proposed(problem: Illegal, line: Line, engine: Engine[Any], title: Game, power: Power) -> OrderProblem:
    """What the rules forbid may have been meant in another way, which is proposed, and never done."""
    if line.read or problem.code == THROWN_ELSEWHERE:  # that one is allowed, and only waits for its dice
        return problem
    found = weigh(engine, title, power, without_name(power, line.whole, title.names))
    return refused(problem, found, line.whole, engine, title, power) if found.proposals else problem


REQUESTS = ("leaving", "undo", "attached", "more_time", "standing", "away", "lost")
"""What players tell us in their own words; for each there is an answer (`mail_templates/words/requests`)."""
NO_CHAT = ("leaving", "more_time")
"""What is answered even where it could pass for chat."""
_OF_A_NAME = "word.may_be"
_OF_NOTHING = (*VAGUE, "line.no_order_ahead", "line.asks_others", _OF_A_NAME)


def or_request(problem: OrderProblem, line: Line) -> OrderProblem:
    """What is no order may be for us: `I'm away next week`; then its writer hears how that is said."""
    if not isinstance(problem, Unreadable) or problem.code not in _OF_NOTHING:
        return problem
    if problem.proposals and problem.code != _OF_A_NAME:
        return problem
    said = requested(line.whole) or requested(line.told)  # some of the player's language may be in English
    return Unreadable(f"line.{said}", line.whole) if said else problem


def requested(words: str) -> str:
    """Of what a line speaks that concerns us and not the game; empty if of nothing of that kind."""
    return next((idea for idea in REQUESTS if phrases("requests").hold(words, idea)), "")


def or_loosely(
    problem: OrderProblem, words: str, engine: Engine[Any], title: Game, power: Power
) -> OrderProblem:
    """What was not understood as a whole, with what it may mean if some of its words do not count."""
    if not isinstance(problem, Unreadable) or problem.proposals:
        return problem
    if problem.code not in VAGUE and not problem.code.startswith(_OF_FORCES):
        return problem
    found = loosely(engine, title, power, without_name(power, words, title.names))
    return Unreadable("line.not_sure", words, proposals=found) if found else problem
