"""What a process of the moderator needs, imported: others are forked from it, see `tests.processes`."""

from __future__ import annotations

from importlib import import_module

from typer.main import get_command

from pbem.cli import app
from pbem.games import game_of

for module in ("pbem.daemon.daemon", "tests.pbem.points"):
    import_module(module)
game_of("his").load_words()
PBEM = get_command(app)
