"""A search that takes more memory than it may is ended, wherever it runs."""

import pytest
from examples import classic

from nonet import means
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion
from nonet.solvers import Limits, Status, find_backend

#: Pigeons in too few holes, which no clause learning refutes soon.
PIGEONS = Puzzle(
    Grid(1, 14, range(13)),
    rules=tuple(ExtraRegion((one, other)) for other in range(14) for one in range(other)),
)


@pytest.fixture
def growing(monkeypatch):
    """Let this process hold a megabyte more whenever it is looked at."""
    held = iter(range(50, 10_000))
    monkeypatch.setattr(means.memory, "resident", lambda process: next(held) << 20)


@pytest.mark.parametrize("spec", ["pysat:minisat22", "pysat:glucose4", "pysat:cadical195", "cpsat"])
def test_a_search_that_grows_is_ended(growing, spec):
    with (
        find_backend(spec).open(PIGEONS) as session,
        pytest.raises(TooLarge, match="more than 60 MB of memory, the limit"),
    ):
        session.solve(Limits(seconds=60, memory=60 << 20))


@pytest.mark.parametrize("spec", ["pysat:minisat22", "pysat:cadical195", "cpsat", "norvig", "auto"])
def test_enough_memory_does_not_disturb(spec):
    with find_backend(spec).open(classic("1234" + "." * 12)) as session:
        assert session.solve(Limits(memory=1 << 40)).status is Status.SATISFIED
