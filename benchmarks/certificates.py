"""Measure certificates: the CPU time of each step, and the sizes of the files.

    python benchmarks/certificates.py [--first N] [--prover NAME] FILE...

Each file has puzzles in any format. A row has the medians over its puzzles, in milliseconds of CPU
time with all child processes. Each step of `verify` gets the share of its CPU time that the step
has of its wall time:

    check    find the verdict        encode   build the formula from the puzzle
    prove    certify it              compare  compare the file with it
    write    write the files         allowed  make sure that it allows the solution
    verify   verify them, in all     proof    check the proof
"""

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from nonet import certify, check, read_file, verify
from nonet.puzzle import Puzzle
from nonet.racing.stopwatch import Stopwatch
from nonet.solvers.sat.catalogue import PROVERS

Result = TypeVar("Result")

TIMES = ("check", "prove", "write", "verify", "encode", "compare", "allowed", "proof")
SIZES = ("clauses", "lemmas", "most", "cnf kB", "lrat kB")


def timed(call: Callable[[], Result]) -> tuple[Stopwatch, Result]:
    """Return the times of a call, and its result."""
    with Stopwatch() as watch:
        result = call()
    return watch, result


def measured(puzzle: Puzzle, prover: str, folder: Path) -> dict[str, float]:
    """Return times and sizes of one puzzle's certificate."""
    checked, verdict = timed(lambda: check(puzzle))
    proved, certificate = timed(lambda: certify(puzzle, prover, verdict=verdict))
    written, _ = timed(lambda: certificate.write(folder))
    verified, report = timed(lambda: verify(folder))
    watches = {"check": checked, "prove": proved, "write": written, "verify": verified}
    row = {name: 1000 * watch.cpu for name, watch in watches.items()}
    for name in ("encode", "compare", "allowed", "proof"):
        row[name] = 1000 * report.seconds[name] * verified.cpu / verified.wall
    row["clauses"], row["lemmas"] = report.clauses, report.lemmas
    row["cnf kB"] = (folder / "formula.cnf").stat().st_size / 1000
    row["lrat kB"] = (folder / "proof.lrat").stat().st_size / 1000
    return row


def main() -> None:
    """Print a row for each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--first", type=int, metavar="N", help="no more puzzles of a file than N")
    parser.add_argument("--prover", choices=PROVERS, default=PROVERS[0])
    options = parser.parse_args()
    print(f"{'file':16} {'puzzles':>7}", *(f"{name:>8}" for name in (*TIMES, *SIZES)))
    for file in options.files:
        rows = []
        for record in islice(read_file(file), options.first):
            if record.puzzle is None:
                raise SystemExit(str(record.error))
            with TemporaryDirectory() as folder:
                rows.append(measured(record.puzzle, options.prover, Path(folder)))
        middle = {name: median(row[name] for row in rows) for name in rows[0]}
        middle["most"] = max(row["lemmas"] for row in rows)
        cells = (f"{middle[name]:8.1f}" for name in TIMES), (f"{middle[n]:8.0f}" for n in SIZES)
        print(f"{file.stem:16} {len(rows):7}", *cells[0], *cells[1], flush=True)


if __name__ == "__main__":
    main()
