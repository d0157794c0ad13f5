"""``nonet check --proof`` and ``nonet verify``."""

import json
import shutil

import pytest
from examples import HARD

UNIQUE, NONE, MULTIPLE = "12..34..2......3", "11" + "." * 14, "1" + "." * 15


@pytest.fixture
def nonet(nonet):
    """Run the command line, and return its exit code, stdout and stderr."""

    def run(*arguments, **options):
        found = nonet(*arguments, **options)
        return found.code, found.out, found.err

    return run


def test_one_puzzle_goes_into_the_folder_itself(nonet, tmp_path):
    folder = tmp_path / "proof"
    assert nonet("check", "--proof", folder, UNIQUE) == (0, "unique\n", "")
    code, out, error = nonet("verify", folder)
    assert (code, error) == (0, "")
    assert out == (
        f"{folder}: verified: {UNIQUE} has one solution: 391 clauses, 1 lemma, checked by nonet\n"
    )


def test_several_puzzles_go_into_separate_folders(nonet, tmp_path):
    folder = tmp_path / "proofs"
    lines = "\n".join((UNIQUE, NONE, "bad", MULTIPLE, HARD))
    code, out, _ = nonet("check", "--json", "--proof", folder, "-", stdin=lines)
    assert code == 2
    records = [json.loads(line) for line in out.splitlines()]
    names = [record.get("proof") for record in records]
    numbers = ("0001", "0002", None, "0004", "0005")
    assert names == [number and str(folder / number) for number in numbers]

    code, out, error = nonet("verify", "--json", folder)
    assert (code, error) == (0, "")
    verified = [json.loads(line) for line in out.splitlines()]
    assert [record["verdict"] for record in verified] == ["unique", "none", "multiple", "unique"]
    assert [record["puzzle"] for record in verified] == [UNIQUE, NONE, MULTIPLE, HARD]
    assert {record["status"] for record in verified} == {"verified"}
    assert verified[-1]["lemmas"] > 1
    assert verified[2]["checker"] is None


@pytest.mark.parametrize("options", [[], ["--fast"]])
def test_a_failure_is_reported_with_its_place_and_the_rest_is_checked(nonet, options, tmp_path):
    for name, puzzle in (("a", UNIQUE), ("b", UNIQUE)):
        nonet("check", "--proof", tmp_path / name, puzzle)
    formula = tmp_path / "a" / "formula.cnf"
    formula.write_text(formula.read_text().replace("\n1 0\n", "\n-1 0\n"))
    code, out, error = nonet("verify", *options, tmp_path / "a", tmp_path / "b")
    assert code == 1
    assert out.startswith(f"{tmp_path / 'b'}: verified")
    assert error.startswith(f"nonet: {formula}:")
    assert "'-1 0\\n' at column 1, where '1 0\\n' is expected" in error
    code, out, _ = nonet("verify", "--json", tmp_path / "a")
    assert code == 1
    assert json.loads(out)["status"] == "not verified"


def test_a_missing_folder_is_unreadable(nonet, tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        code, out, error = nonet("verify", folder)
        assert (code, out) == (2, "")
        assert error == f"nonet: {folder / 'manifest.json'}: No such file or directory\n"
    assert json.loads(nonet("verify", "--json", tmp_path)[1])["status"] == "unreadable"


def test_other_files_in_the_folder_are_noted(nonet, tmp_path):
    folder = tmp_path / "proof"
    nonet("check", "--proof", folder, UNIQUE)
    (folder / "second.txt").write_text("a certificate of one solution has no second one")
    (folder / "inner").mkdir()
    code, out, error = nonet("verify", folder)
    assert (code, out.count("verified")) == (0, 1)
    assert error == f"nonet: note: {folder}: not part of the certificate: inner, second.txt\n"
    code, out, _ = nonet("verify", "--json", folder)
    assert json.loads(out)["others"] == ["inner", "second.txt"]


def test_a_file_of_a_certificate_is_not_its_folder(nonet, tmp_path):
    nonet("check", "--proof", tmp_path / "one", UNIQUE)
    path = tmp_path / "one" / "proof.drat"
    code, out, error = nonet("verify", path)
    assert (code, out) == (2, "")
    assert error == f"nonet: {path}: this is a file: name its folder instead\n"


def test_a_folder_without_its_manifest_is_not_skipped(nonet, tmp_path):
    nonet("check", "--proof", tmp_path, "-", stdin=f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n")
    (tmp_path / "notes.txt").write_text("not a certificate")
    code, out, error = nonet("verify", tmp_path)
    assert (code, error) == (0, "")
    assert out.splitlines()[-1] == "verified 3 of 3"

    (tmp_path / "0002" / "manifest.json").unlink()
    (tmp_path / "0004").mkdir()
    code, out, error = nonet("verify", tmp_path)
    assert code == 2
    missing = [tmp_path / name / "manifest.json" for name in ("0002", "0004")]
    assert error == "".join(f"nonet: {path}: No such file or directory\n" for path in missing)
    assert out.splitlines()[-1] == "verified 2 of 4"

    (tmp_path / "0002").rename(tmp_path / "elsewhere")
    (tmp_path / "0002").symlink_to(tmp_path / "0001")
    code, _, error = nonet("verify", tmp_path)
    assert code == 2
    assert f"nonet: {tmp_path / '0002'}: a link is not followed\n" in error


@pytest.mark.parametrize("lost", ["manifest.json", "puzzle.json"])
def test_an_incomplete_certificate_is_not_a_folder_of_certificates(nonet, tmp_path, lost):
    nonet("check", "--proof", tmp_path, UNIQUE)
    shutil.copytree(tmp_path, tmp_path / "inner")
    (tmp_path / lost).unlink()
    code, out, error = nonet("verify", tmp_path)
    assert (code, out) == (2, "")
    assert error == f"nonet: {tmp_path / lost}: No such file or directory\n"


def test_a_folder_with_files_is_not_changed(nonet, tmp_path):
    (tmp_path / "mine").write_text("kept")
    code, out, error = nonet("check", "--proof", tmp_path, UNIQUE)
    assert (code, out) == (2, "")
    assert "the folder is not empty: name a new one" in error
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_an_unknown_verdict_gets_no_certificate(nonet, tmp_path):
    folder = tmp_path / "proof"
    code, out, error = nonet("check", "-b", "norvig", "--nodes", 1, "--proof", folder, HARD)
    assert code == 124
    assert out.startswith("unknown")
    assert error.startswith(f"nonet: {folder}: nothing to certify: limit reached: 1 nodes")
    assert not folder.exists()
