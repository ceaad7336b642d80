"""Dice: the number of possible rolls, and the roll that stands for an outcome of chance."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

FACES = 6


@rule
def all_faces(dice: int) -> int:
    """Return the number of possible rolls of this many distinct dice."""
    ways = 1
    for _ in range(dice):
        ways *= FACES
    return ways


@rule
def roll(row: Any, dice: int, outcome: int) -> None:
    """Write the faces of this many dice, numbered from 1, into a row."""
    for die in range(dice):
        row[die] = outcome % FACES + 1
        outcome //= FACES
