"""A Ray cluster of two nodes on this machine: equal bytes, killed workers, a lost cluster."""

from __future__ import annotations

import io
import os
import socket
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.planted import GAME
from tests.runs.executors.pieces import killed_once, planted_piece, square

from ducato import cli
from ducato.runs.executors import ray_cluster as ray_executor
from ducato.runs.executors.local import Processes
from ducato.runs.executors.ray_cluster import (
    LostCluster,
    OtherSources,
    RayCluster,
    do_piece,
    packed_kernels,
    unpack_kernels,
)
from ducato.runs.play.chunk import pieces_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("planted")]
ROOT = Path(__file__).parents[3]
QUIET = ("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory) -> Iterator[Any]:
    """A cluster whose second node has a cache of its own, without any kernel."""
    pytest.importorskip("ray")
    import ray
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patched:
        path = f"{ROOT / 'src'}:{ROOT}"
        patched.setenv("PYTHONPATH", path)
        patched.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patched.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        patched.setenv("DUCATO_CACHE", str(tmp_path_factory.mktemp("node")))
        cluster.add_node(num_cpus=1)
        patched.undo()
        yield cluster
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture
def ray_cluster(nodes) -> RayCluster:
    return RayCluster(nodes.address)


@pytest.mark.filterwarnings(*QUIET)
def test_both_nodes_give_the_bytes_of_a_local_run(ray_cluster: RayCluster):
    game = GAME.load(2)
    pieces = [(piece,) for piece in pieces_of(game, ["greedy", "random"], 400, size=50)]
    assert ray_cluster.workers == 2
    far, near = (
        dict(executor.run(planted_piece, pieces)) for executor in (ray_cluster, Processes(1))
    )
    assert far.keys() == near.keys()
    for index, played in near.items():
        for one, other in zip(
            (*played.rows, *played.totals),
            (*far[index].rows, *far[index].totals),
            strict=True,
        ):
            assert one.dtype == other.dtype
            assert one.tobytes() == other.tobytes()


@pytest.mark.filterwarnings(*QUIET)
def test_a_killed_worker_costs_its_piece_only(ray_cluster: RayCluster, tmp_path: Path):
    marker = str(tmp_path / "killed")
    pieces = [(marker, number) for number in range(8)]
    assert dict(ray_cluster.run(killed_once, pieces)) == {n: n * n for n in range(8)}
    assert Path(marker).exists()
    assert all(len(Path(f"{marker}-{n}").read_text()) == 1 for n in range(8))


def test_there_is_no_cluster_at_a_wrong_address(monkeypatch: pytest.MonkeyPatch):
    ray = pytest.importorskip("ray")

    def init(**options: object) -> None:
        raise ConnectionError(f"could not connect to {options['address']}\nand so on")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(LostCluster, match=rf"no Ray cluster at '{address}' .* --ray"):
            RayCluster(address)


def test_ray_is_not_asked_where_nothing_answers(monkeypatch: pytest.MonkeyPatch):
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **_: pytest.fail("it would try for minutes"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        free = f"127.0.0.1:{other.getsockname()[1]}"
    monkeypatch.setenv("RAY_ADDRESS", free)
    for address in (free, f"ray://{free}", "auto", "127.0.0.1:many", "127.0.0.1:99999"):
        with pytest.raises(LostCluster, match="or leave out --ray"):
            RayCluster(address)


def test_a_cluster_that_asks_for_a_token_is_not_said_to_be_missing(monkeypatch):
    ray = pytest.importorskip("ray")

    def init(**_: object) -> None:
        try:
            raise RuntimeError("InvalidAuthToken: Authentication token is missing or incorrect")
        except RuntimeError as error:
            raise ConnectionError("Failed to connect to Ray cluster") from error

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(LostCluster, match="asks for a token: set RAY_AUTH_MODE=token"):
        RayCluster("auto")


@pytest.mark.parametrize("part", ["put", "wait", "get"])
def test_a_cluster_that_is_lost_is_one_sentence(monkeypatch, part: str):
    ray = pytest.importorskip("ray")

    class Remote:
        def __init__(self, work: object) -> None:
            self.work = work

        def remote(self, *arguments: object) -> object:
            return arguments

    def lost(*_: object, **__: object) -> None:
        raise ray.exceptions.RaySystemError("the raylet is dead")

    monkeypatch.setattr(ray, "is_initialized", lambda: True)
    monkeypatch.setattr(ray, "cluster_resources", dict)
    monkeypatch.setattr(ray, "put", lambda content: content)
    monkeypatch.setattr(ray, "remote", lambda **_: Remote)
    monkeypatch.setattr(ray, "wait", lambda pending, **_: (pending[:1], pending[1:]))
    monkeypatch.setattr(ray, part, lost)
    with pytest.raises(LostCluster, match="repeat the command with --resume"):
        list(RayCluster("auto").run(square, [(1,), (2,)]))


def test_a_node_with_another_ducato_says_so():
    with pytest.raises(OtherSources, match="install the same version everywhere"):
        do_piece("0000", b"", square, (2,))


def test_kernels_arrive_in_the_cache_of_another_node(tmp_path: Path, monkeypatch):
    from ducato.compile import cache

    monkeypatch.setenv("DUCATO_CACHE", str(tmp_path / "here"))
    monkeypatch.setattr(cache, "used_files", set())
    monkeypatch.setattr(ray_executor, "used_files", cache.used_files)
    path = cache.cache_root() / "game" / "kernel-1.nbc"
    cache.write(path, b"compiled")
    packed = packed_kernels()
    monkeypatch.setenv("DUCATO_CACHE", str(tmp_path / "there"))
    unpack_kernels(packed)
    (arrived,) = (tmp_path / "there").rglob("*.nbc")
    assert arrived.relative_to(cache.cache_root()) == path.relative_to(path.parents[1])
    assert cache.read(arrived) == b"compiled"
    cache.write(arrived, b"own")
    unpack_kernels(packed)
    assert cache.read(arrived) == b"own"


def test_kernels_that_the_cache_no_longer_keeps_are_left_out(monkeypatch, tmp_path):
    """It keeps only so much, and another process may have removed one that this one has used."""
    there, gone = tmp_path / "there.nbc", tmp_path / "gone.nbc"
    there.write_bytes(b"compiled")
    monkeypatch.setattr(ray_executor, "used_files", {there, gone})
    with tarfile.open(fileobj=io.BytesIO(packed_kernels())) as archive:
        assert [Path(name).name for name in archive.getnames()] == ["there.nbc"]


def test_ray_has_no_say_in_how_a_command_ends_that_has_lost_it(monkeypatch, capsys):
    """It would end the process with exit code 1, some seconds later."""
    ray = pytest.importorskip("ray")

    def lost(*_: object, **__: object) -> None:
        raise LostCluster("the Ray cluster is lost")

    def ended(code: int) -> None:
        raise KeyError(code)

    monkeypatch.setattr(cli, "app", lost)
    monkeypatch.setattr(os, "_exit", ended)
    for begun in (True, False):
        monkeypatch.setattr(ray, "is_initialized", lambda begun=begun: begun)
        with pytest.raises(KeyError if begun else SystemExit) as stopped:
            cli.main()
        assert stopped.value.args == (2,)
        assert capsys.readouterr().err == "ducato: the Ray cluster is lost\n"
