"""Limits on the requests of an address, and the work that is done for them."""

from __future__ import annotations

import asyncio
import gzip
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import run_in_thread

from ducato.core.errors import BadValue
from ducato.core.i18n import say
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.dependencies import CHANGES_OF_ADDRESS
from ducato.server.kit.http.middleware.request_rate_limit import REQUESTS_OF_ADDRESS, cost_of
from ducato.server.kit.http.rate_limits import (
    LIMITS,
    NETWORK,
    ConcurrencyLimit,
    Limits,
    Rate,
    changed_limits,
    slow_down,
)
from ducato.server.kit.workers import slow_work
from ducato.server.kit.workers.slow_work import Overloaded, SlowWork
from ducato.server.live.attendance import BOT_TABLES_IN_ALL
from ducato.server.subjects.people.routes.login import MAILS_OF_ADDRESS
from ducato.table.changes import Reply
from ducato.table.protocol import ClientMessage
from ducato.table.screens import Screen
from ducato.table.table import LiveTable

Make = Callable[..., str]
ROOT = Path(__file__).parents[4]
BURST = int(REQUESTS_OF_ADDRESS.burst)


class Clock:
    """A clock that advances when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("ducato.server.app.Limits", lambda: Limits(clock))
    return clock


@pytest.fixture
def far(url: str, clock: Clock) -> Iterator[Callable[[str], TestClient]]:
    """Return clients of one server at other addresses, as a proxy names them."""
    app = create_app(Database(url))
    with TestClient(app) as first:

        def at(address: str) -> TestClient:
            client = TestClient(app, client=(address, 50_000))
            client.portal = first.portal
            return client

        yield at


@pytest.mark.parametrize(
    "path",
    ["/", "/api/games", "/api/tables", "/health", "/rules/magnate", "/static/css/base.css",
     "/static/js/pages/table.js", "/games/magnate/glyphs.svg", "/strings/it.json", "/no/such/page"],
)  # fmt: skip
def test_every_route_is_limited_by_address(
    far: Callable[[str], TestClient], clock: Clock, path: str
):
    mallory, anna = far("203.0.113.7"), far("203.0.113.8")
    cost = cost_of(path)
    # Not all of them are really sent: what is left is taken from the bucket by other requests.
    limits = mallory.app.user_middleware  # type: ignore[attr-defined]
    bucket = next(one.kwargs["limits"] for one in limits if "limits" in one.kwargs)
    assert bucket.take(REQUESTS_OF_ADDRESS, "203.0.113.7", BURST - 2 * cost)
    good = [mallory.get(path).status_code for _ in range(2)]
    assert good[0] == good[1] != 429
    refused = mallory.get(path, headers={"Accept-Language": "it"})
    assert refused.status_code == 429
    assert refused.json()["error"].startswith("Troppe richieste")
    assert int(refused.headers["Retry-After"]) >= 1
    assert "Content-Security-Policy" in refused.headers
    assert anna.get(path).status_code == good[0]
    clock.now += int(refused.headers["Retry-After"])
    assert mallory.get(path).status_code == good[0]


def test_what_costs_more_counts_for_more():
    assert cost_of("/table/abc/record") > cost_of("/table/abc/qr.svg") > cost_of("/table/abc")
    assert cost_of("/static/css/base.css") < 1
    assert cost_of("/rules/magnate") < cost_of("/rules/magnate/figures/1.json")


def test_this_machine_is_not_limited(url: str, clock: Clock):
    with TestClient(create_app(Database(url)), client=("127.0.0.1", 50_000)) as client:
        codes = {client.get("/strings/en.json").status_code for _ in range(BURST + 5)}
        assert codes == {200}
        client.headers["X-Forwarded-For"] = "203.0.113.7"  # read by uvicorn, not by the routes
        assert client.get("/strings/en.json").status_code == 200


def test_who_changes_too_much_is_told_when_to_come_back(
    far: Callable[[str], TestClient], clock: Clock
):
    client = far("203.0.113.7")
    for _ in range(int(CHANGES_OF_ADDRESS.burst)):
        client.post("/api/tables", json={})
    answer = client.post("/api/tables", json={})
    assert answer.status_code == 429
    clock.now += int(answer.headers["Retry-After"])
    assert client.post("/api/tables", json={}).status_code == 422


# --------------------------------------------------------------------- independent of any table


@pytest.mark.parametrize(
    "path", ["/api/games", "/strings/en/table.json", "/static/js/pages/table.js"]
)
def test_what_does_not_change_is_made_once_and_kept(
    client: TestClient, path: str, monkeypatch: pytest.MonkeyPatch
):
    first = client.get(path)
    assert first.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in first.headers["Vary"]
    assert first.headers["Cache-Control"] == "no-cache"

    def never(*_: object, **__: object) -> Any:
        raise AssertionError("it is made again")

    monkeypatch.setattr("ducato.server.subjects.games.catalog.build_catalog", never)
    monkeypatch.setattr("builtins.open", never)
    monkeypatch.setattr("ducato.server.subjects.games.assets.catalogue", never)
    monkeypatch.setattr(gzip, "compress", never)
    monkeypatch.setattr(slow_work, "MOST_WAITING", 0)  # answered however much work is going on
    assert client.get(path).text == first.text
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == first.text


def test_the_offer_is_kept_for_each_language(client: TestClient):
    said = {lang: client.get(f"/api/games?lang={lang}") for lang in ("en", "it", "es")}
    assert len({answer.headers["ETag"] for answer in said.values()}) == 3
    assert len({answer.text for answer in said.values()}) == 3
    assert all("Accept-Language, Cookie" in answer.headers["Vary"] for answer in said.values())
    other = client.get("/api/games?lang=it", headers={"If-None-Match": said["en"].headers["ETag"]})
    assert other.status_code == 200


# ------------------------------------------------------------------------------- slow work


def test_heavy_work_has_a_thread_of_its_own(client: TestClient, table_at: Make, monkeypatch: Any):
    table_id = table_at(client).rpartition("/")[2]
    where: set[str] = set()

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def note(*given: Any, **named: Any) -> Any:
            where.add(f"{name} {threading.current_thread().name.partition('_')[0]}")
            return real(*given, **named)

        return note

    from ducato.server.subjects.games import assets
    from ducato.server.subjects.tables import files

    for module, name in ((assets, "_figure"), (files, "_qr_code")):
        monkeypatch.setattr(module, name, noted(name, getattr(module, name)))
    assert client.get(f"/table/{table_id}/qr.svg").status_code == 200
    client.get("/rules/magnate/figures/none.json")
    assert where == {"_figure slow", "_qr_code slow"}


def test_heavy_work_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(slow_work, "MOST_WAITING", 3)

    async def work() -> None:
        pool, go = SlowWork(), threading.Event()
        done = [asyncio.create_task(pool.run(go.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await pool.run(int)
        go.set()
        assert await asyncio.gather(*done) == [True] * 3
        await pool.run(int)
        pool.close()

    run_in_thread(work())


def test_who_asks_for_too_much_work_is_told_when_to_come_back(
    client: TestClient, table_at: Make, sit: Any, monkeypatch: pytest.MonkeyPatch
):
    address = table_at(client)
    anna = sit(client, address)
    monkeypatch.setattr(slow_work, "MOST_WAITING", 0)
    answer = client.get(f"{address}/qr.svg?lang=es")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    anna.say(type="export", id="x")
    refused = anna.hear("rejected", "record")
    assert (refused["type"], refused["id"]) == ("rejected", "x")
    assert "is busy" in refused["reason"]


def test_who_asks_for_many_steps_again_holds_up_nobody(
    client: TestClient, table_at: Make, sit: Any, monkeypatch: pytest.MonkeyPatch
):
    """They wait behind other slow work; if there is too much of it, the current state is shown."""
    anna = sit(client, table_at(client))
    anna.play(8)
    where: list[bool] = []
    receive = LiveTable.receive

    def noted(self: LiveTable, screen: Screen, message: ClientMessage, now: int = 0) -> Reply:
        where.append(threading.current_thread().name.startswith("slow"))
        return receive(self, screen, message, now)

    monkeypatch.setattr(LiveTable, "receive", noted)
    anna.wait_for_turn()
    seq = anna.view["seq"]
    anna.say(type="catch_up", seq=0)
    shown = [step["view"] is not None for step in anna.hear("steps")["steps"]]
    assert shown == [False] * (seq - 1) + [True]
    anna.say(type="catch_up", seq=seq - 1)
    assert len(anna.hear("steps")["steps"]) == 1
    assert where == [True, False]
    monkeypatch.setattr(slow_work, "MOST_WAITING", 0)
    anna.say(type="catch_up", seq=0)
    assert anna.hear("steps", "rejected", "welcome")["type"] == "welcome"
    assert anna.view["seq"] == seq


def test_pages_are_made_in_few_threads(client: TestClient):
    from anyio import to_thread

    async def tokens() -> float:
        return to_thread.current_default_thread_limiter().total_tokens

    assert client.portal.call(tokens) <= 8  # type: ignore[union-attr]


def test_a_body_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch, client: TestClient):
    import json

    monkeypatch.setattr("ducato.server.kit.http.responses.BODY_TIMEOUT", 0.05)
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        async def receive() -> dict[str, Any]:
            if not sent:
                await asyncio.Event().wait()  # for ever
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/tables", "raw_path": b"/api/tables",
            "query_string": b"", "headers": [(b"host", b"testserver")], "scheme": "http",
            "client": ("127.0.0.1", 1), "server": ("testserver", 80), "root_path": "",
            "asgi": {"version": "3.0"}, "http_version": "1.1",
        }  # fmt: skip
        await client.app(scope, receive, send)

    client.portal.call(ask)  # type: ignore[union-attr]
    assert sent[0]["status"] == 408
    assert "error" in json.loads(sent[1]["body"])


def test_buckets_that_are_full_again_are_forgotten():
    clock = Clock()
    limits = Limits(clock)
    slow, quick = Rate(1, 100), Rate(10, 10)
    for number in range(50):
        limits.take(slow, str(number), 40)
        limits.take(quick, str(number))
    clock.now = 1
    limits.take(slow, "new")
    limits.take(quick, "new")
    assert (len(limits._buckets[slow]), len(limits._buckets[quick])) == (51, 1)
    clock.now = 41
    limits.take(slow, "newer")
    assert list(limits._buckets[slow]) == ["newer"]


def test_so_many_buckets_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ducato.server.kit.http.rate_limits.MOST_BUCKETS", 10)
    limits, rate = Limits(Clock()), Rate(1, 2)
    for number in range(20):
        assert limits.take(rate, str(number), 2)
    assert not limits.take(rate, "19")
    assert len(limits._buckets[rate]) == 10


def test_the_wait_is_told_in_words(monkeypatch: pytest.MonkeyPatch):
    assert slow_down(39.2) == say("bad.slow_down", n=40)
    assert slow_down(900) == say("bad.slow_down.minutes", n=15)


def test_a_club_behind_one_address_logs_in_at_once():
    limits = Limits(Clock())
    assert all(limits.take(MAILS_OF_ADDRESS, "203.0.113.7") for _ in range(40))


def test_a_network_is_no_way_around_the_limit_of_an_address():
    limits, rate = Limits(Clock()), Rate(1, 2)
    keys = [f"2001:db8:1:{n:x}::" for n in range(1, 200)]
    assert sum(limits.take(rate, key) for key in keys) == 2 * NETWORK
    assert limits.retry_after(rate, keys[0]) > 0
    assert limits.take(rate, "2001:db8:2:1::")
    with ExitStack() as stack:
        few = ConcurrencyLimit(1, "few")
        held = [stack.enter_context(limits.acquire(few, key)) for key in keys]
        assert sum(held) == NETWORK
    with limits.acquire(few, keys[0]) as free:
        assert free


def test_an_operator_changes_limits():
    changed = changed_limits(["mails-of-address=2,6", "bot-tables-in-all=3"])
    limits = Limits(Clock(), changed)
    assert [limits.take(MAILS_OF_ADDRESS, "a") for _ in range(3)] == [True, True, False]
    assert limits.retry_after(MAILS_OF_ADDRESS, "a") == 10
    assert limits.number(BOT_TABLES_IN_ALL) == 3


@pytest.mark.parametrize("text", ["mails=1,2", "mails-of-address=1", "bot-tables-in-all=x", ""])
def test_a_limit_that_is_none_is_refused(text: str):
    with pytest.raises(BadValue):
        changed_limits([text])


def test_the_docs_have_the_figures_of_all_limits():
    text = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    told = {
        name: tuple(float(cell.replace(",", "")) for cell in figures if cell.strip())
        for name, *figures in re.findall(
            r"^\| `([a-z-]+)` \|[^|]*\| ([\d,]+) \| ?([\d.,]*) \|$", text, re.MULTILINE
        )
    }
    assert told == {
        name: (limit.burst, round(limit.per_second * 60, 3))
        if isinstance(limit, Rate)
        else (limit.number,)
        for name, limit in LIMITS.items()
    }


def test_slow_work_is_fair_by_address(monkeypatch: pytest.MonkeyPatch):
    """Who asks for much is refused, even if that is found out only when others ask."""
    monkeypatch.setattr(slow_work, "MOST_WAITING", 4)

    async def work() -> list[str]:
        pool, go, done = SlowWork(), threading.Event(), list[str]()
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> None:
            loop.call_soon_threadsafe(begun.set)
            go.wait()

        async def ask(address: str, name: str) -> None:
            slow_work.REQUESTER.set(address)
            try:
                await pool.run(done.append, name)
            except Overloaded:
                done.append(f"{name} refused")

        first = asyncio.create_task(pool.run(wait))
        await begun.wait()
        asked = []
        for address, name in (
            *(("mallory", f"m{number}") for number in range(4)),
            *(("anna", "a0"), ("anna", "a1"), ("bruno", "b0"), ("mallory", "m4")),
        ):
            asked.append(asyncio.create_task(ask(address, name)))
            await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, *asked)
        pool.close()
        return done

    done = run_in_thread(work())
    refused = {name for name in done if name.endswith("refused")}
    assert refused == {f"{name} refused" for name in ("m3", "m2", "a1", "m1", "m4")}
    assert [name for name in done if name not in refused] == ["m0", "a0", "b0"]


@pytest.mark.parametrize(
    "path",
    ["/", "/health", "/api/games", "/rules/magnate", "/manifest.webmanifest", "/robots.txt",
     "/favicon.ico", "/service-worker.js", "/strings/en.json", "/no/such/page"],
)  # fmt: skip
def test_head_is_answered_like_get_without_a_body(client: TestClient, path: str):
    whole = client.get(path, headers={"Accept-Encoding": "identity"})
    head = client.head(path, headers={"Accept-Encoding": "identity"})
    assert head.status_code == whole.status_code
    assert head.content == b""
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
        assert head.headers.get(name) == whole.headers.get(name), name


def test_head_is_no_way_to_change_anything(client: TestClient):
    assert client.head("/api/logout").status_code == 405


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/tournaments/", "/tournaments"),
        ("/rules/magnate/?lang=it", "/rules/magnate?lang=it"),
        ("/account//", "/account"),
        ("//evil.example/", "/evil.example"),
        ("/\\evil.example/", "/%5Cevil.example"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_page_without(client: TestClient, path: str, target: str):
    answer = client.get(f"http://testserver{path}", follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (308, target)
    assert client.post("/api/me/", json={"name": "Anna"}).status_code == 404


def test_search_engines_are_told_what_is_private(client: TestClient):
    rules = client.get("/robots.txt").text.splitlines()
    assert rules[0] == "User-agent: *"
    assert {"Disallow: /table/", "Disallow: /people/", "Disallow: /api/"} <= set(rules)


def test_there_is_an_icon_where_browsers_look_for_it(client: TestClient):
    icon = client.get("/favicon.ico")
    assert icon.headers["Content-Type"] == "image/png"
    assert icon.content.startswith(b"\x89PNG")
