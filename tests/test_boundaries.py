"""Who may import whom, and what keeps `rules` deterministic: read from the syntax trees, nothing is run.

Each check takes a `Module` and yields problems; each is shown bad snippets further down, to prove that it
can fail. The checks see names, not types: they catch slips, mypy and the golden games catch the rest.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from textwrap import dedent

import pytest

from tests.sources import ROOT, name_of, nodes_of, sources_of

TYPE_CHECKING_TESTS = ("TYPE_CHECKING", "typing.TYPE_CHECKING")

# May read scenario files, once, before a game starts.
READS_FILES = "rules/core/data.py"
MAKES_FUNCTIONS = "rules/core/codec.py"
"""Of the fields of classes, as `dataclasses` does; nothing else goes into them."""
# Drive procedures with send() instead of awaiting them.
DRIVES_PROCEDURES = ("rules/core/engine.py", "rules/core/flow.py")

IMPURE_MODULES = frozenset(
    """
    random secrets uuid time datetime calendar zoneinfo locale platform getpass
    os asyncio threading multiprocessing concurrent subprocess signal socket ssl select selectors
    sqlite3 dbm shelve tempfile shutil glob fileinput io runpy ctypes gc
    """.split()
)
FILE_MODULES = frozenset({"pathlib", "tomllib", "importlib", "pkgutil"})
# `hash` of a string differs from one run to the next.
IMPURE_CALLS = frozenset({"id", "hash", "open", "input", "eval", "exec", "__import__", "breakpoint"})
FILE_METHODS = frozenset({"read_text", "read_bytes", "write_text", "write_bytes"})

# Every folder, and the modules that stand above their own folder, from the lowest to the highest: what stands
# lower must not import what stands higher, not even for types.  So there are no cycles between them.
LAYERS = (
    "rules.core",
    "rules.war",
    "rules.his.kinds",
    "rules.his.powers",
    "rules.his.windows",
    "rules.his.duel",
    "rules.his.data",
    "rules.his.state",
    "rules.his.position",
    "rules.his.game",
    "rules.his.victory",
    "rules.his.actions",
    "rules.his.faith",
    "rules.his.dynasty",
    "rules.his.new_world",
    "rules.his.war",
    "rules.his.diplomacy",
    "rules.his.two_players",
    "rules.his.sequence",
    "rules.his.cards",
    "rules.his.options",
    "rules.his.invariants",
    "rules.his",
    "rules.vq.kinds",
    "rules.vq.powers",
    "rules.vq.questions",
    "rules.vq.windows",
    "rules.vq.data",
    "rules.vq.state",
    "rules.vq.position",
    "rules.vq.ships",
    "rules.vq.game",
    "rules.vq.victory",
    "rules.vq.treasury",
    "rules.vq.actions",
    "rules.vq.new_world",
    "rules.vq.dynasty",
    "rules.vq.diplomacy",
    "rules.vq.faith",
    "rules.vq.espionage",
    "rules.vq.war",
    "rules.vq.sequence",
    "rules.vq.cards",
    "rules.vq.options",
    "rules.vq.invariants",
    "rules.vq.odds",
    "rules.vq",
    "rules",
    "pbem",
    "pbem.errors",
    "pbem.closed",
    "pbem.logs",
    "pbem.language",
    "pbem.calendar",
    "pbem.config",
    "pbem.pictures",
    "pbem.games.suggestion",
    "pbem.games.conditions",
    "pbem.games.facts",
    "pbem.games.moments",
    "pbem.games.packs",
    "pbem.games.presets",
    "pbem.games.views",
    "pbem.games.advice",
    "pbem.games.cases",
    "pbem.games.deals",
    "pbem.games.languages",
    "pbem.games.game",
    "pbem.games.scenes",
    "pbem.games",
    "pbem.play.standing",
    "pbem.play",
    "pbem.channels.written",
    "pbem.channels.channel",
    "pbem.channels.memory",
    "pbem.channels.mail",
    "pbem.channels.forum",
    "pbem.channels.mailing_list",
    "pbem.channels.console",
    "pbem.channels",
    "pbem.letters",
    "pbem.store",
    "pbem.store.migrations",
    "pbem.store.migrations.versions",
    "pbem.work",
    "pbem.cases",
    "pbem.bots",
    "pbem.war.orders",
    "pbem.war.free_words",
    "pbem.war.cases",
    "pbem.war",
    "pbem.games.his.orders",
    "pbem.games.his.free_words",
    "pbem.games.his.bot",
    "pbem.games.his.cases",
    "pbem.games.his",
    "pbem.games.vq.orders",
    "pbem.games.vq.free_words",
    "pbem.games.vq.bot",
    "pbem.games.vq.cases",
    "pbem.games.vq",
    "pbem.clock",
    "pbem.moderator",
    "pbem.post.commands",
    "pbem.post",
    "pbem.console",
    "pbem.daemon",
    "pbem.demo",
    "pbem.cli",
    "pbem.__main__",
)
TITLES = ("his", "vq")

# What only one title has must not be spoken of where all titles share the rules.
SHARED_RULES = ("rules/core/", "rules/war/")
WORDS_OF_ONE_TITLE = re.compile(
    """league|schmalkald|knight|universit|elector|haven|gout|janissar|protestant|catholic|luther|reformation
    |ottoman|barbar|algiers|hapsburg|papa(?:l|cy)|jesuit|scot(?:s|land)|hungar""",
    re.IGNORECASE | re.VERBOSE,
)
STORED_NAME = "stored_as"

SET_TYPES = frozenset({"set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)
# Calls whose result does not depend on the order of what they are given (min and max: without a key).
ORDER_FREE_CALLS = frozenset(
    {"sorted", "set", "frozenset", "len", "sum", "any", "all", "min", "max", "Counter"}
)
ORDERED_CALLS = frozenset(
    """
    list tuple iter next enumerate zip map filter reversed deque dict chain from_iterable product permutations
    combinations islice accumulate starmap groupby cycle reduce join extend fromkeys
    """.split()
)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Lambda | ast.Module | ast.ClassDef


@dataclass
class Names:
    """What the whole of `rules` says about its names; a name with two meanings is left out."""

    procedures: set[str] = field(default_factory=set)
    set_attributes: set[str] = field(default_factory=set)
    set_functions: set[str] = field(default_factory=set)


class Module:
    """One source file: its tree, all that is in it, with parents."""

    def __init__(self, path: str, source: str, nodes: Sequence[ast.AST] = ()) -> None:
        self.path = path
        self.source = source
        self.nodes = nodes or tuple(ast.walk(ast.parse(source, path)))
        parts = path.removesuffix(".py").split("/")
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    def scope(self, node: ast.AST) -> Scope:
        return next((a for a in self.ancestors(node) if isinstance(a, Scope)), self.nodes[0])

    def problem(self, node: ast.AST, text: str) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {text}"


Check = Callable[[Module, Names], Iterator[str]]


# --- Imports ------------------------------------------------------------------------------------------------


def imports(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Every imported name in full; `from a import b` gives `a.b`, for b may be a module."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.name.split(".")
                package = package[: len(package) - node.level + module.is_package]
                base = ".".join([*package, base] if base else package)
            for alias in node.names:
                yield node, f"{base}.{alias.name}"


def is_inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def is_for_types_only(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(a, ast.If) and ast.unparse(a.test) in TYPE_CHECKING_TESTS and node in a.body
        for a in module.ancestors(node)
    )


def foreign_imports(module: Module, _: Names) -> Iterator[str]:
    """`rules` imports the standard library and itself."""
    for node, name in imports(module):
        top = name.partition(".")[0]
        if top != "rules" and top not in sys.stdlib_module_names:
            yield module.problem(node, f"imports {name}; rules uses the standard library only")


def impure_imports(module: Module, _: Names) -> Iterator[str]:
    """No clock, environment, chance, files, threads; types of them may be named."""
    banned = IMPURE_MODULES if module.path == READS_FILES else IMPURE_MODULES | FILE_MODULES
    for node, name in imports(module):
        top = name.partition(".")[0]
        if top in banned and not is_for_types_only(module, node):
            yield module.problem(node, f"imports {top}; rules must not depend on the machine it runs on")


def layer_of(name: str) -> str:
    """The layer of a module, or of a name in one; empty if it has none."""
    return max((layer for layer in LAYERS if is_inside(name, layer)), key=len, default="")


def wrong_layers(module: Module, _: Names) -> Iterator[str]:
    """Imports go downwards: so there are no cycles between folders."""
    own = layer_of(module.name)
    for node, name in imports(module):
        other = layer_of(name)
        if is_inside(name, "tests") or (other and LAYERS.index(other) > LAYERS.index(own)):
            yield module.problem(node, f"{own} must not import {other or 'tests'}, which stands higher")


def late_imports(module: Module, _: Names) -> Iterator[str]:
    """No import of `rules` hides in a function: it would hide a cycle.

    Only `load_rules` imports a title when it is asked for, so that a process without it needs none of it.
    """
    if module.path == "rules/__init__.py":
        return
    for node, name in imports(module):
        if is_inside(name, "rules") and isinstance(module.scope(node), Function):
            yield module.problem(node, f"imports {name} in a function")


def cycles(modules: Iterable[Module]) -> list[list[str]]:
    """Modules that import each other, directly or by way of others, wherever the imports stand."""
    known = {module.name: module for module in modules}
    found: dict[str, list[str]] = {}
    for name, module in known.items():
        wanted = {inner_module(known, imported) for _node, imported in imports(module)} - {"", name}
        found[name] = sorted(wanted)
    reached = {name: reachable(found, name) for name in found}
    knots = {tuple(sorted(other for other in reached[name] if name in reached[other])) for name in found}
    return sorted(list(knot) for knot in knots if knot)


def inner_module(known: Collection[str], name: str) -> str:
    """The module that `from a.b import c` means: a.b.c, a.b or none that is known."""
    return name if name in known else name.rpartition(".")[0] if name.rpartition(".")[0] in known else ""


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """What is reached from a module in one step or more."""
    reached: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        if (name := waiting.pop()) not in reached:
            reached.add(name)
            waiting.extend(graph[name])
    return reached


def titles_by_name(module: Module, _: Names) -> Iterator[str]:
    """Outside of its own folder nobody knows a title by name."""
    if module.path.startswith("pbem/games/") and module.path.count("/") > 2:
        return
    for node, name in imports(module):
        if any(is_inside(name, f"{place}.{title}") for place in ("rules", "pbem.games") for title in TITLES):
            yield module.problem(node, f"imports {name}: ask the title (pbem/games/game.py)")
    for node in module.nodes:
        if isinstance(node, ast.Constant) and node.value in TITLES:
            yield module.problem(node, f'says "{node.value}": ask the title (pbem/games/game.py)')


def words_of_one_title(module: Module, _: Names) -> Iterator[str]:
    """Shared rules name nothing that one title alone has: no name, no string, no docstring, no comment.

    Only the name that stored games keep for a field may be old.
    """
    if not module.path.startswith(SHARED_RULES):
        return
    kept = {
        (node.args[0].lineno, node.args[0].col_offset + len("'"))
        for node in module.nodes
        if isinstance(node, ast.Call) and called_name(node) == STORED_NAME and node.args
    }
    for number, line in enumerate(module.source.splitlines(), 1):
        for word in WORDS_OF_ONE_TITLE.finditer(line):
            if (number, word.start()) not in kept:
                yield f'{module.path}:{number}: says "{word[0]}": ask the title (rules/war/title.py)'


# --- Impure calls -------------------------------------------------------------------------------------------


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def impure_calls(module: Module, _: Names) -> Iterator[str]:
    """`id(x)`, `hash(x)`, `key=id`, `open(...)`, `path.read_text()`."""
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                scope = module.scope(node)
                if name == "hash" and isinstance(scope, ast.FunctionDef) and scope.name == "__hash__":
                    continue
                if (name, module.path) in {("open", READS_FILES), ("exec", MAKES_FUNCTIONS)}:
                    continue
                yield module.problem(node, f"calls {name}()")
            case ast.Call(func=ast.Attribute(attr=name)) if name in FILE_METHODS:
                if module.path != READS_FILES:
                    yield module.problem(node, f"calls {name}()")
            case ast.keyword(arg="key", value=ast.Name(id=("id" | "hash") as name)):
                yield module.problem(node.value, f"orders by {name}()")


# --- Order of sets ------------------------------------------------------------------------------------------


def is_set_type(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(value=ast.Name(id="Final" | "ClassVar" | "Optional" | "Annotated"), slice=inner):
            return is_set_type(inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner)
        case ast.Subscript(value=value):
            return is_set_type(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return is_set_type(left) or is_set_type(right)
        case ast.Constant(value=str(text)):
            try:
                return is_set_type(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return False
    return False


class Sets:
    """Which expressions of a module are sets, as far as its own text and `Names` tell."""

    def __init__(self, module: Module, names: Names) -> None:
        self.module = module
        self.names = names
        # scope -> name -> (line, what was bound there): a value, or True / False where a type says it
        self.bindings: dict[ast.AST, dict[str, list[tuple[int, ast.expr | bool]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for node in module.nodes:
            self._note(node)
        for scope in self.bindings.values():
            for bound in scope.values():
                bound.sort(key=lambda binding: binding[0])

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._bind(target, value)
            case ast.AnnAssign(target=target, annotation=annotation):
                self._bind(target, is_set_type(annotation))
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                for name in ast.walk(target):
                    self._bind(name, False)
            case ast.arguments():
                function = self.module.parents[node]
                for arg in [*node.posonlyargs, *node.args, *node.kwonlyargs]:
                    line = function.lineno  # type: ignore[attr-defined]
                    self.bindings[function][arg.arg].append((line, is_set_type(arg.annotation)))

    def _bind(self, target: ast.AST, value: ast.expr | bool) -> None:
        if isinstance(target, ast.Name):
            scope = self.module.scope(target)
            # The value of `names = sorted(names)` is still read under the old binding.
            self.bindings[scope][target.id].append((target.lineno, value))

    def __contains__(self, node: ast.AST | None) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(attr=name)) if name in SET_METHODS:
                return True
            case ast.Call(func=ast.Attribute(attr="copy", value=value)):
                return value in self
            case ast.Call():
                return called_name(node) in self.names.set_functions
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                return value in self
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, SET_OPERATORS):
                return any(side in self or self._is_keys(side) for side in (left, right))
            case ast.IfExp(body=body, orelse=orelse):
                return body in self or orelse in self
            case ast.BoolOp(values=values):
                return any(value in self for value in values)
            case ast.Attribute(attr=name):
                return name in self.names.set_attributes
            case ast.Name():
                return self._is_set_name(node)
        return False

    @staticmethod
    def _is_keys(node: ast.AST) -> bool:
        """`a.keys() & b` is a set, though a.keys() alone keeps its order."""
        match node:
            case ast.Call(func=ast.Attribute(attr="keys" | "items"), args=[]):
                return True
        return False

    def _is_set_name(self, node: ast.Name) -> bool:
        """By the last binding above the line, in the nearest scope that has one."""
        for scope in self.module.ancestors(node):
            if bound := self.bindings.get(scope, {}).get(node.id):
                earlier = [value for line, value in bound if line < node.lineno]
                last = earlier[-1] if earlier else False
                return last if isinstance(last, bool) else last in self
        return False


def is_order_free(module: Module, node: ast.AST) -> bool:
    """True when `node` goes straight into a call such as sorted()."""
    parent = module.parents.get(node)
    if not isinstance(parent, ast.Call) or node not in parent.args or not isinstance(parent.func, ast.Name):
        return False
    name = parent.func.id
    return name in ORDER_FREE_CALLS and not (name in ("min", "max") and parent.keywords)


def iterated_sets(module: Module, names: Names) -> Iterator[str]:
    """No order is taken from a set: the next run may give another."""
    sets = Sets(module, names)

    def found(node: ast.expr) -> str:
        return module.problem(node, f"takes an order from a set, sort it: {ast.unparse(node)[:60]}")

    for node in module.nodes:
        match node:
            case ast.For(iter=source) | ast.AsyncFor(iter=source) | ast.YieldFrom(value=source) if (
                source in sets
            ):
                yield found(source)
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() if not is_order_free(module, node):
                yield from (found(part.iter) for part in node.generators if part.iter in sets)
            case ast.Call(func=ast.Name(id="min" | "max"), args=[source], keywords=keywords) if (
                source in sets
            ):
                if any(keyword.arg == "key" for keyword in keywords):
                    yield found(source)
            case ast.Call(func=ast.Attribute(attr="pop", value=source), args=[]) if source in sets:
                yield found(source)
            case ast.Call() if called_name(node) in ORDERED_CALLS and not is_order_free(module, node):
                yield from (found(argument) for argument in node.args if argument in sets)
            case ast.Starred(value=source) if source in sets and not isinstance(
                module.parents[node], ast.Set
            ):
                if not is_order_free(module, node):
                    yield found(source)
            case ast.Assign(targets=[ast.Tuple() | ast.List(), *_], value=source) if source in sets:
                yield found(source)


# --- Procedures are awaited ---------------------------------------------------------------------------------


def is_procedure(function: Function) -> bool:
    """Its call must be awaited: `async def`, or a plain function that says it returns an Awaitable."""
    if isinstance(function, ast.AsyncFunctionDef):
        own = own_nodes(function)
        return not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own)
    return function.returns is not None and ast.unparse(function.returns).startswith(
        ("Awaitable", "Coroutine")
    )


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def forgotten_awaits(module: Module, names: Names) -> Iterator[str]:
    """A procedure called without `await` silently does nothing."""
    for node in module.nodes:
        if not isinstance(node, ast.Call) or called_name(node) not in names.procedures:
            continue
        scope = module.scope(node)
        parent = module.parents[node]
        match parent:
            case ast.Await():
                continue
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr():
                forgotten = isinstance(scope, ast.AsyncFunctionDef) or module.path not in DRIVES_PROCEDURES
            case ast.Return():
                forgotten = isinstance(scope, ast.AsyncFunctionDef)
            case ast.Expr() | ast.AugAssign() | ast.If() | ast.While() | ast.For() | ast.UnaryOp():
                forgotten = True
            case ast.Compare() | ast.BoolOp() | ast.BinOp() | ast.Subscript() | ast.IfExp() | ast.Attribute():
                forgotten = True
            case _:
                forgotten = False  # handed to a call that may await it
        if isinstance(parent, ast.Attribute) and parent.attr in ("send", "throw", "close", "__await__"):
            forgotten = False
        if forgotten:
            yield module.problem(node, f"{called_name(node)}() is a procedure: await it")


# --- The names of the whole package -------------------------------------------------------------------------


def gather_names(modules: Iterable[Module]) -> Names:
    procedures: dict[str, set[bool]] = defaultdict(set)
    set_functions: dict[str, set[bool]] = defaultdict(set)
    set_attributes: dict[str, set[bool]] = defaultdict(set)
    for module in modules:
        for node in module.nodes:
            if isinstance(node, Function):
                procedures[node.name].add(is_procedure(node))
                set_functions[node.name].add(is_set_type(node.returns))
                if any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
                    set_attributes[node.name].add(is_set_type(node.returns))
            elif isinstance(node, ast.ClassDef):
                procedures[node.name].add(False)
            elif isinstance(node, ast.AnnAssign):
                match node.target:
                    case ast.Name(id=name) if isinstance(module.parents[node], ast.ClassDef):
                        set_attributes[name].add(is_set_type(node.annotation))
                    case ast.Attribute(attr=name):
                        set_attributes[name].add(is_set_type(node.annotation))

    def certain(found: dict[str, set[bool]]) -> set[str]:
        return {name for name, answers in found.items() if answers == {True}}

    builtin_methods = {name for kind in (str, list, dict, set, tuple, int) for name in dir(kind)}
    return Names(
        procedures=certain(procedures) - builtin_methods,
        set_attributes=certain(set_attributes),
        set_functions=certain(set_functions) - builtin_methods,
    )


@cache
def load(package: str) -> list[Module]:
    return [Module(name_of(path), path.read_text("utf-8"), nodes_of(path)) for path in sources_of(package)]


@cache
def names_of_rules() -> Names:
    return gather_names(load("rules"))


RULES_CHECKS: tuple[Check, ...] = (
    foreign_imports,
    impure_imports,
    impure_calls,
    iterated_sets,
    forgotten_awaits,
    wrong_layers,
    words_of_one_title,
    late_imports,
)


@pytest.mark.parametrize("check", RULES_CHECKS, ids=lambda check: check.__name__)
def test_rules(check: Check) -> None:
    names = names_of_rules()
    problems = [problem for module in load("rules") for problem in check(module, names)]
    assert not problems, "\n" + "\n".join(problems)


def test_no_module_of_rules_imports_itself_by_way_of_others() -> None:
    assert cycles(load("rules")) == []


KNOWN_KNOTS = (
    # For types alone.
    ["pbem.cases.expect", "pbem.cases.run"],
    ["pbem.language.grammar", "pbem.language.names", "pbem.language.reading", "pbem.language.registry"],
    # What protects the reading of letters starts a process that reads one.
    ["pbem.channels.mail.body", "pbem.channels.mail.careful", "pbem.channels.mail.letter"],
    # The man page tells of the whole command line, of which it is a command.
    ["pbem.cli", "pbem.cli.manual"],
)


def test_few_modules_of_pbem_import_themselves_by_way_of_others() -> None:
    assert cycles(load("pbem")) == sorted(KNOWN_KNOTS)


def test_pbem_layers() -> None:
    checks = (wrong_layers, titles_by_name)
    problems = [problem for module in load("pbem") for check in checks for problem in check(module, Names())]
    assert not problems, "\n" + "\n".join(problems)


def test_every_folder_has_its_layer() -> None:
    folders = {path.parent.relative_to(ROOT) for path in sources_of("rules", "pbem")}
    assert {".".join(folder.parts) for folder in folders} <= set(LAYERS)
    assert len(set(LAYERS)) == len(LAYERS)


# --- The checks can fail, and do not cry wolf ---------------------------------------------------------------


def problems_of(check: Check, source: str, path: str = "rules/his/sample.py") -> list[str]:
    module = Module(path, dedent(source))
    return list(check(module, gather_names([module])))


BAD_IMPORTS = [
    (foreign_imports, "rules/his/a.py", "import lark"),
    (foreign_imports, "rules/his/a.py", "from pbem.calendar.clock import now"),
    (foreign_imports, "rules/his/a.py", "def f():\n    import pydantic"),
    *[
        (impure_imports, "rules/his/a.py", f"import {name}")
        for name in (
            "random time datetime os asyncio threading uuid secrets os.path pathlib tomllib importlib".split()
        )
    ],
    (impure_imports, "rules/his/a.py", "from random import shuffle"),
    (impure_imports, "rules/his/a.py", "from os import environ"),
    (impure_imports, "rules/core/data.py", "import time"),
    (wrong_layers, "rules/his/a.py", "import pbem"),
    (wrong_layers, "rules/core/a.py", "from rules.war import forces"),
    (wrong_layers, "rules/core/a.py", "from rules import his"),
    (wrong_layers, "rules/his/faith/a.py", "from rules.his.diplomacy import wars"),
    (wrong_layers, "rules/his/game.py", "from rules.his.faith import electorates"),
    (wrong_layers, "pbem/games/game.py", "from pbem.games import game_of"),
    (wrong_layers, "pbem/play/a.py", "def f():\n    from pbem.letters import render"),
    (wrong_layers, "pbem/cli/a.py", "from tests import fuzz"),
    (late_imports, "rules/his/diplomacy/a.py", "def f():\n    from rules.his.diplomacy import b"),
    (late_imports, "rules/war/a.py", "class A:\n    async def f(self):\n        import rules.war.b"),
    (titles_by_name, "pbem/play/a.py", "from rules.his.powers import FRANCE"),
    (titles_by_name, "pbem/cli/a.py", "def f():\n    from pbem.games import his"),
    (titles_by_name, "pbem/store/a.py", "GAME = 'his'"),
    (wrong_layers, "rules/core/a.py", "from ..his.game import HisGame"),
    (wrong_layers, "rules/core/__init__.py", "from .. import war"),
    (wrong_layers, "rules/war/a.py", "import rules.his.game"),
    (wrong_layers, "rules/war/a.py", "if TYPE_CHECKING:\n    from rules.his.game import HisGame"),
    (wrong_layers, "pbem/play/a.py", "from pbem.store.tables import Game"),
    (wrong_layers, "pbem/play/a.py", "from ..channels import mail"),
    (wrong_layers, "pbem/language/a.py", "from pbem import store"),
    (wrong_layers, "pbem/language/__init__.py", "from ..store import games"),
]

BAD_WORDS = [
    "def may_build(game):\n    return game.faith.league",
    "class Board:\n    electorates: tuple[str, ...]",
    "def held_by_knights(game): ...",
    "raise Illegal('leader.gout')",
    'def helps(game):\n    """A fortress of the Knights."""',
    "ROLLED = 'rolled'  # WIN-JANISSARIES",
    "power = PROTESTANT",
    "gout: list[str] = codec.stored_as('gout', list)",
]

GOOD_IMPORTS = [
    (
        foreign_imports,
        "rules/his/a.py",
        "import dataclasses, enum\nfrom rules.core import flow\nfrom . import b",
    ),
    (impure_imports, "rules/his/a.py", "from collections.abc import Iterator\nimport hashlib, json"),
    (impure_imports, "rules/core/data.py", "import tomllib\nfrom pathlib import Path"),
    (impure_imports, "rules/his/a.py", "if TYPE_CHECKING:\n    from pathlib import Path"),
    (wrong_layers, "rules/his/a.py", "from rules.war import forces\nfrom ..core import flow"),
    (wrong_layers, "rules/war/a.py", "from ..core import flow\nfrom . import forces"),
    (wrong_layers, "rules/core/__init__.py", "from . import flow"),
    (late_imports, "rules/__init__.py", "def load_rules(game):\n    from rules.his import HisRules"),
    (late_imports, "rules/his/a.py", "from rules.his import b\ndef f():\n    import json"),
    (titles_by_name, "pbem/games/his/a.py", "from rules.his.powers import FRANCE"),
    (
        wrong_layers,
        "pbem/post/service.py",
        "from pbem.store import games\nfrom pbem.channels.mail import letter",
    ),
    (wrong_layers, "pbem/play/a.py", "from rules import Engine\nfrom ..language import parse"),
]


@pytest.mark.parametrize(("check", "path", "source"), BAD_IMPORTS)
def test_bad_import_is_found(check: Check, path: str, source: str) -> None:
    assert problems_of(check, source, path)


@pytest.mark.parametrize(("check", "path", "source"), GOOD_IMPORTS)
def test_good_import_passes(check: Check, path: str, source: str) -> None:
    assert problems_of(check, source, path) == []


def test_cycles_are_found() -> None:
    tree = {
        "rules/his/a.py": "from rules.his import b",
        "rules/his/b.py": "def f():\n    from rules.his.c import g",
        "rules/his/c.py": "if TYPE_CHECKING:\n    from .a import T",
        "rules/his/d.py": "from rules.his.a import T",
    }
    modules = [Module(path, source) for path, source in tree.items()]
    assert cycles(modules) == [["rules.his.a", "rules.his.b", "rules.his.c"]]
    assert cycles(module for module in modules if module.name != "rules.his.b") == []


@pytest.mark.parametrize("source", BAD_WORDS)
@pytest.mark.parametrize("place", SHARED_RULES)
def test_word_of_one_title_is_found(place: str, source: str) -> None:
    assert problems_of(words_of_one_title, source, f"{place}a.py")


def test_a_title_speaks_of_itself_and_stored_names_stay() -> None:
    assert problems_of(words_of_one_title, "power = PROTESTANT", "rules/his/a.py") == []
    kept = "laid_up: list[str] = codec.stored_as('gout', list)"
    assert problems_of(words_of_one_title, kept, "rules/war/a.py") == []


@pytest.mark.parametrize(
    "source",
    [
        "key = id(unit)",
        "units.sort(key=id)",
        "sorted(names, key=hash)",
        "number = hash(name) % 6",
        "open('map.toml')",
        "text = path.read_text()",
        "__import__('random')",
    ],
)
def test_impure_call_is_found(source: str) -> None:
    assert problems_of(impure_calls, source)


@pytest.mark.parametrize(
    "source",
    [
        "unit.id\ncard = find(id=3)",
        "engine.open.values()",
        "class A:\n    def __hash__(self) -> int:\n        return hash(self.name)",
    ],
)
def test_pure_call_passes(source: str) -> None:
    assert problems_of(impure_calls, source) == []


def test_the_data_module_may_read_files() -> None:
    assert problems_of(impure_calls, "open(path)\npath.read_text()", READS_FILES) == []
    assert problems_of(impure_calls, "exec(source)", READS_FILES)


def test_the_codec_may_make_functions() -> None:
    assert problems_of(impure_calls, "exec(source)", MAKES_FUNCTIONS) == []
    assert problems_of(impure_calls, "open(path)", MAKES_FUNCTIONS)


@pytest.mark.parametrize(
    "source",
    [
        "for x in {1, 2}: pass",
        "for x in set(names): pass",
        "for x in frozenset(names): pass",
        "for x in {n for n in names}: pass",
        "for x in a.keys() & b.keys(): pass",
        "for x in set(a) - set(b): pass",
        "for x in names.union(others): pass",
        "[x for x in {1, 2}]",
        "{x: 1 for x in set(names)}",
        "f(x for x in set(names))",
        "list({1, 2})",
        "tuple(set(names))",
        "first, second = {1, 2}",
        "[*{1, 2}]",
        "next(iter(set(names)))",
        "', '.join(set(names))",
        "hand.extend({1, 2})",
        "min(set(names), key=len)",
        "def f():\n    seen = set()\n    for x in seen: pass",
        "def f():\n    seen: set[str] = other()\n    return list(seen)",
        "def f(seen: set[str]):\n    return [x for x in seen]",
        "def f(seen: 'frozenset[str] | None'):\n    return [x for x in seen or ()]",
        "def f(seen: AbstractSet[str]):\n    yield from seen",
        "def f(seen: set[str]):\n    return seen.pop()",
        "def f(a: set[str], b):\n    both = a & b\n    for x in both: pass",
        "def f(a: set[str]):\n    b = a\n    for x in b: pass",
        "def f(a: set[str]):\n    for x in a: pass\n    a = sorted(a)",
        "KEYS = {1, 2}\ndef f():\n    for x in KEYS: pass",
        "class G:\n    excommunicated: set[str]\ndef f(game):\n    for x in game.excommunicated: pass",
        "def near(a) -> set[str]: ...\ndef f(a):\n    for x in near(a): pass",
    ],
)
def test_order_from_a_set_is_found(source: str) -> None:
    assert problems_of(iterated_sets, source)


@pytest.mark.parametrize(
    "source",
    [
        "for x in sorted({1, 2}): pass",
        "for x in sorted(x for x in set(names) if x): pass",
        "sorted([x for x in set(names)])",
        "any(x > 1 for x in {1, 2})",
        "len(set(names)), sum({1, 2}), max({1, 2})",
        "{x + 1 for x in {1, 2}}",
        "{*{1, 2}, 3}",
        "x in {1, 2}",
        "for x in [1, 2]: pass",
        "for x in numbers - 1, 2: pass",
        "def f(a: set[str]):\n    a = sorted(a)\n    for x in a: pass",
        "def f(a: list[set[str]], b: dict[str, set[str]]):\n    for x in a: pass\n    for y in b: pass",
        "def f(a: set[str]):\n    a.add('x')\n    return a | {'y'}",
        "def f():\n    a = set()\ndef g(a):\n    for x in a: pass",
        "class A:\n    spaces: set[str]\nclass B:\n    spaces: list[str]\ndef f(b):\n    list(b.spaces)",
        "def f(hand):\n    return hand.pop()",
    ],
)
def test_harmless_set_passes(source: str) -> None:
    assert problems_of(iterated_sets, source) == []


PROCEDURE = "async def retreat(game) -> int: ...\n"


@pytest.mark.parametrize(
    "source",
    [
        "async def f(game):\n    retreat(game)",
        "async def f(game):\n    lost = retreat(game)",
        "async def f(game):\n    lost: int = retreat(game)",
        "async def f(game):\n    if lost := retreat(game): pass",
        "async def f(game):\n    if retreat(game): pass",
        "async def f(game):\n    if not retreat(game): pass",
        "async def f(game):\n    return retreat(game)",
        "async def f(game):\n    return retreat(game) + 1",
        "async def f(game):\n    movement.retreat(game)",
        "def f(game):\n    retreat(game)",
        "def f(game):\n    lost = retreat(game)",
        "def ask(question) -> Awaitable[int]: ...\nasync def f(question):\n    answer = ask(question)",
    ],
)
def test_forgotten_await_is_found(source: str) -> None:
    assert problems_of(forgotten_awaits, PROCEDURE + source)


@pytest.mark.parametrize(
    "source",
    [
        "async def f(game):\n    await retreat(game)",
        "async def f(game):\n    lost = await retreat(game) + 1",
        "async def f(game):\n    if await retreat(game): pass",
        "async def f(game):\n    await both(retreat(game), retreat(game))",
        "def f(game):\n    return retreat(game)",
        "async def f(game):\n    effect = retreat",
        "class Other:\n    def retreat(self): ...\ndef f(other):\n    other.retreat()",
        "async def rows():\n    yield 1\nasync def f():\n    found = rows()",
    ],
)
def test_awaited_procedure_passes(source: str) -> None:
    assert problems_of(forgotten_awaits, PROCEDURE + source) == []


def test_the_engine_drives_procedures_itself() -> None:
    source = PROCEDURE + "def start(game):\n    running = retreat(game)\n    running.send(None)"
    assert problems_of(forgotten_awaits, source, "rules/core/engine.py") == []
    assert problems_of(forgotten_awaits, source, "rules/his/sequence/play.py")
