"""``ducato replay``: a recorded game, verified and retold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ducato.cli.options import FileOrInput, Json, Language, read_input
from ducato.cli.output import print_json
from ducato.core.i18n import say

if TYPE_CHECKING:
    from ducato.core.match import Match


def replay(
    record: FileOrInput,
    language: Language = "en",
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
    """Return the match that a file, or standard input, records.

    Raises:
        UnreadableFile: the file cannot be opened or is not a text.
        DamagedRecord: it holds no record, or a damaged one.
        BrokenGame, ChangedEdition, OtherRules: see `Match.from_lines`.
    """
    from ducato.core.game_record import record_lines
    from ducato.core.match import Match

    return Match.from_lines(record_lines(read_input(record)))
