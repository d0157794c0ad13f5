"""Tests of ``nonet rate``: its output and its exit codes."""

from examples import CHAINS

EASY = ".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8."


def test_a_rating_is_a_line(nonet):
    done = nonet("rate", EASY)
    assert done.out.startswith("easy, ER about 1.5 ± 0.1; hardest 1 (digit), 1 (rule); ")
    assert done.code == 0


def test_a_record_has_the_costs_in_both_units(nonet):
    [record] = nonet("rate", "--json", EASY).records
    assert (record["difficulty"], record["er"]) == ("easy", 1.5)
    assert record["hardest"] == {"digit": 1, "rule": 1}
    assert set(record["steps"]) == {"1"}


def test_a_full_grid_takes_no_step_so_it_has_no_er(nonet):
    full = "1234341223414123"
    assert nonet("rate", full).out == "0 steps, hardest 0\n"
    [record] = nonet("rate", "--json", full).records
    assert (record["verdict"], record["complete"], record["steps"]) == ("unique", True, {})
    assert (record["difficulty"], record["er"], record["typical_error"]) == (None, None, None)


def test_without_a_unique_solution_there_is_no_rating(nonet):
    done = nonet("rate", "1...............")
    assert (done.out, done.code) == ("no rating: the puzzle has several solutions\n", 1)


def test_nodes_end_the_search_for_a_step_and_that_is_an_answer(nonet):
    done = nonet("rate", "--nodes", "1", CHAINS)
    assert ", from bounds; hardest 2 to " in done.out
    assert done.code == 0


def test_no_time_is_no_rating(nonet):
    assert nonet("rate", "--time", "0", EASY).code == 124
