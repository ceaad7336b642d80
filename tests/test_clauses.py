"""Every clause of every rulebook is named by a test, and every clause cited exists."""

from __future__ import annotations

import re

import pytest
from tests.support import clauses
from tests.support.clauses import Citation

from ducato.core.game import all_games


@pytest.mark.parametrize("game", clauses.GAMES)
def test_every_clause_is_named_by_a_test(game):
    assert clauses.rules_file(game).exists(), "write the rules of the game, clause by clause"
    assert not clauses.untested(game)


@pytest.mark.parametrize("game", clauses.GAMES)
def test_every_cited_clause_exists(game):
    assert not clauses.unknown(game)


@pytest.mark.parametrize("game", clauses.GAMES)
def test_clauses_stand_in_order_and_once(game):
    found = clauses.clauses(game)
    assert found == sorted(set(found), key=lambda c: [int(n) for n in c.split(".")])


@pytest.mark.parametrize("game", clauses.GAMES)
def test_a_clause_begins_with_its_number(game):
    """A reader sees the number, which is not only the target of links."""
    text = clauses.rules_file(game).read_text("utf-8")
    assert re.findall(r'^(?:\| )?(\d+\.\d+) <a id="\1"></a>', text, re.MULTILINE) == (
        clauses.clauses(game)
    )


@pytest.mark.parametrize("game", clauses.GAMES)
def test_references_inside_the_rules_exist(game):
    known = set(clauses.clauses(game))
    text = clauses.rules_file(game).read_text("utf-8")
    cited = [
        clause
        for group in re.findall(r"\[(\d[\d., ]*)\]", text)
        for clause in re.findall(r"\d+\.\d+", group)
    ]
    assert cited
    assert set(cited) <= known


@pytest.mark.parametrize("game", all_games().values(), ids=lambda g: g.name)
def test_every_option_stands_in_the_rules(game):
    folder = game.package.rpartition(".")[2]
    if folder not in clauses.GAMES:
        pytest.skip("a game of another package")
    known, text = clauses.clauses(folder), clauses.rules_file(folder).read_text("utf-8")
    for parameter in game.parameters.values():
        assert parameter.clause in known, f"{parameter.name} cites {parameter.clause}"
        assert f"`{parameter.name}" in text, f"the rules do not mention {parameter.name}"
    for edition in game.editions:
        assert f"`{edition}`" in text


def test_citations_are_found_and_understood(tmp_path):
    file = tmp_path / "test_it.py"
    file.write_text('"""[chess 3.3] and [chess 2, 4.1 to 4.3]; [go 9.9]."""\n# [chess 3.10]\n')
    found = list(clauses.citations("chess", [file]))
    assert [(c.where, c.first, c.last) for c in found] == [
        ("test_it.py:1", "3.3", "3.3"),
        ("test_it.py:1", "2", "2"),
        ("test_it.py:1", "4.1", "4.3"),
        ("test_it.py:2", "3.10", "3.10"),
    ]


def test_a_section_or_range_means_its_clauses():
    known = ["2.1", "2.2", "3.1", "3.2", "3.9", "3.10"]
    assert Citation("", "2", "2").names(known) == ["2.1", "2.2"]
    assert Citation("", "2.2", "3.2").names(known) == ["2.2", "3.1", "3.2"]
    assert Citation("", "3.1", "3.1").names(known) == ["3.1"]
    assert Citation("", "3.9", "3.10").names(known) == ["3.9", "3.10"]
    assert not Citation("", "3.3", "3.3").names(known)
    assert not Citation("", "7", "7").names(known)


def test_a_missing_test_and_a_wrong_citation_are_listed(monkeypatch, tmp_path):
    rules, tests = tmp_path / "chess.md", tmp_path / "test_chess.py"
    rules.write_text('1.1 <a id="1.1"></a>A.\n1.2 <a id="1.2"></a>B.\n1.3 <a id="1.3"></a>C.\n')
    tests.write_text("# [chess 1.2, 1.4] [chess 1.1 to 1.3]\n")
    monkeypatch.setattr(clauses, "rules_file", lambda game, language="en": rules)
    monkeypatch.setattr(clauses, "test_files", lambda game: [tests])
    assert clauses.untested("chess") == ["1.1", "1.3"]  # a range names none of them
    assert clauses.unknown("chess") == ["test_chess.py:1 cites 1.4"]
