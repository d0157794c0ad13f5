"""With the journal, no run is lost, and no run is repeated."""

import sqlite3
from contextlib import closing

import pytest
from examples import classic

from nonet import Limits
from nonet.racing import JournalError, RaceInterrupted, race

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")
FIELD = [UNIQUE, OPEN]
CONTESTANTS = ["norvig", "pysat"]
OPTIONS = {"limits": Limits(seconds=10), "repeats": 2, "seed": 5}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "race.journal"


def interrupted_after(runs, path):
    """Race until this many runs are done. Return these runs."""
    done = []

    def count(row):
        done.append(row)
        if len(done) == runs:
            raise KeyboardInterrupt

    with pytest.raises(RaceInterrupted):
        race(FIELD, CONTESTANTS, journal=path, progress=count, **OPTIONS)
    return done


def test_an_interrupted_race_continues(path):
    first = interrupted_after(3, path)
    told = []
    result = race(FIELD, CONTESTANTS, journal=path, progress=told.append, **OPTIONS)
    assert told[:3] == first
    assert len(told) == len(result.rows) == 8
    assert set(first) <= set(result.rows)
    again = race(FIELD, CONTESTANTS, journal=path, **OPTIONS)
    assert again.rows == result.rows
    assert again.environment == result.environment


def look_up(path, query):
    with closing(sqlite3.connect(path)) as reader:
        return reader.execute(query).fetchall()


def test_every_run_can_be_read_during_the_race(path):
    counts = []

    def read(row):
        counts.append(look_up(path, "SELECT count(*) FROM runs"))

    race(FIELD, CONTESTANTS, journal=path, progress=read, **OPTIONS)
    assert counts == [[(number,)] for number in range(1, 9)]
    assert look_up(path, "PRAGMA journal_mode") == [("wal",)]


def test_a_missing_limit_comes_back_as_missing(path):
    for _ in range(2):
        [row] = race([UNIQUE], ["norvig"], journal=path).rows
    assert row.limit != row.limit
    assert row.decided is True


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"repeats": 3}, r"another race \(repeats: 2, not 3\)"),
        ({"seed": 6}, r"\(seed: 5, not 6\)"),
        ({"mode": "count"}, r"\(mode: check, not count\)"),
        ({"limits": Limits(seconds=1)}, r"\(seconds: 10, not 1\)"),
        ({"puzzles": [OPEN, OPEN]}, r"\(other puzzles\)"),
        ({"contestants": ["norvig"]}, r"contestants: \['norvig', 'pysat:cadical153'\], not"),
    ],
)
def test_the_journal_of_another_race_is_refused(path, change, words):
    interrupted_after(1, path)
    options = {"puzzles": FIELD, "contestants": CONTESTANTS, **OPTIONS} | change
    with pytest.raises(JournalError, match=words):
        race(journal=path, **options)


def test_a_file_that_is_not_a_journal_is_left_alone(path):
    path.write_text("my diary, no database at all" * 40)
    before = path.read_text()
    with pytest.raises(JournalError, match=r"race\.journal: this is not the journal of a race: "):
        race([UNIQUE], ["norvig"], journal=path)
    assert path.read_text() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE runs SET seconds = seconds / 2",
        "UPDATE runs SET verdict = 'none'",
        "UPDATE runs SET witnesses = x'ff'",
        "UPDATE race SET value = '{' WHERE key = 'environment'",
        "UPDATE race SET value = replace('[x]', 'x', printf('%.*c', 99999, '['))",
    ],
)
def test_a_damaged_journal_is_refused(path, change):
    interrupted_after(3, path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    with pytest.raises(JournalError, match="emove it to start over"):
        race(FIELD, CONTESTANTS, journal=path, **OPTIONS)


def test_damaged_pages_are_refused(path):
    interrupted_after(3, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises(JournalError, match="malformed"):
        race(FIELD, CONTESTANTS, journal=path, **OPTIONS)


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(JournalError, match="unable to open"):
        race([UNIQUE], ["norvig"], journal=tmp_path / "nowhere" / "race.journal")


def test_a_race_that_a_contestant_crashed_continues_with_processes(path):
    first = interrupted_after(3, path)
    result = race(FIELD, CONTESTANTS, journal=path, processes=True, **OPTIONS)
    assert len(result.rows) == 8
    assert set(first) <= set(result.rows)
