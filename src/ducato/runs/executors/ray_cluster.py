"""Pieces of work on a Ray cluster.

Every node needs ducato in the same version, and the games that are played. Compiled kernels are
sent along: a node with a processor of the same kind loads them, and another one compiles once.
"""

from __future__ import annotations

import io
import os
import socket
import tarfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from ducato.compile.cache import cache_root, go_without, used_files
from ducato.compile.source_fingerprint import package_fingerprint
from ducato.core.errors import DucatoError
from ducato.core.errors.machine import causes
from ducato.runs.extras import needed

Result = TypeVar("Result")

RETRIES = 3
"""The number of times that a piece is done again after its worker has died."""


PATIENCE = 5
"""How long to wait for a connection to a cluster, in seconds."""


class LostCluster(DucatoError, RuntimeError):
    """An error raised if there is no cluster, or the connection to it is lost."""


class OtherSources(DucatoError, RuntimeError):
    """An error raised if a node of the cluster has another ducato than this machine."""


class RayCluster:
    """A Ray cluster; if a worker dies, its piece is done again.

    Args:
        address: the address of the cluster; "auto" for the one that the environment names, or else
            a new one on this machine.

    Attributes:
        workers: the number of processors of the cluster.

    Raises:
        MissingExtra: Ray is not installed.
        LostCluster: there is no cluster at the address.
    """

    def __init__(self, address: str) -> None:
        self._ray: Any = needed("ray", "cluster")
        options = {} if address == "auto" else {"address": address}
        # Otherwise it prints the failure of every piece, of which one is raised here.
        os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
        if not self._ray.is_initialized():
            _probe(os.environ.get("RAY_ADDRESS", "") if address == "auto" else address)
            try:
                self._ray.init(logging_level="ERROR", log_to_driver=False, **options)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise _unreachable(address, error) from error
        with _kept():
            self.workers = int(self._ray.cluster_resources().get("CPU", 1))

    def run(
        self,
        work: Callable[..., Result],
        pieces: Sequence[tuple[Any, ...]],
        prepare: Callable[[], object] | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """See `executors.Executor`.

        Raises:
            LostCluster: the connection to the cluster is lost; the results so far have been given.
            OtherSources: a node has another ducato than this machine.
        """
        ray = self._ray
        if not pieces:
            return
        if prepare is not None:
            prepare()
        with _kept():
            kernels = ray.put(packed_kernels())
            remote = ray.remote(max_retries=RETRIES)(do_piece)
            pending = {
                remote.remote(package_fingerprint(), kernels, work, piece): number
                for number, piece in enumerate(pieces)
            }
        while pending:
            with _kept():
                (reference, *_), _ = ray.wait(list(pending), num_returns=1)
                result = ray.get(reference)
            yield pending.pop(reference), result


@contextmanager
def _kept() -> Iterator[None]:
    """Raise an error of the cluster in this context with advice on how to go on.

    Raises:
        LostCluster: the connection to the cluster is lost.
        DucatoError: a piece has failed with it.
    """
    from ray.exceptions import RayError, RayTaskError

    try:
        yield
    except RayTaskError as error:
        cause = getattr(error, "cause", None)
        raise (cause if isinstance(cause, DucatoError) else error) from error
    except (RayError, ConnectionError) as error:
        raise LostCluster(
            f"the Ray cluster is lost ({type(error).__name__}); finished pieces are kept if there "
            "is an --out: repeat the command with --resume"
        ) from error


def _probe(address: str) -> None:
    """See that something answers at an address: Ray would try for minutes.

    Raises:
        LostCluster: nothing does, or it is not an address.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:  # "local", or none: Ray starts a cluster
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError, ValueError) as error:
        raise _unreachable(address, error) from error


def _unreachable(address: str, error: Exception) -> LostCluster:
    """Return the error for a cluster to which there is no connection."""
    told = "\n".join(map(str, causes(error)))
    if "token" in told.lower():
        return LostCluster(
            f"the Ray cluster at {address!r} asks for a token: set RAY_AUTH_MODE=token, and put "
            "the token of the cluster into ~/.ray/auth_token or RAY_AUTH_TOKEN"
        )
    reason = (str(error) or type(error).__name__).splitlines()[0]
    return LostCluster(
        f"there is no Ray cluster at {address!r} ({reason}); start one with `ray start --head`, "
        "or leave out --ray"
    )


_unpacked: set[str] = set()


def do_piece(
    fingerprint: str, kernels: bytes, work: Callable[..., Result], piece: tuple[Any, ...]
) -> Result:
    """Carry out a piece in a worker.

    Args:
        fingerprint: the fingerprint of the sources from which `kernels` were compiled.
        kernels: the compiled kernels; see `packed_kernels`.
        work: the function.
        piece: its arguments.

    Raises:
        OtherSources: this node has other sources.
    """
    own = package_fingerprint()
    if own != fingerprint:
        raise OtherSources(
            f"a node of the cluster has another ducato ({own}) than this machine "
            f"({fingerprint}): install the same version everywhere"
        )
    if fingerprint not in _unpacked:
        _unpacked.add(fingerprint)
        unpack_kernels(kernels)
    return work(*piece)


def packed_kernels() -> bytes:
    """Return the compiled kernels that this process has used as an archive.

    The cache keeps only so much, so some may have been removed since.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as archive:
        for path in sorted(used_files):
            with suppress(FileNotFoundError):
                archive.add(path, f"{path.parent.name}/{path.name}")
    return buffer.getvalue()


def unpack_kernels(kernels: bytes) -> None:
    """Unpack `packed_kernels` into this node's cache, if it can be written.

    What is there already stays.
    """
    try:
        root = cache_root()
        root.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(kernels)) as archive:
            for member in archive:
                if not (root / member.name).exists():
                    archive.extract(member, root, filter="data")
    except (OSError, RuntimeError) as error:
        go_without(error)
