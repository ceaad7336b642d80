"""Every game keeps the contract: with every number of players, and in every edition.

The numbers of players are tried in the first edition, the other editions with one of them. Quick
tests try one of these variants in short games.
"""

import pytest
from tests.support.compiled import COMPILING
from tests.support.short import short

from ducato import checks
from ducato.core.game import all_games
from ducato.table.game_checks import check_stand_in

VARIANTS = [
    (game, players, edition)
    for game in all_games().values()
    for edition in game.editions
    for players in game.players
    if edition == game.editions[0] or players == game.players[len(game.players) // 2]
]


CHECKS = [
    pytest.param(check, marks=pytest.mark.compiled if check is checks.compiled_agrees else [])
    for check in checks.CHECKS
    if COMPILING or check is not checks.compiled_agrees  # with itself it would agree
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_short_game_keeps_the_contract(game, check):
    check(game.load(game.players[0], game.editions[0], **short(game.name)), 0)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize(
    ("game", "players", "edition"), VARIANTS, ids=lambda v: getattr(v, "name", str(v))
)
def test_contract(game, players, edition, check):
    loaded = game.load(players, edition)
    first = (players, edition) == (game.players[0], game.editions[0])
    for seed in (0, 1) if first else (players,):  # benchmarks/soak.py plays very many
        check(loaded, seed)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "edition"), VARIANTS, ids=lambda v: getattr(v, "name", str(v))
)
def test_somebody_can_stand_in_in_every_phase(game, players, edition):
    loaded = game.load(players, edition)
    phases = [check_stand_in(loaded, seed) for seed in range(4)]
    assert len(set.union(*phases)) > 1  # each game has several, and random games come to them
