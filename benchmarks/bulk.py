"""Time `bulk` from a text file to a text file, compared with the native engine in memory.

    python benchmarks/bulk.py [--size N] [--repeats N] FILE...

Each file has one puzzle of 81 characters on each line. A million seeded shuffles of its puzzles are
written to a file and checked in four ways, which take turns within a repeat: by the engine in
memory (one thread), by `bulk` with one job, by `bulk` with two jobs, and by `bulk` with one job on
a CSV table with the columns `quizzes` and `solutions`, as on Kaggle. The figures are medians of the
seconds, and of the ratios within a repeat. `in memory / 1 job` is the share of the engine's rate
that `bulk` keeps. `1 job / 2 jobs` is the gain of a second job. `1 job / table` is the share of the
rate that `bulk` keeps for a table.

Then `bulk` runs again in separate processes, on this file and on a file a tenth as large, to read
its peak memory from Linux.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np
from isomorphs import Unreadable, as_signs, isomorphs, read

import nonet
from nonet.solvers import BackendUnavailable
from nonet.solvers.native.core import isa
from nonet.solvers.native.lockstep import arrays

#: A program that runs `bulk` and prints Linux's status of its process. (The peak memory that the
#: module `resource` reports would include the parent process.)
MEASURED = """
import sys, nonet
nonet.bulk(sys.argv[1], sys.argv[2], jobs=int(sys.argv[3]), force=True)
print(open("/proc/self/status").read())
"""


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    try:
        print(f"# {options.size:,} puzzles a file, {isa()}, {os.cpu_count()} logical processors")
        for path in options.files:
            with tempfile.TemporaryDirectory() as folder:
                compare(path, Path(folder), options)
    except (Unreadable, BackendUnavailable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time bulk from text file to text file.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--size", type=int, default=1_000_000, metavar="N", help="default: 10⁶")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="default: 5")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    return parser.parse_args(arguments)


def compare(path: Path, folder: Path, options: argparse.Namespace) -> None:
    """Print the figures of one file."""
    signs = as_signs(isomorphs(read(path), options.size, options.seed))
    source, tenth, table = (folder / name for name in ("puzzles.txt", "tenth.txt", "table.csv"))
    write(signs, source)
    write_table(signs, table)
    write(signs[: len(signs) // 10], tenth)
    taken = [seconds(signs, source, table, folder / "verdicts.csv") for _ in range(options.repeats)]
    memory, one, two, compared = (np.array(column) for column in zip(*taken, strict=True))
    print(f"\n{path.name:16} {'seconds':>8} {'a second':>9}")
    names = ("in memory", "bulk, 1 job", "bulk, 2 jobs", "table, 1 job")
    for name, column in zip(names, (memory, one, two, compared), strict=True):
        print(f"{name:16} {median(column):8.3f} {len(signs) / median(column) / 1e6:7.2f} M")
    print(f"in memory / 1 job  {median(memory / one):6.0%}")
    print(f"1 job / 2 jobs     {median(one / two):6.2f}")
    print(f"1 job / table      {median(one / compared):6.0%}")
    for jobs in (1, 2):
        peaks = [peak(file, folder / "verdicts.csv", jobs) for file in (tenth, source)]
        print(
            f"peak memory, {jobs} job(s): {peaks[1]:.0f} MB; a tenth of the file {peaks[0]:.0f} MB"
        )


def write(signs: np.ndarray, path: Path) -> None:
    np.pad(signs, ((0, 0), (0, 1)), constant_values=ord("\n")).tofile(path)


def write_table(signs: np.ndarray, path: Path) -> None:
    """Write puzzles, with zeros for empty cells, and their solutions as CSV."""
    puzzles = np.where(signs == ord("."), ord("0"), signs).astype(np.uint8)
    solutions = arrays.solve(signs).solutions + np.uint8(ord("0"))
    ends = ((puzzles, ","), (solutions, "\n"))
    rows = [np.pad(part, ((0, 0), (0, 1)), constant_values=ord(end)) for part, end in ends]
    with path.open("wb") as file:
        file.write(b"quizzes,solutions\n")
        np.hstack(rows).tofile(file)


def seconds(
    signs: np.ndarray, source: Path, table: Path, target: Path
) -> tuple[float, float, float, float]:
    """Return the seconds in memory, with one job, with two jobs, and on the table."""
    start = time.perf_counter()
    unique = int((arrays.check(signs).counts == 1).sum())
    taken = [time.perf_counter() - start]
    compared = {"column": "quizzes", "compare": "solutions"}
    for path, options in ((source, {"jobs": 1}), (source, {"jobs": 2}), (table, compared)):
        target.unlink(missing_ok=True)
        start = time.perf_counter()
        summary = nonet.bulk(path, target, **options)
        taken.append(time.perf_counter() - start)
        assert summary.verdicts.get("unique", 0) == unique
        assert "differs" not in summary.compared
    memory, one, two, table_seconds = taken
    return memory, one, two, table_seconds


def peak(source: Path, target: Path, jobs: int) -> float:
    """Return the peak memory of a run, in megabytes."""
    command = [sys.executable, "-c", MEASURED, str(source), str(target), str(jobs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    [line] = [line for line in done.stdout.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
