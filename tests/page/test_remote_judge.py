"""An analysis in a page is that of a server: the same kernels find the same."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.page.node import NO_WASM, NodeKernels, can_run
from tests.support.live_server import played

from ducato.bots import finish
from ducato.bots.analysis import Analysis, Budget
from ducato.bots.analysis.analyse import analysing
from ducato.core.game import LoadedGame
from ducato.page.remote_judge import JudgeQuestion, KernelTask, RemoteJudge

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.slow,
    pytest.mark.skipif(not can_run(), reason=NO_WASM),
]
BUDGET = Budget(simulations=12)


def answer(kernels: NodeKernels, game: LoadedGame, name: str, task: KernelTask) -> Any:
    """Do what `js/kernels/judge.js` does."""
    asked = {
        "name": name,
        "state": game.State.of(bytes.fromhex(task.state)),
        "seed": task.seed,
        "simulations": task.simulations,
    }
    if task.kind == "search":
        found = kernels.call("search", game, seat=task.seat, **asked)
        line = [
            {**move, "worlds": [world.hex() for world in move["worlds"]]} for move in found["line"]
        ]
        return {"tried": found["tried"], "line": line, "value": found["value"]}
    given = {**asked, "action": task.action, "value": task.value}
    if task.kind == "compare":
        return kernels.call("compare", game, than=task.than, **given)
    rows: bytes = kernels.call("appraise", game, **given)
    if task.kind == "appraise":
        return b64encode(rows).decode()
    return np.frombuffer(rows).reshape(-1, game.players).mean(0).tolist()


def analysed_by(kernels: NodeKernels, match: Any) -> Analysis:
    """Analyse a match as a page does."""
    judge = RemoteJudge(match.game)
    thinking = analysing(match, [0], BUDGET, judge=judge)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: Analysis = end.value
            return found
        question: JudgeQuestion | None = judge.question
        if question is not None:
            tasks = question.tasks
            found_all = [answer(kernels, match.game, question.name, task) for task in tasks]
            judge.take(json.dumps({"seconds": 0.1, "found": found_all}))


def test_a_page_finds_what_a_server_finds(tmp_path: Path):
    match = played("magnate", 2, 1)
    ours = finish(analysing(match, [0], BUDGET))
    with NodeKernels(match.game.game, tmp_path) as kernels:
        there = analysed_by(kernels, match)
    assert there.simulations == ours.simulations
    for one, other in zip(there.decisions, ours.decisions, strict=True):
        assert (one.seq, one.best, one.action) == (other.seq, other.best, other.action)
        assert one.reasons == other.reasons
        for name in ("before", "after", "cost"):
            for part in (0, 1):
                given = getattr(one, name)[part], getattr(other, name)[part]
                assert given[0] == pytest.approx(given[1], abs=1e-9)
        assert [c.action for c in one.choices] == [c.action for c in other.choices]
    for event, other_event in zip(there.events, ours.events, strict=True):
        assert event.swing.means == pytest.approx(other_event.swing.means, abs=1e-9)
