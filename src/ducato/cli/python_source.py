"""Python source files, read and changed at the positions that their syntax tree gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from ducato.core.errors import DucatoError

SCOPES = (
    *(ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
"""The kinds of nodes with variables of their own."""
OF_PACKAGES = {"import_module", "__import__", "find_spec", "files"}
"""The functions whose first argument is the name of a module, even if it is a single word."""
QUOTE = re.compile(rb"[a-zA-Z]*(\"\"\"|'''|\"|')")
Edit = tuple[int, int, str]
"""The positions of the first byte and after the last one, and the text that replaces them."""


class Unreadable(DucatoError):
    """An error raised if a file is not Python in UTF-8; the text names the file and the line."""


@dataclass(frozen=True)
class PythonSource:
    """A Python source file.

    Attributes:
        text: the source, in UTF-8 without a byte order mark.
        tree: its syntax tree.
    """

    text: bytes
    tree: ast.Module

    @classmethod
    def read(cls, path: Path) -> PythonSource:
        """Return the source in a file.

        Raises:
            Unreadable: it is not Python, or not UTF-8.
        """
        try:
            text = path.read_bytes().decode("utf-8-sig")
            return cls(text.encode(), ast.parse(text.encode()))
        except UnicodeDecodeError as error:
            raise Unreadable(f"{path} is not UTF-8: {error}") from error
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            raise Unreadable(f"{path}:{line} is not Python: {error.args[0]}") from error

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(map(len, self.text.splitlines(keepends=True)))]

    def start(self, node: ast.expr | ast.stmt | ast.alias) -> int:
        """Return the position of a node's first byte."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.alias) -> int:
        """Return the position after a node's last byte."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def changed(self, edits: Iterable[Edit]) -> bytes:
        """Return the source with these edits, which do not overlap."""
        text = self.text
        for start, end, words in sorted(edits, reverse=True):
            text = text[:start] + words.encode() + text[end:]
        return text

    def renamed(self, old: str, new: str, modules: Collection[str]) -> bytes:
        """Return the source with a package called by another name.

        It is renamed in imports, in dotted uses after ``import a.b``, and in whole strings that
        name one of its modules. Other words that are spelt like it stay.

        Args:
            old: the package.
            new: its other name.
            modules: the full names of the modules in it.
        """
        dotted = re.compile(r"\s*\.\s*".join(map(re.escape, old.split("."))).encode() + rb"(?!\w)")
        found = (dotted.match(self.text, start) for start in self._positions(old, modules))
        return self.changed({(one.start(), one.end(), new) for one in found if one})

    def _positions(self, old: str, modules: Collection[str]) -> Iterator[int]:
        """Yield the positions where a package is named."""
        for node, imported in _nodes(self.tree, old.partition(".")[0], imported=False):
            if isinstance(node, ast.Import):
                yield from (self.start(alias) for alias in node.names if holds(old, alias.name))
            elif isinstance(node, ast.ImportFrom):
                if not node.level and holds(old, node.module or ""):
                    end_of_from = self.start(node) + len("from")
                    yield self.text.index(old.partition(".")[0].encode(), end_of_from)
            elif isinstance(node, ast.Name | ast.Attribute):
                if imported and ast.unparse(node) == old:
                    yield self.start(node)
            elif isinstance(node, ast.Constant):
                if "." in str(node.value) and node.value in (old, *modules):
                    yield self._start_of_words(node)
            else:
                named = (word for word in _arguments(node) if word.value == old)
                yield from map(self._start_of_words, named)

    def _start_of_words(self, node: ast.Constant) -> int:
        """Return the position of the first letter in a string."""
        quote = QUOTE.match(self.text, self.start(node))
        return quote.end() if quote else self.start(node)


def _nodes(scope: ast.AST, root: str, *, imported: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all nodes in a scope and the scopes inside it, each with what a name means there.

    Args:
        scope: the scope.
        root: the name.
        imported: whether it is a package outside of the scope; otherwise it is a variable.
    """
    nodes = list(_directly_in(scope))
    imported = imported or any(
        alias.asname is None and holds(root, alias.name)
        for node in nodes
        if isinstance(node, ast.Import)
        for alias in node.names
    )
    imported = imported and not any(root in _variables(node) for node in nodes)
    for node in nodes:
        yield node, imported
        if isinstance(node, SCOPES):
            yield from _nodes(node, root, imported=imported)


def _directly_in(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in a scope that are in no scope inside it, without parts of f-strings."""
    for node in ast.iter_child_nodes(scope):
        if not (isinstance(scope, ast.JoinedStr) and isinstance(node, ast.Constant)):
            yield node
            if not isinstance(node, SCOPES):
                yield from _directly_in(node)


def _variables(node: ast.AST) -> list[str | None]:
    """Return the names that a node makes variables, functions or classes of its scope."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Import):
        return [alias.asname for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs)
    return [node.name] if isinstance(node, defined) else []


def _arguments(node: ast.AST) -> list[ast.Constant]:
    """Return the constant among a node's arguments that names a module, if there is one."""
    given: list[ast.expr] = []
    if isinstance(node, ast.keyword) and node.arg == "package":
        given = [node.value]
    elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in OF_PACKAGES:
        given = node.args[:1]
    return [one for one in given if isinstance(one, ast.Constant)]


def holds(package: str, module: str) -> bool:
    """Return whether a module is a package or lies in it."""
    return f"{module}.".startswith(f"{package}.")
