"""A user's function as a solver: ``mine.py:solve``.

The function takes a `Puzzle`. It returns a list with the value of each cell, or None if there is no
solution. For questions that need a second solution, the function takes a parameter `blocked`: a
list of solutions that it must not return. It runs in a worker process, which is killed at a limit.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from io import TextIOBase
from operator import index
from pathlib import Path
from typing import Any, TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.engines import Engine, Freed
from nonet.solvers.errors import BackendError, SolverCrashed, Unable, WrongAnswer, refuse_nodes
from nonet.solvers.worker_engine import WorkerEngine
from nonet.system.errors import PuzzleError
from nonet.system.imports import import_file
from nonet.system.limits import Limits
from nonet.system.worker import reply

#: The placeholder for a user's file in the list of `nonet backends`.
ANY = "FILE.py"

Function: TypeAlias = Callable[..., Any]


class Call(Freed):
    """The engine, which calls the function for each solve."""

    def __init__(self, spec: str, function: Function, puzzle: Puzzle) -> None:
        self._spec = spec
        self._function = function
        self._puzzle = puzzle
        self._takes_blocked = "blocked" in inspect.signature(function).parameters
        self._blocked: list[Solution] = []
        self._phases = PhaseClock()

    def solve(self, limits: Limits) -> Answer:
        refuse_nodes(self._spec, limits)
        if self._blocked and not self._takes_blocked:
            raise Unable(
                f"{self._spec} cannot look for a second solution: "
                "give the function a parameter `blocked`, a list of solutions to avoid"
            )
        with self._phases.measure("solve"):
            found = self._called()
        times = self._phases.take()
        if found is None:
            return Answer(Status.UNSATISFIABLE, times=times)
        return Answer(Status.SATISFIED, self._solution(found), times=times)

    def block(self, solution: Solution) -> None:
        self._blocked.append(solution)

    def _called(self) -> Any:
        avoided = {"blocked": list(self._blocked)} if self._takes_blocked else {}
        try:
            found = self._function(self._puzzle, **avoided)
            return tuple(found) if isinstance(found, Iterator) else found  # a generator runs here
        except (Exception, SystemExit) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            message = f"{self._spec} failed: {said} ({place.filename}:{place.lineno})"
            raise SolverCrashed(message) from error

    def _solution(self, found: Any) -> Solution:
        try:
            return tuple(map(index, found))
        except TypeError:
            raise WrongAnswer(
                f"{self._spec} returned {found!r:.40}: return a list of values, or None"
            ) from None


def provider(file: str) -> Provider:
    """Return the provider of the functions in a file."""
    return Provider(file, _describe, partial(_build, file))


def _describe() -> list[Description]:
    summary = "your Python function from a puzzle to a solution"
    how = "name a file and a function in it, as in mine.py:solve"
    return [Description(f"{ANY}:FUNCTION", summary, missing=how)]


def _build(file: str, name: str, options: tuple[str, ...]) -> Backend:
    if options or not name:
        raise BackendError(f"{file}: add the name of a function and no options, as in {file}:solve")
    spec = f"{file}:{name}"
    _function(file, name)  # reports errors in the file at once

    def start(puzzle: Puzzle, seed: int) -> Engine:
        path = str(Path(file).resolve())  # a worker may have another current folder
        return WorkerEngine(spec, _call, spec, path, name, puzzle, note=_print)

    return Backend(spec, start)


def _call(spec: str, file: str, name: str, puzzle: Puzzle) -> Call:
    function = _function(file, name)
    sys.stdout = sys.stderr = _Printed()  # the parent process prints all output
    return Call(spec, function, puzzle)


class _Printed(TextIOBase):
    """A text file that sends its text to the parent process."""

    def write(self, text: str) -> int:
        reply(text)
        return len(text)


def _print(text: str) -> None:
    with suppress(OSError, ValueError):  # stderr is closed
        sys.stderr.write(text)
        sys.stderr.flush()


def _function(file: str, name: str) -> Function:
    try:
        names = vars(import_file(file))
    except PuzzleError as error:
        raise BackendError(str(error)) from error
    if callable(found := names.get(name)):
        function: Function = found
        return function
    close = get_close_matches(name, [each for each in names if callable(names[each])], 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise BackendError(f"{file} has no function {name!r}{hint}")
