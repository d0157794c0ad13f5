"""Tests of ``nonet rate``: its output and its exit codes."""

from examples import CHAINS

EASY = ".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8."


def test_a_record_has_the_costs_in_both_units(nonet):
    [record] = nonet("rate", "--json", EASY).records
    assert (record["difficulty"], record["er"]) == ("easy", 1.5)
    assert record["hardest"] == {"digit": 1, "rule": 1}
    assert set(record["steps"]) == {"1"}


def test_a_full_grid_takes_no_step_so_it_has_no_er(nonet):
    full = "1234341223414123"
    [record] = nonet("rate", "--json", full).records
    assert (record["verdict"], record["complete"], record["steps"]) == ("unique", True, {})
    assert (record["difficulty"], record["er"], record["typical_error"]) == (None, None, None)


def test_nodes_end_the_search_for_a_step_and_that_is_an_answer(nonet):
    done = nonet("rate", "--nodes", "1", CHAINS)
    assert ", from bounds; hardest 2 to " in done.out
    assert done.code == 0
