"""The seats of a table: people, bots and open seats, and the names of their players."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.i18n import Message, say

FORMER = "former\N{NO-BREAK SPACE}player"
"""The replacement for a deleted player's name. No player's name contains a no-break space."""
OPEN = "open\N{NO-BREAK SPACE}seat"
"""The replacement for a name at an open seat. No player's name contains a no-break space."""
TIMED_OUT, RESIGNED = "timed_out", "resigned"
"""The reasons why a bot substitutes for a player: they ran out of time, or they resigned."""
INVITED = "invited"
"""The value stored in place of a reason to substitute, before a game, at a seat whose player was
seated by someone else and has not come to the table yet. The game is not dealt until they do."""

LONGEST_NAME = 40
"""The maximum length of a name in characters."""
BOT_NAMES = ("Cosimo", "Isabel", "Ottavia", "Diego", "Lucrezia", "Rodrigo", "Fiammetta", "Leonor")
"""The names given to bots at a table, so that nobody plays against "greedy"."""
ADDRESS = re.compile(r"://|[^\W_][\w-]*[.\u3002][^\W\d_]{2,}|\d+(?:[.\u3002]\d+){3}")
"""A pattern of text that programs turn into links; forbidden in names, which appear in e-mails.

Browsers also take the ideographic full stop (U+3002) for a dot."""
BLANK = frozenset(
    "\u115f\u1160\u17b4\u17b5\u2800\u303f\u3164\uffa0\ufffc"
    "\U0001107f\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Characters that count as printable but cannot be seen."""
UNASSIGNED = re.compile("[\u2065\ufdd0-\ufdef\ufff0-\ufff8\U000e0000-\U000e0fff]")
"""Code points that will never be a character that can be seen, besides the last two of each plane.
Others that this Python does not know may be letters or emoji that are newer than it."""
JOINERS, PRESENTATION, BLACK_FLAG = "\u200c\u200d", "\ufe0f", "\U0001f3f4"
VIRAMA = 9
"""The combining class of the signs after which a joiner chooses the form of the next letter."""
MOST_MARKS = 3
"""The maximum number of marks on a letter: no script in use has more, and a pile of them would
cover the lines above and below."""


@dataclass(frozen=True)
class TableSeat:
    """A player's position at a table: who plays there, and on whose behalf.

    Attributes:
        seat: its number, from 0.
        name: the player's name; `OPEN` where nobody sits yet, `FORMER` for a deleted person.
        bot: the name of the bot that plays here, as `ducato.bots.make` takes it; None at a person's
            or an open seat.
        person: the id of the person whose seat it is, or None.
        substitute: the reason why the table's substitute plays here, `TIMED_OUT` or `RESIGNED`;
            before the game, `INVITED` if the player has not arrived yet; otherwise None.
        entropy: the player's contribution to the game's randomness, the same at each of their
            seats; None if they have not contributed.
    """

    seat: int
    name: str
    bot: str | None = None
    person: str | None = None
    substitute: str | None = None
    entropy: str | None = None

    @property
    def kind(self) -> str:
        """The kind of player, as in the protocol: "bot", "open" or "person".

        A person may be deleted, or have played elsewhere, where the game's record comes from.
        """
        if self.bot is not None:
            return "bot"
        return "open" if self.person is None and self.name == OPEN else "person"

    def to_row(self) -> dict[str, Any]:
        """Return the seat as it is stored."""
        return asdict(self)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> TableSeat:
        """Return the seat that a row from `to_row` describes."""
        return cls(**{field.name: row[field.name] for field in fields(cls)})

    def to_json(self) -> dict[str, Any]:
        """Return the seat as in the protocol, without the person's id, which is never sent."""
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": self.kind,
            "bot": self.bot,
            "substitute": self.substitute,
            "entropy": self.entropy,
        }


class NotAName(BadValue):
    """An error raised if a text cannot be a player's name.

    Attributes:
        message: the reason, as a message from the table's catalogue.
    """

    def __init__(self, name: str, expected: str, message: Message) -> None:
        super().__init__("name", name, expected)
        self.message = message


def one_line(text: str) -> str:
    """Return a text without invisible characters, piles of marks or superfluous spaces.

    A joiner stays where a script or an emoji is drawn otherwise without it.

    Example:
        >>> one_line("a\u200bb\u3164"), one_line("x" + "\u0301" * 9) == "x" + "\u0301" * 3
        ('a b', True)
        >>> one_line("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"
        True
    """
    seen: list[str] = []
    marks = 0
    for at, character in enumerate(text):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            continue
        before = seen[-1] if seen else " "
        shown = _is_seen(character, kind) or _shapes(character, before, text[at + 1 : at + 2])
        seen.append(character if shown else " ")
    return " ".join("".join(seen).split())


def _is_seen(character: str, kind: str) -> bool:
    if kind == "Cn":
        return ord(character) & 0xFFFE != 0xFFFE and UNASSIGNED.match(character) is None
    return character.isprintable() and character not in BLANK


def _shapes(character: str, before: str, after: str) -> bool:
    """Return whether an invisible character shapes those beside it, in Arabic, Indic or emoji."""
    if "\U000e0020" <= character <= "\U000e007f":  # the letters of a flag, and their end
        return before == BLACK_FLAG or "\U000e0020" <= before <= "\U000e007e"
    if character not in JOINERS or not after:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    if unicodedata.bidirectional(after) == "AL":
        return unicodedata.bidirectional(before) in ("AL", "NSM")
    of_emoji = ("So", "Sk", "Cn")
    return (
        character == JOINERS[1]
        and (before == PRESENTATION or unicodedata.category(before) in of_emoji)
        and unicodedata.category(after) in (*of_emoji, "Sm")
    )


def can_be_seen(text: str) -> bool:
    """Return whether a text on one line has more than marks that need a letter to stand on."""
    return any(not unicodedata.category(c).startswith("M") for c in text)


def tidy_name(name: str, most: int = LONGEST_NAME) -> str:
    """Return a name of at most so many characters without invisible ones or superfluous spaces.

    Raises:
        NotAName: no visible character is left, the name is too long, or it looks like a web
            address.
    """
    tidy = one_line(name)
    if not can_be_seen(tidy) or len(tidy) > most:
        raise NotAName(name, f"1 to {most} characters", say("bad.name", n=most))
    if ADDRESS.search(unicodedata.normalize("NFKC", tidy)):
        raise NotAName(name, "no address of the web", say("bad.link"))
    return tidy


def bot(seat: int, name: str, taken: Sequence[str] = ()) -> TableSeat:
    """Return a seat for the bot `name`, with the first of `BOT_NAMES` that is not in `taken`.

    If all are taken, the player is called "#1" at seat 0, "#2" at seat 1 and so on.
    """
    free = [called for called in BOT_NAMES if called not in taken]
    return TableSeat(seat, free[0] if free else f"#{seat + 1}", name)


def contributions(seats: Sequence[TableSeat]) -> dict[int, str]:
    """Return the contributions to the randomness, by seat."""
    return {seat.seat: seat.entropy for seat in seats if seat.entropy is not None}


def people(seats: Sequence[TableSeat]) -> tuple[int, ...]:
    """Return the seats where people sit or may sit down, in order; not those of deleted people."""
    return tuple(s.seat for s in seats if s.bot is None and s.name != FORMER)


def seats_of(seats: Sequence[TableSeat], person: str | None) -> tuple[int, ...]:
    """Return a person's seats; empty if `person` is None."""
    return tuple(s.seat for s in seats if person is not None and s.person == person)
