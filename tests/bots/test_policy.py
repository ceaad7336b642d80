"""The learned policy: its logits, the bot that plays by it, and the search that it guides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.support.policies import drawn

import ducato
from ducato.bots import make
from ducato.bots.policy_net import UNKNOWN, PolicyNet, likeliest_action
from ducato.bots.search.bot import SearchBot
from ducato.core.batch import Batch
from ducato.core.editions import data
from ducato.core.errors import BadValue, BrokenGame
from ducato.core.game import policy_weights as module
from ducato.core.game.policy_weights import (
    PolicyWeights,
    policy_features,
    policy_weights,
    using_policy,
    write_policy_weights,
)
from ducato.core.position import Position
from ducato.core.visibility import redact

pytestmark = pytest.mark.usefixtures("race")


def preferring(game: ducato.LoadedGame, action: int) -> PolicyWeights:
    """Return a network to which one action is by far the best."""
    state, parts, own, last = (np.zeros_like(array) for array in drawn(game))
    own[action], last[:] = 5, 1
    return state, parts, own, last


def first_decision(game: ducato.LoadedGame) -> Position:
    """Return the first position in which a seat has a choice."""
    position = game.new_initial_state()
    while position.is_chance_node() or len(position.legal_actions()) == 1:
        position.apply_action(position.legal_actions()[0])
    return position


def logits(game: ducato.LoadedGame, weights: PolicyWeights, run: object) -> np.ndarray:
    """Return the logits of all actions at the first decision, `UNKNOWN` for illegal ones."""
    position, row = first_decision(game), np.full(len(game.actions), UNKNOWN, np.float32)
    states, editions = Batch.of(position.state.copy()), Batch.of(game.edition)
    seat, legal = position.current_player(), game.actions.buffer()
    run(states, editions, ducato.new_rng(1), seat, PolicyNet.of(weights), legal, row)
    return row


def test_the_logits_are_those_of_the_formula():
    game = ducato.load("race", 2)
    position, weights = first_decision(game), drawn(game)
    state, parts, own, last = weights
    seen = np.zeros(len(state), np.float32)
    game.State.rules.features(position.state, game.edition, position.current_player(), seen)
    row = logits(game, weights, likeliest_action.interpreted)
    for action in position.legal_actions():
        score = game.State.rules.action_score
        features = [score(position.state, game.edition, action, w) for w in np.eye(len(parts))]
        hidden = np.maximum(seen @ state + np.array(features) @ parts + own[action], 0)
        assert row[action] == pytest.approx(hidden @ last, abs=1e-6)
    assert (row > UNKNOWN).sum() == len(position.legal_actions())


@pytest.mark.compiled
def test_compiled_logits_are_equal():
    game = ducato.load("race", 2)
    for seed in range(20):
        weights = drawn(game, seed)
        found = [
            logits(game, weights, run) for run in (likeliest_action, likeliest_action.interpreted)
        ]
        assert found[0] == pytest.approx(found[1], abs=1e-6)


@pytest.mark.parametrize("number", [0, 1])
def test_the_bot_plays_the_best_action(number: int):
    game = ducato.load("race", 2)
    position = first_decision(game)
    action, seat = position.legal_actions()[number], position.current_player()
    with using_policy(game.game, 2, preferring(game, action)):
        bot = make("policy", game)
    assert bot.choose(redact(position.state, seat), seat, 0) == action


def visits(game: ducato.LoadedGame, network: PolicyWeights, sims: int, guide: int) -> np.ndarray:
    """Return how often a search visits each action at the first decision."""
    position = first_decision(game)
    seat, found = position.current_player(), np.zeros(len(game.actions))
    with using_policy(game.game, 2, network):
        bot = SearchBot(game, "ismcts", sims=sims, guide=guide, trust=1.0, exploration=4.0)
    for one in bot.estimates(redact(position.state, seat), seat, 3):
        found[one.action] = one.visits
    return found


def test_a_search_is_guided():
    game = ducato.load("race", 2)
    legal = first_decision(game).legal_actions()
    for action in legal:
        network = preferring(game, action)
        assert visits(game, network, 24, 4).argmax() == action
        without = visits(game, network, 24, 0)
        assert without.tolist() == visits(game, drawn(game), 24, 0).tolist()


@pytest.mark.compiled
def test_compiled_searches_are_guided_alike(monkeypatch: pytest.MonkeyPatch):
    game = ducato.load("race", 2)
    compiled = visits(game, drawn(game), 60, 2)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert compiled.tolist() == visits(game, drawn(game), 60, 2).tolist()


@pytest.mark.parametrize("name", ["policy", "ismcts:guide=4"])
def test_a_game_without_a_policy_says_so(name: str):
    with pytest.raises(BadValue, match="has learned no policy"):
        make(name, ducato.load("race", 2))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that the race finds its policy in."""
    path = tmp_path / "policy.npz"
    monkeypatch.setattr(data, "has_file", lambda package, name: name == module.FILE)
    monkeypatch.setattr(data, "read_bytes", lambda package, name: path.read_bytes())
    monkeypatch.setattr(module, "_networks", module._networks.__wrapped__)
    return path


def test_a_file_is_read(file: Path):
    game = ducato.load("race", 2)
    write_policy_weights(file, policy_features(game.game), {2: drawn(game)}, {"seed": 1})
    for read, written in zip(policy_weights(game.game, 2), drawn(game), strict=True):
        assert np.array_equal(read, written)
    assert policy_weights(game.game, 3) is None
    assert module.about_policy(game.game) == {"seed": 1}


@pytest.mark.parametrize("kept", [0, 100, 1200])
def test_a_damaged_file_is_refused(file: Path, kept: int):
    game = ducato.load("race", 2)
    write_policy_weights(file, policy_features(game.game), {2: drawn(game)}, {})
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(BrokenGame, match=r"has a damaged data/policy\.npz"):
        policy_weights(game.game, 2)


def test_a_file_for_other_features_is_refused(file: Path):
    game = ducato.load("race", 2)
    write_policy_weights(file, ["race.lead"], {2: drawn(game)}, {})
    with pytest.raises(BrokenGame, match=r"has other features than its data/policy\.npz"):
        policy_weights(game.game, 2)
