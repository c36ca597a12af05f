"""Counts comparisons by rule, and shows each difference with its position in the language of rule cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.position import Position


@dataclass
class Difference:
    rule: str
    what: str
    oracle: Any
    engine: Any
    case: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}\n  oracle {self.oracle}\n  engine {self.engine}\n{self.case}"


@dataclass
class Tally:
    """All comparisons of a run."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    """Differences that findings.md tells of, by its number."""
    differences: list[Difference] = field(default_factory=list)
    keep: int = 20
    """Differences to keep for each rule; the others are only counted."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def compare(
        self,
        rule: str,
        what: str,
        oracle: Any,
        engine: Any,
        position: Position,
        *places: str,
        finding: str = "",
    ) -> None:
        """Count a comparison; `finding` names what findings.md says of a difference here."""
        self.counts[rule] += 1
        if oracle == engine:
            return
        if finding:
            self.known[finding] += 1
            return
        self.wrong[rule] += 1
        if self.wrong[rule] <= self.keep:
            self.differences.append(Difference(rule, what, oracle, engine, case_of(position, places)))

    def table(self) -> str:
        rows = [f"{rule:24} {count:9,} {self.wrong[rule]:6,}" for rule, count in sorted(self.counts.items())]
        total = f"{'all':24} {self.total:9,} {sum(self.wrong.values()):6,}"
        known = [f"{finding}: {count} times" for finding, count in sorted(self.known.items())]
        return "\n".join([f"{'rule':24} {'compared':>9} {'differ':>6}", *rows, total, *known])


def case_of(position: Position, places: Iterable[str]) -> str:
    """The position around some places, as a rule case would set it up."""
    shown = [place for place in dict.fromkeys(places) if place]
    around = list(shown)
    for place in shown:
        if place in position.zones:
            around += position.by_sea(place)
        elif place in position.spots:
            around += [*position.roads[place], *position.spots[place].seas]
    lines = ["  clear map", "  clear relations"]
    for (one, other), how in sorted(position.relations.items()):
        if one < other:
            lines.append(f"  {'war' if how == 'war' else 'alliance'} {one} {other}")
    lines += [f"  ally {minor} {major}" for minor, major in sorted(position.patrons.items())]
    if not position.league:
        lines.append("  set faith.league = false")
    for place in dict.fromkeys(around):
        lines += [f"  {line}" for line in place_lines(position, place)]
    return "\n".join(lines)


def place_lines(position: Position, place: str) -> Iterable[str]:
    spot = position.spots.get(place)
    if spot:
        yield f"control {place}: {spot.control or 'none'}"
        if spot.unrest:
            yield f"unrest {place}"
        if spot.built:
            yield f"fortress {place}"
        if spot.university:
            yield f"university {place}"
        if spot.sieges:
            laid = (f"{p} now" if at == position.impulse else p for p, at in spot.sieges.items())
            yield f"siege {place}: {', '.join(laid)}"
    parts: dict[str, list[str]] = {}
    for stack in position.stacks.get(place, ()):
        owner, lent, borrower = stack.nation.partition(">")
        name = f"{owner} lent to {borrower}" if lent else owner
        parts.setdefault(name, []).extend(f"{n} {kind}" for kind, n in stack.counts.items() if n)
    for figure in position.figures:
        if figure.place == place:
            parts.setdefault(figure.nation, []).append(figure.name)
    if parts:
        told = "; ".join(f"{name} {', '.join(pieces)}" for name, pieces in parts.items())
        yield f"units {place}: {told}"
