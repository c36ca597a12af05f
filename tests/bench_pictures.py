"""What pictures cost: CPU to draw a theatre and the whole map, and their size (`make bench`)."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence

from pbem.games import game_of
from pbem.games.scenes import scene_of_question, whole_scene
from pbem.letters.pictures import WHOLE_WIDTH, svg_of
from pbem.pictures.png import png_of
from pbem.pictures.scene import Scene
from rules import Engine, Setup

THEATRES = 40
EVERY = 25
"""Of every so many decisions one is drawn."""


def theatres() -> tuple[list[Scene], Scene]:
    """Scenes of decisions in a game that is played at random, and the whole map in the end."""
    title = game_of("his")
    engine = Engine.new(title.rules, Setup("his", "1517"), "bench pictures")
    dice = random.Random(1)
    events = engine.drain()
    found: list[Scene] = []
    while len(found) < THEATRES and not engine.over:
        power, question = next(iter(engine.waiting().items()))
        if len(engine.log) % EVERY == 0 and (
            scene := scene_of_question(title, question, engine.game, events[-40:])
        ):
            found.append(scene)
        engine.submit(power, question.pick(engine.game, dice.choice))
        events += engine.drain()
    whole = whole_scene(title, engine.game, events[-40:])
    assert whole is not None
    return found, whole


def costs(work: Callable[[Scene], object], scenes: Sequence[Scene], repeat: int = 3) -> list[float]:
    """CPU of each in milliseconds, the best of a few runs: others use this machine too."""
    found = []
    for scene in scenes:
        times = []
        for _ in range(repeat):
            began = time.process_time()
            work(scene)
            times.append(time.process_time() - began)
        found.append(min(times) * 1000)
    return found


def rows() -> list[tuple[str, str, str]]:
    """Figures for `make bench`."""
    scenes, whole = theatres()
    svg_of(scenes[0])  # what never changes is worked out once in a process
    drawn = costs(svg_of, scenes)
    whole_drawn = costs(svg_of, [whole])
    files = [png_of(svg_of(scene)) for scene in scenes]
    painted = costs(lambda scene: png_of(svg_of(scene)), scenes)
    whole_file = png_of(svg_of(whole), 1.0)
    whole_painted = costs(lambda scene: png_of(svg_of(scene), 1.0), [whole])
    sizes = sorted(len(file) / 1024 for file in files)
    scene_sizes = [len(str(scene.as_json())) / 1024 for scene in scenes]
    return [
        (
            f"a theatre as SVG, CPU (median, worst of {len(scenes)})",
            f"{statistics.median(drawn):.0f}, {max(drawn):.0f} ms",
            "",
        ),
        (
            "a theatre as PNG, CPU (median, worst)",
            f"{statistics.median(painted):.0f}, {max(painted):.0f} ms",
            "under 60 ms",
        ),
        (
            "its size (median, largest)",
            f"{statistics.median(sizes):.0f}, {sizes[-1]:.0f} KiB",
            "under 150 KB",
        ),
        ("the facts kept with a letter (median)", f"{statistics.median(scene_sizes):.1f} KiB", ""),
        (f"the whole map as SVG, {WHOLE_WIDTH} px, CPU", f"{whole_drawn[0]:.0f} ms", ""),
        ("the whole map as PNG, CPU", f"{whole_painted[0]:.0f} ms", ""),
        ("its size", f"{len(whole_file) / 1024:.0f} KiB", "under 150 KB"),
    ]


if __name__ == "__main__":
    for line in rows():
        print(*line, sep=" | ")
