"""What the server writes about itself: plain lines, or one JSON object a line.

The JSON lines may be collected elsewhere, so they hold no secret, no hidden state, no name and no
address: of an error its type and where it arose, not its words, which may quote what somebody sent;
of a table a `pseudonym`, since the id of a private table is its key.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TextIO

from ducato.store import StoreError

Form = Literal["text", "json"]
LONGEST = 200
"""Characters of a line of somebody else's."""


def pseudonym(secret: str) -> str:
    """Return a stable pseudonym for a secret: the first 8 hex digits of its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


class JsonLines(logging.Formatter):
    """One JSON object for each entry: ``time``, ``level``, ``logger``, ``message``, ``error``."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the entry as a line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = {
                "type": _named(record.exc_info[1]),
                "at": _locations(record.exc_info[2]),
            }
        return json.dumps(line, ensure_ascii=False)


class WithoutBadText(logging.Filter):
    """Leaves out the trace that uvicorn writes when a client sends invalid UTF-8.

    The socket is closed with 1007 and that is all: nobody may fill our log with such traces.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the entry is to be written."""
        return record.exc_info is None or record.exc_info[0] is not UnicodeDecodeError


def begin(form: Form, stream: TextIO = sys.stderr) -> None:
    """Write what is logged to a stream from now on."""
    logging.getLogger("uvicorn.error").addFilter(WithoutBadText())
    if form == "text":
        return  # Python's own last resort writes warnings as they are
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ducato").setLevel(logging.INFO)


def _message(record: logging.LogRecord) -> str:
    if not record.name.startswith("ducato"):
        # What others say may quote anything; the first line of it says what it is about.
        return str(record.msg).partition("\n")[0][:LONGEST]
    arguments = record.args if isinstance(record.args, tuple) else ()
    safe = tuple(_named(a) if isinstance(a, BaseException) else a for a in arguments)
    return str(record.msg) % safe if safe else str(record.msg)


def _named(error: BaseException | None) -> str:
    name = type(error).__name__
    return f"{name} {error.failure}" if isinstance(error, StoreError) else name


def _locations(trace: TracebackType | None) -> list[str]:
    """Where an error arose, the innermost place last, without the folders of this machine."""
    return [
        f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(trace)
    ]
