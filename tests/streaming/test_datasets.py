"""Tests of datasets: their files, splits that share no class, and errors that leave no files."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pyarrow.parquet as pq
import pytest
from requirements import require_native

import nonet
from nonet.racing.shuffles import random_isomorphism
from nonet.rules import Diagonals, DisjointGroups
from nonet.streaming.datasets import Sample, dataset, share_of, split_of, splits_of
from nonet.system.errors import PuzzleError

FOUR, SMALL = nonet.classic(order=2), "12..34..2......3"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@cache
def _three_hundred(seed):
    return list(nonet.generate(FOUR, 300, seed=seed))


def made(count, seed=7):
    """Generate the first puzzles of a seed."""
    return iter(_three_hundred(seed)[:count])


def tables(found):
    return {name: pq.read_table(path).to_pylist() for name, path in found.files.items()}


def bytes_of(found):
    return {name: path.read_bytes() for name, path in found.files.items()}


def test_every_puzzle_has_one_complete_row(tmp_path):
    found = dataset(tmp_path / "new", made(60))
    rows = [row for table in tables(found).values() for row in table]
    assert sum(found.sizes.values()) == len(rows) == 60
    expected = {nonet.write(each.puzzle): each for each in made(60)}
    assert sorted(row["puzzle"] for row in rows) == sorted(nonet.write(e.puzzle) for e in made(60))
    for row in rows:
        one = expected[row["puzzle"]]
        assert row == {
            "puzzle": nonet.write(one.puzzle),
            "solution": "".join(map(str, one.solution)),
            "canonical": nonet.write(nonet.canonical(one.puzzle).puzzle),
            "clues": one.clues,
            "nodes": one.difficulty.nodes,
            "depth": one.difficulty.depth,
        }


def test_no_two_splits_share_a_class(tmp_path):
    puzzles = [one.puzzle for one in made(40)]
    shuffled = [
        random_isomorphism(each, Random(n)).of_puzzle(each) for n, each in enumerate(puzzles)
    ]
    shares = {"a": 0.4, "b": 0.3, "c": 0.3}
    found = dataset(tmp_path / "new", [*puzzles, *shuffled], split=shares, measure="none")
    classes = [{row["canonical"] for row in table} for table in tables(found).values()]
    assert all(classes)
    assert sum(map(len, classes)) == len(set.union(*classes))


def test_the_order_of_the_rules_does_not_change_the_split(tmp_path):
    rules = (*FOUR.rules, Diagonals(), DisjointGroups(2, 2))
    clues = FOUR.with_givens({0: 1, 5: 3, 6: 2})
    pair = [replace(clues, rules=each) for each in (rules, rules[::-1])]
    found = dataset(tmp_path / "new", pair, dedupe=True, measure="none", split={"a": 0.5, "b": 0.5})
    assert sorted(found.sizes.values()) == [0, 1]
    assert found.repeated == 1


@pytest.mark.slow
def test_the_same_puzzles_give_the_same_bytes_with_any_number_of_jobs(tmp_path):
    first, again = (dataset(tmp_path / str(n), made(100), jobs=n + 1) for n in range(2))
    assert bytes_of(first) == bytes_of(again)
    other = dataset(tmp_path / "other", made(100, seed=8))
    assert bytes_of(first) != bytes_of(other)


def test_the_split_of_a_puzzle_does_not_depend_on_other_puzzles(tmp_path):
    few, many = (dataset(tmp_path / str(n), made(n), measure="none") for n in (25, 50))
    for name, table in tables(few).items():
        assert table == tables(many)[name][: len(table)]


def test_with_dedupe_the_first_of_each_class_is_kept(tmp_path):
    puzzles = [one.puzzle for one in made(30)]
    found = dataset(tmp_path / "new", puzzles, dedupe=True, measure="none", split={"all": 1})
    forms = [nonet.write(nonet.canonical(each).puzzle) for each in puzzles]
    assert [row["canonical"] for row in tables(found)["all"]] == list(dict.fromkeys(forms))
    assert found.repeated == 30 - len(set(forms)) > 0
    assert str(found) == f"all {len(set(forms))}; {found.repeated} repeated"


def test_puzzles_of_different_rules_and_sizes(tmp_path):
    [other] = nonet.generate(FOUR.diagonals(), seed=1)
    diagonal = other.puzzle
    array = np.array([1, 2, 0, 0, 3, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3]).reshape(4, 4)
    found = dataset(tmp_path / "new", [NINE, diagonal, array], split={"all": 1})
    nine, other, four = tables(found)["all"]
    assert nine["puzzle"] == NINE
    assert nine["solution"] == "".join(map(str, nonet.solve(NINE).solution))
    assert nonet.parse(other["puzzle"]) == diagonal
    assert nonet.parse(other["canonical"]) == nonet.canonical(diagonal).puzzle
    assert four["puzzle"] == "12..34..2......3"


def test_the_er_of_classic_puzzles(tmp_path):
    require_native()
    found = dataset(tmp_path / "new", [NINE], measure="er", split={"all": 1})
    [row] = tables(found)["all"]
    assert row["er"] == pytest.approx(nonet.rate(NINE).er)
    with pytest.raises(nonet.PuzzleError, match="puzzle 2: only classic 9×9 puzzles have an ER"):
        dataset(tmp_path / "other", [NINE, "12..34..2......3"], measure="er")
    assert not (tmp_path / "other").exists()


def test_a_split_without_puzzles_is_a_table_without_rows_also_in_an_empty_folder(tmp_path):
    (tmp_path / "new").mkdir()
    found = dataset(tmp_path / "new", [])
    assert found.sizes == {"train": 0, "test": 0}
    for path in found.files.values():
        table = pq.read_table(path)
        assert table.column_names == ["puzzle", "solution", "canonical", "clues", "nodes", "depth"]


def test_a_stated_solution_must_be_the_only_one(tmp_path):
    puzzle, right = nonet.classic(SMALL), "1234341223414123"
    stated = Sample("mine.csv:7", puzzle, tuple(map(int, right)))
    in_part = Sample("mine.csv:8", puzzle, (1, 2, *[None] * 14))
    found = dataset(tmp_path / "new", [stated, in_part], split={"all": 1})
    assert [row["solution"] for row in tables(found)["all"]] == [right, right]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("1" * 16, "puzzle 2: the puzzle has no solution, but must have exactly one"),
        ("." * 16, "puzzle 2: the puzzle has several solutions, but must have exactly one"),
        ("." * 15, "puzzle 2: line 1: 15 characters: a 4×4 puzzle has 16"),
        (Sample("a:7", nonet.classic(SMALL), (1,) * 16), "a:7: the given solution is wrong"),
        (Sample("a:7", nonet.classic(SMALL), (1, 2)), "a:7: the given solution is wrong"),
        (Sample("a:7", FOUR, (*"1234341221434321",)), "a:7: the puzzle has several solutions, but"),
        (
            Sample("a:7", FOUR.thermo("r1c1 r1c2")),
            "a:7: no canonical form: thermo does not treat all values alike",
        ),
    ],
)
def test_an_error_names_the_puzzle_and_leaves_nothing(tmp_path, bad, message):
    with pytest.raises(PuzzleError, match=f"^{message}"):
        dataset(tmp_path / "new", [SMALL, bad])
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_files_is_refused_before_any_puzzle_is_read(tmp_path):
    (tmp_path / "mine").write_text("mine")
    refused = {tmp_path: "the folder is not empty", tmp_path / "mine": "not a folder"}
    for target, message in refused.items():
        with pytest.raises(nonet.PuzzleError, match=message):
            dataset(target, iter(lambda: 1 / 0, None))
    with pytest.raises(nonet.PuzzleError, match="No such file"):
        dataset(tmp_path / "not there" / "new", [])
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_bad_arguments_are_refused(tmp_path):
    for options, message in (
        ({"measure": "ers"}, "the measure must be one of none, search, er, not 'ers'"),
        ({"jobs": 0}, "the number of jobs must be at least 1, not 0"),
        ({"split": {}}, "Name at least one"),
    ):
        with pytest.raises(ValueError, match=message):
            dataset(tmp_path / "new", [], **options)
    with pytest.raises(TypeError, match="pass a list of puzzles"):
        dataset(tmp_path / "new", NINE)


def test_progress_is_reported(tmp_path):
    told = []
    dataset(tmp_path / "new", made(300), progress=told.append)
    assert told == [256, 300]


# --- which split a puzzle goes into ---------------------------------------------------------------

FORMS = [str(number) for number in range(10_000)]


def sizes_of(text):
    splits = splits_of(text)
    places = [split_of(form, splits) for form in FORMS]
    return [places.count(name) for name in splits]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("train=0.9,test=0.1", [9000, 1000]),
        ("a=.7, b=.2, c=.1", [7000, 2000, 1000]),
        ("x=1", [10000]),
    ],
)
def test_the_sizes_of_splits_are_near_their_shares(text, expected):
    for size, wanted in zip(sizes_of(text), expected, strict=True):
        assert abs(size - wanted) < 200


def test_a_form_stays_in_its_split_when_others_are_divided():
    two, three = splits_of("train=0.9,test=0.1"), splits_of("train=0.8,valid=0.1,test=0.1")
    for form in FORMS:
        assert (split_of(form, two) == "test") == (split_of(form, three) == "test")


def test_the_hash_of_a_form_never_changes():
    assert share_of("." * 81) == pytest.approx(0.1410714720543209)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("train=0.9", "the shares of the splits add up to 0.9, not to 1"),
        ("train=0.9,test=0.2", "the shares of the splits add up to 1.1, not to 1"),
        ("train=1,test=0", "the share test=0 must be more than 0 and at most 1"),
        ("train=nan,test=0.5", "the share train=nan must be more than 0 and at most 1"),
        ("train", "'train' is not a split: write NAME=SHARE, as in train=0.9"),
        ("train=most", "'train=most' is not a split: write NAME=SHARE, as in train=0.9"),
        ("", "'' is not a split: write NAME=SHARE, as in train=0.9"),
        ("../train=1", "'../train' cannot be the name of a split. Use letters, digits, - and _"),
        ("=1", "'' cannot be the name of a split. Use letters, digits, - and _"),
        ("a=0.5,A=0.5", "two splits have the same name: a, A"),
        ("a=0.5,a=0.5", "two splits are named a"),
    ],
)
def test_bad_splits_are_refused(text, message):
    with pytest.raises(PuzzleError) as refused:
        splits_of(text)
    assert str(refused.value) == message
