"""Zipped JSON is the same when unzipped, except for differences that zipping cannot store."""

import json
import re
from contextlib import suppress

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats.links.sudokupad.codes import unzipped
from nonet.system.errors import PuzzleError

SHORT = {
    **{"color": "c", "cages": "ca", "center": "ct", "borderColor": "c1", "backgroundColor": "c2"},
    **{"cells": "ce", "cellSize": "cs", "arrows": "a", "overlays": "o", "underlays": "u"},
    **{"width": "w", "height": "h", "value": "v", "videos": "vd", "lines": "l", "rounded": "r"},
    **{"regions": "re", "fontSize": "fs", "thickness": "th", "headLength": "hl"},
    **{"wayPoints": "wp", "title": "t", "text": "te", "duration": "d", "d": "d2"},
}


def zipped(value):
    """Zip a value in the order in which SudokuPad does it, one replacement after the other."""
    text = json.dumps(shortened(value), separators=(",", ":"))
    text = re.sub(r'"(\w+)":', r"\1:", text)
    text = re.sub(r"(?<=[\[,{])\{\}", "", text)
    text = text.replace(":true", ":t").replace(":false", ":f")
    text = text.replace('"#000000"', "#0").replace('"#FFFFFF"', "#F")
    text = re.sub(r'"#([0-9a-fA-F]{6})"', r"\1", text)
    return text.replace("'", r"\'").replace('"', "'")


def shortened(value):
    if isinstance(value, dict):
        entries = {SHORT.get(key, key): shortened(item) for key, item in value.items()}
        return {key: item for key, item in entries.items() if item != []}
    return [shortened(item) for item in value] if isinstance(value, list) else value


def test_a_document_comes_back():
    for document in (
        {"cells": [[{"value": 1}, {}], [{}, {}]], "regions": [[[0, 0], [0, 1]]]},
        {"cells": [[{}, {}, {}], [{}, {"value": "A"}, {}]]},
        {"lines": [{"color": "#CFCFCF", "thickness": 9.6, "wayPoints": [[0.5, -1.5], [1e-07, 2]]}]},
        {"overlays": [{"center": [1, 1.5], "rounded": True, "backgroundColor": "#FFFFFF"}]},
        {"metadata": {"title": "a: {b}, [c]", "author": "O'Hara", "rules": "one\ntwo"}, "x": None},
        {"cages": [{"cells": [[0, 1]], "unique": False, "borderColor": "#000000"}]},
    ):
        with case(document):
            assert json.loads(unzipped(zipped(document))) == document


def test_what_zipping_loses():
    for text, said in (
        ("{v:'facade'}", {"value": "#facade"}),
        ("{v:123456}", {"value": "#123456"}),
        (r"{v:'say \'hi\''}", {"value": "say 'hi'"}),
        ('{v:"it\'s"}', {"value": "it's"}),
    ):
        with case(text):
            assert json.loads(unzipped(text)) == said


keys = st.sampled_from(sorted(SHORT)) | st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)
texts = st.text(st.characters(exclude_characters="\"'\\", exclude_categories=["Cs", "Cc"]))
plain = texts.filter(lambda text: not re.search(r"[{}\[\]#:]|^\w{6}$", text))
leaves = st.booleans() | st.integers(-99999, 99999) | plain | st.just("#1A2b3C")
documents = st.recursive(
    st.dictionaries(keys, leaves, max_size=4),
    lambda inner: st.dictionaries(
        keys, inner | st.lists(inner, min_size=1, max_size=3), max_size=3
    ),
    max_leaves=12,
)


@given(documents)
def test_any_document_comes_back(document):
    # A list with one empty object is zipped like an empty list.
    text = zipped(document)
    if "[]" not in text:
        assert json.loads(unzipped(text)) == document


@pytest.mark.parametrize("text", ["{v:'open}", "{v:§}", "{v:'\\u12'}"])
def test_other_texts_are_refused(text):
    with pytest.raises(PuzzleError, match="zipped JSON"):
        unzipped(text)


@given(st.text("{}[],:'\"\\ tf#0aF.-", max_size=80))
def test_any_text_is_unzipped_or_refused(text):
    with suppress(PuzzleError):
        assert isinstance(unzipped(text), str)
