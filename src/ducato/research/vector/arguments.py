"""Arguments of a vector environment's methods, checked and as arrays."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ducato.bots.playout import Policy
from ducato.core.chance import checked_seed, is_whole, new_rng
from ducato.core.errors import BadValue, IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.research.vector.settings import Settings
from ducato.runs.play.buffers import Chooser
from ducato.runs.play.lab_players import Seats

SEED_RANGE = 1 << 31
"""One more than the largest seed that is drawn."""


def check_types(num_envs: object, threads: object, discount: object) -> None:
    """Check that numbers are numbers.

    Raises:
        BadValue: one is not.
    """
    for name, value in (("num_envs", num_envs), ("threads", threads)):
        if not is_whole(value):
            raise BadValue(name, value, "a whole number, 1 or more")
    if not isinstance(discount, Real):
        raise BadValue("discount", discount, "a number above 0 and at most 1")


def several(value: Any) -> list[Any]:
    """Return the values of an argument that takes one or several."""
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def check_kinds(players: list[Any], editions: list[Any], options: object) -> None:
    """Check the types of what games differ in.

    Raises:
        BadValue: one is wrong.
    """
    for number in players:
        if number is not None and not is_whole(number):
            raise BadValue("players", number, "a number of seats, or several")
    for edition in editions:
        if not isinstance(edition, str | None):
            raise BadValue("edition", edition, "the name of an edition, or several")
    if not isinstance(options, Mapping):
        raise BadValue("options", options, "values by the names of options")


def weights_of(shaping: object) -> dict[str, float]:
    """Return the weights of series by name.

    Raises:
        BadValue: they are not given so.
    """
    if shaping is None:
        return {}
    if not isinstance(shaping, Mapping) or not all(isinstance(w, Real) for w in shaping.values()):
        raise BadValue("shaping", shaping, "numbers by the names of series")
    return {str(name): float(weight) for name, weight in shaping.items()}


def chosen(mask: ArrayLike | None, num_envs: int) -> NDArray[np.int64]:
    """Return the numbers of the environments that a mask chooses; all if it is None.

    Raises:
        BadValue: the mask does not have a bool for each environment.
    """
    found = np.ones(num_envs, np.bool_) if mask is None else np.asarray(mask)
    if found.shape != (num_envs,) or found.dtype != np.bool_:
        expected = f"bools of shape ({num_envs},)"
        raise BadValue("mask", f"{found.dtype} of shape {found.shape}", expected)
    return np.flatnonzero(found)


def seed_of(
    seed: int | Sequence[int] | None, begun: bool, envs: int, num_envs: int
) -> int | Sequence[int] | None:
    """Return the seed of a reset: the one that was given, or at the first reset one drawn here.

    Raises:
        BadValue: it is the first reset, and not of all environments.
    """
    if not begun and envs < num_envs:
        raise BadValue("mask", f"{envs} of {num_envs} environments", "all, at the first reset")
    return secrets.randbelow(SEED_RANGE) if seed is None and not begun else seed


def check_begun(begun: bool, what: str) -> None:
    """Check that the games have begun before something that needs them.

    Raises:
        BadValue: they have not.
    """
    if not begun:
        raise BadValue(what, "before a game", "after a reset")


def environment(env: Any, num_envs: int) -> int:
    """Return the number of an environment.

    Raises:
        BadValue: there is none.
    """
    if not isinstance(env, int | np.integer) or not 0 <= env < num_envs:
        raise BadValue("env", env, f"from 0 to {num_envs - 1}")
    return int(env)


def checked_seeds(seed: Any, num_envs: int) -> int | list[int | None] | None:
    """Return the seed of all environments, or one or None for each, as Python's numbers.

    Raises:
        BadValue: there are not as many seeds as environments, or one is no whole number.
    """
    if seed is None:
        return None
    is_one = not isinstance(seed, Sequence) and getattr(seed, "ndim", 0) == 0
    if is_one or isinstance(seed, str | bytes):
        return checked_seed(seed)
    seeds = [None if own is None else checked_seed(own) for own in seed]
    if len(seeds) != num_envs:
        raise BadValue("seed", f"{len(seeds)} seeds", f"one seed, or {num_envs}")
    return seeds


def seed_generators(rng: NDArray[np.int64], seed: Any, envs: NDArray[np.int64]) -> None:
    """Seed the generators of some environments.

    Args:
        rng: the generators of all environments.
        seed: the seed of all environments, or one for each.
        envs: the numbers of the environments.

    Raises:
        BadValue: there are not as many seeds as environments, or one is no whole number. Nothing
            was changed.
    """
    seeds = checked_seeds(seed, len(rng))
    if not isinstance(seeds, list):
        for env in envs:
            rng[env] = new_rng("vector", checked_seed(seeds), int(env))
        return
    whole = [checked_seed(own) for own in seeds]
    for env in envs:
        rng[env] = new_rng("vector", whole[env])


def whole_numbers(actions: ArrayLike, num_envs: int) -> NDArray[np.int64]:
    """Return the actions of all environments as kernels take them.

    Raises:
        BadValue: they have another shape or are not whole numbers.
    """
    given = np.asarray(actions)
    if given.shape != (num_envs,) or given.dtype.kind not in "iu":
        expected = f"whole numbers of shape ({num_envs},)"
        raise BadValue("actions", f"{given.dtype} of shape {given.shape}", expected)
    return np.ascontiguousarray(given, np.int64)


def raise_illegal(position: Position, action: int, env: int, num_envs: int) -> NoReturn:
    """Raise the `IllegalAction` that explains why an environment's action is illegal."""
    try:
        position.check(action)
    except IllegalAction as error:
        error.add_note(f"in environment {env} of {num_envs}")
        raise
    raise AssertionError(f"action {action} is legal in environment {env}")


def policy_named(game: LoadedGame, name: str) -> Policy:
    """Return the policy of a name, such as "random" or "softmax:temperature=0.5".

    Raises:
        UnknownName: there is no such policy.
        BadValue: it is a search, which kernels do not run.
    """
    found = Seats(game, [name])
    if found.chooser[0] == Chooser.OUTSIDE:
        raise BadValue("policy", name, "random, greedy or softmax")
    return Policy(bool(found.chooser[0] == Chooser.SOFTMAX), found.weights[0])


def observers(seat: int | ArrayLike, settings: Settings) -> NDArray[np.int64]:
    """Return the seat that is to observe each environment.

    Raises:
        BadValue: an environment has no such seat.
    """
    n, given = settings.num_envs, np.asarray(seat)
    if given.shape not in ((), (n,)) or given.dtype.kind not in "iu":
        raise BadValue("seat", seat, f"a whole number, or {n} of them")
    seats = np.broadcast_to(given, (n,)).astype(np.int64)
    most = np.array([game.players for game in settings.games])[settings.loaded]
    if (seats < -1).any() or (seats >= most).any():
        raise BadValue("seat", seat, f"from -1 to {most.min() - 1}")
    return seats
