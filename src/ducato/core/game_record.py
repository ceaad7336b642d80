"""The record of a match: JSON lines from which the whole match can be replayed and verified.

The first line is a header: game, edition, options, rules version, all values of the edition, the
commitment of the chance stream and the players' contributions to it. Then comes a line for every
action and every chance outcome, and at the end of the game the ranks and the revealed seed. The
line of a chance outcome also gives the number of equally likely outcomes, so that every draw can be
computed again from the seed without the rules. Every line carries a checksum over all lines up to
it, so that the first line that was damaged or edited can be identified. ``docs/records.md``
describes the format.

This module reads and writes the lines; `core.match` makes the entries and replays them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ducato.core.chance import CommittedStream
from ducato.core.editing.lawfulness import check_lawful
from ducato.core.editions.values import values_hash
from ducato.core.errors import (
    BadValue,
    BrokenGame,
    ChangedEdition,
    DamagedRecord,
    DucatoError,
    OtherRules,
)
from ducato.core.game import Game, LoadedGame, find_game, restore

FORMAT, FORMAT_JOINED, FORMAT_SET_UP = 1, 2, 3
"""The versions of the record format, without and with the players' contributions to chance, and
with a position set up by hand, revealed at the end. A reader that ignored either would take correct
outcomes for wrong ones."""
RESIGN = "resign"
"""The name of the action of a seat that resigns; it is not one of the game's actions."""


def format_of(*, joined: bool, set_up: bool) -> int:
    """Return the version of the format for a game with contributions, or a position set up."""
    return FORMAT_SET_UP if set_up else FORMAT_JOINED if joined else FORMAT


def record_lines(text: str) -> list[str]:
    """Return the lines of a record's file, by whatever program it was saved."""
    # Not `splitlines`: names may contain what Unicode calls a line separator.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip()
    return text.split("\n") if text else []


TYPES: dict[str, type] = {"game": str, "players": int, "edition": str, "options": dict}
"""The types of some values in a header, from which the game is loaded."""


@dataclass(frozen=True)
class GameRecord:
    """The contents of a record.

    Attributes:
        entries: one entry for each line: the header, the steps, and the result if the game is over.
    """

    entries: list[dict[str, Any]]

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> GameRecord:
        """Return the record read from these lines, with only their checksums verified.

        Raises:
            DamagedRecord: a line is wrong, and the error names the first such line and the problem;
                or there are no lines.
        """
        entries: list[dict[str, Any]] = []
        digest = ""
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
                check = entry.pop("check", None) if isinstance(entry, dict) else None
                digest = _check(digest, entry)
            except (ValueError, RecursionError) as error:  # or nested too deeply
                raise DamagedRecord(number, f"it is not JSON ({error})") from error
            if check is None:
                raise DamagedRecord(number, "it is not an entry with a checksum")
            if check != digest:
                raise DamagedRecord(
                    number, "its checksum is wrong: this line or one before it was edited"
                )
            entries.append(entry)
        if not entries:
            raise DamagedRecord(1, "the record is empty")
        return cls(entries)

    def to_lines(self) -> list[str]:
        """Return the entries as lines of JSON, each with its checksum."""
        lines, digest = [], ""
        for entry in self.entries:
            digest = _check(digest, entry)
            lines.append(json.dumps({**entry, "check": digest}, ensure_ascii=False))
        return lines

    @property
    def header(self) -> dict[str, Any]:
        """The record's first entry."""
        return self.entries[0]

    @property
    def names(self) -> list[str]:
        """The players' names, by seat.

        Raises:
            BadValue: they are not a list of strings.
            KeyError: the header lacks them.
        """
        names = self.header["names"]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise BadValue("names", names, "a list of strings")
        return names

    @property
    def seed(self) -> str | None:
        """The revealed seed in hexadecimal, or None if the game was not over."""
        seed = self.entries[-1].get("seed")
        return None if seed is None else str(seed)

    def load_game(self, game: Game | None = None) -> LoadedGame:
        """Return the recorded game, under its own version of the rules and with its own values.

        Args:
            game: the game; if None, the installed game that the header names.

        Raises:
            ChangedEdition: the recorded values are no longer possible.
            OtherRules: the version of the rules under which the game was played is not available.
            DucatoError, KeyError, TypeError, ValueError: the header is damaged.
        """
        header = self.header
        if header["ducato"] not in (FORMAT, FORMAT_JOINED, FORMAT_SET_UP):
            known = f"{FORMAT}, {FORMAT_JOINED} or {FORMAT_SET_UP}"
            raise BadValue("format of the record", header["ducato"], known)
        for key, kind in TYPES.items():
            if type(header[key]) is not kind:
                raise BadValue(key, header[key], f"of the type {kind.__name__}")
        played = find_game(header["game"]) if game is None else game
        if header["game"] != played.name:
            raise BadValue("game", header["game"], played.name)
        values = header.get("values")
        if values is not None:
            if not isinstance(values, dict):
                raise BadValue("values", values, "an object with a key for each parameter")
            if values_hash(values) != header["values_hash"]:
                raise BadValue("values_hash", header["values_hash"], "the SHA-256 of the values")
        return restore(
            played,
            header["players"],
            header["edition"],
            header["options"],
            rules_version=header["rules_version"],
            values=values,
        )

    def doubt(self) -> str:
        """Return a reason other than damage why the record might not replay; "" if there is none.

        Older records lack the values of the edition, which may have changed since.
        """
        header = self.header
        if "values" in header:
            return ""
        error = ChangedEdition(header["game"], header["edition"], "its values are not recorded")
        return f"; or {error}"

    def stream(self) -> CommittedStream:
        """Return the committed stream.

        If the record has no seed, the stream is sealed.

        Raises:
            BadValue: the seed does not match the commitment, or the contributions are wrong.
            KeyError, TypeError, ValueError: the seed, the contributions or the header are damaged.
        """
        commitment = self.header["commitment"]
        if self.seed is None:
            return CommittedStream.sealed(str(commitment), self._contributions())
        stream = CommittedStream(bytes.fromhex(self.seed), self._contributions())
        if stream.commitment != commitment:
            raise BadValue("seed", "the revealed one", "the seed whose SHA-256 is the commitment")
        return stream

    def start(self, game: LoadedGame) -> bytes | None:
        """Return the position set up by hand with which the game began; None if it was dealt.

        Raises:
            KeyError, TypeError, ValueError: the game has no such position, or it is not lawful.
        """
        if self.header["ducato"] != FORMAT_SET_UP:
            return None
        contents = bytes.fromhex(self.header["start"])
        check_lawful(game, game.State.of(contents), tried=True)
        return contents

    def _contributions(self) -> dict[int, str]:
        """Return the players' contributions to chance, by seat."""
        header = self.header
        given = header.get("contributions", {})
        if not isinstance(given, dict):
            raise BadValue("contributions", given, "an object with a key for each seat")
        found = {int(seat): str(drawn) for seat, drawn in given.items()}
        joined = header["ducato"] == FORMAT_JOINED
        if bool(found) != joined and header["ducato"] != FORMAT_SET_UP:
            raise BadValue("contributions", len(found), f"some in format {FORMAT_JOINED} only")
        if not found.keys() <= set(range(header["players"])):
            raise BadValue("contributions", sorted(found), "seats of the game")
        return found


@contextmanager
def reading_line(number: int, doubt: str = "") -> Iterator[None]:
    """Raise errors in this context as `DamagedRecord` for the line with this number.

    A `BrokenGame`, `OtherRules` or `ChangedEdition` passes unchanged. `doubt` is added to the
    problem.
    """
    try:
        yield
    except (BrokenGame, OtherRules, ChangedEdition):
        raise
    except (DucatoError, KeyError, TypeError, ValueError) as error:
        lacking = number == 1 and isinstance(error, KeyError)
        problem = f"the header lacks {error}" if lacking else str(error)
        raise DamagedRecord(number, problem + doubt) from error


def _check(digest: str, entry: dict[str, Any]) -> str:
    """Return the checksum of a line, over the previous line's checksum and its own entry."""
    return hashlib.sha256(f"{digest}{json.dumps(entry, sort_keys=True)}".encode()).hexdigest()[:12]
