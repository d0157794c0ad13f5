"""``nonet check``: does the puzzle have one solution?"""

from __future__ import annotations

from nonet.cli.exits import Exit, gravest
from nonet.cli.inputs import progress, records
from nonet.cli.options import (
    Alphabet,
    AsJson,
    BackendSpec,
    FormatName,
    Nodes,
    Puzzles,
    Seconds,
    limits,
)
from nonet.cli.output import Printer
from nonet.cli.verify import ProofFolder, Proofs

_CODES = {
    "unique": Exit.ANSWERED,
    "none": Exit.NOT_UNIQUE,
    "multiple": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}


def check(
    puzzles: Puzzles = None,
    backend: BackendSpec = "pysat",
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    proof: ProofFolder = None,
    format: FormatName = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions, with the witnesses."""
    from nonet.solvers import backend as backend_named
    from nonet.uniqueness import check as check_puzzle

    spec, bounds = backend_named(backend).spec, limits(time, nodes)
    printer, proofs = Printer(json), Proofs(proof)
    codes = []
    for record in progress(proofs.of(records(puzzles, format, alphabet)), "Checking"):
        if record.puzzle is None:
            codes.append(printer.unreadable(record))
            continue
        verdict = check_puzzle(record.puzzle, spec, bounds)
        folder = proofs.write(record.index, record.puzzle, verdict, bounds)
        printer.checked(record, verdict, spec, folder)
        codes.append(_CODES[verdict.kind])
    return gravest(codes)
