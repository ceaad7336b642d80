"""The verbs: the functions that each game supplies (`contract.Rules`) and generic code calls.

A game's modules `rules`, `bot` and `measures` define functions with these names (`HOMES`); `bind`
ties them to the game's State class. In interpreted code, a verb finds the function through the
class of the state. In compiled code, Numba finds it through the type of the struct, once, at
compile time (`compile.kernels`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

from ducato.core.errors import BrokenGame
from ducato.core.struct import Struct

CHANCE = -1
"""The value of `current_player` if the next step is a chance outcome."""
TERMINAL = -4
"""The value of `current_player` if the game is over, the same as OpenSpiel's."""

RULES: list[Callable[..., Any]] = []
"""All functions marked with `rule`, in the order of definition."""
INLINED: set[Callable[..., Any]] = set()
"""The rules marked with `inlined_rule`."""
Mark = Callable[[Any], Any]
"""Marks a function for a compiler, and returns it."""
Form = Callable[[type[Struct], Mark], Callable[..., Any]]
"""Makes the function to compile for a class of states, and marks what it calls."""
DERIVED: dict[Callable[..., Any], Form] = {}
"""The functions compiled separately for each class of states, with what makes the form for one."""
BOUND: list[type[Struct]] = []
"""The State classes with verbs: their `rules` are a game's own functions, with the defaults."""

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as a rule, which can be compiled; it stays an ordinary Python function.

    A rule of a game uses loops, numbers, enumerations, fields and calls of other rules. It
    allocates no memory and uses no strings, no other Python objects, no globals except constants,
    and no random numbers.
    """
    RULES.append(function)
    return function


def inlined_rule(function: Function) -> Function:
    """Mark a function as a rule whose calls the compiler replaces by its body.

    It is for a function with many arrays among its arguments, in a loop of a kernel: to pass them
    would take longer than what the function does.
    """
    INLINED.add(function)
    return rule(function)


def derived(function: Callable[..., Any], form: Form) -> None:
    """Have a function of a state compiled from the form that `form` returns for its class."""
    DERIVED[function] = form


def chained(links: Sequence[Callable[..., None]], mark: Mark) -> Callable[..., None]:
    """Return a function that calls all `links` with (state, argument), in a form Numba compiles.

    They are joined in pairs, and the pairs in pairs, so that calls nest no deeper than necessary.
    """

    def nothing(state: Any, argument: Any) -> None:
        pass

    def joined(first: Callable[..., None], second: Callable[..., None]) -> Callable[..., None]:
        def both(state: Any, argument: Any) -> None:
            first(state, argument)
            second(state, argument)

        marked: Callable[..., None] = mark(both)
        return marked

    parts: list[Callable[..., None]] = [mark(link) for link in links] or [mark(nothing)]
    while len(parts) > 1:
        pairs = [joined(*parts[n : n + 2]) for n in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


def bind(state: type[Struct], modules: Mapping[str, ModuleType | None]) -> None:
    """Make the functions of a game's modules the verbs of a State class, with their defaults.

    Args:
        state: the class of the game's states.
        modules: the modules of `HOMES` by name, and None for those that the game leaves out. Their
            enumerations (`ENUMERATIONS`) become attributes beside the verbs, empty if left out.

    Raises:
        BrokenGame: there is no verb of that name, and it is not optional.
    """
    found = {
        verb: getattr(modules[home], verb, None) or OPTIONAL.get(verb)
        for home, verbs in HOMES.items()
        for verb in (one.__name__ for one in verbs)
    }
    missing = [name for name, function in found.items() if function is None]
    if missing:
        package = state.__module__.rpartition(".")[0]
        raise BrokenGame(f"{package}.rules", f"has no verb {' and no verb '.join(missing)}")
    members = {name: getattr(modules[home], name, ()) for name, home in ENUMERATIONS.items()}
    state.rules = SimpleNamespace(**found, **members)
    if state not in BOUND:
        BOUND.append(state)


def setup(state: Any, edition: Any) -> None:
    """Call the game's `setup`; see `core.contract`."""
    type(state).rules.setup(state, edition)


def current_player(state: Any, edition: Any) -> int:
    """Call the game's `current_player`; see `core.contract`."""
    return int(type(state).rules.current_player(state, edition))


def chance_outcomes(state: Any, edition: Any) -> int:
    """Call the game's `chance_outcomes`; see `core.contract`."""
    return int(type(state).rules.chance_outcomes(state, edition))


def legal_actions(state: Any, edition: Any, out: Any) -> int:
    """Call the game's `legal_actions`; see `core.contract`."""
    return int(type(state).rules.legal_actions(state, edition, out))


def apply_action(state: Any, edition: Any, action: int) -> None:
    """Call the game's `apply_action`; see `core.contract`."""
    type(state).rules.apply_action(state, edition, int(action))


def ranking(state: Any, edition: Any, out: Any) -> None:
    """Call the game's `ranking`; see `core.contract`."""
    type(state).rules.ranking(state, edition, out)


def rounds_played(state: Any, edition: Any) -> int:
    """Call the game's `rounds_played`; see `core.contract`."""
    return int(type(state).rules.rounds_played(state, edition))


def take_turn(state: Any, edition: Any, seat: int) -> bool:
    """Call the game's `take_turn`; see `core.contract`."""
    return bool(type(state).rules.take_turn(state, edition, seat))


def seats_to_move(state: Any, edition: Any) -> list[int]:
    """Return the seats that are to choose now, ascending: several if they do at the same time.

    The list is empty if chance is to move or the game is over.
    """
    player = current_player(state, edition)
    if player < 0 or type(state).rules.take_turn is in_order:
        return [player] if player >= 0 else []
    seats = range(edition.players)
    return [s for s in seats if s == player or take_turn(state.copy(), edition, s)]


def action_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Call the game's `action_score`; see `core.contract`."""
    return float(type(state).rules.action_score(state, edition, action, weights))


def estimate(state: Any, edition: Any, out: Any) -> None:
    """Call the game's `estimate`; see `core.contract`."""
    type(state).rules.estimate(state, edition, out)


def features(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Call the game's `features`; see `core.contract`."""
    type(state).rules.features(state, edition, seat, out)


def turn_begins(state: Any) -> bool:
    """Call the game's `turn_begins`; see `core.contract`."""
    return bool(type(state).rules.turn_begins(state))


def makes_sense(state: Any, edition: Any, action: int) -> bool:
    """Call the game's `makes_sense`; see `core.contract`."""
    return bool(type(state).rules.makes_sense(state, edition, int(action)))


def mistakes(state: Any, edition: Any, action: int) -> int:
    """Call the game's `mistakes`; see `core.contract`."""
    return int(type(state).rules.mistakes(state, edition, int(action)))


def series(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Call the game's `series`; see `core.contract`."""
    type(state).rules.series(state, edition, seat, out)


def count(state: Any, edition: Any, player: int, action: int, counters: Any, memory: Any) -> None:
    """Call the game's `count`; see `core.contract`."""
    type(state).rules.count(state, edition, player, action, counters, memory)


def one_outcome(state: Any, edition: Any) -> int:
    """Return 1, the number of outcomes of a chance step, in games that do not give it."""
    return 1


def no_rounds(state: Any, edition: Any) -> int:
    """Return 0, the number of rounds, in games that count none."""
    return 0


def in_order(state: Any, edition: Any, seat: int) -> bool:
    """Return False, in games where seats choose one after the other."""
    return False


def no_score(state: Any, edition: Any, action: int, weights: Any) -> float:
    """Return 0, the score of every action, in games without an `action_score` of their own."""
    return 0.0


def even_chances(state: Any, edition: Any, out: Any) -> None:
    """Write equal chances for all seats into `out`, in games without an `estimate` of their own."""
    for seat in range(len(out)):
        out[seat] = 1.0 / len(out)


def no_features(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Write nothing, in games without `features` of their own."""


def no_turn(state: Any) -> bool:
    """Return False, in games that do not say where a turn begins."""
    return False


def all_make_sense(state: Any, edition: Any, action: int) -> bool:
    """Return True, for every action in games that do not say which make no sense."""
    return True


def no_mistakes(state: Any, edition: Any, action: int) -> int:
    """Return 0, in games that list no mistakes."""
    return 0


def no_series(state: Any, edition: Any, seat: int, out: Any) -> None:
    """Write nothing, in games without a `series` of their own."""


def no_counters(
    state: Any, edition: Any, player: int, action: int, counters: Any, memory: Any
) -> None:
    """Count nothing, in games without a `count` of their own."""


OPTIONAL: dict[str, Callable[..., Any]] = {
    "chance_outcomes": one_outcome,
    "rounds_played": no_rounds,
    "take_turn": in_order,
    "action_score": no_score,
    "estimate": even_chances,
    "features": no_features,
    "turn_begins": no_turn,
    "makes_sense": all_make_sense,
    "mistakes": no_mistakes,
    "series": no_series,
    "count": no_counters,
}
"""The verbs that a game may leave out, with their defaults."""


VERBS = (
    setup,
    current_player,
    chance_outcomes,
    legal_actions,
    apply_action,
    ranking,
    rounds_played,
    take_turn,
    action_score,
    estimate,
    features,
    turn_begins,
    makes_sense,
    mistakes,
    series,
    count,
)
"""All verbs."""
HOMES = {
    "rules": VERBS[:8],
    "bot": (action_score, estimate, features, turn_begins, makes_sense, mistakes),
    "measures": (series, count),
}
"""The verbs by the module of a game that defines them; it may leave out all modules but `rules`."""
ENUMERATIONS = {
    "Feature": "bot",
    "StateFeature": "bot",
    "Mistake": "bot",
    "Series": "measures",
    "Counter": "measures",
}
"""The enumerations with the names of the numbers that verbs read or write, with their modules."""


@rule
def rank_by(points: Any, out: Any) -> None:
    """Write every seat's rank into `out`: the most points are rank 1, and ties share a rank."""
    for seat in range(len(out)):
        out[seat] = 1
        for other in range(len(out)):
            if points[other] > points[seat]:
                out[seat] += 1
