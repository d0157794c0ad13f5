"""The solver CP-SAT of OR-Tools, which learns clauses over integers, on three forms of a model.

CP-SAT is not incremental: blocking a grid adds a constraint to the model, and the next solve starts
from scratch. With one worker, the same seed gives the same search. Seed 0 keeps CP-SAT's defaults;
any other seed picks the first value of each literal at random.

CP-SAT's parameters are tuned for these models: one worker, no probing, no symmetry detection, no
linear relaxation. The option `default` restores CP-SAT's parameters except the single worker;
`workers=N` runs N workers.

`Limits.nodes` becomes CP-SAT's ``max_number_of_conflicts``. CP-SAT does not check this limit within
a round of inprocessing, so it may have a few dozen more conflicts. The same run always stops at the
same conflict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonet.model.constraints import AnyOf
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Listing
from nonet.solvers.answers import PhaseClock
from nonet.solvers.callback_listing import CallbackListing
from nonet.solvers.contract import Backend
from nonet.solvers.cpsat.runner import CpSat, Parameters, Runner
from nonet.solvers.cpsat.stream import TemplateStream
from nonet.solvers.errors import BackendError
from nonet.solvers.provider import Description, Provider
from nonet.system.errors import BackendUnavailable

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel

#: The most values with which a Boolean model is solved without presolve, in half the time. With
#: more values, hard puzzles need twenty times as many conflicts without presolve.
MOST_VALUES_SMALL = 16

#: The largest number of workers that a spec may ask for. On any machine, more workers only take
#: memory and time to start.
MOST_WORKERS = 256

#: The bytes of text, with one puzzle per line, that take a few tenths of a second to answer.
PORTION = 1 << 15

_CAPABILITIES = ("every rule", "own enumeration", "seed", "seconds", "nodes (num_conflicts)")


@dataclass(frozen=True)
class _Form:
    """A form of the model, with its encoder."""

    summary: str
    encode: Callable[[Puzzle, Sequence[str]], CpSatModel]
    presolves_small: bool
    options: tuple[str, ...] = ()


def _integer(puzzle: Puzzle, options: Sequence[str]) -> CpSatModel:
    from nonet.encodings.cpsat import encode_integer

    return encode_integer(puzzle, table="table" in options)


def _boolean(puzzle: Puzzle, options: Sequence[str]) -> CpSatModel:
    from nonet.encodings.cpsat import encode_boolean

    return encode_boolean(puzzle)


def _linked(puzzle: Puzzle, options: Sequence[str]) -> CpSatModel:
    from nonet.encodings.cpsat import encode_linked

    return encode_linked(puzzle)


_FORMS = {
    "integer": _Form("CP-SAT, an integer variable a cell", _integer, True, ("table",)),
    "boolean": _Form("CP-SAT, a literal a pencil mark", _boolean, False),
    "linked": _Form("CP-SAT, both, tied to one another", _linked, True),
}


def _missing() -> str | None:
    return None if find_spec("ortools") else "ortools is not installed: pip install ortools"


def _describe() -> list[Description]:
    missing = _missing()
    release = "" if missing else version("ortools")
    return [
        Description(f"cpsat:{variant}", form.summary, release, _CAPABILITIES, missing)
        for variant, form in _FORMS.items()
    ]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    variant = variant or "integer"
    if variant not in _FORMS:
        raise BackendError(f"cpsat: unknown variant {variant!r}; use {', '.join(_FORMS)}")
    form = _FORMS[variant]
    options = tuple(dict.fromkeys(options))
    workers = _workers(variant, form, options)
    if missing := _missing():
        raise BackendUnavailable(missing)

    def encode(puzzle: Puzzle) -> CpSatModel:
        return form.encode(puzzle, options)

    def chosen(puzzle: Puzzle) -> Parameters:
        presolve = form.presolves_small or len(puzzle.grid.values) > MOST_VALUES_SMALL
        return Parameters(presolve, "default" not in options, workers)

    def new_runner(puzzle: Puzzle, phases: PhaseClock, seed: int = 0) -> Runner:
        return Runner(phases, chosen(puzzle), seed=seed)

    def make(puzzle: Puzzle, seed: int) -> CpSat:
        phases = PhaseClock()
        with phases.measure("encode"):
            encoded = encode(puzzle)
        return CpSat(encoded, new_runner(puzzle, phases, seed), phases)

    def listing(puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        # CP-SAT would find one grid again for each set of alternatives that hold in it: 262,144
        # times in one test. So puzzles with alternatives are enumerated by blocking each grid.
        if few or any(isinstance(part, AnyOf) for part in puzzle.constraints):
            return None
        from nonet.solvers.cpsat.listing import Enumeration

        return CallbackListing(Enumeration(encode(puzzle), chosen(puzzle)), spec)

    spec = f"cpsat:{variant}" + (f"/{','.join(options)}" if options else "")
    return Backend(
        spec,
        make,
        stream=lambda _: TemplateStream(encode, new_runner),
        listings=listing,
        portion=PORTION,
    )


def _workers(variant: str, form: _Form, options: Sequence[str]) -> int:
    """Return the number of workers; raise `BackendError` for unknown options."""
    workers = 1
    for option in options:
        if found := re.fullmatch(r"workers=(\d{1,4})", option):
            workers = int(found[1])
        elif option not in (*form.options, "default"):
            known = ", ".join((*form.options, "default", "workers=N"))
            raise BackendError(f"cpsat:{variant}: unknown option {option!r}; use {known}")
    if not 1 <= workers <= MOST_WORKERS:
        raise BackendError(f"cpsat: {workers} workers: choose 1 to {MOST_WORKERS}")
    return workers


PROVIDER = Provider("cpsat", _describe, _build)
