"""Options drawn at random are playable together or refused by name.

``benchmarks/options.py`` is the long form.
"""

import pytest
from benchmarks.options import PLAYED, REJECTED, Table, play, reduced, tried
from tests.support.clauses import GAMES

import ducato
from ducato.core.errors import ConflictingOptions
from ducato.core.game import all_games

TABLES = 8
SEED = 2026


@pytest.mark.parametrize("name", sorted(name.replace("_", "-") for name in GAMES))
def test_what_a_game_accepts_can_be_played(name: str):
    for seed in range(SEED, SEED + TABLES):
        table = play(name, seed)
        assert not table.faulty, table


def test_a_value_that_no_field_can_hold_names_the_option(monkeypatch: pytest.MonkeyPatch):
    """Here it is not the option, but what a component is made from it."""
    state = all_games()["magnate"].module("state")
    made = state.components

    def components(values):
        return {**made(values), "price": [100 * values["ace_price"]]}

    monkeypatch.setattr(state, "components", components)
    with pytest.raises(ConflictingOptions) as caught:
        ducato.load("magnate", ace_price=4, hand_size=5)
    assert caught.value.options == {"ace_price": 4}
    assert "price would be 400, but must be from -128 to 127" in str(caught.value)
    table = Table("magnate", 2, SEED, {"ace_price": 4, "hand_size": 5})
    assert tried(table).outcome == REJECTED


def test_an_overflow_is_reported_with_the_option_at_fault(monkeypatch: pytest.MonkeyPatch):
    table = Table("magnate", 2, SEED, {"court_worth": 3, "hand_size": 5})
    assert tried(table).outcome == PLAYED
    rules = all_games()["magnate"].module("rules")
    setup = rules.setup

    def overflowing(state, edition):
        setup(state, edition)
        if edition.hand_size == 5:
            state.phase = 1000

    monkeypatch.setattr("ducato.core.verbs.setup", overflowing)
    found = reduced(tried(table))
    assert "ValueError" in found.outcome
    assert found.options == {"hand_size": 5}


def test_many_options_are_named_in_one_line():
    error = ConflictingOptions({f"tiles.{n}": n for n in range(20)}, "fewer")
    assert str(error).count("tiles.") == 8
    assert "(+12) cannot be combined: fewer" in str(error)
