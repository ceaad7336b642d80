"""``ducato serve``: the server, which other machines can reach if ``--host`` allows it."""

from __future__ import annotations

from typing import Annotated

import typer

from ducato.cli.options import DEFAULT_PORT, Data, DatabaseUrl
from ducato.core.errors import BadValue

PushLimit = Annotated[
    int,
    typer.Option(
        "--push-limit",
        min=1,
        envvar="DUCATO_PUSH_LIMIT",
        help="Maximum number of turns of which one person is notified a day.",
    ),
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
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            envvar="DUCATO_PUBLIC_URL",
            help="Public address of the server, such as https://play.example.org.",
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
        str, typer.Option("--log", metavar="text|json", help="Format of the log.")
    ] = "text",
    metrics_token: Annotated[
        str | None,
        typer.Option(
            "--metrics-token",
            envvar="DUCATO_METRICS_TOKEN",
            help="Token with which other machines may read /metrics.",
        ),
    ] = None,
    push_contact: Annotated[
        str | None,
        typer.Option(
            "--push-contact",
            envvar="DUCATO_PUSH_CONTACT",
            help="How push services reach you, such as mailto:you@example.org; "
            "without it, by the public address.",
        ),
    ] = None,
    push_limit: PushLimit = 20,
    warm: Annotated[
        bool, typer.Option("--warm-up/--no-warm-up", help="Compile all bots at the start.")
    ] = True,
) -> None:
    """Run the server, without opening a browser."""
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
        push_contact=push_contact,
        push_limit=push_limit,
    )
