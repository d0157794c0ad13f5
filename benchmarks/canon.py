"""Time canonical forms of classic puzzles and grids, compare them with a peer, and check isomorphs.

    python benchmarks/canon.py [--pairs N] [--peer-command COMMAND] [--repeats N] [--size N] FILE...

Each file has one puzzle or grid of 81 characters on each line. The benchmark shuffles their lines,
bands, digits and axes from a seed, and uses up to `--size` of these isomorphs. It measures the CPU
time of one thread: the minimum and the median of the repeats, and the time of the slowest single
puzzle. With `--pairs N`, it compares the forms of N isomorphs with the forms of their puzzles. If
two forms differ, the exit code is 1.

A peer is a command that reads lines of 81 digits, with 0 for an empty cell, and prints a form for
each. nonet and the peer take turns within a repeat. The peer's time for an empty input is
subtracted. The last columns have the median of the ratios within a repeat, and the number of equal
forms.
"""

import argparse
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np
from isomorphs import Unreadable, isomorphs, read, shuffled
from native import processor

from nonet.solvers import BackendUnavailable
from nonet.solvers.native.canon import canon

#: The number of pairs compared at once.
_TOGETHER = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    try:
        print(f"# {processor()}")
        print(f"{'file':14} {'min':>9} {'median':>9} {'a second':>9} {'slowest':>10}  peer")
        for path in options.files:
            print(row(path, isomorphs(read(path), options.size, options.seed), options), flush=True)
        different = wrong_pairs(options)
    except (Unreadable, BackendUnavailable, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.pairs:
        print(f"\n{options.pairs:,} pairs of isomorphs: {different:,} with different forms")
    return int(different > 0)


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time canonical forms, and check them.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--pairs", type=int, default=0, metavar="N", help="isomorphs to compare")
    parser.add_argument("--peer-command", metavar="COMMAND", help="reads lines and prints forms")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="default: 5")
    parser.add_argument("--size", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    return parser.parse_args(arguments)


def row(path: Path, puzzles: np.ndarray, options: argparse.Namespace) -> str:
    """Return the row of a file."""
    times, ratios, same = [], [], 0.0
    for _ in range(options.repeats):
        start = time.process_time()
        forms = canon(puzzles).forms
        times.append((time.process_time() - start) / len(puzzles) * 1e6)
        if options.peer_command:
            spent, others = peer(options.peer_command, puzzles)
            ratios.append(spent / len(puzzles) * 1e6 / times[-1])
            same = (others == forms).all(axis=1).mean()
    rival = f"{median(ratios):.2f} times as long, {same:.2%} the same" if ratios else ""
    return (
        f"{path.name:14} {min(times):6.2f} µs {median(times):6.2f} µs {1e6 / median(times):9,.0f} "
        f"{slowest(puzzles[:5000]):7.1f} µs  {rival}"
    )


def slowest(puzzles: np.ndarray) -> float:
    """Return the microseconds of the slowest puzzle, the better of two calls."""
    return max(min(_alone(puzzle) for _ in range(2)) for puzzle in puzzles[:, None])


def _alone(puzzle: np.ndarray) -> float:
    start = time.process_time_ns()
    canon(puzzle)
    return (time.process_time_ns() - start) / 1000


def peer(command: str, puzzles: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the CPU seconds of a peer, and its forms."""
    _, starting = _run(command, b"")
    lines = np.full((len(puzzles), 82), ord("\n"), np.uint8)
    lines[:, :81] = puzzles + ord("0")
    out, spent = _run(command, lines.tobytes())
    text = out.replace(b".", b"0").replace(b"\n", b"")
    return spent - starting, np.frombuffer(text, np.uint8).reshape(len(puzzles), 81) - ord("0")


def _run(command: str, text: bytes) -> tuple[bytes, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(shlex.split(command), input=text, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def wrong_pairs(options: argparse.Namespace) -> int:
    """Count the isomorphs whose form differs from that of their puzzle."""
    if not options.pairs:
        return 0
    given = np.concatenate([read(path) for path in options.files])
    random = np.random.default_rng(options.seed)
    different = 0
    for start in range(0, options.pairs, _TOGETHER):
        chosen = given[random.integers(0, len(given), min(_TOGETHER, options.pairs - start))]
        here, there = canon(chosen.reshape(-1, 81)), canon(shuffled(chosen, random))
        same = (here.forms == there.forms).all(axis=1) & (here.automorphisms == there.automorphisms)
        different += int((~same).sum())
    return different


if __name__ == "__main__":
    sys.exit(main())
