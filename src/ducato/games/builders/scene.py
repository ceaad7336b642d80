"""The table of The Builders as areas and pieces: two rows in the middle, the seats around.

Every open site is a column of its own: its card, lying sideways, shows the missing work, with the
crew at work below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece, Scene
from ducato.games.builders.narration.action_labels import last_round
from ducato.games.builders.narration.words import (
    Amounts,
    actions,
    added,
    cards_in,
    coins,
    construction,
    construction_name,
    crew_at,
    crew_name,
    crew_title,
    made_by,
    materials,
    missing,
    missing_after,
    needed,
    points,
    sites_of,
    worker_class,
)
from ducato.games.builders.rules.scoring import coin_points
from ducato.games.builders.state import (
    CARD_IDS,
    CONSTRUCTION_IDS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIALS,
    WORKERS,
    A,
    Edition,
    Phase,
    State,
    Zone,
)

TONES = {"apprentice": "grey", "laborer": "orange", "craftsman": "green", "master": "violet"}
"""The tones of the workers by class; the class is also their title and glyph."""
MOST_GLYPHS = 4  # the most glyphs that fit on a card


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return the scene: everything that the reader sees.

    Args:
        state: the state, redacted for the reader, though nothing is hidden in this game.
        edition: the edition of the game.
        seat: the reader, whose side is nearest; -1 for a spectator, who is shown seat 0's side.
        legal: the reader's legal actions, empty if it is not their move.
    """
    return _Table(state, edition, seat, legal).scene()


def construction_in_row(edition: Edition, site: int) -> Piece:
    """Return a building or machine as it lies in the row."""
    return _Table(State(), edition, -1, []).offer(site, "buildings", "where.row", 0)


def worker_in_row(edition: Edition, worker: int) -> Piece:
    """Return a worker as they lie in the row."""
    return _Table(State(), edition, -1, []).applicant(worker, "workers", "where.row", 0)


class _Table:
    """The scene of one reader while it is built.

    Attributes:
        near: the seat whose side is nearest.
        others: the other seats, in the order of play.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        self.state, self.edition, self.seat, self.legal = state, edition, seat, legal
        self.near = max(seat, 0)
        seats = edition.players
        self.others = [(self.near + turn) % seats for turn in range(1, seats)]

    def scene(self) -> Scene:
        seats = [*self.others, self.near]
        areas = [area for seat in self.others for area in self.seat_areas(seat)]
        areas += [*self.market_areas(), *self.seat_areas(self.near)]
        pieces = [*self.market_pieces()]
        pieces += [piece for seat in seats for piece in self.seat_pieces(seat)]
        return Scene(areas, pieces)

    # ------------------------------------------------------------------------------------ areas

    def market_areas(self) -> Iterator[Area]:
        """Yield the areas of the rows, the decks, and any apprentices yet to be dealt or chosen."""
        for kind in ("buildings", "workers"):
            yield Area(f"market:{kind}", "panel", say(f"area.{kind}"), role="market")
            yield Area(kind, "row", "", f"market:{kind}", role="market")
            yield Area(f"deck:{kind}", "row", "", f"market:{kind}", role="market")
        if self.held(Zone.APPRENTICES):
            yield Area("apprentices", "row", say("area.apprentices"), role="market")

    def seat_areas(self, seat: int) -> Iterator[Area]:
        """Yield a seat's panel and areas; the reader's own free crew lies outside their panel."""
        own = seat == self.seat
        panel, who = f"seat:{seat}", Seat(seat)
        role = "mine" if own else "others"
        yield Area(panel, "panel", say("seat", seat=who), owner=seat, role=role)
        title = say("area.scoreboard", seat=who)
        yield Area(f"scoreboard:{seat}", "row", title, panel, seat, role)
        sites = sites_of(self.state, seat)
        if sites:
            yield Area(f"sites:{seat}", "grid", say("area.sites", seat=who), panel, seat, role)
        for site in sites:
            yield Area(self.site_area(site), "column", "", f"sites:{seat}", seat, role)
        if self.held(Zone.BUILT + seat):
            yield Area(f"built:{seat}", "fan", say("area.built", seat=who), panel, seat, role)
        if own:
            yield Area(f"crew:{seat}", "fan", say("area.crew.own"), owner=seat, role="hand")
        else:
            title = say("area.crew", seat=who)
            yield Area(f"crew:{seat}", "grid", title, panel, seat, role)

    def site_area(self, site: int) -> str:
        return f"site:{CONSTRUCTION_IDS[site]}"

    def held(self, zone: int) -> int:
        return int(self.state.held[zone])

    # ------------------------------------------------------------------------------ the market

    def market_pieces(self) -> Iterator[Piece]:
        for card in cards_in(self.state, Zone.BUILDING_ROW):
            order = int(self.state.spot[card])
            yield self.offer(card - FIRST_CONSTRUCTION, "buildings", "where.row", order)
        yield from self.deck("buildings", Zone.BUILDING_DECK)
        for card in cards_in(self.state, Zone.NEXT_BUILDING):
            yield self.offer(card - FIRST_CONSTRUCTION, "deck:buildings", "where.next", 1)
        for card in cards_in(self.state, Zone.WORKER_ROW):
            order = int(self.state.spot[card])
            yield self.applicant(card, "workers", "where.row", order)
        yield from self.deck("workers", Zone.WORKER_DECK)
        for card in cards_in(self.state, Zone.NEXT_WORKER):
            yield self.applicant(card, "deck:workers", "where.next", 1)
        for card in cards_in(self.state, Zone.APPRENTICES):
            yield self.applicant(card, "apprentices", "where.apprentices", card)

    def deck(self, kind: str, zone: int) -> Iterator[Piece]:
        left = self.held(zone)
        face = Face(tone="ink", count=left, back=True)
        yield Piece(f"back:{kind}", "card", f"deck:{kind}", face, say(f"label.{kind}.deck", n=left))

    def offer(self, site: int, area: str, where: str, order: int) -> Piece:
        """Return the piece for a building or machine in the row or face up on the deck."""
        action = A.OPEN + site
        lines: list[Message] = []
        if site < MACHINES:
            makes = materials(made_by(self.edition, FIRST_CONSTRUCTION + site))
            lines.append(say("line.makes", makes=makes))
        else:
            lines.append(say("line.reward", coins=coins(self.edition.reward[site])))
        if where == "where.next":
            lines.insert(0, say("line.next"))
        return Piece(
            f"card:{CONSTRUCTION_IDS[site]}",
            "card",
            area,
            self.construction_face(site, needed(self.edition, site), lines),
            self.construction_label(site, say(where)),
            order,
            self.legal_among([action]),
            potential=(action,) if where == "where.row" else (),
        )

    def construction_face(
        self, site: int, needs: Iterable[int], lines: Iterable[Message], turned: bool = False
    ) -> Face:
        """Return the face of a building or machine; its glyphs show the work still needed."""
        marks = ("machine",) if site < MACHINES else ()
        return Face(
            say("building", building=construction_name(site)),
            str(self.edition.worth[site]),
            (*marks, *pips(needs)),
            "wood" if site < MACHINES else "paper",
            tuple(lines),
            turned=turned,
        )

    def construction_label(self, site: int, where: Message) -> Message:
        words = {
            "building": construction_name(site),
            "points": points(self.edition.worth[site]),
            "coins": coins(self.edition.reward[site]),
            "need": materials(needed(self.edition, site)),
            "where": where,
        }
        if site < MACHINES:
            makes = materials(made_by(self.edition, FIRST_CONSTRUCTION + site))
            return say("label.machine", **words, makes=makes)
        return say("label.building", **words)

    def applicant(self, worker: int, area: str, where: str, order: int) -> Piece:
        """Return the piece for a worker in the row or on the deck, or for an undealt apprentice."""
        action = A.RECRUIT + worker
        lines = [say("line.next")] if where == "where.next" else []
        potential = (action,) if where != "where.next" else ()
        return self.member(
            worker, area, say(where), lines, order, self.legal_among([action]), potential
        )

    # ------------------------------------------------------------------------ what a seat holds

    def seat_pieces(self, seat: int) -> Iterator[Piece]:
        yield from self.scoreboard(seat)
        for site in sites_of(self.state, seat):
            yield self.site(seat, site)
            for order, crew in enumerate(crew_at(self.state, site), start=1):
                where = say(
                    "where.work", seat=Seat(seat), building=construction(self.edition, site)
                )
                potential = (A.SEND + crew,) if seat == self.seat else ()
                yield self.member(crew, self.site_area(site), where, [], order, potential=potential)
        for card in cards_in(self.state, Zone.BUILT + seat):
            yield self.built(seat, card - FIRST_CONSTRUCTION)
        for crew in range(CREW):
            if self.is_free(seat, crew):
                yield self.free(seat, crew)

    def is_free(self, seat: int, crew: int) -> bool:
        return bool(self.state.zone[crew] == Zone.CREW + seat)

    def scoreboard(self, seat: int) -> Iterator[Piece]:
        """Yield the counters of points, coins and actions left, and the markers of a seat.

        The markers show the first seat and the last round.
        Taking coins and buying an action are the actions of the reader's counter of coins.
        """
        state, who, area = self.state, Seat(seat), f"scoreboard:{seat}"
        own = seat == self.seat
        cards, purse = int(state.points[seat]), int(state.coins[seat])
        extra = int(coin_points(state, self.edition, seat))
        label = say("label.points", seat=who, points=points(cards), extra=points(extra))
        face = Face(say("line.points", extra=extra), str(cards), ("points",))
        yield Piece(f"points:{seat}", "counter", area, face, label)
        label = say("label.coins", seat=who, coins=coins(purse))
        face = Face(say("line.coins"), str(purse), ("coin",))
        money = tuple(range(A.TAKE, A.END)) if own else ()
        here = self.legal_among(money)
        yield Piece(f"coins:{seat}", "counter", area, face, label, 1, here, potential=money)
        if state.turns and state.active == seat and state.phase != Phase.OVER:
            left = int(state.actions)
            label = say("label.actions", seat=who, actions=actions(left))
            face = Face(say("line.actions"), str(left), ("hammer",), "red")
            yield Piece("turn", "counter", area, face, label, 2)
        if state.phase > Phase.CHOOSE_FIRST and state.first == seat:
            label = say("label.first", seat=who)
            face = Face(say("line.first"), glyphs=("marker",), tone="wood")
            yield Piece("first", "marker", area, face, label, 3)
        if state.trigger == seat or (state.stuck and state.trigger < 0 and seat == self.near):
            face = Face(say("line.last"), glyphs=("bell",), tone="orange")
            yield Piece("last", "marker", area, face, last_round(state, self.edition), 4)

    def site(self, seat: int, site: int) -> Piece:
        """Return the piece for an open site, which shows its missing work.

        While the reader chooses a site, it also shows the work that the crew member would add.
        """
        state, edition = self.state, self.edition
        lines: list[Message] = []
        action = A.SITE + site
        here = self.legal_among([action])
        if here:
            left = missing_after(state, edition, state.sender, site)
            more = materials(added(state, edition, state.sender, site))
            key = "line.then" if any(left) else "line.then.finished"
            lines = [say(key, added=more)]
        label = say(
            "label.site",
            building=construction_name(site),
            seat=Seat(seat),
            points=points(edition.worth[site]),
            coins=coins(edition.reward[site]),
            missing=self.missing(site),
            crew=[crew_name(edition, crew) for crew in crew_at(state, site)] or say("nobody"),
        )
        potential = (action,) if seat == self.seat else ()
        face = self.construction_face(site, missing(state, site), lines, turned=True)
        name = f"card:{CONSTRUCTION_IDS[site]}"
        return Piece(name, "card", self.site_area(site), face, label, 0, here, potential=potential)

    def missing(self, site: int) -> Amounts:
        return materials(missing(self.state, site))

    def built(self, seat: int, site: int) -> Piece:
        """Return the piece for a finished building."""
        where = say("where.built", seat=Seat(seat))
        face = self.construction_face(site, (), [say("line.built")])
        label = self.construction_label(site, where)
        return Piece(f"card:{CONSTRUCTION_IDS[site]}", "card", f"built:{seat}", face, label, site)

    def free(self, seat: int, crew: int) -> Piece:
        """Return the piece for a free crew member; the reader's own can be sent or put back."""
        own = seat == self.seat
        chosen = crew == self.state.sender
        action = A.KEEP if chosen else A.SEND + crew
        here = self.legal_among([action]) if own else ()
        where = say("where.crew", seat=Seat(seat))
        lines = []
        if chosen:
            where, lines = say("where.sender", seat=Seat(seat)), [say("line.sender")]
        elif crew >= WORKERS:
            lines = [say("line.machine")]
        potential = (action,) if own else ()
        return self.member(crew, f"crew:{seat}", where, lines, crew, here, potential)

    def member(
        self,
        crew: int,
        area: str,
        where: Message,
        lines: Iterable[Message],
        order: int,
        here: tuple[int, ...] = (),
        potential: tuple[int, ...] = (),
    ) -> Piece:
        """Return the piece for a worker or finished machine; its corner shows the wage in coins."""
        edition = self.edition
        made = pips(made_by(edition, crew))
        mark = worker_class(crew) if crew < WORKERS else "machine"
        # A card with all four materials has no room for the picture of the worker.
        glyphs = (mark, *made) if len(made) < MOST_GLYPHS else made
        tone = TONES.get(mark, "wood")
        title = say("card", card=crew_title(crew))
        face = Face(title, str(edition.wage[crew]), glyphs, tone, tuple(lines))
        label = say(
            "label.crew",
            card=crew_title(crew),
            makes=materials(made_by(edition, crew)),
            wage=coins(edition.wage[crew]),
            where=where,
        )
        return Piece(
            f"card:{CARD_IDS[crew]}", "card", area, face, label, order, here, potential=potential
        )

    # -------------------------------------------------------------------------------- actions

    def legal_among(self, wanted: Iterable[int]) -> tuple[int, ...]:
        """Return the subset of these actions that is legal for the reader now."""
        return tuple(action for action in wanted if action in self.legal) if self.legal else ()


def pips(row: Iterable[int]) -> tuple[str, ...]:
    """Return the glyphs of the materials of which there are any, such as ``stone-3``."""
    return tuple(f"{MATERIALS[kind]}-{n}" for kind, n in enumerate(row) if n > 0)
