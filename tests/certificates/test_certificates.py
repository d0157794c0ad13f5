"""Certificates of all kinds of puzzles can be made, written, verified and reproduced."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from breadth import tried
from examples import HARD, case, classic, rule_puzzles, share_or_whole
from hypothesis import given
from oracle import brute_force
from strategies import puzzles
from unique_puzzles import unique

from nonet import certify, verify, with_holes
from nonet.certificates import Certificate, Uncertifiable, certification
from nonet.formats import read_file, write
from nonet.questions.counting import count
from nonet.questions.uniqueness import Kind, Verdict, check
from nonet.rules import AntiKnight
from nonet.solvers import BackendError, Limits, SolverCrashed, WrongAnswer
from nonet.solvers.sat.catalogue import PROVERS
from nonet.system.errors import PuzzleError

#: A cell of HARD and a value that lead to a contradiction, but only by search.
WRONG = "4..1" + HARD[4:]
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
PUZZLES = Path(__file__).parents[1] / "puzzles"
KINDS = {0: Kind.NONE, 1: Kind.UNIQUE}


def verified(certificate: Certificate):
    """Verify a certificate, which must say what it said before it was written."""
    with TemporaryDirectory() as folder:
        certificate.write(folder)
        report = verify(folder)
        assert report.claim is certificate.claim
        assert report.puzzle == certificate.puzzle
        assert report.solutions == certificate.solutions
        assert report.is_complete == bool(certificate.proof)
        return report


@tried(100)
@given(puzzles())
def test_every_verdict_is_certified(puzzle):
    found = brute_force(puzzle)
    report = verified(certify(puzzle))
    assert report.claim is KINDS.get(len(found), Kind.MULTIPLE)
    assert found.issuperset(report.solutions)
    assert len(set(report.solutions)) == min(len(found), 2)


@share_or_whole("step", 67, 5)
def test_every_rule_is_certified(step):
    """The clauses come from `nonet.encodings`, whose tests use puzzles of all rules."""
    for name, puzzle in rule_puzzles(20)[::step]:
        found = brute_force(puzzle)
        with case(name):
            for solution in sorted(found)[:1]:
                near = puzzle.with_givens(dict(enumerate(solution[:-1])))
                left = {other for other in found if other[:-1] == solution[:-1]}
                assert verified(certify(near)).claim is KINDS.get(len(left), Kind.MULTIPLE)
            assert verified(certify(puzzle)).claim is KINDS.get(len(found), Kind.MULTIPLE)
            if len(found) <= 100:
                assert verified(certify(puzzle, every=True)).solutions == tuple(sorted(found))


@share_or_whole("provers", ["glucose4", "cadical153"], PROVERS)
def test_every_prover_proves(provers):
    for prover, puzzle in product(provers, (classic(HARD), classic(WRONG))):
        with case(prover):
            report = verified(certify(puzzle, prover))
            assert report.claim is check(puzzle).kind
            assert report.lemmas > 1


def test_an_incomplete_or_damaged_proof_is_an_error(monkeypatch):
    """Versions of python-sat before 1.9.dev16 cut the proofs of CaDiCaL short."""
    load = certification._prover("glucose4")
    damages = {
        "nothing": lambda lines: [],
        "in the middle": lambda lines: lines[: len(lines) // 2],
        "within a line": lambda lines: [lines[0].removesuffix("0"), *lines[1:]],
        "a literal": lambda lines: ["1 0", "-1 0", *lines],
    }
    for name, damage in damages.items():

        class Damaged:
            def __init__(self, clauses):
                self._solver = load(clauses)
                self.solve, self.close = self._solver.solve, self._solver.close

            def proof(self, damage=damage):
                return damage(self._solver.proof())

        monkeypatch.setattr(certification, "_prover", lambda _, damaged=Damaged: damaged)
        with case(name), pytest.raises(SolverCrashed, match="incomplete or damaged") as caught:
            certify(classic(HARD))
        assert "disk" not in str(caught.value)


def of_setter(name):
    [record] = read_file(PUZZLES / f"{name}.json")
    return record.puzzle


@pytest.mark.parametrize("name", ["killer", "kropki", "miracle", "thermo"])
def test_variants_are_certified(name):
    assert verified(certify(of_setter(name))).claim is Kind.UNIQUE


@pytest.mark.slow
def test_a_large_board_is_certified():
    report = verified(certify(unique(with_holes(classic("." * 4**4), 0.65, seed=0))))
    assert report.claim is Kind.UNIQUE
    assert report.clauses > 111_000


# --- all solutions --------------------------------------------------------------------------------


def test_all_solutions_are_certified():
    certificate = certify(classic("." * 16), every=True)
    report = verified(certificate)
    assert (len(report.solutions), report.claim, report.is_complete) == (288, Kind.MULTIPLE, True)
    assert set(report.solutions) == brute_force(classic("." * 16))
    for puzzle in (classic("11" + "." * 14), classic("12..34..2......3")):
        assert certify(puzzle, every=True) == certify(puzzle)


def test_too_many_solutions_are_not_certified():
    with pytest.raises(Uncertifiable, match="nothing to certify: more than 10,000 solutions"):
        certify(classic("." * 81), every=True)
    with pytest.raises(Uncertifiable, match="nothing to certify: a limit was reached"):
        certify(classic("." * 16), limits=Limits(nodes=0), every=True)


@pytest.mark.slow
def test_thousands_of_solutions_are_certified():
    puzzle = classic("123456456123" + "." * 24)
    assert len(verified(certify(puzzle, every=True)).solutions) == count(puzzle) > 1000


# --- verdicts that can be certified ---------------------------------------------------------------


def test_a_known_verdict_is_proved_without_a_new_search():
    puzzle = classic("12..34..2......3")
    assert certify(puzzle, verdict=check(puzzle)) == certify(puzzle)
    assert certify(puzzle, verdict=Verdict("unique", (SOLUTION,))) == certify(puzzle)
    nothing = Verdict(Kind.NONE)
    with pytest.raises(WrongAnswer, match="glucose4 finds a solution"):
        certify(puzzle, verdict=nothing)
    open_puzzle = classic("." * 16)
    some = check(open_puzzle).witnesses[:1]
    with pytest.raises(WrongAnswer):
        certify(open_puzzle, verdict=Verdict(Kind.UNIQUE, some))


def test_an_unknown_verdict_is_not_certified():
    with pytest.raises(Uncertifiable, match="nothing to certify: limit reached"):
        certify(classic(HARD), verdict=Verdict(Kind.UNKNOWN, reason="limit reached: 1 nodes"))
    known = check(classic(HARD))
    for limits in (Limits(nodes=0), Limits(seconds=0)):
        with pytest.raises(Uncertifiable, match="no proof, because a limit was reached"):
            certify(classic(HARD), limits=limits, verdict=known)


@pytest.mark.parametrize("solver", ["maplesat", "kissat404", "minisat22", "cadical300", "norvig"])
def test_solvers_with_wrong_proofs_are_refused(solver):
    with pytest.raises(BackendError, match=f"'{solver}' writes no proofs: choose one of cadical"):
        certify(classic(HARD), solver)


def test_a_cell_without_candidates_is_certified_as_none():
    bare = replace(classic("." * 16), marks=(0, *[15] * 15))
    assert verified(certify(bare)).claim is Kind.NONE


# --- the files -----------------------------------------------------------------------------------


CERTIFIES = """
import sys, nonet
for number, line in enumerate(sys.stdin):
    nonet.certify(nonet.parse(line, format="json")).write(f"{sys.argv[1]}/{number}")
"""


def test_the_same_puzzle_gives_the_same_files(tmp_path):
    """Try this process, and processes in which Python lists members of sets in another order."""
    made = (of_setter("killer"), classic(HARD, AntiKnight()))
    for number, puzzle in enumerate(made):
        certify(puzzle).write(tmp_path / "here" / str(number))
    for seed in ("0", "1"):
        subprocess.run(
            [sys.executable, "-c", CERTIFIES, str(tmp_path / seed)],
            input="\n".join(write(puzzle, "json") for puzzle in made),
            env=os.environ | {"PYTHONHASHSEED": seed},
            text=True,
            check=True,
        )
    here, *others = (
        {str(path.relative_to(tmp_path / folder)): path.read_bytes() for path in files}
        for folder in ("here", "0", "1")
        for files in [sorted((tmp_path / folder).glob("*/*"))]
    )
    assert len(here) > 6
    assert others == [here, here]


def test_nothing_is_overwritten(tmp_path):
    certificate = certify(classic("12..34..2......3"))
    certificate.write(tmp_path / "new" / "one")
    with pytest.raises(PuzzleError, match="one: the folder is not empty: name a new one"):
        certificate.write(tmp_path / "new" / "one")
    with pytest.raises(PuzzleError, match=r"manifest.json: not a folder"):
        certificate.write(tmp_path / "new" / "one" / "manifest.json")


def test_labels_of_any_script_are_kept():
    labelled = replace(classic("12..34..2......3"), meta=(("label", "数独 ñ"),))
    assert verified(certify(labelled)).puzzle.label == "数独 ñ"


@pytest.mark.parametrize(
    ("verdict", "error", "said"),
    [
        ("unique", TypeError, "'unique' is not a verdict: pass the result of nonet.check"),
        (Verdict("perhaps"), ValueError, "'perhaps' is not a valid Kind"),
        (Verdict("unknown"), Uncertifiable, "nothing to certify: the verdict is unknown"),
        (Verdict(Kind.UNIQUE), PuzzleError, "'unique' must have 1 solution, not 0"),
        (Verdict(Kind.NONE, (SOLUTION,)), PuzzleError, "'none' must have 0 solutions, not 1"),
        (Verdict(Kind.MULTIPLE, (SOLUTION,)), PuzzleError, "must have 2 solutions, not 1"),
        (Verdict(Kind.MULTIPLE, (SOLUTION,) * 2), WrongAnswer, "same solution twice"),
        (Verdict(Kind.UNIQUE, (SOLUTION[:4],)), WrongAnswer, "4 values for 16 cells"),
        (Verdict(Kind.UNIQUE, ((None,) * 16,)), WrongAnswer, "a cell is empty"),
        (Verdict(Kind.UNIQUE, (SOLUTION[::-1],)), WrongAnswer, "r1c1 is 3, but 1 is given"),
    ],
)
def test_a_wrong_verdict_made_by_hand_is_refused(verdict, error, said):
    with pytest.raises(error, match=said):
        certify("12..34..2......3", verdict=verdict)
