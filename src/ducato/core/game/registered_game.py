"""Games as registered by their packages, with their parameters and editions."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from types import ModuleType
from typing import Any

from ducato.core.editions import data_files
from ducato.core.editions.parameter import Parameter, parameters
from ducato.core.editions.values import Value, flat
from ducato.core.errors import (
    BadValue,
    BrokenGame,
    ChangedEdition,
    OtherRules,
    UnknownName,
    UnreadableFile,
    WrongPlayers,
)
from ducato.core.game.loaded_game import LoadedGame
from ducato.core.game.table_facts import TableFacts, read_facts
from ducato.core.i18n import has_text, render, say, spoken
from ducato.core.verbs import ENUMERATIONS, HOMES

LEVELS = {"random": "random", "gentle": "greedy", "strong": "ismcts:sims=500"}
"""The levels of a game that does not name its own."""

NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The possible names of games: lower-case words joined by hyphens."""
LONGEST_NAME = 64
"""The maximum length of a game's name, in characters."""
POSSIBLE_NAME = (
    f"lower-case words joined by hyphens, such as silk-road, of at most {LONGEST_NAME} letters"
)
"""A description of the possible names."""
FROZEN = re.compile("v([1-9][0-9]*)")
"""The names of the folders with frozen versions of a game's rules."""


def is_possible_name(name: object) -> bool:
    """Return whether a game can have this name."""
    return isinstance(name, str) and len(name) <= LONGEST_NAME and bool(NAME.fullmatch(name))


@dataclass(frozen=True)
class Game:
    """A game as registered by its package.

    Attributes:
        name: the game's name for ``ducato.load``, with words joined by hyphens.
        package: the name of the game's package, whose modules are imported when they are needed
            (see `core.contract`). Always ``__name__``, so that a frozen copy of the package refers
            to itself.
        players: the possible numbers of players.
        rules_version: the newest version of the rules, a number increased whenever an older record
            would replay differently; `rules` has all versions.
        longest: a number of decisions and chance steps that no game exceeds, unless it stalls (see
            `may_stall`).
        may_stall: whether weak play can keep a game from ending. Simulations then count games that
            exceed `longest` as unfinished; games between people have no such limit.
        max_chance_outcomes: the largest number of outcomes that a chance step can have.
        levels: the bots offered at a table, by the name of their level, weakest first.
        search: the parameters of `bots.search.bot.SearchBot` that play this game best, by name; a
            bot whose name says otherwise keeps to its name.
        simulation_cost: by the number of players, the approximate CPU time in milliseconds of one
            search simulation from near the beginning of a game to its end.
    """

    name: str
    package: str
    players: tuple[int, ...]
    rules_version: int = 1
    longest: int = 1000
    may_stall: bool = False
    max_chance_outcomes: int = 1 << 16
    levels: dict[str, str] = field(default_factory=LEVELS.copy, hash=False)
    search: dict[str, float] = field(default_factory=dict, hash=False)
    simulation_cost: dict[int, float] = field(default_factory=dict, hash=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return only the declared fields; cached data is read again from the files."""
        return {declared.name: getattr(self, declared.name) for declared in fields(self)}

    def module(self, name: str) -> Any:
        """Import a module from the game's package and return it, such as ``"scene"``."""
        return importlib.import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """Return a module from the game's package, or None if there is no such module.

        An error inside the module is raised.
        """
        if name not in self._exists:
            self._exists[name] = importlib.util.find_spec(f"{self.package}.{name}") is not None
        return self.module(name) if self._exists[name] else None

    @cached_property
    def _exists(self) -> dict[str, bool]:
        return {}

    def verb(self, name: str) -> Callable[..., Any] | None:
        """Return the game's own function for a verb, or None if it leaves that to the default."""
        (home,) = (home for home, all in HOMES.items() if name in (one.__name__ for one in all))
        return getattr(self.optional_module(home), name, None)

    def names(self, enumeration: str) -> list[str]:
        """Return the names in one of `core.verbs.ENUMERATIONS` in lower case; none without it."""
        members: type[IntEnum] | tuple[()]
        members = getattr(self.optional_module(ENUMERATIONS[enumeration]), enumeration, ())
        return [member.name.lower() for member in members]

    def text(self, key: str, language: str = "en") -> str:
        """Return a text that presents the game, such as its "title".

        If the game has none, return words made from the last part of the key; for longer texts,
        such as "about", return "".
        """
        if has_text(self.package, key):
            return render(say(key), self.package, language)
        last = key.rpartition(".")[2]
        if last in ("about", "credit"):
            return ""
        return spoken(self.name if key == "title" else last)

    @cached_property
    def facts(self) -> TableFacts:
        """The facts by which people choose the game, and what its table looks like.

        Raises:
            BadValue: ``data/presentation.toml`` says something impossible.
        """
        return read_facts(self.package)

    @cached_property
    def _editions(self) -> dict[str, Any]:
        return data_files.read_toml(self.package, "editions.toml")

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The game's parameters, by name."""
        return parameters(self.package)

    @cached_property
    def cells(self) -> dict[str, Parameter]:
        """The adjustable cells of the game's data tables, by names like ``cards.mill.price``.

        ``[table.cards] price = {range, unit, clause}`` in ``editions.toml`` makes the column
        ``price`` of ``data/cards.csv`` adjustable. A cell's default is its value in the table. An
        empty cell is not adjustable.
        """
        found = {}
        for table, columns in self._editions.get("table", {}).items():
            for row in data_files.read_table(self.package, f"{table}.csv"):
                for column, declared in columns.items():
                    if row[column]:
                        name = f"{table}.{row['id']}.{column}"
                        blank = Parameter.declared(name, declared, 0)
                        try:
                            default = blank.check(row[column])
                        except BadValue as error:
                            assert isinstance(row, data_files.Row)
                            where = f"line {row.line}, {column} of {row['id']}"
                            problem = f"{where}: {error.value!r} must be {error.expected}"
                            raise UnreadableFile(row.file, problem) from error
                        found[name] = Parameter.declared(name, declared, default)
        return found

    @cached_property
    def adjustable(self) -> dict[str, Parameter]:
        """The parameters and the adjustable cells, by name: all that options can change."""
        return {**self.parameters, **self.cells}

    @property
    def editions(self) -> list[str]:
        """The names of the game's editions, with the default first."""
        return list(self._editions["edition"])

    def edition_values(self, edition: str, players: int) -> dict[str, Value]:
        """Return the values of an edition that differ from the defaults, by name.

        What stands in ``editions.toml`` under ``[edition.<name>.by_players.<number>]`` applies to
        that number of players only.

        Raises:
            BadValue: a value is not possible, or there are values for another number of players.
            UnknownName: there is no such parameter or cell.
        """
        written = dict(self._editions["edition"][edition])
        special = written.pop("by_players", {})
        possible = [str(number) for number in self.players]
        for number in special.keys() - set(possible):
            raise BadValue(f"{edition}.by_players", number, f"one of {', '.join(possible)}")
        return self._checked(flat(written) | flat(special.get(str(players), {})))

    @cached_property
    def rules(self) -> dict[int, str]:
        """The package of each version of the rules, by its number; the last one is the newest.

        The newest is the game's own package. A frozen version is a complete copy of the game in the
        folder ``v<number>`` of that package, made by ``ducato freeze-rules``; it has a `Game` of
        its own, whose `rules` have no other version.

        Raises:
            BrokenGame: a frozen version is not older than the newest one.
        """
        folders = importlib.import_module(self.package).__path__
        names = [module.name for module in pkgutil.iter_modules(folders) if module.ispkg]
        numbers = sorted(int(found[1]) for name in names if (found := FROZEN.fullmatch(name)))
        if numbers and numbers[-1] >= self.rules_version:
            problem = f"has a frozen version {numbers[-1]}: its rules_version must be greater"
            raise BrokenGame(self.name, problem)
        frozen = {number: f"{self.package}.v{number}" for number in numbers}
        return {**frozen, self.rules_version: self.package}

    @property
    def full_name(self) -> str:
        """The name by which this version is found: ``chess@1`` if it is frozen, else the name."""
        frozen = self.package.rpartition(".")[2] == f"v{self.rules_version}"
        return f"{self.name}@{self.rules_version}" if frozen else self.name

    def version(self, number: object) -> Game:
        """Return the game with this version of its rules, itself if that is the newest.

        Raises:
            BrokenGame: the frozen version does not contain what its folder's name promises.
            OtherRules: there is no such version.
        """
        if number == self.rules_version:
            return self
        if not isinstance(number, int) or number not in self.rules:
            raise OtherRules(self.name, number, self.rules)
        package = self.rules[number]
        found: Game = importlib.import_module(package).GAME
        if (found.name, found.rules_version, found.package) != (self.name, number, package):
            raise BrokenGame(package, f"is not version {number} of {self.name}")
        return found

    def load(
        self, players: int | None = None, edition: str | None = None, **options: object
    ) -> LoadedGame:
        """Return the game loaded with these options; the function `load` explains them."""
        number = self.players[0] if players is None else players
        chosen = self.editions[0] if edition is None else edition
        return self._loaded(number, chosen, options, {})

    def restore(
        self,
        players: int,
        edition: str,
        options: Mapping[str, object],
        values: Mapping[str, object],
    ) -> LoadedGame:
        """Return the game loaded with the values that a recorded game had.

        Args:
            players: the number of seats.
            edition: the name of the edition.
            options: the values that override the edition's.
            values: all values of the recorded game, or at least those that the edition no longer
                has. A parameter that is not among them has the edition's value.

        Raises:
            ChangedEdition: the edition or a parameter no longer exists, or a value is no longer
                possible.
            WrongPlayers: the number of players is no longer possible.
        """
        known, checked = self.adjustable, {}
        if edition not in self.editions:
            raise ChangedEdition(self.name, edition, "it no longer exists")
        for name, value in values.items():
            if name not in known:
                raise ChangedEdition(self.name, edition, f"there is no {name!r} any more")
            try:
                checked[name] = known[name].check(value)
            except BadValue as error:
                raise ChangedEdition(self.name, edition, str(error)) from error
        return self._loaded(players, edition, options, checked)

    def _loaded(
        self,
        players: int,
        edition: str,
        options: Mapping[str, object],
        pinned: Mapping[str, Value],
    ) -> LoadedGame:
        if players not in self.players:
            raise WrongPlayers(self.name, players, self.players)
        if edition not in self.editions:
            raise UnknownName(f"edition of {self.name}", edition, self.editions)
        changed = {name.lower(): value for name, value in options.items()}
        values = {name: known.default_for(players) for name, known in self.adjustable.items()}
        values |= self.edition_values(edition, players)
        replaced = {name: value for name, value in pinned.items() if value != values[name]}
        values |= replaced
        values |= self._checked(changed)
        return LoadedGame(self, players, edition, values, {n: values[n] for n in changed}, replaced)

    def _checked(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return these values of parameters and cells, checked and converted."""
        for name in given:
            if name not in self.adjustable:
                raise UnknownName(f"option of {self.name}", name, self._options_like(name))
        return {name: self.adjustable[name].check(value) for name, value in given.items()}

    def _options_like(self, name: str) -> list[str]:
        """Return the names to suggest for an unknown option.

        They are the cells of its table or, if it names no table, all parameters.
        """
        table, dot, _ = name.partition(".")
        same = [cell for cell in self.cells if dot and cell.startswith(f"{table}.")]
        return same or list(self.parameters)
