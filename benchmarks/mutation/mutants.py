"""Mutants of rules: copies of a function that differ from it in one small thing.

A mutant is known by its function and by the text of one statement before and after the change, so
that it keeps its name when lines move. Where a function has the same statement several times,
mutants are told apart by the number of the statement among its equals.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from benchmarks.mutation.operators import changes, essence, statement_changes

HIT = "__reached__"
"""The set, in the globals of an instrumented module, of the lines reached."""


@dataclass(frozen=True)
class Mutant:
    """A changed function.

    Attributes:
        module: the name of the module within the rules, as in ``income``.
        name: the name of the function.
        line: the line of the statement.
        before: the statement, or the head of a compound one.
        after: the same after the change.
        number: 1 for the first statement of the function with this text, and so on.
        code: the function's code after the change.
    """

    module: str
    name: str
    line: int
    before: str
    after: str
    number: int
    code: CodeType

    @property
    def where(self) -> str:
        """Return module and function, as in ``income.roll``."""
        return f"{self.module}.{self.name}"

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Return what the mutant is known by, whatever its line."""
        return self.where, self.before, self.after, self.number

    def __str__(self) -> str:
        nth = f" ({self.number})" if self.number > 1 else ""
        return f"{self.where}:{self.line}{nth}: {self.before}  ->  {self.after}"


def rule_modules(package: Path) -> dict[str, Path]:
    """Return the modules of a game's rules by name."""
    rules = package / "rules"
    return {_module(path.relative_to(rules)): path for path in sorted(rules.rglob("*.py"))}


def _module(path: Path) -> str:
    """Return the name of a module within the rules, as in ``cards.deck``."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def functions(path: Path) -> list[ast.FunctionDef]:
    """Return the functions of a module, bare of what their bodies do not need."""
    found = [n for n in ast.parse(path.read_text("utf-8")).body if isinstance(n, ast.FunctionDef)]
    for function in found:
        function.decorator_list = []
        if ast.get_docstring(function) is not None:
            function.body[0] = ast.copy_location(ast.Pass(), function.body[0])
    return found


def mutants_of(module: str, path: Path) -> Iterator[Mutant]:
    """Yield the mutants of all functions of a module, without those that are plainly equal."""
    for function in functions(path):
        numbers: Counter[str] = Counter()
        for body, index in statements(function):
            statement, before = body[index], head(body[index])
            last = statement is function.body[-1]
            numbers[before] += 1
            seen = {essence(statement)}
            for _ in _changed(body, index):
                changed = body[index]
                if essence(changed) in seen or (last and _drops_value(statement, changed)):
                    continue
                seen.add(essence(changed))
                line, after, code = statement.lineno, head(changed), compiled(function, path)
                yield Mutant(module, function.name, line, before, after, numbers[before], code)


def _drops_value(statement: ast.stmt, changed: ast.stmt) -> bool:
    """Return whether a function would end without the value that its last statement returns."""
    return isinstance(statement, ast.Return) and isinstance(changed, ast.Pass)


def statements(node: ast.AST) -> list[tuple[list[ast.stmt], int]]:
    """Return where every statement stands within a node, in the order of the source."""
    found = []
    for field in ("body", "orelse"):
        body = getattr(node, field, [])
        for index, statement in enumerate(body if isinstance(body, list) else []):
            found.append((body, index))
            found += statements(statement)
    return found


def head(statement: ast.stmt) -> str:
    """Return the text of a simple statement, or of a compound one up to its colon."""
    return ast.unparse(statement).split("\n", maxsplit=1)[0]


def compiled(function: ast.FunctionDef, path: Path) -> CodeType:
    """Return the code of a function."""
    module = ast.Module([function], type_ignores=[])
    consts = compile(ast.fix_missing_locations(module), str(path), "exec").co_consts
    return next(const for const in consts if isinstance(const, CodeType))


def instrumented(path: Path) -> Iterator[tuple[str, CodeType]]:
    """Yield each function's name and a code for it that notes the lines that it reaches."""
    for function in functions(path):
        for body, index in reversed(statements(function)):
            note = ast.parse(f"{HIT}.add({body[index].lineno})").body[0]
            body.insert(index, ast.copy_location(note, body[index]))
        yield function.name, compiled(function, path)


def _changed(body: list[ast.stmt], index: int) -> Iterator[None]:
    """Make each change of one statement in turn; undo it when resumed."""
    original = body[index]
    for other in statement_changes(original):
        body[index] = ast.copy_location(other, original)
        yield
    body[index] = original
    for holder, field, spot in list(_expressions(original)):
        node = _get(holder, field, spot)
        for expression in changes(node):
            _set(holder, field, spot, ast.copy_location(expression, node))
            yield
        _set(holder, field, spot, node)


def _expressions(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Yield where every expression stands in a statement, but not in the statements within it."""
    for field, value in ast.iter_fields(node):
        if field == "annotation":
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.expr):
                yield node, field, index if isinstance(value, list) else None
                yield from _expressions(child)


def _get(holder: ast.AST, field: str, index: int | None) -> ast.expr:
    value = getattr(holder, field)
    expression: ast.expr = value if index is None else value[index]
    return expression


def _set(holder: ast.AST, field: str, index: int | None, node: ast.expr) -> None:
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node
