"""Take the pictures of docs/board.md: the board in headless Chromium, in several states."""

import asyncio
import shutil
import threading
from dataclasses import replace
from pathlib import Path
from queue import Queue

from PIL import Image
from playwright.sync_api import sync_playwright

import nonet
from nonet.serving.server import serve_board

FOLDER = Path(__file__).with_name("figures")
TOKEN = "pictures"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIDE, PHONE = {"width": 1080, "height": 600}, {"width": 390, "height": 780}


def variant(*left_out):
    """Return a puzzle with several kinds of rules and one solution, without some of its givens."""
    givens = {"r2c1": 1, "r2c8": 7, "r4c3": 2, "r4c4": 8}
    givens |= {"r6c6": 6, "r7c1": 9, "r9c4": 7, "r9c7": 6}
    puzzle = nonet.classic(order=3).cage("r1c1 r1c2 r2c1", 8).cage("r4c4 r4c5 r5c4", 22)
    puzzle = puzzle.cage("r6c7 r7c7 r7c8", 15).cage("r2c6-r2c8", 20).thermo("r9c1-r9c5")
    puzzle = puzzle.thermo("r5c7-r5c9").arrow("r3c9", "r4c9-r6c9").whitedot("r3c4", "r3c5")
    puzzle = puzzle.whisper("r8c6 r7c5 r6c6 r5c6")
    about = (("title", "Nine Lives"), ("author", "nonet"))
    kept = {name: value for name, value in givens.items() if name not in left_out}
    return nonet.write(replace(puzzle.with_givens(kept), meta=about), "json")


def setting(page):
    """Show true candidates, some of them in a single solution."""
    enter(page, EASY.replace("5", ".", 2).replace("8", ".", 2))
    page.click("[data-do=set]")
    page.check("[data-do=candidates]")
    page.wait_for_function("board.known.count?.complete")


def solving(page):
    enter(page, EASY)
    page.evaluate(
        """() => { const put = (cells, layer, value) => {
             board.selected = new Set(cells); board.layer = layer; board.enter(value); };
           put([40], "value", 5); put([2, 11], "corner", 2); put([2], "corner", 4);
           put([3], "centre", 6); put([3, 5], "centre", 2); put([5], "centre", 8);
           put([20, 28], "colour", 4);
           board.selected.clear(); board.paint(); }"""
    )
    for _ in range(3):
        page.click("[data-do=hint]")
        page.wait_for_function("board.hinted")
    page.wait_for_selector(".nonet-marked")


def drawing(page):
    """Search for a rule, and begin to draw its line."""
    pick(page, "renban", "line")
    drag(page, (1.5, 6.5), (1.5, 4.5), (2.5, 3.5), (5.5, 3.5))


def playing(page):
    """Show a puzzle with its rules, and with colours, marks and values."""
    if page.viewport_size == WIDE:
        page.set_viewport_size({"width": 1280, "height": 640})
    enter(page, variant())
    page.evaluate(
        """() => { const put = (cells, layer, value) => {
             board.selected = new Set(cells); board.layer = layer; board.enter(value); };
           put([72], "value", 3); put([76], "value", 8); put([60, 61, 69], "colour", 5);
           put([52], "colour", 2); put([0, 1], "corner", 2); put([0, 1], "corner", 5);
           put([42], "centre", 1); put([42], "centre", 2); put([42], "centre", 3);
           board.choose("value"); board.cursor = 42; board.paint(); }"""
    )


def candidates(page):
    enter(page, variant("r2c1", "r4c3"))
    page.click("[data-do=set]")
    page.check("[data-do=candidates]")
    page.wait_for_function("board.known.count?.complete")


def conflict(page):
    enter(page, variant())
    page.click("[data-do=set]")
    page.evaluate("board.selected = new Set([76]); board.enter(5); board.selected.clear(); 0")
    page.wait_for_function("board.known.conflict")
    page.evaluate("board.paint()")


def solutions(page):
    enter(page, variant("r2c1", "r4c3"))
    page.click("[data-do=set]")
    page.wait_for_function("board.known.count?.complete")
    page.click("[data-step='1']")
    page.wait_for_function("board.known.solutions")
    page.click("[data-step='1']")


def pairs(page):
    """Make an own rule: neighbours on the line add up to 10 or differ by 1."""
    pick(page, "pairs", "pairs")
    for one in range(1, 10):
        for other in range(one, 10):
            if one + other == 10 or other - one == 1:
                page.click(f"[data-pair='{one} {other}']")
    drag(page, (1.5, 1.5), (2.5, 2.5), (2.5, 4.5), (4.5, 6.5), (6.5, 6.5))


def phone(page):
    page.set_viewport_size(PHONE)
    playing(page)


def dark(page):
    page.emulate_media(color_scheme="dark")
    playing(page)


def searching(page):
    """Go to the event at which the SAT solver learns its third clause."""
    page.set_viewport_size({"width": 1280, "height": 760})
    enter(page, HARD)
    page.click("[data-do=watch]")
    page.wait_for_selector(".search")
    while page.locator(".search-learned li").count() < 3:
        page.keyboard.press("ArrowRight")


def printing(page):
    page.set_viewport_size({"width": 640, "height": 880})
    enter(page, variant())
    page.emulate_media(media="print")


STATES = [setting, candidates, conflict, solutions, drawing, pairs, playing, solving]
STATES += [phone, dark, searching, printing]


def enter(page, text):
    page.fill(".nonet-text", text)
    page.click("[data-do=open]")
    page.wait_for_function("board.past.length")
    page.evaluate("document.querySelector('.nonet-beside').scrollTop = 0")


def pick(page, rule, search):
    page.fill(".nonet-search", search)
    page.click(f"[data-rule={rule}]")


def drag(page, start, *points):
    page.mouse.move(*place(page, *start))
    page.mouse.down()
    for point in points:
        page.mouse.move(*place(page, *point))


def place(page, x, y):
    """Return where on the screen a point in cell units is."""
    point = f"new DOMPoint({40 * x}, {40 * y}).matrixTransform(board.over.getScreenCTM())"
    return page.evaluate(f"(p => [p.x, p.y])({point})")


def take(page, path):
    """Take a picture with few colours, which the icons keep. The file has a third of the size."""
    page.screenshot(path=path)
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(
            128, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
        few.save(path, optimize=True)


def main():
    ready = Queue()
    threading.Thread(
        target=lambda: asyncio.run(serve_board(TOKEN, 0, ready=ready.put)), daemon=True
    ).start()
    address = f"http://localhost:{ready.get()}/?token={TOKEN}"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for state in STATES:
            page = browser.new_page(viewport=WIDE, bypass_csp=True)
            page.goto(address)
            page.wait_for_function("window.board && board.state")
            state(page)
            take(page, FOLDER / f"board-{state.__name__}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
