"""The check of the sources: names in the rules that do not exist, and what cannot be compiled.

The sources are read, not run, so that a fault is found even where no random game comes to it.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from enum import EnumMeta
from types import FunctionType, ModuleType
from typing import Any

from ducato.core import verbs
from ducato.core.checks.findings import Broken, folder_of
from ducato.core.game import Game
from ducato.core.i18n import CORE, has_text
from ducato.core.struct import Struct

NOT_DETERMINISTIC = ("random", "secrets", "time", "datetime", "uuid", "os")
"""Modules whose functions give a different answer each time."""
NOT_COMPILED = (
    *("all", "any", "bytes", "dict", "filter", "format", "frozenset", "getattr", "input", "iter"),
    *("list", "map", "next", "open", "print", "repr", "reversed", "set", "setattr", "sorted"),
    *("str", "sum", "vars"),
)
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
NUMPY_ALLOCATES = ("zeros", "ones", "empty", "full", "array", "arange", "asarray", "copy")


def rules_can_be_compiled(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that rules use names that exist, and only the subset of Python that is compiled."""
    state = game.module("state")
    game.module("rules")
    for module, path, tree in _modules(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _is_rule(module, node):
                reader = _Rule(module, node, {"state": state.State, "edition": state.Edition})
                for line, problem, advice in reader.faults():
                    yield Broken(problem, advice, file=f"{path}:{line}")


def texts_are_registered(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the catalogue has an entry for each key that the sources name."""
    for _, path, tree in _modules(game, everything=True):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(key)), *_]):
                    if not has_text(game.package, key) and not has_text(CORE, key):
                        yield Broken(
                            f"no text has the key {key!r}",
                            "Add it to locale/en.po, or correct the key.",
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
    lines = (folder_of(game.package) / "data/editions.toml").read_text("utf-8").splitlines()
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
    """Yield the modules of a game's rules, or all, each with its path and its syntax tree.

    A module that has not been imported is None.
    """
    folder, frozen = folder_of(game.package), set(game.rules.values())
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        if f"{game.package}.{parts[0]}" in frozen or not (everything or parts[0] == "rules"):
            continue
        name = ".".join((game.package, *parts)).removesuffix(".__init__")
        tree = ast.parse(path.read_text("utf-8"))
        yield sys.modules.get(name), path.relative_to(folder).as_posix(), tree


def _is_rule(module: ModuleType | None, node: ast.FunctionDef) -> bool:
    return module is not None and any(
        isinstance(mark, ast.Name) and getattr(module, mark.id, None) is verbs.rule
        for mark in node.decorator_list
    )


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
            if value.__name__.split(".")[0] in NOT_DETERMINISTIC:
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
        elif getattr(value, "__module__", None) in NOT_DETERMINISTIC:
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
