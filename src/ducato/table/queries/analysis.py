"""The analysis of a finished game as screens show it, in the reader's words.

Of hidden cards, it shows no more than the record of a finished game does.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ducato.bots.advice.opinion import Ground, Grounds, Move
from ducato.bots.analysis.luck_and_play import Account, Part, accounts
from ducato.bots.analysis.marks import mark_of
from ducato.bots.analysis.model import NORMAL, Analysis, Decision
from ducato.bots.analysis.moments import DecidingMoment, deciding_moments
from ducato.bots.thinking import Thinking
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.table.queries.hints import Advice, Opinion, describe
from ducato.table.queries.line_pieces import LineAction, line_pieces, pieces_of
from ducato.table.queries.opinions import Words

A_SLICE = 50
"""The number of decisions of which a slice of the thought makes the message."""


def points(chance: float) -> float:
    """Return a chance of winning, or a difference of two, in percentage points."""
    return round(100 * chance, 1)


class AnalysisWords:
    """The words for the analysis of one match in one language.

    Args:
        match: the match.
        analysis: its analysis.
        words: the words for bots' opinions.
    """

    def __init__(self, match: Match, analysis: Analysis, words: Words) -> None:
        self._match, self._analysis, self._words = match, analysis, words

    def summary(self) -> Thinking[dict[str, Any]]:
        """Return the fields of the message with the whole analysis, made in slices."""
        found = self._analysis
        decisions = []
        for number, one in enumerate(found.decisions):
            decisions.append(self._brief(one))
            if number % A_SLICE == A_SLICE - 1:
                yield
        return {
            "bot": found.bot,
            "seconds": found.seconds,
            "simulations": found.simulations,
            "moments": [self._moment(one) for one in deciding_moments(found)],
            "accounts": [_account(one) for one in accounts(found)],
            "decisions": decisions,
        }

    def decision(self, seq: int) -> dict[str, Any] | None:
        """Return the fields of the message about one decision; None if there is none to show."""
        own = (one for one in self._analysis.decisions if one.seq == seq and one.choices)
        one = next(own, None)
        if one is None:
            return None
        state = self._seen(one)
        label = partial(describe, self._match.game, state)
        opinion = Opinion(
            [
                Advice(
                    choice.action,
                    round(100 * choice.wins),
                    max(1, round(100 * NORMAL * choice.error)),
                    choice.visits,
                )
                for choice in one.choices
            ],
            {choice.action: label(choice.action) for choice in one.choices},
            [Move(*step) for step in one.line],
            Grounds(one.best, one.action, tuple(Ground(*reason) for reason in one.reasons)),
        )
        return {
            **self._brief(one),
            **self._words.opinion(opinion, opinion.advice),
            "pieces": self._pieces(one, state),
        }

    def _pieces(self, one: Decision, state: Struct) -> dict[str, Any]:
        """Return the ids of the pieces of the choice that was made, and of each move of the line.

        If the game's scene or rules fail, there are none.
        """
        game = self._match.game
        line = [LineAction(step.seat, step.action) for step in one.line]
        nothing: dict[str, Any] = {"taken": [], "line": [[] for _ in line]}

        def pieces() -> dict[str, Any]:
            made = LineAction(one.seat, one.action)
            return {
                "taken": [] if one.action < 0 else pieces_of(game, state, made),
                "line": line_pieces(game, state, one.seat, line),
            }

        return self._words.safely(pieces, nothing)

    def _brief(self, one: Decision) -> dict[str, Any]:
        """Return what the graph and the list of decisions need."""
        return {
            "seq": one.seq,
            "seat": one.seat,
            "taken": one.action,
            "wins": [points(mean) for mean in one.before.means],
            "margin": points(one.before.margin(one.seat)),
            "lost": points(max(0.0, one.lost)),
            "lost_margin": points(one.margin),
            "mark": None if one.action < 0 else mark_of(one),
            "judged": bool(one.choices),
        }

    def _moment(self, one: DecidingMoment) -> dict[str, Any]:
        decision, taken, best = one.decision, None, None
        if decision is not None and decision.action >= 0:
            state = self._seen(decision)
            label = self._words.label
            game = self._match.game
            taken = label(decision.action, describe(game, state, decision.action))
            if decision.best != decision.action:
                best = label(decision.best, describe(game, state, decision.best))
        return {
            "seq": one.seq,
            "until": one.until,
            "seat": one.seat,
            "chance": decision is None,
            "taken": taken,
            "best": best,
            "from": points(one.before.means[one.seat]),
            "to": points(one.after.means[one.seat]),
            "swing": points(one.swing),
            "margin": points(one.margin),
        }

    def _seen(self, one: Decision) -> Struct:
        return self._match.seen_by(one.seat, one.seq)


def _account(one: Account) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "from": points(one.prior.value),
        "to": points(one.result),
        "chance": _part(one.chance),
        "own": _part(one.own),
        "others": _part(one.others),
        "rest": _part(one.rest),
        "decisions": one.decisions,
        "lost": [round(100 * one.lost.value, 2), round(100 * one.lost.margin, 2)],
        "marks": dict(one.marks),
    }


def _part(part: Part) -> list[float]:
    return [points(part.value), points(part.margin)]
