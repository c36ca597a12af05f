"""Lines that hold an order's words and are none: whatever verb is learnt, these stay inert."""

from __future__ import annotations

import pytest

from tests.phrases.run import effect_of, place_of, seen

BOOK = seen()
TRAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "denied": {
        "fr-cp": (
            "I won't take control of Nice",
            "Never take control of Nice",
            "Under no circumstances do I attack Besancon",
            "Francis and all refuse to march to Besancon",
            "Francis does not go to Besancon with his army",
            "I refrain from hiring 2 mercenaries in Paris",
            "No mercenaries in Paris",
            "Control Nice? No.",
        ),
        "fr-wars": (
            "I am not going to declare war on the Papacy",
            "France refuses to declare war on the Papacy",
        ),
        "hab-intercept": ("Not with Charles and 8 regulars",),
    },
    "one thing and not the other": {
        "fr-cp": (
            "Instead of taking control of Nice I save my CP",
            "Rather than attack Besancon with Francis and everything, I wait",
            "Take control of Nice rather than Metz",
            "2 mercenaries in Lyon instead of Paris",
        ),
        "fr-wars": ("War on the Papacy instead of the Hapsburgs",),
    },
    "another power or its leader": {
        "fr-cp": (
            "The Emperor hires 2 mercenaries in Paris",
            "Charles takes control of Nice",
            "The Hapsburgs march to Besancon with everything",
            "The Ottoman fleet sails from Marseille to the Gulf of Lyon",
            "The Pope will take control of Nice",
            "England ends its impulse",
        ),
        "fr-wars": (
            "The Pope will attack the Hapsburgs",
            "The English declare war on the Hapsburgs",
            "Henry declares war on the Papacy",
        ),
        "hab-withdraw": ("The Turks withdraw", "Suleiman goes inside", "France withdraws behind the walls"),
        "hab-intercept": ("Suleiman intercepts with everything", "The French intercept"),
        "hab-avoid": ("The Sultan avoids battle to Linz", "Suleiman retreats to Graz"),
        "fr-answer": ("England accepts", "The Emperor agrees"),
        "fr-impulse": ("The Pope plays 36 for CP", "England passes"),
    },
    "called out, with chat around it": {
        "hab-losses": ("My mercs cost me dear", "The brave mercs of mine", "Those regulars cost a fortune"),
    },
    "a refusal of what nobody has asked": {
        "two-powers": ("Ottoman: nothing to say", "Ottoman: no deals this turn"),
    },
    "what is done by others, or not all there is": {
        "fr-cp": (
            "Nobody in Dijon moves to Besancon",
            "No one else goes to Besancon",
            "Francis has no reason to go to Besancon with all",
            "Francis to Besancon with three knights",
            "They will have Francis move to Besancon",
            "Montmorency goes to Dijon with 3 regs and a merc in Paris",
        ),
        "hab-intercept": ("Linz stays", "Charles does not, the three at Linz do"),
        "hab-avoid": ("we don't want to fight: off to Linz", "no way I fight this one"),
        "h4-pirated": ("neither card nor ship", "keep the card and the vp"),
        "h4-ott-cp": ("Only Ibrahim moves. Suleiman takes five of the regulars from Belgrade to Mohacs.",),
    },
    "a condition": {
        "fr-cp": (
            "If he comes, Francis and all go to Besancon",
            "Take control of Nice if the Emperor agrees",
            "In case the Pope attacks, 2 mercenaries in Paris",
            "2 mercenaries in Paris when I have the money",
            "Francis and everything to Besancon as long as nobody intercepts",
            "Whenever Nice is empty, control Nice",
            "Unless England objects, take control of Nice",
        ),
        "hab-intercept": (
            "Intercept with everything only if the odds are good",
            "If Suleiman comes, intercept",
        ),
        "hab-withdraw": ("If it comes to that, withdraw",),
        "fr-answer": ("I accept if he gives me a card", "Yes, provided that he adds a card"),
    },
    "past, or a report": {
        "fr-cp": (
            "I moved Francis and all to Besancon last turn",
            "I took control of Nice already",
            "Francis marched to Besancon with his army",
            "We had built 2 mercenaries in Paris",
            "My fleet sailed from Marseille to the Gulf of Lyon",
            "The unrest in Orleans was removed",
            "Nice has been taken",
            "In my last game Francis and all went to Besancon",
        ),
        "fr-wars": ("France declared war on the Papacy", "I declared war on the Hapsburgs earlier"),
        "hab-withdraw": ("Ferdinand withdrew inside", "We withdrew last time"),
    },
    "intended, supposed, thought of": {
        "fr-cp": (
            "I might take control of Nice",
            "Thinking of moving Francis and all to Besancon",
            "I am considering 2 mercenaries in Paris",
            "I would take control of Nice",
            "I was about to take control of Nice",
            "I plan to attack Besancon with Francis and everything",
            "Suppose Francis and all march to Besancon",
            "It is tempting to take control of Nice",
            "Next impulse I take control of Nice",
            "Tomorrow Francis and all go to Besancon",
            "Better not take control of Nice",
        ),
        "fr-impulse": ("I could play 36 for CP", "I am inclined to play 36 for CP"),
        "hab-intercept": (
            "I would love to intercept with everything",
            "Perhaps intercept with Charles and 8",
        ),
    },
    "how things are": {
        "fr-cp": (
            "I have 2 mercenaries in Paris",
            "There are 2 mercenaries in Paris",
            "My 2 mercenaries in Paris",
            "It costs 2 CP to build a regular in Paris",
            "Nice is under my control",
            "I keep control of Nice",
            "Francis is at Dijon with his army",
            "Nice is controlled by the Emperor",
            "Paris has 3 regulars",
        ),
        "fr-wars": ("I am at war with the Hapsburgs", "We are at war with the Papacy"),
        "hab-withdraw": ("Ferdinand is inside Vienna", "Vienna has walls"),
        "hab-intercept": ("Charles is in Graz with 8 regulars",),
        "fr-impulse": ("I keep Swiss Mercenaries", "I am saving 36 for CP"),
    },
    "asked": {
        "fr-cp": (
            "Can Francis and all go to Besancon?",
            "Should I take control of Nice?",
            "What happens if I take control of Nice?",
            "2 mercenaries in Paris, is that legal?",
            "Would you take control of Nice?",
        ),
        "hab-withdraw": ("Do we withdraw?", "Withdraw or fight?"),
    },
    "quoted, or told to somebody": {
        "fr-cp": (
            'He wrote "Francis and all to Besancon"',
            "Tell England that I take control of Nice",
            "Please tell the Emperor that Francis and all go to Besancon",
            "My adviser says: take control of Nice",
            "I told the Pope that I take control of Nice",
            "Everybody says I should take control of Nice",
            "According to England, Francis and all march to Besancon",
        ),
        "fr-wars": (
            "Tell the Pope that I declare war on the Papacy",
            "They say France declares war on the Papacy",
        ),
        "fr-answer": ("Tell him that I accept",),
    },
    "taken back in the same breath": {
        "fr-cp": (
            "Take control of Nice - no, forget it",
            "Take control of Nice, just kidding",
            "Francis and all to Besancon, but not now",
            "Take control of Nice... never mind",
            "Francis and all to Besancon (not really)",
        ),
        "hab-withdraw": ("Withdraw! Ha, never.",),
    },
}
CASES = [
    (kind, position, line)
    for kind, places in TRAPS.items()
    for position, lines in places.items()
    for line in lines
]


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60


@pytest.mark.parametrize("kind", TRAPS)
def test_a_line_that_orders_nothing_does_nothing(kind: str) -> None:
    done = {}
    for _, position, line in (case for case in CASES if case[0] == kind):
        phrase = next(one for one in BOOK.phrases if one.position == position)
        effect = effect_of(place_of(phrase, BOOK), line)
        if not effect.nothing:
            done[line] = effect.answers or effect.waits
    assert done == {}
