"""The verbs that every game supplies, and that generic code is written in.

A game's `rules` module defines functions of these names; `bind` ties the module to the game's
State class. Interpreted, a verb finds the module through the class of the state; compiled, Numba
finds it through the type of the struct, once, at compile time (`compile.kernels`). Chance is the
player -1: its actions are outcomes 0..n-1, all equally likely.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from ducato.core.registry import BrokenGame
from ducato.core.struct import Struct

CHANCE = -1
"""`current_player` while the next step is a chance outcome."""
TERMINAL = -4
"""`current_player` when the game is over (OpenSpiel's number)."""

RULES: list[Callable[..., Any]] = []
"""Every function marked with `rule`, in the order of their definition."""
BOUND: dict[type[Struct], ModuleType] = {}
"""The rules module of each State class."""

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as one of the compiled subset: it stays an ordinary Python function.

    The subset is loops, integers, enumerations, fields and calls of other rules: no allocation, no
    strings, no Python objects, no globals but constants, no random numbers.
    """
    RULES.append(function)
    return function


def bind(state: type[Struct], rules: ModuleType) -> None:
    """Make `rules` the verbs of all states of this class; `OPTIONAL` ones it may leave out.

    Raises:
        BrokenGame: it lacks others.
    """
    for name, usual in OPTIONAL.items():
        if not hasattr(rules, name):
            setattr(rules, name, usual)
    missing = [verb.__name__ for verb in VERBS if not hasattr(rules, verb.__name__)]
    if missing:
        raise BrokenGame(rules.__name__, f"has no verb {' and no verb '.join(missing)}")
    state.rules = rules
    BOUND[state] = rules


def setup(state: Any, edition: Any) -> None:
    """Turn a struct of zeros into the first state of a game."""
    type(state).rules.setup(state, edition)


def current_player(state: Any, edition: Any) -> int:
    """Return the seat to move, `CHANCE` or `TERMINAL`."""
    return int(type(state).rules.current_player(state, edition))


def chance_outcomes(state: Any, edition: Any) -> int:
    """Return the number of equally likely outcomes of the present chance step (at least one)."""
    return int(type(state).rules.chance_outcomes(state, edition))


def legal_actions(state: Any, edition: Any, out: Any) -> int:
    """Write the legal actions of the seat to move into `out`, ascending, and return how many."""
    return int(type(state).rules.legal_actions(state, edition, out))


def apply_action(state: Any, edition: Any, action: int) -> None:
    """Carry out a legal action, or, when chance is to move, an outcome."""
    type(state).rules.apply_action(state, edition, int(action))


def ranking(state: Any, edition: Any, out: Any) -> None:
    """Write every seat's final rank into `out`: 1 is best, equals share one."""
    type(state).rules.ranking(state, edition, out)


def rounds_played(state: Any, edition: Any) -> int:
    """Return the number of rounds begun; in a round every seat has one turn."""
    return int(type(state).rules.rounds_played(state, edition))


def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return how good a legal action looks to the seat to move: a weighted sum of a few features.

    `weights` are those of the game's ``data/greedy.toml``, in the order of its enumeration
    `Feature`. The score may use nothing that is hidden from the seat to move.
    """
    return float(type(state).rules.action_score(state, edition, action, weights))


def estimate(state: Any, edition: Any, out: Any) -> None:
    """Write every seat's chance to win, by the look of the position, into `out` (floats).

    A game may leave it out (see `has_estimate`). All that is in the state given may be used: a
    search deals the hidden things before it asks.
    """
    type(state).rules.estimate(state, edition, out)


def even_chances(state: Any, edition: Any, out: Any) -> None:
    """The `estimate` of a game that has none: all seats are equal."""
    for seat in range(len(out)):
        out[seat] = 1.0 / len(out)


OPTIONAL: dict[str, Callable[..., Any]] = {"estimate": even_chances}
"""The verbs that a game may leave out, and what stands in for them."""


def has_estimate(rules: ModuleType) -> bool:
    """Return whether a game has an `estimate` of its own."""
    return getattr(rules, "estimate", even_chances) is not even_chances


VERBS = (
    setup,
    current_player,
    chance_outcomes,
    legal_actions,
    apply_action,
    ranking,
    rounds_played,
    action_score,
    estimate,
)
"""All verbs, for the compiler."""
