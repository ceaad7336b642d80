"""The result of a finished game, in the reader's language."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import say
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.table.views.texts import GameTexts, table_text


class ResultView:
    """The result of one match.

    Args:
        match: the match.
        texts: the game's texts.
        withheld: whether the seed is kept secret.
    """

    def __init__(self, match: Match, texts: GameTexts, *, withheld: bool = False) -> None:
        self._match, self._texts, self._withheld = match, texts, withheld

    def result(self, state: Struct, language: str) -> dict[str, Any]:
        """Return the ranks, the scores, and the seed and commitment for verifying chance.

        If the game's own result fails, the headline and the table of scores are empty.
        """
        match = self._match
        unknown: tuple[str, dict[str, Any]] = ("", {"columns": [], "rows": []})
        headline, table = self._texts.safely(lambda: self._score(state, language), unknown)
        return {
            "ranks": match.ranks(),
            "returns": match.returns(),
            "headline": headline,
            "table": table,
            "seed": "" if self._withheld else match.stream.seed.hex(),
            "commitment": match.stream.commitment,
        }

    def resigned(self, key: str, language: str) -> str | None:
        """Return the table's text `key` with the winner's name; None if nobody resigned."""
        if self._match.resigned is None:
            return None
        winner = self._match.names[1 - self._match.resigned]
        return table_text(say(key, name=winner), language)

    def _score(self, state: Struct, language: str) -> tuple[str, dict[str, Any]]:
        if resigned := self.resigned("result.resigned", language):
            return resigned, {"columns": [], "rows": []}
        game, text = self._match.game, self._texts.text
        headline, columns, rows = game.presentation.result(state, game.edition)
        return text(headline, language), {
            "columns": [text(cell, language) for cell in columns],
            "rows": [[text(cell, language) for cell in row] for row in rows],
        }
