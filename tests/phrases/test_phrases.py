"""The phrase book: what people write is read as they mean it, or not at all."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from pbem.games import game_of
from tests.phrases.run import (
    AT_THE_TABLE,
    At,
    Effect,
    Figures,
    Phrase,
    effect_of,
    measure,
    place_of,
    seen,
    unseen,
)

BOOK = seen()
UNSEEN = 0.9
NO_TRAPS = ("Ottoman: play 1 for cp", "'play 24'", "xv-en-act: 'piracy'")
"""Lines for a power that is not asked are held for it, and its player is told: what a letter is bound to is
decided before it comes to the table.  A card that can be played in one way only is played so, and the only
piracy that there can be is done."""


@cache
def figures() -> Figures:
    return measure(BOOK)


def share_of(*topics: str) -> float:
    counts: Counter[str] = sum((figures().by_topic[topic] for topic in topics), Counter())
    said = counts.total() - counts["no canon"] - counts["quiet"] - counts["acts"]
    return (counts["meant"] + counts["asked"]) / said


def test_nearly_everything_is_read_as_it_is_meant() -> None:
    """Exams are written to be hard, and have bars of their own; so has `more-vq`, not all learnt yet."""
    topics = [one for one in figures().by_topic if not one.startswith("exam-") and one != "more-vq"]
    topics = [topic for topic in topics if not topic.endswith("traps")]
    assert share_of(*topics) >= 0.97, "\n".join(figures().failures)


def test_virgin_queen_is_read_as_well_as_here_i_stand() -> None:
    """At least two hundred phrases, in English and German."""
    assert figures().by_topic["vq"].total() >= 250
    assert share_of("vq") >= 0.97, "\n".join(figures().failures)


def test_nothing_is_read_as_something_else() -> None:
    assert not figures().counts["misread"], "\n".join(figures().failures)


@pytest.mark.parametrize(
    ("exam", "bar"),
    [
        ("exam-first", 0.92),
        ("exam-second", 0.93),
        ("exam-third", 0.88),
        ("exam-fourth", 0.66),
        ("exam-fifth", 0.5),
        ("exam-sixth", 0.65),
        ("exam-sixth-b", 0.64),
        ("exam-seventh", 0.65),
        ("exam-seventh-b", 0.66),
        ("exam-seventh-vq-b", 0.78),
        ("exam-sixth-vq-b", 0.55),
        ("exam-seventh-vq-a", 0.9),
        ("exam-eighth", 0.79),
        ("exam-eighth-vq", 0.92),
        ("exam-ninth-a", 0.71),
        ("exam-ninth-a-vq", 0.82),
        ("exam-tenth-a", 0.72),
        ("exam-tenth-a-vq", 0.76),
        ("exam-ninth-b", 0.75),
        ("exam-tenth-b", 0.75),
        ("exam-eleventh-a", 0.72),
        ("more-vq", 0.91),
    ],
)
def test_what_exams_have_shown_stays_learnt(exam: str, bar: float) -> None:
    assert share_of(exam) >= bar


def test_no_trap_acts() -> None:
    acting = [failure for failure in figures().failures if failure.startswith("acts")]
    assert not [failure for failure in acting if not any(line in failure for line in NO_TRAPS)]


def test_no_refusal_speaks_the_grammars_tongue() -> None:
    """What the grammar expected is for engineers: a player hears what was understood, or what is unknown."""
    told = figures().refused
    assert len(told) > 100
    assert [
        line for line, why in told.items() if re.search(r"expected|not_understood|not_finished|<\w+>", why)
    ] == []


def test_lines_that_nobody_looked_at_while_the_reader_was_made() -> None:
    """Not all of these words are known; none is taken for something else, and no trap acts."""
    held_out = measure(unseen())
    assert held_out.share >= UNSEEN
    assert not held_out.counts["misread"]
    assert not held_out.traps["acts"]


# ---- What is true of every line

SAID = [
    phrase for phrase in BOOK.phrases if not phrase.trap and phrase.fate == "done" and "\n" not in phrase.line
]


def ask(phrase: Phrase, line: str) -> tuple[At, Effect]:
    at = place_of(phrase, BOOK)
    return at, effect_of(at, line)


DOUBTED = ("maybe {}", "I would {}", "{}?", "should I {}", 'he wrote: "{}"', "~~{}~~")


@pytest.mark.parametrize("at", range(len(DOUBTED)), ids=DOUBTED)
def test_what_is_only_asked_or_doubted_is_never_done(at: int) -> None:
    """Each way with other lines; `I would not` is a no, and no doubt."""
    lines = [one for one in SAID[5 * at :: 5 * len(DOUBTED)] if not one.line.lower().startswith("not ")]
    done = [one.line for one in lines if not ask(one, DOUBTED[at].format(one.line))[1].nothing]
    assert done == []


def test_a_word_that_nobody_knows_stops_the_line_or_changes_nothing() -> None:
    """Whatever it may say: `not really`, in another language.  In small talk any word may be."""
    small_talk = re.compile(r"^(?:sorry|hi|hello|thanks|dear)\b|\bregards, \w+$", re.IGNORECASE)
    done = []
    for number, phrase in enumerate(SAID[::7]):
        words = phrase.line.split()
        at = (0, len(words) // 2, len(words))[number % 3]
        line = " ".join([*words[:at], "gnarfel", *words[at:]])
        effect = ask(phrase, line)[1]
        same = effect.sorted == ask(phrase, phrase.line)[1].sorted  # `with gnarfel regulars`
        if not (effect.nothing or same) and not small_talk.search(phrase.line):
            done.append(line)
    assert done == []


def test_a_slip_is_never_carried_out_as_something_else() -> None:
    """A letter wrong, left out, doubled or swapped: it is the same order, or none."""
    phrase = next(phrase for phrase in SAID if phrase.line == "I'll move francis and everything to besancon")
    at = place_of(phrase, BOOK)
    right = effect_of(at, phrase.line).answers
    wrong = []
    for name in ("francis", "besancon", "everything"):
        for i in range(len(name) - 1):
            for slip in (
                name[:i] + name[i + 1 :],
                name[:i] + name[i] * 2 + name[i + 1 :],
                name[:i] + name[i + 1] + name[i] + name[i + 2 :],
                name[:i] + "x" + name[i + 1 :],
            ):
                found = effect_of(at, phrase.line.replace(name, slip))
                if not found.nothing and found.answers != right:
                    wrong.append((slip, found.answers))
    assert wrong == []


NUMBER = re.compile(r"\b(?:\d|two|three|four|five|six|seven|eight|nine)\b")
WORDS = "zero one two three four five six seven eight nine ten".split()
OF_THOSE_WHO_STAY = re.compile(
    r"of (?:his|her|the|my) \w+ (?:regulars|regs)|stays?|guard|leave|leaving|other|impulse|^\("
)
SAID_BESIDE = re.compile(r"of my six|\(\d\) to cover|with the (?:four|five)|mit der \d")
"""What a card is worth that pays for a war, and which die turned a space; nobody compares these."""


def test_another_number_is_another_order_or_none() -> None:
    """Nothing that counts is passed over: how many, at what price, which card."""
    swallowed = []
    for phrase in SAID[::9]:
        found = list(NUMBER.finditer(phrase.line))
        if not found or OF_THOSE_WHO_STAY.search(phrase.line) or SAID_BESIDE.search(phrase.line):
            continue
        at, effect = ask(phrase, phrase.line)
        for number in found if not effect.nothing else ():
            more = str(int(number[0]) + 1) if number[0].isdecimal() else WORDS[WORDS.index(number[0]) + 1]
            line = phrase.line[: number.start()] + more + phrase.line[number.end() :]
            other = effect_of(at, line)
            # Of several deeds, a price may be that of some in a row.
            one = len(effect.answers) == len(phrase.means) == 1
            if one and not other.nothing and other.sorted == effect.sorted:
                swallowed.append(line)
    assert swallowed == []


def at_position(name: str) -> At:
    return place_of(next(phrase for phrase in BOOK.phrases if phrase.position == name), BOOK)


@pytest.mark.parametrize(
    ("position", "line", "offer"),
    [
        ("fr-cp", "3 CP for two mercs in Lyon", "build mercenary in Lyon; build mercenary in Lyon"),
        ("fr-cp", "take Nice (2)", "control Nice"),
        ("fr-impulse", "Swiss Mercenaries (5), ops not event", "play 36 for cp"),
        ("fr-cp", "build 10 mercenaries in paris", "; ".join(["build mercenary in Paris"] * 5)),
        ("fr-cp", "10 mercs in Paris", "; ".join(["build mercenary in Paris"] * 5)),
        ("fr-cp", "4 mercs in paris and one ship in rouen", "; ".join(["build mercenary in Paris"] * 4)),
        ("ot-cp", "build 3 corsairs in algiers", "build corsair in Algiers; build corsair in Algiers"),
        (
            "fr-cp",
            "Build a regular in Lyon. Hmm, no, make that two mercenaries.",
            "build mercenary in Lyon; build mercenary in Lyon",
        ),
        ("fr-cp", "Francis and all march to St. Dizier. No, scratch that: to Besancon.", "Dijon > Besançon"),
    ],
)
def test_what_cannot_be_done_as_it_stands_is_not_begun_and_comes_back(
    position: str, line: str, offer: str
) -> None:
    effect = effect_of(at_position(position), line)
    assert effect.nothing
    assert any(offer in one for one in effect.offers)


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("fr-cp", "Do not attack. Francis and all attack Besancon."),
        ("fr-cp", "Never build. Build a regular in Paris."),
        ("h4-fra-cp", "Montmorency goes to Rouen with 2 regulars and 1 merc. No mercenaries with him."),
        ("h4-fra-cp", "move half the army from Paris to Orleans"),
        ("h4-fra-cp", "build half the mercenaries in Paris"),
        ("h4-ott-card", "Janissaries as event: two mercenaries for Istanbul, two for Edirne."),
        ("vq-eng-cp", "Spy on Spain, then buy influence in Scotland, or maybe not"),
        ("vq-eng-cp", "Spy on Spain, then buy influence in Scotland - no, forget it"),
        ("vq-ot-war", "war on the Empire, paid with 31, 32, 33 and 44 - no, forget it"),
        ("vq-sp-offer", "France offers me an alliance"),
        ("x-hab-cards", "No tercios please..."),
        ("hab-avoid", "I'd rather not fight this."),
        ("fr-cp", "The general and 3 regulars go to Besancon"),
    ],
)
def test_what_is_denied_or_doubted_beside_an_order_stops_it(position: str, line: str) -> None:
    assert effect_of(at_position(position), line).nothing


@pytest.mark.parametrize(
    ("position", "line", "answers"),
    [
        (
            "fr-cp",
            "Don't assault anything. Just build two mercenaries in Paris and then stop.",
            [*["france: build mercenary in Paris"] * 2, "france: end"],
        ),
        ("fr-impulse", "Home card: build a chateau", ["france: play 4 as event"]),
        (
            "h4-fra-cp",
            "Montmorency goes from Paris to Rouen with half the regulars.",
            ["france: move Montmorency, 2 regulars: Paris > Rouen"],
        ),
        (
            "h4-ott-card",
            "Janissaries as event: two regulars for Istanbul, one each for Edirne and Salonika.",
            ["ottoman: play 1 as event", "ottoman: 2 in Istanbul, 1 in Edirne, 1 in Salonika"],
        ),
        ("h4-ott-cp", "flip Szegedin", ["ottoman: remove unrest in Szegedin"]),
        (
            "ot-cp",
            "Suleiman, 9 regs, 3 cav -> Pressburg. Ibrahim remains in Buda.",
            ["ottoman: move Suleiman, 9 regulars, 3 cavalry: Buda > Pressburg"],
        ),
        (
            "fr-cp",
            "Francis marches on Besancon, leaving one mercenary behind to mind Dijon.",
            ["france: move Francis I, 6 regulars, 1 mercenary: Dijon > Besançon"],
        ),
        (
            "fr-cp",
            "Francis marches on Besancon, leaving everybody but 2 regulars",
            ["france: move Francis I, 2 regulars: Dijon > Besançon"],
        ),
        (
            "fr-cp",
            "Francis goes to Besancon. He takes 4 regulars along.",
            ["france: move Francis I, 4 regulars: Dijon > Besançon"],
        ),
        (
            "fr-cp",
            "1) F1 4r Dijon-Bes 2) 3r Paris-Dijon",
            [
                "france: move Francis I, 4 regulars: Dijon > Besançon",
                "france: move 3 regulars: Paris > Dijon",
            ],
        ),
        (
            "fr-cp",
            "3 regs Paris to Dijon and a merc in Paris",
            ["france: move 3 regulars: Paris > Dijon", "france: build mercenary in Paris"],
        ),
        (
            "x-fr-act",
            "Francis I leads five regulars via Dijon to Besancon (2 CP). Nobody in Dijon joins them.",
            [
                "france: move Francis I, 5 regulars: Paris > Dijon",
                "france: move Francis I, 5 regulars: Dijon > Besançon",
            ],
        ),
        (
            "x-ot-act",
            "suleiman + 8 reg + 2 cav: istanbul, edirne, sofia",
            [
                "ottoman: move Suleiman, 8 regulars, 2 cavalry: Istanbul > Edirne",
                "ottoman: move Suleiman, 8 regulars, 2 cavalry: Edirne > Sofia",
            ],
        ),
        (
            "h4-ott-sea",
            "Istanbul squadron to the Aegean, same with Salonika",
            [
                "ottoman: naval move 1 squadron: Istanbul > Aegean Sea; 1 squadron: Salonika > Aegean Sea",
            ],
        ),
        (
            "x3-hab-fleet",
            "Tyrrhenian ships (2) to the Barbary Coast",
            ["hapsburg: naval move 2 squadrons: Tyrrhenian Sea > Barbary Coast"],
        ),
        (
            "h4-ott-sea",
            "The Ottoman initiates piracy in the Barbary Coast; target power: the Hapsburgs.",
            ["ottoman: piracy in Barbary Coast against Hapsburg"],
        ),
        ("fr-cp", "put down Orleans, end", ["france: remove unrest in Orléans", "france: end"]),
        ("fr-cp", "hire two mercenaries from Paris", ["france: build mercenary in Paris"] * 2),
        (
            "v4-eng-cp",
            "Outfit Drake, North Atlantic, no colony. Hawkins likewise.",
            ["england: outfit Drake in North Atlantic", "england: outfit Hawkins in North Atlantic"],
        ),
        (
            "v4-eng-cp",
            "inf Spain, inf Scotland",
            ["england: informant in Spain", "england: influence Scotland"],
        ),
        (
            "v4-eng-cp",
            "build in Portsmouth a galleon, in London 1 regular",
            ["england: build galleon in Portsmouth", "england: build regular in London"],
        ),
        (
            "v4-ott-cp",
            "Uluch Ali pirates the Spanish in the Barbary Coast",
            ["ottoman: piracy in Barbary Coast against Spain"],
        ),
        ("v4-intercept", "Schwendi stays at home, no interception.\nFranz", ["holy_roman_empire: decline"]),
        ("hab-avoid", "no we stay n fight", ["hapsburg: stay"]),
        (
            "hab-intercept",
            "The three at Linz intercept. Charles does not.",
            ["hapsburg: intercept with 3 regulars from Linz"],
        ),
        ("h4-pirated", "I'd sooner give up a card than the fleet", ["hapsburg: card"]),
        (
            "x-fr-winter",
            "Dijon regulars winter in Lyon",
            ["france: return 3 regulars: Dijon > Lyon"],
        ),
        (
            "x-en-act",
            "Five mercenaries at London please, my treasury is bottomless.",
            ["england: build mercenary in London"] * 5,
        ),
        ("hab-retreat", "Trieste please, Vienna is for the brave.", ["hapsburg: Trieste"]),
        ("h4-pap-card", "Let the vendors fill our coffers: 81 for its points.", ["papacy: play 81 for cp"]),
        (
            "fr-impulse",
            "not the swiss today, i take the 3 cp from egypt",
            ["france: play 92 for cp"],
        ),
        (
            "x-hab-act",
            "His Catholic Majesty desires that two regulars be raised in Valladolid.",
            ["hapsburg: build regular in Valladolid"] * 2,
        ),
        (
            "fr-cp",
            "Mont 3r 1m Par>Orl; unrest Orl",
            [
                "france: move Montmorency, 3 regulars, 1 mercenary: Paris > Orléans",
                "france: remove unrest in Orléans",
            ],
        ),
        (
            "x-hab-act",
            "CV 5r 2m Vall>Bilb",
            ["hapsburg: move Charles V, 5 regulars, 2 mercenaries: Valladolid > Bilbao"],
        ),
        (
            "eng-cp",
            "Henry stays in London with one regular, Brandon goes to Portsmouth with the rest.",
            ["england: move Charles Brandon, 3 regulars: London > Portsmouth"],
        ),
        (
            "ot-cp",
            "Suleiman with all from Buda to Pressburg; take control.",
            [
                "ottoman: move Suleiman, 9 regulars, 3 cavalry: Buda > Pressburg",
                "ottoman: control Pressburg",
            ],
        ),
        ("x3-ot-siege", "1 cavalry in Istanbul, no, in Edirne", ["ottoman: build cavalry in Edirne"]),
        (
            "x-fr-act",
            "Francis and the whole Paris stack to Dijon, then on to Besancon. The 4 regs in Dijon stay put.",
            [],  # those in Dijon: on the way, or who marches through?
        ),
        (
            "x3-hab-deals",
            "The Emperor proposes to France: peace, and he pays one card.",
            ["hapsburg: propose France: peace, give 1 card"],
        ),
        (
            "eng-cp",
            "Brandon takes three regulars up to Lincoln and then York, Henry stays.",
            [
                "england: move Charles Brandon, 3 regulars: London > Lincoln",
                "england: move Charles Brandon, 3 regulars: Lincoln > York",
            ],
        ),
        (
            "x-fr-act",
            "The King of France commands Montmorency to lead three regulars to Dijon.",
            ["france: move Montmorency, 3 regulars: Paris > Dijon"],
        ),
        (
            "x-fr-act",
            "merc, merc, reg in Paris",
            [*["france: build mercenary in Paris"] * 2, "france: build regular in Paris"],
        ),
        (
            "x-fr-act",
            "mercs: Paris 2, Lyon 1",
            [*["france: build mercenary in Paris"] * 2, "france: build mercenary in Lyon"],
        ),
        ("prot-cp", "treatise in Germany, then another.", ["protestant: treatise german"] * 2),
        (
            "x-ot-act",
            "By the will of the Sultan two regulars shall be raised, one in Istanbul and one in Edirne.",
            ["ottoman: build regular in Istanbul", "ottoman: build regular in Edirne"],
        ),
        (
            "hab-cp",
            "2 squadrons Barcelona > Gulf of Lyon > Tyrrhenian",
            [
                "hapsburg: naval move 2 squadrons: Barcelona > Gulf of Lyon",
                "hapsburg: naval move 2 squadrons: Gulf of Lyon > Tyrrhenian Sea",
            ],
        ),
        (
            "fr-cp",
            "Under a fair wind the mighty fleet leaves Marseille for the Gulf of Lyon, banners high",
            ["france: naval move 2 squadrons: Marseille > Gulf of Lyon"],
        ),
    ],
)
def test_shapes_that_were_learnt_late(position: str, line: str, answers: list[str]) -> None:
    assert effect_of(at_position(position), line).answers == answers


@pytest.mark.parametrize(
    ("position", "line", "offer"),
    [
        ("x3-eng-open", "Fuggers, event. Two cards for me.", "play 79 as event"),
        ("vq-pr-cp", "The pastors of Geneva gallivant. Preach in France.", "preach in France"),
        ("vq-eng-cp", "Spy on Spain. Philip procrastinates anyhow.", "spy on Spain"),
    ],
)
def test_a_sentence_beside_others_that_nobody_can_read_is_proposed(
    position: str, line: str, offer: str
) -> None:
    effect = effect_of(at_position(position), line)
    assert effect.nothing
    assert effect.offers == [offer]


def test_chat_of_a_power_that_is_not_asked_does_not_wait() -> None:
    """`Well done, Flo.`: it could be no order later either, so its writer hears that now."""
    at = at_position("fr-cp")
    other = At(at.engine, at.rules, at.windows, ("england",), at.title)
    effect = effect_of(other, "Well done, Flo.")
    assert effect.nothing
    assert "line.no_order_ahead" in effect.told


def test_who_wins_is_the_leader_of_the_order_before() -> None:
    """`he` may be either side, so that alone it says nothing."""
    at = at_position("eng-war")
    orders = "Henry with everyone to Boulogne"
    won = effect_of(at, f"{orders}\nif won: control Boulogne").answers
    assert effect_of(at, f"{orders}. If he wins there, take control of Boulogne.").answers == won
    assert effect_of(at, f"{orders}\nIf he wins: control Boulogne").answers == won
    assert "condition.unknown" in effect_of(at, "If he wins: control Boulogne").told


def test_every_proposal_is_an_order_that_can_be_copied() -> None:
    wrong = []
    for phrase in SAID:
        at, effect = ask(phrase, phrase.line)
        if effect.nothing and "line.not_sure" in effect.told:
            wrong += [
                offer
                for offer in effect.offers
                if all(effect_of(at, said).nothing for said in (offer, "\n".join(offer.split("; "))))
            ]
    assert wrong == []


def test_a_refusal_proposes_nothing_silly() -> None:
    at = place_of(next(phrase for phrase in SAID if phrase.position == "fr-cp"), BOOK)
    effect = effect_of(at, "storm the walls!")
    assert effect.nothing
    assert not effect.offers
    assert "expected" not in effect.told


@pytest.mark.parametrize("title", ["his", "vq"])
def test_the_tables_of_words(title: str) -> None:
    """No word of doubt is a deed; each deed has words."""
    words = game_of(title).free_words("").words
    assert not [
        phrase
        for phrase, ideas in words.phrases.items()
        if "doubt" in ideas and any(i.startswith("deed.") for i in ideas)
    ]
    for deed in game_of(title).free_words("").leads:
        assert len([phrase for phrase, ideas in words.phrases.items() if f"deed.{deed}" in ideas]) > 1, deed


@pytest.mark.parametrize("title", ["his", "vq"])
def test_small_words_swallow_nothing_that_counts(title: str) -> None:
    """`with both mercenaries` is no `with`: how many, and whether at all, is never part of a small word."""
    words = game_of(title).free_words("").words
    small = {"filler", "polite", "and", "with", "to", "from", "in", "via", "then", "first", "scenery", "the"}
    counting = {
        *words.numbers,
        "all",
        "both",
        "every",
        "half",
        "without",
        "except",
        "or",
        "if",
        "unless",
        "may",
    }
    counting -= {"one", "eins", "two times", "three times"}
    harmless = {"if", "all", "no", "without", "may"}
    swallowed = [
        phrase
        for phrase, ideas in words.phrases.items()
        if ideas & small and not ideas & {"all", "doubt", "alone", "but", "not", "no"}
        for word in phrase.split()[:-1]
        if word in counting - harmless
    ]
    assert swallowed == []


@pytest.mark.parametrize("title", ["his", "vq"])
def test_no_phrase_for_everything_hides_a_number(title: str) -> None:
    """`all four of them`: with four swallowed, one would do."""
    words = game_of(title).free_words("").words
    hiding = [
        phrase
        for phrase, ideas in words.phrases.items()
        if ideas & {"all", "rest_cp", "filler", "the", "with", "and"}
        and phrase not in words.numbers
        and any(word in words.numbers for word in phrase.split()[1:])
        and "one" not in phrase.split()
    ]
    assert hiding == []


def test_the_fates_that_a_table_cannot_show_are_few() -> None:
    assert {phrase.fate for phrase in BOOK.phrases} - set(AT_THE_TABLE) == {
        "press",
        "request",
        "time",
        "pre-order",
        "standing",
    }


@pytest.mark.parametrize(
    ("position", "line", "orders"),
    [
        (
            "x-en-divorce",
            "Divorce please, Your Holiness, and you get one card",
            ["england: propose Papacy: grant divorce, give 1 card"],
        ),
        (
            "xv-ot-act",
            "Lala Mustafa moves to Edirne with all the land troops of Istanbul",
            ["ottoman: move Lala Mustafa Pasha, 6 regulars, 2 cavalry: Istanbul > Edirne"],
        ),
    ],
)
def test_nothing_is_lost_at_a_comma_and_nobody_goes_there_and_back(
    position: str, line: str, orders: list[str]
) -> None:
    assert effect_of(at_position(position), line).answers == orders


def test_those_who_are_taken_along_do_not_stay() -> None:
    line = "Let's go with Francis to Paris, taking everyone except a single regular that minds Dijon."
    assert effect_of(at_position("fr-cp"), line).answers in (
        [],
        ["france: move Francis I, 5 regulars, 2 mercenaries: Dijon > Paris"],
    )
