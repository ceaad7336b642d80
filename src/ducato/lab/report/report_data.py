"""The data of a report: what was measured, without words, as ``data/balance.json`` of a game.

`measure` gathers it from runs and `render` makes the page of it, which needs neither runs nor more
than the texts of the game. A report of the lab has the file beside it as ``balance.json``; a game
that has it in its folder ``data`` offers the page beside its rules.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ducato.core.editions import data_files
from ducato.core.errors import BrokenGame
from ducato.core.game import Game
from ducato.lab.diagnosis.finding import FindingSort, Grade, Heading, heading_of
from ducato.lab.metrics import MetricSort, Unit
from ducato.runs.statistics import Estimate

FILE = "data/balance.json"
DIGITS = 5
"""The number of significant digits of the numbers in the file, more than a page shows."""

Histogram = Literal["minutes", "decisions", "lead"]
"""A number of a game, by the name of the title of its histogram, ``plot.<name>``."""
Choices = Literal["options", "forced"]
"""A number of the decisions, by the name of the title of its curves, ``plot.<name>``."""
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Numbers = Annotated[list[float], Meta(min_length=2)]
"""The points of a curve, evenly spaced from the beginning to the end of a game."""


class UnreadableReport(BrokenGame):
    """An error raised if a game has a file of a report that is damaged or of another game."""


class Data(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the data."""


class FindingData(Data, frozen=True, array_like=True):
    """A finding.

    Attributes:
        sort, subject, value, fair, grade, cause, details: those of `diagnosis.finding.Finding`.
        others: what the other levels of skill say of the subject, in their order; None where one
            says nothing of it. Empty for options, of which one sentence names many.
    """

    sort: FindingSort
    subject: str
    value: Estimate
    fair: float | None = None
    others: list[Estimate | None] = []
    grade: Grade = "note"
    cause: Estimate | None = None
    details: list[str] = []

    @property
    def heading(self) -> Heading:
        """The heading under which it belongs."""
        return heading_of(self.sort, self.subject)


class MetricData(Data, frozen=True):
    """A metric of all tables: see `lab.metrics.Metric`."""

    unit: Unit
    sort: MetricSort


class MeasuredData(Data, frozen=True):
    """The value of a metric at one table.

    Attributes:
        value: the estimate.
        target: the bounds that are worth stating of the range in which it should lie; None if the
            game wants nothing of it.
        met: whether it lies there.
    """

    value: Estimate
    target: tuple[float | None, float | None] | None = None
    met: bool = True


class LevelData(Data, frozen=True, array_like=True):
    """A metric at each level of skill.

    Attributes:
        values: its values, in the order of the levels.
        differences: by how much each exceeds the one before, deal by deal; None for the first, and
            for what is no mean over games.
    """

    values: list[Estimate]
    differences: list[Estimate | None]


class HistogramData(Data, frozen=True):
    """How often a number of the games lies in each of some bins of equal width.

    Attributes:
        low, high: where the first bin begins and the last one ends.
        counts: the games in each bin, for each level; None for a level that is left out.
        without: the range in which the games of that level lie, but for the most extreme ones.
    """

    low: float
    high: float
    counts: list[Annotated[list[Count], Meta(min_length=1)] | None]
    without: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        shown = [found for found in self.counts if found is not None]
        if not self.low < self.high or not all(map(sum, shown)):
            raise ValueError("a histogram needs a width, and games")
        if len({len(found) for found in shown}) != 1:
            raise ValueError("all levels of a histogram have the same bins")


class CurveData(Data, frozen=True):
    """A number through the game, and half of the width of the band around it, if it has one."""

    values: Numbers
    width: Numbers | None = None

    def __post_init__(self) -> None:
        if self.width is not None and len(self.width) != len(self.values):
            raise ValueError("a curve and its band have the same points")


class ExcessData(Data, frozen=True):
    """What those win beyond a fair share that do a thing, see `lab.thing_shares.ThingShare`."""

    thing: str
    excess: Estimate


class ThingData(Data, frozen=True, array_like=True):
    """A row of the table of all things.

    Attributes:
        thing: its name.
        could: the share of all seats that could ever do it.
        used: the share of them that did.
        won: the share of the win of those that did it.
        excess: by how much that exceeds what is fair at their positions in the order of play.
    """

    thing: str
    could: float
    used: float
    won: float
    excess: Estimate


class TableData(Data, frozen=True):
    """What was measured at one table: an edition with options and a number of players.

    Attributes:
        edition, players, options: the table.
        findings: what stands out, the weightiest first.
        order, seat: the shares of wins at each level, by the order of play and by seat.
        histograms: the histograms; one whose numbers are all equal is left out, and so are curves.
        open: the share of games that are open, at each level.
        excesses: the things with the highest and with the lowest excess of wins.
        things: the things done most often, from the highest excess to the lowest.
        series: the series of the game by name, first of the winners, then of the others.
        choices: the curves of each level.
        metrics: the metrics by name.
        levels: the metrics at each level, if there are several.
    """

    edition: str
    players: Number
    options: dict[str, bool | int | str]
    findings: list[FindingData]
    order: list[list[Estimate]]
    seat: list[list[Estimate]]
    histograms: dict[Histogram, HistogramData]
    open: list[CurveData]
    excesses: list[ExcessData]
    things: list[ThingData]
    series: dict[str, tuple[CurveData, CurveData]]
    choices: dict[Choices, list[CurveData]]
    metrics: dict[str, MeasuredData]
    levels: dict[str, LevelData] = {}

    @property
    def key(self) -> str:
        """The anchor of its section."""
        return f"{self.edition}-{self.players}"


class ReportData(Data, frozen=True):
    """What was measured of a game.

    Attributes:
        game: the name of the game.
        version: the version of ducato.
        command: the command that repeats the runs.
        games: the number of games at each table and level.
        seed: the seed.
        levels: the names of the levels of skill; findings and metrics are those of the last one.
        metrics: the metrics by name.
        tables: the tables.
    """

    game: str
    version: str
    command: str
    games: Number
    seed: int
    levels: Annotated[list[str], Meta(min_length=1)]
    metrics: dict[str, MetricData]
    tables: Annotated[list[TableData], Meta(min_length=1)]

    def __post_init__(self) -> None:
        for table in self.tables:
            self._check(table)

    def _check(self, table: TableData) -> None:
        """Raise `ValueError` unless a table has all that the page relies on."""
        shares = [*table.order, *table.seat]
        by_level: list[list[Any]] = [table.order, table.seat, table.open, *table.choices.values()]
        by_level += [
            part for found in table.levels.values() for part in (found.values, found.differences)
        ]
        by_level += [histogram.counts for histogram in table.histograms.values()]
        if any(len(found) != len(self.levels) for found in by_level):
            raise ValueError(f"{table.key}: not one for each level")
        if any(len(found) != table.players for found in shares):
            raise ValueError(f"{table.key}: not one for each player")
        if (
            table.metrics.keys() != self.metrics.keys()
            or not table.levels.keys() <= self.metrics.keys()
        ):
            raise ValueError(f"{table.key}: not the metrics of the report")
        positions = [str(number + 1) for number in range(table.players)]
        subjects: dict[str, list[str]] = {
            "order": positions,
            "seat": positions,
            # The time on the box counts as a target of the minutes.
            "target": [
                name for name, found in table.metrics.items() if found.target or name == "minutes"
            ],
        }
        for finding in table.findings:
            known = finding.subject in subjects.get(finding.sort, [finding.subject])
            if not known or len(finding.others) not in (0, len(self.levels) - 1):
                raise ValueError(f"{table.key}: nothing can be found about {finding.subject}")


def encoded(report: ReportData) -> str:
    """Return a report as the text of a file, with each table on a line."""
    found = _rounded(msgspec.to_builtins(report))
    tables = [msgspec.json.encode(table).decode() for table in found.pop("tables")]
    head = msgspec.json.encode(found).decode()
    return f'{head[:-1]},"tables":[\n' + ",\n".join(tables) + "\n]}\n"


def read_report(game: Game) -> ReportData:
    """Return the data of the report that a game has in `FILE`.

    Raises:
        FileNotFoundError: it has none.
        UnreadableReport: the file has another form, or is of another game.
    """
    if not data_files.has_file(game.package, FILE):
        raise FileNotFoundError(FILE)
    try:
        report = msgspec.json.decode(data_files.read_bytes(game.package, FILE), type=ReportData)
        if report.game != game.name:
            raise ValueError(f"it is of {report.game}")
        if not {table.players for table in report.tables} <= set(game.players):
            raise ValueError("the game is not for so many players")
    except ValueError as error:  # which those of msgspec are
        raise UnreadableReport(
            game.name,
            f"has no report in {FILE} ({error}): take the balance.json that "
            f"`ducato lab report {game.name} --edition all` writes",
        ) from error
    return report


def _rounded(found: Any) -> Any:
    """Return plain data with all numbers rounded to `DIGITS` significant digits."""
    if isinstance(found, float):
        return float(f"{found:.{DIGITS}g}")
    if isinstance(found, dict):
        return {key: _rounded(value) for key, value in found.items()}
    return [_rounded(part) for part in found] if isinstance(found, list | tuple) else found
