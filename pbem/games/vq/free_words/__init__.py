"""How free words are read in Virgin Queen: a reader for each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.vq.free_words import court, diplomacy, espionage, faith, overseas, peoples
from pbem.games.vq.free_words.building import CONSTRUCTION, abroad, armada
from pbem.games.vq.free_words.choices import given_up, replacements, two_things
from pbem.games.vq.free_words.pieces import repeated, said_again, with_details
from pbem.games.vq.orders.kinds import (
    AREA,
    ARTIST,
    CAPTAIN,
    NOBLE,
    OCEAN,
    SCIENCE,
    SCIENTIST,
    SETTLEMENT,
)
from pbem.games.vq.orders.pairs import PAIRS
from pbem.language.chunks import OwnKinds
from pbem.language.free_words import FreeWords
from pbem.language.meanings import Reader
from pbem.language.names import NATION, Names
from pbem.language.vocabulary import Vocabulary
from pbem.war.free_words import answers, deeds
from pbem.war.free_words.actions import Actions
from pbem.war.free_words.plays import Plays
from pbem.war.free_words.reader import SHARED_LEADS, SHARED_READERS, people_of, war_words
from pbem.war.free_words.transport import transport
from pbem.war.free_words.voyages import sail
from rules.core.flow import Power
from rules.vq.game import VqGame
from rules.vq.new_world.captains import pool_of
from rules.vq.powers import FACTIONS, PROTESTANT, SPAIN
from rules.vq.windows import CARDS

ACTIONS = Actions(
    (
        deeds.end,
        peoples.storm,
        overseas.piracy,
        faith.in_areas,
        espionage.spy,
        espionage.informant,
        espionage.jesuit,
        espionage.assassinate,
        espionage.english_rising,
        faith.rebel,
        court.influence,
        court.sponsor,
        overseas.outfit,
        overseas.fortress,
        overseas.patrols_sail,
        overseas.patrol,
        armada,
        abroad,
        deeds.control,
        overseas.captain_sails,
        transport,
        CONSTRUCTION.build,
        overseas.captain_stays,
        peoples.stay,
        sail,
        peoples.march,
        court.who_pays,
        *map(
            said_again,
            ("preach", "suppress", "rebel", "spy", "assassinate", "influence", "sponsor", "outfit"),
        ),
        repeated,
        deeds.remark,
        deeds.purpose,
    ),
    with_details,
)
PLAYS = Plays(ACTIONS, CARDS.events, (AREA, CAPTAIN, NATION, NOBLE, OCEAN))
DECISIONS = (
    "accept_edict", "accept_intercession", "captain_home", "drake_rerolls", "execute_mary",
    "march_on_dublin", "pay_tribute", "raid_fleet", "reroll_fleet_zone", "reroll_wedding",
    "reveal_preference", "take_grand_tour", "war_for_cyprus", "war_for_dublin", "war_for_tribute",
    "war_on_activation", "war_on_refusal",
)  # fmt: skip
"""Questions for yes or no, each with words of its own."""

READERS: dict[str, Reader] = {
    **SHARED_READERS,
    **{topic: answers.decide(topic, NATION, CAPTAIN, NOBLE) for topic in DECISIONS},
    **{topic: two_things(topic) for topic in PAIRS},
    "action": ACTIONS.read,
    "impulse": PLAYS.play,
    "respond": PLAYS.respond,
    "losses": peoples.losses,
    "convert": faith.convert,
    "propose_deals": diplomacy.offer,
    "declare_and_pay": diplomacy.declare,
    "treasure": diplomacy.treasure,
    "home_card": diplomacy.home_card,
    "ocean_award": given_up,
    "imperial_replacements": replacements,
    "piracy_hit": given_up,
    "science_reward": court.science_reward,
}
OF_OTHERS = ("propose_deals", "ocean_award", "fleet_award", "piracy_hit")
OF_DEEDS = ("action", "impulse", "respond", "spring", "winter")
ORDERS_ONLY = ("action", "declare_and_pay", "spring", "winter")
LEADS = {
    **SHARED_LEADS, "preach": "preach", "suppress": "suppress heresy", "rebel": "rebel", "spy": "spy",
    "informant": "informant", "jesuit": "jesuit", "assassinate": "assassinate",
    "english_rising": "english catholic rebellion", "influence": "influence", "sponsor": "sponsor",
    "outfit": "outfit", "fortify": "build fortress", "patrol": "build patrol",
    "strengthen": "strengthen armada", "fight_abroad": "fight foreign war",
}  # fmt: skip


def vq_words(names: Names, words: Vocabulary) -> FreeWords:
    """The reader of free words, with all its tables."""
    people = (CAPTAIN, NOBLE, ARTIST, SCIENTIST)
    return war_words(
        names,
        words,
        readers=READERS,
        of_others=OF_OTHERS,
        orders_only=ORDERS_ONLY,
        of_deeds=OF_DEEDS,
        leads=LEADS,
        kinds=OwnKinds(
            all=(*people, AREA, OCEAN, SETTLEMENT, SCIENCE),
            by_part=(CAPTAIN, NOBLE, OCEAN, SETTLEMENT),
            people=people,
        ),
        people=_people,
    )


def _people(game: Any, power: Power) -> Sequence[str]:
    """Those whom a power commands, with its captains at sea, those that it may send out, and its peoples."""
    if not isinstance(game, VqGame):
        return ()
    captains = [name for name, captain in game.world.captains.items() if captain.power == power]
    return [*people_of(game, power), *captains, *pool_of(game, power), *_PEOPLES.get(power, ())]


_PEOPLES: Mapping[Power, Sequence[str]] = {SPAIN: ("walloons",), PROTESTANT: FACTIONS}
