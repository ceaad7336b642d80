"""Check that exactly the tests marked `compiled` run compiled code, in core and games.

All others run interpreted anyway, so that repeating them without the compiler would show nothing
new; `make interpreted` repeats only the marked ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NoReturn

import pytest

from ducato.compile.kernels import Kernel

COMPILING = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@pytest.fixture(autouse=True)
def compiled_code_is_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test without the mark that runs a kernel."""

    def fail(kernel: Kernel, *_: object) -> NoReturn:
        pytest.fail(f"runs the kernel {kernel.__name__}: mark it as `compiled`", pytrace=False)

    # Not the fixture monkeypatch: it would begin before, and end after, what a test patches.
    with pytest.MonkeyPatch.context() as patched:
        if request.node.get_closest_marker("compiled") is None:
            patched.setattr(Kernel, "__call__", fail)
        yield
