"""The trial of mutants by a game's tests, each in a child of one process.

The tests that state a rule are collected and run once, with rules that note which lines each test
reaches. Then, for each mutant, a child process puts the mutant's code into the function, so that
all its importers have it, and runs the tests that reach the line until one fails. A child that
crashes, or takes much longer than the tests do, has noticed the mutant as well.
"""

from __future__ import annotations

import gc
import importlib
import os
import re
import resource
import signal
import struct
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import pytest
from benchmarks.mutation.mutants import HIT, Mutant, instrumented
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[2]
WHOLE_GAMES = ("test_golden", "test_soak", "test_conservation")
"""Modules of tests that play recorded or random games: what fails there states no rule."""
PATIENCE = 0.5, 10
"""Seconds of processor time that a test may take in a trial, beyond so many times its own."""
MEMORY = 4 << 30
"""Bytes that a trial may reserve."""
MEMORABLE = 8
"""Tests that killed the last mutants of a function and are tried first on the next."""
CRASHED, NOT_TRIED = 2, 3
"""Exit codes of a trial that ended by an error, in the tests or before them."""
UNUSED_PLUGINS = ("cacheprovider", "cov", "rerunfailures", "schemathesis", "terminal", "xdist")


@dataclass(frozen=True)
class Subject:
    """The game whose rules are changed.

    Attributes:
        game: its name.
        package: its package.
        modules: the files of the modules of its rules by name, ``__init__`` for the package.
    """

    game: str
    package: str
    modules: dict[str, Path]

    def function(self, module: str, name: str) -> FunctionType:
        """Return a function of the rules."""
        path = f"{self.package}.rules.{module}".removesuffix(".__init__")
        found: FunctionType = getattr(importlib.import_module(path), name)
        return found

    def states_rule(self, item: pytest.Item) -> bool:
        """Return whether a test cites a clause in its docstring and tests it without compiling."""
        if item.get_closest_marker("compiled") or item.get_closest_marker("slow"):
            return False
        text = getattr(getattr(item, "function", None), "__doc__", None) or ""
        cited = re.search(rf"\[{re.escape(self.game)} \d", text)
        return cited is not None and Path(item.path).stem not in WHOLE_GAMES


@dataclass
class Suite:
    """The tests that take part, with what has been measured of each.

    Attributes:
        items: the tests.
        seconds: the processor time of each.
        reached: the numbers of the tests that reach a line of a module.
        failed: how the test that ran last failed, if it did.
        on_failure: called with the number of a test as soon as it fails.
    """

    items: list[pytest.Item] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    reached: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    failed: BaseException | None = None
    on_failure: Callable[[int], None] | None = None
    running: int = 0

    def run(self, number: int, following: int | None = None) -> None:
        """Run one test; what the following one needs as well stays set up."""
        self.running, item = number, self.items[number]
        after = None if following is None else self.items[following]
        item.ihook.pytest_runtest_protocol(item=item, nextitem=after)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> None:
        """Note an exception, before pytest explains it at length."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.failed = call.excinfo.value
            if self.on_failure is not None:
                self.on_failure(self.running)

    def measure(self, subject: Subject) -> None:
        """Run every test once, with rules that note the lines reached."""
        originals, lines = [], {}
        for module, path in subject.modules.items():
            for name, code in instrumented(path):
                function = subject.function(module, name)
                lines[module] = function.__globals__.setdefault(HIT, set())
                originals.append((function, function.__code__))
                function.__code__ = code
        for number, item in enumerate(self.items):
            for reached in lines.values():
                reached.clear()
            start = time.process_time()
            self.run(number)
            self.seconds.append(time.process_time() - start)
            if self.failed is not None:
                raise SystemExit(f"{item.nodeid} fails without any mutant: {self.failed!r}")
            for module, reached in lines.items():
                for line in reached:
                    self.reached[module, line].append(number)
        for function, code in originals:
            function.__code__ = code


@dataclass
class Trials:
    """The plugin of pytest that holds the trials in place of the usual run.

    Attributes:
        on_survivor: called with each mutant that survives, and whether any test reaches it.
        outcomes: each mutant with the test that killed it, ``"time"`` or ``"crash"``; or None.
    """

    subject: Subject
    mutants: Iterable[Mutant]
    jobs: int
    on_survivor: Callable[[Mutant, bool], None]
    suite: Suite = field(default_factory=Suite)
    outcomes: list[tuple[Mutant, str | None]] = field(default_factory=list)
    killers: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure the tests, then try one mutant after the other, `jobs` at a time."""
        self.suite.items = [item for item in session.items if self.subject.states_rule(item)]
        self.suite.measure(self.subject)
        gc.collect()
        gc.freeze()  # a collection in a child would copy all memory that it shares
        waiting, running = iter(self.mutants), {}
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)):
                pid, pipe = self.begin(mutant)
                running[pid] = mutant, pipe
            if not running:
                return True
            pid, status = os.wait()
            mutant, pipe = running.pop(pid)
            self.note(mutant, status, os.read(pipe, 4))
            os.close(pipe)

    def begin(self, mutant: Mutant) -> tuple[int, int]:
        """Start a child that tries a mutant; return its process and the pipe that it answers on."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.hold(mutant, writing)
        os.close(writing)
        return pid, reading

    def hold(self, mutant: Mutant, pipe: int) -> NoReturn:
        """Try a mutant in this process and leave it: with 0 if the mutant has survived."""
        suite = self.suite

        def killed(number: int) -> NoReturn:
            os.write(pipe, struct.pack("i", number))
            os._exit(1)

        code = NOT_TRIED
        try:
            suite.on_failure = killed
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            self.subject.function(mutant.module, mutant.name).__code__ = mutant.code
            order = self.order(mutant)
            code = CRASHED
            for number, following in zip(order, [*order[1:], None], strict=True):
                seconds, times = PATIENCE
                signal.setitimer(signal.ITIMER_PROF, seconds + times * suite.seconds[number])
                suite.run(number, following)
            code = 0
        finally:
            os._exit(code)

    def order(self, mutant: Mutant) -> list[int]:
        """Return the tests that reach a mutant, those most likely to kill it soon first."""
        likely = self.killers[mutant.where][-MEMORABLE:]
        reaching = self.suite.reached[mutant.module, mutant.line]
        return sorted(reaching, key=lambda n: (n not in likely, self.suite.seconds[n]))

    def note(self, mutant: Mutant, status: int, answer: bytes) -> None:
        """Record what became of a mutant."""
        killer: str | None = None
        if answer:
            number = struct.unpack("i", answer)[0]
            self.killers[mutant.where].append(number)
            killer = self.suite.items[number].nodeid
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            killer = "time"
        elif os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOT_TRIED:
            raise SystemExit(f"this system does not let the trial begin of {mutant}")
        elif status != 0:
            killer = "crash"
        else:
            reached = self.suite.reached[mutant.module, mutant.line]
            self.on_survivor(mutant, bool(reached))
        self.outcomes.append((mutant, killer))


def hold_trials(trials: Trials) -> None:
    """Collect the game's tests and try the mutants; a drawn test has the same cases every time."""
    settings.register_profile(
        "mutation", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile("mutation")
    subject = trials.subject
    tests = ROOT / "tests" / "games" / subject.package.rpartition(".")[2]
    options = ["-s", "--assert=plain", "-oaddopts=--import-mode=importlib", f"--rootdir={ROOT}"]
    without = [f"-pno:{plugin}" for plugin in UNUSED_PLUGINS]
    status = pytest.main([str(tests), *options, *without], plugins=[trials.suite, trials])
    if status != pytest.ExitCode.OK:
        raise SystemExit(f"{subject.game}: pytest ended with {status!r}")
