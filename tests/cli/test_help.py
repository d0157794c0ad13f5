"""Help, version and usage appear quickly."""

import re
import subprocess
import sys

import pytest
from typer.main import get_command

import nonet as package
from nonet.cli import VERBS, app
from nonet.formats import FORMATS, WRITTEN
from nonet.solvers.native.core import missing

COMMANDS = [*VERBS]
HEAVY = ["numpy", "ortools", "pysat", "pandas", "rich", "nonet.solvers", "nonet.encodings"]
HEAVY += ["asyncio", "pyarrow", "webbrowser"]
#: Modules that are not needed to answer a puzzle on a line, with a solver in Python or the engine.
IDLE = ["numpy", "ortools", "pysat", "pydantic", "urllib.request", "nonet.streaming"]
IDLE += [f"nonet.formats.{module}" for module in ("grid", "json_text", "links", "programs")]
IDLE += ["importlib.metadata", "email", "html", "logging", "concurrent.futures", "pickle"]
IDLE += ["nonet.encodings", "nonet.solvers.sat", "nonet.system.worker", "nonet.cli.race"]
IDLE += [f"nonet.rules.{family}" for family in ("cages", "lines", "marks", "outside", "own.walks")]
#: Verbs that take any number of puzzles.
READERS = [*("solve", "check", "count", "analyse", "explain", "hint", "rate", "canon")]
READERS += ["race", "dataset", "show"]
#: Verbs that take no puzzle, or only in an option.
OTHERS = ["verify", "generate", "rules", "backends"]


def options_of(command):
    found = get_command(app).get_command(None, command).params
    return [param for param in found if param.param_type_name == "option"]


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help(nonet, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "50")
    done = nonet(*command, "--help")
    assert done.answer[0].startswith(" ".join(["Usage: nonet", *command]))
    assert nonet(*command, "-h") == done
    assert "None" not in done.out
    assert max(map(len, done.lines)) <= 100
    panels = re.findall(r"^(?:Options|Limits|Output)[^:\n]*:\n((?:  .*\n)+)", done.out, re.M)
    assert panels
    for line in "".join(panels).splitlines():
        assert re.match(r"  -", line), "the help of an option is one line"


@pytest.mark.parametrize("command", READERS)
def test_where_several_puzzles_are_taken_the_usage_says_so(nonet, command):
    done = nonet(command, "--help")
    assert done.lines[0] == f"Usage: nonet {command} [OPTIONS] [PUZZLE]..."
    assert "Each PUZZLE is a file, '-' for stdin, or the puzzle itself." in done.out


def test_where_one_puzzle_is_taken_the_usage_says_so(nonet):
    assert nonet("encode", "--help").lines[0] == "Usage: nonet encode [OPTIONS] [PUZZLE]"


def test_the_help_of_nonet_lists_verbs_formats_and_exit_codes_in_this_order(nonet):
    done = nonet("--help")
    listed = done.out.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    sentences = {command: nonet(command, "--help").lines[2].strip() for command in COMMANDS}
    assert [line.split(maxsplit=1) for line in listed] == [*map(list, sentences.items())]
    said = " ".join(done.out.split("\nFormats:\n")[1].split())
    only_read = ", ".join(name for name in FORMATS if name not in WRITTEN)
    formats = f"read and written {', '.join(WRITTEN)} only read {only_read} Exit codes:"
    assert said.startswith(formats)
    assert done.out.index("\nCommands:") < done.out.index("\nOptions:")
    for code in (0, 1, 2, 3, 4, 70, 124):
        assert f"\n    {code} " in done.out.split("Exit codes:")[1]


def test_without_arguments_nonet_prints_its_help(nonet):
    done = nonet()
    assert done.code in (0, 2)
    assert "Usage: nonet" in done.out + done.err


def test_version(nonet):
    assert nonet("--version").answer == [f"nonet {package.__version__}"]


@pytest.mark.parametrize(
    ("words", "found"), [("s", ["solve", "show", "serve"]), ("solve --back", ["--backend"])]
)
def test_the_shell_completes_words(nonet, monkeypatch, words, found):
    monkeypatch.setenv("_NONET_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"nonet {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    assert nonet().answer == found


@pytest.mark.parametrize(
    ("command", "option", "others"),
    [("solve", "--format", ()), ("generate", "--to", ()), ("show", "--to", ("svg",))],
)
def test_an_unknown_format_lists_all_formats(nonet, command, option, others):
    formats = WRITTEN if option == "--to" else dict.fromkeys((*WRITTEN, *FORMATS))
    names = ", ".join([*formats, *others])
    said = f"nonet: {option} word: unknown format. Formats: {names}"
    assert nonet(command, option, "word").refusal == said


@pytest.mark.parametrize(
    ("commands", "unwanted"),
    [
        ([["--help"], ["--version"], ["solve", "--help"]], HEAVY),
        ([["solve", "--backend", "norvig", "12..34..2......3"]], [*IDLE, "nonet.cli.check"]),
        pytest.param(
            [["check", "12..34..2......3"]],
            [*IDLE, "nonet.cli.solve"],
            marks=pytest.mark.skipif(bool(missing()), reason="needs the native engine"),
        ),
    ],
)
def test_heavy_modules_are_imported_only_when_needed(commands, unwanted):
    script = (
        "import sys\n"
        "from nonet.cli import main\n"
        f"for command in {commands}:\n"
        "    sys.argv = ['nonet', *command]\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
        f"print([name for name in {unwanted} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=180, check=True
    )
    assert done.stderr == "[]\n"
    assert done.stdout


def test_a_verb_lists_few_options_in_panels_and_names_the_shared_ones(nonet):
    general = "--rules-from, --memory."
    shared = f"--format, --alphabet, --column, --lossy, --fetch, {general}"
    for command in COMMANDS:
        own = [option for option in options_of(command) if not option.hidden]
        assert len(own) <= 15, command
        said = " ".join(nonet(command, "--help").out.split())
        assert said.endswith(f": {general if command in OTHERS else shared}"), command
    said = nonet("check", "--help").out
    assert said.index("\nOptions:") < said.index("\nLimits:") < said.index("\nOutput:")


def test_a_short_flag_means_one_thing():
    meanings = {}
    for command in COMMANDS:
        for option in options_of(command):
            for flag in option.opts:
                if len(flag) == 2:
                    meanings.setdefault(flag, set()).add(option.opts[-1].strip("-"))
    assert {flag: names for flag, names in meanings.items() if len(names) > 1} == {}


def test_there_are_few_different_options():
    different = {option.opts[0] for command in COMMANDS for option in options_of(command)}
    assert len(different) <= 55, len(different)
