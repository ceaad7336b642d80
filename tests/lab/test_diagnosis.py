"""The pure parts of a diagnosis, with constructed data; and loops, plans and kingmakers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.planted import GAME

from ducato.lab.diagnosis.causes import Suspect, _gravity, _judged
from ducato.lab.diagnosis.diagnose import folded
from ducato.lab.diagnosis.fairness import _skipped, _ties
from ducato.lab.diagnosis.finding import Finding, health, odds_ratio
from ducato.lab.diagnosis.ways import _centres
from ducato.lab.thing_shares import ThingShare
from ducato.runs.statistics import Estimate

NONE = Estimate(0.0, 0.0, 0.0)


def share_of(won: float, did: float, sure: float = 0.02) -> ThingShare:
    """Return the share of a thing that a part of 4,000 seats of two players did."""
    excess = won - 0.5
    return ThingShare(
        *("recruit:laborer-3", "action", 3, 1000, 500, 300.0, 4000, int(4000 * did), 50),
        *(Estimate(0.9, 0.88, 0.92), won, Estimate(excess, excess - sure, excess + sure), 0.0),
    )


def cost(value: float, sure: float = 0.01) -> Estimate:
    return Estimate(value, value - sure, value + sure)


def test_what_nearly_everybody_takes_who_can_is_too_strong():
    """The reviewer's worker: 92.7 % won, and going without costs 19.6 points."""
    found = _judged(Suspect(share_of(0.927, 0.225)), cost(0.196), 0.0, 0.5)
    assert found is not None
    assert (found.sort, found.grade) == ("strong", "fault")
    assert found.cause is not None
    assert found.cause.value == pytest.approx(0.196 / 0.225, abs=0.001)


@pytest.mark.parametrize(
    ("won", "lost"),
    [
        (0.9, 0.0),  # the winning do it because they win
        (0.52, 0.2),  # what all need: those who have it win no more than a fair share
        (0.6, 0.03),  # a good card
        (0.3, 0.02),  # the losing do it because they lose
    ],
)
def test_an_association_or_a_need_is_no_fault(won: float, lost: float):
    assert _judged(Suspect(share_of(won, 0.2)), cost(lost, 0.005), 0.0, 0.5) is None


def test_a_trap_costs_those_who_take_it():
    found = _judged(Suspect(share_of(0.2, 0.4)), cost(-0.1), 0.0, 0.5)
    assert found is not None
    assert found.sort == "weak"
    assert _gravity(Suspect(share_of(0.2, 0.4)), cost(-0.1), 0.5) == pytest.approx(0.5)


def test_what_is_not_sure_is_no_fault():
    assert _judged(Suspect(share_of(0.9, 0.2)), cost(0.1, 0.09), 0.03, 0.5) is None
    assert _judged(Suspect(share_of(0.9, 0.2)), cost(0.1, 0.095), 0.0, 0.5) is None


def test_causes_replace_associations_and_explain_shadows():
    found = folded(
        [
            Finding("winning", "a", NONE, None, 0.5),
            Finding("winning", "b", NONE, None, 0.1),
            Finding("strong", "a", NONE, 0.5, 1.5, grade="fault", cause=NONE),
            Finding("seat", "2", NONE, 0.5, 2.5, grade="fault"),
            Finding("skipped", "1", NONE, 1.0, 4.0, grade="fault"),
        ]
    )
    assert [(f.sort, f.subject, f.grade) for f in found] == [
        ("skipped", "1", "fault"),
        ("strong", "a", "fault"),
        ("seat", "2", "look"),
        ("winning", "b", "note"),
    ]
    assert health(found) == {
        **{"fairness": "fault", "length": "fine", "choices": "fine", "cards": "fault"},
        **{"economy": "fine", "end": "fine"},
    }


def test_odds():
    assert odds_ratio(0.5, 0.5) == 1
    assert odds_ratio(0.5, 0.25) == pytest.approx(3)
    assert odds_ratio(1.0, 0.5) > 1e5


# ------------------------------------------------------------------------------------ seats


def games_of(ranks: Any, series: Any, turns: Any = None, decided: Any = None) -> Any:
    """Return games with these results, as far as the findings about seats read them."""
    ranks = np.asarray(ranks)
    decided = turns if decided is None else decided
    rows = SimpleNamespace(ranks=ranks, series=np.asarray(series), turns=turns, decided=decided)
    return SimpleNamespace(
        rows=rows,
        finished=np.ones(len(ranks), bool),
        game=SimpleNamespace(players=ranks.shape[1]),
        series_names=["points", "coins"],
    )


def results(rng: np.random.Generator, seat_decides: bool) -> tuple[Any, Any]:
    """Return ranks by points, then by the seat or by coins, and the series."""
    points, coins = rng.integers(0, 10, (600, 2)), rng.integers(0, 50, (600, 2))
    by = np.array([0.2, 0.1]) if seat_decides else coins / 100
    total = points + by
    ranks = np.where(total[:, ::-1] > total, 2, 1)
    return ranks, np.stack([points, coins], axis=-1)


def test_ties_that_the_seat_breaks_are_found():
    (found,) = _ties(games_of(*results(np.random.default_rng(1), True)))
    assert (found.sort, found.subject, found.value.value) == ("tie_seat", "lower", 1.0)
    assert found.details[0] == "points"


def test_ties_that_another_number_breaks_are_not():
    assert list(_ties(games_of(*results(np.random.default_rng(1), False)))) == []


def test_a_seat_with_half_the_turns_is_skipped():
    rng = np.random.default_rng(2)
    turns = np.stack([rng.integers(18, 22, 200), rng.integers(9, 11, 200)], axis=1)
    (found,) = _skipped(games_of(np.ones((200, 2), int), np.zeros((200, 2, 2)), turns))
    assert (found.subject, found.grade) == ("2", "fault")
    equal = np.full((200, 2), 20)
    assert list(_skipped(games_of(np.ones((200, 2), int), np.zeros((200, 2, 2)), equal))) == []


def test_a_seat_whose_turns_are_passed_for_it_is_skipped_though_it_has_as_many():
    """Two turns of the others in a row count as one, so the turns alone do not show it."""
    rng = np.random.default_rng(3)
    turns = np.stack([rng.integers(5, 8, 200), rng.integers(5, 7, 200)], axis=1)
    decided = np.stack([rng.integers(40, 46, 200), rng.integers(18, 22, 200)], axis=1)
    ranks, series = np.ones((200, 2), int), np.zeros((200, 2, 2))
    (found,) = _skipped(games_of(ranks, series, turns, decided))
    assert (found.sort, found.subject) == ("skipped", "2")
    equal = np.stack([decided[:, 0], decided[::-1, 0]], axis=1)
    assert list(_skipped(games_of(ranks, series, turns, equal))) == []


# ------------------------------------------------------------------------------------ ways


@pytest.mark.parametrize("ways", [1, 2, 3])
def test_winners_fall_into_as_many_clusters_as_there_are_ways(ways: int):
    rng = np.random.default_rng(ways)
    centres = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])[:ways]
    points = centres[rng.integers(ways, size=400)] + rng.normal(0, 1, (400, 2))
    assert len(_centres(points)) == ways


def test_winners_spread_evenly_have_one_way():
    assert len(_centres(np.random.default_rng(4).normal(0, 1, (400, 5)))) == 1


# ------------------------------------------------------------------------------------ plans


@pytest.mark.compiled
@pytest.mark.usefixtures("planted")
def test_a_plan_that_beats_random_play_is_found_and_measured_anew():
    from ducato.lab.run import Conditions
    from ducato.lab.studies.exploit import Clause, exploit, most_games

    game = GAME.load(2, None, rest=9)
    found = exploit(game, Conditions("random", games=200), clauses=1)
    assert found.clauses in ((Clause("rest", True),), (Clause("take", False),))  # the same
    assert found.gain.low > 0.3
    assert found.wins.value == pytest.approx(found.without + found.gain.value)
    assert found.games <= most_games(game, 200, 1)
    assert exploit(GAME.load(2, None), Conditions("random", games=200), clauses=1).clauses == ()
