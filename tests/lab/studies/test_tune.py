"""The search for better numbers: it finds what is planted, and goes on where it stopped."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.planted import GAME

from ducato.core.errors import BadValue, ConflictingOptions, UnknownName, WrongPlayers
from ducato.core.game import find_game
from ducato.lab.run import Conditions
from ducato.lab.studies import tune as module
from ducato.lab.studies.aims import Aim, TuningTask, aims_of
from ducato.lab.studies.space import search_space
from ducato.lab.studies.tune import Edition, _different, tune
from ducato.runs.run_folder import CannotWrite, OtherRun
from ducato.runs.statistics import Estimate

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
FEW = Conditions("random", games=200, seed=1)


def sought(targets: str, free: list[str], players=(2,), **options: Any) -> TuningTask:
    fixed = options.pop("fixed", {})
    return TuningTask(
        *(GAME, aims_of(GAME, targets), list(players), ["random"], "fair", fixed, free), **options
    )


def test_the_bonus_that_outweighs_a_head_start_is_found(tmp_path):
    """Whoever begins has 8 points more; the search gives the last one about as many."""
    search = sought("balance", ["last_bonus"], fixed={"first_bonus": 8})
    found = tune(search, 24, FEW, out=tmp_path)
    assert found.trials == 24
    assert 6 <= found.found[0].values["last_bonus"] <= 10
    assert found.base.distance > 0.9
    assert found.found[0].distance < 0.3
    (table,) = found.found[0].tables
    assert table == "2 players, random"


def test_a_wanted_range_is_met_at_several_tables(tmp_path):
    search = sought("decisions=22..26", ["rounds"], players=(2, 3))
    found = tune(search, 20, FEW, out=tmp_path)
    best = found.found[0]
    assert len(best.tables) == 2
    # 2 players take 2 a round and 3 take 3: no number of rounds suits both, and 9 or 10 is nearest.
    assert best.values["rounds"] in (8, 9, 10, 11)


def test_a_number_of_players_can_have_values_and_targets_of_its_own(tmp_path):
    """2 players take 2 decisions a round and 3 take 3: both can have 24 if rounds may differ."""
    free = ["rounds=6..14", "rounds@3=6..14"]
    found = tune(
        sought("decisions@2=24..24,decisions@3=24..24", free, (2, 3)), 60, FEW, out=tmp_path
    )
    best = found.found[0]
    assert best.values == {"rounds": 12, "rounds@3": 8}
    assert best.distance == 0
    edition = tomllib.loads(best.toml)["edition"]["tuned"]
    assert edition == {"rounds": 12, "by_players": {"3": {"rounds": 8}}}


def trials_of(out: Path) -> list[tuple[Any, ...]]:
    study = module._study(out, 1)
    ended = [t for t in study.trials if t.state.name in ("COMPLETE", "PRUNED")]
    return [(trial.state.name, trial.params, trial.values) for trial in ended]


def test_an_interrupted_study_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch):
    search = sought("ties,minutes=0.5..1", ["rounds", "strong", "weak"])
    whole = tune(search, 14, FEW, out=tmp_path / "whole")
    calls, measure = [], TuningTask.measure

    def interrupted(self, values, *arguments):
        calls.append(values)
        if len(calls) == 8:
            raise KeyboardInterrupt
        return measure(self, values, *arguments)

    monkeypatch.setattr(TuningTask, "measure", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tune(search, 14, FEW, out=tmp_path / "parts")
    monkeypatch.setattr(TuningTask, "measure", measure)
    assert 0 < len(trials_of(tmp_path / "parts")) < 14
    parts = tune(search, 14, FEW, out=tmp_path / "parts")
    assert trials_of(tmp_path / "parts") == trials_of(tmp_path / "whole")
    assert parts == whole
    assert trials_of(tmp_path / "whole")[0][1].keys() == {"rounds", "strong", "weak"}


@pytest.mark.parametrize("killed", ["ask", "tell"])
def test_a_killed_study_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch, killed: str):
    """A process that is killed leaves a trial in line, or one that was asked for."""
    import optuna

    search = sought("ties,minutes=0.5..1", ["rounds", "strong", "weak"])
    tune(search, 14, FEW, out=tmp_path / "whole")
    calls: list[object] = []
    original = getattr(optuna.Study, killed)

    def stopped(study, *arguments, **options):
        calls.append(arguments)
        if len(calls) > 11:  # trial 11 is put in line first
            raise KeyboardInterrupt
        return original(study, *arguments, **options)

    monkeypatch.setattr(optuna.Study, killed, stopped)
    with pytest.raises(KeyboardInterrupt):
        tune(search, 14, FEW, out=tmp_path / "parts")
    monkeypatch.undo()
    left = {trial.state.name for trial in module._study(tmp_path / "parts", 1).trials}
    assert ("WAITING" if killed == "ask" else "RUNNING") in left
    tune(search, 14, FEW, out=tmp_path / "parts")
    assert trials_of(tmp_path / "parts") == trials_of(tmp_path / "whole")


@pytest.mark.parametrize("content", [b"rubbish" * 1000, None])
def test_a_damaged_study_is_one_sentence(tmp_path, content: bytes | None):
    search = sought("ties", ["rounds"])
    tune(search, 2, FEW, out=tmp_path)
    file = tmp_path / "study.db"
    whole = file.read_bytes()
    file.write_bytes(content or whole[:100] + b"x" * 5000 + whole[5100:])
    with pytest.raises((OtherRun, CannotWrite), match=r"study\.db .* another folder") as raised:
        tune(search, 3, FEW, out=tmp_path)
    assert "\n" not in str(raised.value)


def test_a_folder_without_room_for_the_study_is_one_sentence(tmp_path):
    (tmp_path / "study.db").mkdir()
    with pytest.raises(CannotWrite, match=r"study\.db cannot be used"):
        tune(sought("ties", ["rounds"]), 2, FEW, out=tmp_path)


def test_values_that_conflict_give_a_pruned_trial(tmp_path, monkeypatch):
    load = TuningTask.load

    def conflicting(self, values):
        if values.get("rounds", 0) % 2:
            raise ConflictingOptions(values, "an even number of rounds")
        return load(self, values)

    monkeypatch.setattr(TuningTask, "load", conflicting)
    found = tune(sought("ties", ["rounds"]), 12, FEW, out=tmp_path)
    assert 0 < found.pruned < 12
    assert all(edition.values["rounds"] % 2 == 0 for edition in found.found)


def test_several_objectives_give_editions_none_of_which_is_better_in_all(tmp_path):
    search = sought("ties,rounds=1..2", ["rounds", "strong"], pareto=True)
    found = tune(search, 16, FEW, out=tmp_path)
    assert found.trials == 16
    assert found.found
    json.dumps(found.to_dict())


def test_the_edition_can_be_pasted(tmp_path):
    found = tune(sought("ties", ["rounds", "strong"]), 6, FEW, out=tmp_path, name="better")
    edition = tomllib.loads(found.found[0].toml)["edition"]["better"]
    known = GAME.adjustable
    assert edition == {n: v for n, v in found.found[0].values.items() if v != known[n].default}
    GAME.load(2, "fair", **edition)


def test_a_change_is_found_and_given_deal_by_deal(tmp_path):
    search = sought("rounds=-50%,first_player=same", ["rounds=2..8", "last_bonus"])
    best = tune(search, 30, FEW, out=tmp_path).found[0]
    assert best.values["rounds"] in (4, 5)
    (changes,) = best.changes.values()
    assert changes["rounds"].value == best.values["rounds"] - 8
    assert changes["first_player"].low < 0.05


def test_editions_whose_games_are_the_same_are_told_once():
    one = Edition({"rounds": 4}, 0.5, {"2 players": {"minutes": Estimate(2.0, 1.9, 2.1)}}, {}, "")
    same = replace(one, values={"rounds": 5})
    other = replace(one, tables={"2 players": {"minutes": Estimate(2.5, 2.4, 2.6)}})
    assert _different([one, same, other]) == [one, other]


def test_nothing_is_tried_if_all_targets_are_met(tmp_path):
    found = tune(sought("rounds=8..8", ["rounds"]), 30, FEW, out=tmp_path)
    assert (found.met, found.trials, found.found) == (True, 0, [])


def test_the_number_that_matters_is_kept(tmp_path):
    search = sought("decisions=10..12", ["rounds", "strong", "rest"], screen=1)
    found = tune(search, 12, FEW, out=tmp_path)
    assert found.screened[0].name == "rounds"
    assert found.screened[0].p < 0.01
    assert [one.effect for one in found.screened[1:]] == [0, 0]
    assert set(found.found[0].values) == {"rounds"}


# --------------------------------------------------------------------------------- what is wanted


def test_targets_have_a_range_or_a_direction():
    assert aims_of(GAME, "balance,minutes=45..60,lead_changes,rounds=..5,wait=3..") == [
        Aim("balance", None, -1),
        Aim("minutes", (45, 60)),
        Aim("lead_changes", None, 1),
        Aim("rounds", (-inf, 5)),
        Aim("wait", (3, inf)),
    ]
    assert aims_of(GAME, "minutes@2-3=45..60,balance@2") == [
        Aim("minutes", (45, 60), players=(2, 3)),
        Aim("balance", None, -1, players=(2,)),
    ]


def test_targets_can_be_changes():
    assert aims_of(GAME, "minutes=-20%,settled=same,rounds@2=+5%") == [
        Aim("minutes", None, change=-0.2),
        Aim("settled", None, change=0.0),
        Aim("rounds", None, players=(2,), change=0.05),
    ]
    before = Estimate(60, 59, 61)
    aim = Aim("minutes", None, change=-0.2)
    assert aim.around(before) == (45, 51)
    assert aim.distance(Estimate(48, 47, 49), aim.scale(before), before) == 0
    assert aim.distance(before, aim.scale(before), before) == 3
    same = Aim("settled", None, change=0.0)
    assert same.distance(Estimate(0.82, 0.8, 0.84), 0.04, Estimate(0.8, 0.78, 0.82)) == 0


def test_a_target_counts_only_where_it_is_wanted():
    search = sought("minutes@2=40..60,minutes@3=60..80", ["rounds"], players=(2, 3))
    measured = {
        "2 players, random": {"minutes": Estimate(65, 64, 66)},
        "3 players, random": {"minutes": Estimate(50, 49, 51)},
    }
    assert search.distances(measured, measured) == [0.5, 1]


@pytest.mark.parametrize(
    ("targets", "error", "words"),
    [
        ("fun", UnknownName, "fun"),
        ("minutes@9=45..60", WrongPlayers, "9"),
        ("minutes@many=45..60", BadValue, "2-5"),
        ("minutes", BadValue, "minutes=LOW..HIGH"),
        ("minutes=60..45", BadValue, "lower number first"),
        ("minutes=soon", BadValue, "45..60"),
        ("minutes=..", BadValue, "45..60"),
        ("minutes=20%", BadValue, "-20%"),
        ("settled,minutes", BadValue, "minutes=same"),
        ("minutes=1.2.3..4", BadValue, "45..60"),
        (None, BadValue, "no targets"),
    ],
)
def test_targets_that_are_not_possible_are_rejected(targets, error, words):
    with pytest.raises(error, match=words.replace(".", r"\.")):
        aims_of(GAME, targets)


def test_distances_are_in_units_of_what_is_wanted():
    value = Estimate(70, 69, 71)
    aim = Aim("minutes", (40, 60))
    assert aim.distance(value, aim.scale(value)) == 1
    assert aim.distance(Estimate(50, 49, 51), 10) == 0
    assert Aim("minutes", (-inf, 35)).scale(value) == 35
    less, more = Aim("ties", None, -1), Aim("lead_changes", None, 1)
    assert less.distance(Estimate(0.1, 0, 1), 0.2) == 0.5
    assert more.distance(Estimate(3, 2, 4), 2) == -1.5


# ------------------------------------------------------------------------------- what may change


def test_the_space_is_that_of_the_tunable_parameters():
    game = find_game("fantasy-market")
    one = {free.name: free for free in search_space(game, [], [3], {"shop_choice": "free"})}
    assert "shop_choice" not in one
    assert "character_cards" not in one  # it is not tunable
    assert one["min_move"].values == (0, 1)
    assert one["hourglass_end"].values == tuple(range(5, 61, 5))  # in steps from the default
    assert one["combat_tie"].values == ("hero_first", "monster_first")
    assert one["promotion_from_outside"].values == (False, True)
    assert not any("." in name for name in one)
    several = {free.name for free in search_space(game, [], [3, 4, 5], {})}
    assert one.keys() - several == {"start_tiles", "hourglass_end"}


def test_cells_are_free_if_they_are_named():
    game = find_game("fantasy-market")
    found = search_space(game, ["tiles.*.attack", "hero_start_gold=2..4"], [3], {})
    assert {free.name.rpartition(".")[2] for free in found} == {"attack", "hero_start_gold"}
    assert found[-1].values == (2, 3, 4)


@pytest.mark.parametrize(
    ("free", "fixed", "error"),
    [
        (["speed"], {}, UnknownName),
        (["rounds=5..3"], {}, BadValue),
        (["rounds=5"], {}, BadValue),
        (["rounds@3"], {}, BadValue),  # the edition is sought for 2
        (["rounds@7=3..5"], {}, WrongPlayers),
        (["rounds@2"], {"rounds": 5}, BadValue),
        (["rounds=5..99"], {}, BadValue),
        (["rounds"], {"rounds": 5}, BadValue),
    ],
)
def test_spaces_that_are_not_possible_are_rejected(free, fixed, error):
    with pytest.raises(error):
        search_space(GAME, free, [2], fixed)
