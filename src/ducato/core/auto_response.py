"""Standing answers: what people may leave to the table, so that a game with many questions flows.

A game offers them in a module ``standing`` of its folder, which it may leave out:

- ``ANSWERS``: a tuple of `StandingAnswer`; its catalogue has their sentences, ``standing.<name>``;
- ``answer(state, edition, seat, legal, chosen)``: the one of the `legal` actions that the `chosen`
  names mean for the seat to move, or None where it must decide. The state is redacted for the seat.

An answer is carried out as the seat's own action, so no rule knows of it. This module must not know
tables.
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
class StandingAnswer:
    """Something that a person may have answered always.

    Attributes:
        name: of the answer.
        usual: whether it holds until the person chooses otherwise.
    """

    name: str
    usual: bool = False


def offered(game: Game) -> tuple[StandingAnswer, ...]:
    """All standing answers of a game."""
    answers: tuple[StandingAnswer, ...] = module(game).ANSWERS if _has_some(game.package) else ()
    return answers


def usual(game: Game) -> frozenset[str]:
    """The names of those that hold for who has not chosen."""
    return frozenset(answer.name for answer in offered(game) if answer.usual)


def meant(
    game: LoadedGame, state: Struct, seat: int, legal: list[int], chosen: Collection[str]
) -> int | None:
    """The action that the chosen answers mean.

    Args:
        game: the loaded game.
        state: redacted for the seat.
        seat: which is to move.
        legal: its legal actions.
        chosen: names of standing answers.

    Returns:
        One of the legal actions; None if the person must decide.
    """
    if not _has_some(game.game.package):
        return None
    action: int | None = module(game.game).answer(state, game.edition, seat, legal, chosen)
    return action if action in legal else None


def module(game: Game) -> Any:
    """The game's module with its standing answers; it must have one."""
    return game.module("standing")


@cache
def _has_some(package: str) -> bool:
    return find_spec(f"{package}.standing") is not None
