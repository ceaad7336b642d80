"""Findings: planted imbalances are reported at the top, and nothing where there is none."""

from __future__ import annotations

from typing import Any

import pytest
from tests.planted import GAME

from ducato.lab.diagnosis.causes import trial_of
from ducato.lab.diagnosis.diagnose import diagnose
from ducato.lab.diagnosis.finding import Finding, health
from ducato.lab.diagnosis.findings import agreement, findings
from ducato.lab.outcomes import Outcomes
from ducato.lab.report.measure import Case, measure
from ducato.lab.report.verdict import Verdict, verdict
from ducato.lab.run import Conditions, play

GAMES = 4000

PLANTED: dict[str, tuple[dict[str, Any], str, tuple[tuple[str, str], ...]]] = {
    "a card worth +3": ({"strong": 3}, "random", (("winning", "take:good-3"),)),
    "a card worth +1": ({"strong": 1}, "random", (("winning", "take:good-3"),)),
    "a card worth -3": ({"weak": -3}, "random", (("losing", "take:good-7"),)),
    "a seat with an extra token": (
        {"rich_seat": 2, "seat_bonus": 1},
        "greedy",
        (("seat", "2"),),
    ),
    "a seat with three": ({"rich_seat": 1, "seat_bonus": 3}, "random", (("seat", "1"),)),
    "a head start": ({"first_bonus": 2}, "greedy", (("order", "1"),)),
    "a bonus for the last": ({"last_bonus": 2}, "greedy", (("order", "{players}"),)),
    "a dead option": ({"rest": -9}, "greedy", (("dead", "rest"),)),
    "a dead card": ({"weak": -1}, "greedy", (("dead", "take:good-7"),)),
    "a dominant option": ({"rest": 9}, "greedy", (("dominant", "rest"),)),
    "a dominant card": ({"strong": 3}, "greedy", (("dominant", "take:good-3"),)),
}
"""For each altered edition: its options, who plays, and the finding that must come first."""


pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]


def run(players: int, level: str, seed: int = 0, **options: Any) -> Outcomes:
    return play(GAME.load(players, None, **options), GAMES, [level] * players, seed=seed)


def in_words(**runs: Outcomes) -> Verdict:
    return verdict(GAME, measure([Case(runs)]))


def diagnosed(games: Outcomes) -> list[Finding]:
    return diagnose(games, trial_of(games, 2 * GAMES), Conditions(games.seats[0]))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("imbalance", PLANTED)
def test_what_was_planted_comes_first(imbalance: str, players: int):
    options, level, expected = PLANTED[imbalance]
    found = findings(run(players, level, **options))
    first = [(finding.sort, finding.subject) for finding in found][: len(expected)]
    assert first == [(sort, subject.format(players=players)) for sort, subject in expected]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_found_where_nothing_is_planted(level: str, players: int, seed: int):
    games = run(players, level, seed)
    assert findings(games) == []
    assert set(health(diagnosed(games)).values()) == {"fine"}
    told = in_words(random=games)
    assert (told.faults, told.looks, told.notes) == ([], [], [])


CAUSES: dict[str, tuple[dict[str, Any], str, str]] = {
    "a card worth +9": ({"strong": 9, "rounds": 3}, "strong", "take:good-3"),
    "a card worth -9": ({"weak": -9, "rounds": 3}, "weak", "take:good-7"),
}


@pytest.mark.parametrize("imbalance", CAUSES)
def test_a_cause_comes_before_what_only_goes_with_winning(imbalance: str):
    options, sort, subject = CAUSES[imbalance]
    found = diagnosed(run(2, "random", **options))
    assert (found[0].sort, found[0].subject, found[0].grade) == (sort, subject, "fault")
    assert found[0].cause is not None
    assert found[0].cause.low > 0 if sort == "strong" else found[0].cause.high < 0
    assert subject not in [f.subject for f in found[1:] if f.sort in ("winning", "losing")]
    assert health(found)["cards"] == "fault"


def test_what_everybody_takes_is_found_all_the_same():
    """Greedy players take it whenever they can, so that nobody is left who passed it."""
    found = diagnosed(run(2, "greedy", strong=9, rounds=1))
    assert ("strong", "take:good-3") in [(f.sort, f.subject) for f in found[:3]]


def test_a_target_that_is_missed_comes_with_the_bound_that_it_misses():
    games = run(2, "random")
    assert findings(games, {"rounds": (8, 8), "lead_changes": (0, 100)}) == []
    short, wrong = findings(games, {"rounds": (10, 12), "decisions": (1, 4)})
    assert {(f.subject, f.fair) for f in (short, wrong)} == {("rounds", 10), ("decisions", 4)}


def test_other_levels_say_what_they_find_of_the_same_subject():
    strong = run(2, "random", strong=3)
    finding = findings(strong)[0]
    (same, fair) = agreement(finding, [strong, run(2, "random")])
    assert same == finding.value
    assert fair is not None
    assert abs(fair.value) < 0.05
    (line, *_) = in_words(greedy=run(2, "random", 1, strong=3), random=strong).notes
    assert "(greedy play: +" in line.rows[0]["en"]
    assert "(giocatori avidi: +" in line.rows[0]["it"]


@pytest.mark.parametrize("seed", range(20))
def test_two_games_prove_nothing(seed: int):
    games = play(GAME.load(2, None), 2, ["random"] * 2, seed=seed)
    assert findings(games, {"decisions": (1, 100), "balance": (0, 0.05)}) == []
