"""What any good player of Magnate would do."""

from __future__ import annotations

import pytest

from ducato.bots import make
from ducato.core.visibility import redact

from .table import Table

pytestmark = [pytest.mark.compiled, pytest.mark.slow]  # interpreted, a search takes long


def last_turn() -> Table:
    """Set up the last turn of a game: one district each, and the Mill would win the Excuse."""
    table = (
        Table().column(0, 1, "the-mountain").column(1, 2, "the-soldier").column(1, 3, "the-author")
    )
    table.hand(0, "the-mill", "ace-of-suns", "the-desert").hand(1, "the-cave", "the-pact").pile()
    table.supply(0, waves=4, leaves=4)
    table.state.reshuffled = table.state.last_turns = 1
    return table


@pytest.mark.parametrize("bot", ["greedy", "ismcts:sims=300", "ismcts:sims=600:playout=uniform"])
def test_the_winning_building_is_built(bot: str):
    table = last_turn()
    player = make(bot, table.game)
    for _ in range(12):
        if table.position.is_terminal():
            break
        seen = redact(table.state, 0)
        table.position.apply_action(player.choose(seen, 0, 1))
    assert table.position.returns() == [1.0, -1.0]


def test_the_search_knows_that_it_wins():
    table = last_turn()
    found = make("ismcts:sims=400", table.game).estimates(redact(table.state, 0), 0, 1)
    values = {table.game.actions.name(e.action): e.value for e in found}
    assert values["build:the-mill"] > 0.9
    assert max(values.values()) == values["build:the-mill"]
