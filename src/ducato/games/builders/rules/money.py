"""Coins between the seats and the bank [builders 4.7, 8.4, 8.8, 8.19]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..state import Edition, State


@rule
def payable(state: State, edition: Edition, coins: int) -> int:
    """Return the number of these coins that the bank can pay: all if unlimited [builders 8.8]."""
    return min(coins, int(state.bank)) if edition.bank_limit else coins


@rule
def earn(state: State, edition: Edition, seat: int, coins: int) -> None:
    """Pay a seat these coins, or as many of them as the bank has [builders 8.8]."""
    coins = payable(state, edition, coins)
    state.bank -= coins
    state.coins[seat] += coins


@rule
def pay(state: State, seat: int, coins: int) -> None:
    """Pay coins from a seat to the bank."""
    state.coins[seat] -= coins
    state.bank += coins


@rule
def has_coins(state: State, edition: Edition) -> bool:
    """Return whether the bank can pay anything at all [builders 8.8]."""
    return not edition.bank_limit or state.bank > 0


@rule
def take_coins(state: State, edition: Edition, actions: int) -> None:
    """Spend one to three actions on the coins that the edition gives for them [builders 4.7]."""
    state.actions -= actions
    earn(state, edition, state.active, edition.take[actions])


@rule
def may_buy(state: State, edition: Edition) -> bool:
    """Return whether the active seat may buy an action and can pay for it [builders 4.1, 8.3]."""
    if edition.extra_actions_most > 0 and state.bought >= edition.extra_actions_most:
        return False
    return state.coins[state.active] >= edition.extra_action_price


@rule
def buy_action(state: State, edition: Edition) -> None:
    """Spend the active seat's coins on one more action [builders 4.1]."""
    pay(state, state.active, edition.extra_action_price)
    state.actions += 1
    state.bought += 1
