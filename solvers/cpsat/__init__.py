"""The solver CP-SAT of OR-Tools, on three forms of a model.

CP-SAT is not incremental: after a grid is blocked, the next solve starts from scratch. With one
worker, the same seed gives the same search. Seed 0 keeps CP-SAT's defaults. With any other seed,
CP-SAT picks the first value of each literal at random.

The default parameters are tuned for puzzles: one worker, no probing, no symmetry detection, no
linear relaxation. The option `default` restores CP-SAT's own parameters, but keeps the single
worker. The option `workers=N` runs N workers.

`Limits.nodes` limits the conflicts. A search may exceed this limit by a few dozen conflicts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonet.model.constraints import AnyOf, Regular
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Listing
from nonet.solvers.answers import PhaseClock
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.cpsat.runner import CpSat, Enumeration, Parameters, TemplateEngine
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import LendingStream
from nonet.solvers.errors import BackendError
from nonet.solvers.threads import CallbackListing
from nonet.system.errors import BackendUnavailable

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel

#: Boolean models are solved without presolve if a cell has at most this many values: it halves the
#: time. With more values, hard puzzles can need twenty times as many conflicts.
MOST_VALUES_SMALL = 16

#: The limit on the option `workers=N`. More workers would only take memory and time.
MOST_WORKERS = 256

#: A text of this many bytes, with a puzzle on each line, takes a few tenths of a second to answer.
PORTION = 1 << 15

_CAPABILITIES = ("every rule", "own enumeration", "seed", "seconds", "nodes (num_conflicts)")

#: The summary of each form of the model.
_FORMS = {
    "integer": "CP-SAT, with an integer variable for each cell",
    "boolean": "CP-SAT, with a literal for each pencil mark",
    "linked": "CP-SAT, with both kinds of variables, linked to each other",
}


def _encoded(variant: str, options: Sequence[str], puzzle: Puzzle) -> CpSatModel:
    from nonet.encodings import cpsat  # loads ortools

    if variant == "integer":
        return cpsat.encode_integer(puzzle, table="table" in options)
    return cpsat.encode_boolean(puzzle) if variant == "boolean" else cpsat.encode_linked(puzzle)


def _missing() -> str | None:
    return None if find_spec("ortools") else "ortools is not installed: pip install ortools"


def _describe() -> list[Description]:
    missing = _missing()
    release = "" if missing else version("ortools")
    return [
        Description(f"cpsat:{variant}", summary, release, _CAPABILITIES, missing)
        for variant, summary in _FORMS.items()
    ]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    variant = variant or "integer"
    if variant not in _FORMS:
        raise BackendError(f"cpsat: unknown variant {variant!r}; use {', '.join(_FORMS)}")
    options = tuple(dict.fromkeys(options))
    workers = _workers(variant, options)
    if missing := _missing():
        raise BackendUnavailable(missing)

    encode = partial(_encoded, variant, options)

    def chosen(encoded: CpSatModel) -> Parameters:
        presolve = variant != "boolean" or len(encoded.puzzle.grid.values) > MOST_VALUES_SMALL
        return Parameters(presolve, "default" not in options, workers)

    def make(puzzle: Puzzle, seed: int) -> CpSat:
        phases = PhaseClock()
        with phases.measure("encode"):
            encoded = encode(puzzle)
        return CpSat(encoded, phases, chosen(encoded), seed)

    def listing(puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        # If several alternatives hold in a grid, CP-SAT would find this grid several times. So does
        # OR-Tools 9.15 with some automata of integer variables.
        repeating = AnyOf if variant == "boolean" else (AnyOf, Regular)
        may_repeat = any(isinstance(part, repeating) for part in puzzle.constraints)
        if few or may_repeat or puzzle.needs_cuts():
            return None
        encoded = encode(puzzle)
        return CallbackListing(Enumeration(encoded, chosen(encoded)), spec)

    spec = f"cpsat:{variant}" + (f"/{','.join(options)}" if options else "")
    return Backend(
        spec,
        with_cuts(make),
        stream=partial(LendingStream, partial(TemplateEngine, encode, chosen)),
        listings=listing,
        portion=PORTION,
    )


def _workers(variant: str, options: Sequence[str]) -> int:
    plain = ("table", "default") if variant == "integer" else ("default",)
    workers = 1
    for option in options:
        if found := re.fullmatch(r"workers=(\d{1,4})", option):
            workers = int(found[1])
        elif option not in plain:
            known = ", ".join((*plain, "workers=N"))
            raise BackendError(f"cpsat:{variant}: unknown option {option!r}; use {known}")
    if not 1 <= workers <= MOST_WORKERS:
        raise BackendError(f"cpsat cannot run {workers} workers: choose 1 to {MOST_WORKERS}")
    return workers


PROVIDER = Provider("cpsat", _describe, _build)
