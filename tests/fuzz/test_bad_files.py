"""Every verb reports every kind of bad file quickly and in little memory."""

import gzip
import json
import os
import subprocess
import sys

import pytest
from examples import case

#: The limits on seconds of CPU time, bytes of memory, and bytes of output in addition to ten times
#: the input.
SECONDS, MEMORY, WORDS = 10, 500 << 20, 1 << 20
#: Each verb reads every eighth file, or with `NONET_FILES=1` all of them.
EVERY = int(os.environ.get("NONET_FILES", "8"))
#: The arguments of each verb before the file.
VERBS = {
    **{name: [name] for name in ("solve", "check", "count", "analyse", "explain", "hint", "rate")},
    **{name: [name] for name in ("show", "canon", "verify", "encode", "decode")},
    "bulk": ["bulk"],
    "race": ["race", "-b", "norvig"],
    "generate": ["generate", "--from"],
    "serve": ["serve", "--port", "0"],
}
NONET = sys.executable, "-m", "nonet"
UNIQUE = "12..34..2......3"
MODEL = {"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}}
FILES = {
    "empty": b"",
    "zeros": bytes(10_000),
    "no text": bytes(range(256)) * 40,
    "no UTF-8": b"\xff\xfe\xfd" + UNIQUE.encode(),
    "one long line": b"1" * 3_000_000,
    "many lines of nothing": b"\n" * 1_000_000,
    "lines without a puzzle": b"hello\n" * 20_000,
    "too short": b"12..34",
    "JSON cut short": json.dumps(MODEL).encode()[:-9],
    "JSON that is deep": b"[" * 200_000,
    "JSON of numbers": json.dumps([[9**99] * 9] * 9).encode(),
    "a huge grid": json.dumps(
        {**MODEL, "grid": {"rows": 10**9, "columns": 10**9, "values": [1, 9]}, "rules": []}
    ).encode(),
    "an unknown rule": json.dumps({**MODEL, "rules": [{"rule": "\x1b[2J"}]}).encode(),
    "rules in rules": b'{"rules": ' + b'[{"rule": "all", "rules": ' * 5_000,
    "a link of nothing": b"https://f-puzzles.com/?load=" + b"A" * 100_000,
    "a link cut short": b"https://sudokupad.app/scl" + b"N4Ig" * 9,
    "a bomb": gzip.compress(b"." * 50_000_000),
    "CSV cut short": b'puzzle,quizzes\n"' + UNIQUE.encode() + b"\n" * 1000,
    "a table of other things": b"a,b,c\n1,2,3\n" * 1000,
    "Parquet cut short": b"PAR1" + bytes(5000),
}


#: A script that runs nonet, and writes its exit code and its memory. It runs in a separate process,
#: because the child of a large process counts as large.
MEASURE = """
import json, os, subprocess, sys
limited = f'ulimit -t {sys.argv[1]}; exec "$@"'
process = subprocess.Popen(["sh", "-c", limited, "sh", *sys.argv[3:]], stdin=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
with open(sys.argv[2], "w") as file:
    json.dump([os.waitstatus_to_exitcode(status), used.ru_maxrss << 10], file)
"""


def ran(arguments, folder):
    """Run nonet. Return its exit code, its output and its memory."""
    output, measured = folder / "output", folder / "measured"
    with output.open("wb") as out:
        subprocess.run(
            [sys.executable, "-ISc", MEASURE, str(SECONDS), str(measured), *NONET, *arguments],
            stdout=out,
            stderr=out,
            cwd=folder,
            check=True,
        )
    code, memory = json.loads(measured.read_text())
    return code, output.read_bytes(), memory


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_a_bad_file_is_reported_quickly(verb, tmp_path):
    wrong = []
    first = list(VERBS).index(verb) % EVERY
    for name, data in list(FILES.items())[first::EVERY]:
        suffix = {"a bomb": ".txt.gz", "Parquet cut short": ".parquet"}.get(name, ".txt")
        suffix = ".csv" if "CSV" in name or "table" in name else suffix
        file = tmp_path / f"bad{suffix}"
        file.write_bytes(data)
        arguments = [*VERBS[verb], str(file)]
        if verb == "decode":
            arguments.append(str(file))
        if verb == "bulk":
            arguments.append(str(tmp_path / f"{len(name)}-out.csv"))
        with case(name):
            code, output, memory = ran(arguments, tmp_path)
            if b"Traceback" in output:
                wrong.append(f"{name}: {output[-300:].decode(errors='replace')}")
            if code < 0 or code not in (0, 1, 2, 124):
                wrong.append(f"{name}: ended with {code}")
            if memory > MEMORY:
                wrong.append(f"{name}: {memory >> 20} MB")
            if len(output) > 10 * len(data) + WORDS:
                wrong.append(f"{name}: {len(output)} bytes for {len(data)}")
    assert not wrong, "\n".join(wrong)
