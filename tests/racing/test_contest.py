"""Tests of results in files, and of a race: the same terms for all, and a row for each run."""

import csv
import io
import json
import math
import pickle
import sys
from collections import Counter
from dataclasses import replace

import pytest
from examples import CONTESTANTS, EASY, classic
from oracle import brute_force

from nonet import BackendUnavailable, Kind, Limits, check, latin
from nonet.racing import COLUMNS, RaceInterrupted, exported, line_up, race, result_files
from nonet.racing.runner import Runner
from nonet.racing.schedule import Terms
from nonet.rules import Thermo
from nonet.solvers import Answer, BackendError, Status, find_backend
from nonet.solvers.sat import missing
from nonet.validity import violations

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")
NONE = classic("123....4........")
TWO = ["norvig", "pysat"]


def column(result, name):
    return [getattr(row, name) for row in result.rows]


def test_there_is_a_row_for_each_puzzle_contestant_and_repeat():
    result = race([UNIQUE, OPEN], TWO, repeats=2, groups=["easy", "open"])
    assert [(row.puzzle, row.group, row.contestant, row.repeat) for row in result.rows] == [
        (puzzle, group, contestant, repeat)
        for puzzle, group in (("puzzle 1", "easy"), ("puzzle 2", "open"))
        for contestant in ("norvig", "pysat:cadical153")
        for repeat in (0, 1)
    ]
    assert column(result, "verdict") == ["unique"] * 4 + ["multiple"] * 4
    assert result.disagreements() == result.problems() == []
    row = result.rows[-1]
    assert (row.values, row.empty, row.mode, row.setting) == (4, 0.75, "check", "cold")
    assert (row.decided, row.problem, row.error) == (True, "", None)
    assert (row.solutions, row.peak_memory) == (None, None)
    assert math.isnan(row.limit)
    assert json.loads(result.rows[0].counters)["nodes"] >= 1


#: Contestants that share no code. A quick run uses only these.
UNLIKE = {"norvig", "native", "pysat:cadical153", "cpsat:integer"}


@pytest.mark.parametrize("setting", ["cold", "warm"])
@pytest.mark.parametrize(
    "contestant",
    [pytest.param(spec, marks=[] if spec in UNLIKE else pytest.mark.slow) for spec in CONTESTANTS],
    indirect=True,
)
def test_the_phases_sum_to_the_time(contestant, setting):
    for row in race([UNIQUE, OPEN], [contestant.spec], setting=setting).rows:
        phases = (row.model, row.encode, row.load, row.solve, row.decode)
        assert sum(phases) == pytest.approx(row.seconds)
        assert min(phases) >= 0
        assert row.seconds > 0
        assert row.cpu > 0
        assert (row.model > 0) == (setting == "cold")


def test_a_warm_contestant_has_encoded_and_loaded_before_the_clock_starts():
    cold, warm = (race([UNIQUE], ["pysat"], setting=each).rows[0] for each in ("cold", "warm"))
    assert min(cold.encode, cold.load) > 0
    assert (warm.encode, warm.load) == (0, 0)


@pytest.mark.parametrize("setting", ["cold", "warm"])
@pytest.mark.parametrize(
    ("mode", "verdicts"),
    [
        ("solve", ["satisfied", "satisfied", "unsatisfiable"]),
        ("check", ["unique", "multiple", "none"]),
        ("count", ["unique", "multiple", "none"]),
    ],
)
def test_modes(mode, verdicts, setting):
    contestants = ["norvig", "pysat", "cpsat:boolean"]
    result = race([UNIQUE, OPEN, NONE], contestants, mode=mode, setting=setting, most=7)
    assert column(result, "verdict") == [verdict for verdict in verdicts for _ in contestants]
    counts = [1, 7, 0] if mode == "count" else [None] * 3
    assert column(result, "solutions") == [count for count in counts for _ in contestants]
    assert result.disagreements() == []


@pytest.mark.parametrize("spec", ["cpsat", "clingo"])
def test_a_count_uses_the_contestant_s_own_enumeration(spec, monkeypatch):
    assert column(race([OPEN], TWO, mode="count"), "solutions") == [len(brute_force(OPEN))] * 2
    monkeypatch.setattr("nonet.solvers.contract.Session.block", None)
    assert column(race([OPEN], [spec], mode="count"), "solutions") == [len(brute_force(OPEN))]
    [few] = race([OPEN], [spec], mode="count", most=2).rows
    assert (few.verdict, few.solutions) == ("multiple", 2)
    [none] = race([OPEN], [spec], Limits(seconds=0), mode="count").rows
    assert (none.verdict, none.error) == ("unknown", None)


def test_unknown_is_undecided_and_contradicts_no_verdict():
    result = race([classic(EASY)], ["norvig", "backtracking"], Limits(nodes=5))
    assert column(result, "verdict") == ["unique", "unknown"]
    assert column(result, "decided") == [True, False]
    assert result.disagreements() == []
    [late] = race([UNIQUE], ["norvig"], Limits(seconds=1e-9), mode="solve").rows
    assert (late.decided, late.limit) == (False, 1e-9)


def test_a_limit_that_a_contestant_cannot_keep_is_a_failure(forked_workers):
    if reason := missing("lingeling"):
        pytest.skip(reason)
    result = race([UNIQUE], ["pysat:lingeling", "norvig"], Limits(nodes=10**6))
    failed, answered = result.rows
    assert failed.error == "pysat:lingeling cannot limit conflicts: limit seconds instead"
    assert (failed.problem, failed.verdict, answered.verdict) == ("unable", "unknown", "unique")
    assert result.problems() == [f"pysat:lingeling on puzzle 1: {failed.error}"]


@pytest.mark.parametrize("shuffle", [True, False])
def test_witnesses_solve_the_puzzle_before_the_shuffle(shuffle):
    result = race([UNIQUE, OPEN], TWO, repeats=3, shuffle=shuffle)
    puzzles = dict(zip(result.names, result.puzzles, strict=True))
    for row in result.rows:
        witnesses = json.loads(row.witnesses)
        assert len(witnesses) == (1 if row.verdict == "unique" else 2)
        assert not any(violations(puzzles[row.puzzle], witness) for witness in witnesses)


def test_every_repeat_has_another_shuffle_the_same_for_all(monkeypatch):
    seen = {}
    run = Runner.run

    def spy(self, task):
        seen.setdefault(self._entry.spec, []).append(task.text)
        return run(self, task)

    monkeypatch.setattr(Runner, "run", spy)
    race([UNIQUE], TWO, repeats=5, seed=3)
    first, second = seen.values()
    assert first == second
    assert len(set(first)) == 5
    assert {text.count(".") for text in first} == {3}
    seen.clear()
    race([UNIQUE], TWO, repeats=5, seed=3)
    assert list(seen.values()) == [first, first]
    seen.clear()
    race([UNIQUE], TWO, repeats=2, shuffle=False)
    assert {text for texts in seen.values() for text in texts} == {"1234341221434..."}


def test_contestants_take_turns_at_each_puzzle():
    seen = []
    contestants = ["norvig", "heuristic", "backtracking"]
    race([UNIQUE, OPEN, NONE], contestants, repeats=2, progress=seen.append)
    heats = [seen[start : start + 3] for start in range(0, 18, 3)]
    assert all(len({(row.puzzle, row.repeat) for row in heat}) == 1 for heat in heats)
    assert all({row.contestant for row in heat} == set(contestants) for heat in heats)


def test_two_names_of_one_contestant_are_one():
    assert race([UNIQUE], ["cpsat", "cpsat:integer"]).contestants == ("cpsat:integer",)


def test_a_wrong_verdict_is_named_with_its_refutation(plant):
    plant("liar", lambda limits: Answer(Status.UNSATISFIABLE))
    result = race([UNIQUE, NONE], ["norvig", "liar"], repeats=2)
    assert result.disagreements() == ["puzzle 1: liar says none, but norvig has a solution"]
    assert [(row.contestant, row.puzzle) for row in result.rows if row.problem] == [
        ("liar", "puzzle 1")
    ] * 2
    wrong = {score.contestant: score.wrong for score in result.scores()}
    assert wrong == {"norvig": (), "liar": ("puzzle 1",)}


@pytest.mark.parametrize(
    ("grid", "words"),
    [((1,) * 16, "a wrong grid: "), (*brute_force(UNIQUE), "found a blocked grid again")],
)
def test_a_wrong_grid_is_not_an_answer(plant, grid, words):
    plant("wrong", lambda limits: Answer(Status.SATISFIED, grid))
    result = race([UNIQUE], ["norvig", "wrong"], shuffle=False)
    row = result.rows[1]
    assert (row.problem, row.verdict, row.decided) == ("wrong", "unknown", False)
    assert row.error.startswith("wrong ")
    assert words in row.error
    assert result.problems() == [f"wrong on puzzle 1: {row.error}"]


def test_two_different_only_solutions_refute_each_other(recite):
    first, second, *_ = sorted(brute_force(OPEN))
    recite("one", first)
    recite("other", second)
    result = race([OPEN], ["one", "norvig", "other"], shuffle=False)
    assert column(result, "verdict") == ["unique", "multiple", "unique"]
    assert column(result, "problem") == ["wrong", "", "wrong"]


def test_different_witnesses_of_several_solutions_are_no_contradiction(recite):
    first, second, third, fourth, *_ = sorted(brute_force(OPEN))
    recite("low", first, second)
    recite("high", fourth, third)
    result = race([OPEN], ["low", "high", "norvig"], shuffle=False)
    assert result.disagreements() == []


def test_a_count_that_is_too_low_is_refuted(recite):
    grids = sorted(brute_force(OPEN))
    recite("few", *grids[:-1])
    result = race([OPEN], ["few", "norvig"], mode="count", shuffle=False)
    words = f"says that there are {len(grids) - 1} solutions, but norvig has found {len(grids)}"
    assert result.disagreements() == [f"puzzle 1: few {words}"]


def test_a_label_names_the_puzzle():
    labelled = replace(UNIQUE, meta=(("label", "Escargot"),))
    assert race([OPEN, labelled, labelled], ["norvig"]).names == (
        *("puzzle 1", "Escargot #2", "Escargot #3"),
    )


def test_the_default_contestants_are_of_all_kinds():
    families = Counter(spec.partition(":")[0] for spec in line_up() if spec != "native")
    assert families == {"norvig": 1, "heuristic": 1, "backtracking": 1, "pysat": 3, "cpsat": 2}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"contestants": ["norvig", "norwig"]}, BackendError, "did you mean norvig"),
        ({"contestants": "norvig"}, TypeError, "must be a list. Put a single backend into a list"),
        ({"contestants": []}, ValueError, "contestants is empty. Pass None for"),
        ({"repeats": 0}, ValueError, "repeats and most must be at least 1"),
        ({"memory": 0}, ValueError, "memory must be a number of bytes, at least 1, not 0"),
        ({"groups": ["a", "b"]}, ValueError, "There are 2 groups and 1 puzzle"),
        ({"mode": "win"}, ValueError, "'win' is not a valid Mode"),
    ],
)
def test_bad_arguments_are_errors_before_the_race_starts(options, error, words):
    with pytest.raises(error, match=words):
        race([UNIQUE], **options)


def test_rules_and_sizes_of_all_kinds_race_together():
    thermo = UNIQUE.with_rules(Thermo((0, 1)))
    result = race([thermo, latin("12.." + "." * 12), classic("." * 16)], TWO, setting="warm")
    assert result.disagreements() == result.problems() == []


def test_an_interruption_keeps_the_runs_so_far():
    seen = []

    def interrupt(row):
        seen.append(row.contestant)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(RaceInterrupted) as interrupted:
        race([UNIQUE], ["pysat", "norvig", "cpsat"], progress=interrupt)
    assert sorted(column(interrupted.value.result, "contestant")) == sorted(seen)
    again = pickle.loads(pickle.dumps(interrupted.value))
    assert str(again) == str(interrupted.value) == "interrupted after 2 runs"
    assert len(again.result.rows) == 2


def test_the_environment_names_the_machine_and_the_settings():
    environment = race([UNIQUE], ["norvig"], Limits(seconds=9), seed=4).environment
    assert {"cpu", "isa", "compiler", "python", "commit", "versions", "started"} <= set(environment)
    assert environment["versions"].keys() >= {"ortools", "python-sat"}
    assert (environment["seed"], environment["seconds"], environment["nodes"]) == (4, 9, None)
    assert json.loads(json.dumps(environment)) == environment


def test_the_table_is_the_rows():
    result = race([UNIQUE, OPEN], TWO, mode="count", repeats=2)
    table = result.table()
    assert len(table) == len(result.rows) == 8
    assert table.groupby("puzzle").solutions.max().to_dict() == {"puzzle 1": 1, "puzzle 2": 12}
    assert table.peak_memory.isna().all()
    assert table.decided.all()
    nothing = race([], TWO)
    assert (len(nothing.table()), nothing.disagreements()) == (0, [])
    scores = [(score.runs, score.median, score.par2) for score in nothing.scores()]
    assert scores == [(0, None, None)] * 2


def test_warming_up_takes_no_time_even_if_all_fillings_are_tried(enlist):
    asked = []

    def make(puzzle, seed):
        asked.append(puzzle)
        raise ValueError

    Runner(find_backend(enlist("slow", make)), Terms()).warm_up()
    [easy] = asked
    assert easy.givens.count(None) <= 4
    assert check(easy, "norvig").kind is Kind.MULTIPLE


# --- files of a result ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def result():
    return race([UNIQUE, OPEN], ["norvig", "pysat"], Limits(seconds=10), mode="count")


def test_csv(result):
    files = exported(result, "race.csv")
    assert list(files) == ["race.csv", "race.csv.environment.json"]
    head, *rows = csv.reader(io.StringIO(files["race.csv"].decode()))
    assert tuple(head) == COLUMNS
    assert [row[head.index("solutions")] for row in rows] == ["1", "1", "12", "12"]
    seconds = [float(row[head.index("seconds")]) for row in rows]
    assert seconds == [row.seconds for row in result.rows]
    assert json.loads(files["race.csv.environment.json"]) == result.environment


def test_a_spreadsheet_takes_no_text_for_a_formula(result):
    names = ["=HYPERLINK(A1)", "+1", "-1", "@SUM(A1)"]
    rows = [replace(row, puzzle=name) for row, name in zip(result.rows, names, strict=True)]
    changed = replace(result, rows=tuple(rows))
    files = exported(changed, "race.csv")
    head, *cells = csv.reader(io.StringIO(files["race.csv"].decode()))
    assert [row[head.index("puzzle")] for row in cells] == [f"'{name}" for name in names]
    records = exported(changed, "race.jsonl")["race.jsonl"].splitlines()
    assert [json.loads(record)["puzzle"] for record in records] == names


def test_json_lines(result):
    files = exported(result, "race.JSONL")
    records = [json.loads(line) for line in files["race.JSONL"].splitlines()]
    assert [tuple(record) for record in records] == [COLUMNS] * 4
    assert [record["decided"] for record in records] == [True] * 4
    assert json.loads(files["race.JSONL.environment.json"]) == result.environment


def test_a_missing_limit_is_null(result):
    unlimited = replace(result, rows=(replace(result.rows[0], limit=math.nan),))
    [line] = exported(unlimited, "race.jsonl")["race.jsonl"].splitlines()
    assert json.loads(line)["limit"] is None
    assert b"nan" not in exported(unlimited, "race.csv")["race.csv"]


def test_parquet(result):
    parquet = pytest.importorskip("pyarrow.parquet")
    files = exported(result, "race.parquet")
    assert list(files) == ["race.parquet"]
    table = parquet.read_table(io.BytesIO(files["race.parquet"]))
    assert table.column_names == list(COLUMNS)
    assert table.column("seconds").to_pylist() == [row.seconds for row in result.rows]
    assert table.column("peak_memory").to_pylist() == [None] * 4
    assert {str(table.schema.field(name).type) for name in ("solutions", "peak_memory")} == {
        "int64"
    }
    assert json.loads(table.schema.metadata[b"nonet"]) == result.environment


def test_without_pyarrow_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BackendUnavailable, match="Parquet needs pyarrow: pip install pyarrow"):
        result_files("race.parquet")
