"""The complete log of a finished match, including hidden cards."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core import verbs
from ducato.core.i18n import render
from ducato.core.match import Match
from ducato.table.views.texts import display_name


def game_log(match: Match, language: str) -> Iterator[str]:
    """Yield the sentences about every step except resignations, including hidden cards."""
    narration, package = match.game.presentation, match.game.game.package
    names = [display_name(name, language) for name in match.names]
    for number, step in enumerate(match.steps):
        if step.actor != verbs.CHANCE and step.action < 0:
            continue
        before, after = match.state_at(number), match.state_at(number + 1)
        action = None if step.actor == verbs.CHANCE else step.action
        for message in narration.describe_step(
            before, action, after, match.game.edition, step.actor, -1
        ):
            yield render(message, package, language, names)
