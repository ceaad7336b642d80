"""Automatic responses: decisions that players leave to the table (`contract.AutoResponses`)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.util import find_spec
from typing import cast

from ducato.core.contract import AutoResponse, AutoResponses
from ducato.core.errors import FAULTS
from ducato.core.game import Game, LoadedGame, note_fault
from ducato.core.struct import Struct


def responses_of(game: Game) -> tuple[AutoResponse, ...]:
    """Return the automatic responses that a game offers; empty if it offers none, or faulty ones.

    A fault is reported.
    """
    if not _has_any(game.package):
        return ()
    try:
        return tuple(AutoResponse(given.name, given.default) for given in module(game).RESPONSES)
    except FAULTS as error:
        note_fault(game, error)
        return ()


def defaults(game: Game) -> frozenset[str]:
    """Return the names of a game's responses that are on by default."""
    return frozenset(response.name for response in responses_of(game) if response.default)


def respond(
    game: LoadedGame, state: Struct, seat: int, legal: list[int], chosen: Collection[str]
) -> int | None:
    """Return the action that the chosen responses imply, or None if the player must decide.

    An illegal action is ignored.

    Args:
        game: the loaded game.
        state: the state, redacted for the seat.
        seat: the seat to move.
        legal: the seat's legal actions.
        chosen: the names of the responses that are on.
    """
    if not _has_any(game.game.package):
        return None
    action = module(game.game).respond(state, game.edition, seat, legal, chosen)
    return action if action in legal else None


def module(game: Game) -> AutoResponses:
    """Return the game's module of automatic responses, which must exist."""
    return cast(AutoResponses, game.module("auto_responses"))


@cache
def _has_any(package: str) -> bool:
    return find_spec(f"{package}.auto_responses") is not None
