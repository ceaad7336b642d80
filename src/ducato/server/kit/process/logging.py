"""The server's log: plain lines, or one JSON object per line.

The JSON lines may be collected elsewhere, so they contain no secret, hidden state, name or address.
For an error they give its type and location, not its message, which may quote a user's input; for
a table they give a `pseudonym`, since the id of a private table is its key.
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

from ducato.server.kit.database.errors import StoreError

LogFormat = Literal["text", "json"]
LONGEST = 200
"""Maximum number of characters of a message logged by a library."""


def pseudonym(secret: str) -> str:
    """Return a stable pseudonym for a secret: the first 8 hex digits of its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


class JsonLines(logging.Formatter):
    """A formatter that writes each entry as a JSON object.

    Its keys are ``time``, ``level``, ``logger``, ``message`` and, for an exception, ``error``.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the entry as one line of JSON."""
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


class InvalidUtf8Filter(logging.Filter):
    """A filter that drops the error that uvicorn logs when a client sends invalid UTF-8.

    The socket is closed with code 1007; no client may fill the log with tracebacks.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the entry is to be logged."""
        return record.exc_info is None or record.exc_info[0] is not UnicodeDecodeError


def configure_logging(log_format: LogFormat, stream: TextIO = sys.stderr) -> None:
    """Set up logging: warnings and errors, and with "json" also ducato's own entries of level INFO.

    Args:
        log_format: "json" for JSON lines; "text" for plain lines on standard error.
        stream: the stream for the JSON lines.
    """
    logging.getLogger("uvicorn.error").addFilter(InvalidUtf8Filter())
    if log_format == "text":
        return  # Python's handler of last resort writes warnings as they are
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ducato").setLevel(logging.INFO)


def _message(record: logging.LogRecord) -> str:
    if not record.name.startswith("ducato"):
        # A library's message may quote anything; its first line is enough to identify it.
        return str(record.msg).partition("\n")[0][:LONGEST]
    arguments = record.args if isinstance(record.args, tuple) else ()
    safe = tuple(_named(a) if isinstance(a, BaseException) else a for a in arguments)
    return str(record.msg) % safe if safe else str(record.msg)


def _named(error: BaseException | None) -> str:
    name = type(error).__name__
    return f"{name} {error.failure}" if isinstance(error, StoreError) else name


def _locations(trace: TracebackType | None) -> list[str]:
    """Return the locations in a traceback, innermost last; paths have only their last two parts."""
    return [
        f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(trace)
    ]
