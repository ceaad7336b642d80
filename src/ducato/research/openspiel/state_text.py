"""The text form of OpenSpiel's states: where the history begins, and the actions since.

It begins with the first state, in hexadecimal. Of a state that was given, the names of what each
player remembers of it follow, each after `MARK`. Then come the actions, after blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.observation.recall import NAME_BYTES
from ducato.core.position import Position
from ducato.core.struct import Struct

MARK = ":"
"""The mark between a state and what each player remembers of it."""
ACTION = re.compile("[0-9]{1,9}")
"""An action or outcome in a text."""


class Written(NamedTuple):
    """What a text says.

    Attributes:
        state: the state in which the history begins, in which cards may be hidden.
        memories: the names of what the players remember of it; empty at the start of a game.
        actions: the actions and outcomes since.
    """

    state: Struct
    memories: dict[int, bytes]
    actions: list[int]


def start_text(position: Position, remembered: bool) -> str:
    """Return the text of a history that begins here, with what the players remember or without."""
    seats = range(position.num_players()) if remembered else ()
    names = [position.memory(seat).hex() for seat in seats]
    return MARK.join([position.state.tobytes().hex(), *names])


def history_text(start: str, actions: Sequence[int]) -> str:
    """Return the text of a history that begins with this text."""
    return " ".join([start, *map(str, actions)])


def read_text(game: LoadedGame, text: str) -> Written:
    """Return what a text says.

    Raises:
        BadValue: it is not the text of a state of this game.
    """
    if not isinstance(text, str):
        raise BadValue("state", text, "a text from serialize()")
    start, *actions = text.split() or [""]
    written, *names = start.split(MARK)
    state = game.read_state(_bytes_of("state", written))
    memories = {seat: _bytes_of("memory", name) for seat, name in enumerate(names)}
    if len(memories) not in (0, game.players):
        raise BadValue("memories", len(memories), f"none, or one for each of {game.players} seats")
    for memory in memories.values():
        if len(memory) != NAME_BYTES:
            raise BadValue("memory", memory.hex(), f"{NAME_BYTES} bytes in hexadecimal")
    for action in actions:
        if ACTION.fullmatch(action) is None:
            raise BadValue("action", action, "the number of an action or outcome")
    return Written(state, memories, [int(action) for action in actions])


def _bytes_of(name: str, text: str) -> bytes:
    """Return the bytes that a text in hexadecimal stands for."""
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise BadValue(name, text, "an even number of hexadecimal digits") from error
