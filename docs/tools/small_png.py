"""Small PNG files: pictures with few colours, written with a palette."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

CHUNK = 4096
"""The number of colours compared with the palette at a time."""


def small_png(pixels: NDArray[np.uint8], most: int) -> bytes:
    """Return a picture as PNG with its most frequent colours; others become the nearest of these.

    Args:
        pixels: the picture, of shape (height, width, 4), with opacity as the last channel.
        most: the maximum number of colours, up to 256.
    """
    height, width, _ = pixels.shape
    # The lowest two bits make no visible difference.
    coarse = (pixels.reshape(-1, 4) & 0xFC).astype(np.uint32)
    keys = coarse @ np.array([1 << 24, 1 << 16, 1 << 8, 1], np.uint32)
    found, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 24 & 255, found >> 16 & 255, found >> 8 & 255, found & 255], 1)
    palette = colours[np.argsort(-counts.astype(np.int64), kind="stable")[:most]].astype(int)
    nearest = np.empty(len(colours), np.uint8)
    for start in range(0, len(colours), CHUNK):
        these = colours[start : start + CHUNK].astype(int)
        distances = ((these[:, None] - palette[None]) ** 2).sum(2)
        nearest[start : start + CHUNK] = distances.argmin(1)
    rows = nearest[places].reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    full = np.where(palette > 0, palette | 3, 0).astype(np.uint8)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", full[:, :3].tobytes()),
            _chunk(b"tRNS", full[:, 3].tobytes()),
            _chunk(b"IDAT", zlib.compress(lines, 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
