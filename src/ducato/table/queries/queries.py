"""Queries that do not change the table: explanations, hints, replay, chart, analysis and record.

Hints and charts are not answered at once: their replies hold thoughts, which run beside the table
and do not read its current position. No answer shows more than the asker's seat may know.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from ducato.bots.thinking import Thinking
from ducato.core.i18n import say
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Messages, Rejected, Reply
from ducato.table.commands.preconditions import check_lesson, check_turn
from ducato.table.protocol import Explain, Export, Hint, Query, Replay, ShowChart, ShowDecision, Try
from ducato.table.queries.analysis import AnalysisWords
from ducato.table.queries.chart import Chart
from ducato.table.queries.hints import Advising
from ducato.table.queries.opinions import Words
from ducato.table.queries.record_export import record_for
from ducato.table.queries.tried_lines import try_line
from ducato.table.screens import Screen, ViewReader
from ducato.table.state import TableState
from ducato.table.updates import reason_of


class Queries:
    """The answers to queries about the match of one table.

    Args:
        state: the table's state; it must not refer back to this object, since a reference cycle
            stays in memory until the garbage collector finds it.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state

    def answer(self, screen: Screen, query: Query) -> Reply:
        """Answer a query.

        Raises:
            Rejected: the sender may not know the answer, or not yet, or the query is invalid.
        """
        match query:
            case Explain():
                return Reply([self._explain(screen, query)])
            case Hint():
                return self._hint(screen, query)
            case Try():
                return Reply([try_line(self._state, screen, query)])
            case Replay():
                return Reply([self._replay(screen, query)])
            case Export():
                return Reply([self._export(screen, query)])
            case ShowChart():
                return self._show_chart(screen, query)
            case ShowDecision():
                return Reply([self._show_decision(screen, query)])

    def _explain(self, screen: Screen, query: Explain) -> dict[str, Any]:
        """Explain why actions are impossible, using only the information that the asker has.

        The actions are the one named by the query and those that a click on its piece can mean.
        """
        state = self._state
        actions = [] if query.action is None else [query.action]
        try:
            check_turn(state, screen)
            if any(action >= len(state.match.game.actions) for action in actions):
                raise Rejected(say("rejected.no_action"))
            check_lesson(state, None)
            if query.piece is not None:
                actions += state.views.reasons.potential(screen.viewer, query.piece)
            reasons = state.views.reasons.explain(screen.viewer, actions, query.piece)
        except Rejected as rejected:
            reasons = [reason_of(rejected, screen.language)]
        about = {"piece": query.piece, "action": query.action}
        return {"type": "explanation", "id": query.id, **about, "reasons": reasons}

    @cached_property
    def _adviser(self) -> Advising:
        return self._state.adviser(self._state.match.game)

    def _hint(self, screen: Screen, query: Hint) -> Reply:
        """Return a reply with a thought that asks a bot for a hint.

        Raises:
            Rejected: the seat shown to the asker cannot move now (see `check_turn`), some seat is
                open or another person's, or the table is that of an exercise.
        """
        check_turn(self._state, screen)
        if not self._state.gives_hints(screen.person):
            raise Rejected(say("rejected.hint"))
        seen, seed = self._state.bot_request(screen.shown)
        about = {"id": query.id, "seq": self._state.match.seq}
        return Reply(thoughts=[partial(self._advise, seen, screen.viewer, seed, about)])

    def _advise(
        self, seen: Struct, asker: ViewReader, seed: int, about: dict[str, Any]
    ) -> Thinking[Messages]:
        """Search for a hint; this runs beside the table and reads only a copy of the state."""
        opinion = yield from self._adviser.advising(seen, asker.seat, seed)
        fields = self._words(asker.language).hint(opinion, asker.seat)
        return [{"type": "hint", **about, **fields}]

    def _words(self, language: str) -> Words:
        return Words(self._state.match, self._state.views.texts, language)

    def _replay(self, screen: Screen, query: Replay) -> dict[str, Any]:
        """Return a position as spectators saw it, or as the seat shown to the asker did.

        After the end, it can be returned as any other seat saw it, too.

        Raises:
            Rejected: there is no such position or seat, or the asker may not see the view yet.
        """
        match = self._state.match
        seat = SPECTATOR if query.seat is None else query.seat
        if query.seq > match.seq or seat >= len(match.names):
            raise Rejected(say("rejected.replay"))
        if seat not in (SPECTATOR, screen.shown) and not match.is_over():
            raise Rejected(say("rejected.eyes", name=match.names[seat]))
        step = self._state.views.step(query.seq, ViewReader(seat, screen.language))
        return {"type": "replay", "id": query.id, "seat": query.seat, "step": step}

    def _export(self, screen: Screen, query: Export) -> dict[str, Any]:
        """Export the record: in full after the end, before that only as far as the log shows it."""
        match = self._state.match
        log = self._state.views.log.entries(screen.log_viewer, 0, match.seq)
        lines = record_for(self._state, log, screen.log_viewer.seat)
        name = f"{match.game.name}-{self._state.id}.jsonl"
        return {"type": "record", "id": query.id, "name": name, "lines": lines}

    @cached_property
    def _chart(self) -> Chart:
        return Chart(self._state.match)

    def _show_chart(self, screen: Screen, query: ShowChart) -> Reply:
        """Return a reply with a thought that makes the chart's lines; the analysis follows.

        If the game's figures fail, the chart has no lines.

        Raises:
            Rejected: the game is not over.
        """
        if not self._state.match.is_over():
            raise Rejected(say("rejected.chart"))
        chart, language, views = self._chart, screen.language, self._state.views

        def draw() -> Thinking[Messages]:
            yield from ()  # makes this a generator with a single slice
            text = partial(views.texts.game_text, language=language)
            none: list[dict[str, Any]] = []
            series = views.texts.safely(lambda: chart.series(text), none)
            return [{"type": "chart", "id": query.id, "moments": chart.moments, "series": series}]

        return Reply(thoughts=[draw], analysis_for=query)

    def _analysis_words(self, language: str) -> AnalysisWords:
        """Return the words for the analysis.

        Raises:
            Rejected: there is none, or not yet.
        """
        state = self._state
        if state.analysis is None or not state.match.is_over():
            raise Rejected(say("rejected.chart"))
        return AnalysisWords(state.match, state.analysis, self._words(language))

    def _show_decision(self, screen: Screen, query: ShowDecision) -> dict[str, Any]:
        """Return what the analysis says of a decision.

        Raises:
            Rejected: there is no analysis, or it says nothing of such a decision.
        """
        found = self._analysis_words(screen.language).decision(query.seq)
        if found is None:
            raise Rejected(say("rejected.replay"))
        return {"type": "decision", "id": query.id, **found}

    def show_analysis(self, request_id: str, language: str) -> Thinking[Messages]:
        """Return the message with the analysis, made in slices.

        Raises:
            Rejected: there is none, or not yet.
        """
        summary = yield from self._analysis_words(language).summary()
        return [{"type": "analysis", "id": request_id, "state": "done", **summary}]
