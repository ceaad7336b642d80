"""What a browser may say to a table, as typed messages, and how they are read from bytes.

Everything that comes from outside passes through `read`: what does not fit the types of
`docs/protocol.md` never reaches a table. This module must not know what the messages do.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ducato.core.errors import DucatoError

LONGEST = 4096
"""Bytes of a message; the longest that a client has reason to send has about 100."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
"""What a client made up; it is stored, and PostgreSQL stores no NUL."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PieceId = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Language = Annotated[str, msgspec.Meta(max_length=16)]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Do this action, chosen at position `seq`."""

    id: Id
    seq: Number
    action: Number


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Take my last action back."""

    id: Id
    seq: Number


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The person of this seat is at the shared screen, alone: lift the curtain."""

    id: Id
    seat: Number


class Explain(msgspec.Struct, frozen=True, tag="explain"):
    """Why can I not do what this piece is for, or this action?"""

    id: Id
    piece: PieceId | None = None
    action: Number | None = None


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """What would a bot do in my place, at position `seq`?"""

    id: Id
    seq: Number


class Replay(msgspec.Struct, frozen=True, tag="replay"):
    """What did the table look like after `seq` steps, for a seat or for everybody?"""

    id: Id
    seq: Number
    seat: Number | None = None


class Export(msgspec.Struct, frozen=True, tag="export"):
    """The record of the game, as far as I may know it."""

    id: Id


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """I give up; with more than two seats, the substitute plays on for me."""

    id: Id


class ShowChart(msgspec.Struct, frozen=True, tag="chart"):
    """How did the game go?"""

    id: Id


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """I have seen what the server promised, and contribute this random number to the chance."""

    id: Id
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Let us do this: "correspondence", days for each turn; "return", give me my seat back."""

    id: Id
    what: Literal["correspondence", "return"]


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """My answer to what the player of this seat proposed."""

    id: Id
    what: Literal["correspondence", "return"]
    seat: Number
    yes: bool


class SetAutoResponses(msgspec.Struct, frozen=True, tag="auto_responses"):
    """From now on the table gives these answers for the person of this seat, and no others."""

    id: Id
    seat: Number
    responses: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=32)
    ]


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """I say this to all who may hear me: in my words, or as a phrase that all can read."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Mute(msgspec.Struct, frozen=True, tag="mute"):
    """I do not want to hear whoever said this line any more; or I do again."""

    id: Id
    line: Number
    on: bool


class ShowLog(msgspec.Struct, frozen=True, tag="log"):
    """Tell the part of the log that comes before this step."""

    seq: Number


class SetLanguage(msgspec.Struct, frozen=True, tag="language"):
    """Write everything in this language from now on."""

    lang: Language


class CatchUp(msgspec.Struct, frozen=True, tag="catch_up"):
    """The line was lost: tell the steps since `seq`."""

    seq: Number


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Are you there?"""


Move = Act | Undo
"""What is said about a position, and out of date when the position is."""
Request = Act | Undo | Ready | SetAutoResponses | Resign | Propose | Vote | Entropy
"""What must be answered by `accepted`, `rejected` or `stale`."""
Query = Explain | Hint | Replay | Export | ShowChart
"""What changes nothing; answered by a message of its own, or by `rejected`."""
ChatMessage = Chat | Mute
"""What is no part of the game; answered by `accepted` or `rejected`."""
ClientMessage = Request | Query | SetLanguage | CatchUp | ShowLog | Ping

_decoder = msgspec.json.Decoder(ClientMessage | ChatMessage)


class Malformed(DucatoError):
    """A message that is none.

    Attributes:
        id: its id, if that much could be read, so that it can be answered.
        key: of the sentence that says what is wrong, in the table's catalogue.
        detail: what is wrong, in the words of the decoder.
    """

    def __init__(self, key: str, id: str | None = None, detail: str = "") -> None:
        self.id, self.key, self.detail = id, key, detail
        super().__init__(detail or key)


def read(data: str | bytes) -> ClientMessage | ChatMessage:
    """The message.

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
    """The id of a message that is otherwise wrong."""
    try:
        found: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None
