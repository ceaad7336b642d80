"""What pytest collects: the examples of adapters only where their libraries are installed."""

from importlib.util import find_spec

RESEARCH = ("gymnasium", "pettingzoo", "pyspiel")  # the extra [research]; `make research`
collect_ignore_glob = [] if all(map(find_spec, RESEARCH)) else ["src/ducato/adapters/*"]
