"""Read published puzzles from links and texts, prove them unique, compare their solutions.

The puzzles are in clones of public projects, which you provide: the test sources of
dclamage/SudokuSolver, the displayed examples of sigh/Interactive-Sudoku-Solver, and the puzzles of
tkoz0/janko.at-puzzle-scraping that the format `janko` can express. nonet contains none of them.

    python benchmarks/links.py --dclamage PATH --sigh PATH --janko PATH [--seconds S]

With `--board`, the benchmark only opens the puzzles on the board of `nonet serve`, in headless
Chromium. It checks that each puzzle opens in Solve and shows no digit that is not given.
"""

from __future__ import annotations

import argparse
import bz2
import json
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nonet
from nonet.system.errors import NonetError

if TYPE_CHECKING:
    from playwright.sync_api import Page


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


def shows_more(page: Page, published: Published) -> str | None:
    """Return what is wrong with the board of a puzzle, if anything."""
    page.evaluate("before = board.state; board.find('.nonet-error').textContent = ''")
    page.fill(".nonet-text", published.text)
    page.click("[data-do=open]")
    page.wait_for_function("board.state !== before || board.find('.nonet-error').textContent")
    page.wait_for_function("board.known.clashes || board.find('.nonet-error').textContent")
    wrong: str | None = page.evaluate(
        """() => {
          const texts = [...board.over.querySelectorAll("text:not(.nonet-printed)")];
          const shown = texts.map((text) => text.textContent).join();
          if (board.find(".nonet-error").textContent) return board.find(".nonet-error").textContent;
          if (board.setting) return "opened in Set";
          return shown === board.state.given.filter(Boolean).join() ? null : `shows ${shown}`;
        }"""
    )
    return wrong


@contextmanager
def opened_board() -> Iterator[Page]:
    from edits import served
    from playwright.sync_api import sync_playwright

    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(bypass_csp=True)
        page.goto(address)
        page.wait_for_function("window.board && board.state")
        yield page
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dclamage", type=Path, help="a clone of dclamage/SudokuSolver")
    parser.add_argument("--sigh", type=Path, help="a clone of sigh/Interactive-Sudoku-Solver")
    parser.add_argument("--janko", type=Path, help="a clone of tkoz0/janko.at-puzzle-scraping")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each puzzle")
    parser.add_argument("--board", action="store_true", help="open the puzzles on the board")
    options = parser.parse_args()
    lists = [
        *(of_dclamage(options.dclamage) if options.dclamage else ()),
        *(of_sigh(options.sigh) if options.sigh else ()),
        *(of_janko(options.janko) if options.janko else ()),
    ]
    with opened_board() if options.board else nullcontext() as page:
        for name, puzzles in lists:
            start = time.perf_counter()
            failures = []
            for published in puzzles:
                wrong = (
                    shows_more(page, published) if page else complaint(published, options.seconds)
                )
                if wrong:
                    failures.append(f"    {published.name}: {wrong}")
            passed = len(puzzles) - len(failures)
            stated = sum(published.solution is not None for published in puzzles)
            spent = time.perf_counter() - start
            proved = f"are proved unique ({stated} with a stated solution)"
            what = "show no more than their givens" if page else proved
            print(f"{name}: {passed} of {len(puzzles)} {what}, in {spent:.0f} s")
            print(*failures, sep="\n", end="\n" if failures else "")


if __name__ == "__main__":
    main()
