"""``ducato serve``: the server, which other machines can reach if ``--host`` allows it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ducato.cli.options import DEFAULT_PORT, Data, DatabaseUrl
from ducato.core.errors import BadValue

PushContact = Annotated[
    str | None,
    typer.Option(
        "--push-contact",
        envvar="DUCATO_PUSH_CONTACT",
        help="How push services reach you, such as mailto:you@example.org; "
        "without it, by the public address.",
    ),
]
PushLimit = Annotated[
    int,
    typer.Option(
        "--push-limit",
        min=1,
        envvar="DUCATO_PUSH_LIMIT",
        help="Maximum number of turns of which one person is notified a day.",
    ),
]

AdminToken = Annotated[
    str | None,
    typer.Option(
        "--admin-token",
        envvar="DUCATO_ADMIN_TOKEN",
        help="Token of the administrators' page at /admin, of at least 16 characters.",
    ),
]


def _days(option: str, variable: str, what: str, fewest: int = 1) -> Any:
    """Return an option for a retention period in days."""
    return typer.Option(
        option, min=fewest, envvar=variable, metavar="DAYS", help=f"Days to keep {what}."
    )


KeepGames = Annotated[
    int, _days("--keep-games", "DUCATO_KEEP_GAMES", "games that nobody finishes", 30)
]
KeepGuest = Annotated[
    int, _days("--keep-guests", "DUCATO_KEEP_GUESTS", "guests who have left nothing", 60)
]
KeepChat = Annotated[int, _days("--keep-chat", "DUCATO_KEEP_CHAT", "the chat of finished games")]
KeepReports = Annotated[
    int, _days("--keep-reports", "DUCATO_KEEP_REPORTS", "reports and ended bans")
]
KeepLog = Annotated[int, _days("--keep-log", "DUCATO_KEEP_LOG", "the administrators' log")]
AnalysisSeconds = Annotated[
    float,
    typer.Option(
        "--analysis-seconds",
        metavar="SECONDS",
        min=0,
        max=3600,
        envvar="DUCATO_ANALYSIS_SECONDS",
        help="Processor seconds for the analysis of a finished game; 0 for none.",
    ),
]

Page = Annotated[
    str | None,
    typer.Option(
        "--page",
        metavar="FOLDER",
        envvar="DUCATO_PAGE",
        help="Folder of an exported page, for games on readers' own devices.",
    ),
]

LimitChanges = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=FIGURE",
        envvar="DUCATO_LIMITS",
        help="Another figure for a limit, such as bot-tables-of-address=60, or "
        "mails-of-address=100,12 for a burst and a number a minute; repeatable.",
    ),
]

PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--public-url",
        envvar="DUCATO_PUBLIC_URL",
        help="Public address of the server, such as https://play.example.org.",
    ),
]

Smtp = Annotated[
    str | None,
    typer.Option(
        "--smtp",
        envvar="DUCATO_SMTP",
        help="Mail server: smtp://user:password@host:587?from=address.",
    ),
]

MetricsToken = Annotated[
    str | None,
    typer.Option(
        "--metrics-token",
        envvar="DUCATO_METRICS_TOKEN",
        help="Token with which other machines may read /metrics.",
    ),
]

Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        min=1,
        max=64,
        envvar="DUCATO_WORKERS",
        help="Number of processes; more than one needs PostgreSQL.",
    ),
]

Shared = Annotated[
    bool,
    typer.Option("--shared", help="Share the database, a PostgreSQL, with other servers."),
]


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            help="Port; if it is in use, the next free one, or an error with --public-url.",
        ),
    ] = DEFAULT_PORT,
    data: Data = None,
    database: DatabaseUrl = None,
    public_url: PublicUrl = None,
    smtp: Smtp = None,
    log: Annotated[
        str, typer.Option("--log", metavar="text|json", help="Format of the log.")
    ] = "text",
    metrics_token: MetricsToken = None,
    push_contact: PushContact = None,
    push_limit: PushLimit = 20,
    admin_token: AdminToken = None,
    keep_games: KeepGames = 400,
    keep_guest: KeepGuest = 400,
    keep_chat: KeepChat = 400,
    keep_reports: KeepReports = 365,
    keep_log: KeepLog = 730,
    analysis_seconds: AnalysisSeconds = 58.0,
    limit: LimitChanges = None,
    page: Page = None,
    warm: Annotated[
        bool, typer.Option("--warm-up/--no-warm-up", help="Compile all bots at the start.")
    ] = True,
    workers: Workers = 1,
    shared: Shared = False,
) -> None:
    """Run the server, without opening a browser."""
    if log not in ("text", "json"):
        raise BadValue("--log", log, "text or json")
    from ducato.server.kit.http.rate_limits import changed_limits
    from ducato.server.subjects.tables.retention import Retention

    if limit:
        from ducato.server import app  # noqa: F401 - declares the limits, each beside its subject
    options: dict[str, Any] = {
        "data": data,
        "database": database,
        "public_url": public_url,
        "smtp": smtp,
        "log": log,
        "metrics_token": metrics_token,
        "warm": warm,
        "push_contact": push_contact,
        "push_limit": push_limit,
        "admin_token": admin_token,
        "analysis_seconds": analysis_seconds,
        "page": page,
        "limits": changed_limits(limit or ()),
        "retention": Retention(keep_games, keep_guest, keep_chat, keep_reports, keep_log),
    }
    if workers > 1:
        from ducato.server.cluster.supervisor import supervise

        supervise(workers, host, port, **options)
    else:
        from ducato.server.serve import serve as run

        run(host, port, shared=shared, **options)
