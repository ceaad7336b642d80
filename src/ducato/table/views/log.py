"""The game log: the sentences about each step, as far as each reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ducato.core import verbs
from ducato.core.contract import LogStyle
from ducato.core.game import LoadedGame
from ducato.core.i18n import Message, say
from ducato.core.match import Match, Step
from ducato.core.struct import Struct
from ducato.table.screens import ViewReader
from ducato.table.views.texts import GameTexts, table_text
from ducato.table.views.view_cache import KnownStates


class GameLog:
    """The log of one match.

    Args:
        match: the match.
        states: the match's states, as known to its seats.
        texts: the game's texts.
    """

    def __init__(self, match: Match, states: KnownStates, texts: GameTexts) -> None:
        self._match, self._states, self._texts = match, states, texts
        self._entries: dict[ViewReader, dict[int, dict[str, Any]]] = {}

    def entries(self, viewer: ViewReader, first: int, last: int) -> list[dict[str, Any]]:
        """Return a viewer's entries for steps `first` + 1 to `last`, as far as they were made."""
        known = self._entries.setdefault(viewer, {})
        found = []
        for seq in range(first + 1, min(last, self._match.seq) + 1):
            if seq not in known:
                known[seq] = self._entry(seq, viewer)
            found.append(known[seq])
        return found

    def _entry(self, seq: int, viewer: ViewReader) -> dict[str, Any]:
        """Return the entry of a step: its sentences, and notes on the last of them if it has any.

        If it describes the step before, too, it is `joined` and takes the place of that entry.
        """
        first = self._first_joined(seq, viewer)
        texts = self._narrate(first, seq, viewer)
        entry = {"seq": seq, "actor": self._match.steps[seq - 1].actor, "texts": texts["line"]}
        if texts["note"]:
            entry["notes"] = texts["note"]
        if first < seq and texts["line"]:
            entry["joined"] = True
        return entry

    def _first_joined(self, seq: int, viewer: ViewReader) -> int:
        """Return the first of the steps that are described as one with this step."""
        steps, actions = self._match.steps, self._match.game.actions
        step, earlier = steps[seq - 1], steps[seq - 2] if seq > 1 else None
        if earlier is None or step.actor < 0 or earlier.actor != step.actor:
            return seq
        taken = (earlier.action, step.action)
        if any(action < 0 or actions.kind(action).secret for action in taken):
            return seq
        joins = self._match.game.presentation.joins
        if not self._texts.safely(lambda: joins(*taken), False):
            return seq
        [entry] = self.entries(viewer, seq - 2, seq - 1)
        if len(entry["texts"]) != 1 or "notes" in entry:
            return seq  # more happened than one line says
        return self._first_joined(seq - 1, viewer)

    def forget(self, seq: int) -> None:
        """Forget the entries of all steps after `seq`."""
        for entries in self._entries.values():
            for number in [number for number in entries if number > seq]:
                del entries[number]

    def _narrate(self, first: int, seq: int, viewer: ViewReader) -> dict[LogStyle, list[str]]:
        """Return the sentences about the steps from `first` to `seq`, described as one."""
        texts: dict[LogStyle, list[str]] = {"line": [], "note": [], "silent": []}
        match, step = self._match, self._match.steps[seq - 1]
        if step.actor != verbs.CHANCE and step.action < 0:
            resigned = say("narration.resigned", name=match.names[step.actor])
            texts["line"].append(table_text(resigned, viewer.language))
            return texts
        before = self._states.at(first - 1, viewer.seat)
        after = self._states.at(seq, viewer.seat)

        def sentences() -> list[tuple[LogStyle, str]]:
            messages = describe_step(match.game, step, before, after, viewer.seat)
            style = match.game.presentation.log_style
            return [(style(one.key), self._texts.text(one, viewer.language)) for one in messages]

        nothing: list[tuple[LogStyle, str]] = []
        for style, text in self._texts.safely(sentences, nothing):
            texts[style].append(text)
        return texts


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
