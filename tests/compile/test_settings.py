"""Settings of Python and other libraries: after a call of ducato, they are as they were before."""

from __future__ import annotations

import asyncio
import decimal
import gc
import locale
import logging
import os
import random
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import ducato
from ducato.bots.playout import play_games
from ducato.checks.walks import random_match
from ducato.core.game import LoadedGame
from ducato.lab.run import play
from ducato.lab.simulate import simulate


def settings() -> dict[str, Any]:
    """Return all settings that are shared by whatever runs in this process."""
    root = logging.getLogger()
    return {
        "numba": {name: value for name, value in vars(numba.config).items() if name.isupper()},
        "random": random.getstate(),
        "numpy.random": repr(np.random.get_state()),
        "numpy.errors": (np.geterr(), repr(np.get_printoptions())),
        "signals": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "event loops": asyncio.get_event_loop_policy(),
        "logging": (root.level, list(root.handlers), logging.root.manager.disable,
                    logging.getLogger("numba").level),
        "warnings": list(warnings.filters),
        "environment": dict(os.environ),
        "folder": Path.cwd(),
        "locale": locale.setlocale(locale.LC_ALL),
        "interpreter": (sys.getrecursionlimit(), sys.getswitchinterval(), sys.excepthook,
                        gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.path[:]),
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


def set_up_a_kernel(game: LoadedGame) -> None:
    """Without compiling it."""
    play_games.dispatcher((game.State, type(game.edition)))


@pytest.mark.parametrize(
    "call",
    [
        load_again,
        match,
        set_up_a_kernel,
        *(pytest.param(call, marks=pytest.mark.compiled) for call in (simulation, lab, vector)),
    ],
)
def test_settings_are_the_same_after_a_call(call, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = ducato.load(min(ducato.all_games()))
    before = settings()
    call(game)
    after = settings()
    assert [name for name in before if after[name] != before[name]] == []
