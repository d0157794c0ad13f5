"""Tests of ``nonet canon``: canonical forms, classes, and isomorphisms."""

import json

PUZZLE = "12..34..2......3"
TURNED = PUZZLE[::-1]
OTHER = "1" + "." * 15
FORM = ".......1123.43.."
LINES = f"{PUZZLE}\n{OTHER}\n{TURNED}\n"


def test_a_form_for_each_puzzle_in_order(nonet):
    done = nonet("canon", stdin=LINES)
    assert (done.code, done.lines, done.err) == (0, [FORM, OTHER[::-1], FORM], "")


def test_one_of_each_class_with_its_number(nonet):
    done = nonet("canon", "--dedupe", stdin=LINES)
    assert (done.code, done.lines) == (0, [f"{FORM}  count=2", f"{OTHER[::-1]}  count=1"])


def test_canonical_forms_can_be_read_again(nonet):
    counted = nonet("canon", "--dedupe", stdin=LINES).out
    assert nonet("canon", stdin=counted).lines == [FORM, OTHER[::-1]]


def test_a_record_has_the_isomorphism(nonet):
    first, _ = map(json.loads, nonet("canon", "--json", "--dedupe", stdin=LINES).lines)
    assert (first["puzzle"], first["canonical"]) == (PUZZLE, FORM)
    assert (first["automorphisms"], first["count"]) == (1, 2)
    cells = [4 * (int(name[1]) - 1) + int(name[3]) - 1 for name in first["cells"]]
    moved = [PUZZLE[cell] for cell in cells]
    assert "".join("." if sign == "." else str(first["values"][sign]) for sign in moved) == FORM


def test_bad_lines_are_reported_but_join_no_class(nonet):
    done = nonet("canon", stdin=f"{PUZZLE}\n12\n{TURNED}\n")
    assert (done.code, done.lines) == (2, [FORM, "error", FORM])
    done = nonet("canon", "--dedupe", stdin=f"{PUZZLE}\n12\n{TURNED}\n")
    assert (done.code, done.lines) == (2, [f"{FORM}  count=2"])
    assert "<stdin>:2" in done.err


def test_millions_go_through_bulk_without_limits(nonet, write):
    source = write("in.txt", LINES)
    done = nonet("bulk", source, "out.csv", "--mode", "canon")
    assert (done.code, done.out.split(";")[0]) == (0, "3 puzzles: 3 canonical")
