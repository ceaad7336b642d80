"""Commands that people at a table can give, by topic.

A command checks its request, changes the state in memory and returns the `Change` to store, if any;
or it raises `Rejected` and changes nothing.
"""
