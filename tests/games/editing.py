"""Edited positions for tests: moments of random games, edits, and what follows from them."""

from __future__ import annotations

import random

import ducato
from ducato.core.chance import CommittedStream
from ducato.core.editing import Item, Unlawful, edited, may_edit, position_items
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.table.screens import ViewReader
from ducato.table.views.builder import Views

DRAWN = 25
"""Every so many steps, the scene is drawn."""


def moments(game: str, players: int, seed: int = 11) -> tuple[LoadedGame, list[Struct]]:
    """Return the positions of a random game that may be edited, in order."""
    loaded = ducato.load(game, players)
    match, rng = Match(loaded, CommittedStream(bytes(32))), random.Random(seed)
    match.run_chance()
    while not match.is_over():
        match.act(rng.choice(match.position.legal_actions()))
        match.run_chance()
    states = (match.state_at(seq) for seq in range(match.seq))
    return loaded, [state for state in states if may_edit(loaded, state)]


def key_of(game: LoadedGame, state: Struct, edits: list[tuple[str, int]]) -> str:
    """Return the key of the reason why edits are refused; "" if they are lawful."""
    contents = state.tobytes()
    try:
        edited(game, state, edits)
    except Unlawful as error:
        assert state.tobytes() == contents
        return error.reason.message.key
    return ""


def play_on(game: LoadedGame, state: Struct, seed: int) -> Match:
    """Play a random game from a position to its end, and draw scenes and the whole log."""
    match = Match(game, CommittedStream(bytes(32)), (), state.tobytes())
    views, rng = Views(match), random.Random(seed)
    match.run_chance()
    while not match.is_over():
        match.act(rng.choice(match.position.legal_actions()))
        match.run_chance()
        if match.seq % DRAWN == 0:
            views.view(match.seq, ViewReader(match.seq % game.players, "it"))
    views.log.entries(ViewReader(0, "en"), 0, match.seq)
    views.view(match.seq, ViewReader(0, "en"))
    match.ranks()
    return match


def item_of(game: LoadedGame, state: Struct, name: str) -> Item:
    return next(item for item in position_items(game, state) if item.id == name)


def any_edit(game: LoadedGame, state: Struct, rng: random.Random) -> tuple[str, int]:
    """Return a random edit that an item allows, near the present value."""
    item = rng.choice(position_items(game, state))
    if item.choices:
        return item.id, rng.choice(item.choices).value
    low, high = item.limits
    return item.id, rng.randint(max(low, item.value - 5), min(high, item.value + 5))
