"""What a search for an edition aims at: metrics, what is wanted of them, and at which tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.game import Game, LoadedGame
from ducato.lab.metrics import Target, checked_range, metric_of, miss, paired
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import plan_run, run_all
from ducato.lab.studies.space import for_players
from ducato.runs.executors import Executor
from ducato.runs.play.chunk import TooLong
from ducato.runs.play.lab_settings import lab_settings, player_counts
from ducato.runs.statistics import Estimate

SAME = 0.05
"""What is to stay the same may change by this part of itself."""
NEAR = 0.25
"""A change that is wanted may be more, or less, by this part of itself."""


Measured = dict[str, Estimate]
"""The metrics that a search aims at, by name."""


@dataclass(frozen=True)
class Aim:
    """A metric and what is wanted of it.

    Attributes:
        name: the name of the metric.
        target: the wanted range; None to make it as small or as large as possible.
        better: 1 or -1 without a range: whether more or less is better.
        players: the numbers of players at whose tables it is wanted; all if there are none.
        change: by which part of what it was it should change, 0 to stay the same; None if what it
            was does not matter.
    """

    name: str
    target: Target | None
    better: int = 0
    players: tuple[int, ...] = ()
    change: float | None = None

    def distance(self, estimate: Estimate, scale: float, base: Estimate | None = None) -> float:
        """Return how far an estimate is from what is wanted, in units of `scale`.

        Args:
            estimate: the metric.
            scale: the unit.
            base: what it was, in the same deals; for aims that are relative to that.
        """
        if self.change is not None and base is not None:
            return miss(estimate, self.around(base)) / scale
        if self.target is None:
            return -self.better * estimate.value / scale
        return miss(estimate, self.target) / scale

    def around(self, base: Estimate) -> Target:
        """Return the range that is wanted, given what the metric was."""
        change = self.change or 0.0
        middle, most = base.value * (1 + change), (abs(change) * NEAR or SAME) * abs(base.value)
        return middle - most, middle + most

    def scale(self, base: Estimate) -> float:
        """Return the unit of distance: half the range, or the value that the search begins with."""
        low, high = self.target or (-inf, inf)
        if self.change is not None:
            low, high = self.around(base)
        if 0 < high - low < inf:
            return (high - low) / 2
        bound = next((abs(x) for x in (low, high) if 0 < abs(x) < inf), 0.0)
        return bound or max(abs(base.value), 0.01)


def aims_of(game: Game, given: str | None) -> list[Aim]:
    """Return what ``--target balance,minutes=45..60`` asks for; by default the game's targets.

    ``minutes@4=45..60`` is wanted at tables with 4 players only. ``minutes=-20%`` wants a fifth
    less than now, and ``settled=same`` no change.

    Raises:
        UnknownName: there is no such metric.
        BadValue: a range is not possible, or one is needed.
        WrongPlayers: the game cannot be played by so many.
    """
    wanted = given.split(",") if given else []
    if not given:
        wanted = [f"{key}={low}..{high}" for key, (low, high) in lab_settings(game).targets.items()]
        if not wanted:
            raise BadValue("--target", "", f"given: {game.name} has no targets in its lab.toml")
    found = []
    for part in wanted:
        key, equals, words = part.partition("=")
        name, at, some = key.partition("@")
        metric = metric_of(game, name)
        players = tuple(player_counts(game, some)) if at else ()
        if equals and (change := _change(words)) is not None:
            found.append(Aim(name, None, players=players, change=change))
        elif equals:
            found.append(Aim(name, _range(name, words), players=players))
        elif metric.better:
            found.append(Aim(name, None, metric.better, players))
        else:
            expected = (
                f"given with a range such as {name}=LOW..HIGH, or {name}=-20% or {name}=same: "
                "neither way is better"
            )
            raise BadValue("--target", name, expected)
    return found


def _change(words: str) -> float | None:
    """Return the change that is wanted, as a part of what there is; None for a range."""
    if words == "same":
        return 0.0
    found = re.fullmatch(r"([+-]\d+(?:\.\d+)?)\s*%", words)
    return float(found[1]) / 100 if found else None


def _range(name: str, words: str) -> Target:
    bounds = re.fullmatch(r"(-?[\d.]+)?\.\.(-?[\d.]+)?", words)
    try:
        if bounds is None or not any(bounds.groups()):
            raise ValueError
        low, high = (float(x) if x else None for x in bounds.groups())
    except ValueError:
        expected = "low..high, low.. or ..high, such as 45..60, a change such as -20%, or same"
        raise BadValue(f"target {name}", words, expected) from None
    return checked_range(name, -inf if low is None else low, inf if high is None else high)


@dataclass(frozen=True)
class TuningTask:
    """What is sought and where.

    Attributes:
        game: the game.
        aims: what is wanted.
        players: the numbers of players for which the edition is meant.
        levels: the players of all seats, one run each.
        edition: the edition that the search begins with.
        fixed: options that differ from it and keep their value.
        free: names and patterns of the options to change; see `space.search_space`.
        pareto: whether every target is an objective of its own (NSGA-II), instead of their sum.
        screen: the number of options that are kept after a look at what each one does; 0 for all.
    """

    game: Game
    aims: Sequence[Aim]
    players: Sequence[int]
    levels: Sequence[str]
    edition: str
    fixed: Mapping[str, Any]
    free: Sequence[str] = ()
    pareto: bool = False
    screen: int = 0

    def load(self, values: Mapping[str, Any]) -> list[LoadedGame]:
        """Return the game with these values for every number of players.

        Raises:
            ConflictingOptions: they cannot be combined.
        """
        return [
            self.game.load(n, self.edition, **self.fixed, **for_players(self.game, values, n))
            for n in self.players
        ]

    def value_of(self, name: str) -> Any:
        """Return the value with which the search begins, for an option that may be free."""
        option, at, some = name.partition("@")
        players = player_counts(self.game, some)[0] if at else self.players[0]
        return self.game.load(players, self.edition, **self.fixed).values[option]

    def runs(
        self, values: Mapping[str, Any], games: int, seed: int, by: Executor
    ) -> dict[str, Outcomes]:
        """Return the games of every table.

        Raises:
            ConflictingOptions: the values cannot be combined.
            TooLong: games do not end.
        """
        tables = [(game, level) for game in self.load(values) for level in self.levels]
        plans = [plan_run(g, games, [level] * g.players, seed=seed) for g, level in tables]
        found = {}
        for (game, level), run in zip(tables, run_all(plans, executor=by), strict=True):
            if not run.finished.any():
                raise TooLong(f"no game of {game.name} has ended")
            found[_key(game.players, level)] = run
        return found

    def measured(self, runs: Mapping[str, Outcomes]) -> dict[str, Measured]:
        """Return the metrics aimed at for every table."""
        metrics = [metric_of(self.game, aim.name) for aim in self.aims]
        return {key: {one.name: one.of(run) for one in metrics} for key, run in runs.items()}

    def measure(
        self, values: Mapping[str, Any], games: int, seed: int, by: Executor
    ) -> dict[str, Measured]:
        """Return the metrics aimed at for every table, of new games; see `runs`."""
        return self.measured(self.runs(values, games, seed, by))

    def changes(
        self, before: Mapping[str, Outcomes], after: Mapping[str, Outcomes]
    ) -> dict[str, Measured]:
        """Return by how much the metrics aimed at differ, deal by deal, for every table."""
        found: dict[str, Measured] = {}
        for key, run in before.items():
            pairs = {
                a.name: paired(metric_of(self.game, a.name), run, after[key]) for a in self.aims
            }
            found[key] = {name: change for name, change in pairs.items() if change is not None}
        return found

    def distances(
        self, tables: Mapping[str, Measured], base: Mapping[str, Measured]
    ) -> list[float]:
        """Return the distance from each aim, the mean over all tables where it is wanted."""
        found = []
        for aim in self.aims:
            keys = [
                _key(players, level)
                for players in self.players
                for level in self.levels
                if not aim.players or players in aim.players
            ]
            scales = [aim.scale(base[key][aim.name]) for key in keys]
            wanted = [
                aim.distance(tables[key][aim.name], scale, base[key][aim.name])
                for key, scale in zip(keys, scales, strict=True)
            ]
            found.append(sum(wanted) / max(1, len(wanted)))
        return found

    def toml(self, values: Mapping[str, Any], name: str) -> str:
        """Return an edition as it is written in ``editions.toml``."""
        loaded = self.load(values)
        lines = [f"[edition.{name}]"]
        special: dict[int, list[str]] = {game.players: [] for game in loaded}
        for option, parameter in self.game.adjustable.items():
            if all(game.values[option] == parameter.default_for(game.players) for game in loaded):
                continue
            own = [json.dumps(game.values[option]) for game in loaded]
            common = max(own, key=own.count)
            lines.append(f"{option} = {common}")
            for game, value in zip(loaded, own, strict=True):
                if value != common:
                    special[game.players].append(f"{option} = {value}")
        for players, changed in special.items():
            if changed:
                lines += ["", f"[edition.{name}.by_players.{players}]", *changed]
        return "\n".join(lines) + "\n"


def _key(players: int, level: str) -> str:
    return f"{players} players, {level}"
