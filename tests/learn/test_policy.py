"""Policies learned from searches: what is found, and the rounds of the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.support.commands import Command, runner

from ducato.core.game.policy_weights import NAMES
from ducato.learn import policy_rounds
from ducato.learn.decisions import Decisions
from ducato.learn.gate import Gate
from ducato.learn.policy_fit import fit_policy

SMALL = ("--policy", 3, "--players", 2, "--sims", 10, "--gate", 0)


def planted(number: int) -> Decisions:
    """Return decisions in which the sign of the state says which of four actions is good."""
    rng = np.random.default_rng(0)
    states = rng.standard_normal((number, 2)).astype(np.float16)
    actions = np.tile(np.arange(4), number).astype(np.int16)
    features = rng.standard_normal((4 * number, 1)).astype(np.float32)
    sign = np.sign(np.repeat(states[:, 0], 4).astype(float))
    scores = (2 * sign * (actions - 1.5) + features[:, 0]).reshape(number, 4)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return Decisions(
        states=states,
        actions=actions,
        features=features,
        offsets=np.zeros(4 * number),
        visits=(powers / powers.sum(axis=1, keepdims=True)).ravel(),
        sizes=np.full(number, 4, np.int32),
        games=(np.arange(number) // 5).astype(np.int32),
        deviations=np.zeros(4 * number),
    )


def test_what_depends_on_the_state_is_found():
    decisions = planted(3000)
    network, score = fit_policy(decisions, 4)
    assert score.decisions == 3000
    assert score.entropy < score.cross_entropy < score.entropy + 0.1
    assert score.agreement > 0.9
    again, _ = fit_policy(decisions, 4)
    assert all(map(np.array_equal, network, again))


@pytest.fixture
def learn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "learn")


def test_a_run_that_was_interrupted_goes_on(
    learn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole, out = tmp_path / "whole", tmp_path / "out"
    code, printed, err = learn("race", *SMALL, "--rounds", 2, "--out", whole)
    assert code == 0, err
    assert "2 players, round 2: " in printed
    assert "held-out cross-entropy" in printed

    search, rounds = policy_rounds._searched, []

    def interrupted(plan, tables, weights, number, network, how):
        rounds.append((number, network is not None))
        if rounds == [(1, False), (2, True)]:
            raise KeyboardInterrupt
        return search(plan, tables, weights, number, network, how)

    monkeypatch.setattr(policy_rounds, "_searched", interrupted)
    assert learn("race", *SMALL, "--rounds", 2, "--out", out)[0] != 0
    code, _, err = learn("race", *SMALL, "--rounds", 2, "--out", out, "--resume")
    assert code == 0, err
    assert rounds == [(1, False), (2, True), (2, True)]
    with np.load(whole / "policy.npz") as one, np.load(out / "policy.npz") as other:
        assert one["features"].tolist()[:2] == ["race.lead", "race.left"]
        for name in NAMES:
            assert np.array_equal(one[f"2/{name}"], other[f"2/{name}"])
    found = json.loads((out / "result.json").read_text())
    assert [one["games"] for one in found["policy_rounds"]] == [3, 6]
    assert found["rounds"] == []


@pytest.mark.parametrize("wins", [True, False])
def test_a_policy_has_to_win(
    learn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wins: bool
):
    bots = []

    def played(editions, challenger, present, games, **how):
        bots.append((challenger.bot, present.bot))
        rate = 0.7 if wins else 0.5
        interval = rate - 0.1, rate + 0.1
        return Gate(challenger.bot, present.bot, games, rate, interval, wins)

    monkeypatch.setattr(policy_rounds, "gate", played)
    code, printed, err = learn("race", *SMALL[:-2], "--gate", 2, "--out", tmp_path / "out")
    assert code == 0, err
    assert bots == [
        ("policy", "greedy"),
        ("ismcts:seconds=0.005:guide=8", "ismcts:seconds=0.005:guide=0"),
    ]
    assert ("not accepted" in printed) == (not wins)
    assert (tmp_path / "out" / "policy.npz").exists() == wins


def test_the_time_may_end_before_a_round(learn: Command, tmp_path: Path):
    code, printed, err = learn("race", *SMALL, "--minutes", 0, "--out", tmp_path / "out")
    assert code == 0, err
    assert "--resume does the rounds that are left" in printed
