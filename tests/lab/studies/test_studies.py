"""Sweeps, comparisons and restricted play find what was planted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.planted import GAME

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import find_game
from ducato.lab.run import Conditions, RunFolder
from ducato.lab.studies.ban import ban
from ducato.lab.studies.compare import compare
from ducato.lab.studies.sweep import sweep

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
    assert found.frame.shape == (6, 8)
    assert json.loads(json.dumps(found.to_dict()))["settings"][1]["values"] == {"first_bonus": 2}


def test_a_sweep_compares_every_row_with_the_first_deal_by_deal():
    found = sweep(GAME, {"first_bonus": "0,0,2"}, FEW, metrics=["first_player", "balance"])
    first, same, better = (setting.differences for setting in found.settings)
    assert first == {}
    assert same == {"first_player": (0, 0, 0)}  # no mean over games, no pairs: not `balance`
    compared = compare(load(), load(first_bonus=2), FEW).differences
    (expected,) = (d.difference for d in compared if d.metric == "first_player")
    assert better["first_player"] == expected
    assert found.to_dict()["settings"][2]["differences"]["first_player"] == expected._asdict()
    assert found.frame["difference"].to_list()[4:] == [expected.value, None]


def test_pairs_are_of_games_that_ended_in_both_rows(monkeypatch):
    def run_all(self: Conditions, runs: Any) -> Any:
        results = played(self, runs)
        results[0].rows.finished[::2] = False
        results[1].rows.finished[1::2] = False  # no game ended in both
        results[2].rows.finished[: FEW.games // 2] = False
        return results

    played = Conditions.run_all
    monkeypatch.setattr(Conditions, "run_all", run_all)
    found = sweep(GAME, {"rounds": "2,3,4"}, FEW, metrics=["rounds", "winner_points"])
    _, apart, half = (setting.differences for setting in found.settings)
    assert apart == {}
    assert half["rounds"] == (2, 2, 2)
    assert half["winner_points"].low < half["winner_points"].value


def test_a_sweep_goes_over_editions_as_over_options():
    found = sweep(find_game("magnate"), {"ace_price": "3,4", "edition": "*"}, Conditions(games=20))
    editions = list(find_game("magnate").editions)
    assert [s.values for s in found.settings] == [
        {"edition": edition, "ace_price": price} for edition in editions for price in (3, 4)
    ]
    assert found.edition == ",".join(editions)


@pytest.mark.parametrize(
    ("varied", "edition", "words"),
    [
        ({"edition": "fair,new"}, None, "choose from: fair"),
        ({"edition": "fair"}, "fair", "left out beside --set edition=fair"),
        ({"edition": "fair," * 400 + "fair", "rounds": "1..3"}, None, "at most 1000"),
    ],
)
def test_editions_that_cannot_vary_are_refused(varied: dict[str, str], edition: Any, words: str):
    with pytest.raises((UnknownName, BadValue), match=words):
        sweep(GAME, varied, FEW, edition=edition)


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
    assert cost["take:good-3"].used.low > 0.9
    assert abs(cost["take:good-5"].cost.value) < 0.02
    assert [r.what for r in found.restrictions] == ["take:good-3", "take:good-5"]
    json.dumps(found.to_dict())
    columns = ["what", "used", "used_low", "used_high", "cost", "low", "high", "p"]
    assert found.frame.columns == columns


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


def test_going_without_everything_is_refused():
    with pytest.raises(BadValue, match="leaves other actions"):
        ban(load(), ["*"], FEW, together=True)


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
