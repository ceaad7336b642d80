"""Every game, in every edition and with every number of players, keeps the contract."""

import pytest

from ducato.core import conformance
from ducato.core.game import all_games

VARIANTS = [
    (game, players, edition)
    for game in all_games().values()
    for players in game.players
    for edition in game.editions
]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize(
    ("game", "players", "edition"), VARIANTS, ids=lambda v: getattr(v, "name", str(v))
)
def test_contract(game, players, edition, check):
    loaded = game.load(players, edition)
    for seed in range(2):
        check(loaded, seed)
