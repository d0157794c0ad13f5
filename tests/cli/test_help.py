"""Help, version and usage, and the time until they appear."""

import os
import re
import subprocess
import sys

import pytest

import nonet as package
from nonet.formats import FORMATS, WRITTEN

COMMANDS = [
    "solve",
    "check",
    "count",
    "analyse",
    "explain",
    "hint",
    "rate",
    "canon",
    "bulk",
    "verify",
    "race",
    "generate",
    "dataset",
    "encode",
    "decode",
    "show",
    "serve",
    "rules",
    "backends",
]
HEAVY = ["numpy", "ortools", "pysat", "pandas", "rich", "nonet.solvers", "nonet.encodings"]
#: Modules that a puzzle on a line and a solver in Python do not need.
IDLE = ["numpy", "ortools", "pysat", "pydantic", "urllib.request", "nonet.streaming"]
IDLE += [f"nonet.formats.links.{site}.reader" for site in ("fpuzzles", "penpa", "sudokupad")]


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ([], "-h"),
        (["solve"], "-h"),
        *(([command], "--help") for command in COMMANDS),
        ([], "--help"),
    ],
)
def test_help(nonet, command, option):
    done = nonet(*command, option)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith(" ".join(["Usage: nonet", *command]))
    assert "None" not in done.out
    assert max(map(len, done.lines)) <= 100


@pytest.mark.parametrize(
    "command",
    [
        *("solve", "check", "count", "analyse", "explain", "hint", "rate", "canon"),
        *("race", "dataset", "show"),
    ],
)
def test_where_several_puzzles_are_taken_the_usage_says_so(nonet, command):
    done = nonet(command, "--help")
    assert done.lines[0] == f"Usage: nonet {command} [OPTIONS] [PUZZLE]..."
    assert "Each PUZZLE is a file, '-' for stdin, or the puzzle itself." in done.out


def test_where_one_puzzle_is_taken_the_usage_says_so(nonet):
    assert nonet("encode", "--help").lines[0] == "Usage: nonet encode [OPTIONS] [PUZZLE]"


def test_every_command_is_listed_with_a_whole_sentence(nonet):
    listed = nonet("--help").out.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


def test_help_tells_the_exit_codes(nonet):
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "70 ", "124 "):
        assert f"\n    {code}" in nonet("--help").out


def test_without_arguments_nonet_prints_its_help(nonet):
    done = nonet()
    assert done.code in (0, 2)
    assert "Usage: nonet" in done.out + done.err


def test_version(nonet):
    done = nonet("--version")
    assert (done.code, done.out) == (0, f"nonet {package.__version__}\n")


def test_an_unknown_command(nonet):
    done = nonet("slove")
    assert done.code == 2
    assert "slove" in done.err


@pytest.mark.parametrize(
    ("command", "option", "others"),
    [("solve", "--format", ()), ("generate", "--to", ()), ("show", "--to", ("svg",))],
)
def test_an_unknown_format_lists_all_formats(nonet, command, option, others):
    formats = WRITTEN if option == "--to" else dict.fromkeys((*WRITTEN, *FORMATS))
    names = ", ".join([*formats, *others])
    done = nonet(command, option, "word")
    assert done.code == 2
    said = f"nonet: {option} word: unknown format. Formats: {names}\n"
    assert (done.out, done.err) == ("", said)


def test_the_help_lists_the_formats(nonet):
    said = " ".join(nonet("--help").out.split("\nFormats:\n")[1].split())
    only_read = ", ".join(name for name in FORMATS if name not in WRITTEN)
    expected = f"read and written {', '.join(WRITTEN)} only read {only_read} Exit codes:"
    assert said.startswith(expected)


def test_commands_come_first_and_exit_codes_last(nonet):
    said = nonet("--help").out
    assert said.index("\nCommands:") < said.index("\nOptions:") < said.index("Exit codes:")


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_the_help_of_each_option_is_one_line(nonet, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size((100, 50)))
    panels = re.findall(
        r"^(?:Options|Limits|Output)[^:\n]*:\n((?:  .*\n)+)", nonet(*command, "-h").out, re.M
    )
    assert panels
    for line in "".join(panels).splitlines():
        assert re.match(r"  -", line), line


@pytest.mark.parametrize(
    ("commands", "unwanted"),
    [
        ([["--help"], ["--version"], ["solve", "--help"]], HEAVY),
        ([["solve", "--backend", "norvig", "12..34..2......3"]], IDLE),
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
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=180,
        check=True,
    )
    assert done.stderr == "[]\n"
    assert done.stdout


def options_of(command):
    from typer.main import get_command

    from nonet.cli import app

    found = get_command(app).commands[command].params
    return [param for param in found if param.param_type_name == "option"]


def test_a_verb_lists_few_options_in_panels_and_names_the_shared_ones(nonet):
    for command in COMMANDS:
        own = [option for option in options_of(command) if not option.hidden]
        assert len(own) <= 15, command
    said = nonet("check", "--help").out
    assert said.index("\nOptions:") < said.index("\nLimits:") < said.index("\nOutput:")
    shared = "--format, --alphabet, --column, --ignore-drawings, --fetch, --rules-from, --memory."
    assert " ".join(said.split()).endswith(shared)


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
