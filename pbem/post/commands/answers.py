"""Answers to the words that a player may send at any time: help, status, hand, map and so on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from pbem.errors import ModeratorProblem
from pbem.games import Game
from pbem.language.voice import Voice
from pbem.letters import content as build
from pbem.letters import render
from pbem.letters.preorders import kept_orders
from pbem.letters.render import paragraph
from pbem.play.budget import TOO_MUCH, Budget
from pbem.play.seats import Seat
from pbem.post.commands.commands import COMMANDS, Command
from pbem.post.commands.requests import REQUESTS
from pbem.post.commands.rulings import RULE, on_rule
from pbem.post.commands.standing import INSTRUCTIONS, listing
from pbem.work.correspondence import Correspondence

Answer = tuple[str, str]
"""A title and a text."""
LONGEST_TURN = 4
"""Digits of the number of a turn."""


def answer_all(
    commands: Sequence[Command], letters: Correspondence, seat: Seat, budget: Budget
) -> list[Answer]:
    """One answer for each command, in their order, none twice, as far as there is time."""
    answers: list[Answer] = []
    for command in dict.fromkeys(commands):
        if budget.spent:
            voice = letters.voice(seat)
            too_much = render.sentence(voice, voice.say("problem", TOO_MUCH))
            return [*answers, (command.word.capitalize(), render.wrap(too_much, 2))]
        answers.append(answer(command, letters, seat))
    return answers


def answer(command: Command, letters: Correspondence, seat: Seat) -> Answer:
    voice = letters.voice(seat)
    match command.word:
        case "help":
            title, text = help_on(command.topic, letters, seat)
        case "status":
            title, text = voice.say("letter", "status.title"), status(letters, seat)
        case "hand":
            text = paragraph(voice, "hand.below" if seat.powers else "hand.observer")
            title = voice.say("letter", "hand.short_title")
        case "card":
            title = voice.say("letter", "card.title")
            text = about_card(command.topic, letters.sitting.title, voice)
        case "rules":
            title, text = voice.say("letter", "rules.title"), about_rule(command.topic, voice)
        case "map":
            title, text = voice.say("letter", "map.title"), map_text(letters, voice)
        case "orders":
            title, text = voice.say("letter", "orders.title"), orders(letters, seat)
        case "history":
            title, text = _turn(command.topic, letters, voice, seat)
        case "report":
            title, text = _turn(command.topic, letters, voice, None)
        case _:
            raise AssertionError(f"no answer for {command.word}")
    return title, text


def help_on(topic: str, letters: Correspondence, seat: Seat) -> Answer:
    """A page of help, or the forms of the orders with this word; without a topic, what there is."""
    voice = letters.voice(seat)
    if not topic:
        return voice.say("letter", "help.title"), _overview(voice)
    title = voice.say("letter", "help.on", text=topic)
    if page := render.help_page(topic, voice.language):
        return title, page
    forms = [form for asked in letters.asked(seat) for form in _forms(asked) if _has(form, topic)]
    if forms:
        return title, "\n".join(
            [paragraph(voice, "help.now"), "", *(render.wrap(form, 4, 4) for form in forms)]
        )
    if shown := letters.names.grammars.examples(topic):
        return title, "\n".join(
            [paragraph(voice, "help.example"), "", *(render.wrap(order, 4, 4) for order in shown)]
        )
    known = _topics()
    near = get_close_matches(topic, known, 3, 0.5)
    text = paragraph(voice, "help.none", text=topic, near_text=near, topics_text=", ".join(known))
    return voice.say("letter", "help.title"), text


_SLOT = re.compile(r"<[^<>]*>")


def _has(form: str, word: str) -> bool:
    return word in _SLOT.sub("", form.lower())


def _forms(asked: build.Asked) -> list[str]:
    return [*asked.forms, *(choice.order for choice in asked.choices)]


def _overview(voice: Voice) -> str:
    words = [*(command.replace(" ", "_") for command in COMMANDS), *INSTRUCTIONS, *REQUESTS]
    lines = [
        paragraph(
            voice,
            "help.line",
            2,
            4,
            usage_text=voice.say("letter", f"usage.{word}"),
            about_text=voice.say("letter", f"about.{word}"),
        )
        for word in words
    ]
    topics = paragraph(voice, "help.topics", 2, 2, text=", ".join(_topics()))
    return "\n".join([render.help_page("index", voice.language) or "", "", *lines, "", topics])


def _topics() -> list[str]:
    return [topic for topic in render.help_topics() if topic != "index"]


def status(letters: Correspondence, seat: Seat) -> str:
    """Where the game stands, and what the charts beside the map show."""
    voice = letters.voice(seat)
    where, waiting = letters.view(seat).where, letters.waiting(voice, seat.powers)
    lines = [paragraph(voice, "status.told", where_text=where, waiting_text=waiting)]
    for title, told in letters.sitting.title.tracks(letters.sitting.engine.game, voice):
        lines += ["", f"  {title}", *(render.wrap(line, 4, 4) for line in told)]
    return "\n".join(lines)


def orders(letters: Correspondence, seat: Seat) -> str:
    """What may be ordered now is in the letter itself; here is what is held, or why there is nothing."""
    voice, held = letters.voice(seat), letters.held(seat)
    lines = [
        paragraph(voice, "orders.below" if letters.asked(seat) else "orders.nothing"),
        paragraph(voice, "orders.held" if held else "orders.none_held", count=len(held)),
    ]
    if later := kept_orders(letters.sitting, seat.powers, voice):
        lines += ["", later]
    if seat.powers:
        lines += ["", paragraph(voice, "standing.intro"), listing(letters.sitting, seat.powers, voice)]
    return "\n".join(lines)


def about_card(words: str, title: Game, voice: Voice) -> str:
    """What a card is for; nothing of where it is."""
    if not words:
        return paragraph(voice, "card.which")
    try:
        return render.wrap(title.card_text(title.card_named(words), voice), 2, 2)
    except ModeratorProblem:
        return paragraph(voice, "card.unknown", text=words)


def about_rule(words: str, voice: Voice) -> str:
    """The rulings on a rule; the rules themselves are in the rulebook."""
    number = RULE.fullmatch(words.strip(" .§"))
    if number is None:
        return paragraph(voice, "rules.book")
    found = on_rule(number.group())
    if not found:
        return paragraph(voice, "rules.nothing", text=number.group())
    lines = [paragraph(voice, "rules.readings", text=number.group())]
    for ruling in found:
        lines += ["", render.wrap(_plain(ruling.doubt), 4, 2), render.wrap(_plain(ruling.reading), 6, 2)]
    return "\n".join(lines)


def _plain(text: str) -> str:
    return text.replace("`", '"').replace("*", "")


def map_text(letters: Correspondence, voice: Voice) -> str:
    """Who stands where, by power, and what else lies on the board."""
    lines: list[str] = []
    for title, told in letters.sitting.title.board(letters.sitting.engine.game, voice):
        lines += [f"  {title}", *(render.wrap(line, 4, 4) for line in told), ""]
    return "\n".join(lines).rstrip()


def _turn(number: str, letters: Correspondence, voice: Voice, seat: Seat | None) -> Answer:
    """A turn told again, as a seat or as everybody saw it; without a number, this one."""
    if len(number) > LONGEST_TURN:
        return voice.say("letter", "story.turn"), paragraph(voice, "story.no_turn", text=number)
    sitting = letters.sitting
    turn = int(number or sitting.title.turn(sitting.engine.game))
    told = build.story(letters.events_of_turn(seat, turn), sitting.title, voice)
    title = voice.say("letter", "story.as_you_saw" if seat else "story.as_all_saw", turn=turn)
    return title, render.story_text(told) or paragraph(voice, "story.nothing")
