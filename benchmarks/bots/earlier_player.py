"""Play bots for `benchmarks.bots.earlier`, which runs this with the sources of an earlier commit.

It uses only what every version has had. Each line of standard input is a question, each line of
standard output its answer.
"""

from __future__ import annotations

import base64
import json
import sys
import time
import traceback
from typing import Any

import numpy as np

from ducato.bots import make
from ducato.core.game import load

bots: dict[int, Any] = {}
"""Each bot with the game that it plays."""


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Make a bot, forget one, or let one choose."""
    if "new" in question:
        where = question["game"], question["players"], question["edition"]
        game = load(*where, **question["options"])
        bot: Any = make(question["bot"], game)
        if hasattr(bot, "clock"):
            bot.clock = time.thread_time
        bots[question["new"]] = game, bot
        return {}
    if "end" in question:
        bots.pop(question["end"], None)
        return {}
    game, bot = bots[question["bot"]]
    state = game.State()
    for field, declared in state.fields.items():
        if field in question["state"]:
            sent = np.frombuffer(base64.b64decode(question["state"][field]), declared.code)
            if declared.shape:
                state.row(field)[...] = sent.reshape(declared.shape)
            else:
                setattr(state, field, sent.item())
    start = time.thread_time()
    action = bot.choose(state, question["seat"], question["seed"])
    seconds = time.thread_time() - start
    return {
        "action": int(action),
        "seconds": seconds,
        "simulations": getattr(bot, "simulations", None),
    }


for line in sys.stdin:
    try:
        told = answer(json.loads(line))
    except Exception:
        told = {"error": traceback.format_exc()}
    print(json.dumps(told), flush=True)
