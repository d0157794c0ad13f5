"""An internal error has a separate exit code, and prints one line."""

import contextlib
import io
import os
import sys
from importlib import import_module
from subprocess import PIPE

import pytest

from nonet.cli import VERBS, main

PUZZLE = "1.............2."

#: For each command, its arguments, and a function that it calls. The test makes the function fail.
PLANTS = {
    "solve": ([PUZZLE], "nonet.cli.solve", "items"),
    "check": ([PUZZLE], "nonet.questions.uniqueness", "check"),
    "count": ([PUZZLE], "nonet.cli.count", "items"),
    "analyse": (["--find", "redundant", PUZZLE], "nonet.questions.analysis", "find_redundant"),
    "explain": ([PUZZLE], "nonet.explanations", "explain"),
    "hint": ([PUZZLE], "nonet.explanations", "hint"),
    "rate": ([PUZZLE], "nonet.explanations", "rate"),
    "canon": ([PUZZLE], "nonet.questions.symmetry", "canonical"),
    "bulk": (["in.txt", "out.csv"], "nonet.streaming", "bulk"),
    "verify": (["."], "nonet.certificates", "verify"),
    "race": ([PUZZLE], "nonet.racing", "race"),
    "generate": (["--holes", "0"], "nonet.generation", "full_grids"),
    "dataset": (["--out", "new", PUZZLE], "nonet.streaming.datasets", "dataset"),
    "encode": ([PUZZLE], "nonet.encodings.cnf", "encode"),
    "decode": ([PUZZLE, "-"], "nonet.encodings.dimacs", "read_reply"),
    "show": ([PUZZLE], "nonet.drawing", "draw"),
    "print": (["--out", "new.html", PUZZLE], "nonet.drawing.svg", "draw_svg"),
    "serve": (["--fpuzzles"], "nonet.serving.server", "serve_fpuzzles"),
    "rules": ([], "nonet.drawing.catalogue", "entries"),
    "backends": ([], "nonet.solvers", "backends"),
}


@pytest.fixture
def ended(monkeypatch):
    """Run `main`, which the fixture `nonet` skips. Return the exit code and stderr."""

    def run(*args):
        monkeypatch.setattr(sys, "argv", ["nonet", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        err = io.StringIO()
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as end,
        ):
            main()
        return end.value.code, err.getvalue()

    return run


@pytest.fixture
def plant(monkeypatch):
    """Make a function of a command raise an error. Return the command line that calls it."""

    def fail(verb, error):
        def failing(*args, **kwargs):
            raise error

        args, module, name = PLANTS[verb]
        monkeypatch.setattr(import_module(module), name, failing)
        return [verb, *args]

    monkeypatch.delenv("NONET_DEBUG", raising=False)
    return fail


def test_every_verb_is_made_to_fail():
    assert list(PLANTS) == [*VERBS]


@pytest.mark.parametrize("verb", PLANTS)
def test_a_crash_is_no_verdict(ended, plant, verb):
    code, err = ended(*plant(verb, TypeError("two\nlines")))
    assert code == 70
    said = r"nonet: internal error: TypeError: two\nlines. This is a bug. Please report it."
    assert err == f"{said} NONET_DEBUG=1 shows the traceback.\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "out of memory"),
        (MemoryError("no 8 GiB for an array"), "out of memory: no 8 GiB for an array"),
    ],
)
def test_running_out_of_memory_is_named(ended, plant, error, said):
    assert ended(*plant("check", error)) == (70, f"nonet: {said}\n")


def test_an_older_engine_is_a_possible_cause(ended, plant):
    words = "run(): incompatible function arguments. The following argument types are supported"
    code, err = ended(*plant("check", TypeError(words)))
    assert code == 70
    assert "If the engine was compiled from older sources, run: pip install ." in err


@pytest.mark.parametrize(("before", "variable"), [([], "1"), (["--debug"], "0")])
def test_an_option_or_a_variable_shows_the_traceback(ended, plant, monkeypatch, before, variable):
    monkeypatch.setenv("NONET_DEBUG", variable)  # the option would set it for the next test
    code, err = ended(*before, *plant("show", TypeError("planted")))
    assert code == 70
    assert err.startswith("Traceback")
    said = "nonet: internal error: TypeError: planted. This is a bug. Please report it."
    assert err.splitlines()[-1] == said


@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141), (OSError("full"), 2)]
)
@pytest.mark.parametrize("verb", PLANTS)
def test_expected_errors_keep_their_codes(ended, plant, verb, error, code):
    assert ended(*plant(verb, error))[0] == code


def test_a_crash_without_stderr_has_its_code(spawn, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import nonet.drawing\ndef draw(*_, **__): raise TypeError\nnonet.drawing.draw = draw\n"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    env = {**os.environ, "PYTHONPATH": path}
    done = spawn("show", PUZZLE, streams=(PIPE, PIPE, None), env=env)
    assert (done.code, done.out) == (70, "")
