"""The edition that was finished with the lab keeps what docs/fantasy-market.md says of it."""

from __future__ import annotations

import pytest
from benchmarks.lab.market import EDITION, monsters, watch

from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.parts import ENCOUNTERS, TILES
from ducato.lab.metrics import metric_of, miss, targets_of
from ducato.lab.run import play

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


@pytest.mark.parametrize("players", GAME.players)
def test_the_targets_are_met(players: int):
    """A target is missed if the whole interval is outside."""
    games = play(GAME.load(players, EDITION), 1500, seed=2026)
    found = {
        name: (metric_of(GAME, name).of(games), t) for name, t in targets_of(GAME, players).items()
    }
    missed = {
        name: value
        for name, (value, target) in found.items()
        if min(miss(value._replace(value=bound), target) for bound in (value.low, value.high)) > 0
    }
    assert len(found) == (6 if players == 4 else 5)
    assert missed == {}


def test_every_tile_is_bought_and_every_monster_met_and_beaten():
    game = GAME.load(4, EDITION)
    use = watch(game, 20)
    assert [name for i, name in enumerate(TILES) if use.bought[i] == 0] == []
    assert [ENCOUNTERS[i] for i in monsters(game) if use.beaten[i] == 0] == []
