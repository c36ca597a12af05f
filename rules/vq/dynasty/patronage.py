"""Patronage (22): sponsoring artists and scientists, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.rows import row_for
from rules.vq.actions import Action, action
from rules.vq.data.tables import PatronageRow
from rules.vq.dynasty.science import claim_bonus, open_bonuses
from rules.vq.game import VqGame
from rules.vq.kinds import ArtistId, ScientistId
from rules.vq.new_world.captains import LE_TESTU, SCIENTIST
from rules.vq.powers import EMPIRE, IMPULSE_ORDER
from rules.vq.state import Sponsored
from rules.vq.victory import add_bonus_vp

ARTIST, SCHOLAR = "artist", "scientist"
ITALY, PRAGUE = "italy", "prague"
PRAGUE_CENTER = "prague_cultural_center"
BEST_BOX = 4
"""The box for 4 CP, in which some cards put whomever they sponsor."""
PATRON_CARD_BOX = "patron_of_the_arts"
"""Sponsored by card 10 this turn (#10)."""
ANY_ART, SCIENCE = "any_art", "science"
POINTS, BONUS = "points", "bonus"
MINOR_TALENT = 1


class ScienceWon(Record):
    """The moment in which points or a science are chosen: the most that a marker may be worth with either."""

    vp: int
    vp_with_bonus: int


class ArtistSponsored(Event):
    power: Power
    artist: ArtistId
    cp: int


class ScientistSponsored(Event):
    power: Power
    scientist: ScientistId
    cp: int


class ArtistJudged(Event):
    power: Power
    artist: ArtistId
    total: int
    vp: int


class ScientistJudged(Event):
    power: Power
    scientist: ScientistId
    total: int
    vp: int


# ---- 22.1, 22.2 Sponsoring


def pool(game: VqGame, what: str, owner: str) -> list[str]:
    """Available artists or scientists of a power, or of Italy; by id."""
    people = game.data.artists if what == ARTIST else game.data.scientists
    at_sea = game.world.captains[LE_TESTU]
    return sorted(
        name
        for name in game.patronage.available
        if name in people
        and people[name].power == owner
        and not (name == SCIENTIST and what == SCHOLAR and (at_sea.zone or at_sea.colony or at_sea.gone))
    )


def check_sponsor(game: VqGame, power: Power, what: str, owner: str) -> None:
    """Raise `Illegal` unless a power may sponsor somebody now: once of each kind in a turn (22)."""
    if power in game.this_turn.sponsored.get(what, ()):
        raise Illegal("patronage.once_a_turn", "22")
    if not pool(game, what, owner):
        raise Illegal("patronage.nobody_available", "22")


def sponsor(game: VqGame, power: Power, what: str, cp: int, owner: str = "") -> str:
    """Somebody is drawn at random and put into the box for the CP spent (22.1, 22.2)."""
    people = pool(game, what, owner or power)
    name = game.dice.draw(people, Reason("sponsored", power=power))
    game.patronage.available.remove(name)
    game.this_turn.sponsored.setdefault(what, []).append(power)
    if what == ARTIST:
        game.patronage.artists[name] = Sponsored(power, cp)
        game.emit(ArtistSponsored(power, name, cp))
    else:
        game.patronage.scientists[name] = Sponsored(power, cp)
        game.emit(ScientistSponsored(power, name, cp))
    return name


class _Sponsor(Action):
    """PAT-1, PAT-2: for 2 to 4 CP, once in a turn."""

    what: ClassVar[str]
    cp: int

    def cost(self, game: VqGame, power: Power) -> int:
        return self.cp

    def check(self, game: VqGame, power: Power) -> None:
        if self.cp not in game.data.actions[self.action_id].cost[power]:
            raise Illegal("action.wrong_cp", "22", cp=self.cp)
        check_sponsor(game, power, self.what, power)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if power not in game.this_turn.sponsored.get(cls.what, ()) and pool(game, cls.what, power):
            for cp in game.data.actions[cls.action_id].cost[power]:
                yield cls(cp)

    async def perform(self, game: VqGame, power: Power) -> None:
        sponsor(game, power, self.what, self.cp)


@action
class SponsorArtist(_Sponsor):
    """Sponsor one of the power's artists (22.1)."""

    action_id: ClassVar[str] = "sponsor_artist"
    what: ClassVar[str] = ARTIST


@action
class SponsorScientist(_Sponsor):
    """Sponsor one of the power's scientists (22.2)."""

    action_id: ClassVar[str] = "sponsor_scientist"
    what: ClassVar[str] = SCHOLAR


# ---- The phase


async def patronage_phase(game: VqGame) -> None:
    """Artists, then scientists; the most gifted first, ties in impulse order (22)."""
    artists, scientists = game.data.artists, game.data.scientists
    for name in sorted(
        game.patronage.artists, key=lambda who: rank(game, artists[who].value, game.patronage.artists[who])
    ):
        judge_artist(game, name)
    for name in sorted(
        game.patronage.scientists,
        key=lambda who: rank(game, scientists[who].value, game.patronage.scientists[who]),
    ):
        await judge_scientist(game, name)


def rank(game: VqGame, value: int, sponsored: Sponsored) -> tuple[int, int]:
    return -value, IMPULSE_ORDER.index(sponsored.power)


def modifier(game: VqGame, power: Power, cp: int) -> int:
    """The box, Prague, Isabella, and Rudolf's own card (22.1, 22.2)."""
    table = game.data.tables.patronage
    total = table.cp_modifier[cp]
    held = game.controller(PRAGUE) == EMPIRE and not game.spaces[PRAGUE].unrest
    if power == EMPIRE and PRAGUE_CENTER in game.lasting.markers and held:
        total += table.prague
    if game.patronage.isabella.get(power) == game.turn:
        total += table.isabella
    if power == EMPIRE and PATRON_CARD_BOX in game.this_turn.reminders and rudolf_patronises(game):
        total += table.rudolf
    return total


def rudolf_patronises(game: VqGame) -> bool:
    """Rudolf rules, lives, and did not marry last turn (21.1, #10)."""
    wed = game.lasting.rudolf_wed
    return game.rulers[EMPIRE] == "rudolf_ii" and game.ruler_lives(EMPIRE) and wed != game.turn - 1


def roll_for(game: VqGame, power: Power, name: str, value: int, bonus: int) -> tuple[int, PatronageRow]:
    sciences = name in game.patronage.scientists
    total = sum(game.roll(power, 2, Reason("patronage", power=power))) + value + bonus
    table = game.data.tables
    return total, row_for(table.sciences if sciences else table.arts, total)


def judge_artist(game: VqGame, name: ArtistId) -> None:
    """Two dice and all modifiers: forgotten, available again, or a work worth points (22.1)."""
    power, cp = game.patronage.artists[name].power, game.patronage.artists[name].cp
    data = game.data.artists[name]
    garden = game.data.tables.patronage.botanical_garden * game.has_bonus(power, "botanical_garden")
    total, row = roll_for(game, power, name, data.value, modifier(game, power, cp) + garden)
    del game.patronage.artists[name]
    vp = take_marker(game, (data.kind, ANY_ART), row.vp) if row.fate == "success" else 0
    game.emit(ArtistJudged(power, name, total, vp))
    add_bonus_vp(game, power, "patronage", vp)
    put_back(game, name, data.value, row.fate, success=vp > 0)


def take_marker(game: VqGame, kinds: tuple[str, ...], most: int) -> int:
    """The best VP marker of some kinds that is not above a result; 0 if there is none (22)."""
    worth, kind = best_marker(game, kinds, most)
    if worth:
        game.patronage.markers[kind][worth] -= 1
    return worth


def best_marker(game: VqGame, kinds: tuple[str, ...], most: int) -> tuple[int, str]:
    """What it is worth, and its kind."""
    markers = game.patronage.markers
    for worth in range(most, 0, -1):
        for kind in kinds:
            if markers.get(kind, {}).get(worth, 0):
                return worth, kind
    return 0, ""


def put_back(game: VqGame, name: str, value: int, fate: str, *, success: bool) -> None:
    """Finished, forgotten, or available again (22)."""
    forgotten = fate == "removed" or (fate == "removed_if_minor" and value == MINOR_TALENT)
    (game.patronage.gone if success or forgotten else game.patronage.available).append(name)


async def judge_scientist(game: VqGame, name: ScientistId) -> None:
    """As for artists; success brings points, a science bonus, or the choice between them (22.2)."""
    power, cp = game.patronage.scientists[name].power, game.patronage.scientists[name].cp
    data = game.data.scientists[name]
    observatory = game.data.tables.patronage.observatory * game.has_bonus(power, "observatory")
    total, row = roll_for(game, power, name, data.value, modifier(game, power, cp) + observatory)
    del game.patronage.scientists[name]
    vp, bonus = 0, False
    if row.fate == "success":
        vp, bonus = await science_success(game, power, row)
    game.emit(ScientistJudged(power, name, total, vp))
    add_bonus_vp(game, power, "patronage", vp)
    if bonus:
        options = open_bonuses(game, power)
        chosen = await ask(Choose(power, "science_bonus", "science", tuple(options), options[0], "22.2"))
        claim_bonus(game, power, chosen)
    put_back(game, name, data.value, row.fate, success=vp > 0 or bonus)
    if name == SCIENTIST and row.fate != "available":
        game.world.captains[LE_TESTU].gone = True  # captain and scientist are one person


async def science_success(game: VqGame, power: Power, row: PatronageRow) -> tuple[int, bool]:
    """PAT-3: points, or a bonus, or both; without a marker that fits, a bonus (22.2)."""
    open_ = bool(open_bonuses(game, power))
    markers = game.patronage.markers.get(SCIENCE, {})
    has_points = any(markers.get(worth, 0) for worth in range(1, row.vp + 1))
    wants_bonus = row.bonus == "too"
    vp = row.vp
    if row.bonus == "instead" and open_:
        options = (POINTS, BONUS) if has_points else (BONUS,)
        choice = options[0]
        if len(options) > 1:
            game.moments.append(ScienceWon(row.vp, row.vp_with_bonus))
            try:
                choice = await ask(Choose(power, "science_reward", "option", options, POINTS, "22.2"))
            finally:
                game.moments.pop()
        wants_bonus = choice == BONUS
        vp = row.vp_with_bonus if wants_bonus else row.vp
    won = take_marker(game, (SCIENCE,), vp)
    return won, open_ and (wants_bonus or not won)
