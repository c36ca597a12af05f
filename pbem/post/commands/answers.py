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
            return [
                *answers,
                (
                    command.word.capitalize(),
                    render.wrap(render.sentence(letters.voice.say("problem", TOO_MUCH)), 2),
                ),
            ]
        answers.append(answer(command, letters, seat))
    return answers


def answer(command: Command, letters: Correspondence, seat: Seat) -> Answer:
    match command.word:
        case "help":
            return help_on(command.topic, letters, seat)
        case "status":
            waiting = letters.waiting(seat.powers)
            moment = f"{letters.view.where}. {waiting} The table of powers is below."
            return "Status", "\n".join([render.wrap(moment, 2), *_charts(letters)])
        case "hand":
            return "Hand", render.wrap("Your hand is below." if seat.powers else "Observers have no hand.", 2)
        case "card":
            return "Card", about_card(command.topic, letters.sitting.title, letters.voice)
        case "rules":
            return "Rules", about_rule(command.topic)
        case "map":
            return "Map", map_text(letters)
        case "orders":
            return "Orders", orders(letters, seat)
        case "history":
            return _turn(command.topic, letters, seat, "as you saw it")
        case "report":
            return _turn(command.topic, letters, None, "as everybody saw it")
        case _:
            raise AssertionError(f"no answer for {command.word}")


def help_on(topic: str, letters: Correspondence, seat: Seat) -> Answer:
    """A page of help, or the forms of the orders with this word; without a topic, what there is."""
    if not topic:
        return "Help", _overview()
    if page := render.help_page(topic):
        return f"Help: {topic}", page
    forms = [form for asked in letters.asked(seat) for form in _forms(asked) if _has(form, topic)]
    if forms:
        lines = [render.wrap("You can write now:", 2), "", *(render.wrap(form, 4, 4) for form in forms)]
        return f"Help: {topic}", "\n".join(lines)
    if shown := letters.names.grammars.examples(topic):
        lines = [render.wrap("When you are asked, you can write for example:", 2), ""]
        return f"Help: {topic}", "\n".join([*lines, *(render.wrap(order, 4, 4) for order in shown)])
    known = _topics()
    near = get_close_matches(topic, known, 3, 0.5)
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    return "Help", render.wrap(f'There is no help on "{topic}". {hint}Topics: {", ".join(known)}.', 2)


_SLOT = re.compile(r"<[^<>]*>")


def _has(form: str, word: str) -> bool:
    return word in _SLOT.sub("", form.lower())


def _forms(asked: build.Asked) -> list[str]:
    return [*asked.forms, *(choice.order for choice in asked.choices)]


def _overview() -> str:
    lines = [render.help_page("index") or "", ""]
    known = {**COMMANDS, **INSTRUCTIONS, **REQUESTS}
    lines += [render.wrap(f"{word}: {about}.".replace("`", '"'), 2, 4) for word, about in known.items()]
    lines += ["", render.wrap(f"There is help on: {', '.join(_topics())}.", 2, 2)]
    return "\n".join(lines)


def _topics() -> list[str]:
    return [topic for topic in render.help_topics() if topic != "index"]


def orders(letters: Correspondence, seat: Seat) -> str:
    """What may be ordered now is in the letter itself; here is what is held, or why there is nothing."""
    lines = []
    if not letters.asked(seat):
        lines.append(render.wrap("Nothing is asked of you now.", 2))
    else:
        lines.append(render.wrap("What you can order now is below.", 2))
    held = letters.held(seat)
    lines.append(render.wrap(f"Lines held for you: {len(held) or 'none'}.", 2))
    if seat.powers:
        lines += [
            "",
            render.wrap("Standing orders:", 2),
            listing(letters.sitting, seat.powers, letters.voice),
        ]
    return "\n".join(lines)


def about_card(words: str, title: Game, voice: Voice) -> str:
    """What a card is for; nothing of where it is."""
    if not words:
        return render.wrap("Which card? Write its number or its name: card 31.", 2)
    try:
        return render.wrap(title.card_text(title.card_named(words), voice), 2, 2)
    except ModeratorProblem:
        return render.wrap(f'There is no card "{words}".', 2)


def about_rule(words: str) -> str:
    """The rulings on a rule; the rules themselves are in the rulebook."""
    number = RULE.fullmatch(words.strip(" .§"))
    if number is None:
        told = "The rules are in your rulebook. With a number, rules 13.2, you are told how points are read "
        return render.wrap(f"{told}that it leaves open.", 2)
    found = on_rule(number.group())
    if not found:
        return render.wrap(
            f"Rule {number.group()} is in your rulebook; nothing is read in a way of its own.", 2
        )
    lines = [render.wrap(f"Rule {number.group()} is in your rulebook. What it leaves open is read so:", 2)]
    for ruling in found:
        lines += ["", render.wrap(_plain(ruling.doubt), 4, 2), render.wrap(_plain(ruling.reading), 6, 2)]
    return "\n".join(lines)


def _plain(text: str) -> str:
    return text.replace("`", '"').replace("*", "")


def map_text(letters: Correspondence) -> str:
    """Who stands where, by power, and what else lies on the board."""
    lines: list[str] = []
    for title, told in letters.sitting.title.board(letters.sitting.engine.game, letters.voice):
        lines += [f"  {title}", *(render.wrap(line, 4, 4) for line in told), ""]
    return "\n".join(lines).rstrip()


def _charts(letters: Correspondence) -> list[str]:
    """Where the points come from, and what else the charts beside the map show."""
    lines: list[str] = []
    for title, told in letters.sitting.title.tracks(letters.sitting.engine.game, letters.voice):
        lines += ["", f"  {title}", *(render.wrap(line, 4, 4) for line in told)]
    return lines


def _turn(number: str, letters: Correspondence, seat: Seat | None, how: str) -> Answer:
    """A turn told again; without a number, this one."""
    if len(number) > LONGEST_TURN:
        return "Turn", render.wrap(f"There is no turn {number}.", 2)
    turn = int(number or letters.view.turn)
    return f"Turn {turn} {how}", _told(letters, seat, turn)


def _told(letters: Correspondence, seat: Seat | None, turn: int) -> str:
    chapters = letters.story(letters.events_of_turn(seat, turn))
    return render.story_text(chapters) or render.wrap("Nothing to tell.", 2)
