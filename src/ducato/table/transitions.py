"""The building blocks of commands: functions that change a table and describe the change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from ducato.core.errors import FAULTS
from ducato.core.game import auto_response, blaming, note_fault
from ducato.core.i18n import Message
from ducato.core.match import Step
from ducato.core.snapshot import Snapshot
from ducato.table.changes import Change, RollbackState
from ducato.table.seats import TableSeat, contributions
from ducato.table.state import TableState
from ducato.table.votes import UNDO

SNAPSHOT_EVERY = 64
"""The interval of snapshots in steps.

Reopening a table replays fewer steps than this, unless an undo has removed the last snapshot."""

MOST_RESPONSES = 100
"""The maximum number of automatic responses after a move: faulty rules may never end a turn."""


def act(state: TableState, action: int, now: int, seat: int | None = None) -> Change:
    """Carry out an action of `seat`, or of the one whose turn it is, and return the change.

    Chance and automatic responses follow the action.

    Raises:
        BrokenGame: the game's rules fail; nothing has changed.
        IllegalAction: the action is illegal; nothing has changed.
    """
    kept, before = state.match.seq, state.before_change()
    with _restored(state):
        state.match.act(action, seat)
        state.match.run_chance()
        respond(state)
        return moved(state, before, kept, now)


def respond(state: TableState) -> None:
    """Give automatic responses as long as one applies to a player to move.

    Each response is an action of its own: stored, announced and undone like any other.
    """
    for _ in range(MOST_RESPONSES):
        choosing = [seat for seat in state.match.seats_to_move() if seat in state.choosers()]
        responses = ((seat, _response(state, seat)) for seat in choosing)
        seat, action = next((one for one in responses if one[1] is not None), (-1, None))
        if action is None:
            return
        state.match.act(action, seat)
        state.match.run_chance()


def _response(state: TableState, seat: int) -> int | None:
    """Return the action of a seat's automatic responses.

    Where no other person could learn anything from it, a choice of one passes by itself, unless the
    player would lose by it the undo of what they have just done.

    None means that the person must choose: no response applies, a lesson asks for the choice, or
    the game's code failed.
    """
    match = state.match
    if state.lesson is not None and state.lesson.current_step() is not None:
        return None
    seen, legal = match.seen_by(seat), match.position.turn_of(seat).legal_actions()
    alone = state.roster.people() == (seat,)  # who lost a seat on time still reads, and may return
    if len(legal) == 1 and alone and match.undoable(seat) is None:
        return legal[0]
    try:
        return auto_response.respond(match.game, seen, seat, legal, state.auto_responses[seat])
    except FAULTS as error:
        note_fault(match.game.game, error)
        return None


@contextmanager
def _restored(state: TableState) -> Iterator[None]:
    """Undo the steps made in this context, and the clock's, if it raises an error.

    Raises:
        BrokenGame: the game's rules fail.
    """
    clock = state.clock.copy()
    try:
        with blaming(state.match.game.game), state.match.atomic():
            yield
    except BaseException:
        state.clock = clock
        raise


def moved(
    state: TableState, before: RollbackState, kept: int, now: int, *, begins: bool = False
) -> Change:
    """Pass the clocks to the seats to move, and return the change.

    The change consists of the steps after the first `kept`; `begins` says whether it begins
    the game.
    """
    state.roster.votes.drop(UNDO)
    state.run_clock(now)
    match = state.match
    due = kept // SNAPSHOT_EVERY != match.seq // SNAPSHOT_EVERY
    return Change(
        kept,
        before,
        state.turn_state,
        added=tuple(match.steps[kept:]),
        ranks=tuple(match.ranks()) if match.is_over() else None,
        begins=begins,
        snapshot=Snapshot.of(match) if due else None,
    )


def undone(state: TableState, before: RollbackState, removed: tuple[Step, ...], now: int) -> Change:
    """Pass the clock back, forget what was seen of the removed steps, and return the change."""
    left = state.match.seq
    state.views.forget(left)
    state.undo_count += 1
    state.roster.votes.drop(UNDO)
    state.run_clock(now, undone=True)
    return Change(left, before, state.turn_state, removed=removed)


def reseated(
    state: TableState,
    before: RollbackState,
    seats: Iterable[TableSeat],
    now: int,
    announcement: Message | None = None,
) -> Change:
    """Update everything that depends on these changed seats, and return the change.

    If nothing is missing any more, the game begins.
    """
    state.follow_roster()
    change = begun_if_ready(state, before, now)
    return replace(change, seats=tuple(seats), announcement=announcement)


def begun_if_ready(state: TableState, before: RollbackState, now: int) -> Change:
    """Begin the game if nothing is missing any more, update the clock, and return the change.

    If the game does not begin, the change has no steps.
    """
    if deal_if_ready(state):
        return moved(state, before, 0, now, begins=True)
    state.run_clock(now)
    return Change(state.match.seq, before, state.turn_state)


def deal_if_ready(state: TableState) -> bool:
    """Deal if everybody has arrived and contributed. Return whether the game was dealt."""
    if not state.awaits_entropy or state.roster.silent():
        return False
    deal(state)
    return True


def deal(state: TableState) -> None:
    """Begin the game with the contributions received so far, and give automatic responses.

    Raises:
        BrokenGame: the game's rules fail; nothing has changed.
    """
    with _restored(state):
        state.match.deal(contributions(state.roster.seats))
        state.views.forget(0)
        state.views.let_choose(state.choosers())
        respond(state)
