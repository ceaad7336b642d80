"""Commands that people at a table can give, by topic.

A command checks its request, changes the table in memory and returns the `Change` to store, or None
if there is nothing to store. If it raises an error, usually `Rejected`, it has changed nothing. The
command `ready` returns messages instead: it changes a screen, not the table.
"""
