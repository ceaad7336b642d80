"""What people at a table can ask for: one module for each command.

A command checks its request, changes the state in memory and returns the `Change` to be stored, or
raises `Rejected` and changes nothing.
"""
