"""A test without the mark `compiled` runs no kernel, but an earlier test's thread may."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from ducato.compile.kernels import Kernel


@pytest.fixture(scope="module")
def earlier() -> Iterator[Executor]:
    """A thread that runs since before the test."""
    with pytest.MonkeyPatch.context() as patched, ThreadPoolExecutor(1) as thread:
        patched.setattr(Kernel, "__call__", lambda kernel: kernel.__name__)
        assert thread.submit(int).result() == 0
        yield thread


def measured() -> None:
    """Stand for the source of a kernel."""


def test_a_kernel_needs_the_mark():
    with pytest.raises(pytest.fail.Exception, match="runs the kernel measured"):
        Kernel(measured)()


def test_a_thread_that_the_test_starts_needs_it_too():
    with ThreadPoolExecutor(1) as thread, pytest.raises(pytest.fail.Exception):
        thread.submit(Kernel(measured)).result()


def test_a_thread_of_an_earlier_test_does_not(earlier: Executor):
    assert earlier.submit(Kernel(measured)).result() == "measured"
