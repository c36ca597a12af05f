"""`help`: a page, the forms of an order, or what there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.content import Asked
from pbem.letters.render import paragraph
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork

_SLOT = re.compile(r"<[^<>]*>")


def help_word(names: Sequence[str]) -> Word:
    """The word `help`, which lists all others under their names in the catalogs."""

    def do(work: LetterWork, said: Said) -> Answer:
        voice = work.own_voice
        if not said.text:
            return voice.say("letter", "help.title"), _overview(voice, ["help", *names])
        return _help_on(said.text, work)

    return Word("help", asking("help", topic=lambda text: True), do, When.AFTER_ORDERS)


def _help_on(topic: str, work: LetterWork) -> Answer:
    """A page of help, or the forms of the orders with this word."""
    voice = work.own_voice
    title = voice.say("letter", "help.on", text=_called(topic, voice))
    if page := render.help_page(topic, voice.language):
        return title, page
    asked = work.letters.material.asked(work.seat)
    if forms := [form for one in asked for form in _forms(one) if _has(form, topic)]:
        return title, _examples("help.now", forms, voice)
    if shown := work.names.grammars.examples(topic):
        return title, _examples("help.example", shown, voice)
    known = _topics()
    near = get_close_matches(topic, known, 3, 0.5)
    text = paragraph(
        voice,
        "help.none",
        text=topic,
        near_text=[_called(one, voice) for one in near],
        topics_text=_all_topics(voice),
    )
    return voice.say("letter", "help.title"), text


def _examples(intro: str, orders: Sequence[str], voice: Voice) -> str:
    return "\n".join(
        [paragraph(voice, intro), "", *(render.soft_wrap(voice.order(order), 4, 4) for order in orders)]
    )


def _has(form: str, word: str) -> bool:
    return word in _SLOT.sub("", form.lower())


def _forms(asked: Asked) -> list[str]:
    return [*asked.forms, *(choice.order for choice in asked.choices)]


def _overview(voice: Voice, names: Sequence[str]) -> str:
    lines = [
        paragraph(
            voice,
            "help.line",
            2,
            4,
            usage_text=voice.say("letter", f"usage.{name}"),
            about_text=voice.say("letter", f"about.{name}"),
        )
        for name in names
    ]
    topics = paragraph(voice, "help.topics", 2, 2, text=_all_topics(voice))
    return "\n".join([render.help_page("index", voice.language) or "", "", *lines, "", topics])


def _all_topics(voice: Voice) -> str:
    return voice.listed(_called(topic, voice) for topic in _topics())


def _called(topic: str, voice: Voice) -> str:
    """What a page of help is called in the language of its reader, who asks for it by that name."""
    return voice.say("letter", f"topic.{topic}") if topic in _topics() else topic


def _topics() -> list[str]:
    return [topic for topic in render.help_topics() if topic != "index"]
