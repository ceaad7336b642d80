"""What people ask a live table without changing it: why not, a hint, an earlier moment, the record.

What a bot must think over is not answered at once but handed back as thoughts, which run beside the
table: they hold copies of all they need. Nobody hears more than their seat may know.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property, partial
from typing import Any, Protocol

from ducato.bots.thinking import Thinking
from ducato.core.i18n import say
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Answer, Messages, Rejected
from ducato.table.chart import SIMULATIONS, Chart
from ducato.table.export import record_for
from ducato.table.hints import Adviser
from ducato.table.protocol import Explain, Export, Hint, Question, Replay, ShowChart
from ducato.table.screens import Screen, Viewer
from ducato.table.views import Views, house_text


class Asked(Protocol):
    """The table that a question is asked at, as far as an answer depends on it."""

    def check_turn(self, screen: Screen) -> None:
        """Raise `Rejected` unless the screen's person is to move."""

    def check_lesson(self, screen: Screen, action: int | None) -> None:
        """Raise `Rejected` if a lesson asks for something else than this action."""

    def may_ask(self, screen: Screen) -> bool:
        """Return whether a bot may advise this screen: nobody who plays against people."""

    def bot_request(self, seat: int) -> tuple[Struct, int]:
        """Return the state and the seed with which a bot is asked for a seat."""


class Questions:
    """Answers about one match.

    The table is handed over with each question and not kept: it keeps this object, and two that
    keep each other stay in memory until somebody searches for cycles.

    Args:
        table_id: of the table.
        match: the game that is played.
        views: of that match.
    """

    def __init__(self, table_id: str, match: Match, views: Views) -> None:
        self._table_id, self._match, self._views = table_id, match, views

    def answer(self, table: Asked, screen: Screen, question: Question) -> Answer:
        """The answer to a question.

        Raises:
            Rejected: this may not be known, or not now.
        """
        match question:
            case Explain():
                return Answer([self._why(table, screen, question)])
            case Hint():
                return self._hint(table, screen, question)
            case Replay():
                return Answer([self._look(screen, question)])
            case Export():
                return Answer([self._export(screen, question)])
            case ShowChart():
                return self._show_chart(screen, question)

    def _why(self, table: Asked, screen: Screen, question: Explain) -> dict[str, Any]:
        """Why what a piece is for, or an action, is not possible: only from what the asker sees."""
        asked = [] if question.action is None else [question.action]
        try:
            table.check_turn(screen)
            if any(action >= len(self._match.game.actions) for action in asked):
                raise Rejected(say("rejected.no_action"))
            table.check_lesson(screen, None)
            if question.piece is not None:
                asked += self._views.meant(screen.viewer, question.piece)
            reasons = self._views.reasons(screen.viewer, asked, question.piece)
        except Rejected as refused:
            reasons = [told_reason(refused, screen.language)]
        about = {"piece": question.piece, "action": question.action}
        return {"type": "explanation", "id": question.id, **about, "reasons": reasons}

    @cached_property
    def _adviser(self) -> Adviser:
        return Adviser(self._match.game)

    def _hint(self, table: Asked, screen: Screen, question: Hint) -> Answer:
        """What a bot would do: only for who plays against bots, or where all see the hint."""
        table.check_turn(screen)
        if not table.may_ask(screen):
            raise Rejected(say("rejected.hint"))
        state, seed = table.bot_request(screen.shown)
        about = {"id": question.id, "seq": self._match.seq}
        return Answer(thoughts=[partial(self._advice, state, screen.viewer, seed, about)])

    def _advice(
        self, state: Struct, asker: Viewer, seed: int, about: dict[str, Any]
    ) -> Thinking[Messages]:
        """A hint as a message; it runs beside the table and touches only what never changes."""
        tried = yield from self._adviser.advising(state, asker.seat, seed)
        best, label = tried[0], self._views.label(state, tried[0].action, asker.language)
        sentence = say("hint.only", action=label)
        if best.wins is not None:
            sentence = say("hint", action=label, wins=best.wins)
        choices = [asdict(advice) for advice in tried]
        text = house_text(sentence, asker.language)
        return [{"type": "hint", **about, "action": best.action, "text": text, "choices": choices}]

    def _look(self, screen: Screen, question: Replay) -> dict[str, Any]:
        """A moment of the game, from the eyes of a seat; after the end, of any seat."""
        seat = SPECTATOR if question.seat is None else question.seat
        if question.seq > self._match.seq or seat >= len(self._match.names):
            raise Rejected(say("rejected.replay"))
        if seat not in (SPECTATOR, screen.shown) and not self._match.is_over():
            raise Rejected(say("rejected.eyes", name=self._match.names[seat]))
        step = self._views.step(question.seq, Viewer(seat, screen.language))
        return {"type": "replay", "id": question.id, "seat": question.seat, "step": step}

    def _export(self, screen: Screen, question: Export) -> dict[str, Any]:
        """The record: whole after the end, before it what the screen's log tells."""
        told = self._views.log(screen.log_viewer, 0, self._match.seq)
        lines = record_for(self._match, told, screen.log_viewer.seat)
        name = f"{self._match.game.name}-{self._table_id}.jsonl"
        return {"type": "record", "id": question.id, "name": name, "lines": lines}

    @cached_property
    def _chart(self) -> Chart:
        return Chart(self._match, Adviser(self._match.game, SIMULATIONS))

    def _show_chart(self, screen: Screen, question: ShowChart) -> Answer:
        """What everybody had, at once; then the chances, one moment after the other."""
        if not self._match.is_over():
            raise Rejected(say("rejected.chart"))
        chart, language = self._chart, screen.language

        def draw() -> Thinking[Messages]:
            yield from ()  # a thought of one slice
            series = chart.series(lambda message: self._views.text(message, language))
            about = {"moments": chart.moments, "odds_at": chart.odds_at}
            return [{"type": "chart", "id": question.id, **about, "series": series}]

        def think(seq: int) -> Thinking[Messages]:
            wins = yield from chart.odds(seq)
            return [{"type": "odds", "id": question.id, "seq": seq, "wins": wins}]

        return Answer(thoughts=[draw, *(partial(think, seq) for seq in chart.odds_at)])


def told_reason(refused: Rejected, language: str) -> dict[str, Any]:
    """Why something is refused, in a language, and the clause of the rules if there is one."""
    reason = refused.reason
    text = reason if isinstance(reason, str) else house_text(reason, language)
    return {"reason": text, "clause": refused.clause}
