"""The setup of new tables, stored tables and lessons, and the levels of bots."""
