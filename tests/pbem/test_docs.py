"""What can be used is written down, and what is written down exists.

Commands, settings, checks and words must be in the documents; and what the documents name must be there:
commands with their options, files, modules, functions, links.
"""

from __future__ import annotations

import ast
import builtins
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer

from pbem.channels.mail.channel import MailChannel
from pbem.cli import app
from pbem.config import MailSettings, Settings, TimeSettings
from pbem.play.plan import REPORTS
from pbem.play.windows import POLICIES
from pbem.post.checks import CANNOT_BE_TAKEN, OF_NO_SEAT
from pbem.post.commands import HELP, LOOKING
from tests.sources import nodes_of
from tests.test_boundaries import LAYERS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
FOR_ENGINEERS = [DOCS / f"{name}.md" for name in ("architecture", "adding", "engine", "orders", "messages")]
MODERATORS = (DOCS / "moderators.md").read_text(encoding="utf-8")
PLAYERS = (DOCS / "players.md").read_text(encoding="utf-8")

FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
per_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


# ---- What can be used is written down


def commands(group: Any, *path: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *path, name)
        else:
            yield " ".join((*path, name)), command


ALL = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", [name for name in ALL if name != "cases"])
def test_every_command_is_documented(name: str) -> None:
    assert name in [shown for shown, _rest in commands_in(DOCS / "moderators.md")]


@pytest.mark.parametrize("word", [word.name.replace("_", " ") for word in (HELP, *LOOKING)])
def test_every_word_is_documented(word: str) -> None:
    assert word in PLAYERS


MAIL = MailChannel(MailSettings())
CHECKS = (*MAIL.robots, *OF_NO_SEAT, *MAIL.forgeries, *CANNOT_BE_TAKEN)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_every_check_is_documented(check: object) -> None:
    assert f"`{check.name}`" in MODERATORS  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", [Settings, MailSettings, TimeSettings])
def test_every_setting_is_documented(model: type) -> None:
    names = [name for name in model.model_fields if name not in ("mail", "hours")]  # type: ignore[attr-defined]
    assert [name for name in names if name not in MODERATORS.lower()] == []


def test_every_policy_is_documented() -> None:
    for word in (*POLICIES, *REPORTS):
        assert word in MODERATORS


def test_every_folder_is_in_the_architecture() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z_./]+?)(?:\.py|/)?` \|", text, re.MULTILINE)
    assert tuple(name.replace("/", ".") for name in named) == LAYERS


@pytest.mark.parametrize("folder", ["post", "play", "work", "letters", "moderator"])
def test_every_module_of_a_letters_way_is_in_the_architecture(folder: str) -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    (part,) = re.findall(rf"^`pbem/{folder}`, .*?(?=^`pbem/|^## )", text, re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"`([a-z_]+\.py)`", part))
    there = {path.name for path in (ROOT / "pbem" / folder).glob("*.py")} - {"__init__.py"}
    assert (there - named, named - there) == (set(), set()), "docs/architecture.md, Inside the folders"


def test_every_folder_is_in_the_picture() -> None:
    drawn = (DOCS / "architecture.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    folders = {
        layer.split(".")[1] for layer in LAYERS if "." in layer and (ROOT / layer.replace(".", "/")).is_dir()
    }
    assert [name for name in sorted(folders) if not re.search(rf"[>/]{name}[</]", drawn)] == []


# ---- What is written down exists


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return [code for kind, code in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


def spans(page: Path) -> list[str]:
    """What stands in `backquotes`, also over the end of a line."""
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]


def commands_in(page: Path) -> list[tuple[str, str]]:
    """The `pbem` command lines of a page, each as command and rest."""
    lines = [
        line for _kind, code in FENCE.findall(page.read_text(encoding="utf-8")) for line in code.split("\n")
    ]
    found = []
    for line in (*spans(page), *lines):
        words = re.match(r"\s*(?:\w+=\S+ )*(?:\.venv/bin/)?pbem ([a-z].*)", line)
        if words:
            first, *rest = re.sub(r"\s+#.*", "", words[1]).split()
            grouped = rest and any(name.startswith(f"{first} ") for name in ALL)
            found.append((f"{first} {rest[0]}" if grouped else first, " ".join(rest)))
    return found


def wrong_commands(page: Path) -> Iterator[str]:
    for name, rest in commands_in(page):
        if name not in ALL:
            yield f"there is no pbem {name}"
            continue
        known = {
            option
            for parameter in ALL[name].params
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        for option in re.findall(r"(?<![\w-])--?[a-z][a-z0-9-]*", rest):
            if option not in known:
                yield f"pbem {name} has no {option}"


def wrong_files(page: Path) -> Iterator[str]:
    """Paths from the root of the repository; `<x>` and `*` stand for anything."""
    for span in spans(page):
        for word in span.split():
            name = re.sub(r"<[^>]*>", "*", word.rstrip(",:;"))
            if re.match(r"(pbem|rules|tests|docs|scenarios|mail_templates)/", name):
                if not any(ROOT.glob(name.rstrip("/"))):
                    yield f"there is no {word}"
            elif re.fullmatch(r"\w+\.(py|md)", name) and not any(
                found for top in ("pbem", "rules", "tests", "docs") for found in (ROOT / top).rglob(name)
            ):
                yield f"there is no {word}"


def wrong_modules(page: Path) -> Iterator[str]:
    """`pbem.language.refusals.why`: a module, or something in one."""
    for span in spans(page):
        for name in re.findall(r"(?<![\w./-])(?:pbem|rules|tests)(?:\.\w+)+", span):
            if not re.search(r"\.(toml|sqlite3|json|key|dump)", name) and not exists(name):
                yield f"there is no {name}"


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@cache
def members() -> dict[str, set[str]]:
    """The names that the program gives, by the class in which they stand; those of all under "".

    A class has those of its bases too, as far as their names tell.
    """
    found: dict[str, set[str]] = {"": set(dir(builtins))}
    bases: dict[str, list[str]] = {}
    for path in [*ROOT.glob("rules/**/*.py"), *ROOT.glob("pbem/**/*.py"), *ROOT.glob("tests/*.py")]:
        found[""] |= {path.stem, path.parent.name}
        for node in nodes_of(path):
            found[""] |= given_by(node)
            if isinstance(node, ast.ClassDef):
                own = {name for inner in ast.walk(node) for name in given_by(inner)}
                found.setdefault(node.name, set()).update(own)
                bases.setdefault(node.name, []).extend(
                    re.findall(r"\w+", " ".join(map(ast.unparse, node.bases)))
                )
    for _generation in range(3):
        for name, parents in bases.items():
            found[name] |= {inherited for parent in parents for inherited in found.get(parent, ())}
    return found


def given_by(node: ast.AST) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case (
            ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name)
        ):
            return {name}
        case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z]+(_[a-z]+)+", text):
            return {text}  # a kind, a code, a topic
    return set()


def wrong_functions(page: Path) -> Iterator[str]:
    for span in spans(page):
        for name in re.findall(r"(\w+)\(", span):
            if not name.isdecimal() and name not in members()[""]:
                yield f"there is no {name}()"


def wrong_names(page: Path) -> Iterator[str]:
    """`ChooseSome`, `take_lines`, `Sitting.settle`: where engineers read, every such name is one of ours."""
    for span in spans(page):
        if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)?", span) and not span.endswith((".py", ".md", ".toml")):
            owner, _, name = span.rpartition(".")
            if not owner and not is_a_name(name) and page.stem != "architecture":
                continue
            if name not in members().get(owner, members()[""]) and not exists(span):
                yield f"there is no {span}"


def is_a_name(word: str) -> bool:
    """Whether a word can be nothing else: `take_lines`, `Sitting`."""
    return "_" in word or word[0].isupper()


def wrong_code(page: Path) -> Iterator[str]:
    """Python that is none, or imports what is not there; TOML that cannot be read."""
    for code in blocks(page, "python"):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("rules", "pbem")):
                for alias in node.names:
                    if not exists(f"{node.module}.{alias.name}"):
                        yield f"there is no {alias.name} in {node.module}"
    for code in blocks(page, "toml"):
        tomllib.loads(code)


def wrong_links(page: Path) -> Iterator[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, anchor = target.partition("#")
        if name.startswith("http"):
            continue
        path = (page.parent / name) if name else page
        if not path.exists():
            yield f"there is no {target}"
        elif anchor and anchor not in anchors(path):
            yield f"there is no heading {target}"


def anchors(page: Path) -> list[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def wrong_targets(page: Path) -> Iterator[str]:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for name in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
        if name not in targets:
            yield f"there is no make {name}"


EVERYWHERE = (
    wrong_commands,
    wrong_files,
    wrong_modules,
    wrong_functions,
    wrong_code,
    wrong_links,
    wrong_targets,
)


@per_page
def test_what_is_named_exists(page: Path) -> None:
    assert [problem for check in EVERYWHERE for problem in check(page)] == []


@pytest.mark.parametrize("page", FOR_ENGINEERS, ids=lambda page: page.stem)
def test_names_for_engineers_exist(page: Path) -> None:
    assert list(wrong_names(page)) == []


BAD_PAGE = """
`pbem frobnicate`, `pbem map summer x.svg --loud`, `pbem/nowhere.py`, `nowhere.md`, `pbem.language.nothing`,
`no_such_function(line)`, `NoSuchClass`, `sitting.no_such_method`, [a link](nowhere.md), [another](#nowhere)

make nothing

```python
from pbem.language import no_such_thing
```
"""


def test_the_checks_can_fail(tmp_path: Path) -> None:
    page = tmp_path / "bad.md"
    page.write_text(BAD_PAGE, encoding="utf-8")
    found = {check.__name__: len(list(check(page))) for check in (*EVERYWHERE, wrong_names)}
    assert found == {
        "wrong_commands": 2,
        "wrong_files": 2,
        "wrong_modules": 1,
        "wrong_functions": 1,
        "wrong_code": 1,
        "wrong_links": 2,
        "wrong_targets": 1,
        "wrong_names": 2,
    }
