"""Sweeps, comparisons and restricted play find what was planted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ducato.core.errors import BadValue, UnknownName
from ducato.lab.run import Conditions, RunFolder
from ducato.lab.studies.ban import ban
from ducato.lab.studies.compare import compare
from ducato.lab.studies.sweep import sweep

from ..planted import GAME

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
FEW = Conditions("random", 1500)


def load(**options: Any) -> Any:
    return GAME.load(2, None, **options)


def test_a_sweep_shows_how_a_bonus_helps_the_first_player():
    found = sweep(GAME, {"first_bonus": "0..4..2"}, FEW, metrics=["first_player", "decisions"])
    shares = [setting.metrics["first_player"].value for setting in found.settings]
    assert [setting.values for setting in found.settings] == [{"first_bonus": n} for n in (0, 2, 4)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(0.5, abs=0.05)
    assert shares[2] > 0.65
    assert {setting.metrics["decisions"].value for setting in found.settings} == {16.0}
    assert found.frame.shape == (6, 5)
    assert json.loads(json.dumps(found.to_dict()))["settings"][1]["values"] == {"first_bonus": 2}


def test_a_sweep_refuses_an_unknown_metric():
    with pytest.raises(UnknownName, match="lead_changes"):
        sweep(GAME, {"rounds": "1..2"}, FEW, metrics=["leads"])


def test_a_comparison_marks_what_differs_and_nothing_else():
    found = compare(load(), load(first_bonus=2), FEW)
    by_name = {difference.metric: difference for difference in found.differences}
    assert by_name["first_player"].p < 0.001
    assert by_name["first_player"].difference.low > 0.1
    assert by_name["rounds"].difference == (0, 0, 0)
    assert by_name["rounds"].p == 1
    assert (found.a, found.b) == ("fair", "fair, first_bonus=2")
    assert len(found.frame) == len(found.differences)
    json.dumps(found.to_dict())


def test_the_paired_interval_is_narrower_than_that_of_two_runs():
    found = compare(load(), load(strong=1), FEW)
    (score,) = (d for d in found.differences if d.metric == "winner_points")
    alone = ((score.a.high - score.a.low) ** 2 + (score.b.high - score.b.low) ** 2) ** 0.5
    assert score.difference.high - score.difference.low < 0.9 * alone


def test_nothing_differs_between_equal_rules():
    found = compare(load(), load(), FEW)
    assert all(d.difference.value == 0 and d.p == 1 for d in found.differences)


def test_going_without_the_best_card_costs_wins_and_without_another_nothing():
    found = ban(load(strong=3), ["take:good-3", "take:good-5"], Conditions("greedy", 1500))
    cost = {restriction.what: restriction for restriction in found.restrictions}
    assert cost["take:good-3"].cost.low > 0.05
    assert cost["take:good-3"].p < 0.001
    assert cost["take:good-3"].used > 0.9
    assert abs(cost["take:good-5"].cost.value) < 0.02
    assert [r.what for r in found.restrictions] == ["take:good-3", "take:good-5"]
    json.dumps(found.to_dict())
    assert found.frame.columns == ["what", "used", "cost", "low", "high", "p"]


def test_a_pattern_is_one_restriction_if_asked():
    apart = ban(load(), ["take:good-1*"], Conditions("random", 50))
    assert len(apart.restrictions) == 3
    (together,) = ban(
        load(), ["take:good-1*"], Conditions("random", 50), together=True
    ).restrictions
    assert together.what == "take:good-1*"


def test_nothing_matches_a_pattern():
    with pytest.raises(UnknownName, match="take:good-"):
        ban(load(), ["take:bad-*"], FEW)


def test_a_study_resumes_in_its_folder(tmp_path, monkeypatch):
    plan = {"game": "planted", "command": "ban"}
    first = ban(load(), ["rest"], Conditions("random", 600, folder=RunFolder(tmp_path, plan)))

    def played(*_: object) -> None:
        raise AssertionError("a finished piece is played again")

    monkeypatch.setattr("ducato.lab.run.play_piece", played)
    again = RunFolder(tmp_path, plan, resume=True)
    assert ban(load(), ["rest"], Conditions("random", 600, folder=again)).restrictions == (
        first.restrictions
    )


def test_a_bad_level_is_refused_before_anything_is_played():
    with pytest.raises(UnknownName, match="ismcts"):
        compare(load(), load(), Conditions("strong", 10))
    with pytest.raises(BadValue, match="a budget in seconds"):
        compare(load(), load(), Conditions("ismcts:seconds=1", 10))


def test_only_tables_of_equal_size_are_compared():
    with pytest.raises(BadValue, match="with 2 players, as a is"):
        compare(GAME.load(2), GAME.load(3), Conditions("random", 10))
