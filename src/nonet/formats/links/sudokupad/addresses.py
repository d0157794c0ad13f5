"""Addresses of SudokuPad: which text carries a puzzle, in which code, or only the name of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations, islice
from urllib.parse import unquote

from nonet.formats.links import lz
from nonet.formats.links.addresses import Address

SITES = ("sudokupad.app", "app.crackingthecryptic.com")
SCHEME = "sudokupad"
#: The codes by their prefixes, the longest of each first.
_PREFIXES = {"scl": "scl", "ctc": "scl", "fpuzzles": "fpuzzles", "fpuz": "fpuzzles", "scf": "scf"}
_PATH = re.compile(r"/(?:sudoku(?:\.html)?/)?")
#: Servers make one slash of two in a path: how many ways to undo that are tried at most.
_MOST_TRIES = 400
#: How many characters all tries together decompress at most.
_MOST_WORK = 400_000


def id_of(text: str) -> str | None:
    """Return what an address of SudokuPad calls its puzzle; None for other addresses.

    >>> id_of("https://beta.sudokupad.app/sudoku/sclN4Ig%2FA?setting-nogrid=1")
    'sclN4Ig/A'
    >>> id_of("https://app.crackingthecryptic.com/sudoku.html?puzzleid=abc&x=1")
    'abc'
    """
    address = Address.of(text)
    if address is None or not (address.scheme == SCHEME or address.is_of(*SITES)):
        return None
    path = _PATH.sub("", address.path, count=1).partition("&")[0]
    return address.value("puzzleid") or unquote(path) or None


def code_of(identifier: str) -> tuple[str, str]:
    """Return the code that a puzzle is in, and the text in it; ``short`` if it is only a name.

    >>> code_of("ctcN4Ig"), code_of("aBcDeF123"), code_of("{cells:[]}")
    (('scl', 'N4Ig'), ('short', 'aBcDeF123'), ('json', '{cells:[]}'))
    """
    for prefix, code in _PREFIXES.items():
        if identifier.startswith(prefix):
            return code, identifier[len(prefix) :]
    return ("json" if "{" in identifier else "short"), identifier


def is_bare(text: str) -> bool:
    """Tell whether a text is a code of ours without an address.

    >>> is_bare("sclN4IgxgpgNlDOIC4"), is_bare("scl"), is_bare("ctcaabbcc")
    (True, False, False)
    """
    code, payload = code_of(text)
    return code in ("scl", "fpuzzles") and lz.beginning(unquote(payload), 1) == "{"


def text_in(payload: str) -> str:
    """Return the text of an LZ code, also of one in a path in which slashes were lost."""
    if payload.lstrip()[:1] == "{":
        return payload
    payload = unquote(payload)
    try:
        return _complete(payload)
    except lz.Damaged:
        for repaired in _with_slashes(payload):
            try:
                return _complete(repaired)
            except lz.Damaged:
                continue
        raise


def _complete(payload: str) -> str:
    """Return the text, if it looks like a whole document."""
    text = lz.decompress(payload)
    if not text.rstrip().endswith("}"):
        raise lz.Damaged("the compressed text is cut off or damaged")
    return text


def _with_slashes(payload: str) -> Iterator[str]:
    """Yield the text with one single slash doubled, then with two of them."""
    places = [found.start() for found in re.finditer(r"(?<!/)/(?!/)", payload)]
    tries = min(_MOST_TRIES, _MOST_WORK // (len(payload) + 1))
    chosen = chain(combinations(places, 1), combinations(places, 2))
    for doubled in islice(chosen, tries):
        repaired = payload
        for place in reversed(doubled):
            repaired = f"{repaired[:place]}/{repaired[place:]}"
        yield repaired
