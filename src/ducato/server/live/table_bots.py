"""The bots of one table, which keep what they have searched from one choice to the next."""

from __future__ import annotations

import threading

from ducato import bots
from ducato.bots.thinking import Result
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct


class TableBots:
    """The bots of one table by name, made when they are first needed.

    The slices of their thoughts may run in any thread, but one after another: a thought that was
    cancelled goes on to the end of its slice, when the next one may already have begun.

    Args:
        game: the game played at the table.
    """

    def __init__(self, game: LoadedGame) -> None:
        self._game, self._lock = game, threading.Lock()
        self._made: dict[str, bots.Bot] = {}

    def choosing(self, name: str, state: Struct, seat: int, seed: int) -> bots.Thinking[int]:
        """Choose an action for a seat with the bot of this name; see `Bot.choose`."""
        return self._one_by_one(bots.choosing(self._bot(name), state, seat, seed))

    def thinking_ahead(self, name: str, state: Struct, seat: int, seed: int) -> bots.Thinking[None]:
        """Have the bot of this name think for a seat while another one is to move."""
        return self._one_by_one(bots.thinking_ahead(self._bot(name), state, seat, seed))

    def _bot(self, name: str) -> bots.Bot:
        with self._lock:
            if name not in self._made:
                self._made[name] = bots.make(name, self._game)
            return self._made[name]

    def _one_by_one(self, thinking: bots.Thinking[Result]) -> bots.Thinking[Result]:
        while True:
            with self._lock:
                try:
                    next(thinking)
                except StopIteration as end:
                    result: Result = end.value
                    return result
            yield
