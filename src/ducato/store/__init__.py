"""Storage of tables, their games and people, in SQLite by default or in PostgreSQL by URL."""

from ducato.core.table_data import TurnState
from ducato.store.database.engine import Database, default_url, file_url
from ducato.store.errors import (
    NotOwner,
    StorageFailure,
    StoreError,
    UnknownTable,
    WrongSequence,
)
from ducato.store.models import SeatRow, StoredTable, TableJob, TableSettings, TableSummary
from ducato.store.people.accounts import People, Person
from ducato.store.people.bot_accounts import BotAccounts
from ducato.store.people.bot_games import BotGame
from ducato.store.people.exports import PersonExport
from ducato.store.people.personal_data import PersonalData
from ducato.store.people.profiles import Played, Preferences, Profiles
from ducato.store.people.results import Duel, GameResults, Opponent
from ducato.store.push import PushSubscription, PushSubscriptions, PushTurn
from ducato.store.ratings import (
    FinalRank,
    LeaderboardEntry,
    Rating,
    RatingChange,
    Ratings,
    Season,
)
from ducato.store.tables import Store
from ducato.store.turn_reminders import ReminderEmail, Turn, TurnReminders

__all__ = [
    "BotAccounts",
    "BotGame",
    "Database",
    "Duel",
    "FinalRank",
    "GameResults",
    "LeaderboardEntry",
    "NotOwner",
    "Opponent",
    "People",
    "Person",
    "PersonExport",
    "PersonalData",
    "Played",
    "Preferences",
    "Profiles",
    "PushSubscription",
    "PushSubscriptions",
    "PushTurn",
    "Rating",
    "RatingChange",
    "Ratings",
    "ReminderEmail",
    "Season",
    "SeatRow",
    "StorageFailure",
    "Store",
    "StoreError",
    "StoredTable",
    "TableJob",
    "TableSettings",
    "TableSummary",
    "Turn",
    "TurnReminders",
    "TurnState",
    "UnknownTable",
    "WrongSequence",
    "default_url",
    "file_url",
]
