"""Peace and war in free words: suing for peace, deals to confirm, declarations of war."""

from __future__ import annotations

from pbem.language.items import MARK, NUMBER
from pbem.language.meanings import Moment, Reading
from pbem.language.names import NATION
from pbem.war.free_words.answers import adds_nothing, polarity
from pbem.war.free_words.parts import ALWAYS


def sue(moment: Moment) -> list[Reading]:
    """With whom peace is sued for, if with anybody."""
    options = [option for option in getattr(moment.question, "options", ()) if option in moment.game.majors]
    named = [item.named(NATION) for item in moment.items if item.named(NATION) in options]
    said = polarity(
        moment.of([item for item in moment.items if item.named(NATION) not in options]), "sue_for_peace"
    )
    if said is False and not named:
        return [Reading(("no",))]
    if not said:
        return []
    return [Reading((moment.say(NATION, power),)) for power in dict.fromkeys(named or options)]


def confirm(moment: Moment) -> list[Reading]:
    """Yes or no to the deals that are on the table; `yes, but` is neither."""
    proposers = {deal.proposer: None for deal in getattr(moment.question, "deals", ())}
    named = {item.named(NATION): None for item in moment.items if item.named(NATION)}
    named.pop(moment.power, None)
    if any(power not in proposers for power in named):
        return []
    rest = [item for item in moment.items if item.named(NATION) not in proposers]
    said = polarity(moment.of(rest), "confirm_deals")
    if said is None:
        return []
    if not said:
        return [Reading(("none",))] if not named or len(named) == len(proposers) else []
    who = list(named or proposers)
    return [Reading((f"confirm {moment.say(NATION, who[0])}",))] if len(who) == 1 else []


def no_war(moment: Moment, topic: str) -> bool:
    """`will not declare war on anyone`."""
    known = ("use.war", "not", "no", "to", "against", "anyone")
    return any(item.says("not", "no") for item in moment.items) and all(
        adds_nothing(moment, item, topic, *known) for item in moment.items
    )


def wars(moment: Moment) -> list[Reading]:
    """On whom war is declared."""
    if polarity(moment, "declare_wars") is False or no_war(moment, "declare_wars"):
        return [Reading(("none",))]
    targets: dict[str, None] = {}
    follows = both = False
    for item in moment.items:
        power = item.named(NATION)
        if power and power != moment.power:
            if not follows and item.prep not in ("to", "against", "with"):
                return []  # `the Ottoman war against the Hapsburgs` names one enemy
            if targets and item.prep == "with":
                return []  # `war on the Hapsburgs with the Papacy`: an ally, or an enemy?
            targets[power] = None
            follows = True
        elif item.kind == NUMBER and item.chunk.says("both"):
            both = True
        elif item.kind != MARK and power != moment.power and not item.says(*ALWAYS, "use.war", "to"):
            return []
        follows = follows or item.says("use.war")
    if not targets or not any(item.says("use.war") for item in moment.items) or (both and len(targets) != 2):
        return []
    return [Reading((f"declare war on {', '.join(moment.say(NATION, power) for power in targets)}",))]
