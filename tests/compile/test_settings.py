"""Settings of Python and other libraries: after a call of ducato, they are as they were before."""

from __future__ import annotations

import asyncio
import decimal
import faulthandler
import gc
import locale
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from tests.support.registered import registered

import ducato
from ducato.bots import finish, make
from ducato.bots.analysis import Budget
from ducato.bots.analysis.analyse import analysing
from ducato.bots.playout import play_games
from ducato.checks import check
from ducato.checks.walks import random_match
from ducato.core.chance import CommittedStream
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.visibility import redact
from ducato.lab.run import play
from ducato.lab.simulate import simulate
from ducato.lab.tournament import tournament

from ..invented import GAME


def settings() -> dict[str, Any]:
    """Return all settings that are shared by whatever runs in this process."""
    root = logging.getLogger()
    return {
        "numba": {name: value for name, value in vars(numba.config).items() if name.isupper()},
        "random": random.getstate(),
        "numpy.random": repr(np.random.get_state()),
        "numpy.errors": (np.geterr(), repr(np.get_printoptions())),
        "signals": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "faults": faulthandler.is_enabled(),
        "event loops": asyncio.get_event_loop_policy(),
        "logging": (root.level, list(root.handlers), logging.root.manager.disable,
                    logging.getLogger("numba").level),
        "warnings": list(warnings.filters),
        "environment": dict(os.environ),
        "folder": Path.cwd(),
        "locale": locale.setlocale(locale.LC_ALL),
        "interpreter": (sys.getrecursionlimit(), sys.getswitchinterval(), sys.excepthook,
                        gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.path[:],
                        gc.get_debug(), list(gc.callbacks), list(sys.meta_path), sys.gettrace(),
                        sys.getprofile(), sys.unraisablehook, sys.displayhook, sys.breakpointhook,
                        sys.get_int_max_str_digits(), sys.get_asyncgen_hooks()),
        "threads": (threading.excepthook, threading.stack_size()),
        "decimal": repr(decimal.getcontext()),
    }  # fmt: skip


def load_again(game: LoadedGame) -> None:
    ducato.load(game.name).new_initial_state()


def match(game: LoadedGame) -> None:
    random_match(game, 3)


def simulation(game: LoadedGame) -> None:
    simulate(game, 2)


def lab(game: LoadedGame) -> None:
    play(game, 2)


def vector(game: LoadedGame) -> None:
    ducato.vector(game.name, 2).reset()


def competition(game: LoadedGame) -> None:
    tournament(game, ["random", "greedy"], 2)


def checks(game: LoadedGame) -> None:
    check(game, range(1))


def search(game: LoadedGame) -> None:
    match = finished(game, 1)
    seat = match.position.current_player()
    make("ismcts:sims=2", game).choose(redact(match.position.state, seat), seat, 0)


def analysis(game: LoadedGame) -> None:
    finish(analysing(finished(game), [0], Budget(simulations=10)))


def finished(game: LoadedGame, steps: int = 5000) -> Match:
    """Return a match after so many steps, or at its end."""
    match, chance = Match(game, CommittedStream(bytes(32))), random.Random(1)
    match.run_chance()
    while not match.is_over() and match.seq < steps:
        match.act(chance.choice(match.position.legal_actions()))
        match.run_chance()
    return match


def gymnasium(game: LoadedGame) -> None:
    from ducato.research.gymnasium import env

    with env(game, seat=0) as one:
        one.reset(seed=1)


def pettingzoo(game: LoadedGame) -> None:
    from ducato.research.pettingzoo import env

    env(game).reset(seed=1)


def openspiel(game: LoadedGame) -> None:
    from ducato.research.openspiel import load

    load(game.name).new_initial_state()


def set_up_a_kernel(game: LoadedGame) -> None:
    """Without compiling it."""
    play_games.dispatcher((game.State, type(game.edition)))


PLAIN = (load_again, match, set_up_a_kernel)
COMPILED = (simulation, lab, vector, competition, checks, search, analysis)
EXTRAS = {"gymnasium": gymnasium, "pettingzoo": pettingzoo, "pyspiel": openspiel}
"""The forms for other libraries, which change settings when they are imported."""


def changes(call: Callable[[LoadedGame], None], game: LoadedGame) -> list[str]:
    """Return what a call has changed."""
    before = settings()
    call(game)
    after = settings()
    return [name for name in before if after[name] != before[name]]


@pytest.mark.parametrize(
    "call", [*PLAIN, *(pytest.param(call, marks=pytest.mark.compiled) for call in COMPILED)]
)
def test_settings_are_the_same_after_a_call(call, invented, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert changes(call, invented.load()) == []


@pytest.mark.compiled
@pytest.mark.parametrize("library", EXTRAS)
def test_settings_are_the_same_after_a_call_for_another_library(library, invented, monkeypatch):
    pytest.importorskip(library, reason="needs the extra [research]")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    EXTRAS[library](invented.load())
    assert changes(EXTRAS[library], invented.load()) == []


@pytest.mark.compiled
@pytest.mark.slow
def test_settings_are_the_same_after_all_that_compiles(tmp_path):
    """In a process of its own, whose cache is empty."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "DUCATO_CACHE": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-m", "tests.compile.test_settings"],
        env=environment, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert said.stdout == "[]\n"
    assert list(tmp_path.rglob("*.nbc"))


def main() -> None:
    """Print what each entry changes, compiled for the invented game."""
    with registered(GAME):
        called = [(call, changes(call, GAME.load())) for call in (*PLAIN, *COMPILED)]
        sys.stdout.write(f"{[(call.__name__, names) for call, names in called if names]}\n")


if __name__ == "__main__":
    main()
