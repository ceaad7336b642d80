"""Games as registered by their packages, with their parameters and editions."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from ducato.core.editions import data
from ducato.core.editions.parameter import Parameter, parameters
from ducato.core.errors import UnknownName, WrongPlayers
from ducato.core.game.loaded import LoadedGame


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


def _flat(preset: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a preset with dotted names; TOML reads ``tiles.sword.cost = 3`` as nested tables."""
    flat: dict[str, Any] = {}
    for name, value in preset.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
