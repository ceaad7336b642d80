"""Automatic responses: decisions that a person leaves to the table.

A game that asks many small questions may offer them in a module ``auto_responses`` of its folder:

- ``RESPONSES``: a tuple of `AutoResponse`. The catalogue has a sentence for each, under the key
  ``auto_response.<name>``.
- ``respond(state, edition, seat, legal, chosen)``: returns the one of the `legal` actions that the
  `chosen` names imply for the seat to move, or None if the seat must decide. The state is redacted
  for the seat.

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
        name: the last part of its key in the catalogue.
        default: whether it is on until the person chooses otherwise.
    """

    name: str
    default: bool = False


def responses_of(game: Game) -> tuple[AutoResponse, ...]:
    """Return all automatic responses of a game."""
    found: tuple[AutoResponse, ...] = module(game).RESPONSES if _has_any(game.package) else ()
    return found


def defaults(game: Game) -> frozenset[str]:
    """Return the names of the responses that are on by default."""
    return frozenset(response.name for response in responses_of(game) if response.default)


def respond(
    game: LoadedGame, state: Struct, seat: int, legal: list[int], chosen: Collection[str]
) -> int | None:
    """Return the action that the chosen responses imply, or None if the person must decide.

    Args:
        game: the loaded game.
        state: redacted for the seat.
        seat: the seat to move.
        legal: its legal actions.
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
