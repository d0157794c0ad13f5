"""A browser without a window, which returns the final document of a page or a picture of it."""

import shutil
from contextlib import contextmanager
from html.parser import HTMLParser

from requirements import require_package, skip_or_fail

NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Options that switch off features which the tests do not use.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--mute-audio"),
)
#: The milliseconds that a page may take to load, even on a busy machine.
WAIT = 180_000


@contextmanager
def launched():
    """Start Chromium. If it is missing, skip or fail the test."""
    require_package("playwright")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        reason = "no chromium on the PATH: apt-get install chromium fonts-dejavu-core"
        skip_or_fail("CHROMIUM", reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=program, args=FLAGS, timeout=WAIT)
        yield found
        found.close()


@contextmanager
def _shown(browser, page, **options):
    # The browser is offline, so that a page cannot load anything from elsewhere.
    context = browser.new_context(offline=True, **options)
    try:
        context.set_default_timeout(WAIT)
        shown = context.new_page()
        shown.goto(page.as_uri())
        yield shown
    finally:
        context.close()


def document_of(browser, page):
    """Return the document after its scripts have run."""
    with _shown(browser, page, viewport={"width": 800, "height": 600}) as shown:
        return Document(shown.content())


def picture_of(browser, page, size=(1280, 2400), *, dark=False):
    """Return the path of a picture of the page."""
    path = page.with_suffix(".png")
    theme, (width, height) = "dark" if dark else "light", size
    viewport = {"width": width, "height": height}
    with _shown(browser, page, viewport=viewport, color_scheme=theme) as shown:
        shown.screenshot(path=path)
    return path


class Document(HTMLParser):
    """The tables of a document as texts, its attributes, and all its text."""

    VOID = frozenset({"meta", "wbr", "br", "link", "img"})

    def __init__(self, text):
        super().__init__()
        self.tables, self.attributes, self.texts = {}, [], []
        self._rows, self._open = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in self.VOID:
            self._open.append(tag)
        if tag == "table":
            self._rows, self._caption = [], ""
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._rows[-1].append("")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag, f"</{tag}> closes another element"
        if tag == "table":
            self.tables[self._caption] = self._rows

    def handle_data(self, data):
        self.texts.append(data)
        if "caption" in self._open:
            self._caption += data
        elif {"th", "td"} & set(self._open):
            self._rows[-1][-1] += data
