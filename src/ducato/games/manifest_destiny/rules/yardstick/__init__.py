"""The policy of version 0.1, by which the strength of later bots is measured (`bots.yardstick`)."""

from ducato.games.manifest_destiny.rules.yardstick.estimate import yardstick_estimate
from ducato.games.manifest_destiny.rules.yardstick.features import yardstick_score
from ducato.games.manifest_destiny.rules.yardstick.names import Feature as YardstickFeature

__all__ = ["YardstickFeature", "yardstick_estimate", "yardstick_score"]
