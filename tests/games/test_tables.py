"""The comparison of tables names the table, row and column, the value expected and found."""

from __future__ import annotations

from tests.support.tables import GAMES, bare, differences, unguarded

EXPECTED = {"B01": {"coins": "6", "points": "1"}, "B02": {"coins": "8", "points": "0"}}


def test_equal_tables_do_not_differ():
    assert (
        differences("cards", EXPECTED, {"B02": {"points": 0, "coins": 8}, "B01": EXPECTED["B01"]})
        == []
    )


def test_every_difference_is_told():
    found = {"B02": {"coins": 9, "stone": 1}, "B03": {"coins": 6, "points": 1}}
    assert differences("cards", EXPECTED, found) == [
        "cards: no row B01",
        "cards: unexpected row B03",
        "cards: B02: coins: expected '8', found '9'",
        "cards: B02: points: expected '0', found 'no such column'",
        "cards: B02: stone: expected 'no such column', found '1'",
    ]


def test_unguarded_columns_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr("tests.support.tables.GAMES", tmp_path)
    (tmp_path / "chess" / "data").mkdir(parents=True)
    (tmp_path / "chess" / "data" / "pieces.csv").write_text("id,value\nqueen,9\n")
    assert unguarded("chess", {"pieces.csv": {"*"}}) == []
    assert unguarded("chess", {"pieces.csv": {"id", "worth"}}) == [
        "pieces.csv value",
        "pieces.csv worth",
    ]
    assert unguarded("chess", {}) == ["pieces.csv id", "pieces.csv value"]
    assert unguarded("chess", {"pieces.csv": {"*"}, "board.csv": {"*"}}) == ["board.csv *"]


def test_names_are_compared_without_articles():
    names = ["The Chapel", "la|Cappella", "L'abbaye", "l’|Abbaye", "Tile kiln", "Una grúa"]
    assert [bare(name) for name in names] == [
        *("chapel", "cappella", "abbaye", "abbaye", "tile kiln", "grúa")
    ]
    assert GAMES.is_dir()
