"""The rulebook, as an index: each numbered paragraph, the code that carries it out, the cases that try it.

What the code says of itself is read from its syntax trees: the numbers that docstrings, section banners,
refusals and questions cite.  `python -m pbem.cases.rules_index` writes the documents of all titles anew.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pbem.cases.command import SUFFIX, find
from pbem.cases.position import title_of
from pbem.cases.read import LETTER, TAGS, read_file
from rules.core.data import DataError, build, read_toml, scenarios_folder

ROOT = scenarios_folder().parent
FILE = "rulebook.toml"

_LIST = r"\d{1,2}(?:(?:, | and | to )\d{1,2}\b(?!\.\d))*"
_NUMBER = r"\d{1,2}(?:\.\d{1,2})*"
_STEPS = re.compile(
    rf"(?:(?P<of>{_NUMBER}(?: and {_NUMBER})*),? )?\b(?:steps?|phase) (?P<steps>{_LIST})\b", re.I
)
_DOTTED = re.compile(r"(?<![\w.#])\d{1,2}(?:\.\d{1,2})+(?![\w%])")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
_CODE = re.compile(r"`[^`]*`")
_BANNER = re.compile(r"^(?P<indent> *)# -{4} (?P<text>.*)$")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Step = tuple[str, int]
"""A paragraph, and the number of a step of its procedure."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A title's rulebook by its numbers: what it calls them is in words of our own."""

    title: str
    document: str
    code: tuple[str, ...]
    """Folders whose code plays by this rulebook."""
    cases: str
    paragraphs: dict[str, str]
    steps: dict[str, tuple[str, ...]]
    no_code: dict[str, str]
    no_case: dict[str, str]
    shared: tuple[str, ...] = ()
    """Folders among these that cite the numbers of another rulebook."""
    borrowed: dict[str, str] = field(default_factory=dict)
    """Those numbers -> the paragraphs of this rulebook that they are here; all others are not."""

    def in_shared_code(self) -> Rulebook:
        """The rulebook as shared code knows it: by the numbers of another."""
        return replace(self, paragraphs=dict.fromkeys(self.borrowed, ""), steps={})

    def has_step(self, paragraph: str, step: int) -> bool:
        return 1 <= step <= len(self.steps.get(paragraph, ()))


def read_rulebook(path: Path) -> Rulebook:
    """A rulebook from its file.

    :raises DataError: with everything that is wrong with it.
    """
    problems: list[str] = []
    rulebook = build(Rulebook, read_toml(path, problems), path.name, problems)
    if rulebook is not None:
        for table in (rulebook.steps, rulebook.no_code, rulebook.no_case):
            problems += [
                f"{path.name}: there is no paragraph {n}" for n in table if n not in rulebook.paragraphs
            ]
    if rulebook is None or problems:
        raise DataError(problems)
    return rulebook


def rulebooks() -> dict[str, Path]:
    """The files of all titles that have one."""
    return {path.parent.name: path for path in sorted(scenarios_folder().glob(f"*/{FILE}"))}


# ---- What a text cites


@dataclass(frozen=True, slots=True)
class Cited:
    """Paragraphs and steps that a docstring or banner names; `loose` steps do not say of which paragraph."""

    paragraphs: frozenset[str] = frozenset()
    steps: frozenset[Step] = frozenset()
    loose: frozenset[int] = frozenset()


def cited(text: str, rulebook: Rulebook) -> Cited:
    """The numbers of a text that are paragraphs of the rulebook.

    13.2 counts wherever it stands; 14 only alone in brackets, "(14)" or "(14 step 9, 15.1)": cards have
    numbers too.  Code and examples in a docstring do not count.
    """
    text = _CODE.sub("", text).partition(">>>")[0]
    numbers = set(_DOTTED.findall(text))
    steps: set[Step] = set()
    loose: set[int] = set()
    for match in _STEPS.finditer(text):
        of = re.findall(_NUMBER, match["of"] or "")
        numbers.update(of)
        named = counted(match["steps"])
        steps |= {(paragraph, n) for paragraph in of for n in named if rulebook.has_step(paragraph, n)}
        if not of:
            loose |= named
    for inside in _IN_BRACKETS.findall(_STEPS.sub(lambda match: match["of"] or "", text)):
        items = [item.strip() for item in re.split(r"[,;]| and | to ", inside) if item.strip()]
        if all(re.fullmatch(_NUMBER, item) for item in items):
            numbers.update(items)
    return Cited(frozenset(numbers & rulebook.paragraphs.keys()), frozenset(steps), frozenset(loose))


def counted(words: str) -> set[int]:
    """The numbers of "4", "4 and 5", "2, 3 and 6" or "1 to 6"."""
    found = [int(number) for number in re.findall(r"\d+", words)]
    return set(range(found[0], found[-1] + 1)) if " to " in words else set(found)


# ---- What the code says of itself


@dataclass(slots=True)
class Procedures:
    """Who carries out what: files, and the names in them as they stand; a file as a whole has ""."""

    of_paragraph: dict[str, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))
    of_step: dict[Step, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, file: str, name: str, paragraphs: Iterable[str], steps: Iterable[Step]) -> None:
        for paragraph in paragraphs:
            self.of_paragraph[paragraph].setdefault(file, []).append(name)
        for step in steps:
            self.of_step[step].setdefault(file, []).append(name)


def procedures(rulebook: Rulebook) -> Procedures:
    """All code of a rulebook, each file read once."""
    found, elsewhere = Procedures(), Procedures()
    for folder in rulebook.code:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source, file = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
            if folder in rulebook.shared:
                read_code(source, file, rulebook.in_shared_code(), elsewhere)
            else:
                read_code(source, file, rulebook, found)
    for number, files in elsewhere.of_paragraph.items():
        found.of_paragraph[rulebook.borrowed[number]] |= files
    return found


def read_code(source: str, file: str, rulebook: Rulebook, found: Procedures) -> None:
    """Add what a module, its functions, classes and methods cite; a banner speaks for all that follows it."""
    tree = ast.parse(source, file)
    whole = cited(ast.get_docstring(tree) or "", rulebook)
    banners = list(banners_of(source, rulebook))

    def visit(body: Iterable[ast.stmt], start: int, prefix: str, outer: tuple[Cited, ...]) -> None:
        for node in body:
            if not isinstance(node, Definition):
                continue
            own = own_words(node, rulebook)
            banner = banner_over(node, start, banners)
            levels = (own, banner, *outer)
            told = own if own.steps or own.loose else banner
            steps = told.steps | placed(told.loose, levels, rulebook)
            paragraphs = own.paragraphs | banner.paragraphs | {paragraph for paragraph, _ in steps}
            if does_something(node):
                found.add(file, prefix + node.name, paragraphs, steps)
            if isinstance(node, ast.ClassDef):
                visit(node.body, node.lineno, f"{prefix}{node.name}.", levels)

    found.add(file, "", whole.paragraphs, whole.steps | placed(whole.loose, (whole,), rulebook))
    visit(tree.body, 0, "", (whole,))


def does_something(node: Definition) -> bool:
    """Functions, and classes with methods; others, such as events, are only told of."""
    return not isinstance(node, ast.ClassDef) or any(isinstance(part, Definition) for part in node.body)


def own_words(node: Definition, rulebook: Rulebook) -> Cited:
    """What a docstring cites, and in a function the paragraphs that its refusals and questions name."""
    own = cited(ast.get_docstring(node) or "", rulebook)
    if isinstance(node, ast.ClassDef):
        return own
    named = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
    return replace(own, paragraphs=own.paragraphs | (rulebook.paragraphs.keys() & named))


def placed(loose: Iterable[int], levels: Iterable[Cited], rulebook: Rulebook) -> frozenset[Step]:
    """Steps that do not say of what: of the paragraphs with such steps in the nearest text that names any."""
    steps: set[Step] = set()
    for n in loose:
        of = [[p for p in level.paragraphs if rulebook.has_step(p, n)] for level in levels]
        steps |= {(paragraph, n) for paragraph in next(filter(None, of), [])}
    return frozenset(steps)


@dataclass(frozen=True, slots=True)
class Banner:
    """A comment that heads a part of a module or class."""

    line: int
    indent: int
    says: Cited


def banners_of(source: str, rulebook: Rulebook) -> Iterator[Banner]:
    """The banners of a file; one that names steps alone is a part of what the banner before it names."""
    paragraphs: frozenset[str] = frozenset()
    for number, line in enumerate(source.splitlines(), start=1):
        if match := _BANNER.match(line):
            says = cited(match["text"], rulebook)
            if not says.loose or says.paragraphs:
                paragraphs = says.paragraphs
            yield Banner(number, len(match["indent"]), Cited(paragraphs, says.steps, says.loose))


def banner_over(node: ast.stmt, start: int, banners: Iterable[Banner]) -> Cited:
    """What the last banner before a definition says, if it is of the same module or class."""
    above = [b for b in banners if start < b.line < node.lineno and b.indent == node.col_offset]
    return above[-1].says if above else Cited()


# ---- Cases


def cases_of(rulebook: Rulebook, title: str) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """For each paragraph the files with cases of it, and how many; and how many of which tag."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    tags: dict[str, Counter[str]] = defaultdict(Counter)
    for path in find([ROOT / rulebook.cases]):
        for case in read_file(path)[0]:
            if title_of(case).name == title:
                for paragraph in rulebook.paragraphs.keys() & {case.section, *case.also}:
                    found[paragraph][path.relative_to(ROOT).as_posix()] += 1
                    tags[paragraph][case.tag] += 1
    return found, tags


# ---- The document

HEAD = """# {title}: the rulebook and the code

Made by `python -m pbem.cases.rules_index` from the list of paragraphs (`{source}`), the numbers that
docstrings, section banners, refusals and questions cite, and the numbers of the rule cases; a test fails
when it is out of date. The titles are ours: read it beside the rulebook. Steps are those of its numbered
procedures. A section with parts has its code and cases mostly in them. Cases have the letter of the rules for
what they expect, unless it says how many are examples of the rulebook or rulings (public-suite.md).
"""


@dataclass(frozen=True, slots=True)
class Index:
    """A rulebook with all that belongs to it."""

    rulebook: Rulebook
    source: str
    procedures: Procedures
    cases: dict[str, Counter[str]]
    tags: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return ROOT / self.rulebook.document

    def problems(self) -> Iterator[str]:
        """Paragraphs and steps without code, paragraphs without cases, and excuses that are not needed."""
        book, found = self.rulebook, self.procedures
        yield from gaps("procedure", book.paragraphs, found.of_paragraph, book.no_code)
        yield from gaps("case", book.paragraphs, self.cases, book.no_case)
        for paragraph, names in book.steps.items():
            for n, name in enumerate(names, start=1):
                if (paragraph, n) not in found.of_step:
                    yield f"{paragraph} step {n} ({name}) has no procedure"

    def document(self) -> str:
        """All of the document."""
        head = HEAD.format(title=self.rulebook.title, source=self.source)
        return "\n".join(
            [head, *(line for paragraph in self.rulebook.paragraphs for line in self.section(paragraph))]
        )

    def section(self, paragraph: str) -> Iterator[str]:
        """One paragraph of the document."""
        book = self.rulebook
        yield f"{'###' if '.' in paragraph else '##'} {paragraph} {book.paragraphs[paragraph]}"
        yield ""
        for file, names in self.procedures.of_paragraph.get(paragraph, {}).items():
            yield f"- {self.link(file, file)}{told(names)}"
        for n, name in enumerate(book.steps.get(paragraph, ()), start=1):
            where = self.procedures.of_step.get((paragraph, n), {})
            yield f"- step {n}, {name}: " + "; ".join(f"{file}{told(names)}" for file, names in where.items())
        if paragraph in book.no_code:
            yield f"- no procedure: {book.no_code[paragraph]}"
        if paragraph in book.no_case:
            yield f"- no case: {book.no_case[paragraph]}"
        if cases := self.cases.get(paragraph):
            counted = f"{cases.total()} {'case' if cases.total() == 1 else 'cases'}{self.by_tag(paragraph)}"
            yield f"- {counted}: {self.case_files(cases)}"
        yield ""

    def by_tag(self, paragraph: str) -> str:
        """How many cases are of which tag, unless all have the letter of the rules for it."""
        tags = self.tags.get(paragraph, Counter())
        if tags.keys() <= {LETTER}:
            return ""
        return f" ({', '.join(f'{tags[tag]} {tag}' for tag in TAGS if tags[tag])})"

    def case_files(self, cases: Counter[str]) -> str:
        """The files of some cases, and how many are in each."""
        words = (
            f"{self.link(file.removeprefix(f'{self.rulebook.cases}/').removesuffix(SUFFIX), file)} ({count})"
            for file, count in sorted(cases.items())
        )
        return ", ".join(words)

    def link(self, text: str, file: str) -> str:
        """A link from the document to a file of the checkout."""
        return f"[{text}]({'../' * self.rulebook.document.count('/')}{file})"


def gaps(
    kind: str, paragraphs: Mapping[str, str], found: Iterable[str], excused: Mapping[str, str]
) -> Iterator[str]:
    """Paragraphs of which nothing was found, neither of themselves nor of their parts."""
    numbers = set(found)
    for paragraph, title in paragraphs.items():
        there = any(number == paragraph or number.startswith(f"{paragraph}.") for number in numbers)
        if not there and paragraph not in excused:
            yield f"{paragraph} ({title}) has no {kind}"
        if there and paragraph in excused:
            yield f"{paragraph} ({title}) has a {kind}: it needs no reason for having none"


def told(names: Iterable[str]) -> str:
    """The names of a file; none for the file as a whole."""
    listed = ", ".join(f"`{name}`" for name in names if name)
    return f": {listed}" if listed else ""


def index_of(title: str) -> Index:
    """The index of a title's rulebook."""
    path = rulebooks()[title]
    rulebook = read_rulebook(path)
    source = path.relative_to(ROOT).as_posix()
    return Index(rulebook, source, procedures(rulebook), *cases_of(rulebook, title))


if __name__ == "__main__":
    for title in rulebooks():
        index = index_of(title)
        index.path.write_text(index.document(), encoding="utf-8")
        print(f"{index.rulebook.document} written")
