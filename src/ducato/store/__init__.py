"""Where tables and their records live: SQLite by default, any other database by its URL."""

from ducato.store.errors import StoreError, Trouble, UnknownTable, WrongSequence
from ducato.store.store import Store, StoredTable, TableSummary, default_url

__all__ = [
    "Store",
    "StoreError",
    "StoredTable",
    "TableSummary",
    "Trouble",
    "UnknownTable",
    "WrongSequence",
    "default_url",
]
