"""Planted faults in the course of a game: each metric names its own, and is silent without it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.planted import GAME

from ducato.lab.diagnosis.course import course_findings
from ducato.lab.diagnosis.finding import Finding
from ducato.lab.diagnosis.kingmaking import MOST, kingmaking, kingmaking_findings
from ducato.lab.metrics import Target
from ducato.lab.run import play

GAMES = 150
SOUND = {"end_points": 30}
"""The planted game without a fault, in which most games end by points."""
PRIZE = {"prize": 60, "end_points": 1000}
WANTED: dict[str, Target] = {
    "runaway": (0.0, 0.85),
    "catch_up": (0.02, 0.3),
    "tension": (0.25, 1.0),
    "decided_minutes": (0.0, 2.2),
    "by_points": (0.5, 1.0),
    "first_wait": (0.0, 40.0),
}
"""What a designer may want of a game for three."""
PLANTED: dict[str, tuple[dict[str, Any], tuple[str, str], str]] = {
    "the rich get richer": ({"richer": 6}, ("runaway", "runaway"), "above"),
    "who leads at half-time wins": ({"richer": 6}, ("target", "runaway"), "above"),
    "who is last has lost": ({"richer": 6}, ("target", "catch_up"), "below"),
    "who is last is carried to the front": (
        {"poorer": 20, "end_points": 1000},
        ("target", "catch_up"),
        "above",
    ),
    "nobody else ever leads": (PRIZE, ("target", "tension"), "below"),
    "a prize decides early": (PRIZE, ("early", "settled"), "below"),
    "the game goes on though it is decided": (
        PRIZE,
        ("target", "decided_minutes"),
        "above",
    ),
    "the game ends by exhaustion": ({"end_points": 100}, ("target", "by_points"), "below"),
    "the last seat waits for its first turn": (
        {"slow_start": 6},
        ("target", "first_wait"),
        "above",
    ),
}
"""For each fault: the options that plant it, the finding that names it, and on which side it is."""

pytestmark = pytest.mark.usefixtures("planted")


def found(**options: Any) -> dict[tuple[str, str], Finding]:
    """Return what is found in the course of some games, by sort and subject."""
    game = GAME.load(3, None, **{**SOUND, **options})
    games = play(game, GAMES, ["random"] * 3)
    return {(one.sort, one.subject): one for one in course_findings(games, WANTED)}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_named_by_its_metric(fault: str):
    options, named, side = PLANTED[fault]
    finding = found(**options)[named]
    assert finding.fair is not None
    assert finding.heading in ("end", "length")
    assert (finding.value.low > finding.fair) == (side == "above")
    assert (finding.value.high < finding.fair) == (side == "below")


def test_nothing_is_found_in_the_course_of_a_sound_game():
    assert found() == {}


# ------------------------------------------------------------------------------------ kingmaking


def crowned(points: int, players: int = 3) -> Any:
    """Return a few games in which whoever has the last choice gives another some points by it."""
    return play(GAME.load(players, None, crown=points), 4, ["random"] * players)


def test_a_loser_whose_last_choice_decides_who_wins_is_a_kingmaker():
    games = kingmaking(crowned(100), 10)
    assert games is not None
    assert games.low > MOST


def test_without_the_crown_nobody_is_a_kingmaker():
    games = kingmaking(crowned(0), 10)
    assert games is not None
    assert games.value == 0


def test_with_two_players_nobody_can_be_one():
    assert kingmaking(crowned(100, 2)) is None


@pytest.mark.slow
@pytest.mark.parametrize(("points", "number"), [(100, 1), (0, 0)])
def test_kingmaking_is_a_finding_where_it_happens_often(points: int, number: int):
    findings = list(kingmaking_findings(crowned(points)))
    assert len(findings) == number
    assert all((one.sort, one.grade) == ("kingmaking", "fault") for one in findings)
