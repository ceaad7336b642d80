"""The harm that one hostile client can do: a few people play, first undisturbed, then under attack.

    python -m benchmarks.hostile                          # all attacks, one after the other
    python -m benchmarks.hostile get_flood --seconds 60   # one of them

All attacks run against one server with its limits on, which may open 1024 descriptors
(`ulimit -n 1024`). Before anything is measured, everything that bots need is compiled and a greedy
bot has answered in each game used. Every attack is a module with one function, a context manager
that runs the attack until it exits; it runs in a process of its own at a lower priority, from one
address and as one guest, which no other attack uses. A phase under attack follows a quiet one of
the same length. In both, people play Magnate against the greedy bot and a visitor requests
`/health` over a new connection each time, each from an address of its own.

The output shows, for all quiet phases together and for each attack: the milliseconds from a move
to its acknowledgement (median and 95th percentile), from there to the greedy bot's answer, and for
`/health`; how many of each there were; how many visitors got no answer; the lag of the event loop;
the server's memory before and after; how its acknowledgements compare with the quiet ones. It
exits with 1 if, under an attack, the 95th percentile of acknowledgements is more than twice the
quiet one, that of the greedy bot more than a second, or one visitor in twenty gets no answer.

All processes share the cores of this machine and its loopback. Addresses are given by
`X-Forwarded-For`, which half a request does not contain yet: `half_requests` meets the limits on
all connections, not those on one address.
"""
