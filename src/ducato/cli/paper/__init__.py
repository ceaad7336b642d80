"""``ducato print`` and ``ducato cards``: a game on paper, and its tables in spreadsheets."""
