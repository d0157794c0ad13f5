"""Where and how a race was run, and the command that runs it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from html import escape

from nonet.racing import RaceResult

#: The options that take a value, and its name in the environment.
_VALUES = {
    "--mode": "mode",
    "--time": "seconds",
    "--nodes": "nodes",
    "--repeats": "repeats",
    "--seed": "seed",
}
_BYTES_PER_GB = 2**30


def circumstances(result: RaceResult) -> str:
    """Return the environment of a race as a list."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in _facts(result.environment)
    )
    return f"<dl>{items}</dl>\n"


def command(result: RaceResult) -> str:
    """Return the command that runs the same race again on files of the same puzzles."""
    chosen = result.environment
    words = ["nonet", "race", "PUZZLES...", "--backend", ",".join(result.contestants)]
    for option, name in _VALUES.items():
        if chosen.get(name) is not None:
            words += [option, str(chosen[name])]
    if chosen.get("mode") == "count" and chosen.get("most") is not None:
        words += ["--limit", str(chosen["most"])]
    words.append("--warm" if chosen.get("setting") == "warm" else "--cold")
    if not chosen.get("shuffled", True):
        words.append("--no-shuffle")
    if chosen.get("processes"):
        words.append("--processes")
    return shlex.join(words).replace("'PUZZLES...'", "PUZZLES...")


def _facts(environment: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in environment.items():
        if isinstance(value, Mapping):
            yield from _facts(value)
        elif name == "memory" and isinstance(value, int):
            yield name, f"{value / _BYTES_PER_GB:.1f} GB"
        elif isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif value is not None:
            yield name, str(value)
