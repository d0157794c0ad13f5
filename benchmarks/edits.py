"""Time the board of `nonet serve`: from a key to the screen.

    python benchmarks/edits.py [--rounds N]

The benchmark opens the board in headless Chromium and presses keys. A time starts at the key event,
and ends after the next frame.

- **Edits**: a 9×9 killer with thermometers and an arrow. The keys enter values of the solution as
  givens, and delete them again. *Digit* is the time to the digit on the screen. The time to the
  true candidates has three parts: *page* until the question is sent, *answer* until the candidates
  arrive, and *paint*.
- **Selections**: on this board and on an empty 16×16, with true candidates in all cells. The arrow
  keys move.

Playwright comes with `pip install --group dev`.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

import nonet

PARTS = ("page", "answer", "paint")
#: A script that records when a key is pressed, and when the page asks, hears and paints.
WATCH = """() => {
  const ask = board.askLive;
  const framed = (seen) => requestAnimationFrame(() => setTimeout(() => seen(performance.now())));
  document.addEventListener("keydown", (event) => {
    const mine = (run = { key: event.timeStamp });
    framed((time) => (mine.digit = time));
  }, true);
  board.askLive = function (question, hear) {
    const mine = run; // at the next reply, `run` may belong to another key
    mine.sent ??= performance.now();
    return ask.call(this, question, (reply) => {
      if (reply.type === "candidates") mine.heard ??= performance.now();
      hear(reply);
      if (mine.heard) framed((time) => (mine.seen ??= time));
    });
  };
  run = {};
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    asked = parser.parse_args()
    puzzle = board()
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(bypass_csp=True, viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.wait_for_function("window.board && board.state")
        show(page, puzzle)
        page.evaluate(WATCH)
        report([run for _ in range(asked.rounds) for run in edits(page, solution)])
        for shown in (puzzle, nonet.classic(order=4)):
            show(page, shown)
            times = list(selections(page, 20 * asked.rounds))
            print(f"{len(times)} selections on {shown.grid.rows}×{shown.grid.columns}: ", end="")
            print(f"median {median(times):.0f} ms, all within {max(times):.0f} ms")
        browser.close()


def show(page: Page, puzzle: nonet.Puzzle) -> None:
    """Open a puzzle in Set, and wait for its true candidates."""
    page.evaluate("before = board.state")
    page.fill(".nonet-text", nonet.write(puzzle, "json"))
    page.click("[data-do=open]")
    page.wait_for_function("board.state !== before")
    page.click("[data-do=set]")
    page.check("[data-do=candidates]")
    page.wait_for_function("board.known.candidates && board.known.all", timeout=120_000)


def board() -> nonet.Puzzle:
    """Return a board with rules and without givens, as a setter begins it."""
    puzzle = nonet.classic(order=3).cage("r1c1 r1c2 r2c1", 8).cage("r4c4 r4c5 r5c4", 22)
    puzzle = puzzle.cage("r6c7 r7c7 r7c8", 15).cage("r2c6-r2c8", 20)
    return puzzle.thermo("r9c1-r9c5").thermo("r5c7-r5c9").arrow("r3c9", "r4c9-r6c9")


@contextmanager
def served() -> Iterator[str]:
    """Serve the board from a separate process, which prints its address."""
    command = [sys.executable, "-m", "nonet", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            said = re.search(r"http://[^;\s]+", server.stderr.readline())
            assert said is not None
            yield said.group()
        finally:
            server.terminate()


def edits(page: Page, solution: tuple[int, ...]) -> Iterator[dict[str, float]]:
    """Enter every tenth value, delete it again, and yield the times of each edit."""
    cells = range(4, 81, 10)
    for cell, key in [
        *((cell, str(solution[cell])) for cell in cells),
        *((cell, "Delete") for cell in cells),
    ]:
        page.evaluate(f"board.selected = new Set([{cell}]); board.cursor = {cell}; board.paint()")
        page.focus(".nonet-paper")
        page.keyboard.press(key)
        page.wait_for_function("run.seen")
        run = page.evaluate("run")
        yield {
            "page": run["sent"] - run["key"],
            "answer": run["heard"] - run["sent"],
            "paint": run["seen"] - run["heard"],
            "all": run["seen"] - run["key"],
            "digit": run["digit"] - run["key"],
        }


def selections(page: Page, count: int) -> Iterator[float]:
    """Move the selection, and yield the times."""
    page.focus(".nonet-paper")
    random = Random(1)
    for number in range(count):
        page.wait_for_timeout(40 * random.random())  # keys do not wait for a frame
        page.keyboard.press("ArrowRight" if number % 3 else "ArrowDown")
        page.wait_for_function("run.digit")
        yield page.evaluate("run.digit - run.key")


def report(runs: list[dict[str, float]]) -> None:
    """Print medians, and the slowest tenth."""
    digits = [run["digit"] for run in runs]
    print(f"{len(runs)} edits: digit median {median(digits):.0f} ms, within {max(digits):.0f} ms")
    whole = [run["all"] for run in runs]
    shares = ", ".join(f"{name} {median(run[name] for run in runs):.0f}" for name in PARTS)
    print(f"candidates: median {median(whole):.0f} ms ({shares}), ", end="")
    print(f"nine tenths within {quantiles(whole, n=10)[-1]:.0f} ms, all within {max(whole):.0f} ms")


if __name__ == "__main__":
    main()
