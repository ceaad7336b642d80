"""HTTP requests, built from the server's own description and then mutated.

Every route is requested as every kind of client: people, bots, anonymous visitors, and impostors.
An answer must be in the description; a refusal must have its form and leave nothing behind.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from benchmarks.fuzzing.findings import Books, Findings
from benchmarks.fuzzing.mutations import NUMBERS, STRINGS, any_value, dumped, mutated, torn
from benchmarks.fuzzing.wire import Line, Reply, Silent

from ducato.server.kit.http.locale import COOKIE as LANGUAGE_COOKIE
from ducato.server.kit.http.sessions import PLAIN_COOKIE

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get"]
ALWAYS = {307, 308, 400, 404, 405, 413, 421}
"""Any route may return: a slash too many, not understood, not found, wrong method, too much,
another host.
"""
OF_PAGES = {200, 206, 304, 403, 409, 416, 422}
SAFE = ("content-security-policy", "x-content-type-options", "referrer-policy")
NEW_FACES = 400
"""Requests after which new people are created: sessions may have been ended meanwhile."""
WAYS = ["right", "path", "query", "body", "body", "body", "headers", "method", "bytes", "length"]


class Asker:
    """A sequence of requests, one after the other.

    Args:
        port: of the server.
        routes: path and methods of each.
        description: the server's, as OpenAPI.
        books: its database.
        findings: where the results are recorded.
        rng: the source of all random choices.
        desk: a lock held while people or tables are changed, so that a change of the books can be
            attributed.
    """

    def __init__(
        self,
        port: int,
        routes: Iterable[tuple[str, set[str]]],
        description: dict[str, Any],
        books: Books,
        findings: Findings,
        rng: random.Random,
        desk: asyncio.Lock,
    ) -> None:
        self.port, self.books, self.findings, self.rng = port, books, findings, rng
        self.description, self.desk = description, desk
        self.line = Line(port)
        self.routes = [(path, sorted(methods)) for path, methods in routes]
        self.words: list[str] = ["Anna", "greedy", "random", "person", "en", "it", "lobby", "board"]
        self.ids: list[str] = ["0" * 16]
        self.faces: dict[str, str] = {}
        self.sent = 0

    async def learn(self) -> None:
        """Learn the names of games, editions, options and bots."""
        games = json.loads((await self._say("GET", "/api/games")).body)
        for game in games:
            self.words += [game["name"], *(one["name"] for one in game["editions"])]
            self.words += [one["name"] for one in game["options"][:5]]
            self.words += [bot["name"] for bot in game["bots"]]

    async def run(self, number: int, until: float) -> None:
        """Send this many requests, or as many as there is time for."""
        await self.learn()
        for _ in range(number):
            if self.findings.enough or time.monotonic() > until:
                break
            if self.sent % NEW_FACES == 0:
                async with self.desk:
                    await self._create_people()
            self.sent += 1
            async with self.desk:
                await self.one()
        self.line.close()

    async def one(self) -> None:
        """Send one request and check the answer."""
        rng, way = self.rng, self.rng.choice(WAYS)
        path, methods = rng.choice(self.routes)
        face = rng.choice([*self.faces])
        method = rng.choice(METHODS if way == "method" else methods)
        described = self.description["paths"].get(path, {}).get(method.lower(), {})
        target = self._filled(path, way == "path") + self._query(way == "query")
        headers = ["Host: 127.0.0.1", *filter(None, [self.faces[face]])]
        if way == "headers":
            headers += [self._header() for _ in range(rng.randrange(1, 4))]
        body = b""
        if "requestBody" in described or (method in ("POST", "PUT") and rng.random() < 0.3):
            body = self._body(described, way == "body")
            headers.append("Content-Type: application/json")
        length = str(len(body))
        if way == "length":
            length = rng.choice(
                [length, length, "0", "-1", "1e3", "", "ü", "+1", "0x2", "1, 2", str(len(body) + 5)]
            )
        if body or way == "length":
            headers.append(f"Content-Length: {length}")
        head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{one}\r\n" for one in headers) + "\r\n"
        raw = head.encode("utf-8", "surrogateescape") + body
        if way == "bytes":
            raw = torn(rng, raw)
        before = self.books.outside()
        reply = await self._ask(raw, method, alone=way in ("bytes", "length", "headers"))
        await self._judge(path, method, face, way, raw, reply, described, before)

    async def _ask(self, raw: bytes, method: str, alone: bool) -> Reply | None:
        try:
            if not alone:
                return await self.line.ask(raw, head=method == "HEAD")
            return await Line(self.port).ask_once(raw, head=method == "HEAD")
        except Silent:
            self.findings.demand(False, "http: no answer", raw)
            return None

    async def _judge(
        self,
        path: str,
        method: str,
        face: str,
        way: str,
        raw: bytes,
        reply: Reply | None,
        described: dict[str, Any],
        before: tuple[Any, ...],
    ) -> None:
        demand, here = self.findings.demand, f"http: {method} {path} as {face}, {way}"
        status = 0 if reply is None else reply.status
        self.findings.count("HTTP", way, str(status) if status else "line ended")
        self.findings.listen(raw)
        torn_apart = way in ("bytes", "length", "headers")
        demand(reply is not None or torn_apart, f"{here}: the line was ended", raw)
        if reply is None:
            return
        demand(status < 500, f"{here}: {status} {reply.body[:200]!r}", raw)
        if torn_apart:
            return  # a torn request may mean something else altogether
        allowed = ALWAYS | ({int(code) for code in described.get("responses", {})} or OF_PAGES)
        demand(status in allowed, f"{here}: {status} is not described", raw)
        for name in SAFE:
            demand(name in reply.headers or status == 400, f"{here}: {status} without {name}", raw)
        if status >= 400 and self.books.outside() != before:
            # Perhaps an earlier, broken request had begun it; then it does not happen each time.
            new = [await self._leaves(raw) for _ in range(3)]
            demand(not all(new), f"{here}: {status}, and yet something new", raw)
        ours = raw.split(b" ", 2)[1].startswith(b"/api/")
        if described and ours and method != "HEAD" and status not in (307, 308, 400, 421):
            try:
                said = json.loads(reply.body)
            except ValueError:
                demand(False, f"{here}: {status} is not JSON: {reply.body[:200]!r}", raw)
                return
            refused = isinstance(said, dict) and {"error", "choices", "field"} <= said.keys()
            demand(refused or status < 400, f"{here}: {status} has not the form of a refusal", raw)
            if status == 201 and "url" in said:
                self.ids = [*self.ids[-20:], said["id"]]

    async def _leaves(self, raw: bytes) -> bool:
        """Return whether a refused request leaves something behind when it is sent again."""
        before = self.books.outside()
        await self.line.ask(raw)
        return self.books.outside() != before

    async def _say(self, method: str, path: str, cookie: str | None = None, **body: Any) -> Reply:
        return await say(self.line, method, path, cookie, **body)

    async def _create_people(self) -> None:
        """Create people, a bot of one of them, a revoked bot, and an impostor."""
        anna = (await self._say("POST", "/api/me", name="Anna")).cookie
        bruno = (await self._say("POST", "/api/me", name="Bruno")).cookie
        made = [
            json.loads((await self._say("POST", "/api/bot-accounts", anna, name=name)).body)
            for name in ("Argo", "Brio")
        ]
        await self._say("DELETE", f"/api/bot-accounts/{made[1]['id']}", anna)
        game = self.rng.choice(json.loads((await self._say("GET", "/api/games")).body))
        for public in (True, False):
            seats: list[dict[str, str]] = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
            seats += [{"kind": "bot", "bot": "random"}] * (max(game["players"][0], 2) - 2)
            opened = await self._say(
                "POST", "/api/tables", anna, game=game["name"], seats=seats, public=public
            )
            self.ids = [*self.ids[-20:], json.loads(opened.body)["id"]]
        self.ids += [one["id"] for one in made]
        self.faces = {
            "nobody": "",
            "Anna": f"Cookie: {anna}",
            "Bruno": f"Cookie: {bruno}; {LANGUAGE_COOKIE}=it",
            "nobody's cookie": f"Cookie: {PLAIN_COOKIE}=" + "x" * 43,
            "a bot": f"Authorization: Bearer {made[0]['token']}",
            "a revoked bot": f"Authorization: Bearer {made[1]['token']}",
            "who says so": "Authorization: Bearer root",
            "both": f"Cookie: {bruno}\r\nAuthorization: Bearer {made[0]['token']}",
        }

    def _filled(self, path: str, changed: bool) -> str:
        """Return the path with each of its gaps filled."""
        parts = []
        for part in path.split("/"):
            before, brace, rest = part.partition("{")
            if brace:
                name, _, after = rest.partition("}")
                value = self.rng.choice(self.ids if "id" in name else self.words)
                if changed:
                    value = self.rng.choice(
                        [*STRINGS, *map(str, NUMBERS), "..", ".", "a/b", "%", "%ff"]
                    )
                part = before + quote(value, safe="", errors="surrogatepass") + after
                if changed and self.rng.random() < 0.2:
                    part = self.rng.choice(["%00", "%ED%A0%80", "%%", "%c0%af", "%2e%2e", ";", "*"])
            elif changed and self.rng.random() < 0.1:
                part = self.rng.choice([part.upper(), part + "%20", "", part + ";a=b"])
            parts.append(part)
        return "/".join(parts) or "/"

    def _query(self, changed: bool) -> str:
        if not changed and self.rng.random() < 0.7:
            return ""
        values: list[Any] = ["en", "it", "es", "0", "1", "12"]
        if changed:
            values += [*STRINGS, *NUMBERS]
        named = [
            f"{name}={quote(str(self.rng.choice(values)), safe='', errors='surrogatepass')}"
            for name in ("lang", "seat", "before", "table", "x")
            if self.rng.random() < 0.5
        ]
        if changed and self.rng.random() < 0.3:
            named += ["lang=it", "seat=%ff", "=", "&&", "before", "%"]
        return "?" + "&".join(named)

    def _header(self) -> str:
        word = self.rng.choice([*STRINGS, *map(str, NUMBERS)]).replace("\r", "").replace("\n", " ")
        word = word.encode("utf-8", "replace").decode()
        return self.rng.choice(
            [
                f"Accept-Language: {word}",
                "Accept-Language: it;q=nan, es;q=1e999, en;q=-1",
                f"Cookie: {PLAIN_COOKIE}={word}; {LANGUAGE_COOKIE}={word}",
                f"Cookie: =; ; {PLAIN_COOKIE}",
                f"Authorization: {word}",
                f"Authorization: Bearer {word}",
                "Authorization: Bearer",
                "Origin: https://elsewhere.example",
                f"Origin: {word}",
                "Origin: null",
                f"Host: {word}",
                "Host: elsewhere.example",
                f"If-None-Match: {word}",
                f"Range: bytes={word}",
                "Range: bytes=0-1,4-5,9-",
                f"Content-Type: {word}",
                "Content-Encoding: gzip",
                "Accept-Encoding: gzip, br",
                "Accept: application/xml",
                "Transfer-Encoding: chunked",
                f"X-Forwarded-For: {word}",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Proto: gopher",
                "Expect: 100-continue",
                "Connection: close",
                "Upgrade: websocket\r\nConnection: Upgrade",
                f"X-Long: {'y' * self.rng.choice([100, 8000, 70_000])}",
                f"If-Modified-Since: {word}",
            ]
        )

    def _body(self, described: dict[str, Any], changed: bool) -> bytes:
        """Return the body that a route expects, or something similar."""
        schema = (
            described.get("requestBody", {})
            .get("content", {})
            .get("application/json", {})
            .get("schema")
        )
        right = self._value(schema or {"type": "object"})
        if not changed:
            return dumped(right)
        if self.rng.random() < 0.02:
            return b'{"name": "' + b"a" * self.rng.choice([16_000, 17_000, 300_000]) + b'"}'
        if not isinstance(right, dict) or self.rng.random() < 0.1:
            return dumped(any_value(self.rng, 4))
        inner = [key for key, value in right.items() if isinstance(value, dict) and value]
        if inner and self.rng.random() < 0.4:  # at a deeper level
            key = self.rng.choice(inner)
            _, part = mutated(self.rng, right[key])
            mark = "the part that is changed"
            return dumped({**right, key: mark}).replace(dumped(mark), part)
        return mutated(self.rng, right, 20_000)[1]

    def _value(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """Return a value that fits this schema."""
        rng = self.rng
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self._value(self.description["components"]["schemas"][name], depth)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._value(rng.choice(schema[several]), depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                needed = schema.get("required", [])
                named = {
                    key: self._value(value, depth + 1)
                    for key, value in schema.get("properties", {}).items()
                    if key in needed or rng.random() < 0.5
                }
                others = schema.get("additionalProperties")
                if isinstance(others, dict) and depth < 4:
                    for _ in range(rng.randrange(3)):
                        named[rng.choice(self.words)] = self._value(others, depth + 1)
                return named
            case "array":
                least = schema.get("minItems", 0)
                most = min(schema.get("maxItems", 4), 4)
                return [
                    self._value(schema.get("items", {}), depth + 1)
                    for _ in range(rng.randint(least, most))
                ]
            case "integer" | "number":
                low, high = schema.get("minimum", -5), schema.get("maximum", 100)
                return rng.choice([low, high, rng.randint(low, high)])
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "string":
                if "pattern" in schema:
                    return "anna@example.org"
                return rng.choice(self.words)
        return any_value(rng, 1)


async def say(line: Line, method: str, path: str, cookie: str | None = None, **body: Any) -> Reply:
    """Send a plain request, which must succeed."""
    sent = dumped(body) if method == "POST" else b""
    kept = f"Cookie: {cookie}\r\n" if cookie else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kept}Content-Length: {len(sent)}\r\n"
    reply = await line.ask(f"{head}Content-Type: application/json\r\n\r\n".encode() + sent)
    if reply is None or reply.status >= 400:
        raise RuntimeError(f"{method} {path}: {reply}")
    return reply
