"""The server as a process: connections, logs, metrics, memory and its clock."""
