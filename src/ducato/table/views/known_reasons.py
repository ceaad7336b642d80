"""The reasons why actions are impossible, as far as the asker may know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ducato.core.i18n import say
from ducato.core.match import Match
from ducato.core.scene import Scene
from ducato.core.struct import Struct
from ducato.table.screens import ViewReader
from ducato.table.views.legal import legal_actions
from ducato.table.views.texts import GameTexts, table_text


class Reasons:
    """The reasons why actions are impossible in one match.

    Args:
        match: the match.
        texts: the game's texts.
    """

    def __init__(self, match: Match, texts: GameTexts) -> None:
        self._match, self._game, self._texts = match, match.game, texts
        self._presentation = match.game.presentation

    def explain(
        self, viewer: ViewReader, actions: Iterable[int], piece_id: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the reasons why the actions are illegal, each reason once; legal ones have none.

        If no action is illegal and `piece_id` names a clicked piece, the game may explain why no
        action leads to that piece. The list is empty if there is nothing to explain.
        """
        state = self._match.seen_by(viewer.seat)
        none: list[int] = []
        legal = set(self._texts.safely(lambda: legal_actions(self._game, state), none))
        found: dict[str, dict[str, Any]] = {}
        for action in actions:
            if action not in legal:
                reason, clause = self._reason(state, action, viewer.language)
                found[reason] = {"reason": reason, "clause": clause}
        if not found and piece_id is not None:
            return self._texts.safely(lambda: self._no_way(state, piece_id, viewer.language), [])
        return list(found.values())

    def potential(self, viewer: ViewReader, piece_id: str) -> tuple[int, ...]:
        """Return the actions that a click on a piece can mean.

        It is empty if the piece is not in the scene, or if the game's scene fails.
        """
        state = self._match.seen_by(viewer.seat)

        def potential() -> tuple[int, ...]:
            legal = legal_actions(self._game, state)
            scene: Scene = self._presentation.scene(state, self._game.edition, viewer.seat, legal)
            return next((piece.potential for piece in scene.pieces if piece.id == piece_id), ())

        return self._texts.safely(potential, ())

    def _reason(self, state: Struct, action: int, language: str) -> tuple[str, str | None]:
        def reason() -> tuple[str, str | None]:
            found = self._presentation.explain_illegal(state, self._game.edition, action)
            return self._texts.text(found.message, language), found.clause

        unknown: tuple[str, str | None] = (table_text(say("rejected.illegal"), language), None)
        return self._texts.safely(reason, unknown)

    def _no_way(self, state: Struct, piece_id: str, language: str) -> list[dict[str, Any]]:
        found = self._presentation.explain_unreachable(state, self._game.edition, piece_id)
        if found is None:
            return []
        return [{"reason": self._texts.text(found.message, language), "clause": found.clause}]
