"""Exact answers for small games: best responses, and what they say of search and resampling."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from functools import partial
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from tests.support.clauses import ROOT

import ducato
from ducato.bots import make
from ducato.core.game import Game, all_games
from ducato.core.game.folder import game_from
from ducato.research import exact
from ducato.research.exact import GameTree, TooLarge

APPRAISAL = ROOT / "examples" / "appraisal"


def appraisal(players: int = 2, **options: Any) -> ducato.LoadedGame:
    return game_from(APPRAISAL).load(players, **options)


@pytest.fixture(scope="module")
def auction() -> GameTree:
    """A tiny auction: three cards and bids of up to 2."""
    return GameTree(appraisal(cards=3, highest_bid=2))


@pytest.fixture
def tricks(invented: Game) -> GameTree:
    """A small game of tricks."""
    return GameTree(invented.load(2, "plain"))


def test_a_tree_holds_every_course_of_a_game(auction: GameTree):
    """With bids of up to 2: pass-pass, pass-1, pass-2, 1-pass, 1-2-pass, 2-pass; 1 and 2 on pass
    are followed by nothing, since the other is out.
    """
    deals = 3 * 2
    ends = [n for n in walk(auction.root) if not n.children]
    assert len(ends) == deals * 6
    assert len(auction.information_sets) == 3 * (1 + 1 + 3)
    assert auction.size == sum(1 for _ in walk(auction.root))


def walk(node: Any) -> Any:
    yield node
    for child in node.children:
        yield from walk(child)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_best_response_is_the_best_of_all_pure_strategies(auction: GameTree, seat: int):
    rng = np.random.default_rng(seat)
    policy = {
        key: rng.dirichlet(np.ones(len(s.actions))) for key, s in auction.information_sets.items()
    }
    own = {k: s for k, s in auction.information_sets.items() if s.seat == seat}
    found = []
    for choice in product(*(range(len(s.actions)) for s in own.values())):
        pure = {k: np.eye(len(own[k].actions))[c] for k, c in zip(own, choice, strict=True)}
        found.append(auction.values({**policy, **pure})[seat])
    value, best = auction.best_response(policy, seat)
    assert value == pytest.approx(max(found))
    pure = {key: np.eye(len(own[key].actions))[choice] for key, choice in best.items()}
    assert auction.values({**policy, **pure})[seat] == pytest.approx(value)


@pytest.mark.compiled
def test_the_values_of_uniform_play_are_those_of_many_games(auction: GameTree):
    env = ducato.vector(auction.game, 512, observation="none")
    step, total, ends = env.reset(1), np.zeros(2), 0
    for _ in range(100):
        step = env.step(env.sample_actions())
        total += step.rewards.sum(axis=0)
        ends += int(step.terminated.sum())
    assert total / ends == pytest.approx(auction.values(auction.uniform()), abs=0.02)


def test_a_game_that_is_too_large_is_refused():
    with pytest.raises(TooLarge, match="more than 1000 positions"):
        GameTree(ducato.load("magnate"), limit=1000)


@pytest.mark.parametrize("name", all_games())
def test_a_game_that_is_far_too_large_is_rejected_at_once(name: str):
    before = perf_counter()
    with pytest.raises(TooLarge, match="a higher limit is possible"):
        GameTree(ducato.load(name))
    assert perf_counter() - before < 5


def test_no_game_is_too_long(monkeypatch: pytest.MonkeyPatch):
    """Its first course alone has more steps than Python can nest calls."""
    monkeypatch.setattr(exact, "_walk_exceeds", lambda *_: False)
    with pytest.raises(TooLarge, match="more than 2000 positions"):
        GameTree(ducato.load("fantasy-market"), limit=2000)


def test_a_tree_of_just_the_limit(auction: GameTree):
    assert GameTree(auction.game, limit=auction.size).size == auction.size
    with pytest.raises(TooLarge):
        GameTree(auction.game, limit=auction.size - 1)


WRONG_CHANCES = [
    [np.nan, 0.5, 0.5],
    [0.5, 0.5, np.nan],
    [1.5, -0.5, 0.0],
    [0.2, 0.2, 0.2],
    [0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0],
    [np.inf, 0.0, 0.0],
    [0.5, 0.5],
    [[0.5, 0.5, 0.0]],
    1.0,
    ["x", 0, 0],
    None,
]


@pytest.mark.parametrize("chances", WRONG_CHANCES)
def test_a_policy_that_is_none_names_its_information_set(auction: GameTree, chances: Any):
    policy = auction.uniform()
    key, found = next((k, s) for k, s in auction.information_sets.items() if len(s.actions) == 3)
    for wrong in ({**policy, key: chances}, {k: p for k, p in policy.items() if k != key}):
        for ask in (
            auction.values,
            auction.nash_conv,
            partial(auction.best_response, seat=1 - found.seat),
        ):
            with pytest.raises(ducato.BadValue, match=f"{key}.*add up to 1"):
                ask(wrong)
        auction.best_response(wrong, found.seat)  # one's own policy does not matter


@pytest.mark.parametrize("seat", [-1, 2, "0", None, True])
def test_a_best_response_of_a_seat_that_does_not_exist(auction: GameTree, seat: Any):
    with pytest.raises(ducato.BadValue, match="from 0 to 1"):
        auction.best_response(auction.uniform(), seat)


@pytest.mark.parametrize("samples", [0, -1])
def test_a_policy_of_no_samples(auction: GameTree, samples: int):
    with pytest.raises(ducato.BadValue, match="samples"):
        auction.policy_of(lambda state, seat, seed: 0, samples)


def test_the_rest_of_a_game_is_a_tree_too(tricks: GameTree):
    position = tricks.game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(0)
    rest = GameTree(position)
    assert rest.size < 20
    assert rest.values(rest.uniform()).sum() == pytest.approx(0)


# ------------------------------------------------------------------------- what it says of bots


@pytest.mark.compiled
def test_search_finds_the_equilibrium_of_a_game_without_bluffing(tricks: GameTree):
    """A biased search, or one that saw hidden cards, would stay exploitable."""
    uniform = tricks.nash_conv(tricks.uniform())
    found = [
        tricks.nash_conv(tricks.policy_of(make(f"ismcts:sims={sims}", tricks.game).choose, 4))
        for sims in (10, 400)
    ]
    assert uniform > 0.15
    assert found[0] < uniform
    assert found[1] < 0.01


def test_resampled_worlds_are_as_likely_as_in_the_tree(tricks: GameTree):
    """After the deal, a seat's worlds are those of its information set, all equally likely."""
    position = tricks.game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.chance_outcomes()[-1][0])
    seat = position.current_player()
    worlds: Counter[bytes] = Counter()
    waiting = [tricks.game.new_initial_state()]
    while waiting:
        one = waiting.pop()
        if not one.is_chance_node():
            if one.observation_string(seat) == position.observation_string(seat):
                worlds[one.state.tobytes()] += 1
            continue
        for outcome, _ in one.chance_outcomes():
            after = one.clone()
            after.apply_action(outcome)
            waiting.append(after)
    assert len(set(worlds.values())) == 1
    rng, draws = ducato.new_rng("worlds"), 200 * len(worlds)
    drawn = Counter(
        position.resample_from_infostate(seat, rng).state.tobytes() for _ in range(draws)
    )
    assert drawn.keys() == worlds.keys()
    surprise = sum((number - 200) ** 2 / 200 for number in drawn.values())
    assert surprise < len(worlds) + 4 * (2 * len(worlds)) ** 0.5  # chi-square, 4 deviations


# ------------------------------------------------------------------------------------- examples


def example(name: str) -> Any:
    """Import one of the examples."""
    path = ROOT / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"examples_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_regret_minimisation_solves_the_auction(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["cfr.py", "--cards", "3", "--iterations", "64"])
    example("cfr").main()
    lines = capsys.readouterr().out.splitlines()
    measured = [json.loads(line) for line in lines if line.startswith("{")]
    assert measured[0]["nash_conv"] > 0.3
    assert measured[-1] == {**measured[-1], "iterations": 64}
    assert measured[-1]["nash_conv"] < 0.03
    assert measured[-1]["against_uniform"] > 0.2
    assert [line[:8] for line in lines[-3:]] == ["with a 1", "with a 2", "with a 3"]


def test_a_negative_number_of_iterations_is_rejected(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["cfr.py", "--iterations", "-1"])
    with pytest.raises(SystemExit, match="2"):
        example("cfr").main()
    assert "--iterations: -1 is less than 0" in capsys.readouterr().err


def test_examples_are_short():
    """They are there to be read: a baseline fits on three screens."""
    for name in ("cfr", "ppo"):
        assert len((ROOT / "examples" / f"{name}.py").read_text("utf-8").splitlines()) < 200


def test_ppo_learns(tmp_path: Path, capsys):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    ppo = example("ppo")
    ppo.ENVS, ppo.STEPS, ppo.GAMES = 16, 16, 100
    arguments = {"game": appraisal(), "players": None, "opponents": "random", "minutes": 0.05}
    trained = ppo.train(ppo.argparse.Namespace(**arguments, seed=1))
    assert isinstance(trained, torch.nn.Module)
    assert "wins" in capsys.readouterr().out
