"""Runs the readers and the array calls on nearly correct bytes, for a given time.

    make fuzz SECONDS=3600
    python tests/fuzz/run.py [--seconds S] [--seed N] [TARGET...]

Targets are in `targets.py`, their first inputs in `corpus/TARGET/`. An input that breaks a target,
or takes longer than ten seconds, is written to `build/fuzz/` with a traceback. Such an input joins
the corpus when its bug is fixed, and the tests run the whole corpus.

`make fuzz` runs the engine under AddressSanitizer and UBSan.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from fuzz.mutations import mutated
from fuzz.targets import TARGETS

FOLDER = Path(__file__).parent
FINDINGS = Path("build/fuzz")
#: The limit in seconds for one input, because a foreign file must not keep a reader busy.
LONGEST = 10


def corpus_of(name: str) -> list[bytes]:
    """Return the first inputs of a target."""
    return [path.read_bytes() for path in sorted((FOLDER / "corpus" / name).iterdir())]


def feed(target: Callable[[bytes], None], data: bytes) -> str | None:
    """Run a target on an input. Return the problem, if any."""
    start = time.perf_counter()
    try:
        target(data)
    except Exception:
        return traceback.format_exc()
    seconds = time.perf_counter() - start
    return f"took {seconds:.0f} s" if seconds > LONGEST else None


def keep(name: str, data: bytes, wrong: str) -> Path:
    """Store an input that broke a target."""
    path = FINDINGS / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(wrong)
    return path


def fuzz(names: Sequence[str], seconds: float, seed: int) -> int:
    """Fuzz the targets until the time is up. Return the number of findings."""
    random = Random(seed)
    corpora = {name: corpus_of(name) for name in names}
    inputs = dict.fromkeys(names, 0)
    findings: dict[str, Path] = {}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name in names:
            turn = time.monotonic() + min(1.0, seconds / len(names))
            while time.monotonic() < turn:
                data = mutated(random, corpora[name])
                inputs[name] += 1
                # After a crash of the process, this file has the input that caused it.
                last = FINDINGS / "last"
                last.write_bytes(name.encode() + b"\n" + data)
                if wrong := feed(TARGETS[name], data):
                    cause = f"{name}: {wrong.strip().splitlines()[-1]}"
                    if cause not in findings:
                        findings[cause] = keep(name, data, wrong)
                        print(f"{findings[cause]}: {cause}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{sum(inputs.values()):,} inputs", end="", file=sys.stderr, flush=True)
    print(*(f"{name:<14}{number:>12,}" for name, number in inputs.items()), sep="\n")
    print(f"{sum(inputs.values()):,} inputs, {len(findings)} findings, seed {seed}")
    return len(findings)


def main() -> int:
    """Read the options, and fuzz."""
    parser = argparse.ArgumentParser(description="Fuzz the readers and the array calls.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60, help="default: 60")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    faulthandler.enable()
    FINDINGS.mkdir(parents=True, exist_ok=True)
    try:
        return 1 if fuzz(options.targets or list(TARGETS), options.seconds, options.seed) else 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
