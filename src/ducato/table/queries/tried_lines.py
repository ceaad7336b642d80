"""Lines that a player tries during a game, in a world dealt from what their seat sees.

The world, and all chance in it, follow from the seat's view and the number of the deal alone. So a
line tells nothing that the seat does not know: with the same view, every truth behind it gives the
same answers. The player moves for all seats; the cards that others show there are dealt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from ducato.core import verbs
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.i18n import say
from ducato.core.match import Match, Step
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR, resample
from ducato.table.changes import Rejected
from ducato.table.commands.preconditions import check_lesson
from ducato.table.protocol import Try
from ducato.table.screens import Screen, ViewReader
from ducato.table.state import TableState
from ducato.table.time_control import RealTime
from ducato.table.views.builder import Views

DEALT = Step(verbs.CHANCE, 0)
"""What stands for all that happened before: the world is known only from there on."""


def may_try(state: TableState, screen: Screen) -> bool:
    """Return whether a screen's person may try lines: never against people and a running clock."""
    live = isinstance(state.clock.time_control, RealTime)
    own = state.roster.of(screen.person)
    return bool(own) and (not live or state.roster.plays_alone(screen.person))


def try_line(state: TableState, screen: Screen, query: Try) -> dict[str, Any]:
    """Return the message with the view after the actions.

    Raises:
        Rejected: the sender may not try lines here or now, or an action is not legal in the deal.
    """
    if state.status == "waiting":
        raise Rejected(say("rejected.waiting"))
    if state.match.is_over():
        raise Rejected(say("rejected.over"))
    if screen.shown == SPECTATOR or screen.covered_for is not None:
        raise Rejected(say("rejected.watching"))
    if not may_try(state, screen):
        raise Rejected(say("rejected.try"))
    check_lesson(state, None)
    match, seat = state.match, screen.shown
    seen = match.seen_by(seat)
    world = imagined(match.game, match.names, seen, seat, query.deal)
    for action in query.actions:
        try:
            world.act(action)
        except IllegalAction as error:
            raise Rejected(say("rejected.try_action")) from error
        world.run_chance()
    views, last = Views(world), world.seq
    mover = -1 if world.is_over() else world.position.current_player()
    reader = ViewReader(mover if mover >= 0 else seat, screen.language)
    log = views.log.entries(ViewReader(seat, screen.language), 1, last)
    about = {"type": "tried", "id": query.id, "seq": query.seq, "seat": seat}
    return {**about, "log": log, "view": views.view(last, reader)}


def imagined(game: LoadedGame, names: Sequence[str], seen: Struct, seat: int, deal: int) -> Match:
    """Return a match in a world that a seat thinks possible.

    Args:
        game: the loaded game.
        names: the players' names.
        seen: the state as the seat sees it.
        seat: the seat.
        deal: the number of the deal; each gives other cards and other luck.
    """
    known = hashlib.sha256(seen.tobytes() + f"{seat}:{deal}".encode()).digest()
    world = resample(seen, seat, new_rng(int.from_bytes(known[:8], "big"), "world"))
    stream = CommittedStream(known)
    match = Match.resumed(game, stream, names, [DEALT], world.tobytes())
    match.run_chance()
    return match
