"""The checks that every game must pass: rules, secrecy, texts, scene and compilation."""

import pytest
from ducato import checks

from bazaar import GAME


@pytest.mark.parametrize("players", GAME.players)
def test_the_game_keeps_the_contract(players: int) -> None:
    checks.check(GAME.load(players), seeds=range(1))


@pytest.mark.parametrize("players", GAME.players)
def test_somebody_wins(players: int) -> None:
    for position in checks.walk(GAME.load(players), seed=1):
        ranks = position.ranks() if position.is_terminal() else []
    assert 1 in ranks
