"""Automatic responses: decisions that players leave to the table (`contract.AutoResponses`)."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from ducato.core.contract import AutoResponse, AutoResponses
from ducato.core.errors import FAULTS
from ducato.core.game import Game, LoadedGame, note_fault
from ducato.core.struct import Struct


def responses_of(game: Game) -> tuple[AutoResponse, ...]:
    """Return the automatic responses that a game offers; empty if it offers none, or faulty ones.

    A fault is reported.
    """
    try:
        found = module(game)
        given = found.RESPONSES if found else ()
        return tuple(AutoResponse(response.name, response.default) for response in given)
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
    found = module(game.game)
    action = found.respond(state, game.edition, seat, legal, chosen) if found else None
    return action if action in legal else None


def module(game: Game) -> AutoResponses | None:
    """Return the game's module of automatic responses, or None if it offers none."""
    return cast(AutoResponses | None, game.optional_module("auto_responses"))
