"""The bot ``ismcts-0.1`` plays as version 0.1 did, by numbers recorded from the code of its commit.

``yardstick.json`` has, for each game, random games as lists of steps and positions in them. Commit
c718225 was given the fields of the states, under its own names. Each position has the scores of the
legal actions, with null for those that version 0.1 did not have; some have the estimate, or all
actions that a search of 80 simulations with the seed 7 tried, with their visits and values. There
are searches for games whose rules offer the same actions as in version 0.1: The Builders can keep a
chosen crew member since, and Manifest Destiny buy several tokens at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba._dispatcher import compute_fingerprint

import ducato
from ducato.bots import make
from ducato.bots.players import KINDS, OPTIONS
from ducato.bots.playout import Policy
from ducato.bots.search.method import Workspace
from ducato.bots.value import Net
from ducato.bots.warmup import COMPILED
from ducato.bots.yardstick import NAME, YardstickBot
from ducato.bots.yardstick.search import YardstickMethod, YardstickWorkspace
from ducato.bots.yardstick.session import Tree
from ducato.bots.yardstick.weights import yardstick_weights
from ducato.core.errors import BadValue
from ducato.core.game import all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import yardstick_estimate, yardstick_score
from ducato.core.visibility import redact

RECORDED = json.loads(Path(__file__).with_name("yardstick.json").read_text("utf-8"))
NO_MERIT = -1e3
"""The score of actions that version 0.1 did not have."""


def positions(name: str) -> Iterator[tuple[ducato.LoadedGame, ducato.Position, dict[str, Any]]]:
    """Yield the game, each recorded position, and what was recorded of it."""
    game = ducato.load(name, RECORDED[name]["players"])
    for number, steps in enumerate(RECORDED[name]["games"]):
        at = {p["at"]: p for p in RECORDED[name]["positions"] if p["game"] == number}
        position = game.new_initial_state()
        for seq, action in enumerate(steps):
            if seq in at:
                yield game, position, at[seq]
            position.apply_action(action)


def test_all_games_are_recorded():
    assert set(RECORDED) == {name for name, game in all_games().items() if "ducato" in game.package}


@pytest.mark.parametrize("name", RECORDED)
def test_the_scores_are_those_of_version_0_1(name: str):
    weights = yardstick_weights(all_games()[name])
    compared = 0
    for game, position, recorded in positions(name):
        legal = position.legal_actions()
        for action, score in zip(legal, recorded["scores"], strict=True):
            expected = NO_MERIT if score is None else pytest.approx(score, rel=1e-12, abs=1e-12)
            assert yardstick_score(position.state, game.edition, action, weights) == expected
            compared += score is not None
    assert compared > 60


@pytest.mark.parametrize("name", RECORDED)
def test_the_estimates_are_those_of_version_0_1(name: str):
    for game, position, recorded in positions(name):
        out = np.zeros(game.players)
        yardstick_estimate(position.state, game.edition, out)
        expected = recorded.get("estimate", [1 / game.players] * game.players)
        assert out.tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [n for n in RECORDED if "search" in str(RECORDED[n]["positions"])])
def test_the_search_is_that_of_version_0_1(name: str):
    for game, position, recorded in positions(name):
        if "search" not in recorded:
            continue
        seat = position.current_player()
        policy = Policy(True, yardstick_weights(game.game))
        method = YardstickMethod(1.0, 0.5, policy, 0, game.game.longest)
        tree = Tree(game, method, redact(position.state, seat), seat, 7, 80)
        tree.grow(80)
        found = sorted([e.action, e.visits, e.value] for e in tree.estimates())
        assert [row[:2] for row in found] == [row[:2] for row in recorded["search"]]
        values = [value for *_, value in recorded["search"]]
        assert [value for *_, value in found] == pytest.approx(values)


def test_it_is_made_by_name_with_its_own_options():
    game = ducato.load("magnate")
    bot = make("ismcts-0.1:sims=9:playout=uniform:temperature=2:trust=0.25:exploration=3", game)
    assert isinstance(bot, YardstickBot)
    assert (bot.sims, bot.method.policy.guided, bot.method.trust) == (9, False, 0.25)
    assert bot.method.policy.weights.tolist() == (yardstick_weights(game.game) / 2).tolist()
    assert NAME in KINDS
    assert set(OPTIONS[NAME]) >= {"sims", "seconds", "depth"}


def test_no_table_waits_for_its_compilation():
    assert NAME not in COMPILED


def test_no_search_slows_the_other_in_one_process(invented):
    """Numba confuses named tuples with equal names and fields, and then takes a slow path."""
    game = invented.load(2)
    now, then = make("ismcts", game), make("ismcts-0.1", game)
    assert compute_fingerprint(now.method) != compute_fingerprint(then.method)
    spaces = [Workspace.of(9, 2, Net.none()), YardstickWorkspace.of(9, 2)]
    assert compute_fingerprint(spaces[0]) != compute_fingerprint(spaces[1])


@pytest.mark.parametrize("name", RECORDED)
def test_depth_needs_an_estimate(name: str):
    game = ducato.load(name)
    if hasattr(game.game.module("rules"), "yardstick_estimate"):
        assert make("ismcts-0.1:depth=60", game).method.depth == 60
    else:
        with pytest.raises(BadValue, match="has no estimate"):
            make("ismcts-0.1:depth=60", game)


@pytest.mark.compiled
def test_a_game_without_frozen_scores_is_played_with_its_own(invented):
    game = invented.load(2)
    assert yardstick_weights(invented).tolist() == greedy_weights(invented).tolist()
    position = game.new_initial_state()
    rng = ducato.new_rng("yardstick")
    while position.is_chance_node():
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    bot, seat = make("ismcts-0.1:sims=30", game), position.current_player()
    seen = redact(position.state, seat)
    assert bot.choose(seen, seat, 1) in position.legal_actions()
    assert bot.simulations <= 30
    assert bot.choose(seen, seat, 1) == make("ismcts-0.1:sims=30", game).choose(seen, seat, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["ismcts", "ismcts-0.1"])
def test_a_budget_of_time_goes_by_the_clock_of_the_bot(invented, kind: str):
    game = invented.load(2)
    position = game.new_initial_state()
    rng = ducato.new_rng("yardstick")
    while position.is_chance_node() or len(position.legal_actions()) == 1:
        legal = position.legal_actions()
        outcomes = position.chance_outcomes()
        position.apply_action(ducato.sample(outcomes, rng) if outcomes else legal[0])
    seat = position.current_player()
    bot, ticks = make(f"{kind}:seconds=5", game), iter(range(10**6))
    bot.clock = lambda: float(next(ticks))
    assert bot.choose(redact(position.state, seat), seat, 1) in position.legal_actions()
    assert 0 < next(ticks) < 20
    assert bot.simulations > 0
