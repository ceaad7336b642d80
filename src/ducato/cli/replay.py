"""``ducato replay``: a recorded game, verified and retold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import Json
from ducato.cli.output import print_json
from ducato.core.errors import DamagedRecord, DucatoError
from ducato.core.i18n import say

if TYPE_CHECKING:
    from ducato.core.match import Match


class UnreadableFile(DucatoError):
    """An error raised if the file of a record cannot be opened.

    Attributes:
        file: the path that was given.
        reason: the system's reason, such as "No such file or directory".
    """

    def __init__(self, file: Path, reason: str) -> None:
        self.file, self.reason = file, reason
        super().__init__(f"{file} cannot be read: {reason}")


def replay(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A game record (JSON lines).")],
    language: Annotated[str, typer.Option("--lang", help="en, it or es.")] = "en",
    as_json: Json = False,
) -> None:
    """Verify a recorded game, including chance if its seed is revealed, and print its log."""
    from ducato.table.views.full_log import game_log
    from ducato.table.views.texts import table_text

    match = read_match(record)
    if as_json:
        print_json(
            {
                "record": str(record),
                "game": match.game.name,
                "steps": match.seq,
                "over": match.is_over(),
                "ranks": match.ranks() if match.is_over() else None,
                "chance_verified": match.chance_verified,
            }
        )
        return
    for sentence in game_log(match, language):
        typer.echo(sentence)
    verdict = say("record.verified" if match.chance_verified else "record.sound", n=match.seq)
    typer.echo(table_text(verdict, language))


def read_match(record: Path) -> Match:
    """Return the match that a file records.

    Raises:
        UnreadableFile: the file cannot be opened.
        DamagedRecord: it holds no record, or a damaged one.
        BrokenGame, ChangedEdition, OtherRules: see `Match.from_lines`.
    """
    from ducato.core.match import Match

    try:
        lines = record.read_text("utf-8").splitlines()
    except OSError as error:
        raise UnreadableFile(record, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise DamagedRecord(1, f"{record} cannot be read: {error}") from error
    return Match.from_lines(lines)
