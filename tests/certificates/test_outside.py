"""Checkers of other people, run by `verify`."""

import shutil
import sys
import tempfile

import pytest
from examples import HARD, classic
from requirements import data, require_package, require_program

from nonet import CertificateError, certify, verify
from nonet.certificates.outside import INSTALL, outside
from nonet.solvers import SolverCrashed
from nonet.system.errors import BackendUnavailable

FORMULA = ["p cnf 2 4", "1 2 0", "1 -2 0", "-1 2 0", "-1 -2 0"]
SOUND, WRONG = ["5 1 0 1 2 0", "6 0 5 3 4 0"], ["5 0 1 2 0"]

#: Stands for a checker. It accepts a formula without comments and a proof with two lemmas.
PROGRAM = """#!/bin/sh
grep -q '^c' "$1" && exit 1
grep -q "{last}" "$2" && [ "$(wc -l < "$2")" = 2 ] && echo "s VERIFIED{more}" && exit 0
echo "s NOT VERIFIED"
"""


#: Stands for ACL2. It accepts every proof that it finds, unless code of strangers ends it.
ACL2 = """#!/bin/sh
[ -e init.lsp ] && exit
while read -r form; do
    case "$form" in
        *refuted-p*) [ -s "$(echo "$form" | cut -d '"' -f 4)" ] && printf '\\nnonet: T\\n' ;;
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
def test_a_program_gets_the_clauses_and_the_proof(name, last, more, folder, tmp_path, monkeypatch):
    program = tmp_path / name
    program.write_text(PROGRAM.format(last=last, more=more))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with outside(name) as accepts:
        assert accepts(FORMULA, SOUND, None)
        assert not accepts(FORMULA, WRONG, None)
        with pytest.raises(CertificateError, match="the other checker refuses the proof"):
            verify(folder, outside=accepts)  # it has more than two lemmas


def test_a_checker_that_is_killed_has_not_refused_the_proof(tmp_path, monkeypatch):
    program = tmp_path / "drat-trim"
    program.write_text("#!/bin/sh\nkill -KILL $$\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with (
        outside("drat-trim") as accepts,
        pytest.raises(SolverCrashed, match="drat-trim was killed"),
    ):
        accepts(FORMULA, SOUND, None)


@pytest.mark.parametrize("name", INSTALL)
def test_a_checker_that_is_not_installed_is_named_with_its_install_line(name, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "dratify", None)
    with pytest.raises(BackendUnavailable) as caught, outside(name):
        pass
    assert str(caught.value) == f"{name} is not installed: {INSTALL[name]}"


def test_acl2_without_its_books_is_not_installed(tmp_path, monkeypatch):
    program = tmp_path / "acl2"
    program.write_text("#!/bin/sh\necho 'ACL2 Error in INCLUDE-BOOK: no such file'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(BackendUnavailable, match="acl2 ended: ACL2 Error"), outside("acl2"):
        pass
    program.write_text(f"{program.read_text()}printf '\\nnonet: done\\n'; exec sleep 60\n")
    with pytest.raises(BackendUnavailable, match="acl2-books-certs"), outside("acl2"):
        pass


@pytest.mark.parametrize("name", ['a "b"', "a\\b", "数"])
def test_acl2_runs_no_code_of_strangers_and_finds_files_in_any_folder(name, tmp_path, monkeypatch):
    program = tmp_path / "acl2"
    program.write_text(ACL2)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
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


@pytest.mark.slow
def test_acl2_accepts_sound_proofs_only(folder, tmp_path, monkeypatch):
    require_program("acl2")
    for name in ("init.lsp", "acl2-customization.lsp"):  # of a stranger
        (tmp_path / name).write_text("(quit)\n")
    monkeypatch.chdir(tmp_path)
    with outside("acl2") as accepts:
        assert accepts(FORMULA, SOUND, None)
        assert not accepts(FORMULA, WRONG, None)
        assert verify(folder, outside=accepts).lemmas > 1
        for number, line in enumerate(data("hard375.txt")[:5]):
            certify(classic(line)).write(tmp_path / str(number))
            assert verify(tmp_path / str(number), outside=accepts).claim == "unique"
        for other in ("formula.cnf", "puzzle.json"):
            shutil.copy(folder / other, tmp_path / "0" / other)
            with pytest.raises(CertificateError):
                verify(tmp_path / "0", outside=accepts)
