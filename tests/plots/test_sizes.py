"""The sizes of encodings: a bar for each."""

import json

import pandas as pd
import pytest

from nonet.encodings.sizes import ENCODINGS, describe
from nonet.formats import classic
from nonet.plots import encoding_sizes

SIZES = list(describe(classic(order=2)))


def lengths(ax):
    return [[bar.get_width() for bar in bars] for bars in ax.containers]


@pytest.mark.parametrize("measure", ["clauses", "literals"])
def test_bars_are_as_long_as_the_encodings_are_large(measure):
    ax = encoding_sizes(SIZES, measure=measure)
    assert lengths(ax) == [[getattr(size, measure) for size in SIZES]]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert len(names) == len(ENCODINGS)
    assert names[:2] == ["pairwise", "sequential"]


def test_variables_are_marks_and_auxiliaries():
    marks, auxiliaries = lengths(encoding_sizes(iter(SIZES), measure="variables"))
    assert marks == [size.marks for size in SIZES]
    assert auxiliaries == [size.auxiliaries for size in SIZES]


def test_what_the_command_prints_can_be_drawn_and_too_large_is_said():
    printed = [
        {"options": "pairwise", "marks": 64, "auxiliaries": 0, "clauses": 384, "literals": 800}
        | {"constraints": 0},
        {"options": "native", "marks": 64, "auxiliaries": 0, "clauses": 24, "literals": 96}
        | {"constraints": 24},
        {"options": "totalizer", "error": "too large: more than 100 clauses"},
    ]
    ax = encoding_sizes(pd.DataFrame(json.loads(json.dumps(printed))))
    assert lengths(ax) == [[384, 24, 0]]
    texts = [text.get_text() for text in ax.texts]
    assert {"384", "24 + 24 native constraints", "too large"} <= set(texts)


def test_an_unknown_measure_is_refused_by_name():
    with pytest.raises(ValueError, match="no measure 'beauty'; there are clauses, literals, var"):
        encoding_sizes(SIZES, measure="beauty")
