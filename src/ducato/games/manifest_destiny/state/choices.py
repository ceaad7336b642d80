"""The choices of the options that are words, as enumerations for the rules to compare with."""

from ducato.core.editions.edition import choice_enum

from .tables import PACKAGE

Accessible = choice_enum(PACKAGE, "accessible")
AirplaneCities = choice_enum(PACKAGE, "airplane_cities")
Bidding = choice_enum(PACKAGE, "bidding")
CardBacks = choice_enum(PACKAGE, "card_backs")
Cash = choice_enum(PACKAGE, "cash")
CitiesCounted = choice_enum(PACKAGE, "cities_counted")
CityBonus = choice_enum(PACKAGE, "city_bonus")
CityDefence = choice_enum(PACKAGE, "city_defence")
CityTies = choice_enum(PACKAGE, "city_ties")
DestinyOrder = choice_enum(PACKAGE, "destiny_order")
Electricity = choice_enum(PACKAGE, "electricity")
Homestead = choice_enum(PACKAGE, "homestead")
LostToCards = choice_enum(PACKAGE, "lost_to_cards")
Opposition = choice_enum(PACKAGE, "opposition")
PayoutCapApplies = choice_enum(PACKAGE, "payout_cap_applies")
PriorityWindows = choice_enum(PACKAGE, "priority_windows")
ProgressionCosts = choice_enum(PACKAGE, "progression_costs")
Responses = choice_enum(PACKAGE, "responses")
RockNRoll = choice_enum(PACKAGE, "rock_n_roll")
SafetyNetTies = choice_enum(PACKAGE, "safety_net_ties")
StorytellingDiscard = choice_enum(PACKAGE, "storytelling_discard")
ThinkTank = choice_enum(PACKAGE, "think_tank")
TransitionCards = choice_enum(PACKAGE, "transition_cards")
TransitionEnds = choice_enum(PACKAGE, "transition_ends")
