"""The messages that a client may send to a table, and how they are decoded.

Everything from outside passes through `read`: what does not fit the types of `docs/protocol.md`
never reaches a table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ducato.core.errors import DucatoError

LONGEST = 4096
"""Bytes of a message; the longest that our client sends has about 100."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
"""An id that a client made up. It is stored, and PostgreSQL stores no NUL."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PieceId = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Language = Annotated[str, msgspec.Meta(max_length=16)]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Make a move that was chosen at position `seq`."""

    id: Id
    seq: Number
    action: Number


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Undo my last action."""

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
    """Ask what a bot would do at position `seq`."""

    id: Id
    seq: Number


class Replay(msgspec.Struct, frozen=True, tag="replay"):
    """Ask for an earlier moment, as a seat or as everybody saw it."""

    id: Id
    seq: Number
    seat: Number | None = None


class Export(msgspec.Struct, frozen=True, tag="export"):
    """Ask for the record of the game, as far as the asker may know it."""

    id: Id


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Resign; at a table of more than two, the substitute plays on."""

    id: Id


class ShowChart(msgspec.Struct, frozen=True, tag="chart"):
    """Ask for the chart of a finished game."""

    id: Id


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """Contribute a random number to the chance, after the server has committed to its own."""

    id: Id
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Propose to go on by "correspondence", or to "return" to a seat."""

    id: Id
    what: Literal["correspondence", "return"]


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """Vote on what the player of this seat proposed."""

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
    """Write a line in the chat: a text, or a phrase that all can read in their language."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Mute(msgspec.Struct, frozen=True, tag="mute"):
    """Mute the author of a line, or unmute them."""

    id: Id
    line: Number
    on: bool


class ShowLog(msgspec.Struct, frozen=True, tag="log"):
    """Ask for the part of the log before a step."""

    seq: Number


class SetLanguage(msgspec.Struct, frozen=True, tag="language"):
    """Change the language of the screen."""

    lang: Language


class CatchUp(msgspec.Struct, frozen=True, tag="catch_up"):
    """Ask for the steps since `seq`, after the connection was lost."""

    seq: Number


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Keep the connection alive."""


Move = Act | Undo
"""Messages about a position; they are stale once the position has changed."""
Request = Act | Undo | Ready | SetAutoResponses | Resign | Propose | Vote | Entropy
"""Messages that are answered by `accepted`, `rejected` or `stale`."""
Query = Explain | Hint | Replay | Export | ShowChart
"""Messages that change nothing; each is answered by a message of its own, or by `rejected`."""
ChatMessage = Chat | Mute
"""Messages of the chat; they are answered by `accepted` or `rejected`."""
ClientMessage = Request | Query | SetLanguage | CatchUp | ShowLog | Ping

_decoder = msgspec.json.Decoder(ClientMessage | ChatMessage)


class Malformed(DucatoError):
    """The client sent something that is not a valid message.

    Attributes:
        id: of the message, if it could be read; then the message can be answered.
        key: of the text that says what is wrong, in the table's catalogue.
        detail: the decoder's own words.
    """

    def __init__(self, key: str, id: str | None = None, detail: str = "") -> None:
        self.id, self.key, self.detail = id, key, detail
        super().__init__(detail or key)


def read(data: str | bytes) -> ClientMessage | ChatMessage:
    """Return the message.

    Raises:
        Malformed: it is too long, not JSON, or not one of the messages above.
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
    """Return the id of an invalid message, if it has one."""
    try:
        found: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None
