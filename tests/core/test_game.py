"""Finding and loading games: names, numbers of players, editions, options."""

from __future__ import annotations

import pytest
from tests import invented as invented_game
from tests.support.registered import registered

import ducato
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.core.game.folder import game_from

GAME = min(all_games())


def test_the_games_of_the_package_are_found():
    assert "magnate" in ducato.all_games()
    for name, game in all_games().items():
        assert name == game.name
        assert game.editions
        assert game.players


def test_a_path_to_nothing_is_told_from_a_name(tmp_path):
    with pytest.raises(BadValue, match="a folder that exists, as seen from"):
        game_from("examples/no-such-game")
    with pytest.raises(BadValue, match="a folder that exists"):
        game_from(tmp_path / "nothing")
    with pytest.raises(UnknownName, match="magnate"):
        game_from("no-such-game")


def test_a_game_of_another_package_is_found(invented):
    """By an entry point."""
    assert all_games()["invented"] is invented
    loaded = ducato.load("invented", players=3, worth="2")
    assert loaded.players == 3
    assert loaded.options == {"worth": 2}
    assert loaded.edition.worth == 2
    assert loaded.edition.players == 3


def test_a_game_of_the_package_is_not_replaced():
    with registered(invented_game.GAME, GAME):
        assert all_games()[GAME].package != invented_game.GAME.package


def test_it_is_gone_when_it_is_not_offered():
    assert "invented" not in all_games()


def test_the_smallest_game_and_the_first_edition_are_the_default():
    game = all_games()[GAME]
    loaded = ducato.load(GAME)
    assert loaded.players == game.players[0]
    assert loaded.edition_name == game.editions[0]
    assert loaded.options == {}
    assert loaded.values == {**loaded.values, **game.load(None, None).values}


@pytest.mark.parametrize(
    ("call", "choices"),
    [
        (lambda: ducato.load("chess"), list(all_games())),
        (lambda: ducato.load(GAME, edition="lost"), all_games()[GAME].editions),
        (lambda: ducato.load(GAME, players=9), [str(n) for n in all_games()[GAME].players]),
        (lambda: ducato.load(GAME, speed=3), list(all_games()[GAME].parameters)),
    ],
)
def test_unknown_names_list_the_right_ones(call, choices: list[str]):
    with pytest.raises(UnknownName) as caught:
        call()
    assert caught.value.choices == choices
    for choice in choices:
        assert choice in str(caught.value)


def test_all_parameters_of_all_games_have_a_sound_default():
    for game in all_games().values():
        for parameter in game.parameters.values():
            assert parameter.check(parameter.default) == parameter.default
            assert parameter.clause
            assert isinstance(parameter.default, bool | str) or parameter.unit
            for edition in game.editions:
                value = game.load(edition=edition).values[parameter.name]
                assert parameter.check(value) == value


SIZE = Parameter("size", 3, (1, 6), (), "cards", "2.3")
OPEN = Parameter("open", True, None, (), "", "2.4")
WHEN = Parameter("when", "now", None, ("now", "later"), "", "2.5")


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (SIZE, 6, 6), (SIZE, "1", 1), (SIZE, " 2 ", 2),
        (OPEN, False, False), (OPEN, "true", True), (OPEN, "No", False), (OPEN, 0, False),
        (OPEN, "1", True), (OPEN, "yes", True),
        (WHEN, "later", "later"),
    ],
)  # fmt: skip
def test_values_and_words_of_the_command_line(parameter: Parameter, given: object, value: object):
    checked = parameter.check(given)
    assert checked == value
    assert type(checked) is type(value)


@pytest.mark.parametrize(
    ("parameter", "given", "expected"),
    [
        (SIZE, 0, "a whole number from 1 to 6 (cards)"),
        (SIZE, 7, "a whole number from 1 to 6 (cards)"),
        (SIZE, "many", "a whole number from 1 to 6 (cards)"),
        (SIZE, 2.5, "a whole number from 1 to 6 (cards)"),
        (SIZE, True, "a whole number from 1 to 6 (cards)"),
        (SIZE, None, "a whole number from 1 to 6 (cards)"),
        (OPEN, "perhaps", "true or false"),
        (OPEN, 2, "true or false"),
        (WHEN, "soon", "one of now, later"),
        (WHEN, 0, "one of now, later"),
    ],
)
def test_wrong_values_say_what_is_right(parameter: Parameter, given: object, expected: str):
    with pytest.raises(BadValue) as caught:
        parameter.check(given)
    assert caught.value.expected == expected
    assert parameter.name in str(caught.value)


def test_a_choice_stands_in_the_record_by_its_position():
    assert [p.as_number(v) for p, v in [(SIZE, 4), (OPEN, True), (WHEN, "later")]] == [4, 1, 1]


def test_loading_twice_gives_equal_games():
    one, other = ducato.load(GAME), ducato.load(GAME)
    assert one.edition == other.edition
    assert one.edition is not other.edition
