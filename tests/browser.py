"""A browser without a window: the document that a page becomes, and a picture of it."""

import os
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
    # No host name is found, so that a page cannot load anything from elsewhere.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


class Browser:
    """Chromium with a profile of its own."""

    def __init__(self, program, profile):
        self._command = [program, *FLAGS, f"--user-data-dir={profile}"]

    def _run(self, *arguments):
        done = subprocess.run(
            [*self._command, *map(str, arguments)], capture_output=True, check=False, timeout=180
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout.decode()

    def document(self, page):
        """The document after its scripts have run."""
        return self._run("--dump-dom", page.as_uri())

    def picture(self, page, size=(1280, 2400), dark=False):
        """The path of a picture of the page."""
        path = page.with_suffix(".png")
        theme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        width, height = size
        self._run(f"--window-size={width},{height}", theme, f"--screenshot={path}", page.as_uri())
        return path


def chromium(profile):
    """The browser; without one the test is skipped, or fails if NONET_REQUIRE_CHROMIUM is set."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program:
        return Browser(program, profile)
    return require_chromium()


def require_chromium():
    """Skip the test, or fail it if NONET_REQUIRE_CHROMIUM is set."""
    reason = "no chromium on the PATH: apt-get install chromium fonts-dejavu-core"
    if os.environ.get("NONET_REQUIRE_CHROMIUM"):
        pytest.fail(reason)
    pytest.skip(reason)


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
