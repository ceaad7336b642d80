"""The default scene of a game: its zones, boards and numbers, laid out by their declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from ducato.core.actions import ActionTable
from ducato.core.defaults import fields
from ducato.core.i18n import NUMBERED, Message, Seat, has_text, say, spoken
from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import SEAT_TONES, TONES, Area, Face, Piece, Scene, Text, number_text
from ducato.core.struct import EVERYBODY, NOBODY, UNKNOWN, Cards

FAMILY_TONES = ("red", "blue", "green", "orange", "violet", "yellow", "wood", "grey")
"""The tones of cards whose names have numbers: ``salt-3`` has the tone of its family, ``salt``."""
UNUSED = "box"
"""The name of a zone that is not shown: that of cards that are not used in the game."""
EMPTY = "empty"
"""The name of a value that leaves a place on a board empty."""
HIDDEN = "?"
"""What stands in the place of a number that is hidden from the reader."""
MAP_WIDTH = 1000


class DefaultScene:
    """The function `scene` of `contract.Presentation`.

    - Each zone of cards is an area; one called ``<name>:<seat>`` lies among the things of the seat.
      The reader's own hidden zone is their hand. Zones of seats that are declared as lying together
      share a row in the middle, where zones of nobody lie, too. Cards that the reader does not see
      lie face down. Zones that nobody sees, and those declared as piles, are piles; a zone called
      ``box`` is not shown.
    - A card whose name ends with a number, such as ``salt-3``, has that number in its corner, the
      colour of its family and the drawing ``salt`` or, without one, an initial. Fields of the
      edition with the cards as their axis are lines on each card.
    - A field with two named axes is a board, and each of its entries a place on it; a value
      called ``seat:0`` belongs to seat 0, and nothing is written for ``empty``.
    - A field with one number for each seat is a counter among the seat's things; one with a second,
      named axis is a row of tokens.
    - A number that is hidden from the reader is shown as a question mark.
    - A single number is shown if the game has a text ``field.<name>`` for it.

    A card, place or token carries the actions that have its name, or both of its names, among their
    arguments. Other actions are shown as buttons. The game's own texts are used under the keys
    ``zone.<name>`` and ``field.<name>``, if it has them.

    Args:
        package: the package with the game's texts.
        actions: the game's actions.
        seats: the highest number of players.
    """

    def __init__(self, package: str, actions: ActionTable, seats: int) -> None:
        self._package, self._actions, self._seats = package, actions, seats
        self._actions_with = cache(self._find_actions)
        self._faces = cache(_card_faces)

    def scene(self, state: Any, edition: Any, seat: int, legal: list[int]) -> Scene:
        """Return the scene of one reader."""
        return _Table(self, state, edition, seat, legal, self._actions).scene()

    def title(self, key: str) -> Message | str:
        """Return the title of a zone or a field."""
        return fields.title(self._package, key)

    def is_titled(self, key: str) -> bool:
        """Return whether the game has a text for a zone or a field."""
        return has_text(self._package, key)

    def card_face(self, axis: Sequence[str], card: int, edition: Any) -> Face:
        """Return the face of a card: its name, or the family and number in it; its numbers."""
        numbers = tuple(
            say(
                "default.number",
                title=self.title(f"field.{name}"),
                value=number_text(int(edition[name][card])),
            )
            for name in fields.on_cards(edition, axis)
        )
        return replace(self._faces(tuple(axis))[card], lines=numbers)

    @property
    def seats(self) -> int:
        """The highest number of players."""
        return self._seats

    def actions_with(self, axes: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[int, ...]:
        """Return the actions whose arguments run over these axes and have these names."""
        return self._actions_with(tuple(tuple(axis) for axis in axes)).get(tuple(names), ())

    def _find_actions(
        self, axes: tuple[tuple[str, ...], ...]
    ) -> dict[tuple[str, ...], tuple[int, ...]]:
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for action in range(len(self._actions)):
            ranges = [values for _, values in self._actions.kind(action).ranges]
            places = [ranges.index(axis) for axis in axes if axis in ranges]
            if len(places) == len(axes):
                arguments = self._actions.arguments(action)
                names = tuple(arguments[place] for place in places)
                found[names] = (*found.get(names, ()), action)
        return found


class _Table(Viewer):
    """The scene of one reader while it is built."""

    def __init__(
        self,
        declared: DefaultScene,
        state: Any,
        edition: Any,
        seat: int,
        legal: list[int],
        table: ActionTable,
    ) -> None:
        super().__init__(state, edition, seat, legal, table)
        self._declared = declared
        self._areas: list[Area] = []
        self._pieces: list[Piece] = []

    def scene(self) -> Scene:
        near, *others = self.seats
        for seat in (*others, near):
            self._panel(seat)
        for name, field in self.state.fields.items():
            if field.cards is not None:
                self._zones(name)
            elif name not in fields.card_fields(self.state) and not field.internal:
                self._numbers(name)
        return Scene(self._areas, self._pieces)

    def _panel(self, seat: int) -> None:
        title, role = say("default.seat", seat=Seat(seat)), self.role(seat)
        self._areas.append(Area(f"seat:{seat}", "panel", title, owner=seat, role=role))
        self._areas.append(Area(f"numbers:{seat}", "row", "", f"seat:{seat}", seat, role))

    # ---------------------------------------------------------------------------------- cards

    def _zones(self, name: str) -> None:
        declared = self.state.fields[name]
        cards = declared.cards
        for number, zone in enumerate(declared.values):
            base, seat = fields.owned(zone)
            if base == UNUSED or (seat is not None and seat >= self.edition.players):
                continue
            area = self._zone_area(name, base, seat, cards, cards.sees[number])
            seen = [card for card, at in enumerate(self.state[name]) if at == number]
            for card in seen:
                self._card(name, card, area, seat)
            held = self.state[cards.held]
            rows = held.tolist() if held.ndim > 1 else [held.tolist()]
            if unseen := sum(row[number] for row in rows) - len(seen):
                face = Face(tone="ink", count=unseen, back=True)
                label = say("default.face_down", n=unseen, area=area.title)
                self._pieces.append(Piece(f"back:{area.id}", "card", area.id, face, label))

    def _zone_area(self, name: str, base: str, seat: int | None, cards: Cards, sees: int) -> Area:
        title, group = self._declared.title(f"zone.{base}"), f"{name}:{base}"
        pile = base in cards.piles
        if seat is None or (base in cards.together and not pile):
            layout = "stack" if pile or sees == NOBODY else "row"
            return self._add_area(Area(group, layout, title, role="market"))
        if sees == self.seat == seat:
            return self._add_area(Area(f"{group}:{seat}", "fan", title, owner=seat, role="hand"))
        layout = "stack" if pile else "row" if sees == EVERYBODY else "fan"
        parent, role = f"seat:{seat}", self.role(seat)
        return self._add_area(Area(f"{group}:{seat}", layout, title, parent, seat, role))

    def _add_area(self, area: Area) -> Area:
        if all(known.id != area.id for known in self._areas):
            self._areas.append(area)
        return area

    def _card(self, name: str, card: int, area: Area, seat: int | None) -> None:
        axis = self.state.fields[name].axes[0]
        actions = self._declared.actions_with([axis], [axis[card]])
        here = self.legal_among(actions)
        face, order, where = self._declared.card_face(axis, card, self.edition), card, area.title
        if seat is not None and area.owner is None:  # cards of all seats lie there side by side
            player = say("default.seat", seat=Seat(seat))
            face = replace(face, lines=(player, *face.lines))
            order += seat * len(axis)
            where = say("default.card", name=area.title, area=player)
        label = say("default.card", name=fields.named(axis[card]), area=where)
        potential = actions if area.role == "hand" else here
        self._pieces.append(
            Piece(
                f"card:{name}:{axis[card]}",
                "card",
                area.id,
                face,
                label,
                order,
                here,
                potential=potential,
            )
        )

    # -------------------------------------------------------------------------------- numbers

    def _numbers(self, name: str) -> None:
        declared = self.state.fields[name]
        axes = (*declared.axes, *[None] * (len(declared.shape) - len(declared.axes)))
        of_seat = declared.shape[:1] == (self._declared.seats,) and not axes[0]
        match len(declared.shape):
            case 0 if self._declared.is_titled(f"field.{name}"):
                self._single(name)
            case 1 if of_seat:
                for seat in range(self.edition.players):
                    self._counter(name, seat)
            case 2 if of_seat and axes[1]:
                for seat in range(self.edition.players):
                    self._tokens(name, seat, axes[1])
            case 2 if axes[0] and axes[1]:
                self._board(name, *axes)

    def _single(self, name: str) -> None:
        if all(area.id != "numbers" for area in self._areas):
            self._areas.append(Area("numbers", "row", "", role="aside"))
        self._pieces.append(self._number(name, name, "numbers", int(self.state[name])))

    def _counter(self, name: str, seat: int) -> None:
        number = int(self.state[name][seat])
        self._pieces.append(self._number(name, f"{name}:{seat}", f"numbers:{seat}", number))

    def _number(self, name: str, piece: str, area: str, number: int) -> Piece:
        title, value = self._declared.title(f"field.{name}"), self._value(name, number)
        spoken_value: Text = say("default.hidden") if value == HIDDEN else value
        label = say("default.number", title=title, value=spoken_value)
        return Piece(piece, "counter", area, Face(corner=value, lines=(title,)), label)

    def _tokens(self, name: str, seat: int, axis: Sequence[str]) -> None:
        title, role = self._declared.title(f"field.{name}"), self.role(seat)
        area = f"{name}:{seat}"
        self._areas.append(Area(area, "purse", title, f"seat:{seat}", seat, role))
        for entry, number in enumerate(self.state[name].tolist()[seat]):
            actions = self._declared.actions_with([axis], [axis[entry]])
            here = self.legal_among(actions) if seat == self.seat else ()
            face = Face(fields.named(axis[entry]), count=number)
            label = say("default.tokens", name=fields.named(axis[entry]), n=number)
            if number == UNKNOWN and self.state.fields[name].hidden is not None:
                face = replace(face, count=None, corner=HIDDEN)
                label = say("default.number", title=face.title, value=say("default.hidden"))
            self._pieces.append(
                Piece(f"{area}:{axis[entry]}", "token", area, face, label, entry, here)
            )

    def _board(self, name: str, rows: Sequence[str], columns: Sequence[str]) -> None:
        width = MAP_WIDTH // len(columns)
        height = width * len(rows)
        self._areas.append(Area(name, "map", self._declared.title(f"field.{name}"), height=height))
        values = self.state[name].tolist()
        for r, c, (row, column) in _entries(rows, columns):
            actions = self._declared.actions_with([rows, columns], [row, column])
            here = self.legal_among(actions)
            value, text, tone = self._cell(name, values[r][c])
            label = say("default.tile", row=row, column=column, value=value)
            left, top = c * width, r * width
            shape = f"M{left} {top}h{width}v{width}h-{width}z"
            corner = "" if text else f"{row}{column}"
            self._pieces.append(
                Piece(
                    f"{name}:{row}:{column}",
                    "region",
                    name,
                    Face(text, corner, tone=tone, shape=shape),
                    label,
                    actions=here,
                    x=left + width // 2,
                    y=top + width // 2,
                    potential=actions,
                )
            )

    def _cell(self, name: str, number: int) -> tuple[Text, Text, str]:
        """Return what a place on a board holds, in words and on the board, and its tone."""
        names = self.state.fields[name].values
        _, seat = fields.owned(str(names[number])) if names else ("", None)
        if seat is not None:
            player = say("default.seat", seat=Seat(seat))
            return player, player, SEAT_TONES[seat % len(SEAT_TONES)]
        value = self._value(name, number)
        if value.lower() == EMPTY:
            return value, "", "paper"
        return value, value, TONES[number % len(TONES)]

    def _value(self, name: str, number: int) -> str:
        declared = self.state.fields[name]
        if declared.hidden is not None and number == UNKNOWN:
            return HIDDEN
        names = declared.values
        return number_text(number) if names is None else spoken(str(names[number]))


def _card_faces(names: Sequence[str]) -> list[Face]:
    """Return the faces of all cards; the cards of a family have the same tone."""
    matches = [NUMBERED.fullmatch(name) for name in names]
    families = list(dict.fromkeys(match[1] for match in matches if match))
    tones = dict(zip(families, FAMILY_TONES, strict=False)) if len(families) > 1 else {}
    return [
        Face(fields.named(match[1]), match[2], (match[1],), tones.get(match[1], "paper"))
        if match
        else Face(fields.named(name))
        for name, match in zip(names, matches, strict=True)
    ]


def _entries(
    rows: Sequence[str], columns: Sequence[str]
) -> Iterator[tuple[int, int, tuple[str, str]]]:
    """Yield the indices and names of all entries of a board, row by row."""
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            yield r, c, (row, column)
