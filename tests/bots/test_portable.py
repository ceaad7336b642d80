"""The bots of a page: the same choices, opinions and values from WebAssembly as from this machine.

They are the short forms of ``python -m benchmarks.page.kernels``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from benchmarks.page.kernels import compare_games, compare_searches, positions, variants
from benchmarks.page.node import NO_WASM, NodeKernels, can_run

import ducato
from ducato.bots import make
from ducato.bots.advice.grounds import ActionComparison
from ducato.bots.analysis.appraisal import SearchJudge
from ducato.bots.analysis.judgement import NO_ACTION
from ducato.bots.thinking import finish
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.core.visibility import redact
from ducato.table.queries.hints import Adviser, describe

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.slow,
    pytest.mark.skipif(not can_run(), reason=NO_WASM),
]
TITLES = ("builders", "fantasy-market", "magnate", "manifest-destiny")
BOTS = (
    "random",
    "greedy",
    "beginner",
    "gentle",
    "ismcts:sims=30",
    "ismcts:sims=30:style=hoarder",
    "ismcts:sims=24:keep=0:playout=uniform:paired=0:value=0",
)
"""Bots whose searches have one slice, or variety: no choice is then made early by the clock."""


@pytest.fixture(scope="module", params=TITLES)
def game(request: pytest.FixtureRequest) -> LoadedGame:
    """Return a title with its most players."""
    found = ducato.load(request.param)
    return found.game.load(found.game.players[-1])


@pytest.fixture(scope="module")
def kernels(game: LoadedGame, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeKernels]:
    with NodeKernels(game.game, tmp_path_factory.mktemp("kernels")) as found:
        yield found


def test_random_games_are_equal(game: LoadedGame, kernels: NodeKernels) -> None:
    """All numbers of players and editions share one module."""
    for number, variant in enumerate(variants(game.game)):
        found = compare_games(kernels, variant, 2, number)
        assert found["equal"] == found["of"], (variant.players, variant.edition_name)


def test_trees_are_equal(game: LoadedGame, kernels: NodeKernels) -> None:
    for number, variant in enumerate(variants(game.game)):
        found = compare_searches(kernels, variant, 2, number, 200)
        assert found["equal"] == found["of"], (variant.players, variant.edition_name)


@pytest.mark.parametrize("name", BOTS)
def test_bots_choose_alike(game: LoadedGame, kernels: NodeKernels, name: str) -> None:
    """Trees are kept from one decision of a game to the next on both sides."""
    kernels.call("forget", game)
    bot = make(game.game.levels.get(name, name), game)
    position, draws = game.new_initial_state(), np.random.default_rng(5)
    for step in range(30):
        if position.is_terminal():
            break
        if position.is_chance_node():
            outcomes = [outcome for outcome, _ in position.chance_outcomes()]
            position.apply_action(int(draws.choice(outcomes)))
            continue
        seat = position.current_player()
        state = redact(position.state, seat)
        chosen = bot.choose(state, seat, step)
        there = kernels.call("choose", game, state=state, seat=seat, seed=step, level=name)
        assert there == chosen, step
        position.apply_action(chosen)


def test_a_bot_limited_by_time_chooses_something_legal(
    game: LoadedGame, kernels: NodeKernels
) -> None:
    for state, seat in islice(positions(game, 3), 2):
        asked = {"state": state, "seat": seat, "seed": 1, "level": "ismcts:seconds=0.05"}
        chosen = kernels.call("choose", game, **asked)
        assert chosen in Position(game, state).legal_actions()


def test_opinions_are_equal(game: LoadedGame, kernels: NodeKernels) -> None:
    adviser = Adviser(game, 300)
    for seed, (state, seat) in enumerate(islice(positions(game, 7), 4)):
        ours = adviser.advise(state, seat, seed)
        there = kernels.call("advise", game, state=state, seat=seat, seed=seed, simulations=300)
        assert [(e["action"], e["wins"], e["margin"], e["visits"]) for e in there["tried"]] == [
            (e.action, e.wins, e.margin, e.visits) for e in ours.advice
        ]
        assert _line(game, there["line"]) == [tuple(vars(move).values()) for move in ours.line]
        grounds = ours.grounds and [tuple(vars(one).values()) for one in ours.grounds.groups]
        told = there["grounds"] and [tuple(one.values()) for one in there["grounds"]["groups"]]
        assert told == grounds


def _line(game: LoadedGame, moves: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """Return the moves up to the first whose description differs between worlds."""
    found: list[tuple[object, ...]] = []
    for move in moves:
        worlds = [game.State.of(world) for world in move["worlds"]]
        first, *others = (describe(game, world, move["action"]) for world in worlds)
        if any(other != first for other in others):
            break
        found.append((move["seat"], move["action"], first))
    return found


def test_appraisals_are_equal(game: LoadedGame, kernels: NodeKernels) -> None:
    judge = SearchJudge(game)
    for seed, (state, seat) in enumerate(islice(positions(game, 9), 2)):
        asked = {"state": state, "seed": seed, "simulations": 100, "name": judge.name}
        searched = finish(judge.search(state, seat, seed, 100))
        there = kernels.call("search", game, seat=seat, **asked)
        assert [one["action"] for one in there["tried"]] == [one.action for one in searched.tried]
        assert there["value"] == searched.method.value
        for action in (NO_ACTION, searched.tried[0].action):
            rows = finish(judge.appraise(state, action, seed, 100, searched.method))
            given = {**asked, "action": action, "value": there["value"]}
            assert kernels.call("appraise", game, **given) == rows.tobytes()
        if len(searched.tried) > 1:
            best, than = (one.action for one in searched.tried[:2])
            comparison = ActionComparison(game, searched.method)
            given = {**asked, "action": best, "than": than, "value": there["value"]}
            told = kernels.call("compare", game, **given)
            if comparison.able:
                found = finish(comparison.judging(state, best, than, seed))
                assert [tuple(one.values()) for one in told] == [
                    tuple(vars(one).values()) for one in found.groups
                ]
            else:
                assert told is None
