"""The answer-set solver clingo, on the pseudo-Boolean encoding.

Each pencil mark is a choice rule, and each comparison is an integrity constraint over a weighted
sum. A constraint that blocks a grid is added to the same program (multi-shot solving).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from nonet.encodings.opb import Comparison
from nonet.puzzle import Puzzle
from nonet.solvers.contract import single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Comparing
from nonet.solvers.errors import Unable, crashes_of
from nonet.solvers.threads import PAUSE, CallbackListing, Found
from nonet.system.limits import Limits, require_unstopped

if TYPE_CHECKING:
    from clingo import Model
    from clingo.backend import Backend

_COUNTERS = ("choices", "conflicts", "restarts")


class Program:
    """A logic program. Rules can be added between two solves."""

    def __init__(self, seed: int) -> None:
        from clingo import Control

        options = [f"--seed={seed % (1 << 31)}"]
        self._control = Control(options, logger=lambda *_: None)
        self._step = ExitStack()
        self._rules: Backend | None = None
        self._atoms: dict[int, int] = {}
        self._true: set[int] = set()
        self._interrupted = False

    def add(self, comparison: Comparison) -> None:
        terms = [(factor, self._atom(variable)) for factor, variable in comparison.terms]
        self._forbid_below(comparison.bound, terms)
        if comparison.op == "=":
            self._forbid_below(-comparison.bound, [(-factor, atom) for factor, atom in terms])

    def solve(self, limits: Limits) -> bool | None:
        try:
            return self._solved(limits)
        except KeyboardInterrupt:
            self._interrupted = True
            raise
        except RuntimeError as error:
            if not self._interrupted:
                raise
            # Clingo cannot continue after an interruption between two solves.
            raise Unable("clingo was interrupted: open a new session") from error

    def _solved(self, limits: Limits) -> bool | None:
        if 0 in (limits.seconds, limits.nodes):  # for clingo, 0 conflicts would mean unlimited
            return None
        self._end_step()
        conflicts = "umax" if limits.nodes is None else min(limits.nodes, (1 << 32) - 2)
        self._control.configuration.solve.solve_limit = f"{conflicts},umax"  # type: ignore[union-attr]
        left = float("inf") if limits.seconds is None else limits.seconds
        deadline = time.perf_counter() + left
        with self._control.solve(yield_=True, async_=True) as search:
            while not search.wait(max(0.0, min(PAUSE, deadline - time.perf_counter()))):
                if time.perf_counter() >= deadline:
                    return None
                require_unstopped()
            model = search.model()
            if model is not None:
                self._true = {of for of, atom in self._atoms.items() if model.is_true(atom)}
                return True
            return False if search.get().unsatisfiable else None

    def enumerate(
        self, variables: Iterable[int], found: Callable[[Callable[[int], bool]], bool]
    ) -> None:
        """Let clingo enumerate all answer sets that differ in these variables."""
        self._present().add_project([self._atom(variable) for variable in variables])
        self._end_step()
        solving = self._control.configuration.solve
        solving.models, solving.project = 0, "project"  # type: ignore[union-attr]
        with self._control.solve(yield_=True) as search:
            for model in search:
                if not found(partial(self._holds, model)):
                    return

    def _holds(self, model: Model, variable: int) -> bool:
        return model.is_true(self._atoms[variable])

    def stop(self) -> None:
        self._control.interrupt()

    def is_true(self, variable: int) -> bool:
        return variable in self._true

    def counters(self) -> dict[str, int]:
        counted = self._control.statistics["solving"]["solvers"]
        return {name: int(counted[name]) for name in _COUNTERS}

    def _atom(self, variable: int) -> int:
        if variable not in self._atoms:
            self._atoms[variable] = self._present().add_atom()
            self._present().add_rule([self._atoms[variable]], choice=True)
        return self._atoms[variable]

    def _forbid_below(self, bound: int, terms: list[tuple[int, int]]) -> None:
        """Forbid sums below the bound: limit the total weight of the false atoms."""
        missing = [(-atom if factor > 0 else atom, abs(factor)) for factor, atom in terms if factor]
        most = sum(factor for factor, _ in terms if factor > 0)
        too_much = most - bound + 1
        if too_much == sum(weight for _, weight in missing):  # a clause: not all atoms may be false
            self._present().add_rule([], [literal for literal, _ in missing])
        else:
            self._present().add_weight_rule([], too_much, missing)

    def _present(self) -> Backend:
        if self._rules is None:
            self._rules = self._step.enter_context(self._control.backend())
        return self._rules

    def _end_step(self) -> None:
        self._rules = None
        self._step.close()


class _Enumeration(Comparing):
    """Lets clingo enumerate the solutions of a puzzle, without blocking constraints."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._program = Program(seed=0)
        super().__init__("clingo", lambda _: self._program, puzzle, 0)

    def enumerate(self, found: Found) -> None:
        model = self.puzzle
        marks = (mark for cell in model.grid.cells for mark in model.alive(cell))
        with crashes_of("clingo"):
            self._program.enumerate(marks, lambda is_true: found(lambda: model.decode(is_true)))

    def stop(self) -> None:
        self._program.stop()


def _listing(puzzle: Puzzle, *, few: bool = False) -> CallbackListing | None:
    if few or puzzle.needs_cuts():
        return None
    return CallbackListing(_Enumeration(puzzle), "clingo")


PROVIDER = single_backend(
    "clingo",
    "answer sets, by clingo",
    with_cuts(partial(Comparing, "clingo", Program)),
    ("every rule", "incremental", "own enumeration", "seed", "seconds", "nodes (conflicts)"),
    package="clingo",
    module="clingo",
    listings=_listing,
)
