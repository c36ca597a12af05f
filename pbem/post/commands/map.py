"""`map`: who stands where, in words and as a picture; `map vienna`, `map near me`: a part of it."""

from __future__ import annotations

import re

from pbem.games.scenes import scene_called
from pbem.language.declined import Declined
from pbem.letters import render
from pbem.letters.pictures import told_scene
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork


def without_preposition(place: str) -> str:
    """A place without what its ending says in other languages: `kartta Wienistä`."""
    return re.sub(r"^(?:in|at|of|from|to|around)\s+", "", place)


def board(work: LetterWork, said: Said) -> Answer:
    title, game, voice = work.sitting.title, work.sitting.engine.game, work.own_voice
    scene = scene_called(title, without_preposition(said.text), game, next(iter(work.row.powers), ""))
    if said.text and scene is None:
        return work.not_done(said.written or said.line, Declined("request.no_such_map", text=said.text))
    work.scene = scene or work.scene
    if scene is not None and scene.frame is not None:
        return work.answer("map.title", *(render.soft_wrap(line, 2, 2) for line in told_scene(scene, voice)))
    lines: list[str] = []
    for heading, told in title.board(game, voice):
        lines += [f"  {heading}", *(render.soft_wrap(line, 4, 4) for line in told), ""]
    return work.say("map.title"), "\n".join(lines).rstrip()


MAP = Word("map", asking("(?:whole |full )?map", topic=lambda text: True), board, When.AFTER_ORDERS)
