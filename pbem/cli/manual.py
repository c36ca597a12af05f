"""`pbem manual`: the man page, made from the help, so that it cannot say anything else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli.tools import show

FILES = (
    ("pbem.toml", "The settings, in the current folder; $PBEM_SETTINGS or --settings name another file."),
    ("pbem.sqlite3", "The database, with everything in it."),
    ("pbem.sqlite3.key", "Opens the seeds in the database. Keep a copy, apart from the backups."),
)
ENVIRONMENT = (
    ("PBEM_SETTINGS", "The settings file."),
    ("PBEM_<KEY>, PBEM_<TABLE>__<KEY>", "Overrides a key of the settings, for example PBEM_DATABASE."),
)
EXIT = (
    ("0", "All was done."),
    ("1", "It could not be done; one line says why, and nothing was changed."),
    ("2", "The command line was not understood."),
)


def manual(
    install: Annotated[bool, typer.Option("--install", help="Put it where man finds it.")] = False,
) -> None:
    """Print the man page: `pbem manual | man -l -`."""
    if not install:
        typer.echo(page(), nl=False)
        return
    share = Path("/usr/local/share") if os.geteuid() == 0 else Path.home() / ".local" / "share"
    to = share / "man" / "man1" / "pbem.1"
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(page(), encoding="utf-8")
    show(f"{to} is written: man pbem")


def page() -> str:
    """The whole page in the language of man."""
    from importlib.metadata import version

    from typer.main import get_command

    from pbem.cli import app, in_plain_words

    root: Any = get_command(app)
    in_plain_words(root, _context(root))
    lines = [
        f'.TH PBEM 1 "" "pbem {version("pbem")}"',
        ".SH NAME",
        r"pbem \- moderates board games by mail",
        ".SH SYNOPSIS",
        ".B pbem",
        "[options] command [arguments]",
        ".SH DESCRIPTION",
        _text(root.help or ""),
        ".SH OPTIONS",
        *_options(root),
        ".SH COMMANDS",
    ]
    for name, command in root.commands.items():
        lines += _command(f"pbem {name}", command)
    for title, entries in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT)):
        lines.append(f".SH {title}")
        for name, told in entries:
            lines += [".TP", f".B {_text(name)}", _text(told)]
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    if hasattr(command, "commands"):
        for each, below in command.commands.items():
            yield from _command(f"{name} {each}", below)
        return
    arguments = [
        piece
        for param in command.params
        if param.param_type_name == "argument"
        for piece in param.get_usage_pieces(_context(command))
    ]
    yield f".SS {_text(' '.join([name, *arguments]))}"
    yield _text(command.help or "")
    yield from _options(command)


def _options(command: Any) -> Iterator[str]:
    for param in command.params:
        if param.param_type_name != "option" or getattr(param, "hidden", False):
            continue
        record = param.get_help_record(_context(command))
        if record is None:
            continue
        names, told = record
        yield ".TP"
        yield f".B {_text(names)}"
        yield _text(told) or r"\&"


def _context(command: Any) -> Any:
    from typer import Context

    return Context(command)


def _text(words: str) -> str:
    """Words as man takes them: no markup of ours, nothing that it would read as a request."""
    words = re.sub(r"\[/?[a-z]+\]", "", words)
    words = " ".join(words.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{words}" if words.startswith((".", "'")) else words
