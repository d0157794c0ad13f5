"""Checkers of other people, run by `verify`."""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from examples import HARD, case, classic, pattern, rule_puzzles
from requirements import data, require_package, require_program
from unique_puzzles import unique

import nonet
from nonet import CertificateError, certify, verify
from nonet.certificates import Unverified
from nonet.certificates.certificate import formula
from nonet.certificates.claims import claim_of
from nonet.certificates.outside import BOOKS, INSTALL, THEOREMS, outside
from nonet.encodings import dimacs
from nonet.formats import read_file
from nonet.rules import Cage, Thermo
from nonet.solvers import SolverCrashed
from nonet.system.errors import BackendUnavailable

FORMULA = ["p cnf 2 4", "1 2 0", "1 -2 0", "-1 2 0", "-1 -2 0"]
SOUND, WRONG = ["5 1 0 1 2 0", "6 0 5 3 4 0"], ["5 0 1 2 0"]

#: Stands for a checker. It accepts a formula without comments and a proof with two lemmas.
PROGRAM = """
grep -q '^c' "$1" && exit 1
grep -q "{last}" "$2" && [ "$(wc -l < "$2")" = 2 ] && echo "s VERIFIED{more}" && exit 0
echo "s NOT VERIFIED"
"""

#: Stands for ACL2. It accepts every proof that it finds, unless code of strangers ends it. Its
#: first line is not UTF-8.
ACL2 = """
[ -e init.lsp ] && exit
printf 'The folder \\377 is new.\\n'
while read -r form; do
    case "$form" in
        *clauses-refuted*) [ -s "$(echo "$form" | cut -d '"' -f 4)" ] && printf '\\nnonet: T\\n' ;;
        *done*) printf '\\nnonet: done\\n' ;;
    esac
done
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate")
    certify(classic(HARD)).write(folder)
    return folder


@pytest.mark.parametrize(
    ("name", "last", "more"), [("drat-trim", "^0$", ""), ("cake_lpr", "^6 0 5 3 4 0$", " UNSAT")]
)
def test_a_program_gets_the_clauses_and_the_proof(name, last, more, folder, install):
    install(name, PROGRAM.format(last=last, more=more))
    with outside(name) as accepts:
        assert accepts(FORMULA, SOUND, None)
        assert not accepts(FORMULA, WRONG, None)
        with pytest.raises(CertificateError, match="the other checker refuses the proof"):
            verify(folder, outside=accepts)  # it has more than two lemmas


def test_a_checker_that_is_killed_has_not_refused_the_proof(install):
    install("drat-trim", "kill -KILL $$")
    killed = pytest.raises(SolverCrashed, match="drat-trim was killed")
    with outside("drat-trim") as accepts, killed:
        accepts(FORMULA, SOUND, None)


def test_a_checker_that_reaches_its_limit_has_not_refused_the_proof(folder, install):
    install("drat-trim", "echo 's TIMEOUT'")
    said = f"^{folder}: not verified: drat-trim reached its limit$"
    with outside("drat-trim") as accepts, pytest.raises(Unverified, match=said):
        verify(folder, outside=accepts)


@pytest.mark.parametrize("name", INSTALL)
def test_the_limit_of_time_ends_every_checker(name, folder, install, tmp_path, monkeypatch):
    """Stand in for each checker with one that starts well, and then answers no question."""
    hangs = ACL2.replace("*clauses-refuted*)", "*puzzle-proved*) exec sleep 60;")
    install(name, hangs if name == "acl2" else "exec sleep 60")
    module = "import time\nparse_dimacs = lambda text: time.sleep(60)\n"
    (tmp_path / "dratify.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    start = time.monotonic()
    with outside(name) as accepts, pytest.raises(Unverified, match="not verified: a limit was"):
        verify(folder, outside=accepts, limits=1)
    assert 1 <= time.monotonic() - start < 30


@pytest.mark.parametrize("name", INSTALL)
def test_a_checker_that_is_not_installed_is_named_with_its_install_line(name, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "dratify", None)
    with pytest.raises(BackendUnavailable) as caught, outside(name):
        pass
    assert str(caught.value) == f"{name} is not installed: {INSTALL[name]}"


def test_an_acl2_that_ran_out_of_memory_is_not_waited_for(install):
    aborting = "echo '***** ABORTING from raw Lisp *****'; exec sleep 60"
    install("acl2", ACL2.replace("[ -s", f"{aborting}; [ -s"))
    with outside("acl2") as accepts, pytest.raises(BackendUnavailable, match="ABORTING"):
        accepts(FORMULA, SOUND, None)


def test_acl2_without_its_books_is_not_installed(install):
    fails = "echo 'ACL2 Error in INCLUDE-BOOK: no such file'\n"
    install("acl2", fails)
    with pytest.raises(BackendUnavailable, match="acl2 ended: ACL2 Error"), outside("acl2"):
        pass
    install("acl2", f"{fails}printf '\\nnonet: done\\n'; exec sleep 60")
    with pytest.raises(BackendUnavailable, match="acl2-books-certs"), outside("acl2"):
        pass


@pytest.mark.parametrize("name", ['a "b"', "a\\b", "数"])
def test_acl2_runs_no_code_of_strangers_and_finds_files_in_any_folder(
    name, install, tmp_path, monkeypatch
):
    install("acl2", ACL2)
    parent = tmp_path / name
    parent.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(parent))
    (tmp_path / "init.lsp").write_text("(quit)")
    monkeypatch.chdir(tmp_path)
    with outside("acl2") as accepts:
        assert accepts(FORMULA, SOUND, None)
        assert accepts(FORMULA, SOUND, None)
    assert not list(parent.iterdir())


def test_dratify_accepts_sound_proofs_only(folder):
    require_package("dratify")
    with outside("dratify") as accepts:
        assert accepts(FORMULA, SOUND, None)
        assert not accepts(FORMULA, WRONG, None)
        assert verify(folder, outside=accepts).lemmas > 1


@pytest.fixture(scope="module")
def acl2(tmp_path_factory):
    """Start ACL2 once, in a folder with files of a stranger."""
    require_program("acl2")
    place = tmp_path_factory.mktemp("strangers")
    for name in ("init.lsp", "acl2-customization.lsp"):
        (place / name).write_text("(quit)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        with outside("acl2") as accepts:
            yield accepts


def files(certificate):
    """Return the lines of the formula and of the proof of a certificate, and its claim."""
    cnf = formula(certificate.puzzle, certificate.solutions)
    lines = [line for line in dimacs.write(cnf) if not line.startswith("c")]
    claim = claim_of(certificate.puzzle, certificate.solutions)
    return [lines, list(certificate.proof), replace(claim, lines=list(claim.lines))]


@pytest.mark.slow
def test_acl2_accepts_sound_proofs_only(acl2, folder, tmp_path):
    assert acl2(FORMULA, SOUND, None)
    assert not acl2(FORMULA, WRONG, None)
    assert verify(folder, outside=acl2).theorem == "puzzle"
    for number, line in enumerate(data("hard375.txt")[:5]):
        certify(classic(line)).write(tmp_path / str(number))
        assert verify(tmp_path / str(number), outside=acl2).claim == "unique"
    for other in ("formula.cnf", "puzzle.json"):
        shutil.copy(folder / other, tmp_path / "0" / other)
        with pytest.raises(CertificateError):
            verify(tmp_path / "0", outside=acl2)


@pytest.mark.slow
@pytest.mark.parametrize("boxes", [(2, 2), (2, 3), (3, 2), (2, 4), (3, 4), (4, 4)])
def test_acl2_accepts_classic_puzzles_of_any_size(acl2, boxes):
    height, width = boxes
    side = height * width
    board = nonet.classic(boxes=boxes)
    full = [value + 1 for value in pattern(height, width)]
    open_board = board.with_givens({cell: full[cell] for cell in range(4, side * side)})
    for puzzle in (open_board, open_board.with_givens({0: full[5], 5: full[5]})):
        certificate = certify(puzzle, every=True)
        assert len(certificate.solutions) == (puzzle is open_board)
        assert acl2(*files(certificate))


@pytest.mark.slow
def test_acl2_accepts_a_list_of_all_solutions_only(acl2):
    certificate = certify("1234" + "." * 12, every=True)
    clauses, proof, claim = files(certificate)
    assert len(claim.lines) == 2 + 12
    assert acl2(clauses, proof, claim) == "puzzle"
    assert not acl2(clauses, proof, replace(claim, lines=claim.lines[:-1]))
    fewer = replace(certificate, solutions=certificate.solutions[:-1])
    assert not acl2(*files(fewer))


@pytest.mark.slow
def test_acl2_accepts_the_clauses_of_every_rule(acl2):
    for name, puzzle in rule_puzzles():
        with case(name):
            if puzzle.geometry.connections:  # ACL2 knows no cuts
                assert claim_of(puzzle, ()) is None
            else:
                assert acl2(*files(certify(puzzle, every=True))) == "primitives"


@pytest.mark.slow
def test_acl2_accepts_setters_puzzles(acl2, tmp_path):
    for name in ("clone", "kropki", "pair-sums", "quadruples", "renban", "sandwiches", "whisper"):
        [record] = read_file(Path(__file__).parents[1] / "puzzles" / f"{name}.json")
        certify(record.puzzle).write(tmp_path / name)
        with case(name):
            assert verify(tmp_path / name, outside=acl2).theorem == "primitives"


def changed_literal(clauses, claim, rng):
    place = rng.randrange(1, len(clauses))
    words = clauses[place].split()
    spot = rng.randrange(len(words) - 1)
    words[spot] = str(-int(words[spot]))
    clauses[place] = " ".join(words)


def dropped_clause(clauses, claim, rng):
    del clauses[rng.randrange(1, len(clauses))]


def swapped_clauses(clauses, claim, rng):
    one, two = rng.sample(range(1, len(clauses)), 2)
    clauses[one], clauses[two] = clauses[two], clauses[one]


def changed_digit(clauses, claim, rng):
    row, spot = rng.choice([1, 2]), rng.randrange(81)  # the puzzle or its solution
    values = claim[row].split()
    values[spot] = str((int(values[spot]) + rng.randrange(1, 10)) % 10)
    claim[row] = " ".join(values)


MUTATIONS = [changed_literal, dropped_clause, swapped_clauses, changed_digit]


@pytest.mark.slow
@pytest.mark.parametrize("mutate", MUTATIONS)
def test_acl2_refuses_mutations(acl2, mutate):
    clauses, proof, claim = files(certify(classic(HARD)))
    rng = random.Random(39)
    assert acl2(clauses, proof, claim)
    for number in range(40):
        mutant, changed = clauses.copy(), claim.lines.copy()
        mutate(mutant, changed, rng)
        with case(number):
            assert not acl2(mutant, proof, replace(claim, lines=changed))


#: Changes of primitives. After each of them, a clause does not follow, or the solution is wrong.
FORGED = {
    "(different 0 1 2 3)": "",
    "(different 8 9 10 11)": "(different 8 9 10 15)",
    "(sum ((1 . 0) (1 . 4)) (4))": "",
    "(1 . 4)) (4))": "(1 . 4)) (4 5))",
    "(1 . 0) (1 . 4)": "(1 . 0) (1 . 5)",
    "(pair 9 8 (1 2)": "(pair 9 8 (2 1) (1 2)",
    "(pair 8 13": "(pair 8 12",
    "(-1 . 6) (-1 . 2)) (0))": "(-1 . 6) (-1 . 2)) (0 1))",
    "(-1 . 6) (-1 . 2)": "(-1 . 6) (-2 . 2)",
    "(2 3 4) (1 4))": "(1 2 3 4) (1 4))",
    "(2) (((4 . 1))": "(1 2) (((4 . 1))",
    "(((4 . 1))": "(((4 . 1) (1 . 1))",
    "(any ((pair": "(any ((among 0 1)) ((pair",
    "((pair 0 5 ": "((pair 0 5 (3 1) ",
    "(1 . 13)) (3)": "(1 . 13)) (3 5)",
}


@pytest.mark.slow
def test_acl2_refuses_clauses_that_do_not_follow(acl2):
    board = nonet.classic(order=2).cage("r1c1-r2c1", 4).thermo("r3c2 r3c1 r4c2")
    board = board.arrow("r3c3", "r2c3 r1c3").quadruple("r2c2 r2c3 r3c2 r3c3", [1, 4])
    board = board.regex("r1c4-r4c4", "4.*1").either(Thermo("r1c1 r2c2"), Cage("r4c1 r4c2", 3))
    clauses, proof, claim = files(certify(unique(board)))
    assert acl2(clauses, proof, claim) == "primitives"
    for old, new in FORGED.items():
        changed = claim.lines.copy()
        assert old in changed[1]
        changed[1] = changed[1].replace(old, new)
        with case(old):
            assert acl2(clauses, proof, replace(claim, lines=changed)) == "clauses"
    for number, clause in enumerate(clauses):
        if clause in ("5 6 7 8 0", "-5 -6 0", "-5 -21 0", "-7 -23 0"):
            stronger = clauses.copy()
            stronger[number] = clause.split(maxsplit=1)[1]  # such as "6 7 8 0"
            with case(clause):
                assert acl2(stronger, proof, claim) != "primitives"


@pytest.mark.slow
def test_acl2_refuses_files_of_other_certificates(acl2):
    ours, theirs = (files(certify(classic(line))) for line in (HARD, data("hard375.txt")[0]))
    assert acl2(*ours)
    assert acl2(*theirs)
    for number in range(3):
        mixed = ours.copy()
        mixed[number] = theirs[number]
        assert not acl2(*mixed)


@pytest.mark.slow
@pytest.mark.parametrize(("literal", "accepted"), [(2, True), (10**9, False), (10**30, False)])
def test_acl2_reserves_no_memory_for_a_variable_that_no_clause_has(acl2, literal, accepted):
    proof = [SOUND[0], f"6 1 {literal} 0 5 0", "7 0 5 3 4 0"]
    assert acl2(FORMULA, proof, None) == ("clauses" if accepted else None)


@pytest.mark.slow
def test_acl2_certifies_the_proofs_of_the_encoding(tmp_path):
    """A certified book has no axiom and no skipped proof."""
    require_program("acl2")
    forms = '(include-book "projects/sat/lrat/portcullis" :dir :system)'
    for name in BOOKS:
        shutil.copy(THEOREMS / name, tmp_path)
        book = name.removesuffix(".lisp")
        options = "? nil :skip-proofs-okp nil :defaxioms-okp nil :ttags nil"
        certify_book = f'{forms}(certify-book "{book}" {options})'
        said = subprocess.run(
            ["acl2"], input=certify_book, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert (tmp_path / f"{book}.cert").exists(), said.stdout[-2000:]
        forms += f'(include-book "{book}")'
