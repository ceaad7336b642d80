"""Which worker serves which table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ducato.server.cluster.shards import shard_of, worker_of

DEPLOY = Path(__file__).parents[3] / "deploy"
SHARDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.mark.parametrize(
    ("head", "shard"),
    [
        (b"GET /table/x1_-/socket?lang=en HTTP/1.1\r\n", "x"),
        (b"GET /table/-1 HTTP/1.1\r\n", "-"),
        (b"GET /table/x1?seat=0 HTTP/1.1\r\n", "x"),
        (b"POST /api/tables/_1/join HTTP/1.1\r\n", "_"),
        (b"POST /api/tables HTTP/1.1\r\n", None),
        (b"GET /table/ HTTP/1.1\r\n", None),
        (b"GET /table/x1", None),  # incomplete
        (b"GET / HTTP/1.1\r\nReferer: /table/x1 \r\n", None),
        (b"\x16\x03\x01", None),
        (b"", None),
    ],
)
def test_a_request_says_its_shard(head: bytes, shard: str | None):
    assert shard_of(head) == shard


def test_shards_are_spread_over_the_workers():
    served = [worker_of(shard, (1, 2)) for shard in SHARDS]
    assert all(20 <= served.count(worker) <= 44 for worker in (1, 2))


def test_only_the_shards_of_a_missing_worker_move():
    for shard in SHARDS:
        worker = worker_of(shard, (1, 2, 3))
        for missing in (1, 2, 3):
            others = [one for one in (1, 2, 3) if one != missing]
            assert (worker_of(shard, others) == worker) is (worker != missing)


def test_no_proxy_keeps_a_connection_that_would_lead_past_the_shard():
    """A connection stays with the worker of its first request, whatever table is asked for next."""
    nginx, caddy = sorted(DEPLOY.glob("nginx*.conf")), sorted(DEPLOY.glob("Caddyfile*"))
    assert len(nginx) == len(caddy) == 2
    for path in nginx:
        text = path.read_text("utf-8")
        assert "keepalive" not in text, path.name
        assert re.search(r"\n    '' +close;\n", text), path.name
        sent = text.count("proxy_set_header Connection $ducato_connection;")
        assert sent == text.count("proxy_pass "), path.name
    for path in caddy:
        text = path.read_text("utf-8")
        assert text.count("keepalive off") == text.count("reverse_proxy "), path.name
