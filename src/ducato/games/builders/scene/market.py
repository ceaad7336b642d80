"""The rows and decks of buildings and workers, and any apprentices yet to be dealt or chosen."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.i18n import say
from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Area, Face, Piece
from ducato.games.builders.narration.words import cards_in
from ducato.games.builders.scene.cards import construction_face, construction_label, crew_piece
from ducato.games.builders.state import (
    ACTIONS,
    CONSTRUCTION_IDS,
    FIRST_CONSTRUCTION,
    A,
    Edition,
    State,
    Zone,
)

DECKS = {"buildings": "points", "workers": "hammer"}
"""The sign on the back of each deck."""
DECK_TONES = {"buildings": "blue", "workers": "green"}


def market_areas(viewer: Viewer) -> Iterator[Area]:
    """Yield the areas of the rows, the decks, and any apprentices yet to be dealt or chosen."""
    for kind in ("buildings", "workers"):
        yield Area(f"market:{kind}", "panel", say(f"area.{kind}"), role="market")
        yield Area(kind, "row", "", f"market:{kind}", role="market")
        yield Area(f"deck:{kind}", "row", "", f"market:{kind}", role="market")
    if viewer.state.held[Zone.APPRENTICES]:
        yield Area("apprentices", "row", say("area.apprentices"), role="market")


def market_pieces(viewer: Viewer) -> Iterator[Piece]:
    """Yield the pieces of the areas from `market_areas`."""
    state = viewer.state
    for card in cards_in(state, Zone.BUILDING_ROW):
        site = card - FIRST_CONSTRUCTION
        yield _offer(viewer, site, "buildings", "where.row", state.spot[card])
    yield _deck("buildings", state.held[Zone.BUILDING_DECK])
    for card in cards_in(state, Zone.NEXT_BUILDING):
        yield _offer(viewer, card - FIRST_CONSTRUCTION, "deck:buildings", "where.next", 1)
    for card in cards_in(state, Zone.WORKER_ROW):
        yield _applicant(viewer, card, "workers", "where.row", state.spot[card])
    yield _deck("workers", state.held[Zone.WORKER_DECK])
    for card in cards_in(state, Zone.NEXT_WORKER):
        yield _applicant(viewer, card, "deck:workers", "where.next", 1)
    for card in cards_in(state, Zone.APPRENTICES):
        yield _applicant(viewer, card, "apprentices", "where.apprentices", card)


def construction_in_row(edition: Edition, site: int) -> Piece:
    """Return a building or machine as it lies in the row."""
    return _offer(Viewer(State(), edition, -1, [], ACTIONS), site, "buildings", "where.row", 0)


def worker_in_row(edition: Edition, worker: int) -> Piece:
    """Return a worker as they lie in the row."""
    return _applicant(Viewer(State(), edition, -1, [], ACTIONS), worker, "workers", "where.row", 0)


def _deck(kind: str, left: int) -> Piece:
    face = Face(glyphs=(DECKS[kind],), tone=DECK_TONES[kind], count=left, back=True)
    return Piece(f"back:{kind}", "card", f"deck:{kind}", face, say(f"label.{kind}.deck", n=left))


def _offer(viewer: Viewer, site: int, area: str, where: str, order: int) -> Piece:
    """Return the piece for a building or machine in the row or face up on the deck."""
    edition, action = viewer.edition, A.OPEN + site
    lines = [say("line.next")] if where == "where.next" else []
    return Piece(
        f"card:{CONSTRUCTION_IDS[site]}",
        "card",
        area,
        construction_face(edition, site, lines),
        construction_label(edition, site, say(where)),
        order,
        viewer.legal_among([action]),
        potential=(action,) if where == "where.row" else (),
    )


def _applicant(viewer: Viewer, worker: int, area: str, where: str, order: int) -> Piece:
    """Return the piece for a worker in the row or on the deck, or for an undealt apprentice."""
    potential: tuple[int, ...] = (A.RECRUIT + worker,)
    actions = viewer.legal_among(potential)
    lines = []
    if where == "where.next":
        lines, potential = [say("line.next")], ()
    return crew_piece(
        viewer.edition, worker, area, say(where), lines, order, actions, potential=potential
    )
