"""A `Position` of an engine's state: only fields are read, no rule of the engine is asked."""

from __future__ import annotations

from typing import Any

from tests.oracle.faith import ZONES, Churchmen
from tests.oracle.points import Standing
from tests.oracle.position import LAND, NAVAL, ORDER, Figure, Position, Spot, Stack, Zone


def snapshot(game: Any) -> Position:
    """What a state shows, as plain data of this reading's own."""
    patrons = dict(game.minor_allies)

    def commander(nation: str) -> str:
        return nation.split(">")[1] if ">" in nation else patrons.get(nation, nation)

    roads: dict[str, dict[str, bool]] = {space: {} for space in game.board.spaces}
    for road in game.board.connections:
        roads[road.a][road.b] = roads[road.b][road.a] = road.pass_
    spots = {}
    for name, printed in game.board.spaces.items():
        state = game.spaces[name]
        home = "ottoman" if name in game.havens else printed.home
        spots[name] = Spot(
            name,
            printed.type,
            home,
            printed.lang,
            printed.sea,
            state.control,
            state.religion,
            state.unrest,
            state.fortress,
            state.university,
            dict(state.sieges),
        )
    stacks = {}
    for place, here in game.units.items():
        stacks[place] = [
            Stack(nation, commander(nation), {kind: getattr(units, kind) for kind in (*LAND, *NAVAL)})
            for nation, units in here.items()
        ]
    figures = []
    for name, leader in game.leaders.items():
        if leader.place:
            data = game.data.leaders[name]
            leads = leader.loaned_to or commander(leader.power)
            figures.append(
                Figure(
                    name,
                    leader.power,
                    leads,
                    leader.place,
                    data.battle,
                    data.command,
                    data.naval,
                    data.piracy,
                )
            )
    campaign = game.campaign
    return Position(
        turn=game.turn,
        impulse=game.impulse_number,
        league=game.faith.league,
        pirates=game.pirates,
        spots=spots,
        zones={name: Zone(name, zone.ports, zone.neighbours) for name, zone in game.board.zones.items()},
        roads=roads,
        stacks=stacks,
        figures=figures,
        relations={(one, other): how for one, row in game.relations.items() for other, how in row.items()},
        patrons=patrons,
        capitals={power: data.capitals for power, data in game.data.powers.items()},
        rulers=dict(game.rulers),
        reformers=tuple(
            game.data.reformers[name].space
            for name, reformer in game.faith.reformers.items()
            if reformer.entered and not reformer.away and not reformer.gone
        ),
        reminders=tuple(game.this_turn),
        beaten=flat(campaign.beaten),
        tried=flat(campaign.intercepted),
        beaten_leaders=tuple(campaign.beaten_leaders),
        tried_leaders=tuple(campaign.intercepted_leaders),
        beaten_ships=flat(campaign.beaten_ships),
        assaulted=tuple(campaign.assaulted),
        piracy_zones=tuple(game.piracy_zones),
    )


def flat(marks: Any) -> dict[tuple[str, str, str], int]:
    return {
        (place, nation, kind): count
        for place, here in marks.items()
        for nation, kinds in here.items()
        for kind, count in kinds.items()
    }


def churchmen(game: Any) -> Churchmen:
    debaters = {
        name: debater
        for name, debater in game.faith.debaters.items()
        if debater.entered and not debater.away and not debater.gone
    }
    cranmer = game.faith.reformers.get("cranmer")
    return Churchmen(
        ready={name for name, debater in debaters.items() if not debater.committed},
        committed={name for name, debater in debaters.items() if debater.committed},
        testaments={zone: game.faith.new_testament.get(zone, 0) for zone in ZONES},
        bibles={zone: game.faith.full_bible.get(zone, 0) for zone in ZONES},
        jesuits=game.faith.society_of_jesus,
        cranmer_on_map=bool(cranmer and cranmer.entered and not cranmer.away and not cranmer.gone),
    )


def standing(game: Any) -> Standing:
    return Standing(
        piracy=game.piracy_vp,
        chateaux=game.chateaux_vp,
        st_peters=game.faith.st_peters_vp,
        heirs=set(game.tudors.children),
        markers={power: sum(vp.values()) for power, vp in game.bonus_vp.items()},
        first_turn_of=game.setup.scenario if game.turn == game.scenario.turns[0] else "",
        fewer_cards={
            power: len(game.minus_cards.get(power, ())) + (power in game.faith.excommunicated_powers)
            for power in ORDER
        },
    )
