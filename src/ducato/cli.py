"""The command line: ``ducato games``, ``play``, ``simulate``, ``match``, ``serve`` and so on.

With ``--json`` standard output holds one JSON object and nothing else; progress goes to standard
error. A wrong name gets the list of right ones and exit code 2. Heavy modules are imported inside
the commands, so that ``ducato --help`` answers at once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ducato.core.errors import BadValue, DamagedRecord, DucatoError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Modern economic board games: play, simulate, let bots meet.",
)

PORT = 8470

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `ducato games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", help="Number of seats.")]
Edition = Annotated[str | None, typer.Option("--edition", help="Edition of the rules.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an option of the rules, or one number of a table such as "
        "tiles.sword.attack; may be given several times.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Equal seeds give equal games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes to use.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database", envvar="DUCATO_DATABASE", help="URL of the database, instead of a folder."
    ),
]
Data = Annotated[Path | None, typer.Option("--data", help="Folder in which tables are kept.")]


def _load(name: str, players: int | None, edition: str | None, options: list[str] | None) -> Any:
    from ducato.core.game import load

    changes = {}
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise BadValue("--set", option, "KEY=VALUE")
        changes[key] = value
    return load(name, players, edition, **changes)


def _table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _seat(number: int) -> str:
    return f"seat {number}"


def _turn(place: int) -> str:
    """Return a place in the order of play, such as "1st to decide"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")  # no game has 21 seats
    return f"{place}{ending} to decide"


def _interval(interval: Any) -> str:
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"


@app.command()
def games(as_json: Json = False) -> None:
    """List the games, their numbers of players and their editions."""
    from ducato.core.game import available_games, isolated, unavailable_games
    from ducato.core.i18n import render, say
    from ducato.table.lessons import script

    for game in available_games().values():
        with isolated(game):
            script(game.package)
    found: list[dict[str, Any]] = [
        {
            "name": game.name,
            "title": render(say("title"), game.package, "en"),
            "players": list(game.players),
            "editions": game.editions,
            "options": sorted(game.parameters),
        }
        for game in available_games().values()
    ]
    broken = unavailable_games()
    if as_json:
        unavailable = [wrong.to_dict() for wrong in broken]
        typer.echo(json.dumps({"games": found, "unavailable": unavailable}))
        return
    rows = [
        [g["name"], g["title"], ", ".join(map(str, g["players"])), ", ".join(g["editions"])]
        for g in found
    ]
    _table("", ["game", "title", "players", "editions"], rows)
    for wrong in broken:
        typer.echo(f"unavailable: {wrong.name} ({wrong.distribution}): {wrong.reason}")


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game to begin with.")
    ] = None,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    port: Annotated[int, typer.Option("--port", help="Port of the local table.")] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    data: Data = None,
) -> None:
    """Start the table on this machine and open it in the browser."""
    from urllib.parse import urlencode

    from ducato.web.serve import serve as run

    path = "/"
    if game is not None:
        loaded = _load(game, players, edition, options)
        chosen = {"game": game, "edition": loaded.edition_name, "players": loaded.players}
        path = "/?" + urlencode({**chosen, **loaded.options})
    run("127.0.0.1", port, open_browser=browser, path=path, data=data, warm=True)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port; the next free one if it is busy.")] = (
        PORT
    ),
    data: Data = None,
    database: DatabaseUrl = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            envvar="DUCATO_PUBLIC_URL",
            help="Where people reach it, such as https://play.example.org.",
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            "--smtp",
            envvar="DUCATO_SMTP",
            help="Mail server: smtp://user:password@host:587?from=address.",
        ),
    ] = None,
    log: Annotated[
        str, typer.Option("--log", metavar="text|json", help="How to write what goes wrong.")
    ] = "text",
    metrics_token: Annotated[
        str | None,
        typer.Option(
            "--metrics-token",
            envvar="DUCATO_METRICS_TOKEN",
            help="With it /metrics is told to other machines.",
        ),
    ] = None,
    warm: Annotated[
        bool, typer.Option("--warm-up/--no-warm-up", help="Compile all bots at the start.")
    ] = True,
) -> None:
    """Run the server, without a browser."""
    if log not in ("text", "json"):
        raise BadValue("--log", log, "text or json")
    from ducato.web.serve import serve as run

    run(
        host,
        port,
        open_browser=False,
        path="/",
        data=data,
        database=database,
        public_url=public_url,
        smtp=smtp,
        log=log,  # type: ignore[arg-type]  # it is checked above
        metrics_token=metrics_token,
        warm=warm,
    )


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file, SQLite.")],
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Copy all tables and people into a file, also while the server runs."""
    from ducato.store import Database, default_url
    from ducato.store.backup import backup as run

    source = Database(database or default_url(data))
    try:
        run(source, file)
    finally:
        source.close()
    typer.echo(f"{source.where} is copied to {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ducato backup` wrote.")],
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Put a backup into an empty database."""
    from ducato.store import Database, default_url
    from ducato.store.backup import restore as run
    from ducato.store.lock import hold

    url = database or default_url(data)
    lock = hold(url)
    try:
        lock.tell("")
        target = Database(url)
        try:
            run(file, target)
        finally:
            target.close()
    finally:
        lock.release()
    typer.echo(f"{file} is copied to {target.where}.")


@app.command()
def simulate(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10_000,
    player: Annotated[str, typer.Option("--player", help="random, guided or greedy.")] = "random",
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Play very many games and report who wins, how long they take and how fast it went."""
    from ducato.lab.simulate import simulate as run

    loaded = _load(game, players, edition, options)
    result = run(loaded, number, seed=seed, jobs=jobs, player=player, quiet=False)
    if as_json:
        typer.echo(json.dumps(result.to_dict()))
        return
    typer.echo(
        f"{result.games:,} games of {result.game} ({result.edition}), {result.player} players: "
        f"{result.mean_decisions:.1f} decisions and {result.mean_rounds:.1f} rounds a game\n"
        f"{result.seconds:.1f} s: {result.games_per_second:,.0f} games/s, "
        f"{result.decisions_per_second:,.0f} decisions/s\n"
        f"{result.cpu_seconds:.1f} s of the processor: {result.games_per_cpu_second:,.0f} games/s, "
        f"{result.decisions_per_cpu_second:,.0f} decisions/s"
    )
    if result.unfinished:
        typer.echo(f"{result.unfinished:,} games did not end and are left out")
    in_order = zip(result.wins_by_order, result.intervals95["wins_by_order"], strict=True)
    by_seat = zip(result.wins, result.intervals95["wins"], result.mean_returns, strict=True)
    _table(
        "",
        ["", "wins", "95 %", "mean return"],
        [
            *([_seat(seat), _percent(share), _interval(interval), f"{mean:+.3f}"]
              for seat, (share, interval, mean) in enumerate(by_seat, 1)),
            *([_turn(place), _percent(share), _interval(interval), ""]
              for place, (share, interval) in enumerate(in_order, 1)),
        ],
    )  # fmt: skip


@app.command()
def match(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", help="Names joined by commas.")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Let bots meet: seats rotated, every deal played from every seat."""
    from ducato.lab.meet import meet

    loaded = _load(game, players, edition, options)
    result = meet(loaded, bots.split(","), number, seed=seed, jobs=jobs, quiet=False)
    if as_json:
        typer.echo(json.dumps(result.to_dict()))
        return
    typer.echo(
        f"{result.games} games of {result.game} in {result.seconds:.1f} s, "
        f"{result.cpu_seconds:.1f} s of the processor"
    )
    if result.unfinished:
        typer.echo(f"{result.unfinished} games did not end: all seats share such a win")
    _table(
        "",
        ["bot", "wins", "rate", "95 %", "a decision", "of the processor"],
        [
            [
                bot.name,
                f"{bot.wins:g}",
                _percent(bot.win_rate),
                _interval(bot.interval95),
                f"{1000 * bot.seconds_per_decision:.1f} ms",
                f"{1000 * bot.cpu_seconds_per_decision:.1f} ms",
            ]
            for bot in result.bots
        ],
    )
    rows = []
    for bot in result.bots:
        for shares, at in (("wins_by_seat", _seat), ("wins_by_order", _turn)):
            told = zip(getattr(bot, shares), bot.intervals95[shares], strict=True)
            for place, (share, interval) in enumerate(told, 1):
                rate = "-" if share is None else _percent(share)
                rows.append([bot.name, at(place), rate, _interval(interval)])
    _table("", ["bot", "", "rate", "95 %"], rows)


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A record (JSON lines).")],
    language: Annotated[str, typer.Option("--lang", help="en, it or es.")] = "en",
    as_json: Json = False,
) -> None:
    """Verify a record, move by move and chance by chance, and tell the game."""
    from ducato.core.match import Match
    from ducato.table.story import story

    try:
        lines = record.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedRecord(1, f"{record} cannot be read: {error}") from error
    played = Match.from_lines(lines)
    if as_json:
        result = {
            "record": str(record),
            "game": played.game.name,
            "steps": played.seq,
            "over": played.is_over(),
            "places": played.places() if played.is_over() else None,
            "chance_verified": played.chance_verified,
        }
        typer.echo(json.dumps(result))
        return
    for sentence in story(played, language):
        typer.echo(sentence)
    chance = (
        "every chance outcome is the committed one" if played.chance_verified else "no seed yet"
    )
    typer.echo(f"The record is sound: {played.seq} steps, {chance}.")


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All games if none.")] = None,
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Measure rules and search on one core."""
    from ducato.core.game import available_games
    from ducato.lab.bench import measure

    names = list(available_games()) if game is None else [game]
    found = []
    for name in names:
        sys.stderr.write(f"ducato: measuring {name} ...\n")
        found.append(measure(_load(name, players, None, None)).to_dict())
    if as_json:
        typer.echo(json.dumps({"bench": found}))
        return
    columns = [f"{f['game']}, {f['players']} seats" for f in found]
    rows = [
        [
            key.replace("_", " "),
            *(f"{f[key]:,.4g}" if f[key] < 100 else f"{f[key]:,.0f}" for f in found),
        ]
        for key in found[0]
        if key not in ("game", "players")
    ]
    _table("one core, medians", ["", *columns], rows)


def main() -> None:
    """Run the command line; an error that its user can mend is one line and exit code 2."""
    try:
        app()
    except DucatoError as error:
        sys.stderr.write(f"ducato: {error}\n")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        sys.stderr.write("ducato: stopped\n")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
