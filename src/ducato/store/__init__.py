"""Where tables, their records and their people live: SQLite by default, PostgreSQL by its URL."""

from ducato.store.bot_accounts import BotAccounts
from ducato.store.database import Database, default_url
from ducato.store.errors import StorageFailure, StoreError, UnknownTable, WrongSequence
from ducato.store.models import SeatRow, StoredTable, TableSummary, Terms, TurnState
from ducato.store.people import People, Person
from ducato.store.personal_data import Kept, PersonalData
from ducato.store.profiles import Played, Preferences, Profiles
from ducato.store.ratings import Rating, Ratings
from ducato.store.store import Store
from ducato.store.turn_reminders import ReminderEmail, Turn, TurnReminders

__all__ = [
    "BotAccounts",
    "Database",
    "Kept",
    "People",
    "Person",
    "PersonalData",
    "Played",
    "Preferences",
    "Profiles",
    "Rating",
    "Ratings",
    "ReminderEmail",
    "SeatRow",
    "StorageFailure",
    "Store",
    "StoreError",
    "StoredTable",
    "TableSummary",
    "Terms",
    "Turn",
    "TurnReminders",
    "TurnState",
    "UnknownTable",
    "WrongSequence",
    "default_url",
]
