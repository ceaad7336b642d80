"""The policy of version 0.1, by which the strength of later bots is measured (`bots.yardstick`)."""

from ducato.games.fantasy_market.rules.yardstick.features import Feature as YardstickFeature
from ducato.games.fantasy_market.rules.yardstick.features import yardstick_score

__all__ = ["YardstickFeature", "yardstick_score"]
