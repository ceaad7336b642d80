"""Commands that change a table, by topic: players' requests, bots' moves and time-outs.

A command checks its request, changes the table in memory and returns the `Change` to store, or None
if there is nothing to store. If it raises an error, usually `Rejected`, it has changed nothing. The
command `ready` returns messages instead: it changes a screen, not the table.
"""
