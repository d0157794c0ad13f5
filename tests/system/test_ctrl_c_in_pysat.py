"""Ctrl-C during PySAT's C++ code takes effect after the call, without any damage."""

import subprocess
import sys

#: Each function is called again and again. Nearly every signal arrives while PySAT runs.
SCRIPT = """
import os, signal, subprocess, sys
from functools import partial
from itertools import combinations
from nonet.encodings.at_most_one import FORMULATIONS
from nonet.solvers import Limits
from nonet.solvers.sat.loaded import LoadedSolver

place = lambda pigeon, hole: pigeon * 9 + hole + 1
pigeons = [[place(pigeon, hole) for hole in range(9)] for pigeon in range(10)]
for hole in range(9):
    for pair in combinations(range(10), 2):
        pigeons.append([-place(pigeon, hole) for pigeon in pair])

def first_conflicts(name):  # the solve ends before it starts a thread
    solver = LoadedSolver(name, pigeons)
    solver.solve(Limits(nodes=500))
    solver.close()

calls = {
    "glucose": partial(first_conflicts, "glucose4"),
    "cadical": partial(first_conflicts, "cadical195"),
    "encoding": lambda: FORMULATIONS["sequential"].write(range(1, 2_000), 2_000),
}
sender = subprocess.Popen(
    ["sh", "-c", f"while read line; do sleep 0.003; kill -INT {os.getpid()}; done"],
    stdin=subprocess.PIPE, text=True, start_new_session=True,
)
for name, call in calls.items():
    call()
    for _ in range(20):
        try:
            print("now", file=sender.stdin, flush=True)
            while True:
                call()
        except KeyboardInterrupt:
            pass
    call()
    print(name, *signal.pthread_sigmask(signal.SIG_BLOCK, ()), flush=True)
sender.stdin.close()
sender.wait()
"""


def test_ctrl_c_waits_for_the_end_of_a_call():
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=100
    )
    heard = ["glucose", "cadical", "encoding"]
    assert (run.stdout.splitlines(), run.stderr, run.returncode) == (heard, "", 0)
