"""What people ask without changing the table: explanations, hints, replay, chart, record."""
