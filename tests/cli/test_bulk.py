"""Tests of ``nonet bulk``: the summary, the bar on a terminal, and the exit codes."""

import io
import socket
import sys
from types import SimpleNamespace

import pytest
from puzzle_texts import MULTIPLE, NONE, SMALL, UNIQUE

from nonet.cli.common import exits, progress
from nonet.questions import executors
from nonet.solvers import SolverCrashed
from nonet.streaming.parts import Parts


@pytest.mark.parametrize(
    ("lines", "options", "code"),
    [
        ([UNIQUE, SMALL], [], 0),
        ([UNIQUE, MULTIPLE], [], 1),
        ([UNIQUE, NONE], [], 1),
        ([UNIQUE, MULTIPLE], ["--mode", "solve"], 0),
        ([NONE], ["--mode", "solve"], 1),
        ([NONE, MULTIPLE], ["--mode", "count"], 0),
        ([MULTIPLE], ["--mode", "count", "--limit", "5"], 0),
        ([UNIQUE, "bad"], [], 0),
        ([NONE, "bad"], [], 1),
        (["bad"], [], 2),
        ([MULTIPLE], ["--backend", "norvig", "--nodes", "1"], 124),
        ([], [], 0),
    ],
)
def test_exit_codes(nonet, write, lines, options, code):
    write("in.txt", "\n".join(lines))
    assert nonet("bulk", "in.txt", "out.csv", *options).code == code


def test_an_unreachable_cluster_is_no_missing_package(nonet, write, monkeypatch):
    monkeypatch.setattr(executors, "_CONNECTING", 0.1)
    write("in.txt", UNIQUE)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # and never listens
        address = "tcp://127.0.0.1:{1}".format(*silent.getsockname())
        done = nonet("bulk", "in.txt", "out.csv", "--cluster", address)
    assert done.code == 2
    assert done.err.startswith(f"nonet: no scheduler at '{address}': ")


def test_the_summary_is_a_line(nonet, write):
    write("in.txt", f"{UNIQUE}\n{MULTIPLE}\nbad\n")
    done = nonet("bulk", "in.txt", "out.csv")
    [line] = done.lines
    assert line.startswith("3 puzzles: 1 unique, 1 multiple, 1 unreadable; 3 in ")
    assert done.err == ""
    write("in.txt", f"{UNIQUE}\n")
    said = nonet("bulk", "in.txt", "out.csv", "--force").out
    assert said.startswith("1 puzzle: 1 unique; 1 in ")


def test_the_summary_as_json(nonet, write):
    write("in.txt", f"{UNIQUE}\nbad\n")
    [record] = nonet("bulk", "in.txt", "out.csv", "--json").records
    assert record["verdicts"] == {"unique": 1}
    assert (record["puzzles"], record["errors"], record["target"]) == (2, 1, "out.csv")
    assert record["seconds"] > 0 < record["rate"]


def test_unknown_puzzles_are_listed(nonet, write, tmp_path):
    write("in.txt", MULTIPLE)
    done = nonet("bulk", "in.txt", "out.csv", "--backend", "norvig", "--nodes", "1")
    assert done.err == "nonet: out.csv.unknown.txt lists the puzzles whose limit was reached\n"
    assert (tmp_path / "out.csv.unknown.txt").read_text() == f"{MULTIPLE}\n"


def test_the_bar_appears_only_on_a_terminal(terminal, nonet, write):
    write("in.txt", f"{UNIQUE}\n" * 50)
    done = terminal("bulk", "in.txt", "out.csv")
    assert "100%" in done.out
    assert "50 puzzles, " in done.out
    assert done.lines[-1].endswith(" a second")
    assert nonet("bulk", "in.txt", "out.csv", "--force").err == ""


def test_a_run_can_be_resumed_after_ctrl_c(terminal, nonet, write, tmp_path):
    write("in.txt", f"{UNIQUE}\n" * 20_000)
    done = terminal(
        *("bulk", "in.txt", "out.csv", "--backend", "norvig", "--jobs", "2"),
        keys=b"\x03",
        wait_for=b"puzzles",
    )
    assert done.code == 130
    assert "Traceback" not in done.out
    assert not (tmp_path / "out.csv").exists()
    assert "resume continues it" in nonet("bulk", "in.txt", "out.csv", "--backend", "norvig").err
    assert (tmp_path / "out.csv.parts" / "0001.part").exists()


def test_a_finished_run_is_not_repeated(nonet, write, tmp_path):
    write("in.txt", f"{UNIQUE}\n{NONE}\n")
    assert nonet("bulk", "in.txt", "out.csv", "--resume").code == 1
    before = (tmp_path / "out.csv").stat().st_mtime_ns
    assert nonet("bulk", "in.txt", "out.csv", "--resume").answer == ["out.csv: already finished"]
    done = nonet("bulk", "in.txt", "out.csv")
    said = "nonet: out.csv: the file already exists. The option force replaces it.\n"
    assert (done.code, done.out, done.err) == (2, "", said)
    assert (tmp_path / "out.csv").stat().st_mtime_ns == before
    assert nonet("bulk", "in.txt", "out.csv", "--mode", "count", "--force").code == 0


@pytest.mark.parametrize(
    ("error", "code", "what"),
    [(KeyboardInterrupt(), 130, "interrupted"), (SolverCrashed("a worker died"), 2, None)],
)
def test_an_interrupted_run_is_continued_or_restarted(nonet, write, monkeypatch, error, code, what):
    def interrupted(*_):
        raise type(error)(*error.args)

    write("in.txt", f"{UNIQUE}\n")
    for option in ("--resume", "--force"):
        with monkeypatch.context() as patched:
            patched.setattr(Parts, "complete", interrupted)
            patched.setattr(exits, "code_of_end", lambda: 130)
            done = nonet("bulk", "in.txt", "out.csv", "--force")
        kept = "the finished work is kept, and the option resume continues it"
        assert (done.code, done.err) == (code, f"nonet: {what or error}; {kept}\n")
        done = nonet("bulk", "in.txt", "out.csv")
        assert "The option resume continues it, and force starts over" in done.err
        assert nonet("bulk", "in.txt", "out.csv", option).code == 0


def test_shards_are_joined(nonet, write):
    write("in.txt", f"{UNIQUE}\n" * 3_000 + f"{NONE}\nbad\n")
    options = ["--backend", "norvig", "--nodes", "0"]
    join = ("bulk", "in.txt", "out.csv", "--shard", "join")
    for number in (2, 1):
        assert "is not finished" in nonet(*join).err or number == 2
        done = nonet("bulk", "in.txt", "out.csv", "--shard", f"{number}/2", *options)
        assert done.out.startswith(f"shard {number}/2: "), done.err
    done = nonet(*join)
    assert done.code == 124
    assert done.out == "3,002 puzzles: 3,000 unknown, 1 none, 1 unreadable\n" or done.out
    assert "out.csv.unknown.txt lists the puzzles" in done.err
    assert "no shards have been run for it" in nonet(*join).err


def test_two_results_are_compared(nonet, write):
    write("in.txt", f"{UNIQUE}\n{MULTIPLE}\n{NONE}\n")
    nonet("bulk", "in.txt", "one.csv")
    lines = ["puzzle,verdict", f"{UNIQUE},unique", f"{MULTIPLE},unique", f"{NONE},none"]
    write("two.csv", "\n".join(lines))
    assert nonet("bulk", "one.csv", "same.csv", "--compare", "verdict").code == 1  # as it is
    done = nonet("bulk", "two.csv", "other.csv", "--compare", "verdict")
    assert (done.code, done.err) == (1, "nonet: two.csv: the expected verdict differs in line 3\n")


def test_the_rate_is_that_of_this_run(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    shown = Terminal()
    times = [100.0]
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "time", SimpleNamespace(perf_counter=lambda: times[-1]))
    with progress.share("in.txt") as tell:
        for now, done, count in ((101.0, 0.5, 1_000), (103.0, 0.75, 1_020)):
            times.append(now)
            tell(done, count)
    assert "1,020 puzzles, 10/s" in shown.getvalue()
