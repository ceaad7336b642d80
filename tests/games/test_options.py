"""Every option of every game has a test that fails when the rules ignore the option.

Those tests have the mark `option`; see `tests.support.options`. The values of every edition are
compared with the specification's, in `tables/parameters.csv` beside the tests of each game.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from tests.support.clauses import GAMES
from tests.support.options import check, ignored, marked
from tests.support.tables import differences, read

import ducato
from ducato.core.game import Game, all_games

OWN_GAMES = [all_games()[folder.replace("_", "-")] for folder in GAMES]


def folder(game: Game) -> Path:
    """Return the folder of a game's tests."""
    return Path(__file__).parent / game.package.rpartition(".")[2]


def options(game: Game) -> set[str]:
    """Return the parameters of a game and its adjustable columns, such as ``tiles.*.cost``."""
    cells = (name.split(".") for name in game.cells)
    return {*game.parameters, *(f"{table}.*.{column}" for table, _, column in cells)}


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.name)
def test_every_option_has_a_test(game: Game):
    patterns = marked(folder(game))
    missing = [o for o in options(game) if not any(fnmatchcase(o, p) for p in patterns)]
    assert sorted(missing) == []


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.name)
def test_every_mark_names_an_option(game: Game):
    known = options(game)
    unknown = [p for p in marked(folder(game)) if not any(fnmatchcase(o, p) for o in known)]
    assert sorted(unknown) == []


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.name)
def test_the_editions_have_the_values_of_the_specification(game: Game):
    """The values that are listed, and those that the rules read."""
    table = read(folder(game) / "tables" / "parameters.csv", "option", "players")
    for edition in game.editions:
        for players in game.players:
            loaded = game.load(players, edition)
            expected = {
                name: {"value": (table.get(f"{name} {players}") or table[f"{name} "])[edition]}
                for name in {key.partition(" ")[0] for key in table}
            }
            found = {name: {"value": str(loaded.values[name]).lower()} for name in game.parameters}
            assert differences(f"{edition}, {players} players", expected, found) == []
            for name, option in game.parameters.items():
                value = option.as_number(loaded.values[name])
                assert loaded.edition[name] == value, name


def test_an_ignored_option_has_its_default():
    """The options given are still listed; only what the rules read has the default."""
    with ignored("hand_size"):
        loaded = ducato.load("magnate", hand_size=5, ace_price=2)
    assert (loaded.edition.hand_size, loaded.edition.ace_price) == (3, 2)
    assert loaded.values["hand_size"] == 5
    assert ducato.load("magnate", hand_size=5).edition.hand_size == 5


def test_an_ignored_column_has_its_defaults():
    cells = {"tiles.sword.attack": 9, "tiles.war-axe.attack": 9, "tiles.sword.defence": 9}
    with ignored("tiles.*.attack"):
        edition = ducato.load("fantasy-market", **cells).edition
    assert list(edition.row("tile_attack")[:2]) == [2, 3]
    assert edition.tile_defence[0] == 9


def has_hand_size(size: int) -> None:
    assert ducato.load("magnate", hand_size=size).edition.hand_size == size


def test_a_test_that_fails_without_its_option_is_accepted():
    check(has_hand_size, {"size": 5}, ["hand_size"])


@pytest.mark.parametrize(("size", "option"), [(3, "hand_size"), (5, "ace_price")])
def test_a_test_that_passes_without_its_option_is_found(size: int, option: str):
    with pytest.raises(pytest.fail.Exception, match=f"ignore {option}"):
        check(has_hand_size, {"size": size}, [option])


def test_a_test_that_cannot_be_repeated_is_found():
    """It would fail with and without the option."""
    with pytest.raises(IndexError):
        check(lambda sizes: has_hand_size(sizes.pop()), {"sizes": [5]}, ["hand_size"])


def test_marks_are_found(tmp_path: Path):
    (tmp_path / "test_it.py").write_text('@pytest.mark.option("a", "t.*.b")\ndef test_it(): ...\n')
    assert marked(tmp_path) == {"a", "t.*.b"}
