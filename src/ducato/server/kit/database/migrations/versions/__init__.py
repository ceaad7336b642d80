"""The schema migrations. A released migration is never edited; a new one is added instead."""
