"""A run that is killed, interrupted or divided gives the same bytes as a whole run."""

import io
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import requirements
from breadth import tried
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzle_texts import MULTIPLE, NONE, SMALL, UNIQUE, expected, in_chunks, records, texts

from nonet import PuzzleError, bulk
from nonet.streaming import join, parts
from nonet.streaming.parts import Parts
from nonet.streaming.summary import BulkTally

MIXED = f"# mixed\n{UNIQUE}\n\nbad,line\n{SMALL} a label\n{NONE}\n{MULTIPLE}\n" * 5


class Killed(BaseException):
    """Ends a run like a kill. No handler may clean up."""


def closed(parts, *_):
    """Close the files as the system does when a process ends."""
    for file in (*parts._files, parts._lock):
        file.close()


def killed_at(step):
    """End the run at a step that changes the disk, without cleanup, like `kill -9`."""
    steps = count()

    def killing(act):
        def acting(*arguments, **options):
            if next(steps) == step:
                raise Killed
            act(*arguments, **options)
            if next(steps) == step:
                raise Killed

        return acting

    patches = ExitStack()
    for place, names in {parts.os: ("replace", "link"), Path: ("unlink", "rmdir", "mkdir")}.items():
        for name in names:
            patched = mock.patch.object(place, name, killing(getattr(place, name)))
            patches.enter_context(patched)
    left_alone = mock.patch.object(Parts, "__exit__", closed)
    patches.enter_context(left_alone)
    patches.enter_context(suppress(Killed))
    return patches


@settings(tried(40))
@given(
    text=texts(),
    block=st.integers(1, 300),
    steps=st.lists(st.integers(0, 30), min_size=1, max_size=4),
    period=st.sampled_from([0, 0, 1]),
    name=st.sampled_from(["out.csv", "out.jsonl.gz", "out.parquet"]),
)
def test_a_run_killed_at_any_step_can_be_resumed(
    tmp_path_factory, text, block, steps, period, name
):
    folder = tmp_path_factory.mktemp("killed")
    source, target, whole = (folder / each for each in ("in.txt", name, f"whole-{name}"))
    source.write_bytes(text)
    with in_chunks(block), mock.patch.object(parts, "_PERIOD", period):
        bulk(source, whole)
        for step in steps:
            with killed_at(step):
                bulk(source, target, resume=True)
            if target.exists():
                assert target.read_bytes() == whole.read_bytes()
        bulk(source, target, resume=True, jobs=2)
    assert target.read_bytes() == whole.read_bytes()
    if name == "out.csv":
        assert records(target) == expected(text)
    assert {path.name for path in folder.iterdir()} == {"in.txt", name, f"whole-{name}"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "times"),
    [("out.jsonl.zst", {"backend": "norvig", "jobs": 2}, 3), ("out.parquet", {}, 50)],
)
def test_a_run_killed_again_and_again_finishes(write, name, options, times):
    puzzles = requirements.data("17clue.txt")[:400]
    source = write("in.txt", "\n".join([*puzzles, "no puzzle", UNIQUE] * times))
    target, whole = source.with_name(name), source.with_name(f"whole-{name}")
    bulk(source, whole, **options)
    chosen = [f"--{option}={value}" for option, value in options.items()]
    command = [sys.executable, "-m", "nonet", "bulk", str(source), str(target), *chosen, "--resume"]
    for seconds in (random.uniform(0.5, 1.6), random.uniform(0.5, 1.6), 60):
        process = subprocess.Popen(command, stdout=-1, stderr=-1)
        with suppress(subprocess.TimeoutExpired):
            out, err = process.communicate(timeout=seconds)
            assert process.returncode == 0, (out, err)
            break
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert target.read_bytes() == whole.read_bytes()
    assert not target.with_name(f"{name}.parts").exists()


def stop_after_the_first_chunk(source, target, **options):
    def stop(_, tally):
        if tally.lines:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupt:
        bulk(source, target, progress=stop, **options)
    return getattr(interrupt.value, "__notes__", [])


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"mode": "solve"}, "mode was check, and is solve"),
        ({"backend": "native"}, "backend was auto, and is native"),
        ({"keep": []}, "keep was"),
        ({"column": "id"}, "column was puzzle, and is id"),
        ({"shard": "1/3"}, "shards was 1, and is 3"),
    ],
)
def test_only_the_same_run_is_resumed(write, target, change, named):
    source = write("in.csv", f"id,puzzle\n7,{UNIQUE}\n")
    stop_after_the_first_chunk(source, target, keep=["id"])
    with pytest.raises(PuzzleError, match=named):
        bulk(source, target, resume=True, **{"keep": ["id"]} | change)
    with pytest.raises(PuzzleError, match="The option resume continues it"):
        bulk(source, target, keep=["id"])
    assert bulk(source, target, resume=True, keep=["id"]).puzzles == 1


def test_a_run_whose_source_changed_is_not_resumed(write, target):
    source = write("in.txt", f"{UNIQUE}\n")
    stop_after_the_first_chunk(source, target)
    write("in.txt", f"{UNIQUE}\n{UNIQUE}\n")
    with pytest.raises(PuzzleError, match="size of the source was 82, and is 164"):
        bulk(source, target, resume=True)
    assert bulk(source, target, force=True).puzzles == 2


def test_parts_damaged_by_a_power_cut_are_made_again(write, target, whole):
    source = write("in.txt", MIXED)
    one = target.with_name("out.csv.parts") / "0001.part"
    with (
        in_chunks(90),
        mock.patch.object(parts, "_PERIOD", 0),
        mock.patch.object(parts, "_SYNCED", 0),
    ):
        bulk(source, whole)
        for synced in (True, False):
            for kind in ("records", "part"):
                for damage in (lambda data: data[:-1], lambda _: b"", lambda data: bytes(9)):
                    with (
                        mock.patch.object(parts.Folder, "join", side_effect=KeyboardInterrupt),
                        pytest.raises(KeyboardInterrupt),
                    ):
                        bulk(source, target, force=True)
                    file = one.with_suffix(f".{kind}")
                    file.write_bytes(damage(file.read_bytes()))
                    one.with_suffix(".synced").unlink(missing_ok=synced) if not synced else None
                    bulk(source, target, resume=True)
                    assert target.read_bytes() == whole.read_bytes()


def test_an_interrupted_chunk_is_not_counted(write, target, whole):
    source = write("in.txt", MIXED)
    with in_chunks(90):
        bulk(source, whole)
    written, add = Parts._write, BulkTally.__add__
    for place, name, act in ((Parts, "_write", written), (BulkTally, "__add__", add)):
        for step in range(3, 16, 3):
            steps = count()

            def interrupted(self, *arguments, act=act, steps=steps, step=step):
                result = act(self, *arguments)
                if next(steps) == step:
                    raise KeyboardInterrupt
                return result

            with in_chunks(90):
                with mock.patch.object(place, name, interrupted), pytest.raises(KeyboardInterrupt):
                    bulk(source, target, force=True)
                bulk(source, target, resume=True)
            assert target.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("how", ["resume", "force"])
def test_two_runs_do_not_write_the_same_target(write, target, how):
    source = write("in.txt", f"{UNIQUE}\n")

    def again(*_):
        with pytest.raises(PuzzleError, match="another run is using this folder"):
            bulk(source, target, **{how: True})

    assert bulk(source, target, progress=again).puzzles == 1


def test_a_run_without_results_leaves_no_files(write):
    source = write("in.txt", f"{UNIQUE}\n" * 3)
    with pytest.raises(PuzzleError, match="no such file"):
        bulk(source.with_name("nothing.txt"), source.with_name("out.csv"))
    with (
        mock.patch("nonet.streaming.answers.ChunkTask.__call__", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt) as interrupt,
    ):
        bulk(source, source.with_name("out.csv"))
    assert not hasattr(interrupt.value, "__notes__")
    assert [path.name for path in source.parent.iterdir()] == ["in.txt"]


def test_a_resumed_run_has_the_same_records_and_counts_as_a_whole_run(write, target, whole):
    lines = [UNIQUE, "no puzzle", SMALL, "another", SMALL, UNIQUE, SMALL]
    source = write("in.csv", "\n".join(["puzzle,solution,id", *(f"{line},1,7" for line in lines)]))
    options = {"compare": "solution", "keep": ["id"]}
    with in_chunks(100):
        wanted = bulk(source, whole, **options)
        said = stop_after_the_first_chunk(source, target, **options)
        resumed = bulk(source, target, resume=True, **options)
    assert said == ["the finished work is kept, and the option resume continues it"]
    assert target.read_bytes() == whole.read_bytes()
    assert (resumed.puzzles, resumed.answered) == (7, 6)
    for name in ("puzzles", "verdicts", "errors", "compared", "differing"):
        assert getattr(resumed, name) == getattr(wanted, name), name


def test_a_sum_of_tallies_shares_nothing_with_them():
    tally = BulkTally(differing=[1])
    total = tally + BulkTally()
    total.differing.append(2)
    assert tally == BulkTally(differing=[1])


def test_progress_starts_at_the_finished_share(write, target):
    source = write("in.txt", f"{UNIQUE}\n" * 4)
    told = []

    def note(done, tally):
        told.append((done, tally.puzzles))
        if len(told) == 3:
            raise KeyboardInterrupt

    with in_chunks(82):
        with pytest.raises(KeyboardInterrupt):
            bulk(source, target, progress=note)
        bulk(source, target, progress=note, resume=True)
    assert told == [(0, 0), (0.25, 1), (0.5, 2), (0.5, 2), (0.75, 3), (1, 4)]


# --- finished results ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.jsonl", "out.parquet"])
def test_a_finished_result_is_not_changed(write, name):
    source = write("in.txt", MIXED)
    target = source.with_name(name)
    assert not bulk(source, target, resume=True).is_finished
    before = target.stat()  # the time of the last access may change
    again = bulk(source, target, resume=True)
    assert (again.is_finished, str(again)) == (True, f"{target}: already finished")
    with pytest.raises(PuzzleError, match="already exists"):
        bulk(source, target)
    after = target.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert bulk(source, target, mode="solve", force=True).verdicts == {
        "satisfied": 15,
        "unsatisfiable": 5,
    }


def test_another_result_is_not_taken_for_finished(write, target):
    source = write("in.txt", f"{UNIQUE}\n")
    bulk(source, target)
    with pytest.raises(PuzzleError, match="lacks the columns of this run"):
        bulk(source, target, mode="count", resume=True)
    os.utime(source, ns=(time.time_ns() + 10**9,) * 2)
    with pytest.raises(PuzzleError, match="is older than"):
        bulk(source, target, resume=True)


# --- shards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl.gz", "out.parquet"])
@pytest.mark.parametrize("kind", ["txt", "csv", "parquet"])
def test_shards_give_the_same_bytes(write, name, kind):
    text = MIXED
    if kind == "csv":
        text = "puzzle,id\n" + "".join(
            f'"{line}",{n}\n' for n, line in enumerate(MIXED.split("\n"))
        )
    source = write(f"in.{kind}", text)
    if kind == "parquet":
        table = pa.table({"puzzle": MIXED.splitlines()})
        pq.write_table(table, source, row_group_size=7)
    whole, target = source.with_name(f"whole-{name}"), source.with_name(name)
    with in_chunks(164):
        wanted = bulk(source, whole)
        for number in (3, 1, 4, 2):
            with pytest.raises(
                PuzzleError, match=r"no shards have been run|shard \d/4 is not finished"
            ):
                join(target)
            shard = bulk(source, target, shard=f"{number}/4", jobs=2)
            assert str(shard).startswith(f"shard {number}/4: ")
        again = bulk(source, target, shard="1/4")
        assert (again.puzzles > 0, again.answered) == (True, 0)
    found = join(target)
    assert target.read_bytes() == whole.read_bytes()
    for field in ("puzzles", "verdicts", "errors", "differing"):
        assert getattr(found, field) == getattr(wanted, field), field
    assert not target.with_name(f"{name}.parts").exists()
    assert bulk(source, target, shard="1/4").is_finished


# --- stdin ---------------------------------------------------------------------------------------


@pytest.fixture
def stdin(monkeypatch):
    """Set what stdin has."""

    def has(data):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))

    return has


@pytest.mark.parametrize("before", ["", "puzzle,id\n"])
def test_stdin_gives_the_same_records_as_a_file(write, stdin, before):
    text = before + "".join(f"{UNIQUE}{',7' if before else ''}\n" for _ in range(3_000)) + "bad\n"
    source = write("in.txt", text)
    stdin(text.encode())
    bulk(source, source.with_name("file.csv"))
    bulk("-", source.with_name("out.csv"), jobs=2)
    assert source.with_name("out.csv").read_bytes() == source.with_name("file.csv").read_bytes()


def test_stdin_cannot_be_resumed_or_divided(write, stdin):
    target = write("in.txt", "").with_name("out.csv")
    stdin(UNIQUE.encode())
    with pytest.raises(PuzzleError, match="cannot read stdin again"):
        bulk("-", target, resume=True)
    with pytest.raises(PuzzleError, match="shards cannot divide stdin"):
        bulk("-", target, shard="1/2")
    stdin(b"\x1f\x8b\x08" + b"x" * 20)
    with pytest.raises(PuzzleError, match="<stdin>: compressed: unpack it"):
        bulk("-", target)


def test_an_interrupted_run_of_stdin_leaves_no_files(write, stdin):
    target = write("in.txt", "").with_name("out.csv")
    stdin(f"{UNIQUE}\n".encode() * 9)
    assert stop_after_the_first_chunk("-", target) == []
    assert [path.name for path in target.parent.iterdir()] == ["in.txt"]
    stdin(f"{UNIQUE}\n".encode() * 9)
    with killed_at(3):
        bulk("-", target)
    stdin(f"{UNIQUE}\n".encode())
    assert bulk("-", target).puzzles == 1
