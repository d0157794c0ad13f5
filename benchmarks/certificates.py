"""Measure certificates: the CPU time of each step, and the sizes of the files.

    python benchmarks/certificates.py [--first N] [--prover NAME] FILE...
    python benchmarks/certificates.py --with CHECKER [--jobs N] FILE...

Each file has puzzles in any format. A row has the medians over its puzzles, in milliseconds of CPU
time with all child processes. Each step of `verify` gets the share of its CPU time that the step
has of its wall time:

    check    find the verdict        encode   build the formula from the puzzle
    prove    certify it              compare  compare the file with it
    write    write the files         allowed  make sure that it allows the solution
    verify   verify them, in all     proof    check the proof

With `--with`, measure the wall time of two commands instead, in seconds: `nonet check --proof` and
`nonet verify --with CHECKER`. The time before the first verified certificate is counted apart,
because the checker starts in this time.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from nonet import certify, check, read_file, verify
from nonet.certificates.outside import INSTALL
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


def measure_commands(files: list[Path], checker: str, jobs: int) -> None:
    """Print the times of the commands that make and verify the certificates of all puzzles."""
    nonet = [sys.executable, "-m", "nonet"]
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [*nonet, "check", *map(str, files), "--proof", folder, "--jobs", str(jobs)],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        checked = time.perf_counter()
        verify = [*nonet, "verify", folder, "--with", checker, "--jobs", str(jobs)]
        with subprocess.Popen(verify, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            first = time.perf_counter()
            *_, last = process.stdout
        end = time.perf_counter()
    seconds = f"check {checked - start:.1f} s, start {first - checked:.1f} s"
    print(f"{seconds}, verify {end - first:.1f} s: {last.strip()}")


def main() -> None:
    """Print a row for each file, or the times of the commands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--first", type=int, metavar="N", help="no more puzzles of a file than N")
    parser.add_argument("--prover", choices=PROVERS, default=PROVERS[0])
    parser.add_argument("--with", dest="checker", choices=INSTALL, help="measure the commands")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.checker:
        return measure_commands(options.files, options.checker, options.jobs)
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
