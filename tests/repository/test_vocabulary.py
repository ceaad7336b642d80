"""No identifier contains a retired word (see `vocabulary`), and no name says two things."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.repository.identifiers import ROOT, Identifier, identifiers
from tests.repository.vocabulary import ALLOWED, is_allowed, retired


def test_no_identifier_contains_a_retired_word():
    found = [
        f"{identifier}: {word}, say {instead}"
        for identifier in identifiers()
        for word, instead in retired(identifier)
        if not is_allowed(identifier, word)
    ]
    assert found == []


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda one: f"{one.word} in {one.paths[0]}")
def test_every_exception_is_needed(allowed):
    assert any(
        is_allowed(identifier, word) and word == allowed.word
        for identifier in identifiers()
        for word, _ in retired(identifier)
    )


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("class", "HallOfTables", ["hall"]),
        ("function", "_give_standing_answers", ["standing"]),
        ("argument", "places", ["places"]),
        ("attribute", "taken_back", []),
        ("attribute", "take_back", ["take back"]),
        ("function", "takeBack", ["take back"]),
        ("key of a text", "company.back_asked", ["company"]),
        ("style", "talk-lines", ["talk"]),
        ("function", "replaced", []),
        ("class", "Record", ["Record"]),
        ("class", "GameRecord", []),
        ("function", "test_a_place_is_told", []),
        ("function", "test_the_steward_plays_on", ["steward"]),
        ("module", "test_standing", ["standing"]),
    ],
)
def test_a_retired_word_is_found_as_a_part(kind: str, name: str, words: list[str]):
    assert [word for word, _ in retired(Identifier("src/x.py", 1, kind, name))] == words


def test_all_kinds_of_names_are_read():
    """Otherwise the check would pass because it reads nothing."""
    kinds = {identifier.kind for identifier in identifiers()}
    assert kinds >= {
        "argument", "attribute", "class", "column", "constant", "field", "file", "function", "key",
        "key of a text", "mark", "message type", "module", "name", "style", "table",
    }  # fmt: skip


def test_names_of_the_client_are_read():
    names = {i.name for i in identifiers() if i.path.startswith("src/ducato/client/")}
    assert len(names) > 500


SOURCES = ROOT / "src/ducato"
CONVENTIONAL = {
    "__main__", "buffers", "commands", "errors", "kernel", "kernels", "live", "model", "options",
    "output", "pages", "routes", "schemas", "service", "settings", "storage",
}  # fmt: skip
"""Modules that hold the same sort of thing in every package."""
LAYERS = {"admin", "checks", "cli", "defaults", "queries", "routes", "schema"}
"""Packages whose modules bear the names of what they serve."""


def repeated(root: Path) -> Iterator[str]:
    """Yield public classes and modules with the name of another; each game has names of its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root)
        if name.parts[0] == "games":
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[f"class {node.name}"].append(name.as_posix())
        *packages, module = name.with_suffix("").parts
        if module == "__init__":
            module = packages.pop() if packages else ""
        if module not in CONVENTIONAL | set(packages[-1:]) and not LAYERS & set(packages):
            found[f"module {module}"].append(name.as_posix())
    for name, paths in found.items():
        if len(paths) > 1:
            yield f"{name}: {', '.join(paths)}"


def test_no_class_or_module_has_the_name_of_another():
    assert list(repeated(SOURCES)) == []


def test_a_repeated_name_is_found(tmp_path: Path):
    for name in ("a/steps", "a/model", "b/steps", "b/model", "b/b", "cli/steps", "games/steps"):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"class {path.stem.title()}: ...\nclass _Own: ...\n")
    assert [one.partition(":")[0] for one in repeated(tmp_path)] == [
        "class Model", "class Steps", "module steps",
    ]  # fmt: skip
