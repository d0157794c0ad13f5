"""Tests of ``nonet analyse``: its output and its exit codes."""

from requirements import require_native

AMBIGUOUS = "12..34.........."
CLASHING = "11.............."
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_candidates_are_drawn_and_the_native_engine_counts_solutions_beside_them(nonet):
    done = nonet("analyse", "--find", "candidates", AMBIGUOUS)
    assert done.lines[1] == "┃ 1  2  ┃ 34   34   ┃"
    require_native()
    assert "12 solutions, 36 true candidates, 4 cells fixed" in done.lines[-1]


def test_the_fewest_givens_make_it_unique(nonet):
    done = nonet("analyse", "--find", "fewest", "--json", AMBIGUOUS)
    [record] = done.records
    assert record["analysis"] == "fewest"
    assert record["exact"] is True
    assert len(record["givens"]) == 2
    given = list(AMBIGUOUS)
    for place, value in record["givens"].items():
        given[4 * (int(place[1]) - 1) + int(place[3]) - 1] = str(value)
    assert nonet("check", "".join(given)).out == "unique\n"


def test_redundant_and_needed_clues(nonet):
    [record] = nonet("analyse", "--find", "redundant", "--json", CLASSIC).records
    assert len(record["redundant"]) + len(record["needed"]) == 30
    for place, verdict in ((record["redundant"][0], "unique"), (record["needed"][0], "multiple")):
        row, column = int(place[7]), int(place[9])
        cell = 9 * (row - 1) + column - 1
        without = f"{CLASSIC[:cell]}.{CLASSIC[cell + 1 :]}"
        assert nonet("check", "--json", without).records[0]["verdict"] == verdict


def test_several_questions_are_answered_in_turn(nonet):
    records = nonet("analyse", "--find", "candidates,differences", "--json", AMBIGUOUS).records
    assert [record["analysis"] for record in records] == ["candidates", "differences"]


def test_a_cap_and_the_fewest_clues_can_be_asked_for(nonet):
    [record] = nonet("analyse", "--find", "candidates", "--limit", 2, "--json", AMBIGUOUS).records
    assert record["cap"] == 2
    [record] = nonet("analyse", "--find", "candidates", "--json", AMBIGUOUS).records
    assert record["cap"] == 10
    [record] = nonet("analyse", "--find", "smallest-conflict", "--json", CLASHING).records
    assert record["smallest"] is True
