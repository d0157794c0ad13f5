"""Read published puzzles from links and texts, prove them unique, compare their solutions.

The puzzles are in clones of public projects, which you provide: the test sources of
dclamage/SudokuSolver, the displayed examples of sigh/Interactive-Sudoku-Solver, and the puzzles of
tkoz0/janko.at-puzzle-scraping that the format `janko` can express. nonet contains none of them.

    python benchmarks/links.py --dclamage PATH --sigh PATH --janko PATH [--seconds S]
"""

from __future__ import annotations

import argparse
import bz2
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nonet
from nonet.system.errors import NonetError


@dataclass(frozen=True)
class Published:
    """A published puzzle, with its solution if that is published."""

    name: str
    text: str
    solution: str | None


def of_dclamage(clone: Path) -> Iterator[tuple[str, list[Published]]]:
    """Yield the classics and the f-puzzles of SudokuSolver's tests, with the name of their list."""
    source = (clone / "SudokuTests" / "Puzzles.cs").read_text(encoding="utf-8-sig")
    for part in ("uniqueClassics", "uniqueClassicFPuzzles", "uniqueVariantFPuzzles"):
        found, said = [], ""
        body = source.split(f"[] {part} =", 1)[1].split("};", 1)[0]
        for number, line in enumerate(body.splitlines()):
            said = line.split("//", 1)[1].strip() if line.strip().startswith("//") else said
            pair = re.search(r'\(@?"([^"]*)",\s*@?"([^"]*)"\)', line)
            if pair:
                text = pair[1] if len(pair[1]) == 81 else f"https://f-puzzles.com/?load={pair[1]}"
                found.append(Published(said or f"{part} {number}", text, pair[2]))
                said = ""
        yield part, found


def of_sigh(clone: Path) -> Iterator[tuple[str, list[Published]]]:
    """Yield the displayed examples."""
    source = (clone / "data" / "example_puzzles.js").read_text(encoding="utf-8")
    keys = re.compile(r"^\s+(name|input|solution|extraConstraints):\s*'((?:[^'\\]|\\.)*)'", re.M)
    found: list[dict[str, str]] = []
    for key, value in keys.findall(source):
        if key == "name":
            found.append({})
        found[-1][key] = value.replace("\\'", "'")
    examples = [
        Published(
            each["name"],
            each["input"] + each.get("extraConstraints", ""),
            each.get("solution"),
        )
        for each in found
        if "input" in each
    ]
    yield "displayed examples", examples


def of_janko(clone: Path) -> Iterator[tuple[str, list[Published]]]:
    """Yield the original texts of those kinds of puzzles whose texts state all rules."""
    for kind in ("Sudoku", "Sudoku_Chaos", "Sudoku_2D", "Sudoku_Killer"):
        with bz2.open(clone / "data" / f"{kind}.jsonl.bz2", "rt", encoding="utf-8") as file:
            puzzles = [json.loads(line) for line in file]
        yield kind, [_of_janko(each["file"], each["data"]) for each in puzzles]


def _of_janko(name: str, data: dict[str, Any]) -> Published:
    lines = ["begin"]
    for key, value in data.items():
        if isinstance(value, list):
            lines += [key, *(" ".join(row) for row in value)]
        elif key == "moves":
            lines += [key, value]
        else:
            lines.append(f"{key} {value or ''}")
    text = "\n".join([*lines, "end"])
    letters = [
        word.upper() if word.isalpha() else chr(ord("A") + int(word) - 1)
        for row in data["solution"]
        for word in row
    ]
    return Published(name, text, "".join(letters))


def complaint(published: Published, seconds: float) -> str | None:
    """Return what is wrong with a puzzle, or an empty text if it is proved as published."""
    try:
        puzzle = nonet.parse(published.text)
        verdict = nonet.check(puzzle, limits=nonet.Limits(seconds=seconds))
    except NonetError as error:
        return f"refused: {error}"
    if verdict.kind != "unique":
        return f"{verdict.kind}"
    if published.solution is not None and not agree(published.solution, verdict.solution):
        return "another solution than published"
    return None


def agree(text: str, solution: Sequence[int]) -> bool:
    """Tell whether a published solution equals this one. Its values are decimals or letters."""
    letters = (chr(ord("A") + value - 1) for value in solution)
    return text in ("".join(map(str, solution)), "".join(letters))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dclamage", type=Path, help="a clone of dclamage/SudokuSolver")
    parser.add_argument("--sigh", type=Path, help="a clone of sigh/Interactive-Sudoku-Solver")
    parser.add_argument("--janko", type=Path, help="a clone of tkoz0/janko.at-puzzle-scraping")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each puzzle")
    options = parser.parse_args()
    lists = [
        *(of_dclamage(options.dclamage) if options.dclamage else ()),
        *(of_sigh(options.sigh) if options.sigh else ()),
        *(of_janko(options.janko) if options.janko else ()),
    ]
    for name, puzzles in lists:
        start = time.perf_counter()
        failures = []
        for published in puzzles:
            wrong = complaint(published, options.seconds)
            if wrong:
                failures.append(f"    {published.name}: {wrong}")
        passed = len(puzzles) - len(failures)
        stated = sum(published.solution is not None for published in puzzles)
        spent = time.perf_counter() - start
        print(
            f"{name}: {passed} of {len(puzzles)} are proved unique ({stated} with a stated "
            f"solution), in {spent:.0f} s"
        )
        print(*failures, sep="\n", end="\n" if failures else "")


if __name__ == "__main__":
    main()
