"""Many games at once: a vector environment over the compiled rules, for learners.

`vector` makes a `VectorEnv`, whose `reset` and `step` return a `TimeStep`: arrays with one row for
each environment; `DeviceVectorEnv` does the same on a graphics processor. See ``docs/research.md``.
"""

from ducato.research.vector.device import DeviceStep, DeviceVectorEnv
from ducato.research.vector.device_playouts import DevicePlayouts
from ducato.research.vector.environment import VectorEnv
from ducato.research.vector.making import vector
from ducato.research.vector.settings import Autoreset
from ducato.research.vector.time_step import TimeStep

__all__ = [
    "Autoreset",
    "DevicePlayouts",
    "DeviceStep",
    "DeviceVectorEnv",
    "TimeStep",
    "VectorEnv",
    "vector",
]
