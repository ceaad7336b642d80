"""Fixtures: a store, a server in this process, a player on its socket, a browser before it."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import ExitStack
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from starlette.testclient import TestClient
from tests.server.player import Player
from tests.support.live_server import PATIENCE, SPEED, WAITING, LiveServer, OpenTable
from tests.support.short import short

from ducato.bots import make
from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http import client_files
from ducato.server.kit.http.client_files import ClientFiles
from ducato.server.kit.http.rate_limits import Rate
from ducato.server.kit.mail.mail_queue import MailQueue

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page

ROOT = Path(__file__).parents[2]
ANNA = {"kind": "person", "name": "Anna"}
RANDOM = {"kind": "bot", "bot": "random"}
SHORT = {"reshuffles": 0}
AS_FAST_AS_CAN_BE = {
    name: Rate(10_000, 10_000, name) for name in ("messages-of-socket", "messages-of-person")
}
"""Limits for players who are programs."""
Opened = Callable[..., TestClient]


class SameStream(CommittedStream):
    """A stream of chance that keeps its seed, whatever the players contribute."""

    def joined(self, contributions: object) -> CommittedStream:
        return self


def same_stream(
    seed: bytes = bytes(32), contributions: Mapping[int, str] | None = None
) -> CommittedStream:
    """Return the chance of a table that is new in this process or is reopened."""
    same = seed == bytes(32)
    return SameStream(seed) if same else CommittedStream(seed, contributions)


@pytest.fixture(autouse=True)
def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every table from the same seed, whatever the players contribute."""
    for module in ("create", "rematch"):
        monkeypatch.setattr(f"ducato.table.setup.{module}.CommittedStream", same_stream)


@pytest.fixture(autouse=True)
def mailed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for each e-mail, so that it is in the letterbox when the request is answered."""
    submit = MailQueue.submit

    def submit_and_wait(*email: Any) -> Future[None]:
        future = submit(*email)
        wait([future])
        return future

    monkeypatch.setattr(MailQueue, "submit", submit_and_wait)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """Return a store of a test's own."""
    database = Database(url)
    yield database
    database.close()


@pytest.fixture(scope="session")
def match() -> Match:
    """Return a match that has just been dealt."""
    match = Match(load("magnate", edition="spanish", courts=True), CommittedStream(bytes(32)))
    match.run_chance()
    return match


@pytest.fixture
def opened(url: str) -> Iterator[Opened]:
    """Start servers on the same database file, each of which stops with the test.

    All are reached from one browser: a cookie set by one is sent to the others. Players may act as
    fast as they can, unless `limits` is given, which is None for the server's own.
    """
    jar = CookieJar()
    with ExitStack() as stack:

        def start(jar: CookieJar = jar, **named: Any) -> TestClient:
            named = {"limits": AS_FAST_AS_CAN_BE, **named}
            client = stack.enter_context(TestClient(create_app(Database(url), **named)))
            client.cookies = jar  # type: ignore[assignment]
            return client

        yield start


@pytest.fixture
def client(opened: Opened) -> TestClient:
    return opened()


def new_table(client: TestClient, *seats: dict[str, str], **changes: Any) -> str:
    """Open a new table and return its address."""
    wanted = {"game": "magnate", "options": SHORT, "seats": seats or [ANNA, RANDOM], **changes}
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    address: str = answer.json()["url"]
    return address


class Sat:
    """A fixture that seats players at tables, and closes their connections at the end."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._waiting: dict[str, list[Player]] = {}

    def __call__(self, client: TestClient, address: str, query: str = "lang=en") -> Player:
        session = client.websocket_connect(f"{address}/socket?{query}")
        player = Player(session)
        self._stack.callback(player.leave)
        player.come()
        here = self._waiting.setdefault(address, [])
        if player.waits:
            here.append(player)
        while here and not player.waits:
            here.pop().begin()
        return player


@pytest.fixture
def sit() -> Iterator[Sat]:
    with ExitStack() as stack:
        yield Sat(stack)


@pytest.fixture
def table_at() -> Callable[..., str]:
    return new_table


@pytest.fixture(scope="session")
def quick_bots() -> None:
    """Compile the bots before a test waits for them."""
    for name in all_games():
        game = load(name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        make("greedy", game).choose(state.state, state.current_player(), 0)


@pytest.fixture(scope="session")
def client_bundles(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Bundle the client where npm has esbuild: pages load in half of the time.

    Return the folder of the bundles; None without esbuild, where pages load the modules.
    """
    build = runpy.run_path(str(ROOT / "hatch_build.py"))
    # Tests of another process need them, too, and share this folder.
    with FileLock(tmp_path_factory.getbasetemp().parent / "bundles.lock"):
        if not ClientFiles().is_bundled():
            if build["esbuild"]() is None:
                return None
            build["build"]()
    return client_files.BUNDLES


SHARED = pytest.StashKey[LiveServer]()
"""The server of `shared_server`, once a test of this process has asked for it."""


@pytest.fixture(scope="session")
def shared_server(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    empty_database: Path,
    quick_bots: None,
    client_bundles: Path | None,
) -> Iterator[LiveServer]:
    """Start a server for all tests of a process that need no other: see `server`."""
    file = tmp_path_factory.mktemp("server") / "tables.sqlite3"
    shutil.copy(empty_database, file)
    server = request.session.stash[SHARED] = LiveServer(f"sqlite:///{file}")
    yield server
    server.stop()


@pytest.fixture
def no_shared_server(request: pytest.FixtureRequest) -> Iterator[None]:
    """Stop the shared server, if it runs, during a test that looks at the whole process."""
    shared = request.session.stash.get(SHARED, None)
    if shared is not None:
        shared.stop()
    yield
    if shared is not None:
        shared.start()


@pytest.fixture
def unbundled(client_bundles: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve the client's modules one by one, as without esbuild, on a server of a test's own."""
    monkeypatch.setattr(client_files, "BUNDLES", client_files.FOLDER / "nowhere")


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[LiveServer]:
    """Return a server, which most tests share.

    Each test has its own people, tables and browser profiles, whose ids nobody can guess, and this
    machine is not limited in its requests. A test that stops the server, sets it up, or depends on
    what all people see (public tables, leaderboards, searches, reports, addresses for e-mail,
    installed games) has the mark `own_server`, and gets one that nobody has used.
    """
    if request.node.get_closest_marker("own_server") is None:
        yield request.getfixturevalue("shared_server")
        return
    for needed in ("quick_bots", "client_bundles"):
        request.getfixturevalue(needed)
    server = LiveServer(request.getfixturevalue("url"))
    yield server
    server.stop()


@pytest.fixture
def new_screen(new_page: Callable[..., Page], server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Open pages without motion, on which the console may show no complaint.

    It depends on the server so that the pages are closed before the server stops, and find nothing
    missing.
    """
    pages: list[Page] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(**options: Any) -> Page:
        page = new_page(**options)
        page.set_default_timeout(PATIENCE)
        page.context.add_init_script(SPEED % "off")
        page.on("console", note)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.context.close()
    # A lost connection is not the page's fault, though the browser complains.
    # Nor is a text that arrives late on a busy machine, so that the browser doubts its use.
    harmless = ("WebSocket", "was preloaded")
    assert [text for text in complaints if not any(word in text for word in harmless)] == []


@pytest.fixture
def screen(new_screen: Callable[[], Page]) -> Page:
    """Return one page in front of the server."""
    return new_screen()


@pytest.fixture
def open_table(server: LiveServer, screen: Page) -> OpenTable:
    """Request a table and go to its page."""

    def opened(*seats: dict[str, str], game: str = "magnate", **options: Any) -> str:
        wanted = {"game": game, "seats": seats, "options": options or short(game)}
        answer = screen.request.post(f"{server.address}/api/tables", data=wanted)
        assert answer.ok, answer.text()
        address = f"{server.address}{answer.json()['url']}"
        screen.goto(address)
        screen.wait_for_selector(WAITING)
        return address

    return opened
