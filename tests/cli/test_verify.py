"""Tests of ``nonet check --proof`` and ``nonet verify``."""

import shutil

import pytest
from examples import HARD, classic

from nonet.formats import write

UNIQUE, NONE, MULTIPLE = "12..34..2......3", "11" + "." * 14, "1" + "." * 15


def test_one_puzzle_goes_into_the_folder_itself(nonet, tmp_path):
    folder = tmp_path / "proof"
    assert nonet("check", "--proof", folder, UNIQUE).answer == ["unique"]
    said = f"{UNIQUE} has one solution: 391 clauses, 1 lemma"
    assert nonet("verify", folder).answer == [f"{folder}: verified: {said}"]


def test_several_puzzles_go_into_separate_folders(nonet, tmp_path):
    folder = tmp_path / "proofs"
    lines = "\n".join((UNIQUE, NONE, "bad", MULTIPLE, HARD))
    done = nonet("check", "--json", "--proof", folder, "-", stdin=lines)
    assert done.code == 2
    numbers = ("0001", "0002", None, "0004", "0005")
    expected = [number and str(folder / number) for number in numbers]
    assert [record.get("proof") for record in done.records] == expected

    done = nonet("verify", "--json", folder)
    assert len(done.answer) == 4
    verdicts = [record["verdict"] for record in done.records]
    assert verdicts == ["unique", "none", "multiple", "unique"]
    assert [record["puzzle"] for record in done.records] == [UNIQUE, NONE, MULTIPLE, HARD]
    assert {record["status"] for record in done.records} == {"verified"}
    assert done.records[-1]["lemmas"] > 1
    assert [record["complete"] for record in done.records] == [True, True, False, True]


def test_a_failure_is_reported_with_its_place_and_the_rest_is_checked(nonet, tmp_path):
    for name in ("a", "b"):
        nonet("check", "--proof", tmp_path / name, UNIQUE)
    formula = tmp_path / "a" / "formula.cnf"
    formula.write_text(formula.read_text().replace("\n1 0\n", "\n-1 0\n"))
    done = nonet("verify", tmp_path / "a", tmp_path / "b")
    assert done.code == 1
    assert done.out.startswith(f"{tmp_path / 'b'}: verified")
    assert done.err.startswith(f"nonet: {formula}:")
    assert "'-1 0\\n' at column 1, where '1 0\\n' is expected" in done.err
    done = nonet("verify", "--json", tmp_path / "a")
    assert (done.code, done.records[0]["status"]) == (1, "not verified")


def test_a_missing_folder_is_unreadable(nonet, tmp_path):
    assert nonet("verify", "--json", tmp_path).records[0]["status"] == "unreadable"


def test_other_files_in_the_folder_are_noted(nonet, tmp_path):
    folder = tmp_path / "proof"
    nonet("check", "--proof", folder, UNIQUE)
    (folder / "second.txt").write_text("of an older version")
    (folder / "inner").mkdir()
    done = nonet("verify", folder)
    assert (done.code, done.out.count("verified")) == (0, 1)
    assert done.err == f"nonet: note: {folder}: not part of the certificate: inner, second.txt\n"
    assert nonet("verify", "--json", folder).records[0]["others"] == ["inner", "second.txt"]


def test_a_file_of_a_certificate_is_not_its_folder(nonet, tmp_path):
    nonet("check", "--proof", tmp_path / "one", UNIQUE)
    path = tmp_path / "one" / "proof.lrat"
    refusal = nonet("verify", path).refusal
    assert refusal == f"nonet: {path}: this is a file: name its folder instead"


def test_a_folder_without_its_manifest_is_not_skipped(nonet, tmp_path):
    nonet("check", "--proof", tmp_path, "-", stdin=f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n")
    (tmp_path / "notes.txt").write_text("not a certificate")
    assert nonet("verify", tmp_path).answer[-1] == "verified 3 of 3"

    (tmp_path / "0002" / "manifest.json").unlink()
    (tmp_path / "0004").mkdir()
    done = nonet("verify", tmp_path)
    missing = [tmp_path / name / "manifest.json" for name in ("0002", "0004")]
    assert done.err == "".join(f"nonet: {path}: No such file or directory\n" for path in missing)
    assert (done.code, done.lines[-1]) == (2, "verified 2 of 4")

    (tmp_path / "0002").rename(tmp_path / "elsewhere")
    (tmp_path / "0002").symlink_to(tmp_path / "0001")
    done = nonet("verify", tmp_path)
    assert done.code == 2
    assert f"nonet: {tmp_path / '0002'}: a link is not followed\n" in done.err


@pytest.mark.parametrize("lost", ["manifest.json", "puzzle.json"])
def test_an_incomplete_certificate_is_not_a_folder_of_certificates(nonet, tmp_path, lost):
    nonet("check", "--proof", tmp_path, UNIQUE)
    shutil.copytree(tmp_path, tmp_path / "inner")
    (tmp_path / lost).unlink()
    said = f"nonet: {tmp_path / lost}: No such file or directory"
    assert nonet("verify", tmp_path).refusal == said


def test_an_unknown_verdict_gets_no_certificate(nonet, tmp_path):
    folder = tmp_path / "proof"
    done = nonet("check", "-b", "norvig", "--nodes", 1, "--proof", folder, HARD)
    assert done.code == 124
    assert done.out.startswith("unknown")
    assert done.err.startswith(f"nonet: {folder}: nothing to certify: limit reached: 1 nodes")
    assert not folder.exists()


def test_a_count_is_certified_with_all_solutions(nonet, tmp_path):
    folder = tmp_path / "proof"
    assert nonet("count", "--proof", folder, "1234" + "." * 12).answer == ["12"]
    assert "has exactly 12 solutions: " in nonet("verify", folder).answer[0]
    several = tmp_path / "several"
    done = nonet("count", "--json", "--proof", several, "-", stdin=f"{UNIQUE}\n{NONE}\n")
    assert [record["count"] for record in done.records] == [1, 0]
    assert [record["proof"] for record in done.records] == [
        str(several / n) for n in ("0001", "0002")
    ]


def test_a_count_without_a_certificate_is_unknown(nonet, tmp_path):
    done = nonet("count", "--proof", tmp_path / "proof", "." * 81)
    assert (done.code, done.out) == (124, "unknown\n")
    assert "nothing to certify: more than 10,000 solutions" in done.err
    assert not (tmp_path / "proof").exists()


def test_another_checker_is_asked_too(nonet, install, tmp_path):
    nonet("check", "--proof", tmp_path / "proof", UNIQUE)
    refusal = nonet("verify", "--with", "drat-trim", tmp_path / "proof")
    assert (refusal.code, refusal.out) == (4, "")
    assert "drat-trim is not installed: build it from https://" in refusal.err
    install("drat-trim", "echo 's VERIFIED'")
    nonet("check", "--proof", tmp_path / "open", MULTIPLE)  # has no proof
    folders = [tmp_path / name for name in ("proof", "open")]
    done = nonet("verify", "--with", "drat-trim", *folders)
    assert done.code == 0
    assert done.lines[0].startswith(f"{folders[0]}: verified, also by drat-trim: {UNIQUE} has one ")
    assert done.lines[1].startswith(f"{folders[1]}: verified: {MULTIPLE} has several ")
    done = nonet("verify", "--json", "--with", "drat-trim", *folders)
    assert [record["also_by"] for record in done.records] == ["drat-trim", None]
    assert nonet("verify", "--json", folders[0]).records[0]["also_by"] is None
    install("drat-trim", "echo 's NOT VERIFIED'")
    done = nonet("verify", "--with", "drat-trim", tmp_path / "proof")
    assert done.code == 1
    assert "proof.lrat: the other checker refuses the proof" in done.err


def test_the_output_names_the_theorem_and_the_trusted_link(nonet, install, tmp_path):
    install("acl2", "while read -r form; do printf '\\nnonet: T\\nnonet: done\\n'; done")
    variant = write(classic(UNIQUE).cage("r1c1-r1c2", 3), "json")
    nonet("check", "--proof", tmp_path / "classic", UNIQUE)
    nonet("check", "--proof", tmp_path / "variant", "-", stdin=variant)
    folders = [tmp_path / name for name in ("classic", "variant")]
    done = nonet("verify", "--with", "acl2", *folders)
    proved = "(theorem: the verdict, trusted: reading puzzle.json)"
    assert done.lines[0].startswith(f"{folders[0]}: verified, also by acl2 {proved}: {UNIQUE} has ")
    proved = "(theorem: the verdict, trusted: reading puzzle.json, its rules as primitives)"
    assert done.lines[1].startswith(f"{folders[1]}: verified, also by acl2 {proved}: ")
    done = nonet("verify", "--json", "--with", "acl2", *folders)
    assert [record["theorem"] for record in done.records] == ["puzzle", "primitives"]
    assert nonet("verify", "--json", folders[0]).records[0]["theorem"] is None
    cases = r"*clauses-refuted*) printf '\nnonet: T\n' ;; *done*) printf '\nnonet: done\n' ;;"
    install("acl2", f"while read -r form; do case $form in {cases} esac; done")
    done = nonet("verify", "--with", "acl2", folders[1])
    proved = "(theorem: nothing satisfies the clauses, trusted: they express the rules)"
    assert done.lines[0].startswith(f"{folders[1]}: verified, also by acl2 {proved}: ")


#: Stands for drat-trim. The first time, it reaches its limit.
SLOW = """
[ -e "{once}" ] && echo "s VERIFIED" && exit
touch "{once}"
echo "s TIMEOUT"
"""


def test_a_limit_is_no_refusal(nonet, install, tmp_path):
    for name in ("a", "b"):
        nonet("check", "--proof", tmp_path / name, UNIQUE)
    folders = [tmp_path / "a", tmp_path / "b"]
    install("drat-trim", SLOW.format(once=tmp_path / "once"))
    done = nonet("verify", "--with", "drat-trim", *folders)
    assert done.code == 124
    assert done.err == f"nonet: {folders[0]}: not verified: drat-trim reached its limit\n"
    assert done.lines[0].startswith(f"{folders[1]}: verified, also by drat-trim")
    done = nonet("verify", "--json", "--time", 0, folders[0])
    said = f"{folders[0]}: not verified: a limit was reached"
    assert (done.code, done.err) == (124, f"nonet: {said}\n")
    assert done.records == [{"certificate": str(folders[0]), "status": "unknown", "error": said}]


def test_two_jobs_make_and_verify_the_same(spawn, tmp_path):
    lines = "\n".join((UNIQUE, NONE, "bad", MULTIPLE, HARD))
    made, verified = [], []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        options = ("--proof", folder, "--jobs", jobs)
        made.append(spawn("check", *options, stdin=lines))
        folder.rename(tmp_path / "proofs")
        verified.append(spawn("verify", tmp_path / "proofs", "--jobs", jobs))
        (tmp_path / "proofs").rename(folder)
    assert made[0].code == made[1].code == 2
    assert made[0].out == made[1].out
    assert made[0].err == made[1].err
    assert verified[0].code == verified[1].code == 0
    assert verified[0].out == verified[1].out
    for path in sorted((tmp_path / "1").rglob("*.*")):
        other = tmp_path / "2" / path.relative_to(tmp_path / "1")
        assert path.read_bytes() == other.read_bytes()
