"""What is near the units of a power: its armies and fleets, what stands next to them, who threatens what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.advice import Near, Stack, Threat
from pbem.language import names as kinds
from pbem.language.refusals import why_by_rule
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from pbem.war.facts import left_by
from pbem.war.views import ANYWHERE
from rules import Power, Question
from rules.core.errors import Refused
from rules.war.advance import may_be_entered
from rules.war.assault import check_supply
from rules.war.displacement import nations_under, ships_at
from rules.war.fleets import fleet_at, near_by_sea
from rules.war.forces import army_at, formation_limit, usual_formations
from rules.war.ids import LAND_KINDS, Place
from rules.war.odds import FightOdds, attack_on, field_battle_odds, naval_combat_odds, storming
from rules.war.siege import is_besieged

MOST_TOLD = 6
"""Stacks that are told one by one; the others are told together."""


def near(game: Any, power: Power) -> Near:
    """The facts; the threatened and the led come first."""
    stacks = tuple(stack for place in places_of(game, power) if (stack := stack_at(game, place, power)))
    others = {stack.place: tuple(_next_to(game, stack)) for stack in stacks}
    threats = tuple(threat for stack in stacks for threat in _threats(game, stack))
    endangered = [threat.on.place for threat in threats]
    enemies = game.enemies(power)

    def first(stack: Stack) -> tuple[bool, bool, bool, int, Place]:
        met = any(other.power in enemies for other in others[stack.place])
        size = sum(stack.units.values())  # then by name: a letter is not to seem to tell something new
        return stack.place not in endangered, not met, not stack.leaders, -size, stack.place

    return Near(
        power,
        tuple(sorted(stacks, key=first)),
        {place: those for place, those in others.items() if those},
        threats,
        _open_to(game, power),
        tuple(space for space, state in game.spaces.items() if state.sieges and state.control == power),
        tuple(space for space, state in game.spaces.items() if state.unrest and state.control == power),
    )


def places_of(game: Any, power: Power) -> list[Place]:
    """Where a power has units or leaders."""
    with_units = [place for place in game.units if any(game.commander(n) == power for n in game.units[place])]
    with_leaders = [place for place in game.places_with_leaders() if game.leaders_at(place, power)]
    return list(dict.fromkeys([*with_units, *with_leaders]))


def stack_at(game: Any, place: Place, power: Power) -> Stack | None:
    """What a power has in a place, its minor allies' units and borrowed ships among it."""
    units: dict[str, int] = {}
    for nation in nations_under(game, place, power):
        here = game.at(place, nation)
        for kind in (*LAND_KINDS, *game.naval_kinds):
            if count := getattr(here, kind):
                units[kind] = units.get(kind, 0) + count
    leaders = tuple(game.leaders_at(place, power))
    if not units and not leaders:
        return None
    generals = [leader for leader in leaders if not game.is_naval_leader(leader)]
    at_land = place in game.spaces
    return Stack(
        place,
        power,
        units,
        leaders,
        formation_limit(game, generals) if generals else 0,
        besieged=at_land and is_besieged(game, place, power),
        besieging=at_land and power in game.spaces[place].sieges,
    )


def _next_to(game: Any, stack: Stack) -> Iterable[Stack]:
    """What others have in the same place and one step away; enemies first."""
    if stack.place in game.spaces:
        around = (stack.place, *game.board.neighbours(stack.place))
    else:
        around = (stack.place, *near_by_sea(game, stack.place))
    found = [
        other
        for place in around
        for power in _powers_at(game, place)
        if power != stack.power and (other := stack_at(game, place, power)) is not None
        if stack.place in game.spaces or any(kind not in LAND_KINDS for kind in other.units)
    ]
    return sorted(found, key=lambda other: not game.at_war(stack.power, other.power))


def _powers_at(game: Any, place: Place) -> list[Power]:
    return list(dict.fromkeys(game.commander(nation) for nation in game.units.get(place, {})))


def _threats(game: Any, stack: Stack) -> Iterable[Threat]:
    """Enemies one move away who could attack, each with its largest formation."""
    place, power = stack.place, stack.power
    land = sum(count for kind, count in stack.units.items() if kind in LAND_KINDS)
    if place in game.spaces and land and not stack.besieged:
        for origin in game.board.neighbours(place):
            for enemy in _powers_at(game, origin):
                if not game.at_war(power, enemy) or enemy not in game.majors:
                    continue
                army = army_at(game, origin, enemy)
                if (
                    not army.size
                    or is_besieged(game, origin, enemy)
                    or not may_be_entered(game, enemy, place)
                ):
                    continue
                battle = attack_on(game, enemy, place, usual_formations(game, army)[0])
                odds = field_battle_odds(game, battle)
                by = stack_at(game, origin, enemy)
                assert by is not None
                yield Threat(by, stack, (odds.attack_dice, odds.defence_dice), odds.wins)
    elif place in game.board.zones and ships_at(game, place, power):
        for origin in near_by_sea(game, place):
            for enemy in _powers_at(game, origin):
                fleet = fleet_at(game, origin, enemy)
                if fleet.ships and game.at_war(power, enemy) and enemy in game.majors:
                    odds = naval_combat_odds(game, place, fleet, fleet_at(game, place, power))
                    by = stack_at(game, origin, enemy)
                    assert by is not None
                    yield Threat(by, stack, (odds.attack_dice, odds.defence_dice), odds.wins)


def _open_to(game: Any, power: Power) -> dict[Place, tuple[Power, ...]]:
    """Own keys without a unit, with the enemies next to them."""
    found: dict[Place, tuple[Power, ...]] = {}
    for key in game.keys_of(power):
        if game.land_strength(key, power):
            continue
        enemies = [
            enemy
            for enemy in game.enemies(power)
            if any(game.land_strength(space, enemy) for space in game.board.neighbours(key))
        ]
        if enemies:
            found[key] = tuple(enemies)
    return found


# ---- In words


def lines(near_by: Near, game: Any, voice: Voice) -> list[str]:
    """What is besieged, then own stacks that matter one by one and the others together, and unrest."""
    enemies = game.enemies(near_by.power)
    told_so = [line for space in near_by.besieged for line in _under_siege(space, game, voice)]
    rest: list[Stack] = []
    for stack in near_by.stacks:
        others = [other for other in near_by.others.get(stack.place, ()) if other.power in enemies]
        matters = others or stack.besieging or (stack.leaders and stack.units)
        if len(told_so) < MOST_TOLD and matters:
            told_so.append(_of_stack(near_by, stack, others, game, voice))
        else:
            rest.append(stack)
    if rest:
        text = ", ".join(f"{voice.name(ANYWHERE, stack.place)} {_in_short(stack, voice)}" for stack in rest)
        told_so.append(voice.word("near.elsewhere", text=text))
    if near_by.open_to:
        empty = [
            voice.word("near.empty", space=space, powers=powers) for space, powers in near_by.open_to.items()
        ]
        told_so.append(voice.word("near.open", text="; ".join(empty)))
    if near_by.unrest:
        told_so.append(voice.word("near.unrest", spaces=near_by.unrest))
    return told_so


def _of_stack(near_by: Near, stack: Stack, enemies: list[Stack], game: Any, voice: Voice) -> str:
    threats = {threat.by.place: threat for threat in near_by.threats if threat.on.place == stack.place}
    parts = [_force(stack, voice)]
    inside: list[Stack] = []
    if stack.besieging:
        here = [other for other in near_by.others.get(stack.place, ()) if other.place == stack.place]
        inside = [
            other for other in here if other.besieged or game.spaces[stack.place].control == other.power
        ]
        parts.append(_siege(stack, inside, game, voice))
    for enemy in [enemy for enemy in enemies if enemy not in inside][:3]:
        parts.append(_of_enemy(stack, enemy, threats.get(enemy.place), voice))
    return voice.word("near.stack", place=stack.place, text="; ".join(filter(None, parts)))


def _siege(stack: Stack, inside: list[Stack], game: Any, voice: Voice) -> str:
    """Who is besieged, and what an assault of all besiegers would do, or what it still lacks (15.1)."""
    names = [f"{voice.name(kinds.POWER, other.power, 'bare')} {_force(other, voice)}" for other in inside]
    return _storm_told(
        "near.besieges", game, (stack.place, stack.power), told.storm, voice, text=", ".join(names)
    )


def _under_siege(space: Place, game: Any, voice: Voice) -> list[str]:
    """Who besieges a space of one's own, and what an assault of all of them would do; own dice first."""
    found = []
    for power in game.spaces[space].sieges:
        if (besieger := stack_at(game, space, power)) is not None:
            text = f"{voice.name(kinds.POWER, power, 'bare')} {_force(besieger, voice)}"
            found.append(
                _storm_told(
                    "near.besieged", game, (space, power), told.stormed, voice, space=space, text=text
                )
            )
    return [one for one in found if one]


def _storm_told(
    key: str,
    game: Any,
    siege: tuple[Place, Power],
    fight: Callable[[FightOdds, Voice], str],
    voice: Voice,
    **words: Any,
) -> str:
    """A siege with the odds of an assault, or with what it still lacks, which its besieger is told (15.1)."""
    space, power = siege
    army = army_at(game, space, power)
    if not army.size:
        return ""
    try:
        check_supply(game, power, space)
        game.check_siege_place(power, space)
    except Refused as refused:
        why = {"why_text": why_by_rule(refused, voice)} if fight is told.storm else {}
        return voice.word(f"{key}_in_vain", **why, **words)
    odds = storming(game, power, space, usual_formations(game, army)[0])
    return voice.word(key, fight_text=fight(odds, voice), **words)


def _of_enemy(stack: Stack, enemy: Stack, threat: Threat | None, voice: Voice) -> str:
    name, force = voice.name(kinds.POWER, enemy.power, "bare"), _force(enemy, voice)
    if enemy.place == stack.place:
        return voice.word("near.same_place", power_text=name, text=force)
    if threat is None:
        return voice.word("near.enemy", power_text=name, text=force, place=enemy.place)
    return voice.word(
        "near.threat",
        power_text=name,
        text=force,
        place=enemy.place,
        count=threat.dice[0],
        other_count=threat.dice[1],
        chance_text=told.percent(threat.wins, voice),
    )


def leaving_told(question: Question[Any], game: Any, voice: Voice) -> str:
    """Who must leave which place, where it is asked where they go; else nothing."""
    place = left_by(question, game)
    stack = None if place is None else stack_at(game, place, question.power)
    return "" if stack is None else f" {voice.word('asked.leaving', place=place, text=_force(stack, voice))}"


def _force(stack: Stack, voice: Voice) -> str:
    """`Suleiman (leads 6), 4 regulars, 2 cavalry`."""
    leaders = [voice.name(kinds.LEADER, leader) for leader in stack.leaders]
    if leaders and stack.command:
        leaders[-1] += f" {voice.word('near.leads', count=stack.command)}"
    return ", ".join([*leaders, *voice.units(stack.units)])


def _in_short(stack: Stack, voice: Voice) -> str:
    """Units by number: land units and ships."""
    land = sum(count for kind, count in stack.units.items() if kind in LAND_KINDS)
    ships = sum(count for kind, count in stack.units.items() if kind not in LAND_KINDS)
    parts = [str(land)] if land else []
    parts += [voice.word("near.ships", count=ships)] if ships else []
    leaders = [voice.name(kinds.LEADER, leader) for leader in stack.leaders] if not stack.units else []
    return "+".join([*parts, *leaders])
