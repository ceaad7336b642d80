"""Several server processes on one database: who owns which table, and what they tell each other."""
