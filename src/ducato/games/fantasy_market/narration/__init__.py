"""The narration of Fantasy Market: its actions, steps and results as messages of `core.i18n`.

Everything is read from a state that is already redacted for its reader. The modules only name the
sentences, whose texts are in ``locale/<language>.toml``.
"""

from ducato.games.fantasy_market.narration.action_labels import action_hint, describe_action
from ducato.games.fantasy_market.narration.illegal_reasons import (
    explain_illegal,
    explain_unreachable,
)
from ducato.games.fantasy_market.narration.prompts import prompt
from ducato.games.fantasy_market.narration.results import result
from ducato.games.fantasy_market.narration.steps import describe_step, joins, log_style

__all__ = [
    "action_hint",
    "describe_action",
    "describe_step",
    "explain_illegal",
    "explain_unreachable",
    "joins",
    "log_style",
    "prompt",
    "result",
]
