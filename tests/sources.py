"""The sources of the program, for tests that look into them: parsed once for all of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def sources_of(*packages: str) -> Iterator[Path]:
    """The files of some packages."""
    for package in packages:
        yield from sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    """As it stands in messages."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """A file as a tree; nobody changes it."""
    return ast.parse(path.read_text(encoding="utf-8"), name_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that is in it."""
    return tuple(ast.walk(tree_of(path)))
