"""The game log: the sentences about each step, as far as each reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.i18n import Message, say
from ducato.core.match import Match, Step
from ducato.core.struct import Struct
from ducato.table.screens import Viewer
from ducato.table.views.cache import KnownStates
from ducato.table.views.texts import GameTexts, table_text


class GameLog:
    """The log of one match.

    Args:
        match: the match.
        states: the match's states, as known to its seats.
        texts: the game's texts.
    """

    def __init__(self, match: Match, states: KnownStates, texts: GameTexts) -> None:
        self._match, self._states, self._texts = match, states, texts
        self._entries: dict[Viewer, dict[int, dict[str, Any]]] = {}

    def entries(self, viewer: Viewer, first: int, last: int) -> list[dict[str, Any]]:
        """Return a viewer's entries for steps `first` + 1 to `last`, as far as they were made."""
        known = self._entries.setdefault(viewer, {})
        found = []
        for seq in range(first + 1, min(last, self._match.seq) + 1):
            if seq not in known:
                texts = self._narrate(seq, viewer)
                known[seq] = {"seq": seq, "actor": self._match.steps[seq - 1].actor, "texts": texts}
            found.append(known[seq])
        return found

    def forget(self, seq: int) -> None:
        """Forget the entries of all steps after `seq`."""
        for entries in self._entries.values():
            for number in [number for number in entries if number > seq]:
                del entries[number]

    def _narrate(self, seq: int, viewer: Viewer) -> list[str]:
        match, step = self._match, self._match.steps[seq - 1]
        if step.actor != verbs.CHANCE and step.action < 0:
            resigned = say("narration.resigned", name=match.names[step.actor])
            return [table_text(resigned, viewer.language)]
        before = self._states.at(seq - 1, viewer.seat)
        after = self._states.at(seq, viewer.seat)

        def sentences() -> list[str]:
            messages = describe_step(match.game, step, before, after, viewer.seat)
            return [self._texts.text(message, viewer.language) for message in messages]

        return self._texts.safely(sentences, [])


def describe_step(
    game: LoadedGame, step: Step, before: Struct, after: Struct, seat: int
) -> Sequence[Message]:
    """Return the messages about a step for the reader at `seat`.

    Both states must be redacted for that seat.
    """
    action: int | None = step.action
    # The number of a chance outcome can name a hidden card, and so can a secret action.
    if step.actor == verbs.CHANCE or (step.actor != seat and game.actions.kind(step.action).secret):
        action = None
    sentences: Sequence[Message] = game.presentation.describe_step(
        before, action, after, game.edition, step.actor, seat
    )
    return sentences
