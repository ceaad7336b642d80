"""A bot's opinion of a decision in the reader's words, as hints and the analysis send it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from ducato.bots.advice.opinion import END, Grounds
from ducato.core.i18n import has_text, say, spoken
from ducato.core.match import Match
from ducato.core.scene import Text
from ducato.table.queries.hints import Advice, Opinion
from ducato.table.views.texts import GameTexts, Made, table_text


class Words:
    """The words for bots' opinions in one match and language.

    Args:
        match: the match.
        texts: the texts of its game.
        language: the reader's language.
    """

    def __init__(self, match: Match, texts: GameTexts, language: str) -> None:
        self._game, self._texts, self._language = match.game, texts, language

    def safely(self, make: Callable[[], Made], otherwise: Made) -> Made:
        """Return the result of `make`, or `otherwise` if it fails; see `GameTexts.safely`."""
        return self._texts.safely(make, otherwise)

    def label(self, action: int, label: Text) -> str:
        """Return the description of an action; its name if the description fails."""
        text = self._texts.text
        return self._texts.safely(
            lambda: text(label, self._language), self._game.actions.name(action)
        )

    def opinion(self, opinion: Opinion, advice: Sequence[Advice]) -> dict[str, Any]:
        """Return the fields of a message that give an opinion, with some of its advice."""
        labels = opinion.labels
        return {
            "choices": [
                {
                    **asdict(one),
                    "text": self.label(one.action, labels[one.action])
                    if one.action in labels
                    else None,
                }
                for one in advice
            ],
            "line": [
                {"seat": move.seat, "text": self.label(move.action, move.label)}
                for move in opinion.line
            ],
            "grounds": opinion.grounds and self._grounds(opinion.grounds, labels),
        }

    def hint(self, opinion: Opinion, seat: int) -> dict[str, Any]:
        """Return the fields of a message with a hint for a seat: a sentence and all advice."""
        best = opinion.advice[0]
        label = self.label(best.action, opinion.labels[best.action])
        sentence = say("hint.only", action=label)
        if best.wins is not None:
            sentence = say("hint", action=label, wins=best.wins)
        text = table_text(sentence, self._language)
        said = self.opinion(opinion, opinion.advice)
        return {"seat": seat, "action": best.action, "text": text, **said}

    def _grounds(self, grounds: Grounds, labels: dict[int, Text]) -> dict[str, Any]:
        groups = [
            {"text": self._group(ground.group), "points": ground.points}
            for ground in grounds.groups
        ]
        return {"than": self.label(grounds.than, labels[grounds.than]), "groups": groups}

    def _group(self, group: str) -> str:
        if group == END:
            return table_text(say("ground.end"), self._language)
        key = f"value.{group}"
        if has_text(self._game.game.package, key):
            return self._texts.game_text(key, self._language)
        return spoken(group)
