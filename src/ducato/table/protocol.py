"""The messages that a client may send to a table, and their decoder.

All input from clients passes through `read`, so a message that does not fit the types of
`docs/protocol.md` never reaches a table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ducato.core.errors import DucatoError

LONGEST = 4096
"""The maximum size of a message in bytes."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
"""An id that a client made up. It is stored, and PostgreSQL cannot store NUL."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PieceId = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Language = Annotated[str, msgspec.Meta(max_length=16)]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Make a move, chosen at position `seq`."""

    id: Id
    seq: Number
    action: Number


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Undo the sender's last move, seen at position `seq`."""

    id: Id
    seq: Number


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Uncover a shared screen: the player of this seat has taken it over."""

    id: Id
    seat: Number


class Explain(msgspec.Struct, frozen=True, tag="explain"):
    """Ask why a piece, or an action, cannot be used now."""

    id: Id
    piece: PieceId | None = None
    action: Number | None = None


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """Ask for a hint about position `seq`: the action that a bot would choose."""

    id: Id
    seq: Number


class Replay(msgspec.Struct, frozen=True, tag="replay"):
    """Ask for an earlier position as a seat saw it, or as spectators did if `seat` is None."""

    id: Id
    seq: Number
    seat: Number | None = None


class Export(msgspec.Struct, frozen=True, tag="export"):
    """Ask for the record of the game, limited to what the sender may know."""

    id: Id


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Resign; at a table with more than two seats, the substitute plays on."""

    id: Id


class ShowChart(msgspec.Struct, frozen=True, tag="chart"):
    """Ask for the chart of a finished game."""

    id: Id


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """Contribute a random number to the game's randomness; the server has committed to its own."""

    id: Id
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Propose to continue by correspondence, or to return to a seat lost on time."""

    id: Id
    what: Literal["correspondence", "return"]


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """Vote on a proposal that the player of this seat made."""

    id: Id
    what: Literal["correspondence", "return"]
    seat: Number
    yes: bool


class SetAutoResponses(msgspec.Struct, frozen=True, tag="auto_responses"):
    """Replace the automatic responses of a seat."""

    id: Id
    seat: Number
    responses: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=32)
    ]


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """Write a line in the chat: a text, or a phrase that each reader sees in their own language."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Mute(msgspec.Struct, frozen=True, tag="mute"):
    """Mute or unmute the author of a line."""

    id: Id
    line: Number
    on: bool


class ShowLog(msgspec.Struct, frozen=True, tag="log"):
    """Ask for an earlier part of the log, up to step `seq`."""

    seq: Number


class SetLanguage(msgspec.Struct, frozen=True, tag="language"):
    """Change the language of the sender's screen."""

    lang: Language


class CatchUp(msgspec.Struct, frozen=True, tag="catch_up"):
    """Ask for the steps since `seq`, after the connection was lost."""

    seq: Number


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Keep the connection alive."""


Move = Act | Undo
"""Messages about a position, which are stale once the position has changed."""
Request = Act | Undo | Ready | SetAutoResponses | Resign | Propose | Vote | Entropy
"""Messages that are answered with `accepted`, `rejected` or `stale`."""
Query = Explain | Hint | Replay | Export | ShowChart
"""Messages that change nothing; each type is answered with its own message, or `rejected`."""
ChatMessage = Chat | Mute
"""Chat messages, which are answered with `accepted` or `rejected`."""
ClientMessage = Request | Query | SetLanguage | CatchUp | ShowLog | Ping

_decoder = msgspec.json.Decoder(ClientMessage | ChatMessage)


class Malformed(DucatoError):
    """The client sent something that is not a valid message.

    Attributes:
        id: the id of the message, needed to answer it; None if it could not be read.
        key: the key of the error text in the table's catalogue.
        detail: the decoder's error message, or "".
    """

    def __init__(self, key: str, id: str | None = None, detail: str = "") -> None:
        self.id, self.key, self.detail = id, key, detail
        super().__init__(detail or key)


def read(data: str | bytes) -> ClientMessage | ChatMessage:
    """Return the decoded message.

    Raises:
        Malformed: the data is too long, not JSON, or not one of the messages above.
    """
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    if len(raw) > LONGEST:
        raise Malformed("malformed.long")
    try:
        message: ClientMessage | ChatMessage = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed("malformed", _id_of(raw), str(error)) from error
    return message


def _id_of(raw: bytes) -> str | None:
    """Return the id of an invalid message, or None if it has none."""
    try:
        found: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None
