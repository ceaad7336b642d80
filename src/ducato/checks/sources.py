"""The check of the sources: names in the rules that do not exist, and what cannot be compiled.

The sources are read, not run, so that a fault is found even where no random game comes to it.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from enum import EnumMeta
from types import FunctionType, ModuleType
from typing import Any

from ducato.checks.faults import Broken, folder_of, source_of
from ducato.core import verbs
from ducato.core.defaults import FUNCTIONS
from ducato.core.editions import data_files
from ducato.core.game import Game
from ducato.core.i18n import CORE, has_text
from ducato.core.struct import Struct

NOT_DETERMINISTIC = ("random", "secrets", "time", "datetime", "uuid", "os")
"""Modules whose functions give a different answer each time."""
NOT_COMPILED = (
    "all", "any", "bytes", "dict", "filter", "format", "frozenset", "getattr", "input", "iter",
    "list", "map", "next", "open", "print", "repr", "reversed", "set", "setattr", "sorted",
    "str", "sum", "vars",
)  # fmt: skip
"""Built-in functions that allocate, or that cannot be compiled in rules."""
ALLOCATING = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string",
    ast.Lambda: "a function",
}
READERS = ("scene", "narration", "auto_responses")
"""The modules whose functions only read."""
OPTIONAL = {
    **{home: tuple(verb.__name__ for verb in some) for home, some in verbs.HOMES.items()},
    "scene": FUNCTIONS,
    "narration": FUNCTIONS,
}
"""The functions that ducato knows, by module."""
SIMILAR = 0.9
"""The similarity, from 0 to 1, above which a name is taken for a misspelling."""
CHANGING = (
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "update",
    "discard", "setdefault", "popitem", "difference_update", "intersection_update",
    "appendleft", "popleft", "extendleft", "subtract",
)  # fmt: skip
"""Methods that change a list, a dictionary, a set or a deque."""
NUMPY_ALLOCATES = ("zeros", "ones", "empty", "full", "array", "arange", "asarray", "copy")


def rules_can_be_compiled(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that rules use names that exist, and only the subset of Python that is compiled."""
    state = game.module("state")
    for home in verbs.HOMES:
        game.optional_module(home)
    for module, path, tree in _modules(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _is_rule(module, node):
                reader = _Rule(module, node, {"state": state.State, "edition": state.Edition})
                for line, problem, advice in reader.faults():
                    yield Broken(problem, advice, file=f"{path}:{line}")


def state_uses_no_chance(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the module `state` computes its components without clocks and random numbers."""
    for module, path, tree in _modules(game, everything=True):
        if path.partition("/")[0].removesuffix(".py") != "state":
            continue
        for node in ast.walk(tree):
            if called := _chance_in(module, node):
                yield Broken(
                    f"the module state uses {called}",
                    "Constants and components are the same in every process: write them down, or "
                    "compute them from the values.",
                    file=f"{path}:{getattr(node, 'lineno', 1)}",
                )


def nothing_is_kept_in_modules(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that functions of the presentation and of the responses change no global variable."""
    for _, path, tree in _modules(game, everything=True):
        if path.partition("/")[0].removesuffix(".py") not in READERS:
            continue
        kept = {name for statement in tree.body for name in _containers(statement)}
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for line, name in _changes(function, kept - _bound(function)):
                    yield Broken(
                        f"{function.name} changes {name}, a global variable",
                        "What a seat has seen must not reach others: depend on arguments alone.",
                        file=f"{path}:{line}",
                        warning=True,
                    )


def functions_are_known(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that no public function has almost the name of an optional one, which it must have."""
    for contract, names in OPTIONAL.items():
        module = game.optional_module(contract)
        for name, value in vars(module).items() if module is not None else ():
            if isinstance(value, FunctionType) and name not in names and name[0] != "_":
                here = source_of(game.package, value)
                meant = get_close_matches(name, names, 1, SIMILAR)
                if meant and not hasattr(module, meant[0]) and here is not None:
                    yield Broken(
                        f"{name} is never called: no optional function has this name",
                        f"Did you mean {meant[0]}? If not, begin the name with an underscore.",
                        file=here,
                        warning=True,
                    )


def texts_are_registered(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the catalogue has an entry for each key that the sources name."""
    for _, path, tree in _modules(game, everything=True):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(key)), *_]):
                    if not has_text(game.package, key) and not has_text(CORE, key):
                        yield Broken(
                            f"no text has the key {key!r}",
                            "Add it to locale/en.toml, or correct the key.",
                            file=f"{path}:{node.lineno}",
                        )


def options_are_read(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the sources mention every parameter."""
    mentioned: set[str] = set()
    for _, _, tree in _modules(game, everything=True):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                mentioned.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                mentioned.add(node.value)
    lines = data_files.read_text(game.package, "data/editions.toml").splitlines()
    for name in game.parameters:
        if name not in mentioned:
            line = next((n for n, text in enumerate(lines, 1) if text.startswith(name)), 1)
            yield Broken(
                f"the option {name} is never read",
                f"Use edition.{name} in the rules, or remove the option.",
                file=f"data/editions.toml:{line}",
                warning=True,
            )


def _modules(
    game: Game, *, everything: bool = False
) -> Iterator[tuple[ModuleType | None, str, ast.Module]]:
    """Yield the modules that define a game's verbs, or all, each with its path and its syntax tree.

    A module that has not been imported is None.
    """
    folder, frozen = folder_of(game.package), set(game.rules.values())
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        if f"{game.package}.{parts[0]}" in frozen or not (everything or parts[0] in verbs.HOMES):
            continue
        name = ".".join((game.package, *parts)).removesuffix(".__init__")
        tree = ast.parse(path.read_bytes())
        yield sys.modules.get(name), path.relative_to(folder).as_posix(), tree


def _is_rule(module: ModuleType | None, node: ast.FunctionDef) -> bool:
    return module is not None and any(
        isinstance(mark, ast.Name) and getattr(module, mark.id, None) is verbs.rule
        for mark in node.decorator_list
    )


def _chance_in(module: ModuleType | None, node: ast.AST) -> str:
    """Return the name of a function that is not deterministic, if an expression mentions one."""
    match node:
        case ast.Attribute(value=ast.Name(id=base), attr=name):
            value = getattr(module, base, None)
            if isinstance(value, ModuleType) and _is_chance(value.__name__, name):
                return f"{value.__name__}.{name}"
        case ast.Name(id=name, ctx=ast.Load()):
            value = getattr(module, name, None)
            source = getattr(value, "__module__", None) or ""
            if callable(value) and _is_chance(source, name):
                return f"{source}.{name}"
    return ""


def _is_chance(module: str, name: str) -> bool:
    return module.split(".", maxsplit=1)[0] in NOT_DETERMINISTIC or f"{module}.{name}".startswith(
        "numpy.random"
    )


def _containers(statement: ast.stmt) -> Iterator[str]:
    """Yield the names of lists, dictionaries and sets that a statement of a module makes."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            targets = [target]
        case _:
            return
    made = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.Call)
    if isinstance(value, made):
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def _bound(function: ast.FunctionDef) -> set[str]:
    """Return the names that are local to a function."""
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name | ast.arg | ast.Global)]
    shared = {name for node in names if isinstance(node, ast.Global) for name in node.names}
    local = {node.arg for node in names if isinstance(node, ast.arg)}
    local |= {n.id for n in names if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return local - shared


def _changes(function: ast.FunctionDef, kept: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name for each change of a global variable in a function."""
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names):
                yield node.lineno, names[0]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                if name in kept and method in CHANGING:
                    yield node.lineno, name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                if name in kept:
                    yield node.lineno, name


class _Rule:
    """The reader of one rule.

    Args:
        module: the module of the rule.
        node: the rule.
        structs: the structs, by the names that parameters of rules give them.
    """

    def __init__(
        self, module: ModuleType | None, node: ast.FunctionDef, structs: dict[str, type[Struct]]
    ) -> None:
        self.module, self.node = module, node
        arguments = {argument.arg for argument in node.args.args}
        self.structs = {name: struct for name, struct in structs.items() if name in arguments}
        self.locals = arguments | {
            child.id
            for child in ast.walk(node)
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)
        }

    def faults(self) -> Iterator[tuple[int, str, str]]:
        """Yield the line, the problem and the advice for each fault."""
        for statement in self.node.body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            for node in ast.walk(statement):
                for problem, advice in self._faults_of(node):
                    yield getattr(node, "lineno", self.node.lineno), problem, advice

    def _faults_of(self, node: ast.AST) -> Iterator[tuple[str, str]]:
        rule = self.node.name
        match node:
            case ast.Attribute(value=ast.Name(id=base), ctx=ast.Store() | ast.Del()) if (
                base == "edition" or base not in self.locals
            ):
                yield (
                    f"the rule {rule} changes {base}.{node.attr}",
                    "A rule changes its state alone: declare a field in State.",
                )
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if (
                changed := self._outside(value)
            ):
                yield (
                    f"the rule {rule} changes {changed}",
                    "A rule changes its state alone: declare a field in State.",
                )
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id=base), attr="random"), attr=name
            ) if getattr(getattr(self.module, base, None), "__name__", "") == "numpy":
                yield self._chance(f"numpy.random.{name}")
            case ast.Attribute(value=ast.Name(id=base), attr=name):
                yield from self._attribute(base, name)
            case ast.Call(func=ast.Name(id=called)):
                yield from self._call(called)
            case ast.Name(id=name) if name not in self.locals:
                yield from self._global(name, getattr(self.module, name, None))
            case ast.Constant(value=str() | bytes()):
                yield (
                    f"the rule {rule} uses a string",
                    "Rules know numbers alone: use an enumeration or a constant.",
                )
            case ast.Global() | ast.Nonlocal():
                yield (
                    f"the rule {rule} changes a global variable",
                    "All that a game remembers is in its state: declare a field in State.",
                )
        for kind, what in ALLOCATING.items():
            if type(node) is kind:
                yield (
                    f"the rule {rule} makes {what}",
                    "Rules allocate nothing: use a loop over indices, or a field of State.",
                )

    def _outside(self, value: ast.expr) -> str:
        """Return the name of an array that belongs to the edition or to a module; "" if none."""
        match value:
            case ast.Attribute(value=ast.Name(id=base), attr=name):
                if base == "edition" or base not in self.locals:
                    return f"{base}.{name}"
            case ast.Name(id=name) if name not in self.locals:
                return name
            case ast.Subscript(value=inner):
                return self._outside(inner)
        return ""

    def _attribute(self, base: str, name: str) -> Iterator[tuple[str, str]]:
        if base in self.structs:
            if name not in self.structs[base].fields:
                where = "Edition and no option" if base == "edition" else "State"
                yield (
                    f"{base}.{name}: there is no field {name} in {where}",
                    "Correct the name, or declare it.",
                )
            return
        if base in self.locals:
            return
        value = getattr(self.module, base, None)
        if isinstance(value, EnumMeta) or hasattr(value, "_fields"):
            if not hasattr(value, name):
                yield f"{base}.{name}: {base} has no {name}", f"It has {_members(value)}."
        elif isinstance(value, ModuleType):
            if _is_chance(value.__name__, ""):
                yield self._chance(f"{value.__name__}.{name}")
            elif value.__name__ == "numpy" and name in NUMPY_ALLOCATES:
                yield (
                    f"the rule {self.node.name} makes an array",
                    "Rules allocate nothing: use a loop over indices, or a field of State.",
                )

    def _call(self, called: str) -> Iterator[tuple[str, str]]:
        if called in self.locals:
            return
        value: Any = getattr(self.module, called, None)
        if isinstance(value, FunctionType) and all(
            value is not known for known in (*verbs.RULES, *verbs.VERBS)
        ):
            yield (
                f"the rule {self.node.name} calls {called}, which is not marked with @rule",
                f"Write @rule above {called}, if it keeps to what can be compiled.",
            )
        elif _is_chance(getattr(value, "__module__", None) or "", ""):
            yield self._chance(f"{value.__module__}.{called}")
        elif value is None and called in NOT_COMPILED and hasattr(builtins, called):
            yield (
                f"the rule {self.node.name} calls {called}",
                "It allocates or cannot be compiled: use a loop over indices.",
            )

    def _chance(self, called: str) -> tuple[str, str]:
        return (
            f"the rule {self.node.name} uses {called}",
            "The same actions must always lead to the same state: chance is a step, whose outcomes "
            "chance_outcomes counts.",
        )

    def _global(self, name: str, value: object) -> Iterator[tuple[str, str]]:
        if isinstance(value, list | dict | set | frozenset):
            yield (
                f"the rule {self.node.name} uses {name}, a global {type(value).__name__}",
                "Constants of rules are numbers, enumerations and tuples; a length is computed in "
                "state.py. What changes is a field of State.",
            )


def _members(value: Any) -> str:
    names = [*value.__members__] if isinstance(value, EnumMeta) else value._fields
    return ", ".join(names)
