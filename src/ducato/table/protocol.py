"""The messages that a client may send to a table, and their decoder.

Every message from a client passes through `read`, so one that does not fit the types described in
`docs/protocol.md` never reaches a table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ducato.core.errors import DucatoError

LONGEST = 4096
"""The maximum size of a message in bytes."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
"""An id that a client made up, without NUL, which PostgreSQL cannot store."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PieceId = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Language = Annotated[str, msgspec.Meta(max_length=16)]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """A request to make a move, chosen at position `seq`; if careful, only if it can be undone."""

    id: Id
    seq: Number
    action: Number
    careful: bool = False


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """A request to undo the last step, an action of the sender, made at position `seq`."""

    id: Id
    seq: Number


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """A request to uncover a shared screen, since the player of this seat has taken it over."""

    id: Id
    seat: Number


class Explain(msgspec.Struct, frozen=True, tag="explain"):
    """A request for the reasons why a piece or an action cannot be used now."""

    id: Id
    piece: PieceId | None = None
    action: Number | None = None


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """A request for a hint about position `seq`: the action that a bot would choose."""

    id: Id
    seq: Number


class Try(msgspec.Struct, frozen=True, tag="try"):
    """A request to try actions from position `seq` on, in the deal with this number.

    What the sender's seat does not know is dealt, and nothing at the table changes.
    """

    id: Id
    seq: Number
    actions: Annotated[list[Number], msgspec.Meta(max_length=100)] = []
    deal: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


class Replay(msgspec.Struct, frozen=True, tag="replay"):
    """A request for position `seq` as a seat saw it, or as spectators did if `seat` is None."""

    id: Id
    seq: Number
    seat: Number | None = None


class Export(msgspec.Struct, frozen=True, tag="export"):
    """A request for the record of the game, limited to the part that the sender may know."""

    id: Id


class ShowState(msgspec.Struct, frozen=True, tag="state"):
    """A request for the present state as the screen's seat sees it, for programs that play."""

    id: Id


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """A resignation; at a table with more than two seats, the substitute plays on."""

    id: Id


class ShowChart(msgspec.Struct, frozen=True, tag="chart"):
    """A request for the chart of a finished game, and for its analysis as soon as it is there.

    Attributes:
        here: whether the screen computes the analysis unless there is one, or somebody else has
            asked for it.
    """

    id: Id
    here: bool = False


class ShowDecision(msgspec.Struct, frozen=True, tag="decision"):
    """A request for what the analysis of a finished game says of the decision after `seq` steps."""

    id: Id
    seq: Number


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """A contribution to the game's randomness: 32 random bytes, as hexadecimal digits.

    By then the server has committed to its own seed.
    """

    id: Id
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """A proposal: to play by correspondence, to return to a lost seat, to take a move back."""

    id: Id
    what: Literal["correspondence", "return", "undo"]


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """A vote on a proposal that the player of this seat made."""

    id: Id
    what: Literal["correspondence", "return", "undo"]
    seat: Number
    yes: bool


class SetAutoResponses(msgspec.Struct, frozen=True, tag="auto_responses"):
    """A request to replace a seat's automatic responses with these, given by name."""

    id: Id
    seat: Number
    responses: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=32)
    ]


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """A chat line: a text, or a quick-chat phrase, which each reader sees in their own language."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Mute(msgspec.Struct, frozen=True, tag="mute"):
    """A request to mute (`on`) or unmute the author of a chat line."""

    id: Id
    line: Number
    on: bool


class Block(msgspec.Struct, frozen=True, tag="block"):
    """A request to block the author of a chat line, or else the player of a seat."""

    id: Id
    line: Number | None = None
    seat: Number | None = None


class ShowLog(msgspec.Struct, frozen=True, tag="log"):
    """A request for an earlier part of the log, ending before step `seq`."""

    seq: Number


class SetLanguage(msgspec.Struct, frozen=True, tag="language"):
    """A request to change the language of the sender's screen; an unknown one changes nothing."""

    lang: Language


class CatchUp(msgspec.Struct, frozen=True, tag="catch_up"):
    """A request for the steps after the first `seq`, sent after the connection was lost."""

    seq: Number


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """A message that keeps the connection alive."""


Move = Act | Undo
"""Requests about a position, which are stale once the position has changed."""
Request = Act | Undo | Ready | SetAutoResponses | Resign | Propose | Vote | Entropy
"""Messages that are answered with `accepted`, `rejected` or `stale`."""
Query = Explain | Hint | Try | Replay | Export | ShowChart | ShowDecision
"""Messages that change nothing; each type is answered with messages of its own, or `rejected`.

A `Hint` or a `Try` about an older position is answered with `stale`."""
ChatMessage = Chat | Mute | Block
"""Chat messages, which are answered with `accepted` or `rejected`."""
ClientMessage = Request | Query | ShowState | SetLanguage | CatchUp | ShowLog | Ping

_decoder = msgspec.json.Decoder(ClientMessage | ChatMessage)


class Malformed(DucatoError):
    """An error raised if a client sends something that is not a valid message.

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
        Malformed: the data is longer than `LONGEST` bytes, not JSON, or not a message of a known
            type with valid fields.
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
    """Return the id of an invalid message, or None if it has none or cannot be decoded."""
    try:
        found: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None
