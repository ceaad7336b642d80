"""Loaded games: games set up with an edition and options, ready to make positions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from ducato.core import verbs
from ducato.core.actions import ActionTable
from ducato.core.contract import Presentation
from ducato.core.defaults import complete
from ducato.core.editions.values import Value, nested
from ducato.core.errors import BadValue, BrokenGame, ConflictingOptions
from ducato.core.game.given_state import read_state
from ducato.core.position import Position
from ducato.core.struct import Struct, width

if TYPE_CHECKING:
    from ducato.core.game.registered_game import Game
    from ducato.core.observation.spec import ObservationSpec

LARGEST_STATE = 1 << 20
"""The largest size of a game's state in bytes; a match keeps one for every step."""
LOADED_KEPT = 32
"""The number of loaded games that a process keeps for the objects that it unpickles."""


class LoadedGame:
    """A game set up for a number of players, with an edition and options; it makes positions.

    Attributes:
        game: the registered game.
        players: the number of seats.
        edition_name: the name of the edition on which the values are based.
        values: the value of every parameter and adjustable cell, by name.
        options: the values that override the edition's, by name.
        pinned: the values of a recorded game that differ from the edition's present values, by
            name, without those that options override; empty for a new game.
        edition: the struct from which the rules read all values.
        State: the class of the game's states.
        actions: the table of the game's actions.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        edition_name: str,
        values: dict[str, Value],
        options: dict[str, Value],
        pinned: dict[str, Value],
    ) -> None:
        self.game, self.players, self.edition_name = game, players, edition_name
        self.values, self.options, self.pinned = values, options, pinned
        state = game.module("state")
        self.State: type[Struct] = state.State
        size = self.State.nbytes
        if size > LARGEST_STATE:
            problem = f"has a state of {size} bytes; at most {LARGEST_STATE} are possible"
            raise BrokenGame(self.name, problem)
        self.actions: ActionTable = state.ACTIONS
        modules = {name: game.optional_module(name) for name in ("bot", "measures")}
        verbs.bind(state.State, {"rules": game.module("rules"), **modules})
        self.edition = self._edition(state)

    def _edition(self, state: Any) -> Struct:
        """Return the edition struct with all values and components.

        Raises:
            BrokenGame: the game gives a component that is not a field of its edition.
            ConflictingOptions: the values cannot be combined.
        """
        known = self.game.adjustable
        numbers = {name: p.as_number(self.values[name]) for name, p in known.items()}
        numbers["players"] = self.players
        make: Callable[..., Mapping[str, Any]] = getattr(state, "components", lambda _: {})
        try:
            components = make(numbers)
        except ConflictingOptions as error:
            raise ConflictingOptions(self._at_fault(error.options), error.expected) from error
        edition: Struct = state.Edition()
        given = {name: numbers[name] for name in (*self.game.parameters, "players")}
        for name, value in {**given, **components}.items():
            if name not in edition.fields:
                raise BrokenGame(self.name, f"gives {name}, which is no field of Edition")
            try:
                _fill(edition, name, value)
            except BadValue as error:
                options = self._options_behind(name, make, numbers)
                expected = f"{name} would be {error.value}, but must be {error.expected}"
                raise ConflictingOptions(options, expected) from error
        return edition

    def _at_fault(self, names: Iterable[str]) -> dict[str, object]:
        """Return those of these options that differ from their defaults, with their values.

        The number of players is always among them. If no option differs, all are returned.
        """
        values: dict[str, object] = {**self.values, "players": self.players}
        known = self.game.adjustable
        given = {name: values[name] for name in names}
        if all(name == "players" or self._is_default(name) for name in given):
            return given
        return {n: v for n, v in given.items() if n not in known or not self._is_default(n)}

    def _is_default(self, name: str) -> bool:
        known = self.game.adjustable
        return self.values[name] == known[name].default_for(self.players)

    def _options_behind(
        self, field: str, make: Callable[..., Mapping[str, Any]], numbers: dict[str, int]
    ) -> dict[str, object]:
        """Return the options without which the component `field` would be another."""
        known = self.game.adjustable
        found = []
        for name in (name for name in known if not self._is_default(name)):
            default = known[name].as_number(known[name].default_for(self.players))
            with suppress(ConflictingOptions):
                without = make({**numbers, name: default})[field]
                if _plain(without) != _plain(make(numbers)[field]):
                    found.append(name)
        return self._at_fault(found)

    @cached_property
    def presentation(self) -> Presentation:
        """The functions that make scenes and sentences: the game's own, and the defaults."""
        modules = (self.game.optional_module(name) for name in ("scene", "narration"))
        return complete(
            [module for module in modules if module is not None],
            self.game.package,
            self.actions,
            max(self.game.players),
        )

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    def recorded_values(self) -> dict[str, Any]:
        """Return all values as nested data, as records and stored tables hold them."""
        return nested(self.values)

    def new_initial_state(self) -> Position:
        """Return the initial position of a game; the deals follow as chance steps."""
        state = self.State()
        verbs.setup(state, self.edition)
        return Position(self, state)

    @cached_property
    def fingerprint(self) -> bytes:
        """Eight bytes that name the game, its rules, the number of players and all values."""
        named = f"{self.game.full_name}|{self.game.rules_version}|{self.State.layout()}|".encode()
        return hashlib.sha256(named + self.edition.tobytes()).digest()[:8]

    def from_bytes(self, contents: bytes | bytearray | memoryview) -> Position:
        """Return the position that `Position.to_bytes` wrote; its seats remember nothing before it.

        Raises:
            BadValue: these are not the bytes of a position of this game, loaded like this.
        """
        if not isinstance(contents, (bytes, bytearray, memoryview)):
            raise BadValue("contents", type(contents).__name__, "bytes")
        given, size = bytes(contents), len(self.fingerprint)
        if not given.startswith(self.fingerprint):
            raise BadValue("contents", given[:size].hex(), f"a position of {self.name}")
        return Position(self, self.read_state(given[size:]))

    def read_state(self, contents: bytes) -> Struct:
        """Return the state with these contents; cards may be hidden in it, as in what a seat sees.

        Raises:
            BadValue: these are not the contents of a state of this game.
        """
        return read_state(self.State, self.edition, self.actions, contents)

    @cached_property
    def observation_spec(self) -> ObservationSpec:
        """The columns of `Position.observation_tensor`."""
        from ducato.core.observation.spec import spec_of

        return spec_of(self.State)

    @property
    def max_game_length(self) -> int:
        """A number of decisions and chance steps that no game exceeds, unless it stalls."""
        return self.game.longest

    @property
    def max_chance_outcomes(self) -> int:
        """The largest number of outcomes that a chance step can have."""
        return self.game.max_chance_outcomes

    @property
    def min_utility(self) -> float:
        """The lowest possible return: that of a seat that does not share the win."""
        return -1.0 / (self.players - 1)

    @property
    def max_utility(self) -> float:
        """The highest possible return: that of the only winner."""
        return 1.0

    def encode(self, kind: str, **arguments: object) -> int:
        """Return the number of an action, as in ``encode(kind="sell", card="the-mill")``."""
        return self.actions.encode(kind, **arguments)

    def decode(self, action: int) -> dict[str, str]:
        """Return the kind and the arguments of an action, by name."""
        return self.actions.decode(action)

    def num_actions(self) -> int:
        """Return the number of different actions in the game."""
        return len(self.actions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LoadedGame):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game, self.players, self.edition_name, frozenset(self.options.items())))

    def __copy__(self) -> LoadedGame:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> LoadedGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a call that loads the game again; each process that unpickles it loads it once."""
        return _loaded_again, (
            self.game,
            self.players,
            self.edition_name,
            tuple(self.options.items()),
            tuple(self.pinned.items()),
        )

    def _identity(self) -> tuple[Any, ...]:
        """Return the values by which loaded games are compared."""
        return self.game, self.players, self.edition_name, self.options, self.edition


def _fill(edition: Struct, name: str, value: Any) -> None:
    """Set a field of an edition.

    Raises:
        BadValue: the field's type cannot hold the value.
        ValueError: the value has not the shape of the field.
    """
    field = edition.fields[name]
    cells = list(_cells(_plain(value), field.shape))
    if field.code[0] == "i":
        limit = 1 << 8 * width(field.code) - 1
        cells = [int(cell) for cell in cells]
        for wrong in (max(cells, default=0), min(cells, default=0)):
            if not -limit <= wrong < limit:
                raise BadValue(name, wrong, f"from {-limit} to {limit - 1}")
    for index, cell in enumerate(cells, field.index):
        edition.views[field.code][index] = cell


def _plain(value: Any) -> Any:
    """Return a value that a game gives, with lists in place of arrays."""
    return value.tolist() if hasattr(value, "tolist") else value


def _cells(value: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """Yield the numbers for a field of this shape; a single one stands for all on its axis.

    Raises:
        ValueError: the value has another shape.
    """
    if not isinstance(value, (list, tuple)):
        yield from [value] * prod(shape)
        return
    if not shape or len(value) not in (1, shape[0]):
        raise ValueError(f"{len(value)} entries for an axis of length {shape[:1]}")
    for part in value if len(value) == shape[0] else [value[0]] * shape[0]:
        yield from _cells(_plain(part), shape[1:])


@lru_cache(maxsize=LOADED_KEPT)
def _loaded_again(
    game: Game,
    players: int,
    edition: str,
    options: tuple[tuple[str, Value], ...],
    pinned: tuple[tuple[str, Value], ...],
) -> LoadedGame:
    """Return a pickled game, loaded again in this process."""
    return game.restore(players, edition, dict(options), dict(pinned))
