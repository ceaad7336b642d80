"""The narration of Fantasy Market: its actions, steps and results as messages of `core.i18n`.

Everything is read from a state that is already redacted for its reader. The modules only name the
sentences, whose texts are in ``locale/<language>.toml``.
"""

from .action_labels import action_hint, describe_action
from .illegal_reasons import explain_illegal, explain_unreachable
from .prompts import prompt
from .results import result
from .steps import describe_step, joins, log_style

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
