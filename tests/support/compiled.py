"""Check that exactly the tests marked `compiled` run compiled code, in core and games.

All others run interpreted anyway, so that repeating them without the compiler would show nothing
new; `make interpreted` repeats only the marked ones.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from ducato.compile.kernels import Kernel

COMPILING = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@pytest.fixture(autouse=True)
def compiled_code_is_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test without the mark that runs a kernel, in its own thread or one it started.

    A thread from an earlier test may go on: a server that closed still finishes the bot that it
    was compiling.
    """
    earlier = set(threading.enumerate()) - {threading.current_thread()}
    call = Kernel.__call__

    def fail(kernel: Kernel, *args: object) -> object:
        if threading.current_thread() in earlier:
            return call(kernel, *args)
        pytest.fail(f"runs the kernel {kernel.__name__}: mark it as `compiled`", pytrace=False)

    # Not the fixture monkeypatch: it would begin before, and end after, what a test patches.
    with pytest.MonkeyPatch.context() as patched:
        if request.node.get_closest_marker("compiled") is None:
            patched.setattr(Kernel, "__call__", fail)
        yield
