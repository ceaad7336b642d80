"""The contract that every game must fulfil, as checks that know no particular game.

`check` runs all checks on one loaded game and raises `Broken` at the first fault; `CHECKS` lists
them for parametrised tests. The rules run interpreted, with warnings as errors, so that a number
too large for its field is detected. Only `compiled_agrees` runs them compiled, too, and compares
the results byte by byte.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

from ducato.core.checks.compiled import compiled_agrees
from ducato.core.checks.presentation import auto_responses_are_sound, everything_is_described
from ducato.core.checks.rules import (
    cards_are_conserved,
    legal_lists,
    reading_changes_nothing,
    record_replays,
)
from ducato.core.checks.secrecy import (
    secrets_are_dealt_uniformly,
    secrets_are_kept,
    steps_reveal_nothing,
)
from ducato.core.checks.walks import Broken, sampled, walk
from ducato.core.game import LoadedGame

__all__ = [
    "CHECKS",
    "Broken",
    "auto_responses_are_sound",
    "cards_are_conserved",
    "check",
    "compiled_agrees",
    "everything_is_described",
    "legal_lists",
    "reading_changes_nothing",
    "record_replays",
    "sampled",
    "secrets_are_dealt_uniformly",
    "secrets_are_kept",
    "steps_reveal_nothing",
    "walk",
]

CHECKS: tuple[Callable[[LoadedGame, int], None], ...] = (
    legal_lists,
    reading_changes_nothing,
    record_replays,
    cards_are_conserved,
    secrets_are_kept,
    secrets_are_dealt_uniformly,
    everything_is_described,
    auto_responses_are_sound,
    steps_reveal_nothing,
    compiled_agrees,
)
"""All checks; each takes a loaded game and a seed."""


def check(game: LoadedGame, seeds: range = range(3)) -> None:
    """Run every check with every seed.

    Raises:
        Broken: a check failed; the error names the check and the fault. An error of another type,
            raised by the game's own code, is not caught.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one in CHECKS:
            for seed in seeds:
                try:
                    one(game, seed)
                except Broken as broken:
                    raise Broken(f"{one.__name__}: {broken}") from broken
