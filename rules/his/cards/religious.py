"""Events of the religious struggle that give attempts or turn spaces (18.3, 18.4).

Whoever plays them, the Protestant makes the Reformation attempts and the Papacy the Counter Reformation
ones (11).  Committing the debater whom an event asks for is no use of a debater's bonus (18.2).
"""

from __future__ import annotations

from rules.core.card_play import discard_random_card, draw_cards, may_retrieve, retrieve
from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Decide, choose_one, choose_some
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.his.cards.choices import always, while_free
from rules.his.cards.religious_events import StaysInForce
from rules.his.faith.actions import found_universities
from rules.his.faith.attempts import flip_spaces, make_attempts
from rules.his.faith.debaters import commit, uncommitted, value
from rules.his.faith.odds import AUGSBURG_CONFESSION, LANGUAGE_ZONES, PRINTING_PRESS, Grant
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.windows import CARDS
from rules.war.control import place_unrest
from rules.war.ids import SpaceId
from rules.war.routes import nearest

GERMAN, FRENCH, ENGLISH = ("german",), ("french",), ("english",)
ALL_ZONES = LANGUAGE_ZONES

LUTHER, MELANCHTHON, CALVIN, COP, CRANMER = "luther", "melanchthon", "calvin", "cop", "cranmer"
GERMAN_COLLOCUTORS, SWISS_COLLOCUTORS = (LUTHER, MELANCHTHON), ("zwingli", "oekolampadius")

WITTENBERG = "wittenberg"
WARTBURG_CARD: CardNumber = 37

BORA_OPTION, FOUR_ATTEMPTS = "katherina_bora", "four"
"""Option of a game: four attempts, as in the example of section 11, instead of five."""
INSTITUTES_MODIFIER = 1
TWO_SPACES = 2


async def reformation(
    game: HisGame,
    card: CardNumber,
    zones: tuple[str, ...],
    *,
    modifier: int = 0,
    only: tuple[SpaceId, ...] = (),
    fewer: int = 0,
) -> None:
    """The Reformation attempts of an event: their number is in the tables (18.3)."""
    source = f"card_{card}"
    count = game.data.tables.attempts.reformation[source] - fewer
    grant = Grant(PROTESTANT_FAITH, zones, source, modifier=modifier, only=only)
    await make_attempts(game, PROTESTANT, count, grant)


async def counter_reformation(game: HisGame, card: CardNumber, zones: tuple[str, ...]) -> None:
    """The Counter Reformation attempts of an event (18.4)."""
    source = f"card_{card}"
    count = game.data.tables.attempts.counter_reformation[source]
    await make_attempts(game, PAPACY, count, Grant(CATHOLIC, zones, source))


# ---- Events that commit a debater


@CARDS.event(39, "event", playable=while_free(MELANCHTHON))
async def augsburg_confession(game: HisGame, power: Power) -> None:
    """39 Augsburg Confession: Papal attempts and debates suffer for the rest of the turn."""
    commit(game, MELANCHTHON)
    game.this_turn.append(AUGSBURG_CONFESSION)
    game.emit(StaysInForce(39))


def colloquy_can_meet(game: HisGame, power: Power) -> bool:
    return all(
        any(uncommitted(game, name) for name in side) for side in (GERMAN_COLLOCUTORS, SWISS_COLLOCUTORS)
    )


@CARDS.event(41, "event", playable=colloquy_can_meet)
async def marburg_colloquy(game: HisGame, power: Power) -> None:
    """41 Marburg Colloquy: two debaters meet, and their values together are so many attempts."""
    attempts = 0
    for side in (GERMAN_COLLOCUTORS, SWISS_COLLOCUTORS):
        debater = await choose_collocutor(game, side)
        commit(game, debater)
        attempts += value(game, debater)
    await make_attempts(game, PROTESTANT, attempts, Grant(PROTESTANT_FAITH, ALL_ZONES, "card_41"))


async def choose_collocutor(game: HisGame, side: tuple[str, ...]) -> str:
    """The Protestant sends one of a pair; silence the one of higher value."""
    able = sorted((name for name in side if uncommitted(game, name)), key=lambda name: -value(game, name))
    return await choose_one(PROTESTANT, "marburg", "debater", able, "18.3")


@CARDS.event(44, "event", playable=while_free(COP))
async def affair_of_the_placards(game: HisGame, power: Power) -> None:
    """44 Affair of the Placards: Cop's attempts in the French zone."""
    commit(game, COP)
    await reformation(game, 44, FRENCH)


@CARDS.event(46, "event", playable=while_free(CALVIN))
async def calvins_institutes(game: HisGame, power: Power) -> None:
    """46 Calvin's Institutes: attempts in the French zone, where each Protestant die counts one more."""
    commit(game, CALVIN)
    await reformation(game, 46, FRENCH, modifier=INSTITUTES_MODIFIER)


@CARDS.event(65, "event", playable=while_free(LUTHER))
async def a_mighty_fortress(game: HisGame, power: Power) -> None:
    """65 A Mighty Fortress: Luther's attempts in the German zone."""
    commit(game, LUTHER)
    await reformation(game, 65, GERMAN)


@CARDS.event(85, "event", playable=while_free(LUTHER))
async def katherina_bora(game: HisGame, power: Power) -> None:
    """85 Katherina Bora: Luther's attempts in all zones; five (18.3), by an option four (example in 11)."""
    commit(game, LUTHER)
    fewer = game.option(BORA_OPTION) == FOUR_ATTEMPTS
    await reformation(game, 85, ALL_ZONES, fewer=1 if fewer else 0)


# ---- Events in England


@CARDS.event(62, "event", playable=while_free(CRANMER))
async def book_of_common_prayer(game: HisGame, power: Power) -> None:
    """62 Book of Common Prayer: attempts on English home spaces, then unrest among the Catholic ones.

    Calais is an English home space, but not of the target zone (18.3).
    """
    commit(game, CRANMER)
    await reformation(game, 62, ENGLISH, only=tuple(game.home_spaces(ENGLAND)))
    (die,) = game.roll(power, 1, Reason("card", card=62))
    await stir_catholic_england(
        game, power, row_for(game.data.tables.event_tables.book_of_common_prayer, die).spaces
    )


async def stir_catholic_england(game: HisGame, power: Power, count: int) -> None:
    """Unrest in so many Catholic English home spaces, occupied or not (12.4); keys first in silence."""
    spaces = [
        space
        for space in game.home_spaces(ENGLAND)
        if game.spaces[space].religion == CATHOLIC and not game.spaces[space].unrest
    ]
    chosen = tuple(game.board.keys_first(spaces))
    if 0 < count < len(spaces):
        chosen = await choose_some(power, "prayer_book_unrest", "space", chosen, count, count, "12.4")
    for space in chosen if count else ():
        place_unrest(game, space)


@CARDS.event(63, "event", playable=always)
async def dissolution_of_the_monasteries(game: HisGame, power: Power) -> None:
    """63 Dissolution of the Monasteries: two cards for England, then attempts in the English zone.

    With two players the Papacy loses a random card instead (scenario book).
    """
    if game.duel is None:
        draw_cards(game, ENGLAND, 2, Reason("card", card=63))
    else:
        discard_random_card(game, PAPACY, Reason("card", card=63))
    await reformation(game, 63, ENGLISH)


@CARDS.event(61, "event", playable=always)
async def mary_defies_council(game: HisGame, power: Power) -> None:
    """61 Mary Defies Council: Papal attempts in the English zone."""
    await counter_reformation(game, 61, ENGLISH)


# ---- Events without a debater


def erasmus_still_hopes(game: HisGame, power: Power) -> bool:
    return game.turn <= game.data.tables.event_tables.erasmus_last_early_turn


@CARDS.event(75, "early", playable=erasmus_still_hopes)
async def erasmus_early(game: HisGame, power: Power) -> None:
    """75 Erasmus, turns 1 and 2: Protestant attempts in all zones."""
    await reformation(game, 75, ALL_ZONES)


def erasmus_turns_away(game: HisGame, power: Power) -> bool:
    return not erasmus_still_hopes(game, power)


@CARDS.event(75, "late", playable=erasmus_turns_away)
async def erasmus_late(game: HisGame, power: Power) -> None:
    """75 Erasmus, from turn 3 on: Papal attempts in all zones."""
    await counter_reformation(game, 75, ALL_ZONES)


@CARDS.event(90, "event", playable=always)
async def printing_press(game: HisGame, power: Power) -> None:
    """90 Printing Press: one die more in all Reformation attempts of the turn, three of them at once."""
    game.this_turn.append(PRINTING_PRESS)
    game.emit(StaysInForce(90))
    await reformation(game, 90, ALL_ZONES)


# ---- Spaces that turn without dice


def anabaptist_spaces(game: HisGame) -> list[SpaceId]:
    """Protestant spaces with no units or leaders in them, no electorates (reformers do not matter)."""
    return [
        space
        for space, state in game.spaces.items()
        if state.religion == PROTESTANT_FAITH and space not in game.electorates() and not game.occupied(space)
    ]


@CARDS.event(67, "event", playable=always)
async def anabaptists(game: HisGame, power: Power) -> None:
    """67 Anabaptists: the Papacy wins back two empty spaces that are no electorates."""
    await flip_spaces(game, PAPACY, CATHOLIC, TWO_SPACES, anabaptist_spaces, "anabaptists", "18.4")


def spaces_of_frederick(game: HisGame) -> list[SpaceId]:
    """The German-speaking Catholic spaces that are now nearest to Wittenberg, itself included."""
    steps = {space: game.board.distance(WITTENBERG, space) for space in game.board.spaces}
    catholic = [
        space
        for space, state in game.spaces.items()
        if state.religion == CATHOLIC and game.board.spaces[space].lang in GERMAN
    ]
    return nearest({space: count for space, count in steps.items() if count is not None}, catholic)


@CARDS.event(78, "event", playable=always)
async def frederick_the_wise(game: HisGame, power: Power) -> None:
    """78 Frederick the Wise: the two nearest German spaces turn, and card 37 may be fetched."""
    await flip_spaces(
        game, PROTESTANT, PROTESTANT_FAITH, TWO_SPACES, spaces_of_frederick, "frederick_the_wise", "18.3"
    )
    # 6.2: not if the Protestant has used it himself in this turn.
    if may_retrieve(game, PROTESTANT, WARTBURG_CARD) and await ask(
        Decide(PROTESTANT, "fetch_wartburg", silent=True, rule="6.2")
    ):
        retrieve(game, PROTESTANT, WARTBURG_CARD, Reason("card", card=78))


# ---- Universities


def jesuits_have_come(game: HisGame, power: Power) -> bool:
    return game.faith.society_of_jesus


@CARDS.event(55, "event", playable=jesuits_have_come)
async def jesuit_education(game: HisGame, power: Power) -> None:
    """55 Jesuit Education: the Papacy founds two universities."""
    await found_universities(game, TWO_SPACES)
