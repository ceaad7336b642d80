"""The messages of Manifest Destiny (`core.i18n`): events, prompts, legal and illegal actions.

The state is already redacted for the reader of a message, so that no message can give away hidden
things. The sentences are in ``locale/<language>.toml``.
"""

from .action_labels import action_hint, describe_action
from .illegal_reasons import explain_illegal
from .prompts import prompt
from .results import result
from .steps import describe_step, joins, log_style

__all__ = [
    "action_hint",
    "describe_action",
    "describe_step",
    "explain_illegal",
    "joins",
    "log_style",
    "prompt",
    "result",
]
