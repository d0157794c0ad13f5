"""Work in several processes: all of it is done, or somebody says what is not."""

import os
from multiprocessing import Pipe

import pytest

from nonet.generation import processes
from nonet.generation.processes import spread
from nonet.solvers import SolverCrashed


def test_all_results_arrive_and_those_of_a_block_in_order():
    found = list(spread(iter, [range(3), range(10, 13)], jobs=2))
    assert sorted(found) == [0, 1, 2, 10, 11, 12]
    assert [each for each in found if each < 10] == [0, 1, 2]


def test_a_process_that_dies_has_not_finished():
    with pytest.raises(SolverCrashed, match="a worker process died") as crashed:
        list(spread(os._exit, [0, 7], jobs=2))
    assert 'if __name__ == "__main__":' in str(crashed.value)
    assert "rules of your own" in str(crashed.value)


def test_an_error_is_raised_as_it_is():
    with pytest.raises(ValueError, match="invalid literal"):
        list(spread(int, ["seven", "eight"], jobs=2))


def test_after_ctrl_c_what_has_arrived_is_yielded(monkeypatch):
    ours, theirs = Pipe(duplex=False)
    theirs.send("made")
    theirs.send(None)

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(processes, "wait", interrupt)
    found = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(processes._received([ours]))
    assert found == ["made"]
