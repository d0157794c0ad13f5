"""Wherever and however a run ends: resumed, it gives the same as an uninterrupted run."""

import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest import mock

import pytest
import requirements
from breadth import tried
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from puzzle_texts import SMALL, UNIQUE, expected, in_blocks, records, texts

from nonet import PuzzleError, bulk
from nonet.streaming import draft
from nonet.streaming.executors import Here
from nonet.streaming.journal import entries_of
from nonet.streaming.summary import BulkTally

OLD = b"what was there before"


class Killed(BaseException):
    """The sudden end of the process, without any cleanup."""


def _left_alone(draft, *_):
    """Close the files, as the end of the process does."""
    draft.close()


class Runs(RuleBasedStateMachine):
    """One text, answered by runs that are killed at any write, and after any part of it."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.source, self.target = (Path(self.folder.name, name) for name in ("in.txt", "out.csv"))
        self.is_done = False

    def teardown(self):
        self.folder.cleanup()

    @initialize(text=texts(), block=st.integers(1, 300))
    def begin(self, text, block):
        self.source.write_bytes(text)
        self.block = block
        self.run(blocks=2)
        self.expected = self.target.read_bytes()
        assert records(self.target) == expected(text)
        self.target.write_bytes(OLD)
        self.is_done = False

    def run(self, blocks, jobs=1):
        with in_blocks(self.block, blocks):
            bulk(self.source, self.target, resume=True, jobs=jobs)
        self.is_done = True

    @precondition(lambda self: not self.is_done)
    @rule(
        blocks=st.integers(1, 5),
        writes=st.integers(0, 9),
        part=st.sampled_from([0, 0.5, 1]),
        period=st.sampled_from([0, 0, 1]),
        is_killed=st.booleans(),
    )
    def ended_while_it_writes(self, blocks, writes, part, period, is_killed):
        left = writes

        def write(file, data):
            nonlocal left
            whole = bytes(data)
            left -= 1
            file.write(whole[: int(part * len(whole))] if left == -1 else whole)
            if left == -1:
                raise Killed

        with ExitStack() as patches:
            patches.enter_context(mock.patch.object(draft, "_write", write))
            patches.enter_context(mock.patch.object(draft, "PERIOD", period))
            patches.enter_context(
                mock.patch.object(draft, "ThreadPoolExecutor", return_value=Here())
            )
            if is_killed:
                patches.enter_context(mock.patch.object(draft.Draft, "__exit__", _left_alone))
            patches.enter_context(suppress(Killed))
            self.run(blocks)

    @precondition(lambda self: not self.is_done)
    @rule(step=st.integers(0, 8), is_before=st.booleans())
    def killed_while_it_puts_all_in_place(self, step, is_before):
        left = step

        def killing(act):
            def step(*arguments, **options):
                nonlocal left
                if left == 0 and is_before:
                    raise Killed
                act(*arguments, **options)
                left -= 1
                if left < 0:
                    raise Killed

            return step

        with ExitStack() as patches:
            for place, name in ((draft.os, "replace"), (Path, "unlink"), (Path, "rmdir")):
                act = getattr(place, name)
                patches.enter_context(mock.patch.object(place, name, killing(act)))
            patches.enter_context(suppress(Killed))
            self.run(blocks=2)

    @rule(blocks=st.integers(1, 5), jobs=st.sampled_from([1, 1, 3]))
    def resumed(self, blocks, jobs):
        self.run(blocks, jobs)
        assert self.target.read_bytes() == self.expected
        assert {path.name for path in self.target.parent.iterdir()} == {"in.txt", "out.csv"}

    @invariant()
    def the_target_is_whole_or_untouched(self):
        if self.target.exists():
            assert self.target.read_bytes() in (OLD, self.expected)


Runs.TestCase.settings = settings(tried(60), stateful_step_count=8)
test_runs = Runs.TestCase


#: A run that is killed after its third chunk, when the journal knows of a chunk.
KILLED = """
import os, signal, sys, time
from pathlib import Path
from nonet.streaming import bulk, draft

source, target, jobs = sys.argv[1:]
journal = Path(f"{target}.partial/journal")
chunks = 0

def progress(done, _):
    global chunks
    chunks += done > 0
    while chunks == 3:
        if journal.read_bytes().count(b"\\n") > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.01)

draft.PERIOD = 0.0
bulk(source, target, backend="norvig", jobs=int(jobs), progress=progress)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "jobs"), [("out.csv", 1), ("out.csv", 2), ("out.parquet", 1)])
def test_kill_9(write, name, jobs):
    puzzles = requirements.data("17clue.txt")[:300]
    source = write("in.txt", "\n".join([*puzzles, "no puzzle", UNIQUE]))
    target, whole = source.with_name(name), source.with_name(f"whole-{name}")
    command = [sys.executable, "-c", KILLED, source, target, str(jobs)]
    assert subprocess.run(command, check=False).returncode == -9
    journal = target.with_name(f"{name}.partial") / "journal"
    _, *entries = entries_of(journal.read_bytes(), "journal")[0]
    assert not target.exists()

    with pytest.raises(PuzzleError, match="--resume"):
        bulk(source, target, backend="norvig")
    resumed = bulk(source, target, backend="norvig", resume=True)
    assert bulk(source, whole, backend="norvig").puzzles == resumed.puzzles
    assert target.read_bytes() == whole.read_bytes()
    assert not journal.exists()
    done = sum(entries[-1]["verdicts"].values()) + entries[-1]["errors"]
    assert resumed.answered == resumed.puzzles - done  # none is answered twice


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"mode": "solve"}, "mode was check, and is solve"),
        ({"backend": "native"}, "backend was auto, and is native"),
        ({"timing": True}, "timing was False, and is True"),
    ],
)
def test_only_the_same_run_is_resumed(write, change, named):
    source = write("in.txt", f"{UNIQUE}\n")
    target = source.with_name("out.csv")
    stop_after_the_first_chunk(source, target)
    with pytest.raises(PuzzleError, match=named):
        bulk(source, target, resume=True, **change)
    assert bulk(source, target, resume=True).puzzles == 1


def test_a_source_that_changed_is_not_gone_on_with(write):
    source = write("in.txt", f"{UNIQUE}\n")
    target = source.with_name("out.csv")
    stop_after_the_first_chunk(source, target)
    write("in.txt", f"{UNIQUE}\n{UNIQUE}\n")
    with pytest.raises(PuzzleError, match="size of the source was 82, and is 164"):
        bulk(source, target, resume=True)


def stop_after_the_first_chunk(source, target):
    def stop(done, _):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupt:
        bulk(source, target, progress=stop)
    return getattr(interrupt.value, "__notes__", [])


def test_an_interruption_says_how_to_go_on(write):
    source = write("in.txt", f"{UNIQUE}\n")
    said = stop_after_the_first_chunk(source, source.with_name("out.csv"))
    assert said == ["the work done is kept; --resume continues it"]


def test_two_runs_do_not_write_the_same_target(write):
    source = write("in.txt", f"{UNIQUE}\n")
    target = source.with_name("out.csv")

    def again(*_):
        with pytest.raises(PuzzleError, match="another run is writing it"):
            bulk(source, target, resume=True)

    assert bulk(source, target, progress=again).puzzles == 1


def test_a_run_that_did_nothing_leaves_nothing(write):
    source = write("in.txt", f"{UNIQUE}\n" * 3)
    with pytest.raises(PuzzleError, match="no such file"):
        bulk(source.with_name("nothing.txt"), source.with_name("out.csv"))
    with (
        mock.patch("nonet.streaming.outputs.ChunkTask.__call__", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt) as interrupt,
    ):
        bulk(source, source.with_name("out.csv"))
    assert not hasattr(interrupt.value, "__notes__")
    assert [path.name for path in source.parent.iterdir()] == ["in.txt"]


def test_a_chunk_that_was_not_written_is_counted_once(write):
    lines = [UNIQUE, "no puzzle", SMALL, "another", SMALL, UNIQUE, SMALL]
    source = write("in.csv", "\n".join(["puzzle,solution", *(f"{line},1" for line in lines)]))
    whole, target = source.with_name("whole.csv"), source.with_name("out.csv")
    commit = draft.Draft.commit
    chunks = []

    def interrupted(self, *arguments):
        chunks.append(1)
        if len(chunks) == 3:
            raise KeyboardInterrupt
        commit(self, *arguments)

    with in_blocks(100, blocks=1):
        expected = bulk(source, whole, compare="solution")
        with (
            mock.patch.object(draft.Draft, "commit", interrupted),
            pytest.raises(KeyboardInterrupt),
        ):
            bulk(source, target, compare="solution")
        resumed = bulk(source, target, compare="solution", resume=True)
    for name in ("puzzles", "verdicts", "errors", "compared", "differing", "reason", "uneven"):
        assert getattr(resumed, name) == getattr(expected, name), name


def test_what_a_tally_has_said_does_not_change():
    tally = BulkTally(sizes={"9×9": [1, 1]})
    state = tally.state()
    again = BulkTally.of(state)
    for each in (tally, again):
        each.measure("9×9", 1, 2)
        each.note("bad", "x")
    assert state["sizes"] == {"9×9": [1, 1]}
    assert not state["reasons"]


def test_progress_begins_where_the_run_begins(write):
    source = write("in.txt", f"{UNIQUE}\n" * 4)
    target = source.with_name("out.csv")
    told = []

    def note(done, tally):
        told.append((done, tally.puzzles))
        if len(told) == 3:
            raise KeyboardInterrupt

    with in_blocks(82, blocks=1):
        with pytest.raises(KeyboardInterrupt):
            bulk(source, target, progress=note)
        bulk(source, target, progress=note, resume=True)
    assert told == [(0, 0), (0.25, 1), (0.5, 2), (0.5, 2), (0.75, 3), (1, 4)]
