"""No verb overwrites a file that it reads, even under another name."""

import os
from subprocess import PIPE

import pytest

PUZZLE = "12..34..2......3"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Make a folder with an input file, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{PUZZLE}\n")
    return tmp_path


def backwards(source, target):
    """Make the input a link to the target."""
    os.rename(source, target)
    os.symlink(target, source)


#: Each verb that writes a file, and the files it writes.
WRITING = {
    "bulk": (["bulk", "in.txt", "out.txt"], "out.txt"),
    "bulk, unknown": (["bulk", "in.txt", "out.txt"], "out.txt.unknown.txt"),
    "encode": (["encode", "in.txt", "-o", "out.txt"], "out.txt"),
    "encode, cpsat": (["encode", "in.txt", "--to", "cpsat", "-o", "out.pb"], "out.pb"),
    "race": (["race", "in.txt", "-b", "norvig", "--out", "out.csv"], "out.csv"),
    "race, environment": (
        ["race", "in.txt", "-b", "norvig", "--out", "out.csv"],
        "out.csv.environment.json",
    ),
    "race, report": (["race", "in.txt", "-b", "norvig", "--html", "out.html"], "out.html"),
}


@pytest.mark.parametrize("link", [os.symlink, os.link, backwards])
@pytest.mark.parametrize(("arguments", "target"), WRITING.values(), ids=list(WRITING))
def test_a_target_that_is_the_input_is_refused(nonet, folder, arguments, target, link):
    link("in.txt", target)
    before = sorted(folder.iterdir())
    refusal = nonet(*arguments).refusal
    assert f"{target}: this is the same file as in.txt. Choose another name." in refusal
    assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"
    assert sorted(folder.iterdir()) == before


def test_the_input_itself_is_refused_under_any_path(nonet, folder):
    for source in ("in.txt", f"../{folder.name}/in.txt"):
        refusal = nonet("bulk", source, "in.txt").refusal
        assert refusal == f"nonet: in.txt: this is the same file as {source}. Choose another name."
        assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"
        assert os.listdir() == ["in.txt"]


def test_stdin_may_be_the_target(spawn, folder):
    done = spawn("encode", "-", "-o", "in.txt", streams=("in.txt", PIPE, PIPE))
    assert (done.code, done.err) == (
        2,
        "nonet: in.txt: this is the same file as stdin. Choose another name.\n",
    )
    assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"


def test_the_report_is_not_the_table(nonet):
    refusal = nonet(
        "race", "in.txt", "-b", "norvig", "--out", "out.csv", "--html", "./out.csv"
    ).refusal
    assert "./out.csv: this is the same file as out.csv" in refusal
    assert os.listdir() == ["in.txt"]


def test_the_side_files_of_a_run_are_no_input(nonet, folder):
    inside = folder / "out.csv.parts" / "records"
    inside.parent.mkdir()
    inside.write_text(f"{PUZZLE}\n")
    refusal = nonet("bulk", "out.csv.parts/records", "out.csv").refusal
    assert "bulk uses the folder out.csv.parts" in refusal
    assert inside.read_text() == f"{PUZZLE}\n"


def test_a_device_is_no_file_to_be_overwritten(spawn):
    done = spawn("encode", "-", "-o", "/dev/null", streams=("/dev/null", PIPE, PIPE))
    assert done.err == "nonet: <stdin>: contains no puzzle\n"
    assert (
        spawn("encode", "in.txt", "-o", "/dev/stdin", streams=("/dev/null", PIPE, PIPE)).code == 0
    )
