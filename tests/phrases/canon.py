"""The canon of the phrase book, turned into lines that today's grammar reads."""

from __future__ import annotations

import re
from collections.abc import Callable

_SINGULAR = {"mercenaries": "mercenary", "cavalry": "cavalry"}


def orders(means: tuple[str, ...]) -> list[str]:
    """A meaning as orders; who is committed goes with the attempt."""
    found = [line for canon in means for line in lines_of(canon)]
    if means[0] == "play 38" and len(means) > 1:  # the use of the comet is chosen with the card
        use, power = (
            ("skip", means[1].split()[-1])
            if means[1].startswith("skip")
            else ("discard", means[1].split()[-1])
        )
        return [f"play 38 as {use}", power]
    if all(line.startswith("return ") for line in found):  # all that is said of winter is one answer
        return ["return " + "; ".join(line.removeprefix("return ") for line in found)]
    if all(line.startswith("declare war on ") for line in found):  # so are all declarations of war
        return ["declare war on " + ", ".join(line.removeprefix("declare war on ") for line in found)]
    if all(line.startswith("propose ") for line in found):
        return ["propose " + "; ".join(line.removeprefix("propose ") for line in found)]
    if all(re.fullmatch(r"play \d+", canon) for canon in means):
        return [f"play {', '.join(canon.removeprefix('play ') for canon in means)}"]
    if means[0] == "play 5 as event: reformer" and means[-1].startswith("debate "):
        found[-1:] = ["yes", means[-1].removeprefix("debate ")]
    helped = [canon.removeprefix("commit ") for canon in means if canon.startswith("commit ")]
    return [f"{line} with {helped[0]}" if helped and at == 0 else line for at, line in enumerate(found)]


def lines_of(canon: str) -> list[str]:
    """One line of the canon as orders."""
    for pattern, build in FORMS:
        if found := re.fullmatch(pattern, canon):
            return build(*found.groups())
    return [canon]


def _build(count: str, unit: str, space: str) -> list[str]:
    one = _SINGULAR.get(unit, unit.removesuffix("s"))
    return [f"build {one} in {space}"] * int(count)


def _journey(who: str, space: str) -> list[str]:
    return [space, "yes" if "alva" in who else "no"]


def _transport(force: str, port: str, zone: str, space: str) -> list[str]:
    return [f"transport {force}: {port} > {zone}", space]


def _intercepts(who: str, origin: str, others: str, place: str) -> list[str]:
    return [f"intercept with {who} from {origin}", f"intercept with {others} from {place}"]


def _translate(work: str, language: str, rest: str) -> list[str]:
    return [f"translate {language} {work.replace('_', ' ')} {rest}"]


def _offer(partner: str, terms: str) -> list[str]:
    items = []
    for term in terms.split(", "):
        taken = re.fullmatch(r"receive (.+)", term)
        items.append(f"{partner} gives {taken[1]}" if taken else _term(term))
    return [f"propose {partner}: {', '.join(items)}"]


def _term(term: str) -> str:
    term = re.sub(r" from vienna| from paris", "", term) if "mercenar" in term else term
    found = re.fullmatch(r"give ([a-z_]+)", term)
    return f"cede {found[1]}" if found else term


FORMS: list[tuple[str, Callable[..., list[str]]]] = [
    (r"build (\d+) (\w+) in (\w+)", _build),
    (r"remove unrest: (\w+)", lambda space: [f"remove unrest in {space}"]),
    (r"journey (.+) to (\w+)", _journey),
    (r"transport (.+): (\w+) > (\w+) > (\w+)", _transport),
    (r"piracy: (?:give|lose) (vp|card|treasure|patrol)", lambda what: [what]),
    (r"piracy: lose squadron in (\w+)", lambda port: ["squadron"]),
    (r"piracy (\w+) against (\w+)", lambda zone, who: [f"piracy in {zone} against {who}"]),
    (r"intercept (.+) from (\w+); (.+) from (\w+)", _intercepts),
    (r"(?:naval )?intercept (.+) from (\w+)", lambda who, origin: [f"intercept with {who} from {origin}"]),
    (r"decline interception|decline to avoid battle|fight outside", lambda: ["no"]),
    (r"avoid (.+): (\w+) > (\w+)", lambda who, _from, to: [f"avoid battle to {to} with {who}"]),
    (r"(?:naval avoid|naval retreat|retreat) to (\w+)", lambda to: [to]),
    (r"join none|inside none", lambda: ["nobody"]),
    (r"translate (\w+) (\w+) (.+)", _translate),
    (r"debate (\w+): (\w+)", lambda zone, pool: [f"debate {zone}", pool]),
    (r"debate pool (\w+)", lambda pool: [pool]),
    (r"st peters (\d)", lambda cp: [f"st peters {cp}"]),
    (r"attempt (\w+)", lambda space: [f"target {space}"]),
    (r"diet (\d+)", lambda card: [card]),
    (r"offer nothing", lambda: ["none"]),
    (r"ready", lambda: ["none"]),
    (r"offer (\w+): (.+)", _offer),
    (r"agree (\w+)", lambda power: [f"confirm {power}"]),
    (r"refuse (\w+)", lambda power: ["none"]),
    (r"declare no war", lambda: ["none"]),
    (r"do not intervene", lambda: ["no"]),
    (r"sue (\w+) for peace", lambda power: [power]),
    (r"do not sue for peace|no ransom|do not donate|play no card", lambda: ["no"]),
    (r"ransom (\w+)", lambda who: ["yes"]),
    (r"commit (\w+)", lambda who: []),
    (r"instead: (.+)", lambda order: lines_of(order)),
    (r"donate", lambda: ["yes"]),
    (r"negotiate (\w+) first", lambda power: [power]),
    (r"no deployment", lambda: ["nobody"]),
    (r"4 mercenaries for hire", lambda: ["for hire"]),
    (r"discard from (\w+)", lambda power: [power, "discard"]),
    (r"(?:target|zone|bar|take|discard|fortress|debater) (\w+)", lambda one: [one]),
    (r"unrest (.+)", lambda spaces: [spaces]),
    (r"skip (\w+)", lambda power: [power, "skip"]),
    (r"if (\w+): (.+)", lambda test, order: [f"if {test}: {line}" for line in lines_of(order)]),
]  # fmt: skip
