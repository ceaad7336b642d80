"""Sound games, each spoilt by one edit, and what the checks must say of it."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.plugins.installed import INVENTED, added, edited, without

Edit = Callable[[Path], None]
RULES, BOT, STATE = "rules.py", "bot.py", "state.py"
SCENE, NARRATION = "scene.py", "narration.py"


@dataclass(frozen=True)
class Sabotage:
    """One way to spoil the invented game.

    Attributes:
        name: what is wrong, as a name for the test.
        edits: the edits.
        check: the check that must find it.
        words: words of the finding.
        file: the file that it must name, the line left out; "" if it names none.
        warning: whether it is a warning.
    """

    name: str
    edits: tuple[Edit, ...]
    check: str
    words: str
    file: str = ""
    warning: bool = False


def rules(old: str, new: str) -> Edit:
    """Return an edit of the rules."""
    return edited(RULES, old, new)


PLAYED = "    state.played += 1\n"
"""A line in the middle of the rule `play`."""
SERIES = "@rule\ndef series(state: Any, edition: Any, seat: int, out: Any) -> None:\n    pass\n"
"""A verb that does not belong to the rules."""
LEGAL = "if state.zone[card] == HAND + state.mover:"
"""The condition of a legal action."""


def in_play(line: str, first: str = "") -> tuple[Edit, ...]:
    """Return edits that put a line into the rule `play` and others at the top of the module."""
    top = "from typing import Any\n"
    return rules(PLAYED, f"    {line}\n{PLAYED}"), rules(top, f"{top}{first}")


SABOTAGES = [
    # The contract
    Sabotage(
        "missing-verb",
        (rules("def ranking(", "def placing("),),
        *("modules_are_complete", "no verb ranking"),
    ),
    Sabotage(
        "wrong-signature",
        (rules("def ranking(state: Any, edition: Any, out: Any)", "def ranking(state, out)"),),
        *("modules_are_complete", "cannot be called with 3 arguments", RULES),
    ),
    Sabotage(
        "no-actions",
        (edited(STATE, "ACTIONS = ActionTable", "MOVES = ActionTable"),),
        *("modules_are_complete", "no ACTIONS"),
    ),
    Sabotage(
        "syntax-error",
        (rules("def ranking(", "def ranking(:"),),
        *("modules_are_complete", "SyntaxError"),
    ),
    Sabotage(
        "missing-weight",
        (edited("data/greedy.toml", "high = 1.0", ""),),
        *("weights_belong_to_features", "high", "data/greedy.toml"),
    ),
    Sabotage(
        "missing-features",
        (
            edited(BOT, "class Feature(", "class Features("),
            edited(BOT, "weights[Feature.HIGH] * action", "weights[0] * action"),
            without("data/greedy.toml"),
        ),
        *("weights_belong_to_features", "no Feature", BOT),
    ),
    Sabotage(
        "misplaced-verb",
        (rules("@rule\ndef rounds_played", f"{SERIES}\n\n@rule\ndef rounds_played"),),
        *("modules_are_complete", "rules has series, which nothing looks for", ""),
    ),
    Sabotage(
        "edition-out-of-range",
        (edited("data/editions.toml", "lowest = true", "hand_size = 9"),),
        *("editions_load", "hand_size = 9", "data/editions.toml"),
    ),
    Sabotage(
        "no-such-edition-field",
        (rules("+= edition.worth", "+= edition.value"),),
        *("rules_can_be_compiled", "no field value in Edition", RULES),
    ),
    Sabotage(
        "no-such-state-field",
        (rules("return state.tricks", "return state.turns"),),
        *("rules_can_be_compiled", "no field turns in State", RULES),
    ),
    Sabotage(
        "no-such-member",
        (edited(BOT, "Feature.HIGH", "Feature.LOW"),),
        *("rules_can_be_compiled", "Feature has no LOW", BOT),
    ),
    Sabotage(
        "helper-without-mark",
        (rules("@rule\ndef deal", "def deal"),),
        *("rules_can_be_compiled", "calls deal, which is not marked with @rule", RULES),
    ),
    Sabotage(
        "allocation",
        in_play("known = [card, state.taker]\n    state.taker = known[1]"),
        *("rules_can_be_compiled", "makes a list", RULES),
    ),
    Sabotage(
        "order-of-a-set",
        (rules("for other in range(CARDS):", "for other in {*range(CARDS)}:"),),
        *("rules_can_be_compiled", "makes a set", RULES),
    ),
    Sabotage(
        "string",
        in_play('state.taker = state.taker if "a" < "b" else 0'),
        *("rules_can_be_compiled", "uses a string", RULES),
    ),
    Sabotage(
        "option-never-read",
        (rules("card < state.best if edition.lowest else card > state.best", "card > state.best"),),
        *("options_are_read", "lowest is never read", "data/editions.toml", True),
    ),
    # Chance and repetition
    Sabotage(
        "random-numbers",
        in_play("state.taker = random.randrange(2)", "import random\n"),
        *("rules_can_be_compiled", "uses random.randrange", RULES),
    ),
    Sabotage(
        "global-variable",
        in_play("global GAMES\n    GAMES += 1", "GAMES = 0\n"),
        *("rules_can_be_compiled", "changes a global variable", RULES),
    ),
    Sabotage(
        "global-dictionary",
        in_play("CALLS[0] += 1", "CALLS = {0: 0}\n"),
        *("rules_can_be_compiled", "a global dict", RULES),
    ),
    Sabotage(
        "length-of-a-list",
        in_play("state.taker += len(GOODS) * 0", 'GOODS = ["silk", "tea"]\n'),
        *("rules_can_be_compiled", "a global list", RULES),
    ),
    Sabotage(
        "record-that-does-not-replay",
        (rules("@rule\ndef setup(state: Any, edition: Any) -> None:\n",
         "GAMES = [0]\n\n\n@rule\ndef setup(state: Any, edition: Any) -> None:\n"
         "    GAMES[0] += 1\n    state.taker = GAMES[0] % 3\n"),),
        *("same_steps_lead_to_same_states", "taker", "rules.py"),
    ),
    Sabotage(
        "unequal-outcomes",
        (rules("nth_card(state.zone, DECK, outcome)",
         "nth_card(state.zone, DECK, max(0, outcome - 1))"),),
        *("outcomes_are_equally_likely", "not equally likely", RULES),
    ),
    Sabotage(
        "too-many-outcomes",
        (rules("return state.held[DECK]", "return state.held[DECK] + 1"),),
        *("outcomes_are_equally_likely", "not equally likely", RULES),
    ),
    Sabotage(
        "no-outcome",
        (rules("return state.held[DECK]", "return 0"),),
        *("legal_lists", "a chance step has no outcome", RULES),
    ),
    # The course of the game
    Sabotage(
        "dead-end",
        (rules(LEGAL, f"{LEGAL[:-1]} and (card > 1 or state.tricks == 0):"),),
        *("legal_lists", "a dead end: seat", RULES),
    ),
    Sabotage(
        "endless",
        (rules("        play(state, edition, action)\n",
         "        state.mover = (state.mover + 1) % edition.players\n"),),
        *("legal_lists", "not over after 60 steps"),
    ),
    Sabotage(
        "unreachable-phase",
        (edited(STATE, '"play", "over"]', '"play", "over", "auction"]'),),
        *("phases_are_reached", "the phase auction", "rules.py", True),
    ),
    Sabotage(
        "action-never-offered",
        (edited(STATE, 'kind("play", card=NAMES)', 'kind("play", card=NAMES), kind("pass")'),),
        *("phases_are_reached", "of the kind pass", "rules.py", True),
    ),
    Sabotage(
        "player-who-does-not-exist",
        (rules("return state.mover\n", "return state.mover + state.tricks\n"),),
        *("legal_lists", "is to move, who does not exist", RULES),
    ),
    Sabotage(
        "action-outside-the-table",
        (rules("out[n] = card", "out[n] = card + CARDS"),),
        *("legal_lists", "outside the table", RULES),
    ),
    Sabotage(
        "descending-actions",
        (rules("for card in range(CARDS):", "for card in range(CARDS - 1, -1, -1):"),),
        *("legal_lists", "not ascending", RULES),
    ),
    Sabotage(
        "action-without-effect",
        (rules("    else:\n", "    elif action != 3 or state.tricks > 0:\n"),),
        *("reading_changes_nothing", "changes nothing", RULES),
    ),
    Sabotage(
        "reading-that-writes",
        (rules("    n = 0\n", "    n = 0\n    state.shown[0] = 0\n    state.taker = 1\n"),),
        *("reading_changes_nothing", "reading changed the state", "rules.py"),
    ),
    Sabotage(
        "rounds-that-decrease",
        (rules("return state.tricks", "return -state.tricks"),),
        *("legal_lists", "rounds_played returns -1 after 0", RULES),
    ),
    Sabotage(
        "too-large-for-its-field",
        (rules("+= edition.worth", "+= 100 * edition.worth"),),
        *("legal_lists", "invalid value for format 'b'", RULES),
    ),
    Sabotage(
        "nobody-first",
        (rules("out[seat] = 1", "out[seat] = 2"),),
        *("legal_lists", "nobody is first", RULES),
    ),
    Sabotage(
        "gap-in-the-ranks",
        (rules("out[seat] += 1", "out[seat] += 2"),),
        *("legal_lists", "leave a gap", RULES),
    ),
    Sabotage(
        "card-lost",
        (rules("move_card(state, other, WON + winner)", "state.zone[other] = WON + winner"),),
        *("cards_are_conserved", "and its counts differ", "rules.py"),
    ),
    Sabotage(
        "points-lost",
        (rules("+= edition.worth", "+= edition.worth * (winner < 1)"),),
        *("amounts_are_conserved", "points:", STATE),
    ),
    # Options
    Sabotage(
        "option-that-fails",
        (edited("data/editions.toml", "range = [1, 2]", "range = [1, 4]"),),
        *("options_play_at_their_extremes", "hand_size = 4 with 3 players"),
    ),
    Sabotage(
        "option-without-effect",
        (rules("if edition.lowest else", "if edition.lowest * 0 else"),),
        *("options_play_at_their_extremes", "change nothing", "data/editions.toml", True),
    ),
    # Secrecy
    Sabotage(
        "leak-through-legal-actions",
        (rules(LEGAL, f"{LEGAL[:-1]} and (n == 0 or state.zone[6] != DECK):"),),
        *("secrets_are_kept", "legal actions of seat", RULES),
    ),
    Sabotage(
        "leak-through-the-greedy-score",
        (edited(BOT, "* action", "* state.zone[6]"),),
        *("secrets_are_kept", "the score of play:", BOT),
    ),
    Sabotage(
        "leak-through-the-ranks",
        (
            rules("if state.tricks == edition.hand_size:", "if state.tricks == 1:"),
            rules(
                "state.points[other] > state.points[seat]",
                "state.points[other] + 9 * (other == 0 and state.zone[6] == HAND) > "
                "state.points[seat] + 9 * (seat == 0 and state.zone[6] == HAND)",
            ),
        ),
        *("secrets_are_kept", "the ranks depend on", RULES),
    ),
    Sabotage(
        "leak-across-steps",
        (rules("    move_card(state, nth_card(state.zone, DECK, outcome)",
         "    state.taker = nth_card(state.zone, DECK, outcome)\n"
         "    move_card(state, nth_card(state.zone, DECK, outcome)"),),
        *("later_steps_reveal_nothing", "the field taker shows", RULES),
    ),
    Sabotage(
        "leak-through-an-action",
        (edited(STATE, "2, EVERYBODY, EVERYBODY", "2, NOBODY, EVERYBODY"),
         rules("        state.best = card\n", "        state.best = 0\n")),
        *("secret_actions_are_declared", "but is told which of them was done", RULES),
    ),
    Sabotage(
        "leak-through-the-log",
        (edited(STATE, "2, EVERYBODY, EVERYBODY", "2, NOBODY, EVERYBODY"),
         rules("        state.best = card\n", "        state.best = 0\n")),
        *("steps_reveal_nothing", "the log tells ", NARRATION),
    ),
    Sabotage(
        "open-cards-forgotten",
        (edited(STATE, "2, EVERYBODY, EVERYBODY, EVERYBODY, EVERYBODY", "2, EVERYBODY, 0, 1, 2"),),
        *("open_cards_stay_known", "lay open and is now in won:", "rules.py", True),
    ),
    Sabotage(
        "log-that-remembers",
        (
            edited(NARRATION, "def prompt(", "HEARD: list[int] = []\n\n\ndef prompt("),
            edited(
                NARRATION,
                'return [say("played", seat=Seat(actor), card=Name(NAMES[action]))]',
                'HEARD.append(action)\n'
                '    return [say("held", card=Name(NAMES[action]), n=len(HEARD))]',
            ),
        ),
        *("steps_reveal_nothing", "reads another sentence", NARRATION),
    ),
    Sabotage(
        "setup-that-fails",
        (rules("state.held[DECK] = CARDS", "state.held[DECK] = CARDS // state.held[DECK]"),),
        *("game_begins", "ZeroDivisionError", RULES),
    ),
    # The presentation
    Sabotage(
        "hidden-cards-on-the-table",
        (edited(SCENE, "if state.zone[card] >= 0", "if state.zone[card] >= -1"),),
        *("scenes_keep_secrets", "which is hidden from it", SCENE),
    ),
    Sabotage(
        "piece-offers-the-illegal",
        (edited(SCENE, "tuple(a for a in legal if a == card)", "(card,)"),),
        *("everything_is_described", "offers what is not legal", SCENE),
    ),
    Sabotage(
        "two-pieces-with-one-id",
        (edited(SCENE, 'f"card:{name}"', '"card"'),),
        *("everything_is_described", "two pieces with one id", SCENE),
    ),
    Sabotage(
        "unregistered-text",
        (edited(NARRATION, 'say("played"', 'say("laid"'),),
        *("texts_are_registered", "no text has the key 'laid'", NARRATION),
    ),
    Sabotage(
        "unknown-argument",
        (edited("locale/en.toml", "{seat} plays {card:the}", "{player} plays {card:the}"),),
        *("steps_reveal_nothing", "KeyError: 'player'"),
    ),
    Sabotage(
        "index-error-in-a-sentence",
        (edited(NARRATION, "NAMES[action]))\n\n\ndef action_hint", "NAMES[action + 1]))\n\n\n"
         "def action_hint"),),
        *("everything_is_described", "IndexError", NARRATION),
    ),
    Sabotage(
        "missing-texts",
        (edited("locale/en.toml", '"option.worth"', '"option.price"'),),
        *("game_is_described", "option.worth", "locale/en.toml", True),
    ),
    Sabotage(
        "translation-with-another-argument",
        (edited("locale/es.toml", "{card:the}", "{carta:the}"),),
        *("languages_agree", "asks for carta", "locale/es.toml"),
    ),
    Sabotage(
        "illegal-automatic-response",
        (edited("auto_responses.py", "return legal[-1]", "return 6 - legal[-1]"),),
        *("auto_responses_are_sound", "mean the illegal action"),
    ),
    # The table
    # The seats
    Sabotage(
        "seat-never-moves",
        (
            rules(
                "    return state.mover\n",
                "    return 0 if state.mover == 2 else state.mover\n",
            ),
        ),
        *("every_seat_decides", "seat 2 never was to move", RULES, True),
    ),
    Sabotage(
        "negative-goods",
        in_play("state.points[state.mover] -= 1"),
        *("goods_are_not_negative", "points of seat", RULES, True),
    ),
    Sabotage(
        "ties-by-seat",
        (
            rules(
                "if state.points[other] > state.points[seat]:",
                "if state.points[other] > state.points[seat] or other < seat:",
            ),
        ),
        *("equal_seats_rank_equally", "seats 0 and 1 have the same", RULES, True),
    ),
    Sabotage(
        "secret-in-public",
        (edited(STATE, 'kind("play", card=NAMES)', 'kind("play", secret=True, card=NAMES)'),),
        *("secret_actions_stay_secret", "'play' is secret, but", "", True),
    ),
    Sabotage(
        "unknown-level",
        (edited("__init__.py", '"only": "random"', '"only": "genius"'),),
        *("levels_can_be_played", "the level only", "__init__.py"),
    ),
    Sabotage(
        "illegal-lesson",
        (added("lesson.toml", 'chance = 1\nplayers = 2\n[[step]]\ntext = "over"\n'
         'actions = ["play:none"]\n'),),
        *("lesson_can_be_played", "play:none is not legal", "lesson.toml"),
    ),
]  # fmt: skip


@contextmanager
def spoilt(folder: Path, sabotage: Sabotage) -> Iterator[Path]:
    """Make a copy of the invented game with these edits; forget its modules afterwards."""
    name = f"spoilt_{sabotage.name.replace('-', '_')}"
    package = folder / name
    shutil.copytree(INVENTED, package, ignore=shutil.ignore_patterns("__pycache__", "off*"))
    edited("__init__.py", '"invented"', f'"{sabotage.name}"')(package)
    for edit in sabotage.edits:
        edit(package)
    importlib.invalidate_caches()
    try:
        yield package
    finally:
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]
        sys.path[:] = [path for path in sys.path if path != str(folder)]
