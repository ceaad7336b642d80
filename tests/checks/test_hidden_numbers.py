"""The checks name what is wrong with hidden numbers, and with choices at the same time."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from tests.plugins.installed import edited

from ducato.checks import CheckPlan, Fault, run
from ducato.cli.authoring.new_game import examples
from ducato.core.game.folder import game_from
from ducato.table.game_checks import ALL

RULES, STATE, BOT = "rules.py", "state.py", "bot.py"
NUMBERS = count(1)
SEAL = "    state.sealed[state.mover] = 1\n"
AMONG = 'among=(0, "coins")'
OPEN = "        state.sealed[seat] = 0\n"


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A copy of the game of sealed bids, under a name of its own."""
    name = f"spoilt_tender{next(NUMBERS)}"
    made = tmp_path / name
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(examples() / "tender/tender", made, ignore=ignored)
    edited("__init__.py", '"tender"', f'"{name.replace("_", "-")}"')(made)
    importlib.invalidate_caches()
    yield made
    for module in [each for each in sys.modules if each.split(".")[0] == name]:
        del sys.modules[module]
    sys.path[:] = [path for path in sys.path if path != str(tmp_path)]


def findings(package: Path, *checks: str) -> list[Fault]:
    """Return what these checks find in a game."""
    alone = [
        replace(
            group,
            of_game=tuple(one for one in group.of_game if one.__name__ in checks),
            of_play=tuple(one for one in group.of_play if one.__name__ in checks),
        )
        for group in ALL
    ]
    return [
        finding
        for result in run(game_from(package), alone, CheckPlan(seeds=range(2)))
        for finding in result.findings
    ]


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "words"),
    [
        (
            "hidden_numbers_are_revealed",
            STATE,
            f"{AMONG})\n",
            f'{AMONG}, sealed="closed")\n    closed: Row = field("i1", SEATS)\n',
            "bid is never hidden: closed is 0",
        ),
        ("hidden_numbers_can_be_drawn", STATE, '(0, "coins")', "(0, 3)", "worlds are drawn from"),
        (
            "later_steps_reveal_nothing",
            RULES,
            SEAL,
            f"{SEAL}    state.round = bid\n",
            "the field round shows",
        ),
        (
            "later_steps_reveal_nothing",
            RULES,
            SEAL,
            f"{SEAL}    state.coins[state.mover] -= bid\n",
            "the field coins shows",
        ),
        ("secret_actions_are_declared", STATE, "secret=True, ", "", "sees the same after bid:"),
        (
            "secrets_are_kept",
            RULES,
            "    return state.coins[state.mover] + 1",
            "    return state.coins[state.mover] + (state.bid[0] < 5)",
            "legal actions of seat 1 depend on what it cannot see",
        ),
        (
            "secrets_are_kept",
            BOT,
            "    return -abs",
            "    if state.mover > 0:\n        worth = state.bid[0] + 1.0\n    return -abs",
            "depends on what seat 1 cannot see",
        ),
        (
            "order_of_choices_makes_no_difference",
            RULES,
            SEAL,
            f"{SEAL}    state.round += state.mover == 1 and state.sealed[0]\n",
            "it makes a difference whether seat 0 or seat 1 chooses first",
        ),
        (
            "order_of_choices_makes_no_difference",
            RULES,
            "    state.mover = seat\n",
            "",
            "take_turn lets seat 1 choose, but seat 0 is to move",
        ),
    ],
)
def test_a_check_names_the_fault(
    package: Path, check: str, file: str, old: str, new: str, words: str
):
    edited(file, old, new)(package)
    found = findings(package, check)
    assert any(words in finding.problem for finding in found), found
    assert all(finding.advice for finding in found)


def test_numbers_that_stay_sealed_are_named(package: Path):
    edited(RULES, OPEN, "        state.bid[seat] += 0\n")(package)
    edited(RULES, "    if state.phase != BID or", "    if state.phase != BID and")(package)
    edited(RULES, "state.round == edition.rounds", "state.round == 1")(package)
    (finding,) = findings(package, "hidden_numbers_are_revealed")
    assert "bid is never revealed: sealed stays set to the end" in finding.problem
    assert finding.warning


def test_the_sound_game_passes(package: Path):
    checks = [one.__name__ for group in ALL for one in (*group.of_game, *group.of_play)]
    assert findings(package, *checks) == []
