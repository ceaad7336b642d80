"""Single games of a run, played again to be watched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ducato.core import verbs
from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.errors import BadValue
from ducato.core.match import Match, Step
from ducato.runs.play.buffers import Cursor
from ducato.runs.play.chunk import Chunk, Player
from ducato.runs.run_folder import CannotWrite
from ducato.table.seats import LONGEST_NAME


def play_again(table: Chunk, number: int) -> Match:
    """Return a game of a run, step by step.

    Its chance is that of the lab, to which nobody committed: the record has no seed.

    Args:
        table: one of the tables of the run; see `runs.run_folder.tables_of`.
        number: the number of the game, from 0.

    Raises:
        BadValue: the run has no such game, or it did not end.
    """
    if not 0 <= number < table.games:
        raise BadValue("--game", number, f"a number from 0 to {table.games - 1}")
    game = table.load()
    player = Player(replace(table, first=number, games=1), game)
    rows = player.play().rows
    if not rows.finished[0]:
        raise BadValue("--game", number, "a game that ended, and this one was stopped")
    end = int(player.work.cursor[Cursor.DECISION])
    chosen = zip(player.work.actor[:end], player.work.chosen[:end], strict=True)
    position, rng = game.new_initial_state(), new_rng(table.seed, number, "chance")
    steps: list[Step] = []
    while not position.is_terminal():
        if position.is_chance_node():
            outcomes = int(verbs.chance_outcomes(position.state, game.edition))
            step = Step(verbs.CHANCE, int(below(rng, outcomes)))
        else:
            step = Step(*map(int, next(chosen)))
        position.apply_action(step.action)
        steps.append(step)
    assert position.ranks() == rows.ranks[0].tolist()
    names = player_names(table.seats)
    stream = CommittedStream.sealed()
    return Match.resumed(game, stream, names, steps, position.state.tobytes())


def player_names(seats: Sequence[str]) -> list[str]:
    """Return the players as names, numbered if there are several of a kind.

    Example:
        >>> player_names(["greedy", "random", "greedy"])
        ['greedy 1', 'random', 'greedy 2']
    """
    found = []
    for seat, name in enumerate(seats):
        number = f" {seats[: seat + 1].count(name)}" if seats.count(name) > 1 else ""
        found.append(name[: LONGEST_NAME - len(number)] + number)
    return found


def write_record(match: Match, path: Path) -> None:
    """Write the record of a match into a file.

    Raises:
        CannotWrite: it cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(match.to_lines()) + "\n")
    except FileExistsError:
        raise CannotWrite(f"{path} is there already; choose another name with --out") from None
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written ({error.strerror or error})") from error
