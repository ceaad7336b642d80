"""What a seat sees of a match, as plain data from which a program elsewhere can go on.

The data hold the header of the record, which everybody at the table may read, and the state as
`core.visibility.redact` leaves it for the seat: exactly what a bot in that seat is given.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any, NamedTuple

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game_record import GameRecord
from ducato.core.match import Match
from ducato.core.position import checked_seat
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR


class SeenState(NamedTuple):
    """A state as a seat sees it.

    Attributes:
        game: the loaded game.
        state: the state, redacted for the seat.
        seat: the seat, or `SPECTATOR`.
    """

    game: LoadedGame
    state: Struct
    seat: int


def seen_data(match: Match, seat: int) -> dict[str, Any]:
    """Return the present state of a match as a seat sees it, in a form that JSON can hold.

    Args:
        match: the match.
        seat: the seat, or `SPECTATOR`.
    """
    seen = match.seen_by(seat)
    return {
        "seq": match.seq,
        "seat": None if seat == SPECTATOR else seat,
        "header": match.header(),
        "layout": seen.layout(),
        "state": base64.b64encode(seen.tobytes()).decode(),
    }


def read_seen(data: Mapping[str, Any]) -> SeenState:
    """Return what `seen_data` wrote, after loading the game under the same rules and values.

    Raises:
        BadValue: the state is not one of this game as it is installed here.
        ChangedEdition: the values of the game are not possible here.
        OtherRules: the version of the rules is not available here.
        DucatoError, KeyError, TypeError, ValueError: the data are damaged.
    """
    game = GameRecord([data["header"]]).load_game()
    if data["layout"] != game.State.layout():
        raise BadValue("layout", data["layout"], f"that of {game.name} as it is installed here")
    seat = SPECTATOR if data["seat"] is None else checked_seat(data["seat"], game.players)
    try:
        contents = base64.b64decode(data["state"], validate=True)
    except binascii.Error as error:
        raise BadValue("state", data["state"], "Base64") from error
    return SeenState(game, game.read_state(contents), seat)
