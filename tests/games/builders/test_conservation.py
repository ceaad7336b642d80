"""Coins, cards, points and work are conserved: the short form of the long run in benchmarks."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import ducato
from ducato.checks import cards_are_conserved
from ducato.core.chance import below
from ducato.core.errors import ConflictingOptions
from ducato.games.builders import GAME
from ducato.lab.simulate import simulate

from . import player
from .conservation import conserved
from .table import Table, site


def any_options() -> st.SearchStrategy[dict[str, object]]:
    """Return a few options, set to anything that they may be."""
    values = {
        name: st.sampled_from(p.choices)
        if p.choices
        else st.booleans()
        if isinstance(p.default, bool)
        else st.integers(*p.range)
        for name, p in GAME.parameters.items()
    }
    return st.fixed_dictionaries({}, optional=values)


@settings(max_examples=25)
@given(st.sampled_from(GAME.players), any_options(), st.integers(0, 10**6))
def test_every_step_conserves(players: int, options: dict[str, object], seed: int):
    rng = ducato.new_rng("conserved", seed)
    try:
        game = GAME.load(players, **options)
    except ConflictingOptions:  # more coins for all than there are in the box [builders 2.4]
        reject()
    position = game.new_initial_state()
    for _ in range(400):
        if position.is_terminal():
            break
        before, seat = position.clone(), position.current_player()
        if position.is_chance_node():
            action = below(rng, len(position.chance_outcomes()))
        elif below(rng, 2):
            action = player.choose(position, rng)
        else:
            legal = position.legal_actions()
            action = legal[below(rng, len(legal))]
        position.apply_action(action)
        assert conserved(before.state, position.state, game.edition, seat, action)


@pytest.mark.parametrize("players", GAME.players)
def test_cards_are_in_one_place(players: int):
    cards_are_conserved(GAME.load(players), 3)


@pytest.mark.parametrize("change", ["coins", "bank", "points", "need", "work"])
def test_a_loss_is_found(change: str):
    table = Table().crew(0, "master-1").site(0, "castle").crew(1, "crane-1")
    before = table.state.copy()
    table.send("master-1", "castle")
    action = table.game.actions.index("send:master-1")
    assert conserved(before, table.state, table.game.edition, 0, action)
    if change == "coins":
        table.coins(0, table.purse() + 1)
    elif change == "bank":
        table.state.bank += 1
    elif change == "points":
        table.state.points[1] -= 1
    elif change == "need":
        table.state.need[site("castle"), 0] += 1
    else:
        table.state.working[34] = -1
    assert not conserved(before, table.state, table.game.edition, 0, action)


@pytest.mark.compiled
@pytest.mark.parametrize("players", GAME.players)
def test_random_games_end(players: int):
    """[builders 8.21] [builders 8.22]: and games that would not are counted, not hidden."""
    result = simulate(GAME.load(players), 100)
    assert result.unfinished == 0
    assert abs(sum(result.wins) - 1) < 1e-9
