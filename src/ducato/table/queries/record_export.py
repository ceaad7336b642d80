"""The record of a match for one reader: whole after the end, before it without what is hidden.

The outcome of a chance step may name a hidden card, and so may another seat's action. So before the
end such lines hold the kind of action at most, and the sentences that the reader was told. This
module must not know who may ask.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ducato.core import verbs
from ducato.core.game_record import RESIGN
from ducato.core.match import Match


def record_for(match: Match, log: Sequence[dict[str, Any]], seat: int) -> list[str]:
    """The lines of the record, as JSON.

    Args:
        match: the match.
        log: what the reader was told of each step, in its language.
        seat: the reader, -1 for everybody.
    """
    if match.is_over():
        return match.to_lines()
    lines: list[dict[str, Any]] = [{**match.header(), "unfinished": True, "seen_by": seat}]
    for step, told in zip(match.steps, log, strict=True):
        lines.append({**_known(match, step.actor, step.action, seat), "narration": told["texts"]})
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def _known(match: Match, actor: int, action: int, seat: int) -> dict[str, Any]:
    """What the reader may know of a step, without its words."""
    if actor == verbs.CHANCE:
        return {"chance": None}
    if action < 0:
        return {"seat": actor, "action": RESIGN}
    actions = match.game.actions
    own = actor == seat
    return {"seat": actor, "action": actions.name(action) if own else actions.kind(action).name}
