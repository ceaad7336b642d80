"""The compiled measurements agree with a model in plain Python, for every game."""

from __future__ import annotations

import numpy as np
import pytest
from tests.planted import GAME as PLANTED
from tests.runs.play.recount import half_time, leads, pairs, recount, sample_at, shares, tallies

import ducato
from ducato.core.game import all_games
from ducato.runs.play.buffers import POINTS, Column, PairColumn, Tally
from ducato.runs.play.chunk import Chunk, ChunkResults, Player, pieces_of, play_piece
from ducato.runs.play.things import things_of

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
GAMES, SEED, FIRST = 3, 7, 5
NAMES = [*all_games(), "planted"]


def load(name: str) -> ducato.LoadedGame:
    game = PLANTED if name == "planted" else ducato.load(name).game
    return game.load(game.players[-1])


def piece_of(game: ducato.LoadedGame, player: str = "random") -> Chunk:
    edition, options = game.edition_name, tuple(game.options.items())
    return Chunk(
        game.name, game.players, edition, options, (player,) * game.players, FIRST, GAMES, SEED
    )


@pytest.fixture(scope="module", params=NAMES)
def game(request, planted) -> ducato.LoadedGame:
    return load(request.param)


@pytest.fixture(scope="module")
def played(game: ducato.LoadedGame) -> ChunkResults:
    return play_piece(piece_of(game))


@pytest.fixture(scope="module")
def counted(game: ducato.LoadedGame) -> list:
    return [recount(game, SEED, FIRST + row) for row in range(GAMES)]


def test_the_rows_are_those_of_the_model(
    game: ducato.LoadedGame, played: ChunkResults, counted: list
):
    for row, found in enumerate(counted):
        numbers = dict(zip(Column, played.rows.numbers[row].tolist(), strict=True))
        options = [len(decision.legal) for decision in found.decisions]
        changes, settled, behind = leads(found)
        leader, last, tension = half_time(found)
        assert played.rows.finished[row]
        assert played.rows.ranks[row].tolist() == found.ranks
        assert [found.order.index(seat) + 1 for seat in range(len(found.ranks))] == (
            played.rows.order[row].tolist()
        )
        seats = [decision.seat for decision in found.decisions]
        assert played.rows.decided[row].tolist() == [
            seats.count(seat) for seat in range(len(found.ranks))
        ]
        assert played.rows.turns[row].tolist() == [
            found.turns.count(seat) for seat in range(len(found.ranks))
        ]
        kinds = list(game.actions.kinds)
        chosen = np.zeros((len(found.ranks), len(kinds)), int)
        for decision in found.decisions:
            if len(decision.legal) > 1:
                chosen[decision.seat, kinds.index(game.actions.kind(decision.action).name)] += 1
        assert played.rows.kinds[row].tolist() == chosen.tolist()
        assert numbers == {
            Column.DECISIONS: len(options),
            Column.FORCED: options.count(1),
            Column.CHANCE: found.chance,
            Column.ROUNDS: found.rounds,
            Column.OPTIONS: sum(options),
            Column.WIDEST: max(options),
            Column.LEAD_CHANGES: changes,
            Column.SETTLED: pytest.approx(settled),
            Column.BEHIND: pytest.approx(behind),
            Column.MINUTES: pytest.approx(found.seconds / 60),
            Column.WAIT: pytest.approx(np.mean(found.waits)),
            Column.LONGEST_WAIT: pytest.approx(max(found.waits)),
            Column.FIRST_WAIT: pytest.approx(found.first_wait),
            Column.LEADER_WINS: pytest.approx(leader),
            Column.LAST_WINS: pytest.approx(last),
            Column.TENSION: pytest.approx(tension),
        }
        assert played.rows.series[row].tolist() == found.series
        assert played.rows.counters[row].tolist() == found.counters


def test_the_tallies_are_those_of_the_model(
    game: ducato.LoadedGame, played: ChunkResults, counted: list
):
    names = things_of(game.game).names
    expected = np.zeros(played.totals.things.shape)
    for found in counted:
        for (order, name, period), sums in tallies(game, found).items():
            expected[order, names.index(name), period] += sums
    assert len(Tally) == expected.shape[-1]
    np.testing.assert_allclose(played.totals.things, expected, atol=1e-9)


def test_the_pairs_are_those_of_the_model(
    game: ducato.LoadedGame, played: ChunkResults, counted: list
):
    names = things_of(game.game).names
    expected = np.zeros(played.totals.pairs.shape)
    for found in counted:
        for (name, *place), sums in pairs(game, found).items():
            expected[names.index(name), *place] += sums
    assert len(PairColumn) == expected.shape[-1]
    np.testing.assert_allclose(played.totals.pairs, expected, atol=1e-9)


def test_the_curves_are_those_of_the_model(played: ChunkResults, counted: list):
    totals = played.totals
    seats, leaders = np.zeros(totals.seats.shape), np.zeros(totals.leaders.shape)
    curves, choices = np.zeros(totals.curves.shape), np.zeros(totals.choices.shape)
    for found in counted:
        won = shares(found)
        for point in range(POINTS):
            _, ranks, series = sample_at(found, point)
            for seat, share in enumerate(won):
                group = 0 if share else 1
                seats[point, group] += 1
                for index, value in enumerate(series[seat]):
                    curves[point, group, index] += [value, value**2]
                if ranks[seat] == 1:
                    leaders[point] += [1, share]
        total = len(found.decisions)
        for number, decision in enumerate(found.decisions):
            n = len(decision.legal)
            choices[number * (POINTS - 1) // total] += [1, n, n == 1]
    np.testing.assert_array_equal(totals.seats, seats)
    np.testing.assert_allclose(totals.leaders, leaders)
    np.testing.assert_allclose(totals.curves, curves)
    np.testing.assert_array_equal(totals.choices, choices)


@pytest.mark.parametrize("player", ["random", "greedy", "softmax:temperature=2"])
def test_interpreted_and_compiled_agree_to_the_byte(
    game: ducato.LoadedGame, monkeypatch: pytest.MonkeyPatch, player: str
):
    piece = piece_of(game, player)
    compiled = Player(piece).play()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    interpreted = Player(piece).play()
    for one, other in zip(
        (*compiled.rows, *compiled.totals), (*interpreted.rows, *interpreted.totals), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_results_do_not_depend_on_how_a_run_is_divided(game: ducato.LoadedGame):
    whole = [play_piece(p) for p in pieces_of(game, ["greedy"] * game.players, 6, size=6)]
    parts = [play_piece(p) for p in pieces_of(game, ["greedy"] * game.players, 6, size=4)]
    assert len(parts) == 2
    for index in range(len(whole[0].rows)):
        np.testing.assert_array_equal(
            whole[0].rows[index], np.concatenate([p.rows[index] for p in parts])
        )
    np.testing.assert_allclose(
        whole[0].totals.things, parts[0].totals.things + parts[1].totals.things
    )
