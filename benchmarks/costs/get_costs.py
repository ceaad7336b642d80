"""What each GET route costs the server, beside the tokens that it takes from an address.

``python -m benchmarks.costs.get_costs`` stores a running and a finished game of every kind, serves
them in this process and requests every path repeatedly. It prints processor time in milliseconds,
of all threads together and without what a request for ``/health`` costs: the first time, and the
mean of the following ones. A token of `server.kit.http.middleware.request_rate_limit` stands for
about one millisecond, so no answer that is made anew may cost much more than its tokens.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from starlette.testclient import TestClient

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.middleware.request_rate_limit import cost_of
from ducato.server.kit.http.sessions import PLAIN_COOKIE
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.time_control import TurnState

REPEATED = 8
QUIET = "/health"
SHARES = {"running": 0.6, "over": 1.0}
"""The share of its steps up to which a game is played, by the state it is then in."""
OF_ALL = (
    *("/", "/account", "/account/results", "/leaderboards", "/tournaments", "/verify", "/people"),
    *("/api/games", "/api/tables", "/api/tournaments", "/api/leaderboards", "/api/openapi.json"),
    *("/api/me", "/api/me/profile", "/api/me/data", "/api/me/results", "/api/me/openings"),
    *("/api/me/tables", "/api/me/people", "/api/me/groups", "/api/me/invitations"),
    *("/api/me/sessions", "/api/me/suggested-levels", "/api/me/opponent-search", "/metrics"),
    *("/strings/en.json", "/strings/en/table.json", "/manifest.webmanifest", "/art.svg"),
    *("/static/js/pages/table.js", "/static/css/base.css", "/service-worker.js"),
)
OF_GAME = (
    *("/rules/{}", "/rules/{}/figures/1.json", "/balance/{}", "/games/{}/glyphs.svg"),
    *("/games/{}/preview.png", "/games/{}/outlines.svg", "/api/games/{}/components"),
    *("/api/leaderboards/{}", "/leaderboards/{}"),
)
OF_TABLE = (
    *("/table/{}", "/table/{}/thumbnail", "/table/{}/qr.svg", "/table/{}/record"),
    *("/table/{}/scene.json", "/api/tables/{}/people"),
)


def played(game: str, share: float) -> Match:
    """Return a game played at random up to a share of its steps."""
    loaded = load(game)

    def play(most: int) -> Match:
        names = [f"Player {n + 1}" for n in range(loaded.players)]
        match, chance = Match(loaded, CommittedStream(bytes(32)), names), random.Random(11)
        match.run_chance()
        while not match.is_over() and match.seq < most:
            match.act(chance.choice(match.position.legal_actions()))
            match.run_chance()
        return match

    return play(int(share * play(10**6).seq))


def paths_in(database: Database, person: str) -> Iterator[str]:
    """Store games of a person, and yield the paths to measure."""
    yield from OF_ALL
    for game in all_games():
        yield from (path.format(game) for path in OF_GAME)
        for share in SHARES.values():
            match = played(game, share)
            seats = [TableSeat(n, name, person=person) for n, name in enumerate(match.names)]
            turn = TurnState(tuple(match.seats_to_move()))
            table = (
                Tables(database)
                .create(match, [one.to_row() for one in seats], turn_state=turn)
                .result()
            )
            yield from (path.format(table) for path in OF_TABLE)


def cost(client: TestClient, path: str) -> tuple[int, float, float]:
    """Return a path's status, and the milliseconds of its first and of following requests."""
    took = []
    for _ in range(REPEATED):
        began = time.process_time()
        status = client.get(path).status_code
        took.append(1000 * (time.process_time() - began))
    return status, took[0], sorted(took[1:])[len(took) // 2 - 1]


def main() -> None:
    """Measure all paths and print them, the dearest first."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'costs.sqlite3'}")
        person, token = People(database).welcome("Anna").result()
        paths = list(paths_in(database, person.id))
        with TestClient(create_app(database), client=("127.0.0.1", 1)) as client:
            client.cookies.set(PLAIN_COOKIE, token)
            client.get("/api/games")
            _, _, quiet = cost(client, QUIET)
            rows = [(path, cost_of(path), *cost(client, path)) for path in paths]
    print(f"{'path':44} {'status':>6} {'first':>7} {'again':>7} {'tokens':>6}")
    for path, tokens, status, first, again in sorted(rows, key=lambda row: -row[4]):
        if status != 404:
            print(f"{path:44} {status:6} {first - quiet:7.1f} {again - quiet:7.1f} {tokens:6}")


if __name__ == "__main__":
    main()
