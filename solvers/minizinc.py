"""The solvers that MiniZinc runs: ``minizinc:gecode``, ``minizinc:chuffed``, ``minizinc:ID``.

Each solve starts a new MiniZinc process. The model has a constraint for each blocked grid. MiniZinc
has crashed if it prints neither a grid nor a verdict.
"""

from __future__ import annotations

import json
import re
import shutil
from functools import cache

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Freed
from nonet.solvers.errors import BackendError, SolverCrashed, refuse_nodes
from nonet.system import processes
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits, most_memory
from nonet.system.reaper import temporary_folder

_MISSING = "no minizinc is on the PATH: apt-get install minizinc, or minizinc.org"
_CAPABILITIES = ("every rule", "seconds (child process)")
_SOLUTION_END = "----------"
_STATUS = {"=====UNSATISFIABLE=====": Status.UNSATISFIABLE, "=====UNKNOWN=====": Status.UNKNOWN}
_STATISTIC = re.compile(r"%%%mzn-stat: (nodes|failures|propagations|restarts)=(\d+)")


class _Model(Freed):
    """The engine, which runs MiniZinc for each solve."""

    def __init__(self, spec: str, puzzle: Puzzle) -> None:
        self._phases = PhaseClock()
        self._spec = spec
        self._puzzle = puzzle
        with self._phases.measure("encode"):
            from nonet.encodings import minizinc

            self._lines = list(minizinc.write(puzzle))

    def solve(self, limits: Limits) -> Answer:
        refuse_nodes(self._spec, limits)
        _, _, name = self._spec.partition(":")
        command = ["minizinc", "--solver", name, "--statistics", "--input-from-stdin"]
        text = "\n".join(self._lines).encode()
        try:
            with (
                self._phases.measure("solve"),
                temporary_folder() as folder,  # a killed MiniZinc leaves files
            ):
                most = most_memory()
                ended = processes.run(command, text, limits.seconds, memory=most, temporary=folder)
        except OSError as error:
            raise SolverCrashed(f"{self._spec} did not start: {error.strerror}") from None
        if ended is None:
            return Answer(Status.UNKNOWN, times=self._phases.take())
        with self._phases.measure("decode"):
            status, solution, counters = self._read(ended)
        return Answer(status, solution, counters, self._phases.take())

    def _read(self, ended: processes.Ended) -> tuple[Status, Solution | None, dict[str, int]]:
        lines = ended.out.decode(errors="replace").splitlines()
        counters = {name: int(count) for name, count in _STATISTIC.findall("\n".join(lines))}
        said = [line for line in lines if line and not line.startswith("%")]
        if said and said[-1] in _STATUS:
            return _STATUS[said[-1]], None, counters
        if ended.code or not said or said[-1] != _SOLUTION_END:
            last = processes.last_line(ended.error or ended.out)
            raise SolverCrashed(f"{self._spec} ended with code {ended.code}: {last}")
        words = " ".join(said[:-1]).split()
        if not all(re.fullmatch(r"-?\d+", word) for word in words):
            raise SolverCrashed(f"{self._spec} printed no grid: {said[0]!r:.60}")
        return Status.SATISFIED, tuple(map(int, words)), counters

    def block(self, solution: Solution) -> None:
        from nonet.encodings.minizinc import name_of

        grid = self._puzzle.grid
        cells = zip(grid.cells, solution, strict=True)
        differs = (f"{name_of(grid, cell)} != {value}" for cell, value in cells)
        self._lines.append(f"constraint exists([{', '.join(differs)}]);")


def _driven() -> list[Description]:
    driver = shutil.which("minizinc")
    if driver is None:
        raise BackendUnavailable(f"minizinc: {_MISSING}")
    return _driven_by(driver)


@cache  # because MiniZinc starts slowly
def _driven_by(driver: str) -> list[Description]:
    ended = processes.run([driver, "--solvers-json"], seconds=30)
    try:
        found = json.loads(ended.out if ended and not ended.code else "")
    except ValueError:
        raise BackendUnavailable(f"minizinc: {driver} --solvers-json lists no solvers") from None
    described = []
    for solver in found:
        if solver.get("executable") and not solver.get("isGUIApplication"):
            spec = f"minizinc:{solver['id'].rpartition('.')[2]}"
            described.append(Description(spec, solver["name"], solver["version"], _CAPABILITIES))
    return described


def _describe() -> list[Description]:
    try:
        return _driven()
    except BackendUnavailable as error:
        missing = str(error).removeprefix("minizinc: ")
        return [Description("minizinc:SOLVER", "any solver of MiniZinc", missing=missing)]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if options:
        raise BackendError("minizinc takes no options")
    names = [line.spec.removeprefix("minizinc:") for line in _driven()]
    name = variant or next(iter(names), "")
    if name not in names:
        raise BackendUnavailable(
            f"minizinc: found no solver {name!r}; there is only {', '.join(names) or 'the driver'}"
        )
    spec = f"minizinc:{name}"
    return Backend(spec, with_cuts(lambda puzzle, seed: _Model(spec, puzzle)))


PROVIDER = Provider("minizinc", _describe, _build)
