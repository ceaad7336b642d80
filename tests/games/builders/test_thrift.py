"""What a bot of the first level never does, though it errs: it throws no coins away."""

from __future__ import annotations

import pytest

from ducato.bots import make
from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.visibility import redact
from ducato.games.builders import GAME
from ducato.games.builders.state import ACTIONS

from .table import Table


def sensible(table: Table, name: str) -> bool:
    return verbs.makes_sense(table.state, table.game.edition, ACTIONS.index(name))


def test_an_action_is_bought_to_send_somebody_to_work():
    """[builders 4.1]."""
    table = Table().site(0, "tavern").crew(0, "apprentice-1").turn(0).coins(0, 20)
    assert not sensible(table, "buy")
    table.state.actions = 0
    assert sensible(table, "buy")
    assert not sensible(table.coins(0, 6), "buy")


def test_what_was_bought_is_not_spent_on_coins_or_lost():
    """[builders 4.1, 4.3, 4.7]."""
    table = Table()
    assert sensible(table, "take:1")
    assert not sensible(table, "end")
    table.state.bought = 1
    assert not sensible(table, "take:1")
    table.state.actions = 0
    assert sensible(table, "end")


@pytest.mark.compiled
def test_the_first_level_never_buys_an_action_to_take_a_coin():
    """[builders 4.1, 4.7]."""
    game = GAME.load(2)
    for seed in range(4):
        bots = [make(GAME.levels["beginner"], game) for _ in range(2)]
        position, last, step = game.new_initial_state(), "", 0
        rng = new_rng("thrift", seed)
        while not position.is_terminal() and step < 2000:
            seat = position.current_player()
            if seat < 0:
                outcomes = verbs.chance_outcomes(position.state, game.edition)
                position.apply_action(below(rng, outcomes))
                continue
            action = bots[seat].choose(redact(position.state, seat), seat, 2000 * seed + step)
            name, step = ACTIONS.name(action), step + 1
            assert not (last == "buy" and name.startswith("take"))
            last = name
            position.apply_action(action)
