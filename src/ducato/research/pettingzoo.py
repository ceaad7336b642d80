"""PettingZoo: all seats of a game as agents, one after the other.

`env` and `raw_env` are environments in PettingZoo's sense of a cycle of agents, with and without
its wrappers; `parallel_env` is the same game for learners that act all at once, as the seats do
where they choose at the same time. It needs the extra ``research``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.chance import Rng, checked_seed, new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.position import sample
from ducato.research.seen import DTYPES, METADATA, known_mode, observation_box, spaces, text_of
from ducato.research.vector.arguments import SEED_RANGE
from ducato.research.vector.making import games_of
from ducato.runs.extras import needed

needed("pettingzoo", "research")

from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper  # noqa: E402

AGENT = "seat_"
"""What the name of an agent begins with; the number of the seat follows."""
FIRST = "reset, which begins a game"
"""The only call that is possible before a game, or when it is over for all agents."""


class SeatsEnv(AECEnv):
    """A game with an agent for each seat: ``seat_0``, ``seat_1`` and so on.

    Observation: a dict of the `observation` (`Position.observation_tensor`) and the `action_mask`
    of the legal actions, which is all 0 for agents that are not to move. `observe` may be asked for
    any agent at any time, and shows what this seat may see.

    Action: the number of an action. An illegal one raises `IllegalAction` and changes nothing; the
    wrappers of `env` end the game instead.

    Reward: each seat's return at the end of the game (`Position.returns`), else 0.

    End: terminated for all agents when the game is over, truncated for all after
    `LoadedGame.max_game_length` steps.

    Reset: with a seed, chance begins anew; without one, it goes on.

    Args:
        game: the name of a game, or a loaded game.
        players: the number of seats.
        edition: the name of the edition.
        options: values that override those of the edition.
        observation: "float32", or "uint8" for the compact form.
        passing: whether there is one more action, to pass, which is the only one of agents that
            are not to move, and agents that choose at the same time all have theirs; for
            `parallel_env`.
        render_mode: "ansi" for a text of what the agent to move sees; nothing is rendered in
            another mode.

    Attributes:
        game: the loaded game.
        position: the position, with everything hidden in it.
        state_space: the space of `state`.

    Raises:
        DucatoError: an argument is not possible; the error says what would be.
    """

    metadata: Mapping[str, Any] = {**METADATA, "is_parallelizable": False}

    def __init__(
        self,
        game: str | LoadedGame,
        *,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        observation: str = "float32",
        passing: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, *others = games_of(game, players, edition, options or {})
        if others:
            raise BadValue("game", "several games", "one game, with one number of players")
        self.metadata = {**self.metadata, "name": f"ducato_{self.game.name}_v0"}
        self.render_mode, self.position = known_mode(render_mode), self.game.new_initial_state()
        self.possible_agents = [f"{AGENT}{seat}" for seat in range(self.game.players)]
        spec, actions = self.game.observation_spec, len(self.game.actions) + passing
        box = observation_box(spec, observation)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = observation_box(spec, observation, self.game.players)
        self._dtype, self._passing = DTYPES[observation], passing
        self._rng: Rng | None = None
        self._steps, self.agents = 0, list[str]()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `options` has no use.

        Raises:
            BadValue: the seed is not a whole number.
        """
        if seed is not None:
            self._rng = new_rng("pettingzoo", checked_seed(seed))
        elif self._rng is None:
            self._rng = new_rng("pettingzoo", secrets.randbelow(SEED_RANGE))
        self.position, self._steps = self.game.new_initial_state(), 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move, and then chance.

        Raises:
            IllegalAction: the action is illegal. Nothing was changed.
            BadValue: no game was begun, or it is over for all agents.
        """
        agent = self._selected("step")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.check(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._apply(action)
        self._go_on()
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> Any:
        """Return the selected agent's observation, reward, end, truncation and info.

        Raises:
            BadValue: no game was begun, or it is over for all agents.
        """
        self._selected("last")
        return super().last(observe)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees now, and its legal actions.

        Raises:
            BadValue: there is no such agent.
        """
        seat = self.possible_agents.index(self._known(agent))
        return {"observation": self._seen(seat), "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return an array with a 1 for each action that a seat may choose now."""
        mask = np.zeros(self.action_spaces[f"{AGENT}{seat}"].n, np.int8)
        if seat in self.movers():
            turn = self.position
            if seat != turn.current_player():
                turn = turn.turn_of(seat)
            mask[turn.legal_actions()] = 1
        elif self._passing:
            mask[-1] = 1
        return mask

    def movers(self) -> list[int]:
        """Return the seats whose action counts now: in a cycle of agents, one after the other."""
        if self._is_too_long():
            return []
        return self.position.seats_to_move()[: None if self._passing else 1]

    def give_turn(self, agent: str) -> None:
        """Make it the turn of an agent that is to choose now."""
        self.position.take_turn(self.possible_agents.index(self._known(agent)))
        self.agent_selection = agent

    def state(self) -> NDArray[Any]:
        """Return what all seats see, one after the other: all that they know together.

        It is for central training only, since it shows to each what is hidden from it. What no
        seat knows, such as the order of a deck, is not in it.
        """
        return np.concatenate([self._seen(seat) for seat in range(self.game.players)])

    def render(self) -> str | None:
        """Return the text of what the agent to move sees, if the render mode is "ansi".

        Raises:
            BadValue: no game was begun.
        """
        if self.render_mode is None:
            return None
        if self._rng is None:
            raise BadValue("call", "render", FIRST)
        return text_of(self.position, self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _known(self, agent: str) -> str:
        """Return the agent, or raise `BadValue` if there is none of this name."""
        if agent not in self.possible_agents:
            raise BadValue("agent", agent, f"one of {', '.join(self.possible_agents)}")
        return agent

    def _selected(self, call: str) -> str:
        """Return the agent that is to act, or raise `BadValue` if none is."""
        if not self.agents:
            raise BadValue("call", call, FIRST)
        return str(self.agent_selection)

    def _seen(self, seat: int) -> NDArray[Any]:
        return self.position.observation_tensor(seat, self._dtype)

    def _is_too_long(self) -> bool:
        return self._steps >= self.game.max_game_length

    def _apply(self, action: Any) -> None:
        self.position.apply_unchecked(int(action))
        self._steps += 1

    def _go_on(self) -> None:
        """Play chance until a seat is to move, or end the game."""
        while self.position.is_chance_node() and not self._is_too_long():
            self._apply(sample(self.position.chance_outcomes(), self._rng))
        if self.position.is_terminal():
            self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_too_long():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.current_player()]


def raw_env(game: str | LoadedGame, **settings: Any) -> SeatsEnv:
    """Return a `SeatsEnv`, which explains the arguments: an illegal action raises an error."""
    return SeatsEnv(game, **settings)


def env(game: str | LoadedGame, **settings: Any) -> Any:
    """Return a `SeatsEnv` in the wrappers that PettingZoo's own games have.

    An illegal action ends the game for all, with the lowest return for its agent and 0 for the
    others; an action outside the space, or a step before `reset`, is an error.
    """
    raw = raw_env(game, **settings)
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.game.min_utility)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


def parallel_env(game: str | LoadedGame, **settings: Any) -> Any:
    """Return the game for learners whose agents act all at once.

    In each step only the actions of the agents to move count: of one in a game that is played in
    turns, of all that choose at the same time. All others have a mask with a single action, to
    pass, which comes after those of the game. So a game of n seats in turns has n times as many
    decisions as are made; `env` is the better form where a library takes both.
    """
    return TogetherEnv(env(game, passing=True, **settings))


class TogetherEnv(turn_based_aec_to_parallel_wrapper):
    """A game for learners that act all at once."""

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the actions of all agents that are to move; those of the others have no effect.

        An illegal action is played after the legal ones, since it ends the game.
        """
        raw, played = self.unwrapped, self.aec_env
        movers = raw.movers() if played.agents else []
        if len(movers) > 1:
            chosen = {seat: actions[f"{AGENT}{seat}"] for seat in movers}
            movers.sort(key=lambda seat: chosen[seat] not in np.flatnonzero(raw.mask(seat)))
        for agent in [raw.possible_agents[seat] for seat in movers]:
            if any(played.terminations.values()) or any(played.truncations.values()):
                break
            if len(movers) > 1:
                raw.give_turn(agent)
                played.observe(agent)  # the wrappers remember which actions are legal
            played.step(actions[agent])
        found = {agent: played.observe(agent) for agent in played.agents}
        ends = dict(played.terminations), dict(played.truncations)
        rewards, infos = dict(played.rewards), dict(played.infos)
        while played.agents and any(end[played.agent_selection] for end in ends):
            played.step(None)
        self.agents = played.agents
        return found, rewards, *ends, infos
