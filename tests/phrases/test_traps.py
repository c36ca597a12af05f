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
    "told, wished, sighed, or of other things": {
        "fr-cp": (
            "My spies say Nice becomes French next turn",
            "Nice would become French if I had the points",
            "The Emperor gives me two mercenaries in Paris",
            "Charles pays for a squadron in Rouen",
            "Give me a reason to take Nice",
            "Give me time: the king sleeps",
            "Orleans is restless",
            "Orleans is restless; leave it",
            "A merchant in Paris weeps",
            "Paris has a lovely cathedral",
            "The lilies bloom over Nice",
            "What a splendid army the king has at Dijon!",
            "I dream of a colony overseas",
            "An expedition would be nice",
            "no expedition this time",
            "Explorers are expensive",
            "Exploration costs too much",
            "An explorer came back from the Amazon yesterday",
            "Hire nobody in Paris",
            "Two mercs in Paris, says my adviser",
            "Two mercs in Paris is what Charles fears",
            "Not a single merc in Paris",
            "2 mercs in Paris are enough",
            "the 2 mercs in Paris grumble",
            "unrest everywhere...",
            "Unrest in Orleans again, the peasants starve",
            "1. ... 2. ... 3. profit",
            "end of the world",
            "the end is near, Charles",
            "The king of France is dead, long live the king",
            "take Nice? over my dead body",
            "The remaining CP would suit a squadron in Rouen",
            "I want a pony",
            "We make war not love",
            "I give up on Nice",
            "give back Nice",
            "I need 2 mercs in Paris but cannot afford them",
        ),
        "fr-impulse": (
            "I have Swiss Mercenaries in my hand",
            "Swiss Mercenaries are useless as an event",
            "Fuggers would be a fine event",
            "Nobody plays Foul Weather as an event",
            "play it again, Sam",
            "Charles calls for peace",
            "he plays cards, I play chess",
            "Keep Swiss Mercenaries for the event",
            "The event on Swiss Mercenaries is what I fear",
            "36 years old today!",
            "4 of us are on holiday",
        ),
        "fr-talks": (
            "The Pope gives me an alliance and a headache",
            "a card for your thoughts, Holy Father",
            "I would give a card for a good glass of wine",
            "Rome is lovely this time of the year",
            "To Rome: greetings",
            "What becomes of our alliance, Holy Father?",
        ),
        "fr-answer": (
            "Charles finds his own terms acceptable",
            "acceptable? hardly",
            "It would be acceptable with a card more",
        ),
        "fr-wars": (
            "It is war on all fronts for the Hapsburgs",
            "The Emperor draws the sword against the Pope",
            "war is hell",
        ),
        "fr-ransom": (
            "Montmorency comes back to haunt me",
            "worth a card? that old goat?",
        ),
        "prot-cp": (
            "Treatises! I hate them",
            "Luther writes a letter to his wife",
            "the German Bible is a bestseller",
            "A debate in Germany is too risky",
            "Make no debate in Germany",
        ),
        "pap-cp": (
            "The dome is beautiful, 4 pillars!",
            "books burn badly in the rain",
            "Burn, heretics, burn!",
            "the church of Saint Peter is half finished",
        ),
        "hab-response": (
            "let him move? never",
            "let me think",
        ),
        "prot-comet": ("The Ottoman loses his impulse control",),
        "pap-attempt": (
            "Leipzig is lost",
            "Get Luther",
        ),
        "eng-talks": ("grant me patience, Holy Father",),
        "fr-chateau": ("So long, and thanks for all the fish",),
        "fr-may-pass": (
            "I pass the salt",
            "France rests her case",
        ),
        "hab-journey": ("Charles travels light",),
    },
    "words that nobody knows, which make of an order what is none": {
        "fr-cp": (
            "I dreamt that Francis and all march to Besancon",
            "In my diary: Francis and all march to Besancon",
            "A rumour: Francis and all march to Besancon",
            "Propaganda: Francis and all march to Besancon",
            "Our fortune teller: Francis and all march to Besancon",
            "The Emperor's nightmare: Francis and all march to Besancon",
            "Our ambassador boasts: Francis and all march to Besancon",
            "My fellow conspirators whisper: Francis and all march to Besancon",
            "The bard chants: Francis and all march to Besancon",
            "Enemy intentions: Francis and all march to Besancon",
            "Title of my poem: Francis and all march to Besancon",
            "Worst case: Francis and all march to Besancon",
            "I loathe it: Francis and all march to Besancon",
            "Francis and all march to Besancon, psych!",
            "Francis and all march to Besancon, gotcha!",
            "Francis and all march to Besancon. Ridiculous!",
            "Francis and all march to Besancon. Gimme a break.",
            "Francis and all march to Besancon. Your thoughts please.",
            "Francis and all march to Besancon, objections welcome.",
            "Francis and all march to Besancon, figuratively",
            "Francis and all march to Besancon, in principle",
            "Francis and all march to Besancon, in another universe",
            "Francis and all march to Besancon over my dead body",
            "Francis and all march to Besancon, at least on paper",
            "Francis and all march to Besancon, weather permitting",
            "Francis and all march to Besancon, pending approval of my wife",
            "Francis and all march to Besancon once the rain eases",
            "Francis and all march to Besancon, the mercs excused",
            "Francis and all march to Besancon, with the mercs trailing",
            "Francis and all march to Besancon, except the scullions",
        ),
        "pap-cp": ("The cupola must be finished!",),
        "x-en-divorce": (
            "Please ask the Holy Father for the divorce, gnarfel and he gets a card of mine for it.",
        ),
        "fr-may-pass": ("I pass the salted fish",),
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
