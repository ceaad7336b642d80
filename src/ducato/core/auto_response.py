"""Automatic responses: decisions that players leave to the table.

A game that asks many small questions may offer automatic responses in its module
``auto_responses``:

- ``RESPONSES``: a tuple of `AutoResponse`. The catalogue has a sentence for each, under the key
  ``auto_response.<name>``.
- ``respond(state, edition, seat, legal, chosen)``: a function that returns the `legal` action that
  the responses named in `chosen` imply for the seat to move, or None if the player must decide. The
  state is redacted for the seat.

The table carries out a response as the seat's own action, so no rule knows about responses.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from ducato.core.game import Game, LoadedGame
from ducato.core.struct import Struct


@dataclass(frozen=True)
class AutoResponse:
    """One automatic response that a game offers.

    Attributes:
        name: the last part of the response's key in the catalogue.
        default: whether the response is on until the player turns it off.
    """

    name: str
    default: bool = False


def responses_of(game: Game) -> tuple[AutoResponse, ...]:
    """Return the automatic responses that a game offers; empty if it offers none."""
    found: tuple[AutoResponse, ...] = module(game).RESPONSES if _has_any(game.package) else ()
    return found


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
    action: int | None = module(game.game).respond(state, game.edition, seat, legal, chosen)
    return action if action in legal else None


def module(game: Game) -> Any:
    """Return the game's module of automatic responses, which must exist."""
    return game.module("auto_responses")


@cache
def _has_any(package: str) -> bool:
    return find_spec(f"{package}.auto_responses") is not None
