"""The verbs: the functions that each game supplies and generic code calls.

A game's `rules` module defines functions with these names; `bind` ties the module to the game's
State class. In interpreted code, a verb finds the module through the class of the state. In
compiled code, Numba finds it through the type of the struct, once, at compile time
(`compile.kernels`). Chance is player -1, whose actions are the outcomes from 0 to n - 1, all
equally likely.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from ducato.core.errors import BrokenGame
from ducato.core.struct import Struct

CHANCE = -1
"""The value of `current_player` if the next step is a chance outcome."""
TERMINAL = -4
"""The value of `current_player` if the game is over, the same as OpenSpiel's."""

RULES: list[Callable[..., Any]] = []
"""All functions marked with `rule`, in the order of definition."""
BOUND: dict[type[Struct], ModuleType] = {}
"""The rules module of each State class."""

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as a rule, which can be compiled; it stays an ordinary Python function.

    A rule of a game uses loops, numbers, enumerations, fields and calls of other rules. It
    allocates no memory and uses no strings, no other Python objects, no globals except constants,
    and no random numbers.
    """
    RULES.append(function)
    return function


def bind(state: type[Struct], rules: ModuleType) -> None:
    """Make a module's functions the verbs of a State class, adding defaults from `OPTIONAL`.

    Raises:
        BrokenGame: the module lacks a verb that is not optional.
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
    """Turn a struct of zeros into the initial state of a game."""
    type(state).rules.setup(state, edition)


def current_player(state: Any, edition: Any) -> int:
    """Return the seat to move, `CHANCE` or `TERMINAL`."""
    return int(type(state).rules.current_player(state, edition))


def chance_outcomes(state: Any, edition: Any) -> int:
    """Return the number of equally likely outcomes of the present chance step (at least one)."""
    return int(type(state).rules.chance_outcomes(state, edition))


def legal_actions(state: Any, edition: Any, out: Any) -> int:
    """Write the legal actions of the seat to move into `out`, ascending; return their number."""
    return int(type(state).rules.legal_actions(state, edition, out))


def apply_action(state: Any, edition: Any, action: int) -> None:
    """Apply a legal action or, if chance is to move, an outcome; `state` changes in place."""
    type(state).rules.apply_action(state, edition, int(action))


def ranking(state: Any, edition: Any, out: Any) -> None:
    """Write every seat's final rank into `out`: 1 is the best, and tied seats share a rank."""
    type(state).rules.ranking(state, edition, out)


def rounds_played(state: Any, edition: Any) -> int:
    """Return the number of rounds begun so far, as the game counts them."""
    return int(type(state).rules.rounds_played(state, edition))


def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return the score of a legal action for the seat to move: a weighted sum of features.

    The `weights` are those in the game's ``data/greedy.toml``, in the order of the game's
    enumeration `Feature`. The score must not depend on anything hidden from the seat to move.
    """
    return float(type(state).rules.action_score(state, edition, action, weights))


def estimate(state: Any, edition: Any, out: Any) -> None:
    """Write an estimate of every seat's chance of winning into `out` (floats from 0 to 1).

    A game may leave this verb out (see `has_estimate`). The estimate may use the whole state, since
    a search deals hidden cards before it asks for one.
    """
    type(state).rules.estimate(state, edition, out)


def even_chances(state: Any, edition: Any, out: Any) -> None:
    """Write equal chances for all seats into `out`, in games without an `estimate` of their own."""
    for seat in range(len(out)):
        out[seat] = 1.0 / len(out)


OPTIONAL: dict[str, Callable[..., Any]] = {"estimate": even_chances}
"""The verbs that a game may leave out, with their defaults."""


def has_estimate(rules: ModuleType) -> bool:
    """Return whether a game's rules have an `estimate` of their own."""
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
"""All verbs."""
