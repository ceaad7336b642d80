"""Write the parts of the documentation that the code already states.

    python -m docs.tools.generate

They are the badges and the table of games in README.md, the table of games for researchers, the
retired words of the glossary, the reference of the command line, the ladder of bots, and one page
of editions and options per game.
`tests/test_documents.py` fails while one of them is out of date.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import typer
from docs.tools.ladder_page import ladder_page
from docs.tools.markdown import table
from tests.repository import vocabulary

from ducato.cli import app
from ducato.core.editions.parameter import Parameter
from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.i18n import render, say
from ducato.core.struct import EVERYBODY, Struct
from ducato.lab.simulate import simulate

ROOT = Path(__file__).parents[2]
NOTE = "<!-- Written by docs/tools/generate.py: edit the code that it reads, not this page. -->\n\n"


def generated() -> dict[Path, str]:
    """Return each generated file with the content that it should have."""
    readme, glossary = ROOT / "README.md", ROOT / "docs" / "glossary.md"
    research = ROOT / "docs" / "research.md"
    return {
        readme: with_part(readme.read_text("utf-8"), "games", games()),
        research: with_part(research.read_text("utf-8"), "research", researched()),
        glossary: with_part(glossary.read_text("utf-8"), "retired words", retired_words()),
        ROOT / "docs" / "command-line.md": command_line(),
        ROOT / "docs" / "ladder.md": NOTE + ladder_page(own_games()),
        **{
            ROOT / "docs" / "pictures" / "badges" / f"{name}.svg": badge(*words)
            for name, words in badges().items()
        },
        **{ROOT / "docs" / "options" / f"{game.name}.md": options(game) for game in own_games()},
    }


def own_games() -> list[Game]:
    """Return the games that belong to ducato itself."""
    return [game for game in all_games().values() if game.package.startswith("ducato.games.")]


def text(game: Game, key: str) -> str:
    """Return one of a game's English texts."""
    return render(say(key), game.package, "en")


def with_part(document: str, name: str, part: str) -> str:
    """Return a document with this part between the two marks of its name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = document.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{part}{end}{after}"


# ------------------------------------------------------------------------------ tables of games


def researched() -> str:
    """Return the table of games for researchers."""
    rows = []
    for game in own_games():
        loaded = game.load()
        spec = loaded.observation_spec
        lengths = [round(decisions(game.load(n))) for n in (game.players[0], game.players[-1])]
        rows.append(
            [
                f"`{game.name}`",
                seats(game),
                f"{loaded.num_actions()}",
                f"{spec.length:,} or {spec.compact_length}",
                " to ".join(dict.fromkeys(map(str, lengths))),
                f"{loaded.max_game_length:,}",
                f"{loaded.max_chance_outcomes:,}",
                hidden(loaded.State),
                ", ".join(f"`{name}`" for name in loaded.game.names("Series")),
            ]
        )
    heads = [
        "Game",
        "Seats",
        "Actions",
        "Observation",
        "Decisions",
        "At most",
        "Outcomes",
        "Hidden",
        "Series",
    ]
    return table(heads, rows)


def decisions(game: LoadedGame) -> float:
    """Return the mean number of decisions in 500 games of random play."""
    return simulate(game, 500, seed=1).mean_decisions


def hidden(state: type[Struct]) -> str:
    """Return the names of the zones whose cards are hidden from somebody."""
    names = [
        zone.partition(":")[0]
        for declared in state.fields.values()
        if declared.cards is not None
        for zone, seer in zip(declared.values, declared.cards.sees, strict=True)
        if seer != EVERYBODY
    ]
    return ", ".join(dict.fromkeys(names)) or "nothing but the order of the decks"


def games() -> str:
    """Return the table of games: title, description, seats, editions and credit."""
    rows = [
        [
            f"**{text(game, 'title')}**",
            seats(game),
            ", ".join(f"`{edition}`" for edition in game.editions),
            f"{text(game, 'about')} *{text(game, 'credit')}*",
        ]
        for game in own_games()
    ]
    return table(["Game", "Players", "Editions", "What it is about"], rows)


def seats(game: Game) -> str:
    """Return the possible numbers of players, such as "2 to 4"."""
    least, most = game.players[0], game.players[-1]
    return f"{least} to {most}" if most > least else f"{least}"


# -------------------------------------------------------------------------------- retired words


def retired_words() -> str:
    """Return the table of the words that names do not use any more, from the test's own lists."""
    lists = [
        (vocabulary.EVERYWHERE, "everywhere"),
        (vocabulary.NAMES, "in names, except sentences that name tests"),
        (vocabulary.PHRASES, "as neighbouring words"),
        (vocabulary.EXACTLY, "as a whole name"),
    ]
    rows = sorted(
        [f"`{word}`", instead.replace("_", " ") if " " not in word else instead, where]
        for words, where in lists
        for word, instead in words.items()
    )
    return table(["Retired", "Use instead", "Rejected"], rows)


# --------------------------------------------------------------------------------------- badges

BLUE, GREEN, ORANGE = "#3b6ea5", "#4c8a3f", "#b3642a"


def badges() -> dict[str, tuple[str, str, str]]:
    """Return the label, value and colour of each badge, from `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    words = [line.split(" :: ") for line in project["classifiers"]]
    pythons = [line[-1] for line in words if line[0] == "Programming Language" and "." in line[-1]]
    status = next(line[-1] for line in words if line[0] == "Development Status")
    return {
        "licence": ("licence", project["license"], BLUE),
        "python": ("python", f"{pythons[0]} – {pythons[-1]}", BLUE),
        "ci": ("CI", ".ci/run", GREEN),
        "status": ("status", status.rpartition("- ")[2].lower(), ORANGE),
    }


def badge(label: str, value: str, colour: str) -> str:
    """Return a badge as SVG. It is drawn here, so that reading the README asks no other host."""
    left, right = (round(6.6 * len(word)) + 14 for word in (label, value))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{label}: {value}"><rect width="{left + right}" height="20" rx="3" '
        f'fill="#555"/><path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z" '
        f'fill="{colour}"/><g fill="#fff" text-anchor="middle" '
        f'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2}" y="14">{label}</text>'
        f'<text x="{left + right / 2}" y="14">{value}</text></g></svg>\n'
    )


# --------------------------------------------------------------------------------- command line

COMMAND_LINE = """# Command line

Every command prints help with `--help`. With `--json`, standard output holds a single JSON object
and nothing else; progress and errors go to standard error. A wrong name or value is answered by one
line that lists the right ones, with exit code 2.

`ducato` stands for `.venv/bin/ducato`, which `make setup` installs. `python -m ducato` does the
same.
"""


VALUES = {int: "N", str: "TEXT", Path: "PATH"}
"""What stands for the value of an option that declares no name for it, by type."""


def command_line() -> str:
    """Return the reference of the command line, from the commands themselves."""
    command: Any = typer.main.get_command(app)
    return NOTE + COMMAND_LINE + "".join(_commands(command, "ducato"))


def _commands(command: Any, path: str) -> list[str]:
    subcommands = getattr(command, "commands", None)
    if subcommands is None:
        return [_command(command, path)]
    return [page for name, sub in subcommands.items() for page in _commands(sub, f"{path} {name}")]


def _command(command: Any, path: str) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    named = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
    required = [_names(p).replace("`", "") for p in named if p.required]
    usage = " ".join([path, *map(_usage, arguments), *required, *(["[OPTIONS]"] if named else [])])
    rows = [[f"`{_usage(p)}`", p.help or "", ""] for p in arguments]
    rows += [[_names(p), p.help or "", _default(p)] for p in named]
    described = table(["Argument or option", "Meaning", "Default"], rows) if rows else ""
    parts = [f"## {path}", command.help.strip(), f"```text\n{usage}\n```", described.rstrip()]
    return "\n" + "\n\n".join(filter(None, parts)) + "\n"


def _usage(parameter: Any) -> str:
    name = (parameter.metavar or parameter.name.upper()).strip("[]").replace("]", "")
    return name if parameter.required else f"[{name}]"


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    if option.secondary_opts:
        names += ", " + ", ".join(f"`{name}`" for name in option.secondary_opts)
    if not option.is_flag:
        (kind, *_) = get_args(option.type_descriptor.annotation) or (
            option.type_descriptor.annotation,
        )
        names += f" `{option.metavar or VALUES[kind]}`"
    return names


def _default(option: Any) -> str:
    if option.required:
        return "required"
    default = option.default
    shown = "" if default is None or default is False else f"`{default}`"
    if option.is_flag and default:
        shown = f"`{option.opts[0]}`"
    if option.envvar:
        shown = f"{shown} or `${option.envvar}`".removeprefix(" or ")
    return shown


# --------------------------------------------------------------------------- editions and options


def _tuning(parameter: Parameter) -> str:
    if not parameter.tunable:
        return "no"
    step = f"step {parameter.step}" if parameter.step > 1 else ""
    return f"{step} (logarithmic)".strip() if parameter.scale == "log" else step


def options(game: Game) -> str:
    """Return the page of a game's editions and options."""
    editions = [
        [
            f"`{edition}`",
            text(game, f"edition.{edition}"),
            text(game, f"edition.{edition}.about"),
            ", ".join(_changes(game, edition)),
        ]
        for edition in game.editions
    ]
    parameters = [
        [
            f"`{p.name}`",
            text(game, f"option.{p.name}"),
            _defaults(p),
            _values(p),
            _tuning(p),
            p.clause,
        ]
        for p in game.parameters.values()
    ]
    title = text(game, "title")
    page = (
        f"# {title}: editions and options\n\n{text(game, 'credit')}\n\n"
        f"<!-- play: {game.name} -->\n\n"
        f"```\nducato simulate {game.name} --edition {game.editions[-1]}\n```\n\n"
        "## Editions\n\nThe first edition is the default. An edition changes the options in the "
        "last column and leaves the others at their defaults.\n\n"
        + table(["Edition", "Title", "Description", "Changes"], editions)
        + "\n## Options\n\nSet an option with `--set NAME=VALUE` on the command line, as a keyword "
        "argument of `ducato.load`, or in the settings of a new table. The clause is the "
        "rulebook's. Tuning is the step between two values worth trying, if it is not 1; no means "
        "that a search for better numbers leaves the option alone.\n\n"
        + table(["Option", "Meaning", "Default", "Values", "Tuning", "Clause"], parameters)
    )
    return NOTE + page + _cells(game)


def _changes(game: Game, edition: str) -> list[str]:
    """Return what an edition changes, with values for some numbers of players after the usual."""
    found: dict[str, dict[str, list[str]]] = {}
    for players in game.players:
        for name, value in game.edition_values(edition, players).items():
            found.setdefault(name, {}).setdefault(_word(value), []).append(str(players))
    texts = []
    for name in sorted(found, key=list(game.adjustable).index):
        usual = max(found[name].values(), key=len)
        special = [
            f"; `{value}` with {' or '.join(players)} players"
            for value, players in found[name].items()
            if players is not usual
        ]
        value = next(value for value, players in found[name].items() if players is usual)
        texts.append(f"`{name}={value}`{''.join(special)}")
    return texts


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _defaults(parameter: Parameter) -> str:
    special: dict[str, list[str]] = {}
    for players, value in parameter.by_players.items():
        special.setdefault(_word(value), []).append(players)
    shown = f"`{_word(parameter.default)}`"
    for value, players in special.items():
        shown += f"; `{value}` with {' or '.join(players)} players"
    return shown


def _values(parameter: Parameter) -> str:
    if parameter.choices:
        return ", ".join(f"`{choice}`" for choice in parameter.choices)
    if parameter.range is None:
        return "`true`, `false`"
    low, high = parameter.range
    return f"{low} to {high} {parameter.unit}".strip()


def _cells(game: Game) -> str:
    columns: dict[tuple[str, str], list[Parameter]] = {}
    for name, cell in game.cells.items():
        column, _, rest = name.partition(".")
        columns.setdefault((column, rest.rpartition(".")[2]), []).append(cell)
    if not columns:
        return ""
    rows = [
        [f"`{file}.ID.{column}`", _values(cells[0]), f"`{cells[0].name}`", cells[0].clause]
        for (file, column), cells in columns.items()
    ]
    return (
        "\n## Cells of tables\n\nEvery cell of these columns is an option, too: replace `ID` by the"
        " first column of the row in the game's folder `data/`.\n\n"
        + table(["Option", "Values", "Example", "Clause"], rows)
    )


def main() -> None:
    """Write every generated file."""
    for path, content in generated().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub(r"\n+$", "\n", content), "utf-8")


if __name__ == "__main__":
    main()
