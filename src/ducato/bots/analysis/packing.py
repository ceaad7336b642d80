"""Analyses as JSON, for the store and for files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ducato.bots.analysis.model import (
    FORMAT,
    Analysis,
    ChanceEvent,
    Decision,
    JudgedAction,
    LineStep,
    Reason,
    Values,
)
from ducato.core.i18n import Message, Name, Seat

DIGITS = 5
"""The digits kept of a value after the point: fewer than its error, which is a fifth of a point."""


def pack(analysis: Analysis) -> str:
    """Return an analysis as JSON."""
    row = {one.name: getattr(analysis, one.name) for one in fields(Analysis)}
    row["prior"] = _values(analysis.prior)
    row["decisions"] = [_decision(one) for one in analysis.decisions]
    row["events"] = [
        [one.seq, one.until, one.turn, _values(one.swing), one.samples] for one in analysis.events
    ]
    return json.dumps({"format": FORMAT, **row}, ensure_ascii=False, separators=(",", ":"))


def unpack(packed: str) -> Analysis:
    """Return the analysis that `pack` has packed.

    Raises:
        ValueError: it has another form.
    """
    row = json.loads(packed)
    if row.pop("format", None) != FORMAT:
        raise ValueError("the analysis has another format")
    row["people"], row["result"] = tuple(row["people"]), tuple(row["result"])
    row["prior"] = _read_values(row["prior"])
    row["decisions"] = tuple(_read_decision(one) for one in row["decisions"])
    row["events"] = tuple(
        ChanceEvent(seq, until, turn, _read_values(swing), samples)
        for seq, until, turn, swing, samples in row["events"]
    )
    return Analysis(**row)


def _decision(one: Decision) -> list[Any]:
    same = one.best == one.action >= 0
    return [
        one.seq,
        one.seat,
        one.action,
        one.best,
        one.turn,
        _values(one.before),
        None if same else _values(one.after),
        None if same else _values(one.cost),
        one.simulations,
        [[c.action, round(c.wins, DIGITS), round(c.error, DIGITS), c.visits] for c in one.choices],
        pack_line(one.line),
        [list(reason) for reason in one.reasons],
    ]


def _read_decision(row: list[Any]) -> Decision:
    seq, seat, action, best, turn, before, after, cost, simulations, choices, line, reasons = row
    values = _read_values(before)
    none = Values((0.0,) * len(values.means), (0.0,) * len(values.means))
    return Decision(
        seq=seq,
        seat=seat,
        action=action,
        best=best,
        turn=turn,
        before=values,
        after=values if after is None else _read_values(after),
        cost=none if cost is None else _read_values(cost),
        simulations=simulations,
        choices=tuple(JudgedAction(*choice) for choice in choices),
        line=unpack_line(line),
        reasons=tuple(Reason(*reason) for reason in reasons),
    )


def _values(values: Values) -> list[list[float]]:
    return [[round(number, DIGITS) for number in numbers] for numbers in values]


def _read_values(row: list[list[float]]) -> Values:
    means, errors = row
    return Values(tuple(means), tuple(errors))


def pack_line(line: Sequence[LineStep]) -> list[Any]:
    """Return a line as JSON values."""
    return [[step.seat, step.action, pack_text(step.label)] for step in line]


def unpack_line(packed: list[Any]) -> tuple[LineStep, ...]:
    """Return the line that `pack_line` has packed."""
    return tuple(LineStep(seat, action, unpack_text(label)) for seat, action, label in packed)


def pack_text(text: Any) -> Any:
    """Return a text, or an argument of one, as JSON values."""
    match text:
        case Message(key, items):
            return {"say": key, "with": [[name, pack_text(value)] for name, value in items]}
        case Name(id):
            return {"name": id}
        case Seat(number):
            return {"seat": number}
        case tuple() | list():
            return [pack_text(one) for one in text]
        case bool() | int() | float() | str() | None:
            return text
        case _:
            return int(text)  # a number of NumPy's


def unpack_text(packed: Any) -> Any:
    """Return the text that `pack_text` has packed."""
    match packed:
        case {"say": key, "with": items}:
            return Message(key, tuple((name, unpack_text(value)) for name, value in items))
        case {"name": id}:
            return Name(id)
        case {"seat": number}:
            return Seat(number)
        case list():
            return tuple(map(unpack_text, packed))
        case _:
            return packed
