"""No verb overwrites a file that it reads, even under another name."""

import os
from subprocess import PIPE

import pytest

PUZZLE = "12..34..2......3"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with an input; the verbs run in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{PUZZLE}\n")
    return tmp_path


def same(target):
    """Name the input."""
    return "in.txt"


def elsewhere(target):
    """Name the input by another path."""
    return f"../{os.path.basename(os.getcwd())}/in.txt"


def symbolic(target):
    """Make the target a link to the input."""
    os.symlink("in.txt", target)
    return "in.txt"


def hard(target):
    """Make the target another name of the input."""
    os.link("in.txt", target)
    return "in.txt"


def backwards(target):
    """Make the input a link to the target."""
    os.rename("in.txt", target)
    os.symlink(target, "in.txt")
    return "in.txt"


#: Each verb that writes a file, and the files it writes.
WRITING = {
    "bulk": (["bulk", "{input}", "out.txt"], "out.txt"),
    "bulk, unknown": (["bulk", "{input}", "out.txt"], "out.txt.unknown.txt"),
    "encode": (["encode", "{input}", "-o", "out.txt"], "out.txt"),
    "encode, cpsat": (["encode", "{input}", "--to", "cpsat", "-o", "out.pb"], "out.pb"),
    "race": (["race", "{input}", "-b", "norvig", "--out", "out.csv"], "out.csv"),
    "race, environment": (
        ["race", "{input}", "-b", "norvig", "--out", "out.csv"],
        "out.csv.environment.json",
    ),
    "race, report": (["race", "{input}", "-b", "norvig", "--html", "out.html"], "out.html"),
}


@pytest.mark.parametrize("linked", [symbolic, hard, backwards])
@pytest.mark.parametrize(("arguments", "target"), WRITING.values(), ids=list(WRITING))
def test_a_target_that_is_the_input_is_refused(nonet, folder, arguments, target, linked):
    source = linked(target)
    before = sorted(folder.iterdir())
    done = nonet(*(argument.format(input=source) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert f"{target}: the same file as {source}, which would be overwritten" in done.err
    assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("named", [same, elsewhere])
def test_the_input_itself_is_refused(nonet, folder, named):
    source = named("in.txt")
    done = nonet("bulk", source, "in.txt")
    assert done.code == 2
    assert done.err == f"nonet: in.txt: the same file as {source}, which would be overwritten\n"
    assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"
    assert os.listdir() == ["in.txt"]


def test_stdin_may_be_the_target(spawn, folder):
    done = spawn("encode", "-", "-o", "in.txt", streams=("in.txt", PIPE, PIPE))
    assert (done.code, done.err) == (
        2,
        "nonet: in.txt: the same file as stdin, which would be overwritten\n",
    )
    assert (folder / "in.txt").read_text() == f"{PUZZLE}\n"


def test_the_report_is_not_the_table(nonet):
    done = nonet("race", "in.txt", "-b", "norvig", "--out", "out.csv", "--html", "./out.csv")
    assert done.code == 2
    assert "./out.csv: the same file as out.csv" in done.err
    assert os.listdir() == ["in.txt"]


def test_the_side_files_of_a_run_are_no_input(nonet, folder):
    inside = folder / "out.csv.parts" / "records"
    inside.parent.mkdir()
    inside.write_text(f"{PUZZLE}\n")
    done = nonet("bulk", "out.csv.parts/records", "out.csv")
    assert done.code == 2
    assert "in out.csv.parts, which bulk uses for out.csv: move the file" in done.err
    assert inside.read_text() == f"{PUZZLE}\n"


def test_a_device_is_no_file_to_be_overwritten(spawn):
    done = spawn("encode", "-", "-o", "/dev/null", streams=("/dev/null", PIPE, PIPE))
    assert done.err == "nonet: <stdin>: contains no puzzle\n"
    assert (
        spawn("encode", "in.txt", "-o", "/dev/stdin", streams=("/dev/null", PIPE, PIPE)).code == 0
    )
