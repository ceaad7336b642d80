"""What all live tables of one server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ducato.server.kit.process.game_time import GameTime
from ducato.server.kit.process.prometheus import Metrics
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.thoughts import Follow, no_analysis
from ducato.server.subjects.tables.storage import Tables


@dataclass
class SharedByTables:
    """What the actors of all tables use.

    Attributes:
        tables: the stored tables.
        workers: the threads for rules, disk and bots.
        metrics: the server's metrics.
        time: the time source for all clocks.
        follow_analysis: sends a screen the analysis of a game.
        analyse_latest: queues the analysis of a person's latest game of a title that has none.
        after_block: ends what was open between a person and one whom they have blocked.
    """

    tables: Tables
    workers: Workers
    metrics: Metrics
    time: GameTime
    follow_analysis: Follow = no_analysis
    analyse_latest: Callable[[str, str], object] = lambda person, game: None
    after_block: Callable[[str, str], None] = lambda person, blocked: None
