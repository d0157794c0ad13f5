"""Tests of a session at Python's prompt: short results, arguments, and the meaning of names."""

import inspect
import pydoc

import pytest

import nonet
from nonet.encodings import cnf
from nonet.rules import Cage

PUZZLE = nonet.classic(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


@pytest.mark.parametrize(
    ("result", "start"),
    [
        (lambda: nonet.rate(PUZZLE), "<Rating: easy, ER about 1.5"),
        (lambda: nonet.explain(PUZZLE), "<Explanation: 51 steps, hardest 1>"),
        (lambda: nonet.explain(PUZZLE).steps[0], "<Step: naked single: "),
        (lambda: nonet.hint(PUZZLE), "<Hint: naked single: "),
        (lambda: cnf.encode(PUZZLE, "raw"), "<Cnf: 729 variables, "),
    ],
    ids=["rate", "explain", "a step", "hint", "a CNF"],
)
def test_a_large_result_is_shown_in_a_line(result, start):
    shown = repr(result())
    assert shown.startswith(start)
    assert len(shown) < 200


def test_a_verdict_has_the_counters_of_its_solves():
    verdict = nonet.check(PUZZLE, backend="norvig")
    assert verdict.counters == {"nodes": sum(each.counters["nodes"] for each in verdict.answers)}


def test_help_shows_the_arguments_of_a_rule():
    assert list(inspect.signature(PUZZLE.thermo).parameters) == ["cells"]
    assert "cage(cells" in pydoc.plain(pydoc.render_doc(PUZZLE.cage))


def test_rules_can_be_taken_out_by_name_or_one_by_one():
    puzzle = PUZZLE.cage("r1c1 r1c2", 8).cage("r2c1 r2c2", 8).thermo("r3c1 r4c1")
    assert puzzle.without("cage", "thermo") == PUZZLE
    left = puzzle.without(Cage("r1c1 r1c2", 8))
    assert left == PUZZLE.cage("r2c1 r2c2", 8).thermo("r3c1 r4c1")
    with pytest.raises(nonet.PuzzleError, match="the puzzle has no rule arrow"):
        puzzle.without("cage", "arrow")
