"""Edits of a position, and the check that the rules lead to such a position and go on from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.editing.declaration import Unlawful, editables, function_of, keeps_counts
from ducato.core.editing.items import Item, may_edit, position_items
from ducato.core.errors import FAULTS, BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.given_state import is_redacted, read_state
from ducato.core.i18n import IllegalReason, Message, say
from ducato.core.position import Position
from ducato.core.struct import MEMORY_FIELDS, Struct
from ducato.core.visibility import SPECTATOR, redact, resample
from ducato.core.visibility.hidden_numbers import flat

MOST_EDITS = 400
"""The maximum number of edits of one position, more than any game has cards."""
TRIED_STEPS = 300
"""The number of steps of a random game by which a position is tried out."""


def edited(game: LoadedGame, before: Struct, edits: Iterable[tuple[str, int]]) -> Struct:
    """Return a copy of a position with edits, each the id of an item and its new value.

    Raises:
        Unlawful: there is no such position, or it may not be edited.
    """
    if not may_edit(game, before):
        raise _unlawful("edit.not_here")
    known = {item.id: item for item in position_items(game, before)}
    state = before.copy()
    try:
        for name, value in edits:
            _write(game, state, known.get(name), value)
        for declared in editables(game):
            if flat(before, declared.field) != flat(state, declared.field):
                _recount(state, declared.field)
        settle = function_of(game, "settle", partial(keeps_counts, game))
        _reject(settle(before, state, game.edition))
    except Unlawful:
        raise
    except FAULTS as error:  # such as a number that does not fit its field
        raise _unlawful("edit.fault") from error
    check_lawful(game, state)
    return state


def check_lawful(game: LoadedGame, state: Struct, *, tried: bool = False) -> None:
    """Raise `Unlawful` unless a position can come up in a game and the rules go on from it.

    Args:
        game: the game.
        state: the position, from which nothing may be hidden.
        tried: whether a random game is played from it, too.
    """
    try:
        read_state(game.State, game.edition, game.actions, state.tobytes())
        if is_redacted(state) or not may_edit(game, state):
            raise _unlawful("edit.not_here")
        _check_balance(game, state)
        _reject(function_of(game, "unlawful", _nothing)(state, game.edition))
        if verbs.current_player(state, game.edition) == verbs.TERMINAL:
            raise _unlawful("edit.over")
        _check_views(game, state)
        if tried:
            _try_out(game, state)
    except Unlawful:
        raise
    except FAULTS as error:
        raise _unlawful("edit.fault") from error


def _write(game: LoadedGame, state: Struct, item: Item | None, value: int) -> None:
    if item is None:
        raise _unlawful("edit.unknown")
    if not item.allows(value):
        low, high = item.limits
        if item.choices:
            raise _unlawful("edit.choice", what=item.label)
        raise _unlawful("edit.range", what=item.label, low=low, high=high)
    if game.State.fields[item.editable.field].cards is None:
        item.write(state, value)
        return
    card = item.index[-1]
    if state[item.editable.field][card] == value:
        return

    def lies_there(state: Struct, edition: Struct, card: int, zone: int) -> None:
        item.write(state, zone)

    _reject(function_of(game, "put_card", lies_there)(state, game.edition, card, value))


def _recount(state: Struct, name: str) -> None:
    """Count the cards of each zone again, and forget what seats remember of their moves."""
    cards = state.fields[name].cards
    if cards is None:
        return
    zones, held = flat(state, name), state[cards.held]
    if len(cards.classes) != 1:
        for zone in range(len(cards.sees)):
            held[zone] = zones.count(zone)
    else:
        classes = flat(state, cards.classes[0])
        for row in range(held.shape[0]):
            for zone in range(len(cards.sees)):
                pairs = zip(zones, classes, strict=True)
                held[row, zone] = sum(pair == (zone, row) for pair in pairs)
    if cards.remembered:
        for memory in MEMORY_FIELDS:
            field = state.fields[memory]
            view = state.views[field.code]
            for number in range(len(flat(state, memory))):
                view[field.index + number] = 0


def _check_balance(game: LoadedGame, state: Struct) -> None:
    """Raise `Unlawful` unless all that no step changes is as at the start."""
    balance = getattr(game.game.module("state"), "balance", None)
    if balance is None:
        return
    start = balance(game.new_initial_state().state, game.edition)
    for name, amount in balance(state, game.edition).items():
        if amount != start[name]:
            raise _unlawful("edit.balance", n=int(start[name]))


def _check_views(game: LoadedGame, state: Struct) -> None:
    """Let every reader see the position, and every seat imagine what it does not see."""
    player = verbs.current_player(state, game.edition)
    for seat in range(SPECTATOR, game.players):
        seen = redact(state, seat)
        legal = Position(game, state).legal_actions() if seat == player and seat >= 0 else []
        game.presentation.scene(seen, game.edition, seat, legal)
        if seat >= 0:
            world = resample(state, seat, new_rng("edited", seat))
            if redact(world, seat).tobytes() != seen.tobytes():
                raise BadValue("state", "another view", f"a world that seat {seat} can imagine")


def _try_out(game: LoadedGame, state: Struct) -> None:
    """Play a random game from the position, up to its end or a number of steps."""
    position, rng = Position(game, state.copy()), new_rng("edited", "play")
    for _ in range(TRIED_STEPS):
        if position.is_terminal():
            position.ranks()
            return
        possible = position.legal_actions() or [one for one, _ in position.chance_outcomes()]
        position.apply_unchecked(possible[below(rng, len(possible))])


def _nothing(state: Struct, edition: Struct) -> None:
    """Return no reason, in games that do not say what is unlawful."""


def _reject(reason: IllegalReason | None) -> None:
    if reason is not None:
        raise Unlawful(reason)


def _unlawful(key: str, **arguments: int | str | Message) -> Unlawful:
    return Unlawful(IllegalReason(say(key, **arguments), ""))
