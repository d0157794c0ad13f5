"""Tests of ``nonet generate``: puzzles, grids, records, errors, jobs, and Ctrl-C."""

import json
import os
import signal
from importlib import import_module

import pytest

from nonet.formats import classic, one_line, parse, read
from nonet.formats import write as write_puzzle
from nonet.generation import empty_board, generate
from nonet.questions.uniqueness import Kind, check

FIELDS = [
    *("index", "seed", "puzzle", "verdict", "solutions", "clues", "symmetry", "nodes", "depth"),
    *("singles", "attempts", "backend", "checked"),
]


def made(count, **asked):
    return generate(classic(order=3), count, seed=7, **asked)


def written(count, **asked):
    return [one_line(one.puzzle) for one in made(count, **asked)]


def test_puzzles_are_on_a_line_each(nonet):
    assert nonet("generate", "--count", 3, "--seed", 7).answer == written(3)


def test_a_record_describes_the_puzzle(nonet):
    done = nonet("generate", "-c", 2, "--seed", 7, "--json", "-s", "rotational", "--minimal")
    assert [list(record) for record in done.records] == [FIELDS] * 2
    expected = made(2, symmetry="rotational", minimal=True)
    for record, one in zip(done.records, expected, strict=True):
        assert (record["index"], record["seed"], record["verdict"]) == (one.index, 7, "unique")
        assert record["puzzle"] == one_line(one.puzzle)
        assert record["solutions"] == ["".join(map(str, one.solution))]
        assert (record["clues"], record["attempts"]) == (one.clues, one.attempts)
        assert (record["nodes"], record["depth"]) == (one.difficulty.nodes, one.difficulty.depth)
        assert record["singles"] == (record["nodes"] == 1)
        assert record["backend"].split(":")[0] != record["checked"].split(":")[0]


def test_a_random_seed_is_reported(nonet):
    [record] = nonet("generate", "--json").records
    again = nonet("generate", "--seed", record["seed"])
    assert again.lines == [record["puzzle"]]
    assert nonet("generate").out != nonet("generate").out


def test_more_rules_by_name(nonet):
    done = nonet("generate", "--rules", "anti-knight,diagonal", "--order", 2, "--seed", 1)
    assert done.code == 2  # no such grid exists
    assert done.err == "nonet: no grid obeys these rules and givens\n"
    [line] = nonet("generate", "-r", "windoku,diagonal", "--order", 2, "--seed", 1).lines
    assert parse(line).rules == empty_board("windoku,diagonals", order=2).rules
    assert nonet("generate", "-r", "diagonal,windoku", "--order", 2, "--seed", 1).lines == [line]


def test_a_board_from_a_file_keeps_its_rules_and_givens(nonet, write):
    model = classic("." * 15 + "1").cage("r1c1 r1c2", 3)
    write("cages.json", write_puzzle(model, "json"))
    done = nonet("generate", "--from", "cages.json", "-c", 3, "--seed", 1)
    for line in done.lines:
        puzzle = parse(line)
        assert puzzle.rules == model.rules
        assert puzzle.givens[15] == 1
        assert check(puzzle, "norvig").kind is Kind.UNIQUE


def test_full_grids_with_and_without_a_first_row(nonet):
    free = nonet("generate", "--holes", 0, "-c", 5, "--seed", 1)
    assert {len(line) for line in free.lines} == {81}
    assert len({line[:9] for line in free.lines}) == 5
    row = "123456789" + "." * 72
    given = nonet("generate", "--holes", 0, "-c", 5, "--seed", 1, "--from", row)
    assert [line[:9] for line in given.lines] == ["123456789"] * 5
    assert len(set(given.lines)) == 5
    assert nonet("check", stdin=given.out).lines == ["unique"] * 5


def test_holes_may_leave_several_solutions(nonet):
    options = ["--order", 2, "--seed", 1, "--count", 2]
    done = nonet("generate", "--holes", 12, *options)
    assert [line.count(".") for line in done.lines] == [12, 12]
    assert len(set(done.lines)) == 2
    assert nonet("check", "-", stdin=done.out).code == 1
    records = nonet("generate", "--holes", 12, "--json", *options).records
    assert [record["puzzle"] for record in records] == done.lines
    assert {record["holes"] for record in records} == {12}


def test_other_formats(nonet):
    done = nonet("generate", "-c", 2, "--seed", 7, "--to", "grid")
    assert [one_line(record.puzzle) for record in read(done.out)] == written(2)


def test_a_number_of_clues(nonet):
    for clues, found in (("28", {28}), ("26-27", {26, 27})):
        [line] = nonet("generate", "--clues", clues, "--seed", 1).lines
        assert 81 - line.count(".") in found


def test_an_unmet_request_prints_the_finished_puzzles_first(nonet):
    done = nonet("generate", "--order", 2, "--clues", 3, "--seed", 1)
    assert (done.code, done.out) == (124, "")
    assert done.err.startswith("nonet: no attempt at puzzle 1 met the request: in 50 attempts, ")
    assert done.err.endswith("; change --clues, or allow more attempts (in Python)\n")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_every_finished_puzzle_whole(started, jobs):
    options = ("--count", 10**6, "--seed", 7, "--json", "--minimal")
    process = started("generate", *options, "--jobs", jobs, leads_session=True)
    head = process.stdout.read(20_000)
    os.killpg(process.pid, signal.SIGINT)  # to all processes, like a terminal
    rest, err = process.communicate(timeout=180)
    assert (process.returncode, err.decode()) == (130, "nonet: interrupted\n")
    text = (head + rest).decode()
    assert text.endswith("}\n")
    records = [json.loads(line) for line in text.splitlines()]
    indices = [record["index"] for record in records]
    assert indices == list(range(len(indices)))
    assert [record["puzzle"] for record in records] == written(len(indices))


def test_a_few_are_drawn_on_a_terminal_with_the_seed(terminal):
    done = terminal("generate", "--order", 2, "--seed", 5, env={"NO_COLOR": "1"})
    assert done.code == 0
    assert "┏━━━━━┳━━━━━┓" in done.out
    assert done.out.endswith("seed 5\n")


def test_a_bar_beside_a_file(terminal, tmp_path):
    with open(tmp_path / "out.txt", "w") as out:
        done = terminal("generate", "-c", 3, "--seed", 7, stdout=out)
    assert done.code == 0
    assert "Making" in done.out
    assert (tmp_path / "out.txt").read_text().splitlines() == written(3)


def test_norvig_measures_large_boards_only_on_demand(nonet, monkeypatch):
    monkeypatch.setattr(import_module("nonet.cli.generate"), "MOST_MEASURED", 3)
    options = ("generate", "--order", 2, "--seed", 1, "--json")
    [record] = nonet(*options, "--difficulty", "step=0-9").records
    assert ("nodes" in record, "hardest" in record) == (False, True)
    [record] = nonet(*options, "--difficulty", "singles").records
    assert ("nodes" in record, "hardest" in record) == (True, False)


def test_as_hard_as_asked(nonet):
    done = nonet("generate", "--difficulty", "2.0-4.5,step=2-3", "--seed", 2, "--json")
    [record] = done.records
    assert 2.0 <= record["er"] <= 4.5
    assert record["hardest"]["digit"] in (2, 3)
    done = nonet("generate", "--order", 2, "--difficulty", "step=9", "--time", 0)
    assert (done.code, done.out) == (124, "")
    assert done.err.endswith("then the time was up; allow more --time\n")
    done = nonet("generate", "--order", 2, "--difficulty", "3.0-4.5")
    assert done.err == (
        "nonet: only classic 9×9 puzzles have an ER or a word for it. "
        "Ask for a hardest step instead\n"
    )
