"""Figures in the rules of a game: small positions, played from data and shown as scenes.

A game's ``rulebook/figures.toml`` describes them. A figure is played when it is requested, so it
follows every change to the scene; a test plays all of them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.editions import data_files
from ducato.core.errors import UnknownName
from ducato.core.game import Game
from ducato.core.i18n import render
from ducato.core.match import Match
from ducato.core.scene import Scene, write

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
SEED_BYTES = 32


def figures(game: Game) -> dict[str, dict[str, Any]]:
    """Return the descriptions of a game's figures by name; empty if it has none."""
    try:
        text = data_files.read_text(game.package, "rulebook/figures.toml")
    except FileNotFoundError:
        return {}
    return data_files.parse_toml(text, "rulebook/figures.toml")


def figure(game: Game, name: str, language: str) -> bytes:
    """Return a figure as a scene in JSON.

    Raises:
        UnknownName: the game has no figure of this name.
    """
    known = figures(game)
    if name not in known:
        raise UnknownName("figure", name, known)
    shown = known[name]
    seat = shown.get("seat", -1)
    match = played(game, shown)
    state = match.seen_by(seat)
    scene = match.game.presentation.scene(state, match.game.edition, seat, [])

    return write(
        _part(scene, shown.get("areas")),
        lambda said: render(said, game.package, language, match.names),
    )


def played(game: Game, shown: dict[str, Any]) -> Match:
    """Return the match that a figure describes; its `chance` number fixes the deal and the dice."""
    players = shown.get("players", game.players[0])
    loaded = game.load(players, shown.get("edition"), **shown.get("options", {}))
    stream = CommittedStream(shown["chance"].to_bytes(SEED_BYTES))
    match = Match(loaded, stream, NAMES[:players])
    match.run_chance()
    for action in shown.get("actions", []):
        match.act(loaded.actions.index(action))
        match.run_chance()
    return match


def _part(scene: Scene, areas: list[str] | None) -> Scene:
    """Return a scene reduced to these areas and all their contents; None keeps everything."""
    if areas is None:
        return scene
    kept: set[str] = set()
    for area in scene.areas:  # an area comes after the one that it lies in
        if area.id in areas or area.parent in kept:
            kept.add(area.id)
    return Scene(
        [
            area if area.parent in kept else msgspec.structs.replace(area, parent=None)
            for area in scene.areas
            if area.id in kept
        ],
        [piece for piece in scene.pieces if piece.area in kept],
    )
