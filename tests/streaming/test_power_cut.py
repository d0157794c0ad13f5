"""A power cut at any moment of a run: resumed, it gives the same as an uninterrupted run.

What was written since the last sync of a file may be there, in part, as zeros, or not at all. Names
that were made, moved or removed since the last sync of a folder may be so, or not yet, in their
order: a cut leaves the names as they were at some moment since.
"""

import os
import resource
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from examples import share_or_whole
from puzzle_texts import NONE, SMALL, UNIQUE, in_blocks

from nonet import PuzzleError, bulk
from nonet.streaming import draft
from nonet.streaming.executors import Here

TEXT = f"{UNIQUE}\nno puzzle\n{NONE}\n{SMALL}\n\n{SMALL} a label\n# comment\n{UNIQUE}\n" * 2


class Disk:
    """What a run does to the files in a folder, and what of that is on the disk for sure."""

    def __init__(self, root):
        self.root = root
        self.synced = {}  # contents by the number of the file
        self.names = [self._now()]  # all that the folder may look like after a cut
        self.moments = []

    def _now(self):
        paths = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.stat().st_ino for path in paths}

    def note(self):
        """Remember the moment: the power may be cut here."""
        names = self._now()
        if names != self.names[-1]:
            self.names.append(names)
        contents = {
            number: (self.synced.get(number, b""), (self.root / path).read_bytes())
            for path, number in names.items()
        }
        known = self.moments[-1][1] if self.moments else {}
        self.moments.append((list(self.names), {**known, **contents}))

    def acting(self, act, after=lambda *_: None):
        def noted(*arguments, **options):
            self.note()
            act(*arguments, **options)
            after(*arguments)
            self.note()

        return noted

    def sync(self, file):
        self.synced[os.fstat(file.fileno()).st_ino] = Path(file.name).read_bytes()

    def sync_folder(self, _):
        self.names = [self._now()]


def recorded(source, target, **options):
    """Run, and return all moments of it."""
    disk = Disk(source.parent)
    there = [path for path in source.parent.rglob("*") if path.is_file()]
    disk.synced = {path.stat().st_ino: path.read_bytes() for path in there}
    with ExitStack() as patches:
        for place, name, after in (
            (draft, "_write", lambda *_: None),
            (draft, "_cut", lambda *_: None),
            (draft, "sync", disk.sync),
            (draft, "sync_folder", disk.sync_folder),
            (os, "replace", lambda *_: None),
            (Path, "unlink", lambda *_: None),
        ):
            act = disk.acting(getattr(place, name), after)
            patches.enter_context(mock.patch.object(place, name, act))
        patches.enter_context(mock.patch.object(draft, "PERIOD", 0))
        patches.enter_context(mock.patch.object(draft, "ThreadPoolExecutor", return_value=Here()))
        patches.enter_context(in_blocks(90, 1))
        bulk(source, target, **options)
    disk.note()
    return disk.moments


def contents_after(random, synced, written):
    """Draw what a file may hold after the cut."""
    part = random.randint(0, len(written))
    tail = len(written) - len(synced)
    return random.choice(
        [
            synced,
            written,
            written[:part] if part >= len(synced) else synced + written[len(synced) : part],
            synced + bytes(tail),
            written[:part] + bytes(max(0, len(written) - part)) if part >= len(synced) else synced,
            synced + bytes(tail // 2) + written[len(synced) + tail // 2 :],
        ]
        if tail > 0 and written.startswith(synced)
        else [synced, written]
    )


def cut(random, moment, root):
    """Make the folder that a power cut at this moment may leave."""
    names, contents = moment
    drawn = {number: contents_after(random, *both) for number, both in contents.items()}
    for path, number in random.choice(names).items():
        (root / path).parent.mkdir(exist_ok=True, parents=True)
        (root / path).write_bytes(drawn.get(number, b""))


@share_or_whole("cuts", 1, 2)
@pytest.mark.parametrize("before", ["fresh", pytest.param("again", marks=pytest.mark.slow)])
def test_a_power_cut_at_any_moment(tmp_path, before, cuts):
    random = Random(before)
    work = tmp_path / "work"
    work.mkdir()
    source, target = work / "in.txt", work / "out.csv"
    source.write_text(TEXT)
    os.utime(source, ns=(10**18, 10**18))
    with in_blocks(90, 1):
        bulk(source, target)
    expected = target.read_bytes()
    target.write_bytes(b"old")
    moments = recorded(source, target)
    assert len(moments) > 80
    if before == "again":  # cut, and cut again while it is resumed
        shutil.rmtree(work)
        cut(random, moments[len(moments) // 2], work)
        os.utime(source, ns=(10**18, 10**18))
        moments = recorded(source, target, resume=True)
    resumed = 0
    for moment in moments:
        for _ in range(cuts):
            shutil.rmtree(work)
            cut(random, moment, work)
            os.utime(source, ns=(10**18, 10**18))
            is_over = moment is moments[-1]
            assert target.read_bytes() in ((expected,) if is_over else (b"old", expected))
            with in_blocks(90, 1), mock.patch("os.fsync"):
                summary = bulk(source, target, resume=True)
            assert target.read_bytes() == expected
            assert {path.name for path in work.iterdir()} == {"in.txt", "out.csv"}
            resumed += summary.answered < summary.puzzles
    assert resumed > cuts * len(moments) // 6


# --- other damage --------------------------------------------------------------------------------


@pytest.fixture
def interrupted(tmp_path):
    """A run of which some chunks are done: its source, its target, and its folder."""
    source, target = tmp_path / "in.txt", tmp_path / "out.csv"
    source.write_text(TEXT)
    chunks = []

    def stop(done, _):
        chunks.extend([1] if done else [])
        if len(chunks) == 3:
            raise KeyboardInterrupt

    with mock.patch.object(draft, "PERIOD", 0), in_blocks(90, 1), pytest.raises(KeyboardInterrupt):
        bulk(source, target, progress=stop)
    return source, target, tmp_path / "out.csv.partial"


def test_no_damage_gives_wrong_bytes(interrupted, tmp_path):
    source, target, folder = interrupted
    whole = tmp_path / "whole.csv"
    with in_blocks(90, 1):
        bulk(source, whole)
    kept = shutil.copytree(folder, tmp_path / "kept")
    random, refused = Random(1), 0
    for name in ("journal", "records"):
        data = (kept / name).read_bytes()
        for place in random.sample(range(len(data)), 60):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(kept, folder)
            changed = bytes([data[place] ^ 1 << random.randrange(8)])
            (folder / name).write_bytes(data[:place] + changed + data[place + 1 :])
            try:
                with in_blocks(90, 1), mock.patch("os.fsync"):
                    bulk(source, target, resume=True)
            except PuzzleError as error:
                refused += str(folder / name) in str(error) and "start over" in str(error)
                continue
            assert target.read_bytes() == whole.read_bytes()
    assert refused > 60


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("records", lambda data: bytes(len(data)), "damaged in bytes 0 to"),
        ("records", lambda data: data[:-1], "damaged in bytes"),
        ("records", lambda data: b"", "damaged in bytes 0 to"),
        ("journal", lambda data: b"garbage\n" + data, "journal:1: damaged, and not at its end"),
        ("journal", lambda data: data.replace(b"\n", b"\ngarbage\n", 3), "journal:2: damaged"),
    ],
)
def test_damage_is_named_and_the_remedy_too(interrupted, name, change, said):
    source, target, folder = interrupted
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    with in_blocks(90, 1):
        with pytest.raises(PuzzleError) as caught:
            bulk(source, target, resume=True)
        assert said in str(caught.value)
        assert str(caught.value).endswith("delete the folder to start over")
        shutil.rmtree(folder)
        bulk(source, target, resume=True)


@pytest.mark.parametrize(
    "change",
    [
        {"place": -5},
        {"place": "0"},
        {"records": -1},
        {"records": 10**30},
        {"sums": [0]},
        {"sums": None},
        {"verdicts": {"unique": None}},
        {"verdicts": []},
        {"lines": 1.5},
    ],
    ids=str,
)
def test_a_forged_line_is_refused(interrupted, change):
    source, target, folder = interrupted
    journal = folder / "journal"
    entries, _ = draft.entries_of(journal.read_bytes(), "journal")
    forged = draft.line_of({**entries[-1], **change})
    journal.write_bytes(journal.read_bytes() + forged)
    with in_blocks(90, 1), pytest.raises(PuzzleError, match="delete the folder to start over"):
        bulk(source, target, resume=True)


@pytest.mark.parametrize("garbage", [b"\0" * 300, b"garbage", b"garbage\n", b"\xff\n\0\n{}\n"])
def test_what_is_torn_at_the_end_of_the_journal_does_not_count(interrupted, garbage):
    source, target, folder = interrupted
    journal = folder / "journal"
    journal.write_bytes(journal.read_bytes() + garbage)
    with in_blocks(90, 1):
        summary = bulk(source, target, resume=True)
    assert 0 < summary.answered < summary.puzzles


# --- links that somebody has planted --------------------------------------------------------------


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
@pytest.mark.parametrize("name", ["journal", "records", "unknown"])
@pytest.mark.parametrize("resume", [False, True])
def test_a_planted_link_is_refused(tmp_path, name, link, resume):
    source, target, victim = (tmp_path / each for each in ("in.txt", "out.csv", "victim"))
    source.write_text(TEXT)
    victim.write_text("precious")
    (tmp_path / "out.csv.partial").mkdir()
    link(tmp_path / "out.csv.partial" / name, victim)
    with pytest.raises(PuzzleError, match=name):
        bulk(source, target, resume=resume)
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("target", ["out.csv", "out.parquet"])
def test_a_link_in_place_of_the_whole_file_is_not_written_through(tmp_path, target):
    source, victim = tmp_path / "in.txt", tmp_path / "victim"
    source.write_text(TEXT)
    victim.write_text("precious")
    folder = tmp_path / f"{target}.partial"
    folder.mkdir()
    (folder / "whole").symlink_to(victim)
    bulk(source, tmp_path / target)
    assert victim.read_text() == "precious"
    assert not (tmp_path / target).is_symlink()
    assert not folder.exists()


def test_a_folder_that_is_a_link_is_refused(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text(TEXT)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out.csv.partial").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PuzzleError, match=r"out\.csv\.partial: a link in place of the folder"):
        bulk(source, tmp_path / "out.csv")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_disk_that_is_full_is_told_with_the_file(tmp_path):
    source, target = tmp_path / "in.txt", tmp_path / "out.csv"
    source.write_text(f"{UNIQUE}\n" * 120_000)  # three chunks
    done = subprocess.run(
        [sys.executable, "-m", "nonet", "bulk", source, target],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12 << 20, 12 << 20)),
    )
    assert done.returncode == 2
    assert done.stderr == f"nonet: {target}.partial/records: File too large\n"
    with pytest.raises(PuzzleError, match="--resume"):
        bulk(source, target)
    summary = bulk(source, target, resume=True)
    assert 0 < summary.answered < summary.puzzles == 120_000


def test_a_pipe_in_the_folder_does_not_hang(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text(TEXT)
    (tmp_path / "out.csv.partial").mkdir()
    os.mkfifo(tmp_path / "out.csv.partial" / "records")
    with pytest.raises(PuzzleError, match="records"):
        bulk(source, tmp_path / "out.csv")
