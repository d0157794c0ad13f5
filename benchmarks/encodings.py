"""Measure size and time of every encoding with several solvers, on seeded boards.

    python benchmarks/encodings.py [--sides 9,16] [--limit SECONDS] [--seeds N] [--every]

Each row is about one encoding. It has the number of clauses, the milliseconds to write and to load
them, and the milliseconds that each solver takes. Boards are full grids, of which the share of
cells is emptied that makes them hardest. Figures are medians over the seeds, in wall time. A solve
that reached the limit is marked with > and counts as the limit. By default, each encoding differs
from the default encoding in at most one option. With --every, all combinations of options are
measured.

Native cardinality constraints need MiniCard, which is in the first column. The last rows are models
of CP-SAT, with constraints in place of clauses.
"""

import argparse
import gc
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import median

from boards import HARDEST, with_holes

from nonet.encodings import cnf, cpsat
from nonet.encodings.options import AT_MOST_ONE, CLAUSE_SETS, NATIVE, REDUCTIONS, Encoding
from nonet.puzzle import Puzzle
from nonet.solvers import BackendError, BackendUnavailable, Limits, Times, find_backend
from nonet.system.errors import PuzzleError

SOLVERS = "cadical153,minisat22,glucose4"
#: MiniCard implements cardinality constraints. For CaDiCaL, PySAT adds a propagator.
NATIVE_SOLVER = "minicard"
MODELS = {
    "integer": cpsat.encode_integer,
    "boolean": cpsat.encode_boolean,
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    solvers = options.solvers.split(",")
    try:
        for side in options.sides:
            boards = [with_holes(side, HARDEST[side], seed) for seed in range(options.seeds)]
            print(f"# {side}×{side}, {HARDEST[side]:.0%} empty, {options.seeds} boards, ms")
            print(heading(solvers))
            for encoding in encodings(options.every):
                print(row_of_cnf(encoding, boards, solvers, options.limit), flush=True)
            for form in MODELS:
                print(row_of_cpsat(form, boards, options.limit), flush=True)
            print()
    except (BackendError, BackendUnavailable, PuzzleError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Size and time of every encoding.")
    every = ",".join(map(str, HARDEST))
    parser.add_argument(
        "--sides", type=sides, default=list(HARDEST), metavar="N,N", help=f"default: {every}"
    )
    parser.add_argument("--limit", type=float, default=2, metavar="SECONDS", help="default: 2")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--solvers", default=SOLVERS, metavar="NAMES", help=f"default: {SOLVERS}")
    parser.add_argument("--every", action="store_true", help="all combinations of options")
    return parser.parse_args(arguments)


def sides(text: str) -> list[int]:
    found = [int(side) for side in text.split(",")]
    if not HARDEST.keys() >= set(found):
        raise argparse.ArgumentTypeError(f"there are boards of {', '.join(map(str, HARDEST))}")
    return found


def encodings(every: bool) -> Iterator[Encoding]:
    usual = Encoding().words
    for reduction, clause_set, at_most_one in product(REDUCTIONS, CLAUSE_SETS, AT_MOST_ONE):
        encoding = Encoding(at_most_one, clause_set, reduction)
        if every or sum(a != b for a, b in zip(encoding.words, usual, strict=True)) <= 1:
            yield encoding


def heading(solvers: Sequence[str]) -> str:
    return f"{'encoding':28} {'clauses':>9} {'encode':>8} {'load':>8} " + " ".join(
        f"{name:>11}" for name in solvers
    )


def row_of_cnf(
    encoding: Encoding, boards: Sequence[Puzzle], solvers: Sequence[str], limit: float
) -> str:
    if encoding.at_most_one == NATIVE:
        solvers = [NATIVE_SOLVER]
    name = str(encoding) or "pairwise"
    sizes = []
    for board in boards:
        written = cnf.encode(board, encoding)
        sizes.append(len(written.clauses) + len(written.at_most_ones))
    spec = f"/{encoding}" if str(encoding) else ""
    times = {s: [timed(f"pysat:{s}{spec}", board, limit) for board in boards] for s in solvers}
    if encoding.at_most_one == NATIVE:
        name += f" ({NATIVE_SOLVER})"
    every = [time for of_solver in times.values() for time, _ in of_solver]
    start = f"{name:28} {median(sizes):9.0f} {milliseconds(every, 'encode')} "
    solved = (f"{cell(of_solver, limit):>11}" for of_solver in times.values())
    return start + f"{milliseconds(every, 'load')} " + " ".join(solved)


def row_of_cpsat(form: str, boards: Sequence[Puzzle], limit: float) -> str:
    sizes = [len(MODELS[form](board).model.proto.constraints) for board in boards]
    times = [timed(f"cpsat:{form}", board, limit) for board in boards]
    encode = milliseconds([time for time, _ in times], "encode")
    start = f"{'cpsat:' + form:28} {median(sizes):9.0f} {encode} {'':8} "
    return start + f"{cell(times, limit):>11}"


def timed(spec: str, board: Puzzle, limit: float) -> tuple[Times, bool]:
    """Return the times of a solve without cached results, and whether it reached the limit."""
    gc.collect()
    with find_backend(spec).open(board) as session:
        answer = session.solve(Limits(seconds=limit))
        return answer.times, answer.status.value == "unknown"


def milliseconds(times: Sequence[Times], phase: str) -> str:
    return f"{median(getattr(time, phase) for time in times) * 1e3:8.1f}"


def cell(times: Sequence[tuple[Times, bool]], limit: float) -> str:
    """Return the median time to solve."""
    solved = median(limit if ended else time.solve for time, ended in times)
    return f"{'>' if solved >= limit else ''}{solved * 1e3:.1f}"


if __name__ == "__main__":
    sys.exit(main())
