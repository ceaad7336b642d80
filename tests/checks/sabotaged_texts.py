"""Ways to spoil the texts and the presentation of the invented game."""

from __future__ import annotations

from pathlib import Path

from tests.checks.sabotage import NARRATION, RULES, STATE, Edit, Sabotage, in_play
from tests.plugins.installed import added, edited

PROMPT = "def prompt("
"""The beginning of the first function of the narration."""
OVER = 'return say("over"), [], []'
"""The end screen."""
EN, ES = "locale/en.toml", "locale/es.toml"
KNOWN = "KNOWN: dict[int, int] = {}\n\n\n"
"""A global memory."""
REMEMBER = "    KNOWN.update((card, 1) for card in range(7) if 0 < state.zone[card] < 4)\n"
"""A line that puts the cards of the reader's hand into it."""


def before_prompt(code: str) -> Edit:
    """Return an edit that puts code in front of the first function of the narration."""
    return edited(NARRATION, PROMPT, f"{code}\n\n\n{PROMPT}")


def series(counted: str) -> Edit:
    """Return an edit that adds the function `series` and its titles."""
    return before_prompt(f"def series(state: Any, edition: Any, seat: int) -> Any:\n    {counted}")


def rulebook(package: Path) -> None:
    """Add a rulebook of one clause."""
    (package / "rulebook").mkdir()
    (package / "rulebook/en.md").write_text('<a id="1.1"></a>**1.1** Play a card.\n', "utf-8")


SABOTAGES = [
    Sabotage(
        "reason-that-fails",
        (edited(NARRATION, "card=Name(NAMES[action])), ", "card=Name(NAMES[action + 1])), "),),
        *("everything_is_described", "IndexError", NARRATION),
    ),
    Sabotage(
        "reason-with-an-unknown-clause",
        (rulebook,),
        *("everything_is_described", "cites clause 1.2", NARRATION),
    ),
    Sabotage(
        "end-screen-with-uneven-rows",
        (edited(NARRATION, OVER, 'return say("over"), ["a"], [["b", "c"]]'),),
        *("everything_is_described", "a row of 2 cells in a table of 1 columns", NARRATION),
    ),
    Sabotage(
        "end-screen-without-a-table",
        (edited(NARRATION, OVER, 'return say("over"), None, None'),),
        *("everything_is_described", "result returns (Message(", NARRATION),
    ),
    Sabotage(
        "end-screen-with-numbers",
        (edited(NARRATION, OVER, 'return say("over"), ["a"], [[5]]'),),
        *("everything_is_described", "a cell that is no text: 5", NARRATION),
    ),
    Sabotage(
        "end-screen-without-its-arguments",
        (edited(NARRATION, OVER, 'return say("over"), [say("points")], []'),),
        *("everything_is_described", "KeyError: 'n'"),
    ),
    Sabotage(
        "series-that-vary",
        (
            series('return [("hand", 1)] if state.phase else [("title", 1)]'),
            edited(EN, '"title"', '"series.title" = "Title"\n"title"'),
        ),
        *("everything_is_described", "the series are ('hand',), and elsewhere", NARRATION),
    ),
    Sabotage(
        "series-with-one-name",
        (series('return [("hand", 1), ("hand", 2)]'),),
        *("everything_is_described", "two series have one name", NARRATION),
    ),
    Sabotage(
        "series-without-numbers",
        (series('return [("hand", "many")]'),),
        *("everything_is_described", "the series hand has the value 'many'", NARRATION),
    ),
    # The catalogues
    Sabotage(
        "form-of-another-language",
        (edited(ES, "juega {card:the}.", "juega {card:del}."),),
        *("catalogues_are_sound", "'played' asks for the form 'del' of card", ES),
    ),
    Sabotage(
        "rare-form-of-another-language",
        (edited(ES, "{card:The} no está", "{card:El} no está"),),
        *("catalogues_are_sound", "'no' asks for the form 'El' of card", ES),
    ),
    Sabotage(
        "unclosed-brace",
        (edited(ES, "{seat} juega", "{seat juega"),),
        *("catalogues_are_sound", "'played' cannot be read", ES),
    ),
    Sabotage(
        "argument-without-a-name",
        (edited(ES, "{seat} juega", "{} juega"),),
        *("catalogues_are_sound", "'played' has the argument {}", ES),
    ),
    Sabotage(
        "argument-left-out",
        (edited(ES, "{seat} juega {card:the}.", "{seat} juega."),),
        *("languages_agree", "'played' leaves out card", ES, True),
    ),
    Sabotage(
        "missing-quote",
        (edited(EN, '"title" =', '"title ='),),
        *("catalogues_are_sound", "no line of a catalogue", EN),
    ),
    Sabotage(
        "key-without-quotes",
        (edited(EN, '"played" =', "log.played ="),),
        *("catalogues_are_sound", "no line of a catalogue", EN),
    ),
    Sabotage(
        "text-in-two-lines",
        (edited(EN, '"{seat} plays', '"""{seat}\nplays'),),
        *("catalogues_are_sound", "no line of a catalogue: plays", EN),
    ),
    Sabotage(
        "quote-within-a-text",
        (edited(EN, "is to play.", 'is to "play".'),),
        *("catalogues_are_sound", "it is no TOML", EN),
    ),
    Sabotage(
        "key-twice",
        (edited(ES, '"card" =', '"title" ='),),
        *("catalogues_are_sound", "a second text has the key 'title'", ES),
    ),
    Sabotage(
        "key-without-a-text",
        (edited(ES, '"played" =', '"lost" =\n"played" ='),),
        *("catalogues_are_sound", "it is no TOML", ES),
    ),
    Sabotage(
        "text-that-is-a-number",
        (edited(ES, '"played" =', '"lost" = 3\n"played" ='),),
        *("catalogues_are_sound", "'lost' is neither a text", ES),
    ),
    Sabotage(
        "plural-left-out",
        (edited(ES, ', other = "{n} puntos"', ""),),
        *("catalogues_are_sound", "'points' is neither a text nor a singular and a plural", ES),
    ),
    Sabotage(
        "plural-of-another-language",
        (edited(ES, ", other =", ', few = "{n} puntos", other ='),),
        *("catalogues_are_sound", "'points' is neither a text nor a singular and a plural", ES),
    ),
    Sabotage(
        "language-that-is-unknown",
        (added("locale/fr.toml", '"title" = "Inventé"\n'),),
        *("catalogues_are_sound", "does not know the language 'fr'", "locale/fr.toml", True),
    ),
    # Memory between calls
    Sabotage(
        "prompt-that-remembers",
        (
            edited(NARRATION, PROMPT, f"{KNOWN}{PROMPT}"),
            edited(
                NARRATION,
                '    return say("over") if',
                f'{REMEMBER}    return say("points", n=len(KNOWN)) if',
            ),
        ),
        *("nothing_is_remembered", "prompt answers", NARRATION),
    ),
    Sabotage(
        "prompt-drawn-at-random",
        (
            edited(NARRATION, PROMPT, f"import random\n\n\n{PROMPT}"),
            edited(NARRATION, 'else say("prompt"', 'else say(random.choice(["prompt", "seat"])'),
        ),
        *("nothing_is_remembered", "prompt answers", NARRATION),
    ),
    Sabotage(
        "series-that-remembers",
        (
            series(f'{REMEMBER.strip()}\n    return [("title", len(KNOWN))]'),
            edited(NARRATION, PROMPT, f"{KNOWN}{PROMPT}"),
            edited(EN, '"title"', '"series.title" = "Title"\n"title"'),
        ),
        *("nothing_is_remembered", "series answers", NARRATION),
    ),
    Sabotage(
        "hint-that-knows-the-log",
        (
            edited(NARRATION, PROMPT, f"{KNOWN}{PROMPT}"),
            edited(
                NARRATION,
                "    if action is None:\n",
                f"{REMEMBER.replace('state', 'after')}    if action is None:\n",
            ),
            edited(NARRATION, "    return None", '    return say("points", n=len(KNOWN))'),
        ),
        *("nothing_is_remembered", "action_hint answers", NARRATION),
    ),
    Sabotage(
        "response-that-remembers",
        (
            edited("auto_responses.py", "RESPONSES =", "KNOWN: set[int] = set()\nRESPONSES ="),
            edited(
                "auto_responses.py",
                "    if",
                "    KNOWN.update(legal)\n    if len(KNOWN) > 5:\n        return None\n    if",
            ),
        ),
        *("nothing_is_remembered", "respond answers", "auto_responses.py"),
    ),
    Sabotage(
        "list-in-the-narration",
        (
            edited(NARRATION, PROMPT, f"HEARD: list[int] = []\n\n\n{PROMPT}"),
            edited(NARRATION, "    return None", "    HEARD.append(action)\n    return None"),
        ),
        *("nothing_is_kept_in_modules", "action_hint changes HEARD", NARRATION, True),
    ),
    Sabotage(
        "dictionary-in-the-responses",
        (
            edited("auto_responses.py", "RESPONSES =", "KNOWN = {}\nRESPONSES ="),
            edited("auto_responses.py", "    if", "    KNOWN[seat] = legal\n    if"),
        ),
        *("nothing_is_kept_in_modules", "respond changes KNOWN", "auto_responses.py", True),
    ),
    # The sources of the rules
    Sabotage(
        "attribute-of-a-module",
        in_play("kept.SEATS += 1", "from . import state as kept\n"),
        *("rules_can_be_compiled", "changes kept.SEATS", RULES),
    ),
    Sabotage(
        "rule-that-writes-the-edition",
        in_play("edition.worth += 0"),
        *("rules_can_be_compiled", "changes edition.worth", RULES),
    ),
    Sabotage(
        "global-array",
        in_play("GAMES[0] += 1", "import numpy\n\nGAMES = numpy.zeros(2, int)\n"),
        *("rules_can_be_compiled", "changes GAMES", RULES),
    ),
    Sabotage(
        "random-numbers-of-numpy",
        in_play("state.taker = np.random.randint(2)", "import numpy as np\n"),
        *("rules_can_be_compiled", "uses numpy.random.randint", RULES),
    ),
    Sabotage(
        "clock-in-the-state",
        (
            edited(STATE, "from typing import Any", "import time\nfrom typing import Any"),
            edited(STATE, "SEATS = 3", "STARTED = int(time.time())\nSEATS = 3"),
        ),
        *("state_uses_no_chance", "uses time.time", STATE),
    ),
    Sabotage(
        "random-components",
        (
            edited(
                STATE,
                "from typing import Any",
                "from random import randrange\nfrom typing import Any",
            ),
            edited(STATE, "    return {}", "    return {} if randrange(2) else {}"),
        ),
        *("state_uses_no_chance", "uses random.randrange", STATE),
    ),
    Sabotage(
        "misspelt-verb",
        (edited(RULES, "def rounds_played(", "def round_played("),),
        *("functions_are_known", "round_played is never called", RULES, True),
    ),
    Sabotage(
        "misspelt-function",
        (edited(NARRATION, "def describe_action(", "def describe_actions("),),
        *("functions_are_known", "describe_actions is never called", NARRATION, True),
    ),
    Sabotage(
        "one-label-for-all",
        (
            edited(NARRATION, 'say("play", card=Name(NAMES[action]))', 'say("title")'),
            edited("scene.py", "tuple(a for a in legal if a == card)", "()"),
        ),
        *("actions_look_different", "have the same label, hint and pieces", NARRATION, True),
    ),
]
