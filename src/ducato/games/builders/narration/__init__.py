"""The narration of The Builders: its actions, steps and results as messages of `core.i18n`.

Everything is read from a state that is already redacted for its reader. The modules only name the
sentences, whose texts are in ``locale/<language>.toml``.
"""

from .action_labels import action_hint, describe_action
from .illegal_reasons import explain_illegal
from .prompts import prompt
from .results import result
from .steps import describe_step, log_style

__all__ = [
    "action_hint",
    "describe_action",
    "describe_step",
    "explain_illegal",
    "log_style",
    "prompt",
    "result",
]
