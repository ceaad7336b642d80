"""A judge of decisions whose simulations run elsewhere: in workers of the page, from kernels.

Each of its thoughts stops once for a question, and goes on with what was found. The same kernels
with the same seeds find the same as `SearchJudge`.
"""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ducato.bots.advice.opinion import ActionEstimate, Ground, Move
from ducato.bots.analysis.judgement import NO_ACTION, Judge, Rows, Searched, Worth, strongest
from ducato.bots.analysis.model import Describe
from ducato.bots.thinking import Thinking
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.page.remote_adviser import LineMove, described_line


class KernelTask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task for the kernels; see the functions of these names in `js/kernels/judge.js`.

    Attributes:
        kind: what is to be done.
        state: the bytes of a state, redacted, in hexadecimal digits.
        seat: the seat that searches.
        action: the action to be appraised, or to be compared with `than`.
        seed: the seed.
        simulations: the number of simulations.
        value: the weight of the learned value in the search whose choice is looked at.
    """

    kind: Literal["search", "appraise", "worth", "compare"]
    state: str
    seat: int = -1
    action: int = NO_ACTION
    than: int = NO_ACTION
    seed: int = 0
    simulations: int = 0
    value: float | None = None


class JudgeQuestion(msgspec.Struct, frozen=True):
    """A question to the kernels.

    Attributes:
        number: the number of the question, which goes with the answer.
        name: the name of the bot that judges.
        tasks: the tasks; none if the judge only lets others have their turn.
    """

    number: int
    name: str
    tasks: list[KernelTask]


class FoundSearch(msgspec.Struct, frozen=True):
    """What a search has found: its actions, the line that may follow, and its ending value."""

    tried: list[ActionEstimate]
    line: list[LineMove]
    value: float


class JudgeAnswer(msgspec.Struct, frozen=True):
    """What the kernels have found: for each task something, and the seconds of all of them."""

    seconds: float
    found: list[msgspec.Raw]


class RemoteJudge(Judge):
    """A judge in one game.

    Attributes:
        name: the name of the bot.
        weights: empty: the page does not know.
        question: the question that is to be answered with `take`; None if there is none.
    """

    def __init__(self, game: LoadedGame) -> None:
        self._game, self.name, self.weights = game, strongest(game), ""
        self.question: JudgeQuestion | None = None
        self._number = 0
        self._found: list[msgspec.Raw] = []

    def ask(self, tasks: Sequence[KernelTask]) -> None:
        """Ask a question."""
        self._number += 1
        self.question = JudgeQuestion(self._number, self.name, list(tasks))

    def take(self, answer: str) -> float:
        """Take the answer as JSON; return the seconds that it took.

        Raises:
            msgspec.DecodeError: nothing was found.
        """
        found = msgspec.json.decode(answer, type=JudgeAnswer)
        self.question, self._found = None, found.found
        return found.seconds

    def search(self, state: Struct, seat: int, seed: int, simulations: int) -> Thinking[Searched]:
        """Search a decision; see `Judge.search`."""
        contents = state.tobytes().hex()
        task = KernelTask("search", contents, seat, seed=seed, simulations=simulations)
        (raw,) = yield from self._answered([task])
        found = msgspec.json.decode(raw, type=FoundSearch)
        return Searched(found.tried, found.line, found.value)

    def appraise(
        self, state: Struct, action: int, seed: int, simulations: int, method: Any
    ) -> Thinking[Rows]:
        """Return the results of simulations; see `Judge.appraise`."""
        task = KernelTask(
            "appraise",
            state.tobytes().hex(),
            action=action,
            seed=seed,
            simulations=simulations,
            value=method,
        )
        (raw,) = yield from self._answered([task])
        numbers = array("d", b64decode(msgspec.json.decode(raw, type=str)))
        seats = self._game.players
        return [numbers[at : at + seats] for at in range(0, len(numbers), seats)]

    def worths(self, asked: Sequence[Worth], simulations: int) -> Thinking[list[list[float]]]:
        """Return what each position is worth; see `Judge.worths`."""
        tasks = [
            KernelTask("worth", state.tobytes().hex(), seed=seed, simulations=simulations)
            for state, seed in asked
        ]
        found = (yield from self._answered(tasks)) if tasks else []
        return [msgspec.json.decode(raw, type=list[float]) for raw in found]

    def line(
        self, searched: Searched, state: Struct, seat: int, seed: int, describe: Describe
    ) -> Sequence[Move]:
        """Return what is likely to follow; see `Judge.line`."""
        return described_line(self._game, searched.tree)

    def reasons(
        self, searched: Searched, state: Struct, action: int, than: int, seed: int
    ) -> Thinking[Sequence[Ground]]:
        """Return what speaks for an action; see `Judge.reasons`."""
        contents, value = state.tobytes().hex(), searched.method
        task = KernelTask("compare", contents, -1, action, than, seed, value=value)
        (raw,) = yield from self._answered([task])
        return msgspec.json.decode(raw, type=list[Ground] | None) or ()

    def _answered(self, tasks: Sequence[KernelTask]) -> Thinking[list[msgspec.Raw]]:
        self.ask(tasks)
        yield
        return self._found
