"""Runs: many pieces of work, carried out by an executor and kept in a folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ducato
from ducato.core.chance import checked_seed
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.folder import FROM_FOLDERS
from ducato.core.safe_file import write_whole
from ducato.lab import frames
from ducato.lab.outcomes import Outcomes
from ducato.runs.executors import Executor, executor
from ducato.runs.executors.progress import with_progress
from ducato.runs.extras import needed
from ducato.runs.play.buffers import Rows, Totals
from ducato.runs.play.chunk import Chunk, ChunkResults, pieces_of, play_piece
from ducato.runs.play.things import things_of
from ducato.runs.run_folder import (
    PIECES,
    RUN,
    TABLES,
    OtherRun,
    described,
    holds_other_files,
    locked,
    noted,
    plan_of,
    sources_of,
    writing,
)

if TYPE_CHECKING:
    import polars as pl

PIECE = 500
"""The number of games in a piece between compiled players."""
SEARCHED = 4
"""The number of games in a piece in which a seat searches: they take seconds each."""
MOST_GAMES = 10_000_000
"""The greatest number of games of a run: their results are held in memory."""
SEEDS = range(-(2**63), 2**63)
"""The seeds that fit into a column of the tables."""


class RunFolder:
    """A folder that keeps the finished pieces of a run, so that it can be continued.

    Args:
        path: the folder; it is created if it does not exist.
        plan: what the run is about; JSON.
        resume: whether the folder may hold a run already, which must have the same plan.

    Attributes:
        path: the folder.

    Raises:
        MissingExtra: Polars is not installed; nothing was written.
        BadValue: the plan names no game.
        OtherRun: the folder holds other files, or another run, or `resume` is off.
        InUse: another process is writing in the folder; it is locked while this object exists.
        CannotWrite: the folder cannot be written.
    """

    def __init__(self, path: str | Path, plan: Mapping[str, Any], *, resume: bool = False) -> None:
        needed("polars", "lab")  # by `write_piece`, after the first piece
        self.path = Path(path)
        asked = described(plan)
        self.sources = sources_of(asked["game"])
        with writing(self.path):
            if not (self.path / RUN).exists() and holds_other_files(self.path):
                raise OtherRun(
                    f"{self.path} holds other files; choose an empty or a new folder with --out"
                )
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self.path)
            if (self.path / RUN).exists():
                self._compare(asked, resume)
            else:
                whole = {"ducato": ducato.__version__, "plan": asked}
                if asked["game"] in FROM_FOLDERS:
                    whole["folder"] = FROM_FOLDERS[asked["game"]]
                write_whole(self.path / RUN, json.dumps(whole, indent=1) + "\n")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def _compare(self, asked: Mapping[str, Any], resume: bool) -> None:
        before = plan_of(self.path)
        if before != asked:
            other = [n for n in {**before, **asked} if before.get(n) != asked.get(n)]
            raise OtherRun(
                f"{self.path} holds another run (its {', '.join(sorted(other))} differ); choose "
                "another folder with --out"
            )
        if not resume:
            raise OtherRun(
                f"{self.path} holds this run already: --resume continues it, and another --out "
                "begins a new one"
            )

    def run(
        self,
        pieces: Sequence[Chunk],
        executor: Executor,
        title: str,
        *,
        quiet: bool = True,
    ) -> Iterator[tuple[Chunk, ChunkResults]]:
        """Yield the pieces that are kept, and carry out, keep and yield the others."""
        self._list_tables(pieces)
        for killed in (self.path / PIECES).glob(f"{frames.PARTIAL}*"):
            shutil.rmtree(killed, ignore_errors=True)
        missing = []
        for piece in dict.fromkeys(pieces):
            if (kept := _kept(self._folder_of(piece), piece)) is None:
                missing.append(piece)
            else:
                yield piece, kept
        running = executor.run(play_piece, [(piece,) for piece in missing], compiled(pieces))
        for index, played in with_progress(running, len(missing), title, quiet=quiet):
            with writing(self.path):
                frames.write_piece(self._folder_of(missing[index]), played)
            yield missing[index], played

    def _folder_of(self, piece: Chunk) -> Path:
        return self.path / PIECES / piece.key(self.sources)

    def _list_tables(self, pieces: Sequence[Chunk]) -> None:
        """Note what is played, with all games of a table as one piece, beside what was noted."""
        found = {replace(table, games=0): table.games for table in noted(self.path)[0]}
        for piece in pieces:
            table = replace(piece, first=0, games=0)
            found[table] = max(found.get(table, 0), piece.first + piece.games)
        tables = [asdict(replace(table, games=games)) for table, games in found.items()]
        text = json.dumps({"sources": self.sources, "tables": tables}, indent=1)
        with writing(self.path):
            write_whole(self.path / TABLES, text + "\n")


def _kept(folder: Path, piece: Chunk) -> ChunkResults | None:
    """Return a piece that is kept, or None; a damaged one is removed."""
    if not folder.exists():
        return None
    try:
        return frames.read_piece(folder, _empty(piece))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # whatever is wrong with the files, a panic of Polars among it
        shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
        return None


def compiled(pieces: Sequence[Chunk]) -> Callable[[], object]:
    """Return a function that compiles what the pieces need: it plays none of their games."""
    return lambda: [play_piece(replace(piece, games=0)) for piece in pieces[:1]]


def run_pieces(
    pieces: Sequence[Chunk],
    *,
    executor: Executor,
    folder: RunFolder | None = None,
    quiet: bool = True,
) -> Iterator[tuple[Chunk, ChunkResults]]:
    """Carry out pieces, kept in a folder if one is given; yield each as soon as it is done.

    Equal pieces are played, and yielded, once.
    """
    title = pieces[0].game if pieces else ""
    if folder is not None:
        yield from folder.run(pieces, executor, title, quiet=quiet)
        return
    different = list(dict.fromkeys(pieces))
    running = executor.run(play_piece, [(piece,) for piece in different], compiled(pieces))
    for index, played in with_progress(running, len(different), title, quiet=quiet):
        yield different[index], played


def run_each(
    runs: Sequence[Sequence[Chunk]],
    *,
    executor: Executor,
    folder: RunFolder | None = None,
    quiet: bool = True,
) -> Iterator[tuple[int, Outcomes]]:
    """Carry out several runs, all their pieces side by side.

    Yield the index and the results of each as soon as it is done: a caller that keeps only a part
    of them needs little memory.
    """
    runs_of: dict[Chunk, set[int]] = {}
    for index, run in enumerate(runs):
        for piece in run:
            runs_of.setdefault(piece, set()).add(index)
    left = [set(run) for run in runs]
    done: dict[Chunk, ChunkResults] = {}
    for piece, played in run_pieces([*runs_of], executor=executor, folder=folder, quiet=quiet):
        done[piece] = played
        for index in sorted(runs_of[piece]):
            left[index].remove(piece)
            if not left[index]:
                yield index, Outcomes(runs[index], [done[part] for part in runs[index]])
                for part in set(runs[index]):
                    if not any(left[other] for other in runs_of[part]):
                        del done[part]


def run_all(
    runs: Sequence[Sequence[Chunk]],
    *,
    executor: Executor,
    folder: RunFolder | None = None,
    quiet: bool = True,
) -> list[Outcomes]:
    """Carry out several runs, all their pieces side by side; return the results of each."""
    found = dict(run_each(runs, executor=executor, folder=folder, quiet=quiet))
    return [found[index] for index in range(len(runs))]


def plan_run(
    game: LoadedGame,
    games: int,
    seats: Sequence[str] | None = None,
    *,
    seed: int = 0,
    bans: Sequence[tuple[int, str]] = (),
    plans: Sequence[tuple[int, str]] = (),
) -> list[Chunk]:
    """Return the pieces of a run; see `play`.

    Raises:
        UnknownName, BadValue: a player or a banned thing does not exist, or a number is not
            possible.
    """
    if games > MOST_GAMES:
        raise BadValue("games", games, f"{MOST_GAMES:,} or fewer")
    seed = checked_seed(seed)
    if seed not in SEEDS:
        raise BadValue("seed", seed, f"from {SEEDS[0]} to {SEEDS[-1]}")
    players = list(seats or ["greedy"] * game.players)
    size = piece_size(players)
    return pieces_of(game, players, games, seed=seed, size=size, bans=bans, plans=plans)


def play(
    game: LoadedGame,
    games: int,
    seats: Sequence[str] | None = None,
    *,
    seed: int = 0,
    jobs: int = 1,
    ray: str | None = None,
    bans: Sequence[tuple[int, str]] = (),
    folder: RunFolder | None = None,
    quiet: bool = True,
) -> Outcomes:
    """Play games and measure them.

    Args:
        game: the loaded game.
        games: the number of games, at least 1.
        seats: the player of each seat: random, softmax, greedy or a search such as
            ``ismcts:sims=200``; by default all greedy.
        seed: the seed; equal seeds give equal games, whatever the number of workers.
        jobs: number of local processes.
        ray: the address of a Ray cluster, or "auto"; instead of local processes.
        bans: pairs of a seat (-1 for all seats) and a pattern of things that it may not choose.
        folder: the folder that keeps finished pieces, if any.
        quiet: whether to hide the progress bar.

    Raises:
        UnknownName, BadValue: a player or a banned thing does not exist.
        TooLong: a game that its players cannot prolong did not end.
    """
    pieces = plan_run(game, games, seats, seed=seed, bans=bans)
    return run_all([pieces], executor=executor(jobs, ray), folder=folder, quiet=quiet)[0]


@dataclass(frozen=True)
class Conditions:
    """How the games of a study are played.

    Attributes:
        level: the player of all seats; see `play.players`.
        games: the number of games of each run.
        seed: the seed; runs with one seed have the same deals.
        jobs: number of local processes.
        ray: the address of a Ray cluster, or "auto"; instead of local processes.
        folder: the folder that keeps finished pieces, if any.
        quiet: whether to hide the progress bar.
    """

    level: str = "greedy"
    games: int = 4000
    seed: int = 0
    jobs: int = 1
    ray: str | None = None
    folder: RunFolder | None = None
    quiet: bool = True

    def plan(
        self,
        game: LoadedGame,
        bans: Sequence[tuple[int, str]] = (),
        plans: Sequence[tuple[int, str]] = (),
    ) -> list[Chunk]:
        """Return the pieces of a run.

        Raises:
            UnknownName, BadValue: the player or a banned thing does not exist.
        """
        players = [self.level] * game.players
        return plan_run(game, self.games, players, seed=self.seed, bans=bans, plans=plans)

    def run_all(self, runs: Sequence[Sequence[Chunk]]) -> list[Outcomes]:
        """Carry out several runs, all their pieces side by side; return the results of each."""
        found = dict(self.run_each(runs))
        return [found[index] for index in range(len(runs))]

    def run_each(self, runs: Sequence[Sequence[Chunk]]) -> Iterator[tuple[int, Outcomes]]:
        """Carry out several runs; yield the index and the results of each when it is done."""
        return run_each(
            runs, executor=executor(self.jobs, self.ray), folder=self.folder, quiet=self.quiet
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what determines the results, as a dictionary that can be written as JSON."""
        return {"level": self.level, "games": self.games, "seed": self.seed}


class StudyResult:
    """The base of the results of studies, which are data classes."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary that can be written as JSON."""
        found: dict[str, Any] = {}
        for name, value in vars(self).items():
            conditions = isinstance(value, Conditions)
            found |= value.to_dict() if conditions else {name: plain(value)}
        return found


def plain(value: Any) -> Any:
    """Return a value with all data classes and named tuples in it as dictionaries."""
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if is_dataclass(value):
        return plain(vars(value))
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def write_table(out: Path, name: str, frame: pl.DataFrame) -> None:
    """Write a table of results into the folder of a run, as CSV and as Parquet.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    with writing(out):
        frame.write_csv(out / f"{name}.csv")
        frame.write_parquet(out / f"{name}.parquet")


def widest_interval(games: Outcomes) -> float:
    """Return half the width of the widest interval of a share of wins by the order of play."""
    return max((estimate.high - estimate.low) / 2 for estimate in games.by_order())


def piece_size(seats: Sequence[str]) -> int:
    """Return the number of games in a piece between these players."""
    return SEARCHED if any(name.startswith("ismcts") for name in seats) else PIECE


def _empty(piece: Chunk) -> ChunkResults:
    game = piece.load().game
    series, counters = (len(game.names(name)) for name in ("Series", "Counter"))
    kinds = len(game.module("state").ACTIONS.kinds)
    return ChunkResults(
        Rows.of(piece.games, piece.players, kinds, series, counters),
        Totals.of(piece.players, len(things_of(game).names), series),
    )
