"""What a module imports, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator


def imported_names(
    tree: ast.Module, package: str, modules: Container[str], for_types: bool = True
) -> Iterator[str]:
    """Yield the full names of everything that a module imports, also within functions.

    Args:
        tree: the syntax tree of the module.
        package: the package that relative imports start from.
        modules: the modules that are known; a name imported from a package is a module if it is
            one of these, and stands for the package otherwise.
        for_types: whether imports for type checkers count.
    """
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not for_types:
            nodes.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in modules else base
        nodes.extend(ast.iter_child_nodes(node))


def package_of(module: str, is_package: bool) -> str:
    """Return the package that the relative imports of a module start from."""
    return module if is_package else module.rpartition(".")[0]
