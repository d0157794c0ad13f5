"""Takes the pictures of docs/board.md: the board in headless Chromium, in several states."""

import asyncio
import shutil
import threading
from pathlib import Path
from queue import Queue

from PIL import Image
from playwright.sync_api import sync_playwright

import nonet
from nonet.serving.server import serve_board

FOLDER = Path(__file__).with_name("figures")
TOKEN = "pictures"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def setting(page):
    """Seventeen givens less one: true candidates, few of them in a single solution."""
    enter(page, EASY.replace("5", ".", 2).replace("8", ".", 2))
    page.wait_for_function("board.known.count?.complete")


def clash(page):
    enter(page, EASY.replace("..7", ".57", 1))
    page.wait_for_selector("[data-verdict=none]")


def solving(page):
    enter(page, EASY)
    page.click("[data-do=solve]")
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


def variant(page):
    puzzle = nonet.classic(order=3).cage("r1c1 r1c2 r2c1", 8).cage("r4c4 r4c5 r5c4", 22)
    puzzle = puzzle.thermo("r9c1-r9c5").arrow("r3c9", "r4c9-r6c9").whitedot("r7c7 r7c8")
    enter(page, nonet.write(puzzle.whisper("r2c5 r3c5 r4c6 r5c7"), "json"))
    page.wait_for_function("board.known.candidates")


def drawing(page):
    """A line on its way, beside the rules that a search has found."""
    pick(page, "renban", "line")
    page.mouse.move(*place(page, 1.5, 6.5))
    page.mouse.down()
    for x, y in ((1.5, 4.5), (2.5, 3.5), (5.5, 3.5)):
        page.mouse.move(*place(page, x, y))


def outside(page):
    """A clue outside the board, whose total is still missing; another one is there."""
    pick(page, "littlekiller", "diagonal")
    page.get_by_label("total", exact=True).fill("23")
    page.mouse.click(*place(page, 6.3, -0.5))
    page.wait_for_function("board.past.length == 1 && board.known.candidates")
    page.mouse.click(*place(page, 9.5, 4.7))


def jigsaw(page):
    """Regions that have been painted, and one that is."""
    pick(page, "regions", "jigsaw")
    for before, path in enumerate(([(2.5, 0.5), (3.5, 0.5)], [(3.5, 2.5), (2.5, 2.5)])):
        drag(page, path)
        page.mouse.up()
        page.wait_for_function(f"board.past.length > {before}")
    page.wait_for_function("board.known.candidates")
    drag(page, [(4.5, 4.5), (6.5, 4.5), (6.5, 5.5)])


def conflict(page):
    """Clues that contradict each other, though none of them breaks a rule by itself."""
    puzzle = nonet.classic("9" + "." * 80).cage("r1c2-r1c4", 24).thermo("r4c2 r4c3 r5c3 r6c4")
    enter(page, nonet.write(puzzle, "json"))
    page.wait_for_selector("rect.nonet-clash")


STATES = {
    **{"setting": setting, "clash": clash, "solving": solving, "variant": variant},
    **{"drawing": drawing, "outside": outside, "jigsaw": jigsaw, "conflict": conflict},
}


def enter(page, text):
    page.fill(".nonet-text", text)
    page.click("[data-do=open]")
    page.wait_for_function("board.past.length && board.known.verdict")
    page.check("[data-do=candidates]")


def pick(page, rule, search):
    page.fill(".nonet-search", search)
    page.click(f"[data-rule={rule}]")


def place(page, x, y):
    """Return where on the screen a point in cell units is."""
    point = f"new DOMPoint({40 * x}, {40 * y}).matrixTransform(board.over.getScreenCTM())"
    return page.evaluate(f"(p => [p.x, p.y])({point})")


def drag(page, points):
    page.mouse.move(*place(page, *points[0]))
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*place(page, *point))


def take(page, path):
    """Take a picture with few colours, which weighs a third."""
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


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
            theme = "dark" if name == "variant" else "light"
            size = {"width": 1080, "height": 600}
            page = browser.new_page(viewport=size, bypass_csp=True, color_scheme=theme)
            page.goto(address)
            page.wait_for_function("window.board && board.state")
            state(page)
            take(page, FOLDER / f"board-{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
