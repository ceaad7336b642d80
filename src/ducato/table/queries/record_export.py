"""The record of a match for one reader: complete after the end, redacted before it.

The outcome of a chance step can reveal a hidden card, and so can another seat's action. Before the
end, the line of such a step holds at most the kind of the action, and the sentences shown to the
reader.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import copy
from typing import Any

from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.game_record import RESIGN
from ducato.core.match import Match
from ducato.table.state import TableState


def whole_record(state: TableState) -> list[str]:
    """Return the lines of the record of a match that is over, without a seed that is withheld."""
    match = state.match
    if state.withheld:
        match = copy(match)
        stream = match.stream
        match.stream = CommittedStream.sealed(stream.commitment, stream.contributions)
    return match.to_lines()


def record_for(state: TableState, log: Sequence[dict[str, Any]], seat: int) -> list[str]:
    """Return the lines of the record, each as JSON.

    Args:
        state: the state of the table.
        log: the reader's log, with an entry for each step.
        seat: the reader's seat; -1 for a spectator.
    """
    match = state.match
    if match.is_over():
        return whole_record(state)
    lines: list[dict[str, Any]] = [{**match.header(), "unfinished": True, "seen_by": seat}]
    for step, told in zip(match.steps, log, strict=True):
        lines.append({**_known(match, step.actor, step.action, seat), "narration": told["texts"]})
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def _known(match: Match, actor: int, action: int, seat: int) -> dict[str, Any]:
    """Return the part of a step that the reader may know, without its sentences."""
    if actor == verbs.CHANCE:
        return {"chance": None}
    if action < 0:
        return {"seat": actor, "action": RESIGN}
    actions = match.game.actions
    own = actor == seat
    return {"seat": actor, "action": actions.name(action) if own else actions.kind(action).name}
