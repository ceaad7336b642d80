"""Retired words: words that names must not contain, their replacements, and the exceptions.

A word is retired because it had several meanings, or because it was a metaphor for something that
has a standard term. ``docs/glossary.md`` explains the terms in use.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import NamedTuple

from tests.repository.identifiers import Identifier

EVERYWHERE = {
    "claims": "email_verifications",
    "companies": "rosters",
    "company": "roster",
    "curtain": "pass_screen",
    "epoch": "generation",
    "epochs": "generations",
    "farewell": "account_deletion",
    "goodbye": "DeleteAccount",
    "hall": "registry",
    "notices": "announcements, turn_reminders",
    "pondering": "analysis",
    "refusal": "IllegalReason, Rejected, ErrorBody",
    "refusals": "reasons, rejections",
    "rewinds": "undo_count",
    "standings": "auto_responses",
    "steward": "substitute",
    "stewards": "substitutes",
    "visitors": "sessions, connections",
    "watcher": "spectator",
    "watchers": "spectators, human_seats",
    "wishes": "preferences",
}
"""Words that no identifier may contain, with their replacements."""

NAMES = {
    "attend": "serve_socket",
    "claim": "verify, verification",
    "extent": "fit",
    "gone": "removed, deleted",
    "guests": "connections",
    "house": "services",
    "interface": "openapi",
    "letter": "email, command",
    "letters": "turn_reminders, inbox",
    "me": "account",
    "meant": "potential",
    "meet": "tournament",
    "meeting": "tournament",
    "meetings": "tournaments",
    "news": "broadcast",
    "notice": "announcement, turn_reminder, OneWay",
    "offer": "catalog",
    "offered": "catalog",
    "offers": "catalog",
    "operation": "monitoring",
    "orders": "action_labels",
    "pace": "time_control",
    "paces": "time_controls",
    "past": "replay",
    "place": "zone, area, rank",
    "places": "zones, areas, ranks",
    "refuse": "reject",
    "refused": "rejected",
    "said": "chat_line",
    "sight": "view_key",
    "sights": "view_keys",
    "stage": "status, phase, playback",
    "stages": "statuses, phases",
    "standing": "auto_response, scoreboard",
    "story": "game_log, narration",
    "talk": "chat",
    "talking": "chat",
    "talks": "chats",
    "tell": "narrate, describe, send",
    "telling": "narration",
    "tells": "describes",
    "terms": "settings",
    "told": "narration, described, sent",
    "trouble": "StorageFailure",
    "troubles": "failures",
    "wish": "preference",
    "would": "potential",
}
"""Words that no identifier may contain, except the names of test functions: these are sentences, in
which the words may have their plain meaning."""

PHRASES = {
    "hand over": "substitute",
    "look back": "replay",
    "own data": "personal_data",
    "stand up": "leave",
    "take back": "rollback, undo, cancel",
    "why no way": "explain_illegal",
    "why not": "explain_illegal",
}
"""Consecutive words that no identifier may contain."""

EXACTLY = {
    "Before": "RollbackState",
    "Guest": "Connection",
    "Record": "Struct",
    "room": "buffer",
}
"""Identifiers that are retired as a whole; their words are not."""

GAMES = "src/ducato/games/*"
TESTS_OF_GAMES = "tests/games/*"
SUBJECTS = ("src/ducato/server/subjects/*",)
TOURNAMENTS = (
    "src/ducato/server/subjects/tournaments/pairing/*",
    "src/ducato/client/*/tournaments/*",
    "src/ducato/client/*/tournament*.js",
    "src/ducato/server/subjects/tournaments/routes/*",
    "src/ducato/client/locale/*",
    "src/ducato/server/locale/*",
    "src/ducato/server/templates/tournament*",
    "tests/server/subjects/tournaments/*",
    "benchmarks/tournament/*",
)


class Allowed(NamedTuple):
    """An exception: identifiers in which a retired word has its plain meaning.

    Attributes:
        word: the retired word.
        paths: patterns of the paths of files.
        names: pattern of the identifiers.
        reason: the meaning of the word there.
    """

    word: str
    paths: tuple[str, ...]
    names: str
    reason: str


ALLOWED = (
    Allowed("claim", (GAMES, TESTS_OF_GAMES), "*", "rulebook: a player claims an advance"),
    Allowed("company", (TESTS_OF_GAMES,), "test_hudson_bay_company", "the name of a card"),
    Allowed("gone", (GAMES, TESTS_OF_GAMES), "*", "rulebook: out of the game"),
    Allowed("hand over", (GAMES,), "*", "rulebook: a player hands tokens over"),
    Allowed("interface", ("src/ducato/compile/cuda.py",), "__cuda_*", "a protocol of libraries"),
    Allowed("letter", ("src/ducato/client/*",), "*", "a character"),
    Allowed("letters", ("src/ducato/client/*",), "*", "characters"),
    Allowed(
        "me",
        ("src/ducato/server/*", "src/ducato/client/*"),
        "*[mM]e",
        "the resource /api/me: the person who asks",
    ),
    Allowed("me", SUBJECTS, "opened_by_me", "a key that people read in their data"),
    Allowed("news", (GAMES,), "*", "the name of a product"),
    Allowed("offer", (GAMES, TESTS_OF_GAMES), "*", "rulebook: a choice is offered to a player"),
    Allowed("operation", (GAMES, TESTS_OF_GAMES), "*", "an arithmetic operation"),
    Allowed("place", (GAMES, TESTS_OF_GAMES), "place_*", "the verb: to place a card"),
    Allowed("place", (GAMES, TESTS_OF_GAMES), "PLACE_*", "the verb: to place a card"),
    Allowed("room", ("src/ducato/client/*",), "room", "space on the board"),
    Allowed("standing", TOURNAMENTS, "Standing", "a line in the standings of a tournament"),
    Allowed("standings", TOURNAMENTS, "*", "the standings of a tournament"),
    Allowed("stage", (GAMES, TESTS_OF_GAMES), "*", "rulebook: a turn has four stages"),
    Allowed("would", (GAMES,), "would_*", "plain English in a question: would it gain?"),
)


def retired(identifier: Identifier) -> Iterator[tuple[str, str]]:
    """Yield each retired word that an identifier contains, with the words to use instead."""
    words = identifier.words()
    sentence = identifier.kind == "function" and identifier.name.startswith("test_")
    if identifier.kind == "module" and identifier.name.startswith("test_"):
        words = words[1:]
    for word in dict.fromkeys(words):
        if word in EVERYWHERE:
            yield word, EVERYWHERE[word]
        elif word in NAMES and not sentence:
            yield word, NAMES[word]
    spoken = f" {' '.join(words)} "
    for phrase, instead in PHRASES.items():
        if not sentence and f" {phrase} " in spoken:
            yield phrase, instead
    if identifier.name in EXACTLY:
        yield identifier.name, EXACTLY[identifier.name]


def is_allowed(identifier: Identifier, word: str) -> bool:
    """Return whether this identifier may contain the word."""
    return any(
        word == one.word
        and fnmatch(identifier.name, one.names)
        and any(fnmatch(identifier.path, pattern) for pattern in one.paths)
        for one in ALLOWED
    )
