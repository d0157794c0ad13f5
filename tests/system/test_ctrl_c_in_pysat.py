"""Ctrl-C during PySAT's C++ code takes effect after the call, without any damage."""

import subprocess
import sys

import pytest

#: A propagation takes milliseconds, so nearly every signal arrives during one.
PROPAGATING = """
from nonet.solvers.sat.loaded import LoadedSolver
solver = LoadedSolver("{name}", [[-one, one + 1] for one in range(1, 200_000)])
call = lambda: solver.is_consistent([1])
"""

#: A solve that ends within the first conflicts, before it starts a thread.
FIRST_CONFLICTS = """
from itertools import combinations
from nonet.solvers import Limits
from nonet.solvers.sat.loaded import LoadedSolver
place = lambda pigeon, hole: pigeon * 9 + hole + 1
clauses = [[place(pigeon, hole) for hole in range(9)] for pigeon in range(10)]
for hole in range(9):
    for pair in combinations(range(10), 2):
        clauses.append([-place(pigeon, hole) for pigeon in pair])
def call():
    solver = LoadedSolver("{name}", clauses)
    solver.solve(Limits(nodes=500))
    solver.close()
"""

ENCODING = """
from nonet.encodings.at_most_one import FORMULATIONS
call = lambda: FORMULATIONS["sequential"].write(range(1, 2_000), 2_000)
"""

INTERRUPTED = """
import os, signal, subprocess, sys
{prepare}
call()
sender = subprocess.Popen(
    ["sh", "-c", f"while read line; do sleep 0.003; kill -INT {{os.getpid()}}; done"],
    stdin=subprocess.PIPE, text=True, start_new_session=True,
)
for _ in range(20):
    try:
        print("now", file=sender.stdin, flush=True)
        while True:
            call()
    except KeyboardInterrupt:
        pass
sender.stdin.close()
sender.wait()
call()
print("heard", *signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


@pytest.mark.parametrize(
    "prepare",
    [
        PROPAGATING.format(name="minisat22"),
        FIRST_CONFLICTS.format(name="glucose4"),
        FIRST_CONFLICTS.format(name="cadical195"),
        ENCODING,
    ],
    ids=["propagation", "glucose", "cadical", "encoding"],
)
def test_ctrl_c_waits_for_the_end_of_a_call(prepare):
    script = INTERRUPTED.format(prepare=prepare)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100
    )
    assert (run.stdout, run.stderr, run.returncode) == ("heard\n", "", 0)
