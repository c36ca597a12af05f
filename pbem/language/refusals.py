"""Why something was refused, in words; and how a refusal is kept until somebody reads it."""

from __future__ import annotations

import json

from pbem.errors import Ambiguous, Illegal, OrderProblem
from pbem.language.voice import Message, Voice
from rules.core.errors import Refused


def why(problem: OrderProblem | Refused, voice: Voice) -> str:
    """What is wrong, without the rule: whoever shows it puts the rule where he wants it."""
    if isinstance(problem, Illegal):
        problem = problem.refusal
    if isinstance(problem, Refused):
        return voice.refusal(problem.code, problem.fields)
    fields = dict(problem.fields)
    if "texts" in fields:  # orders, or names
        fields["texts"] = tuple(map(voice.order, fields["texts"]))
    if "reason" in fields:  # what the rules say to it
        fields["why_text"] = why_by_rule(fields.pop("reason"), voice)
    return voice.say("problem", problem.code, **fields)


def candidates(problem: Ambiguous, voice: Voice) -> tuple[str, ...]:
    """What it may mean, each in words."""
    return tuple(
        voice.tell(candidate) if isinstance(candidate, Message) else voice.order(candidate)
        for candidate in problem.candidates
    )


def rule_of(problem: OrderProblem | Refused, voice: Voice) -> str:
    """The paragraph of the title's rulebook that forbids it; empty if none is named."""
    return voice.paragraph(problem.code, problem.rule) if isinstance(problem, Illegal | Refused) else ""


def why_by_rule(problem: OrderProblem | Refused, voice: Voice) -> str:
    """The same with the rule in brackets: `Rome is in unrest [12.4]`."""
    rule = rule_of(problem, voice)
    return f"{why(problem, voice)} [{rule}]" if rule else why(problem, voice)


def kept(problem: Refused) -> str:
    """A refusal as the store keeps it; one without fields and rule may be kept as its code alone."""
    return json.dumps([problem.code, problem.rule, problem.fields])


def why_kept(text: str, voice: Voice) -> str:
    """What was kept, in words; a text of older versions is shown as it stands."""
    if not text.startswith("["):
        return voice.refusal(text, {})
    code, rule, fields = json.loads(text)
    return why_by_rule(Refused(code, rule, **fields), voice)
