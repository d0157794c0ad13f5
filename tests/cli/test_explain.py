"""``nonet explain``: what it says, and with which exit code."""

import pytest

UNIQUE = "12..34..2......3"
AMBIGUOUS = "12..34.........."
CLASHING = "11.............."


def test_each_step_is_a_line_with_its_cost(nonet):
    done = nonet("explain", UNIQUE)
    assert done.lines[0] == "  1. [1] naked single: r1c4 = 4, its last value"
    assert done.lines[-1] == "10 steps, hardest 1"
    assert done.code == 0


@pytest.mark.parametrize(
    ("puzzle", "said"), [(AMBIGUOUS, "several solutions"), (CLASHING, "no solution")]
)
def test_only_one_solution_has_a_path(nonet, puzzle, said):
    done = nonet("explain", puzzle)
    assert (done.out, done.code) == (f"no path: the puzzle has {said}\n", 1)


def test_a_record_has_the_steps(nonet):
    [record] = nonet("explain", "--json", "--unit", "rule", UNIQUE).records
    assert (record["verdict"], record["unit"], record["hardest"]) == ("unique", "rule", 1)
    assert record["steps"][0]["placed"] == {"r1c4": 4}
    assert {"cost", "at_least", "technique", "uses", "removed", "said"} <= set(record["steps"][0])


def test_no_time_is_no_verdict(nonet):
    done = nonet("explain", "--time", "0", UNIQUE)
    assert (done.out, done.code) == ("unknown: a limit was reached\n", 124)
