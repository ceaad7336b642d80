"""No identifier contains a retired word (see `vocabulary`)."""

from __future__ import annotations

import pytest
from tests.repository.identifiers import Identifier, identifiers
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
