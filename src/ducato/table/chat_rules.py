"""A table's chat: its quick-chat phrases, and the rules about who may read a line.

Everybody can read the players' lines. Players can read the spectators' lines only when the game is
over, so that nobody can advise them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ducato.core.i18n import say
from ducato.table.changes import Messages, Rejected
from ducato.table.screens import Screen
from ducato.table.seats import can_be_seen, one_line
from ducato.table.views.texts import table_text


@dataclass(frozen=True)
class ChatLine:
    """A message in the chat at a table.

    Attributes:
        number: the number of the message, counted from 1 at each table.
        person: the id of the author. In practice it is never None, since a person's lines are
            deleted with their other data.
        seat: the author's seat, or None for a spectator.
        name: the author's name when the message was sent.
        text: the text written by the author, or None if they chose a phrase.
        phrase: the key of the phrase chosen by the author, or None if they wrote a text.
        at: the time when the message was sent, in milliseconds since 1970.
    """

    number: int
    person: str | None
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: int


LONGEST_LINE = 300
"""The maximum length of a line in characters."""
PHRASES = (
    "hello",
    "good_luck",
    "your_turn",
    "one_moment",
    "well_played",
    "thanks",
    "sorry",
    "good_game",
    "again",
)
"""The keys of the quick-chat phrases; each reader sees a phrase in their own language."""


def tidy_lines(text: str) -> str:
    """Return a text of several lines, each without invisible characters or superfluous spaces."""
    return "\n".join(map(one_line, text.split("\n"))).strip()


def tidy_text(text: str) -> str:
    """Return a line without invisible characters or superfluous spaces.

    Raises:
        Rejected: nothing is left of the line, or it is longer than `LONGEST_LINE`.
    """
    tidy = one_line(text)
    if not can_be_seen(tidy) or len(tidy) > LONGEST_LINE:
        raise Rejected(say("rejected.line", n=LONGEST_LINE))
    return tidy


def known_phrase(phrase: str) -> str:
    """Return the key of a quick-chat phrase unchanged, after checking that the phrase exists.

    Raises:
        Rejected: there is no such phrase.
    """
    if phrase not in PHRASES:
        raise Rejected(say("rejected.phrase"))
    return phrase


@dataclass(frozen=True)
class Silence:
    """Whose lines a reader does not read.

    Attributes:
        muted: the ids of the people whom the reader has muted.
        blocked: the ids of the people whom the reader has blocked.
        blockers: who has blocked the reader, and since when, in milliseconds since 1970. Their
            later lines do not exist for the reader, who must not find out.
    """

    muted: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    blockers: Mapping[str, int] = field(default_factory=dict)

    def hides(self, line: ChatLine) -> bool:
        """Return whether a line was written by somebody who had blocked the reader by then."""
        since = self.blockers.get(line.person or "")
        return since is not None and line.at >= since


def may_read(line: ChatLine, silence: Silence, *, plays: bool, over: bool) -> bool:
    """Return whether a reader may read a line.

    Args:
        line: the line.
        silence: whose lines the reader does not read.
        plays: whether the reader is a player, not a spectator.
        over: whether the game is over.
    """
    return (line.seat is not None or over or not plays) and not silence.hides(line)


def whole(
    lines: Iterable[ChatLine], screen: Screen, silence: Silence, *, plays: bool, over: bool
) -> Messages:
    """Return a message with the lines that a screen's reader may read and all quick-chat phrases.

    Args:
        lines: the lines to choose from, in order.
        screen: the reader's screen.
        silence: whose lines the reader does not read.
        plays: whether the reader has a seat, even if this screen does not show it.
        over: whether the game is over.
    """
    return [
        {
            "type": "chat",
            "can_speak": screen.person is not None,
            "spectator": not plays,
            "longest": LONGEST_LINE,
            "phrases": [
                {"name": name, "label": _phrase(name, screen.language)} for name in PHRASES
            ],
            "lines": [
                shown(one, screen, silence)
                for one in lines
                if may_read(one, silence, plays=plays, over=over)
            ],
        }
    ]


def shown(line: ChatLine, screen: Screen, silence: Silence) -> dict[str, Any]:
    """Return a line as a screen shows it.

    If the reader has muted or blocked the author, the text is None.
    """
    blocked = line.person in silence.blocked
    silent = blocked or line.person in silence.muted
    words = _phrase(line.phrase, screen.language) if line.phrase else line.text
    return {
        "number": line.number,
        "seat": line.seat,
        "name": line.name,
        "own": line.person is not None and line.person == screen.person,
        "muted": silent,
        "blocked": blocked,
        "text": None if silent else words,
        "at": line.at,
    }


def _phrase(name: str, language: str) -> str:
    return table_text(say(f"phrase.{name}"), language)
