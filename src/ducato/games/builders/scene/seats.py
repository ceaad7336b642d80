"""What the seats hold: counters and markers, open sites with their crew, buildings, free crew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Area, Face, Piece
from ducato.games.builders.narration.prompts import last_round
from ducato.games.builders.narration.words import (
    actions,
    added,
    cards_in,
    coins,
    construction,
    construction_name,
    crew_at,
    crew_name,
    materials,
    missing,
    missing_after,
    points,
    sites_of,
)
from ducato.games.builders.rules.scoring import coin_points
from ducato.games.builders.scene.cards import built_face, construction_label, crew_piece, site_face
from ducato.games.builders.state import (
    CONSTRUCTION_IDS,
    CREW,
    FIRST_CONSTRUCTION,
    WORKERS,
    A,
    Phase,
    Zone,
)


def seat_areas(viewer: Viewer, seat: int) -> Iterator[Area]:
    """Yield a seat's panel and areas; the viewer's own free crew lies outside their panel."""
    panel, who, role = f"seat:{seat}", Seat(seat), viewer.role(seat)
    yield Area(panel, "panel", say("seat", seat=who), owner=seat, role=role)
    title = say("area.scoreboard", seat=who)
    yield Area(f"scoreboard:{seat}", "row", title, panel, seat, role)
    sites = sites_of(viewer.state, seat)
    if sites:
        yield Area(f"sites:{seat}", "grid", say("area.sites", seat=who), panel, seat, role)
    for site in sites:
        layout = "row" if seat == viewer.seat else "column"
        yield Area(_site_area(site), layout, "", f"sites:{seat}", seat, role)
    if viewer.state.held[Zone.BUILT + seat]:
        yield Area(f"built:{seat}", "fan", say("area.built", seat=who), panel, seat, role)
    if seat == viewer.seat:
        yield Area(f"crew:{seat}", "fan", say("area.crew.own"), owner=seat, role="hand")
    else:
        yield Area(f"crew:{seat}", "grid", say("area.crew", seat=who), panel, seat, role)


def seat_pieces(viewer: Viewer, seat: int) -> Iterator[Piece]:
    """Yield the pieces of the areas from `seat_areas`."""
    state, edition = viewer.state, viewer.edition
    yield from _scoreboard(viewer, seat)
    for site in sites_of(state, seat):
        yield _site(viewer, seat, site)
        where = say("where.work", seat=Seat(seat), building=construction(edition, site))
        for order, crew in enumerate(crew_at(state, site), start=1):
            potential = (A.SEND + crew,) if seat == viewer.seat else ()
            area = _site_area(site)
            yield crew_piece(edition, crew, area, where, [], order, potential=potential)
    for card in cards_in(state, Zone.BUILT + seat):
        yield _built(viewer, seat, card - FIRST_CONSTRUCTION)
    for card in cards_in(state, Zone.CREW + seat):
        if card < CREW:
            yield _free(viewer, seat, card)


def _site_area(site: int) -> str:
    return f"site:{CONSTRUCTION_IDS[site]}"


def _scoreboard(viewer: Viewer, seat: int) -> Iterator[Piece]:
    """Yield the counters of points, coins and actions left, and the markers of a seat.

    The markers show the first seat and the last round.
    """
    state, who, area = viewer.state, Seat(seat), f"scoreboard:{seat}"
    cards, purse = state.points[seat], state.coins[seat]
    extra = int(coin_points(state, viewer.edition, seat))
    label = say("label.points", seat=who, points=points(cards), extra=points(extra))
    face = Face(say("line.points", extra=extra), str(cards))
    yield Piece(f"points:{seat}", "score", area, face, label)
    label = say("label.coins", seat=who, coins=coins(purse))
    face = Face(say("line.coins"), str(purse), ("coin",))
    yield Piece(f"coins:{seat}", "counter", area, face, label, 1)
    if state.turns and state.active == seat and state.phase != Phase.OVER:
        label = say("label.actions", seat=who, actions=actions(state.actions))
        face = Face(say("line.actions"), str(state.actions), ("hammer",), "red")
        yield Piece("turn", "counter", area, face, label, 2)
    if state.phase > Phase.CHOOSE_FIRST and state.first == seat:
        face = Face(say("line.first"), glyphs=("marker",), tone="wood")
        yield Piece("first", "marker", area, face, say("label.first", seat=who), 3)
    if state.trigger == seat or (state.stuck and state.trigger < 0 and seat == viewer.near):
        face = Face(say("line.last"), glyphs=("bell",), tone="orange")
        yield Piece("last", "marker", area, face, last_round(state, viewer.edition), 4)


def _site(viewer: Viewer, seat: int, site: int) -> Piece:
    """Return the piece for an open site, which shows its missing work.

    While the viewer chooses a site, it also shows the work that the crew member would add.
    """
    state, edition = viewer.state, viewer.edition
    lines: list[Message] = []
    coming: Sequence[int] = ()
    action = A.SITE + site
    here = viewer.legal_among([action])
    if here:
        left = missing_after(state, edition, state.sender, site)
        coming = added(state, edition, state.sender, site)
        lines = [say("line.then" if any(left) else "line.then.finished", added=materials(coming))]
    label = say(
        "label.site",
        building=construction_name(site),
        seat=Seat(seat),
        points=points(edition.worth[site]),
        coins=coins(edition.reward[site]),
        missing=materials(missing(state, site)),
        crew=[crew_name(edition, crew) for crew in crew_at(state, site)] or say("nobody"),
    )
    potential = (action,) if seat == viewer.seat else ()
    far = seat != viewer.seat
    face = site_face(edition, site, missing(state, site), coming, lines, turned=far)
    name = f"card:{CONSTRUCTION_IDS[site]}"
    return Piece(name, "card", _site_area(site), face, label, 0, here, potential=potential)


def _built(viewer: Viewer, seat: int, site: int) -> Piece:
    """Return the piece for a finished building."""
    face = built_face(viewer.edition, site, [say("line.built")])
    label = construction_label(viewer.edition, site, say("where.built", seat=Seat(seat)))
    return Piece(f"card:{CONSTRUCTION_IDS[site]}", "card", f"built:{seat}", face, label, site)


def _free(viewer: Viewer, seat: int, crew: int) -> Piece:
    """Return the piece for a free crew member; the viewer's own can be sent or put back."""
    chosen = crew == viewer.state.sender
    potential = (A.KEEP if chosen else A.SEND + crew,) if seat == viewer.seat else ()
    where, lines = say("where.crew", seat=Seat(seat)), []
    if chosen:
        where, lines = say("where.sender", seat=Seat(seat)), [say("line.sender")]
    elif crew >= WORKERS:
        lines = [say("line.machine")]
    here = viewer.legal_among(potential)
    return crew_piece(
        viewer.edition, crew, f"crew:{seat}", where, lines, crew, here, potential=potential
    )
