"""``ducato ladder``: ratings of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ducato.cli.lab.options import MANY, Out, Ray, Resume, run_folder
from ducato.cli.ladder.options import Bots, Games, Install, Minutes, Styles
from ducato.cli.ladder.output import print_ladder, print_styles
from ducato.cli.options import Edition, GameName, Jobs, Json, Options, Seed, chosen
from ducato.cli.output import print_json, rules_label

if TYPE_CHECKING:
    from ducato.core.game import Game


def ladder(
    game: GameName,
    *,
    bots: Bots = None,
    styles: Styles = None,
    players: MANY = None,
    edition: Edition = None,
    options: Options = None,
    number: Games = 400,
    minutes: Minutes = None,
    install: Install = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Rate bots by games between them; show how much skill and luck count."""
    from ducato.core.game import blaming, find_game
    from ducato.lab.run import write_table
    from ducato.lab.studies.ladder import ladder as run
    from ducato.lab.studies.ladder import plan_of_ladder
    from ducato.lab.studies.ladder_file import check_anchor, earlier, install_ladders
    from ducato.learn.install import check_installable
    from ducato.runs.play.lab_settings import player_counts

    found = find_game(game)
    names = _bots(found, bots) if styles is None else _styled(found, styles)
    changes = chosen(options)
    counts = player_counts(found, None if players == "all" else players)
    tables = [found.load(n, edition, **changes) for n in counts]
    data = None
    if install:
        check_anchor(names)
        _check_rules(found, edition, changes)
        data = check_installable(found)
    plan = plan_of_ladder(tables[0], names, seed)
    folder = run_folder(out, tables[0], names, plan, resume=resume, ray=ray)
    results = []
    for loaded in tables:
        rules = rules_label(loaded.name, loaded.edition_name, loaded.options, loaded.players)
        before = earlier(loaded, names, seed) if install else None
        typer.echo(f"playing {rules} ...", err=True)
        if before is not None:
            typer.echo("the games installed before count: the bots are the same", err=True)
        with blaming(found):
            results.append(
                run(
                    loaded,
                    names,
                    number,
                    seed=seed,
                    minutes=minutes,
                    jobs=jobs,
                    ray=ray,
                    folder=folder,
                    before=before,
                    everybody=styles is not None,
                    quiet=as_json,
                )
            )
        if out is not None:
            file = f"ladder-{loaded.players}" if len(found.players) > 1 else "ladder"
            write_table(out, file, results[-1].frame)
        if not as_json:
            print_ladder(results[-1], {bot: level for level, bot in found.levels.items()})
            if styles is not None:
                print_styles(results[-1])
        if data is not None:
            path = install_ladders(tables[: len(results)], names, data, results)
            typer.echo(f"written: {path}", err=True)
    if as_json:
        print_json({"game": found.name, "ladders": [one.to_dict() for one in results]})


def _bots(game: Game, given: str | None) -> list[str]:
    """Return the names of the bots; a level is replaced by its bot."""
    from ducato.core.game.measured_ratings import ANCHOR

    names = ["random", ANCHOR, *game.levels] if given is None else given.split(",")
    return [game.levels.get(name, name) for name in names]


def _styled(game: Game, level: str) -> list[str]:
    """Return the bot of a level, then the same with each style of the game.

    Raises:
        BadValue: the game has no styles.
    """
    from ducato.core.errors import BadValue
    from ducato.core.game.play_styles import style_names

    bot = game.levels.get(level, level)
    found = style_names(game)
    if not found:
        raise BadValue("--styles", level, f"left out: {game.name} has no styles")
    return [bot, *(f"{bot}:style={name}" for name in found)]


def _check_rules(game: Game, edition: str | None, changes: dict[str, object]) -> None:
    """See that ratings to install are those of the rules that people play by default.

    Raises:
        BadValue: they are not.
    """
    from ducato.core.errors import BadValue

    if changes or edition not in (None, game.editions[0]):
        raise BadValue("--install", True, f"without --set, and with edition {game.editions[0]}")
