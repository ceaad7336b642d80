"""Executors: ways to carry out independent pieces of work, all with equal results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from ducato.core.errors import BadValue
from ducato.core.game.folder import FROM_FOLDERS
from ducato.runs.executors.local import Processes
from ducato.runs.executors.progress import with_progress

Result = TypeVar("Result")
Work = Callable[..., Result]


class Executor(Protocol):
    """A way to carry out pieces of work.

    Attributes:
        workers: the number of pieces carried out at the same time.
    """

    workers: int

    def run(
        self,
        work: Work[Result],
        pieces: Sequence[tuple[Any, ...]],
        prepare: Callable[[], object] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """Call ``work(*piece)`` for every piece; yield each index with its result when it is done.

        Args:
            work: a function of a module.
            pieces: the arguments of each call.
            prepare: a function that compiles what `work` needs; called here if compiled kernels are
                sent to other machines.
        """
        ...


def parallel_map(
    work: Work[Result],
    pieces: Sequence[tuple[Any, ...]],
    jobs: int,
    title: str,
    *,
    quiet: bool = False,
) -> list[Result]:
    """Call ``work(*piece)`` for every piece; return the results in the order of the pieces.

    Args:
        work: the function; with several processes, it must be a function of a module.
        pieces: the arguments of each call.
        jobs: maximum number of processes; with one, or one piece, the calls run in this process.
        title: the title of the progress bar.
        quiet: whether to hide the progress bar, which is never shown for a single piece.
    """
    running = Processes(jobs).run(work, pieces)
    results = dict(with_progress(running, len(pieces), title, quiet=quiet))
    return [results[i] for i in range(len(pieces))]


def executor(jobs: int = 1, ray: str | None = None) -> Executor:
    """Return the executor that the options of a command describe.

    Args:
        jobs: number of local processes.
        ray: the address of a Ray cluster, or "auto" for the one that the environment names or a new
            one on this machine; None for local processes.

    Raises:
        MissingExtra: Ray is not installed.
        LostCluster: there is no cluster at the address.
        BadValue: a game that is to be played there lies in a folder of this machine.
    """
    if ray is None:
        return Processes(jobs)
    if FROM_FOLDERS:
        (*_, folder) = FROM_FOLDERS.values()
        raise BadValue("--ray", ray, f"left out: the nodes of a cluster do not have {folder}")
    from ducato.runs.executors.ray_cluster import RayCluster

    return RayCluster(ray)
