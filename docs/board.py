"""Take the pictures of docs/board.md: the board in headless Chromium, in three states."""

import asyncio
import shutil
import threading
from pathlib import Path
from queue import Queue

from PIL import Image
from playwright.sync_api import sync_playwright

from nonet.serving.server import serve_board

FOLDER = Path(__file__).with_name("figures")
TOKEN = "pictures"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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
    page.mouse.move(*place(page, 1.5, 6.5))
    page.mouse.down()
    for x, y in ((1.5, 4.5), (2.5, 3.5), (5.5, 3.5)):
        page.mouse.move(*place(page, x, y))


STATES = {"setting": setting, "solving": solving, "drawing": drawing}


def enter(page, text):
    page.fill(".nonet-text", text)
    page.click("[data-do=open]")
    page.wait_for_function("board.past.length")


def pick(page, rule, search):
    page.fill(".nonet-search", search)
    page.click(f"[data-rule={rule}]")


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
        for name, state in STATES.items():
            size = {"width": 1080, "height": 600}
            page = browser.new_page(viewport=size, bypass_csp=True)
            page.goto(address)
            page.wait_for_function("window.board && board.state")
            state(page)
            take(page, FOLDER / f"board-{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
