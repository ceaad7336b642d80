"""The first steps that the guides of well-known trainers begin with, on our environments.

``python first_steps.py NAME`` takes those of one library, unmodified: the environment is made and
learns for a moment. It runs in the environment that ``make trainers`` prepares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium

import ducato.research.gymnasium  # noqa: F401  # registers the games

GAME = "ducato/Magnate-v0"


def stable_baselines3() -> None:
    """Learn with PPO from the id, from a vector in one process, and from one of processes."""
    from stable_baselines3 import A2C, DQN, PPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import SubprocVecEnv

    check_env(gymnasium.make(GAME).unwrapped)
    PPO("MlpPolicy", GAME, n_steps=64, batch_size=32, n_epochs=1).learn(64)
    model = A2C("MlpPolicy", make_vec_env(GAME, n_envs=2, seed=1)).learn(20)
    evaluate_policy(model, make_vec_env(GAME), n_eval_episodes=1)
    DQN("MlpPolicy", gymnasium.make(GAME), learning_starts=10, buffer_size=100).learn(30)
    workers = make_vec_env(GAME, n_envs=2, vec_env_cls=SubprocVecEnv)
    A2C("MlpPolicy", workers).learn(20)
    workers.close()


def sb3_contrib() -> None:
    """Learn with masks, of one environment and of a vector."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.env_util import make_vec_env

    for env in (gymnasium.make(GAME), make_vec_env(GAME, n_envs=2)):
        model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1).learn(128)
    vector = model.get_env()
    seen = vector.reset()
    for _ in range(10):
        actions, _ = model.predict(seen, action_masks=get_action_masks(vector))
        seen, _, _, infos = vector.step(actions)
        assert not any(info["replaced"] for info in infos)


def torchrl() -> None:
    """Collect steps of one environment, of a vector, and of PettingZoo's agents."""
    from torchrl.envs import GymEnv, GymWrapper, PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from ducato.research import pettingzoo

    one = GymEnv(GAME)
    check_env_specs(one)
    assert one.rollout(20).batch_size == (20,)
    for mode in ("SameStep", "Disabled"):
        vector = gymnasium.make_vec(GAME, num_envs=2, autoreset_mode=mode)
        assert GymWrapper(vector).rollout(20, break_when_any_done=False).batch_size == (2, 20)
    agents = PettingZooWrapper(pettingzoo.env("magnate"), use_mask=True)
    assert agents.rollout(20).batch_size == (20,)


def tianshou() -> None:
    """Learn with DQN in four epochs, and play all seats at random by their masks."""
    from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net

    from ducato.research import pettingzoo

    envs = DummyVectorEnv([lambda: gymnasium.make(GAME) for _ in range(2)])
    space, actions = envs.observation_space[0], envs.action_space[0]
    net = Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[32])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=10)
    collector = Collector(algorithm, envs, VectorReplayBuffer(200, 2), exploration_noise=True)
    collector.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=2,
            epoch_num_steps=40,
            collection_step_num_env_steps=20,
            batch_size=16,
            show_progress=False,
        )
    )

    tables = DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.env("magnate"))] * 2)
    one = PettingZooEnv(pettingzoo.env("magnate"))
    seats = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(one.action_space) for _ in one.agents]
    together = MultiAgentOffPolicyAlgorithm(algorithms=seats, env=one)
    collector = Collector(together, tables, VectorReplayBuffer(2000, 2))
    collector.reset()
    assert collector.collect(n_episode=2).n_collected_episodes == 2


def supersuit() -> None:
    """Lay many games of all seats side by side, as in PettingZoo's guide to Stable-Baselines3."""
    import supersuit as ss

    from ducato.research import pettingzoo

    vector = ss.pettingzoo_env_to_vec_env_v1(pettingzoo.parallel_env("magnate"))
    many = ss.concat_vec_envs_v1(vector, 2, num_cpus=1, base_class="gymnasium")
    seen, _ = many.reset(seed=1)
    for _ in range(20):
        seen, *_ = many.step([int(mask.argmax()) for mask in seen["action_mask"]])
    many.close()


def shimmy() -> None:
    """Play our game of OpenSpiel through Shimmy, as agents of PettingZoo."""
    from shimmy import OpenSpielCompatibilityV0

    from ducato.research import openspiel

    env = OpenSpielCompatibilityV0(env=openspiel.load("magnate"))
    env.reset(seed=1)
    for agent in env.agent_iter(max_iter=40):
        *_, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))


def rllib() -> None:
    """Train PPO for an iteration, on an environment that is registered by name."""
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.tune.registry import register_env

    register_env("magnate", lambda config: gymnasium.make(GAME, **config))
    ray.init(num_cpus=1, include_dashboard=False)
    config = (
        PPOConfig()
        .environment("magnate", env_config={"players": 2})
        .env_runners(num_env_runners=0)
        .training(train_batch_size=128, minibatch_size=64, num_epochs=1)
    )
    algorithm = config.build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= 128
    algorithm.stop()
    ray.shutdown()


STEPS: dict[str, Callable[[], Any]] = {
    steps.__name__: steps
    for steps in (stable_baselines3, sb3_contrib, torchrl, tianshou, rllib, supersuit, shimmy)
}

if __name__ == "__main__":
    STEPS[sys.argv[1]]()
