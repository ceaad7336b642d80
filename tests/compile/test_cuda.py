"""Every game's kernels for a graphics processor become its assembly code, without a device."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ducato.bots.playout import PlayoutResults
from ducato.compile import cuda, dlpack
from ducato.compile.cuda import DeviceKernel, device_kernel
from ducato.core.batch import Batch, dtype_of
from ducato.core.game import load
from ducato.research.vector import device_kernels
from ducato.research.vector.arguments import policy_named
from ducato.research.vector.device_kernels import Table
from ducato.research.vector.settings import Settings

from .test_kernels import Purse, compiled, earn

pytestmark = pytest.mark.compiled
pytest.importorskip("numba_cuda", reason="needs the extra [gpu]")

GAMES = ("builders", "fantasy-market", "magnate", "manifest-destiny")
ENTRY = re.compile(r"^\.visible \.entry ", re.MULTILINE)


@device_kernel
def earn_each(thread: int, purses, amounts) -> None:
    earn(purses[thread], amounts[thread])


def check_ptx(kernel: DeviceKernel, *arguments: object, optimized: bool = True) -> None:
    """Check the assembly code of a kernel: one entry, nothing missing, and no way to fail."""
    code = kernel.ptx(*arguments, optimized=optimized)
    assert ".target sm_90" in code
    assert len(ENTRY.findall(code)) == 1
    assert "trap;" not in code
    assert "NRT_" not in code  # no memory is allocated
    assert not re.findall(r"^\.extern \.func", code, re.MULTILINE)


@compiled
def test_a_rule():
    check_ptx(earn_each, Batch.zeros(Purse, 4), np.arange(4))


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_kernels_of_a_game(game: str):
    optimized = game == GAMES[0]  # it takes half of the time, and hides rather than adds
    settings = Settings((load(game),), 4)
    table, envs = Table.of(settings), np.arange(4)
    seats, shown = table.games.viewer, np.zeros((4, 1), np.float32)
    actions = np.zeros(4, np.int64)
    check_ptx(device_kernels.advance, table, actions, envs, optimized=optimized)
    check_ptx(device_kernels.show, table, seats, 0, shown, envs, optimized=optimized)


@compiled
@pytest.mark.slow
def test_playouts():
    game = load("magnate")
    states, editions = Batch.zeros(game.State, 8), Batch.of(game.edition)
    policy, results = policy_named(game, "random"), PlayoutResults.of(4, game.players)
    choices = device_kernels.choices_of(4, len(game.actions), guided=False)
    rng = np.zeros((4, 4), np.int64)
    check_ptx(device_kernels.play_out, states, editions, rng, policy, choices, results, 9)


def test_threads_interpreted():
    purses = Batch.zeros(Purse, 3)
    for thread in range(3):
        earn_each.interpreted(thread, purses, np.array([1, 2, 3]))
    assert [purse.coins[2] for purse in purses] == [1, 2, 3]


@pytest.mark.parametrize("dtype", ["u1", "i4", "i8", "f4", "f8", "?"])
def test_an_array_for_other_libraries(dtype: str):
    array = np.arange(6).reshape(2, 3).astype(dtype)

    class Shared:
        def __dlpack_device__(self):
            return dlpack.CPU, 0

        def __dlpack__(self, **_: object):
            return dlpack.capsule(
                array.ctypes.data, array.shape, array.dtype, (dlpack.CPU, 0), array
            )

    seen = np.from_dlpack(Shared())
    np.testing.assert_array_equal(seen, array)
    assert np.shares_memory(seen, array)
    del seen
    Shared().__dlpack__()  # and nobody takes it
    assert not dlpack._exported


def test_elements_that_others_do_not_know():
    with pytest.raises(BufferError):
        dlpack.capsule(0, (1,), dtype_of(Purse), (dlpack.CUDA, 0), None)


def test_tuples_and_batches_are_copied_to_a_device(monkeypatch: pytest.MonkeyPatch):
    numba_cuda = pytest.importorskip("numba.cuda")
    monkeypatch.setattr(numba_cuda, "to_device", lambda array: array + 1)
    copied = cuda.to_device((np.zeros(2), 5, (np.ones(1),)))
    assert [*copied[0], copied[1], *copied[2][0]] == [1, 1, 5, 2]
