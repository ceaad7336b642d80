"""The analysis of a finished game in a page: as at a server, with the page's kernels as judge."""

from __future__ import annotations

import time
from functools import partial

from ducato.bots.analysis import Analysis, Budget, Progress
from ducato.bots.analysis.analyse import analysing
from ducato.page.remote_judge import JudgeQuestion, RemoteJudge
from ducato.table.queries.hints import describe
from ducato.table.table import LiveTable

SECONDS = 30.0
"""The budget of an analysis: half of a server's, since somebody waits for it."""
SLICE = 0.03
"""Seconds after which Python lets others have their turn."""


class LocalAnalysis:
    """The analysis of the finished game at a table.

    Attributes:
        progress: how far it is.
        found: the analysis, once it is there.
    """

    def __init__(self, table: LiveTable, budget: Budget | None = None) -> None:
        game = table.match.game
        self.progress = Progress()
        self.found: Analysis | None = None
        self._judge = RemoteJudge(game)
        self._thinking = analysing(
            table.match,
            table.roster.people(),
            budget or Budget(SECONDS),
            judge=self._judge,
            describe=partial(describe, game),
            progress=self.progress,
        )

    @property
    def question(self) -> JudgeQuestion | None:
        """The question to be answered before it goes on."""
        return self._judge.question

    def go_on(self, answer: str | None = None) -> None:
        """Go on, with the answer to `question` if there is one, until there is another or the end.

        Raises:
            msgspec.DecodeError: nothing was found.
        """
        if answer is not None:
            self.progress.seconds += self._judge.take(answer)
        until = time.perf_counter() + SLICE
        while self.question is None:
            try:
                next(self._thinking)
            except StopIteration as end:
                self.found = end.value
                return
            if time.perf_counter() > until:
                self._rest()

    def _rest(self) -> None:
        """Let others have their turn, unless they have it anyway."""
        if self.question is None:
            self._judge.ask([])
