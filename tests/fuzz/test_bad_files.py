"""Every verb reports every kind of bad file quickly and in little memory."""

import base64
import bz2
import gzip
import json
import lzma
import os
import shutil
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path
from subprocess import PIPE

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nonet.formats.links.lz import compress
from nonet.system.compression import zstd

#: The limits on seconds of CPU time, bytes of memory, and bytes of output in addition to ten times
#: the input.
SECONDS, MEMORY, WORDS = 2, 500 << 20, 1 << 20
#: The arguments of each verb before the file.
VERBS = {
    **{name: [name] for name in ("solve", "check", "count", "analyse", "explain", "hint", "rate")},
    **{name: [name] for name in ("show", "canon", "verify", "encode", "decode", "bulk", "dataset")},
    "race": ["race", "-b", "norvig"],
    "generate": ["generate", "--from"],
    "print": ["print", "--out", "sheets.html"],
    "serve": ["serve", "--port", "0"],
    "rules": ["rules", "--rules-from"],
}
#: The files that take more than 0.1 s.
SLOW = {
    *("many lines of nothing.txt", "lines without a puzzle.txt.gz", "a bad cell in each line.txt"),
    *("a bomb of lines.csv.gz", "a bomb of words.csv.gz", "a bomb.txt.gz", "a bomb.txt.zst"),
    *("other things.jsonl", "long rows.parquet"),
}
#: A verb reads one of this many slow files and of this many files that are cut short. It reads a
#: third of the other files. With `NONET_FILES=1`, every verb reads every file, as `check` does.
EVERY = int(os.environ.get("NONET_FILES", len(SLOW)))
UNIQUE = "12..34..2......3"
MODEL = {"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}}
CORPUS = Path(__file__).parent / "corpus"
CERTIFICATE = sorted((CORPUS / "certificate").iterdir())


def parquet(**columns):
    """Return a Parquet file of these columns."""
    stored = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), stored)
    return stored.getvalue().to_pybytes()


def deflated(data):
    packer = zlib.compressobj(9, wbits=-15)
    return base64.b64encode(packer.compress(data) + packer.flush())


@cache
def files():
    """Return the files by name. The ending of the name says how nonet reads the file."""
    return {
        "empty.txt": b"",
        "zeros.txt": bytes(10_000),
        "no text.txt": bytes(range(256)) * 40,
        "no UTF-8.txt": b"\xff\xfe\xfd" + UNIQUE.encode(),
        "one long line.txt": b"1" * 3_000_000,
        "many lines of nothing.txt": b"\n" * 1_000_000,
        "lines without a puzzle.txt.gz": gzip.compress(b"hello\n" * 40_000),
        "a bad cell in each line.txt": (b"." * 80 + b"q\n") * 6_000,
        "too short.txt": b"12..34",
        "cut short.json": json.dumps(MODEL).encode()[:-9],
        "deep.json": b"[" * 200_000,
        "numbers.json": json.dumps([[9**99] * 9] * 9).encode(),
        "a huge grid.json": json.dumps(
            {**MODEL, "grid": {"rows": 10**9, "columns": 10**9, "values": [1, 9]}, "rules": []}
        ).encode(),
        "an unknown rule.json": json.dumps({**MODEL, "rules": [{"rule": "\x1b[2J"}]}).encode(),
        "rules in rules.json": b'{"rules": ' + b'[{"rule": "all", "rules": ' * 5_000,
        "other things.jsonl": b'{"a": 1}\n[]\n"1"\nnull\n{"puzzle": 3}\n{"puzzle": [1]}\n' * 2_000,
        "long values.jsonl": json.dumps({"puzzle": "1" * 500_000}).encode() + b"\n{",
        "a link of nothing.txt": b"https://f-puzzles.com/?load=" + b"A" * 100_000,
        "a link cut short.txt": b"https://sudokupad.app/scl" + b"N4Ig" * 9,
        "a bomb in a link.txt": b"https://f-puzzles.com/?load="
        + compress(json.dumps({"size": 9, "title": "." * 1_000_000})).encode(),
        "a bomb for penpa.txt": b"https://swaroopg92.github.io/penpa-edit/#m=edit&p="
        + deflated(b"." * 50_000_000),
        "laughs.opensudoku": b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "'
        + b"&a;" * 9_000
        + b'"><!ENTITY c "'
        + b"&b;" * 9_000
        + b'">]><opensudoku><game data="&c;"/></opensudoku>',
        "a bomb.txt.gz": gzip.compress(b"." * 50_000_000),
        "a bomb of lines.csv.gz": gzip.compress(b"puzzle\n" + b"..\n" * 4_000),
        "a bomb of words.csv.gz": gzip.compress(b"puzzle\n" + b"hello\n" * 3_000),
        "a bomb.txt.zst": zstd().compress(b"." * 50_000_000),
        "cut short.txt.gz": gzip.compress(UNIQUE.encode() * 9)[:-9],
        "cut short.txt.zst": zstd().compress(bytes(range(256)) * 9)[:-9],
        "no gzip.txt.gz": UNIQUE.encode(),
        "no Zstandard.txt.zst": UNIQUE.encode(),
        "packed.txt": gzip.compress(UNIQUE.encode()),
        "packed.txt.xz": lzma.compress(UNIQUE.encode()),
        "packed.txt.bz2": bz2.compress(UNIQUE.encode()),
        "packed.zip": b"PK\x03\x04" + bytes(2_000),
        "cut short.csv": b'puzzle,quizzes\n"' + UNIQUE.encode() + b"\n" * 1000,
        "other things.csv": b"a,b,c\n1,2,3\n" * 1000,
        "cut short.parquet": b"PAR1" + bytes(5000),
        "long rows.parquet": parquet(
            puzzle=pa.DictionaryArray.from_arrays([0] * 10_000, ["1" * 100_000])
        ),
        "other columns.parquet": parquet(a=[1, 2], b=["x", None]),
        "other types.parquet": parquet(puzzle=[[1, 2], None], solution=[1.5, None]),
        **{
            f"{kind.name} cut short.txt": (text := kind.read_bytes())[: len(text) * 2 // 3]
            for kind in sorted((CORPUS / "each_format").iterdir())
        },
    }


#: A script that imports nonet, and runs each command in a fork. It writes the exit code, the
#: seconds of CPU time and the bytes of memory of the fork, including the processes it started.
WARM = """
import gc, importlib, json, os, pkgutil, resource, sys
import nonet.cli
for found in pkgutil.walk_packages(nonet.__path__, "nonet."):
    if found.name != "nonet.__main__":
        try:
            importlib.import_module(found.name)
        except nonet.NonetError:
            pass
gc.freeze()
for line in sys.stdin:
    arguments, folder, limit = json.loads(line)
    child = os.fork()
    if not child:
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        sys.stdin, sys.argv = open(os.devnull), ["nonet", *arguments]
        output = os.open("output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        try:
            nonet.cli.main()
        except SystemExit as ended:
            os._exit(ended.code or 0)  # an orderly end would copy the memory of the imports
    _, status, used = os.wait4(child, 0)
    code, seconds = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
    print(json.dumps([code, seconds, used.ru_maxrss << 10]), flush=True)
"""


@pytest.fixture(scope="module")
def nonet():
    """Return a function that runs nonet in a folder. It returns what `WARM` writes."""
    script = [sys.executable, "-c", WARM]
    threads = {"OPENBLAS_NUM_THREADS": "1"}  # a fork loses threads
    with subprocess.Popen(
        script, stdin=PIPE, stdout=PIPE, text=True, env=os.environ | threads
    ) as server:

        def run(*arguments, folder):
            server.stdin.write(json.dumps([arguments, str(folder), SECONDS]) + "\n")
            server.stdin.flush()
            return json.loads(server.stdout.readline())

        yield run


def arguments_of(verb, name, number, folder):
    """Return the arguments of a verb for a bad file."""
    arguments = [*VERBS[verb], name]
    if verb == "verify":  # a certificate of which this is one file
        shutil.copytree(CORPUS / "certificate", folder / "certificate", dirs_exist_ok=True)
        shutil.copy(folder / name, folder / "certificate" / CERTIFICATE[number % 4].name)
        arguments.append("certificate")
    if verb == "decode":
        arguments.append(name)
    if verb == "bulk":
        arguments.append(f"{number}-out.csv")
    if verb == "dataset":
        arguments += ["--out", f"{number}-out"]
    return arguments


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_a_bad_file_is_reported_quickly(verb, nonet, tmp_path):
    wrong = []
    turn = list(VERBS).index(verb)
    left_out = sorted(SLOW) + [name for name in files() if name.endswith(" cut short.txt")]
    others = [name for name in files() if name not in left_out and verb != "check"]
    del left_out[turn % EVERY :: EVERY]
    del others[turn % min(3, EVERY) :: min(3, EVERY)]
    left_out += others
    for number, (name, data) in enumerate(files().items()):
        if name in left_out:
            continue
        (tmp_path / name).write_bytes(data)
        arguments = arguments_of(verb, name, number, tmp_path)
        code, seconds, memory = nonet(*arguments, folder=tmp_path)
        output = (tmp_path / "output").read_bytes()
        if b"Traceback" in output:
            wrong.append(f"{name}: {output[-300:].decode(errors='replace')}")
        if code not in (0, 1, 2, 124):
            wrong.append(f"{name}: ended with {code}")
        if seconds > SECONDS:
            wrong.append(f"{name}: {seconds:.1f} s")
        if memory > MEMORY:
            wrong.append(f"{name}: {memory >> 20} MB")
        if len(output) > 10 * len(data) + WORDS:
            wrong.append(f"{name}: {len(output)} bytes for {len(data)}")
    assert not wrong, "\n".join(wrong)
