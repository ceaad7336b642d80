"""No seat is favoured: greedy players win equally often, whatever their seats' numbers.

Where an edition gives the seats unequal things, `symmetry.toml` among a game's tests holds the
options that make them alike.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.support.symmetry import SeatBias, seat_bias

from ducato.bots.playout import Choices, PlayoutResults, Policy, play_games
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame, all_games
from ducato.core.game.weights import greedy_weights
from ducato.runs.play.lab_players import SHARP

GAMES = 3000
"""A tie that always went to the lowest seat was off by 4 to 9 standard errors in so many."""
RARE = 0.0027
"""The probability of three standard errors or more, by chance."""
TABLES = [
    (game, players)
    for game in all_games().values()
    for players in sorted({game.players[0], game.players[-1]})
]


def interchangeable(game, players: int) -> LoadedGame:
    """Return the game with seats that differ only in their numbers."""
    path = Path(__file__).parent / game.name.replace("-", "_") / "symmetry.toml"
    options = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return game.load(players, **options)


def greedy_bias(game: LoadedGame, games: int, seed: int) -> list[SeatBias]:
    """Return the bias of greedy players at all seats; unfinished games are left out."""
    states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
    policy, choices = Policy(True, SHARP * greedy_weights(game.game)), Choices.of(len(game.actions))
    rng, results, done = new_rng("symmetry", seed), PlayoutResults.of(games, game.players), 0
    while done < games:
        done += 1 + play_games(
            states, editions, rng, policy, choices, results.after(done), game.game.longest
        )
    ended = results.ranks[:, 0] > 0
    assert ended.sum() >= 0.9 * games
    won = results.ranks[ended] == 1
    return seat_bias(won / won.sum(axis=1, keepdims=True), results.order[ended])


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda v: getattr(v, "name", str(v)))
def test_no_seat_is_favoured(game, players):
    found = greedy_bias(interchangeable(game, players), GAMES, 2026)
    assert all(bias.p_value > RARE for bias in found), found
