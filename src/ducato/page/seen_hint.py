"""A hint about a position that a server sends: what its own answer would be, from this device.

The server sends what the reader's seat sees (`core.seen_state`), as it sends it to any program. The
game must be here under the same rules; the seed of the search is made up here.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from ducato.bots.thinking import Thinking, finish
from ducato.core.errors import BadValue, OtherRules
from ducato.core.game import find_game
from ducato.core.game_record import GameRecord
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.seen_state import read_seen
from ducato.core.struct import Struct
from ducato.page.local_table import Setting
from ducato.page.remote_adviser import HintQuestion, RemoteAdviser
from ducato.table.queries.opinions import Words
from ducato.table.views.texts import GameTexts


class HintTask(msgspec.Struct, frozen=True):
    """What the kernels must know to search for a hint."""

    setting: Setting
    question: HintQuestion


class SeenHint:
    """A hint that waits for what a search finds.

    Attributes:
        task: the search.

    Args:
        sent: the server's message with the state.
        language: the reader's language.
        number: the number before that of the question.

    Raises:
        BadValue: the reader's seat is not to move, or the state is of another game.
        ChangedEdition, OtherRules: the game has other values or rules here.
        DucatoError, KeyError, TypeError, ValueError: the message is damaged.
    """

    def __init__(self, sent: Mapping[str, Any], language: str, number: int = 0) -> None:
        game, state, seat = read_seen(sent)
        newest = find_game(game.name).rules_version
        if game.game.rules_version != newest:  # the kernels play by no others
            raise OtherRules(game.name, game.game.rules_version, [newest])
        if Position(game, state).current_player() != seat:
            raise BadValue("seat", seat, "the seat to move")
        names = GameRecord([sent["header"]]).names
        match = Match(game, names=names)
        self._words = Words(match, GameTexts(match), language)
        self._about = {"id": sent["id"], "seq": sent["seq"]}
        self._adviser = RemoteAdviser(game, number)
        self._thought = self._thinking(state, seat, secrets.randbits(64))
        next(self._thought)
        question = self._adviser.question
        assert question is not None
        self.task = HintTask(Setting.of(game), question)

    def _thinking(self, state: Struct, seat: int, seed: int) -> Thinking[dict[str, Any]]:
        opinion = yield from self._adviser.advising(state, seat, seed)
        return self._words.hint(opinion, seat)

    def message(self, advice: str) -> dict[str, Any]:
        """Return the message with the hint, from what the search has found, as JSON.

        Raises:
            msgspec.DecodeError: nothing was found.
        """
        self._adviser.take(advice)
        return {"type": "hint", **self._about, **finish(self._thought)}
