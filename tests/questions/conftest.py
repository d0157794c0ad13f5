"""A backend that exists only in a test."""

import pytest

from nonet.solvers import Backend, Provider, register, unregister


@pytest.fixture
def registered():
    """Return a function that registers a backend until the test ends."""
    names = []

    def add(name, engine=None, **abilities):
        backend = Backend(name, lambda puzzle, seed: engine, **abilities)
        register(Provider(name, list, lambda variant, options: backend))
        names.append(name)

    yield add
    for name in names:
        unregister(name)
