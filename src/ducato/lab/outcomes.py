"""The results of a run of games: tables, shares of wins, and who fared how with what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ducato.core.game import LoadedGame
from ducato.lab import frames
from ducato.lab.thing_shares import ThingShare, excess_of, used
from ducato.runs.play.buffers import WHOLE_GAME, Column, Rows, Tally, Totals
from ducato.runs.play.chunk import Chunk, ChunkResults
from ducato.runs.play.things import Things, things_of
from ducato.runs.statistics import Estimate, adjusted, share

if TYPE_CHECKING:
    import polars as pl


class Outcomes:
    """The results of a run of games.

    Attributes:
        game: the loaded game.
        seats: the player of each seat.
        seed: the seed of the run.
        numbers: the number of each game in the run, by row.
        rows: the results of all games.
        totals: the sums over the finished ones.
    """

    def __init__(self, pieces: Sequence[Chunk], played: Sequence[ChunkResults]) -> None:
        first = pieces[0]
        self.game: LoadedGame = first.load()
        self.seats, self.seed, self.bans = first.seats, first.seed, first.bans
        self.numbers = np.concatenate([np.arange(p.first, p.first + p.games) for p in pieces])
        # In the order of the pieces: sums of floats depend on it.
        self.rows = Rows(*map(np.concatenate, zip(*(p.rows for p in played), strict=True)))
        self.totals = Totals(*(sum(t) for t in zip(*(p.totals for p in played), strict=True)))
        self.series_names = self.game.game.names("Series")
        self.counter_names = self.game.game.names("Counter")
        self.things: Things = things_of(self.game.game)
        self._shares: dict[int, list[ThingShare]] = {}  # a report asks for them again and again

    def __len__(self) -> int:
        return len(self.rows.finished)

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Whether each game ended; the others count in no figure."""
        return self.rows.finished

    @cached_property
    def wins(self) -> NDArray[np.float64]:
        """The share of the win of each seat, for each finished game."""
        won = self.rows.ranks[self.finished] == 1
        return np.asarray(won / won.sum(axis=1, keepdims=True))

    @cached_property
    def wins_in_order(self) -> NDArray[np.float64]:
        """The same by position in the order of play; the first made the first decision."""
        order = np.argsort(self.rows.order[self.finished], axis=1)
        return np.asarray(np.take_along_axis(self.wins, order, axis=1))

    def column(self, column: Column) -> NDArray[np.float64]:
        """Return a number of each finished game."""
        return np.asarray(self.rows.numbers[self.finished, column])

    def counter(self, name: str) -> NDArray[np.float64]:
        """Return one of the game's own counters for each finished game."""
        return np.asarray(self.rows.counters[self.finished, self.counter_names.index(name)])

    def by_seat(self) -> list[Estimate]:
        """Return the share of wins of each seat."""
        return [share(float(w.sum()), len(w)) for w in self.wins.T]

    def by_order(self) -> list[Estimate]:
        """Return the share of wins of each position in the order of play."""
        return [share(float(w.sum()), len(w)) for w in self.wins_in_order.T]

    def by_player(self) -> dict[str, Estimate]:
        """Return the share of games won by the seats of each player, for mixed tables."""
        names = sorted(set(self.seats), key=self.seats.index)
        found = {}
        for name in names:
            of = [seat for seat, player in enumerate(self.seats) if player == name]
            found[name] = share(float(self.wins[:, of].sum()), len(self.wins))
        return found

    def final(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the mean final value of a series for winners and for others, by finished game."""
        values = self.rows.series[self.finished, :, self.series_names.index(name)].astype(float)
        won = self.wins > 0
        winners = (values * won).sum(axis=1) / won.sum(axis=1)
        others = (values * ~won).sum(axis=1) / np.maximum(1, (~won).sum(axis=1))
        return winners, others

    def shares(self, period: int = WHOLE_GAME) -> list[ThingShare]:
        """Return how those fared that did a thing, for all that was ever offered.

        They come from the highest excess of wins to the lowest. Kinds that ``lab.toml`` leaves out
        are included.

        Args:
            period: 0 to 2 for a third of the game, 3 for the whole game, 4 for the opening.
        """
        if period not in self._shares:
            self._shares[period] = self._all_shares(period)
        return self._shares[period]

    def _all_shares(self, period: int) -> list[ThingShare]:
        offered = self.totals.things[:, :, period, Tally.AVAILABLE].sum(axis=0)
        fair = self.wins_in_order.mean(axis=0)
        found = {
            thing: excess_of(self.totals.pairs[thing, period], fair)
            for thing in np.flatnonzero(offered).tolist()
        }
        tested = {thing: p for thing, (*_, p) in found.items() if p is not None}
        corrected = dict(zip(tested, adjusted(list(tested.values())).tolist(), strict=True))
        shares = [
            self._share(thing, period, won, excess, corrected.get(thing))
            for thing, (won, excess, _) in found.items()
        ]
        return sorted(shares, key=lambda share: -share.excess.value)

    def _share(
        self, thing: int, period: int, won: float, excess: Estimate, p: float | None
    ) -> ThingShare:
        sums = self.totals.things[:, thing, period].sum(axis=0)
        return ThingShare(
            thing=self.things.names[thing],
            sort=self.things.sorts[thing],
            period=period,
            available=int(sums[Tally.AVAILABLE]),
            chosen=int(sums[Tally.CHOSEN]),
            expected=float(sums[Tally.EXPECTED]),
            seats=int(self.finished.sum()) * self.game.players,
            done=int(sums[Tally.DONE]),
            passed=int(sums[Tally.PASSED]),
            used=used(self.totals.pairs[thing, period]),
            won=won,
            excess=excess,
            p=p,
        )

    @property
    def games(self) -> pl.DataFrame:
        """A table with a row for each game; seats are counted from 0.

        Columns: number, seed, finished; one for each `Column`; for each seat its rank, position in
        the order of play, decisions and final series; and the game's counters.
        """
        return frames.games_frame(
            self.rows, self.series_names, self.counter_names, self.numbers, self.seed
        )

    @property
    def actions(self) -> pl.DataFrame:
        """A table of what was offered and done, by thing, period and position in the order."""
        return frames.things_frame(self.totals, self.things)

    @property
    def curves(self) -> pl.DataFrame:
        """A table of the means of the series from the beginning to the end of a game."""
        return frames.curves_frame(self.totals, self.series_names)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write the tables into a folder; return the files."""
        return self._write(folder, "parquet")

    def to_csv(self, folder: str | Path) -> list[Path]:
        """Write the tables into a folder as CSV; return the files."""
        return self._write(folder, "csv")

    def _write(self, folder: str | Path, form: str) -> list[Path]:
        Path(folder).mkdir(parents=True, exist_ok=True)
        written = []
        for name in ("games", "actions", "curves"):
            path = Path(folder) / f"{name}.{form}"
            getattr(getattr(self, name), f"write_{form}")(path)
            written.append(path)
        return written
