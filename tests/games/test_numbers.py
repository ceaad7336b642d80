"""Every kind of number on the table of every game is explained, and nothing else is."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from tests.support.short import short

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.i18n import Message, render
from ducato.core.match import Match
from ducato.core.scene import Face, Number, Piece, Scene, Text
from ducato.core.visibility import redact

WORD = re.compile(r"[^\W\d_]{3}")
"""A line with a word explains its number itself."""
RARE = {"magnate": {"closed_discards": True}}
"""Options without which a number is never on the table."""
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]


def words(game: str, text: Text) -> str:
    """Return a text in English."""
    return (
        render(text, all_games()[game].package, "en", NAMES) if isinstance(text, Message) else text
    )


def numbers(game: str, face: Face) -> set[str]:
    """Return the parts of a face that show a number."""
    lines = [words(game, line) for line in face.lines]
    shown = {
        "corner": face.corner,
        "count": "" if face.count is None else str(face.count),
        "reward": face.reward,
        "needs": "1" * len(face.needs),
        "chips": " ".join(words(game, chip.text) for chip in face.chips),
        "lines": " ".join(line for line in lines if not WORD.search(line)),
        "title": words(game, face.title),
    }
    return {part for part, text in shown.items() if re.search(r"\d", text)}


@cache
def scenes(game: str) -> list[Scene]:
    """Return what every seat sees at many moments of a random game in each edition."""
    seen = []
    players = all_games()[game].players[-1]
    editions = all_games()[game].editions
    for seed in range(max(5, len(editions))):
        options = short(game) | RARE.get(game, {}) if seed % 2 else {}
        loaded = load(game, players, editions[seed % len(editions)], **options)
        match = Match(loaded, CommittedStream(bytes([seed] * 32)))
        rng = random.Random(seed)
        match.run_chance()
        while not match.is_over():
            match.act(rng.choice(match.position.legal_actions()))
            match.run_chance()
            if match.seq % 10 == 0 or match.is_over():
                for seat in range(players):
                    state = redact(match.position.state, seat)
                    legal = match.position.legal_actions() if seat == actor(match) else []
                    drawn = match.game.presentation.scene(state, match.game.edition, seat, legal)
                    seen.append(drawn)
    return seen


@cache
def shown(game: str) -> list[tuple[Scene, list[Piece]]]:
    """Return all legends, each with the pieces of its scenes that differ in more than position."""
    found: dict[tuple[Number, ...], tuple[Scene, dict[object, Piece]]] = {}
    for scene in scenes(game):
        _, pieces = found.setdefault(tuple(scene.numbers), (scene, {}))
        for piece in scene.pieces:
            pieces.setdefault((piece.id, piece.kind, piece.face), piece)
    return [(scene, list(pieces.values())) for scene, pieces in found.values()]


def actor(match: Match) -> int:
    return -1 if match.is_over() else match.position.current_player()


def meaning(scene: Scene, piece: Piece, part: str) -> Text | None:
    fitting = (n for n in scene.numbers if piece.id.startswith(n.pieces) and n.part == part)
    return next((number.text for number in fitting), None)


@pytest.mark.parametrize("game", all_games())
def test_every_number_is_explained(game):
    unexplained = {
        (piece.id.partition(":")[0], piece.kind, part)
        for scene, pieces in shown(game)
        for piece in pieces
        for part in numbers(game, piece.face)
        if part != "title" or piece.kind in ("counter", "score")
        if meaning(scene, piece, part) is None
    }
    assert unexplained == set()


@pytest.mark.parametrize("game", all_games())
def test_every_explanation_is_about_a_number_on_the_table(game):
    """Glyphs are left out: only their drawings show the number."""
    told = {
        words(game, text)
        for scene, pieces in shown(game)
        for piece in pieces
        for part in {*numbers(game, piece.face), "glyphs"}
        if (text := meaning(scene, piece, part)) is not None
    }
    texts = {words(game, number.text) for number in scenes(game)[0].numbers}
    assert texts - told == set()
    assert all(len(text) < 90 for text in texts), "a callout is short"
