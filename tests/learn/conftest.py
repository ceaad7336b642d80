"""The race, registered while the tests of a module run."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def registered_race(race: None) -> None:
    """Register the race for every module of this folder."""
