"""Pairs of least total cost, by Edmonds' blossom algorithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nsmallest

NEAR, OUTSIDE = 10, 4
"""How many of each player's best opponents are tried first, in the player's group and outside.

The best pairs are nearly always among them, and a round of 256 players then takes a third of a
second."""


def pairs(
    players: Sequence[int],
    groups: Mapping[int, int],
    cost: Callable[[int, int], int],
    allowed: Callable[[int, int], bool],
) -> list[tuple[int, int]] | None:
    """Return pairs with the least total cost, in the order of their first players.

    If everybody can be paired with one of their best opponents, no others are looked at.

    Args:
        players: an even number of players.
        groups: the group of each player; most pairs are to be of one group.
        cost: the cost of a pair, at least 0.
        allowed: whether two players may be paired.

    Returns:
        The pairs; None if not all players can be paired.
    """
    edges: dict[tuple[int, int], int] = {}
    inside: list[list[tuple[int, int, int]]] = [[] for _ in players]
    outside: list[list[tuple[int, int, int]]] = [[] for _ in players]
    for first, one in enumerate(players):
        for second in range(first + 1, len(players)):
            if allowed(one, players[second]):
                price = cost(one, players[second])
                edges[first, second] = price
                rows = inside if groups[one] == groups[players[second]] else outside
                rows[first].append((price, first, second))
                rows[second].append((price, first, second))
    few = {
        (one, other): price
        for rows, number in ((inside, NEAR), (outside, OUTSIDE))
        for row in rows
        for price, one, other in nsmallest(number, row)
    }
    for chosen in (few, edges):
        found = _matched(len(players), chosen)
        if found is not None:
            return [(players[one], players[other]) for one, other in found]
    return None


def _matched(number: int, edges: Mapping[tuple[int, int], int]) -> list[tuple[int, int]] | None:
    """Return the perfect matching of least cost between the nodes 0 to `number`, None without."""
    import networkx

    most = max(edges.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(range(number))
    graph.add_weighted_edges_from((*pair, most - price) for pair, price in edges.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < number:
        return None
    return sorted((min(pair), max(pair)) for pair in matching)
