"""Mutations of valid messages: values, structure, sizes, strings, numbers, bytes.

Everything is drawn from the given generator, so that the same seed makes the same mistakes. The
module knows no message and no route.
"""

from __future__ import annotations

import json
import random
from typing import Any

NUMBERS = [
    -1, 0, 1, 2, 255, 256, 65_536, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**63 - 1, 2**63,
    2**64, -(2**31) - 1, -(2**63), -(2**63) - 1, 10**30, -(10**400), 0.5, -0.0, 1.0, 41.0, 1e308,
    5e-324, float("nan"), float("inf"), float("-inf"),
]  # fmt: skip
STRINGS = [
    "", " ", "\x00", "a\x00b", "\x7f", "\u202eabc", "\u200b", "\ufeff", "\ufffe", "e\u0301" * 20,
    "\U0001f469\u200d\U0001f680", "\U0010ffff", "ﬃ", "İ", "ß", "ǆ", "𝔘𝔫𝔦", "\ud800", "\udfff\ud800",
    "%s%n{0}{name}", "${7*7}{{7*7}}", "'; DROP TABLE steps; --", "<script>alert(1)</script>",
    "../../../etc/passwd", "__proto__", "null", "true", "NaN", "1e999", "\r\nX: y", "-1", "0x10",
    "١٢", "a" * 64, "a" * 65, "é" * 201, "x" * 1001, "\\" * 300, '"' * 300, "\n" * 100,
]  # fmt: skip
PIECES = [
    b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b",",
    b"}", b'"', b"\\", b"\\u12", b"\\ud800", b"/*", b"-", b"e9", b"\n",
]  # fmt: skip
KINDS = (
    "value", "value", "number", "number", "letters", "letters", "drop", "add", "rename", "twice",
    "nest", "unwrap", "deep", "long", "wide", "bytes", "bytes", "cut", "none",
)  # fmt: skip


def mutated(rng: random.Random, message: dict[str, Any], longest: int = 6000) -> tuple[str, bytes]:
    """Return the message with something changed, as bytes, and what kind of change it was.

    Args:
        rng: the source of all random choices.
        message: the valid message.
        longest: bytes that a change of size may add, approximately.
    """
    kind = rng.choice(KINDS)
    changed: Any = json.loads(json.dumps(message))
    keys = list(changed)
    key = rng.choice(keys) if keys else "id"
    match kind:
        case "value":
            changed[key] = any_value(rng)
        case "number":
            numbers = [k for k in keys if isinstance(changed[k], int)] or [key]
            changed[rng.choice(numbers)] = rng.choice(NUMBERS)
        case "letters":
            words = [k for k in keys if isinstance(changed[k], str)] or [key]
            changed[rng.choice(words)] = rng.choice(STRINGS)
        case "drop":
            changed.pop(key, None)
        case "add":
            changed[rng.choice([*STRINGS, "id", "seq", "type", "seat"])] = any_value(rng)
        case "rename":
            changed[rng.choice([key.upper(), key + " ", key[:-1], "\ufeff" + key])] = changed.pop(
                key, None
            )
        case "twice":
            return kind, dumped(changed)[:-1] + b', "' + key.encode() + b'": ' + dumped(
                any_value(rng)
            ) + b"}"
        case "nest":
            changed[key] = rng.choice([[changed.get(key)], {key: changed.get(key)}, changed.copy()])
        case "unwrap":
            changed = rng.choice([[changed], changed.get(key), [changed, changed], any_value(rng)])
        case "deep":
            depth = rng.choice([10, 100, 900, longest // 2])
            around = rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
            return kind, around[0] * depth + dumped(changed) + around[1] * depth
        case "long":
            changed[key] = rng.choice(["a", "é", "\U0001f600", "\\"]) * rng.randrange(longest)
        case "wide":
            several: Any = [any_value(rng, 0) for _ in range(rng.randrange(longest // 20))]
            changed[key] = several if rng.random() < 0.5 else {str(n): n for n in range(300)}
        case "bytes":
            return kind, torn(rng, dumped(changed))
        case "cut":
            whole = dumped(changed)
            return kind, whole[: rng.randrange(len(whole))]
    return kind, dumped(changed)


def torn(rng: random.Random, data: bytes) -> bytes:
    """Return the bytes with some of them changed, inserted or left out."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                changed[at:at] = rng.choice(PIECES)
            case 2:
                del changed[at : at + rng.randrange(1, 5)]
            case 3:
                changed[at:at] = changed[at : at + rng.randrange(1, 20)]
    return bytes(changed)


def any_value(rng: random.Random, depth: int = 2) -> Any:
    """Return any JSON value, or a value that is not valid JSON."""
    kinds = ["number", "letters", "bool", "none"] + (["list", "object"] if depth else [])
    match rng.choice(kinds):
        case "number":
            return rng.choice(NUMBERS)
        case "letters":
            return rng.choice(STRINGS)
        case "bool":
            return rng.random() < 0.5
        case "list":
            return [any_value(rng, depth - 1) for _ in range(rng.randrange(4))]
        case "object":
            return {rng.choice(STRINGS): any_value(rng, depth - 1) for _ in range(rng.randrange(4))}
    return None


def dumped(value: Any) -> bytes:
    """Return JSON, or nearly so: NaN stays NaN; a text with a lone surrogate is escaped."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode()
