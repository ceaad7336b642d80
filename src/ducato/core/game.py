"""The registration, discovery and loading of games.

Games are the folders of the `ducato.games` package and the `Game` objects that other packages offer
in the entry point group ``ducato.games``. `all_games` imports neither rules nor the compiler.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache, partial
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from ducato.core import i18n, verbs
from ducato.core.actions import ActionTable
from ducato.core.editions import data
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, DucatoError, UnknownName, WrongPlayers
from ducato.core.position import Position
from ducato.core.registry import ANOTHER, BrokenGame, Registry, UnavailableGame, reason
from ducato.core.struct import Struct

PARTS = ("state", "rules", "scene", "narration")
"""The names of the modules that every game must have."""
LOADED_KEPT = 32
"""The number of loaded games that a process keeps for the objects that it unpickles."""


@dataclass(frozen=True)
class Game:
    """A game as registered by its package.

    Attributes:
        name: the game's name for ``ducato.load``, with words joined by hyphens.
        package: the name of the game's package; its modules `state`, `rules`, `scene` and
            `narration` are imported when they are needed.
        players: the possible numbers of players.
        rules_version: a number increased whenever an older record would replay differently.
        longest: a number of decisions and chance steps that no game exceeds, unless it stalls (see
            `may_stall`).
        may_stall: whether weak play can keep a game from ending. Simulations then count games that
            exceed `longest` as unfinished; games between people have no such limit.
        levels: the bots offered at a table, by the name of their level, weakest first.
        simulation_cost: by the number of players, the approximate CPU time in milliseconds of one
            search simulation from near the beginning of a game to its end.
    """

    name: str
    package: str
    players: tuple[int, ...]
    rules_version: int
    longest: int
    may_stall: bool = False
    levels: dict[str, str] = field(default_factory=dict, hash=False)
    simulation_cost: dict[int, float] = field(default_factory=dict, hash=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return only the declared fields; cached data is read again from the files."""
        return {declared.name: getattr(self, declared.name) for declared in fields(self)}

    def module(self, name: str) -> Any:
        """Import a module from the game's package and return it, such as ``"scene"``."""
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def _editions(self) -> dict[str, Any]:
        return data.read_toml(self.package, "editions.toml")

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The game's parameters, by name."""
        return {
            name: Parameter.declared(name, declared, declared["default"])
            for name, declared in self._editions["parameter"].items()
        }

    @cached_property
    def cells(self) -> dict[str, Parameter]:
        """The adjustable cells of the game's data tables, by names like ``cards.mill.price``.

        ``[table.cards] price = {range, unit, clause}`` in ``editions.toml`` makes the column
        ``price`` of ``data/cards.csv`` adjustable. A cell's default is its value in the table. An
        empty cell is not adjustable.
        """
        found = {}
        for table, columns in self._editions.get("table", {}).items():
            for row in data.read_table(self.package, f"{table}.csv"):
                for column, declared in columns.items():
                    if row[column]:
                        name = f"{table}.{row['id']}.{column}"
                        blank = Parameter.declared(name, declared, 0)
                        default = blank.check(row[column])
                        found[name] = Parameter.declared(name, declared, default)
        return found

    @property
    def editions(self) -> list[str]:
        """The names of the game's editions, with the default first."""
        return list(self._editions["edition"])

    def load(
        self, players: int | None = None, edition: str | None = None, **options: object
    ) -> LoadedGame:
        """Return the game loaded with these options; the function `load` explains them."""
        number = self.players[0] if players is None else players
        if number not in self.players:
            raise WrongPlayers(self.name, number, self.players)
        chosen = self.editions[0] if edition is None else edition
        if chosen not in self.editions:
            raise UnknownName(f"edition of {self.name}", chosen, self.editions)
        preset = _flat(self._editions["edition"][chosen])
        changed = {name.lower(): value for name, value in options.items()}
        known = {**self.parameters, **self.cells}
        values = {name: parameter.default_for(number) for name, parameter in known.items()}
        for name, value in {**preset, **changed}.items():
            if name not in known:
                raise UnknownName(f"option of {self.name}", name, self._options_like(name))
            values[name] = known[name].check(value)
        return LoadedGame(self, number, chosen, values, {n: values[n] for n in changed})

    def _options_like(self, name: str) -> list[str]:
        """Return the names to suggest for an unknown option.

        They are the cells of its table or, if it names no table, all parameters.
        """
        table, dot, _ = name.partition(".")
        same = [cell for cell in self.cells if dot and cell.startswith(f"{table}.")]
        return same or list(self.parameters)


class LoadedGame:
    """A game set up for a number of players, with an edition and options; it makes positions.

    Attributes:
        game: the registered game.
        players: the number of seats.
        edition_name: the name of the edition on which the values are based.
        values: the value of every parameter and adjustable cell, by name.
        options: the values that override the edition's, by name.
        edition: the struct from which the rules read all values.
        State: the class of the game's states.
        actions: the table of the game's actions.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        edition_name: str,
        values: dict[str, int | bool | str],
        options: dict[str, int | bool | str],
    ) -> None:
        self.game, self.players, self.edition_name = game, players, edition_name
        self.values, self.options = values, options
        state = game.module("state")
        rules = game.module("rules")
        self.State: type[Struct] = state.State
        self.actions: ActionTable = state.ACTIONS
        verbs.bind(state.State, rules)
        self.edition = self._edition(state)

    def _edition(self, state: Any) -> Struct:
        edition: Struct = state.Edition()
        numbers = {name: p.as_number(self.values[name]) for name, p in self.game.parameters.items()}
        numbers["players"] = self.players
        cells = {name: p.as_number(self.values[name]) for name, p in self.game.cells.items()}
        for name, value in {**numbers, **state.components({**numbers, **cells})}.items():
            if edition.fields[name].shape:
                edition.row(name)[...] = np.asarray(value)
            else:
                setattr(edition, name, value)
        return edition

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    def new_initial_state(self) -> Position:
        """Return the initial position of a game; the deals follow as chance steps."""
        state = self.State()
        verbs.setup(state, self.edition)
        return Position(self, state)

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
        )

    def _identity(self) -> tuple[Any, ...]:
        """Return the values by which loaded games are compared."""
        return self.game, self.players, self.edition_name, self.options, self.edition


@lru_cache(maxsize=LOADED_KEPT)
def _loaded_again(
    game: Game, players: int, edition: str, options: tuple[tuple[str, int | bool | str], ...]
) -> LoadedGame:
    """Return a pickled game, loaded again in this process."""
    return game.load(players, edition, **dict(options))


def _flat(preset: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a preset with dotted names; TOML reads ``tiles.sword.cost = 3`` as nested tables."""
    flat: dict[str, Any] = {}
    for name, value in preset.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


REGISTRY = Registry()
"""The registry of the games that are unavailable in this process."""


@cache
def all_games() -> dict[str, Game]:
    """Return all games by name: those in `ducato.games` and those that other packages offer.

    A game that cannot be imported, or whose editions cannot be read, is left out and reported; see
    `unavailable_games`.
    """
    REGISTRY.forget()
    _is_described.cache_clear()
    found: dict[str, Game] = {}
    for name, distribution, get in _candidates():
        with REGISTRY.isolated(name, distribution):
            game = get()
            if not isinstance(game, Game):
                raise BrokenGame(name, f"is no Game but a {type(game).__name__}")
            if game.name in found:
                raise BrokenGame(game.name, "is there already")
            _check_editions(game)
            found[game.name] = game
            REGISTRY.distributions[game.name] = distribution
    return dict(sorted(found.items()))


def available_games() -> dict[str, Game]:
    """Return the games that can be played at a table, by name.

    They load, have the texts that present them, and have shown no fault so far (see `isolated`).
    """
    sound = {name: game for name, game in all_games().items() if _is_described(game)}
    return {name: game for name, game in sound.items() if name not in REGISTRY}


def unavailable_games() -> list[UnavailableGame]:
    """Return the games that were found but cannot be played at a table, with the reasons."""
    available_games()
    return REGISTRY.unavailable()


def isolated(game: Game) -> AbstractContextManager[None]:
    """Catch errors in this context, report them and make the game unavailable."""
    return REGISTRY.isolated(game.name)


def _candidates() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """Yield the name, the distribution and a loader of each object offered as a game."""
    import ducato.games

    for module in pkgutil.iter_modules(ducato.games.__path__, "ducato.games."):
        name = module.name.rpartition(".")[2].replace("_", "-")
        yield name, "ducato", partial(_registered, module.name)
    for point in entry_points(group="ducato.games"):
        yield point.name, point.dist.name if point.dist else ANOTHER, point.load


def _registered(package: str) -> object:
    return importlib.import_module(package).GAME


def _check_editions(game: Game) -> None:
    """Check that a game has editions and numbers of players, and that its defaults are possible.

    Raises:
        BadValue: the default of a parameter or adjustable cell is not possible.
        BrokenGame: there is no edition, or no number of players.
    """
    for name, parameter in {**game.parameters, **game.cells}.items():
        if parameter.check(parameter.default) != parameter.default:
            raise BadValue(name, parameter.default, "possible by its own declaration")
    if not game.editions or not game.players:
        raise BrokenGame(game.name, "has no edition, or is for no number of players")


@cache
def _is_described(game: Game) -> bool:
    """Return whether a game has all parts, loads, and has the texts that present it.

    Otherwise, report the game as unavailable.
    """
    sound = False
    with isolated(game):
        for part in PARTS:
            game.module(part)
        game.load()
        for language in i18n.LANGUAGES:
            for key in _described_by(game):
                i18n.render(i18n.say(key), game.package, language)
        sound = True
    return sound


def _described_by(game: Game) -> Iterator[str]:
    """Yield the keys of the texts that present a game."""
    yield from ("title", "about", "credit")
    for edition in game.editions:
        yield from (f"edition.{edition}", f"edition.{edition}.about")
    for name, parameter in game.parameters.items():
        yield f"option.{name}"
        yield from (f"choice.{name}.{choice}" for choice in parameter.choices)


def load(
    name: str, players: int | None = None, edition: str | None = None, **options: object
) -> LoadedGame:
    """Load a game.

    Args:
        name: the game's name, one of those listed by ``ducato games``.
        players: the number of seats; if None, the first of the game's `players`.
        edition: the name of the edition; if None, the game's default edition.
        options: values for parameters and adjustable cells, the latter by their dotted names. They
            override the edition's values; the case of names does not matter.

    Raises:
        UnknownName: there is no such game, edition or option, or the number of players is not
            possible.
        BadValue: the value of an option is not possible.
        BrokenGame: the game's own code or data are faulty.

    Example:
        >>> import ducato
        >>> ducato.load("chess")
        Traceback (most recent call last):
        ducato.core.errors.UnknownName: no game is called 'chess'; choose from: ...
    """
    if name not in all_games():
        raise UnknownName("game", name, all_games())
    try:
        return all_games()[name].load(players, edition, **options)
    except DucatoError:
        raise
    except Exception as error:
        raise BrokenGame(name, f"cannot be loaded: {reason(error)}") from error
