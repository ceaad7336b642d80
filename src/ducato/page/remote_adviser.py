"""An adviser whose search runs elsewhere: in a worker of the page, from the game's kernels.

`advising` stops once, when the question is known, and goes on with what was found.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ducato.bots.advice.opinion import Ground, Grounds, Move
from ducato.bots.thinking import Thinking
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.table.queries.hints import LISTED, Advice, Opinion, describe


class HintQuestion(msgspec.Struct, frozen=True):
    """A question for a hint.

    Attributes:
        number: the number of the question, which goes with the answer.
        state: the bytes of the state as the asker sees it, in hexadecimal digits.
        seat: the asker's seat.
        seed: the seed of the search, in hexadecimal digits.
    """

    number: int
    state: str
    seat: int
    seed: str


class TriedAction(msgspec.Struct, frozen=True):
    """An action that the search has tried; see `Advice`."""

    action: int
    wins: int | None
    margin: int | None
    visits: int


class LineMove(msgspec.Struct, frozen=True):
    """A move that may follow, with the states that its mover may see before it."""

    seat: int
    action: int
    worlds: list[str]


class FoundGrounds(msgspec.Struct, frozen=True):
    """What speaks for an action; see `Grounds`."""

    action: int
    than: int
    groups: list[Ground]


class FoundAdvice(msgspec.Struct, frozen=True):
    """What `kernels.advise` has found (`page/js/kernels/kernels.js`)."""

    tried: list[TriedAction]
    line: list[LineMove]
    grounds: FoundGrounds | None


class RemoteAdviser:
    """An adviser in one game.

    Args:
        game: the game.
        number: the number before that of the first question.

    Attributes:
        number: the number of the latest question.
        question: the latest question.
    """

    def __init__(self, game: LoadedGame, number: int = 0) -> None:
        self._game, self.number = game, number
        self.question: HintQuestion | None = None
        self._found: FoundAdvice | None = None

    def take(self, advice: str) -> None:
        """Take what the search has found, as JSON.

        Raises:
            msgspec.DecodeError: nothing was found.
        """
        self._found = msgspec.json.decode(advice, type=FoundAdvice)

    def advising(self, state: Struct, seat: int, seed: int) -> Thinking[Opinion]:
        """Return an opinion; `question` is to be answered, and `take` called, before it goes on."""
        self.number += 1
        asked = state.tobytes().hex()
        self.question = HintQuestion(self.number, asked, seat, f"{seed:016x}")
        yield
        found = self._found
        assert found is not None
        advice = [Advice(one.action, one.wins, one.margin, one.visits) for one in found.tried]
        labels: dict[int, Any] = {
            one.action: describe(self._game, state, one.action) for one in advice[:LISTED]
        }
        grounds = None
        if (given := found.grounds) is not None:
            grounds = Grounds(given.action, given.than, tuple(given.groups))
        return Opinion(advice, labels, described_line(self._game, found.line), grounds)


def described_line(game: LoadedGame, moves: list[LineMove]) -> list[Move]:
    """Return the moves up to the first whose description differs between worlds."""
    line: list[Move] = []
    for move in moves:
        worlds = [game.State.of(bytes.fromhex(world)) for world in move.worlds]
        first, *others = (describe(game, world, move.action) for world in worlds)
        if any(other != first for other in others):
            break
        line.append(Move(move.seat, move.action, first))
    return line
