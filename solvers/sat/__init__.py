"""The SAT solvers of PySAT, on the CNF encoding.

Most solvers stay loaded during a session. They accept blocking clauses and keep their learnt
clauses. There are three ways to stop a solver at a limit (the module `catalogue` lists which):

- Solvers of the MiniSat family are interrupted from another thread.
- CaDiCaL is terminated from another thread. Where this is impossible, CaDiCaL only searches for
  some conflicts at a time, and the clock is checked in between.
- Any other solver runs in a worker process, which can be killed. Each solve starts a new process,
  because Kissat aborts its process on a second solve.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from importlib import metadata
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.solvers.answers import PhaseClock
from nonet.solvers.contract import Backend, Description, Provider, encoding_of
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Engine, LendingStream
from nonet.solvers.errors import BackendError
from nonet.solvers.sat import catalogue
from nonet.solvers.sat.loaded import Board, LiveEngine, LoadedSolver, child_engine
from nonet.solvers.sat.watched import WATCHED, trace
from nonet.system.errors import BackendUnavailable
from nonet.system.worker import Worker

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

#: The solver of the spec `pysat`. It is the fastest solver in streams.
DEFAULT = "cadical153"

INSTALL = "python-sat is not installed: pip install 'python-sat>=1.9.dev16'"

#: A text of this many bytes, with a puzzle on each line, takes a few tenths of a second to answer.
PORTION = 1 << 17


@cache
def missing(name: str) -> str | None:
    """Try a solver on two clauses. Return why it fails, or None if it works."""
    if name == "cryptosat":
        try:
            metadata.version("pycryptosat")
        except metadata.PackageNotFoundError:
            return "pycryptosat is not installed: pip install pycryptosat"
    try:
        model = _model_of(name) if catalogue.is_loadable(name) else _from_worker(name)
    except Exception as error:
        return f"does not run here: {error}"
    return None if model == [-1, 2] else f"does not run here: it gives a wrong model {model}"


def _model_of(name: str) -> list[int] | None:
    with closing(LoadedSolver(name, [[1, 2], [-1]])) as solver:
        return solver.model() if solver.solve() else None


def _from_worker(name: str) -> list[int] | None:
    worker = Worker()
    try:
        model: list[int] | None = worker.call(_model_of, name, seconds=10)
    finally:
        worker.kill()
    return model


def _describe() -> list[Description]:
    try:
        version = metadata.version("python-sat")
        known = catalogue.names()
    except (metadata.PackageNotFoundError, ImportError):
        return [Description("pysat", "SAT solvers on the CNF encoding", missing=INSTALL)]
    return [
        Description(
            f"pysat:{name}",
            "default of pysat" if name == DEFAULT else "SAT solver",
            version,
            tuple(_capabilities(name)),
            missing(name),
        )
        for name in known
    ]


def _capabilities(name: str) -> list[str]:
    stays = catalogue.is_loadable(name)
    found = ["every rule", *(("incremental", "seconds") if stays else ("seconds (child process)",))]
    if name not in catalogue.NO_CONFLICT_LIMIT:
        found.append("nodes (conflicts)")
    if name in catalogue.PROVERS:
        found.append("proofs")
    return found


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    try:
        known = catalogue.names()
    except ImportError:
        raise BackendUnavailable(INSTALL) from None
    name = variant or DEFAULT
    if name not in known:
        raise BackendError(f"pysat: unknown solver {name!r}; use {', '.join(known)}")
    able = catalogue.NATIVE_CARDINALITY
    no_native = f"pysat:{name} has no native cardinality constraints: use {', '.join(able)}"
    encoding = encoding_of("pysat", options, None if name in able else no_native)
    reason = missing(name)
    if reason:
        raise BackendUnavailable(f"pysat:{name}: {reason}")
    is_loadable = catalogue.is_loadable(name)
    engine: Callable[[str, Cnf, PhaseClock], Engine] = LiveEngine if is_loadable else child_engine

    @with_cuts
    def make(puzzle: Puzzle, seed: int) -> Engine:
        from nonet.encodings.cnf import encode  # loads numpy

        phases = PhaseClock()
        with phases.measure("encode"):
            cnf = encode(puzzle, encoding)
        return engine(name, cnf, phases)

    options_said = str(encoding)
    spec = f"pysat:{name}" + (f"/{options_said}" if options_said else "")
    return Backend(
        spec,
        make,
        stream=partial(LendingStream, partial(Board, name, encoding)) if is_loadable else None,
        # `cores` takes the caller's own clauses. So a spec with encoding options does not offer it.
        cores=partial(LoadedSolver, name) if is_loadable and not options_said else None,
        proofs=partial(LoadedSolver, name, with_proof=True) if name in catalogue.PROVERS else None,
        trace=partial(trace, encoding) if name == WATCHED else None,
        portion=PORTION,
    )


PROVIDER = Provider("pysat", _describe, _build)
