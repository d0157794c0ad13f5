"""Time the native engine on files of classic puzzles, and compare it with peers.

    python benchmarks/native.py [--peer-lib PATH]... [--repeats N] [--size N] [--isa NAMES] FILE...
    python benchmarks/native.py [--peer-lib PATH]... --marks FILE

The second form takes puzzles with pencil marks: 729 characters on each line, a digit or a dot for
each mark. It has the CPU time to prove each of them unique.

Each file has one puzzle of 81 characters on each line. The benchmark shuffles their lines, bands,
digits and axes from a seed, and uses up to `--size` of these isomorphs. With limit 1, a solver
finds a solution. With limit 2, it also proves the solution unique. All contestants take turns
within a repeat, on one thread. A row has the minimum and the median CPU time of the repeats. For
the engine, it also has the time of the best peer divided by the engine's time, as the median of the
ratios within a repeat.

The engine is called with arrays, returns its solutions, and has them checked. A second table has
the time of calls with a single puzzle: through the arrays, by `nonet.check` of a ready puzzle or of
a line, and by `nonet.parse` of a line. All lines are different. A third table has the CPU time of
whole processes, such as `nonet check` with the first line of a file.

A peer is a shared library with the entry point of tdoku (https://github.com/t-dillon/tdoku),

    size_t TdokuSolverDpllTriadSimd(const char *input, size_t limit, uint32_t configuration,
                                    char *solution, size_t *guesses);

This function returns the number of solutions, up to the limit. With a few lines of code, any other
solver can be a peer. Its name in the table is the name of the file. It is called through ctypes.
The cost of an empty call is measured and subtracted.
"""

import argparse
import ctypes
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from isomorphs import Unreadable, as_signs, isomorphs, read

import nonet
from nonet.formats import classic
from nonet.solvers import BackendUnavailable
from nonet.solvers.native import core
from nonet.solvers.native.lockstep import arrays

ENTRY = "TdokuSolverDpllTriadSimd"
#: The number of puzzles of a file in the table of single calls.
SINGLE = 1000
#: How often each process is started.
PROCESSES = 20


class Failure(Exception):
    """An error that ends the benchmark."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    try:
        names = options.isa.split(",") if options.isa else [core.isa()]
        peers = {path.stem: Peer(path, options.peer_entry) for path in options.peer_lib}
        print(f"# {processor()}, nonet on {', '.join(names)}, peers {', '.join(peers) or 'none'}")
        if options.marks:
            for line in marked(options.marks, peers):
                print(line, flush=True)
            return 0
        print(f"{'file':14} {'limit':>5} {'by':>12} {'min':>9} {'median':>9} {'a second':>9} ratio")
        for path in options.files:
            puzzles = isomorphs(read(path), options.size, options.seed)
            for limit in (1, 2):
                found = timings(puzzles, limit, names, peers, options)
                for line in rows(path, limit, found, best_of(found, peers)):
                    print(line, flush=True)
        print(f"\n# one puzzle a call, nonet on {core.isa()}")
        print(f"{'file':14} {'call':>15} {'min':>9} {'median':>9}")
        for path in options.files:
            puzzles = isomorphs(read(path), SINGLE, options.seed)[:SINGLE]
            for call, times in single(puzzles, options.repeats).items():
                print(f"{path.name:14} {call:>15} {min(times):6.2f} µs {median(times):6.2f} µs")
        print(f"\n{'# a process':40} {'min':>9} {'median':>9}")
        for command, times in processes(options.files[0]).items():
            print(f"{command:40} {min(times):6.1f} ms {median(times):6.1f} ms")
    except (Failure, Unreadable, BackendUnavailable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time the native engine and its peers.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--marks", type=Path, metavar="FILE", help="729 characters a line")
    parser.add_argument(
        "--peer-lib",
        type=Path,
        metavar="PATH",
        action="append",
        default=[],
        help="shared library of a peer; may be repeated",
    )
    parser.add_argument("--peer-entry", default=ENTRY, metavar="NAME", help=f"default: {ENTRY}")
    parser.add_argument("--repeats", type=int, default=7, metavar="N", help="default: 7")
    parser.add_argument("--size", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--isa", metavar="NAMES", help="a comma between; default: the best")
    chosen = parser.parse_args(arguments)
    if not (chosen.files or chosen.marks):
        parser.error("name a file of puzzles")
    return chosen


def processor() -> str:
    """Return the name of the processor, for the table."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} logical processors"


class Peer:
    """A shared library with tdoku's entry point."""

    def __init__(self, path: Path, entry: str) -> None:
        kinds = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, *[ctypes.c_void_p] * 2)
        self._solve = ctypes.CDLL(str(path.resolve()))[entry]
        # An empty call: a C library function with such arguments, which does nothing at a length of
        # 0.
        self._nothing = ctypes.CDLL(None)["strnlen"]
        for function in (self._solve, self._nothing):
            function.argtypes, function.restype = kinds, ctypes.c_size_t

    def run(self, text: ctypes.Array, count: int, limit: int) -> tuple[float, np.ndarray]:
        """Solve the puzzles. Return the seconds without the cost of the calls, and the counts."""
        spent, counts = self._timed(self._solve, text, count, limit)
        calling, _ = self._timed(self._nothing, text, count, 0)
        return spent - calling, counts

    @staticmethod
    def _timed(
        call: Callable[..., int], text: ctypes.Array, count: int, limit: int
    ) -> tuple[float, np.ndarray]:
        solution, guesses = ctypes.create_string_buffer(128), ctypes.c_size_t()
        into, counter = ctypes.addressof(solution), ctypes.addressof(guesses)
        first = ctypes.addressof(text)
        places = range(first, first + 82 * count, 82)
        start = time.process_time()
        counts = [call(place, limit, 0, into, counter) for place in places]
        return time.process_time() - start, np.array(counts)


def timings(
    puzzles: np.ndarray,
    limit: int,
    names: Sequence[str],
    peers: dict[str, Peer],
    options: argparse.Namespace,
) -> dict[str, list[float]]:
    """Return the microseconds a puzzle of each contestant in each repeat."""
    count = len(puzzles)
    signs = as_signs(puzzles)
    text = ctypes.create_string_buffer(
        np.pad(signs, ((0, 0), (0, 1)), constant_values=ord("\n")).tobytes(), 82 * count + 64
    )
    found: dict[str, list[float]] = {name: [] for name in (*names, *peers)}
    for _ in range(options.repeats):
        counts = {}
        for name in names:
            start = time.process_time()
            results = arrays.run(signs, limit=limit, kept=1, engine=name)
            found[name].append((time.process_time() - start) / count * 1e6)
            counts[name] = results.counts
        for name, peer in peers.items():
            seconds, counts[name] = peer.run(text, count, limit)
            found[name].append(seconds / count * 1e6)
        if any((other != counts[names[0]]).any() for other in counts.values()):
            raise Failure("the contestants count differently")
    return found


def marked(path: Path, peers: dict[str, Peer]) -> Iterator[str]:
    """Yield the CPU milliseconds to prove each puzzle with pencil marks unique, and of all."""
    found: dict[str, list[float]] = {name: [] for name in ("nonet", *peers)}
    yield "".join(f"{name:>12}" for name in ("puzzle", *found))
    lines = path.read_text().split()
    nonet.check(lines[0])  # imports modules
    for number, line in enumerate(lines, start=1):
        start = time.process_time()
        is_unique = nonet.check(line).kind == "unique"
        found["nonet"].append(time.process_time() - start)
        text = ctypes.create_string_buffer(line.encode(), len(line) + 64)
        for name, peer in peers.items():
            seconds, counts = peer.run(text, 1, 2)
            found[name].append(seconds)
            if is_unique != (counts[0] == 1):
                raise Failure(f"{name} and nonet disagree on puzzle {number}")
        yield f"{number:12}" + "".join(f"{1000 * each[-1]:12.1f}" for each in found.values())
    yield f"{'all':>12}" + "".join(f"{1000 * sum(each):12.1f}" for each in found.values())


def single(puzzles: np.ndarray, repeats: int) -> dict[str, list[float]]:
    """Return the microseconds of one puzzle for each kind of call, in each repeat."""
    signs = as_signs(puzzles)
    lone = [signs[index : index + 1] for index in range(len(signs))]
    texts = [row.tobytes().decode() for row in signs]
    ready = list(map(classic, texts))
    found: dict[str, list[float]] = {}
    for _ in range(repeats):
        for name, ask, items in (
            ("arrays.solve", arrays.solve, lone),
            ("arrays.check", arrays.check, lone),
            ("nonet.check", nonet.check, ready),
            ("check a line", nonet.check, texts),
            ("parse a line", nonet.parse, texts),
        ):
            start = time.process_time()
            for item in items:
                ask(item)
            spent = time.process_time() - start
            found.setdefault(name, []).append(spent / len(items) * 1e6)
    return found


def processes(file: Path) -> dict[str, list[float]]:
    """Return the CPU milliseconds of processes that start Python or check a puzzle."""
    with file.open() as lines, TemporaryDirectory() as folder:
        line = lines.readline().strip()
        alone = Path(folder, "one.txt")
        alone.write_text(f"{line}\n")
        commands = {
            "python -c pass": ["-c", "pass"],
            "python -c 'import nonet'": ["-c", "import nonet"],
            "nonet check PUZZLE": ["-m", "nonet", "check", line],
            "nonet check FILE": ["-m", "nonet", "check", str(alone)],
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(PROCESSES):
            for name, command in commands.items():
                start = cpu_of_children()
                subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
                found[name].append((cpu_of_children() - start) * 1e3)
    return found


def cpu_of_children() -> float:
    """Return the CPU seconds of all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def best_of(found: dict[str, list[float]], peers: Iterable[str]) -> str | None:
    """Return the quickest peer, or None without peers."""
    return min(peers, key=lambda name: median(found[name]), default=None)


def rows(path: Path, limit: int, found: dict[str, list[float]], best: str | None) -> list[str]:
    """Return a line for each contestant, with the ratios to the best peer."""
    table = []
    for name, times in found.items():
        ratio = ""
        if best:
            pairs = zip(found[best], times, strict=True)
            ratio = f"{median(peer / own for peer, own in pairs):5.2f} of {best}"
        table.append(
            f"{path.name:14} {limit:5} {name:>12} {min(times):6.3f} µs {median(times):6.3f} µs "
            f"{1 / median(times):7.3f} M {ratio}"
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
