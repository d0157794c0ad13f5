"""A wrong request gets exit code 2 and a line that says why. It prints and writes nothing else."""

import os
import shlex
import sys

import pytest

PUZZLE = "12..34..2......3"
MOST = sys.maxsize

#: The files in the folder of a test. It also has an empty folder.
FILES = {
    "one.txt": f"{PUZZLE}\n",
    "two.txt": f"{PUZZLE}\n{PUZZLE}\n",
    "short.txt": "12..341",
    "empty.txt": "",
    "many.txt": f"{PUZZLE}\n" * 1001,
    "nines.txt": f"{'.' * 81}\n" * 2,
    "large.txt": 17 * (17 * "." + "\n"),
    "square.txt": f"{'.' * 16}\n" * 16,
    "a.csv": f"id,puzzle\n1,{PUZZLE}\n",
    "b.csv": f"a,b\n1,{PUZZLE}\n",
    "a.jsonl": f'{{"id": 7, "puzzle": "{PUZZLE}"}}\n',
    "connected.json": '{"format": "nonet", "version": 1, "grid": {"rows": 1, "columns": 2, '
    '"values": [1, 2]}, "rules": [{"rule": "connectedvalues", "values": [1]}]}',
    "packed.gz": "no gzip",
    "unknown.txt": "s UNKNOWN",
}
#: What nonet reads from stdin, if a command names no file.
STDIN = f"{PUZZLE}\nnonsense"

ONCE = "<stdin>: nonet can read stdin only once. Name it only once."
SHARE = "takes one puzzle, but there are several"

#: A part of the error message for each command. `P` stands for a puzzle.
REFUSED = {
    "slove": "slove",
    # --- answers
    **{
        f"{verb} {empty}": "<argument 1>: this argument is empty. Give a puzzle, a file, or '-' for"
        for verb in ("solve", "check", "show", "encode", "count")
        for empty in ("''", "'  '")
    },
    "solve - -": ONCE,
    "check - -": ONCE,
    "race -b norvig - -": ONCE,
    "solve --backend norwig P": "no backend 'norwig'; did you mean norvig?",
    "solve --backend norvig/fast P": "norvig takes no variant or option",
    "solve --backend pysat:lingeling --nodes 5 P": "cannot limit conflicts",
    "solve --time nan P": "--time takes 0 to",
    "solve --time -1 P": "--time takes 0 to",
    "solve --time inf P": "--time takes 0 to",
    "solve --nodes -1 P": "--nodes takes 0 or more",
    "solve --limit 0 P": "--limit takes 1 to",
    **{
        f"{verb} --limit {limit} P": f"--limit takes 1 to {MOST:,}, not {limit:,}"
        for verb in ("solve", "count")
        for limit in (MOST + 1, 2 * MOST + 1, 2 * MOST + 2)
    },
    "solve --format word P": "unknown format",
    "solve --alphabet 1-9A-G P": "1-9A-G",
    "solve --no-such-option P": "--no-such-option",
    "solve --to line --json P": "use either --to or --json",
    "solve --to line --keep id a.csv": "use either --to or --keep",
    **{
        f"solve -b propagation {option} P": "-b propagation takes no option except --json"
        for option in ("--all", "--keep id", "--time 1", "--limit 2", "--to svg", "--to grid")
    },
    **{
        f"solve --to {format} nines.txt": f"solve --to {format} {SHARE}"
        for format in ("svg", "sdk")
    },
    **{
        f"solve --to {format} {option} P": f"--to {format} writes a single solution. Omit --all"
        for format in ("svg", "sdk")
        for option in ("--all", "--limit 2")
    },
    "show --to sdk nines.txt": f"show --to sdk {SHARE}",
    **{
        f"count --estimate {option} P": f"--estimate takes no {option.split()[0]}"
        for option in ("--limit 5", "--backend norvig", "--nodes 9", "--verbose")
    },
    "count --proof new --limit 5 P": "--proof takes no --limit",
    "check --jobs 0 P": "--jobs takes 1 or more, not 0",
    "check square.txt": "Choose format='grid' or format='line' (--format)",
    "check --proof . P": ".: the folder is not empty: name a new one",
    "verify --jobs 0 .": "--jobs takes 1 or more, not 0",
    "verify --with minisat .": "--with must be one of acl2, cake_lpr, dratify, drat-trim, not 'min",
    "verify made.csv": "nonet: made.csv/manifest.json: No such file or directory",
    "verify nowhere": "nonet: nowhere/manifest.json: No such file or directory",
    "analyse --limit 10 --find redundant P": "--limit needs --find candidates",
    "analyse --limit 0 --find candidates P": "--limit takes 1 or more",
    "analyse --find diferences P": "--find must be one of candidates, redundant, minimal",
    "explain --html new.html two.txt": f"--html {SHARE}",
    "explain --html two.txt two.txt": "two.txt: this is the same file",
    "explain P P --proof new": f"--proof {SHARE}",
    f"hint P --at {'.' * 81}": (
        "nonet: <argument 1>:1: the position of --at is 9×9, but the puzzle is 4×4"
    ),
    "hint - --at -": ONCE,
    "hint --at -": ONCE,
    "hint P P --at P": f"nonet: --at {SHARE}",
    **{
        f"check --memory '{size}' P": "--memory takes a size such as 500M or 2G"
        for size in ("", "2", "G", "-1G", "0M", "1.5G", "many")
    },
    # --- tables
    "check one.txt --keep id": "one.txt:1: the first line must name the columns, but has a puzzle.",
    "check a.csv --keep x": "no column 'x'. The columns are id, puzzle",
    "check b.csv": "no column is named puzzle, quiz, board, grid. The columns are a, b",
    "check b.csv --column c": "The columns are a, b",
    "check P --keep id": "nonet: <argument 1>: --keep needs a table, but this is a puzzle",
    "check P --column id": "nonet: <argument 1>: --column needs a table, but this is a puzzle",
    "check a.jsonl --keep id": (
        "a.jsonl: JSON Lines has no columns: convert it to CSV, TSV, text with ';' or Parquet"
    ),
    # --- encode, decode
    "encode --options laddder P": "unknown option 'laddder'. Choose from pairwise",
    "encode --options ladder,product P": "'ladder' and 'product' cannot be combined",
    "encode --options native,raw P": "instead of the option 'native', choose another",
    "encode --to opb --options ladder P": "--to opb takes no --options",
    "encode --to minizinc --options x P": "--to minizinc takes no --options",
    "encode --to cpsat --options ladder P": "takes 'integer' or 'boolean', not 'ladder'",
    "encode --to smtlib P": "smtlib",
    **{
        f"encode --to {to} connected.json": "cannot express connected cells: use --to dimacs"
        for to in ("opb", "minizinc", "cpsat", "cpsat -o made.pb")
    },
    "encode --stats --to opb P": "use either --stats or --to",
    "encode --stats --out x P": "use either --stats or --out",
    "encode --json P": "--json needs --stats",
    "encode --stats --options laddder P": "unknown option 'laddder'",
    "encode -o nowhere/model.cnf P": "nonet: nowhere/model.cnf: ",
    "encode -o made.csv P": "nonet: made.csv: ",
    **{f"encode {option} two.txt": f"encode {SHARE}" for option in ("", "--stats", "--to opb")},
    "encode short.txt": "short.txt:1: 7 characters",
    "encode empty.txt": "empty.txt: contains no puzzle",
    "decode": "Missing argument 'PUZZLE'",
    "decode - -": "cannot both come from stdin",
    "decode P": f"<stdin>:1: '{PUZZLE}' is not a line of a SAT solver's output",
    "decode P reply.txt": "reply.txt: No such file or directory",
    "decode P empty.txt": "empty.txt: the solver's output has 0 status lines",
    "decode short.txt unknown.txt": "7 characters",
    "decode two.txt unknown.txt": f"decode {SHARE}",
    "decode nowhere.cnf unknown.txt": "nowhere.cnf: No such file or directory",
    # --- bulk, dataset, print
    "bulk one.txt": "bulk takes two arguments: IN and OUT",
    "bulk nothing.txt out.csv": "nothing.txt: no such file",
    "bulk one.txt missing/out.csv": "nonet: missing: this folder does not exist",
    "bulk one.txt out.xls": "out.xls: unknown format. Use a name that ends in .csv",
    "bulk one.txt out.csv --limit 5": "--limit needs --mode count",
    "bulk one.txt out.csv --mode count --limit 1": "the limit must be from 2 to 9,223,",
    f"bulk one.txt out.csv -m count -l {2**64}": "cannot count up to 18446744073709551616",
    "bulk one.txt out.csv --jobs 0": "--jobs takes 1 or more, not 0",
    "bulk one.txt out.csv --format line": "bulk reads lines, so it takes no --format",
    "bulk one.txt out.csv --backend norwig": "did you mean norvig?",
    "bulk one.txt out.csv --shard 3": "'3' is not a shard",
    "bulk packed.gz out.csv": "packed.gz: the file cannot be unpacked",
    "bulk a.csv out.csv --compare count": "mode check finds nothing to compare with 'count'",
    **{
        f"bulk one.txt out.csv --mode canon {option}": "mode canon "
        for option in ("--time 1", "--nodes 1", "--compare a")
    },
    "bulk one.txt out.csv --mode rate -b norvig": "mode rate takes no backend",
    "dataset P": "Missing option '--out'",
    "dataset P --out new --split all=2": "all=2 must be more than 0",
    "dataset P --out new --measure x": "--measure must be one of none",
    "dataset P --out new -j 0": "--jobs takes 1 or more, not 0",
    f"dataset P {'.' * 16} --out new": "<argument 2>:1: the puzzle has several solutions",
    f"dataset P {'1' * 17} --out new": "<argument 2>:1: 17 characters",
    "dataset P --out .": ".: the folder is not empty: name a new one",
    "dataset one.txt --out one.txt": "one.txt: this is the same file as one.txt",
    "print P": "Missing option '--out'",
    "print -o sheets.doc P": "sheets.doc: the name must end in .pdf, .png or .html",
    "print -o missing/sheets.pdf P": "missing: this folder does not exist",
    "print -o sheets.html many.txt": "print takes at most 1,000 puzzles",
    # --- race
    "race --backend norvig,foo": "no backend 'foo'",
    "race --backend ''": "--backend is empty",
    "race nonsense": "nonsense: No such file or directory",
    "race -": "<stdin>:2: 8 characters",
    "race --time -3": "--time takes 0 to",
    "race --out a.xls": "a.xls: the name must end in .parquet, .csv, .jsonl",
    "race --resume": "--resume needs --out, the file of the unfinished race",
    "race --limit 5": "--limit needs --mode count",
    "race --limit 5 --mode solve": "--limit needs --mode count",
    "race --keep id a.csv": "--keep needs --json",
    "race --out missing/runs.csv": "nonet: missing: this folder does not exist",
    "race --html missing/report.html": "nonet: missing: this folder does not exist",
    "race --out made.csv P": "nonet: made.csv: is a folder. Give the name of a file.",
    "race --html made.csv P": "nonet: made.csv: is a folder. Give the name of a file.",
    # --- generate
    "generate --count 0": "--count and --jobs take 1 or more",
    "generate --clues many": "'many' is not a range such as 24, 22-26, 22- or -26",
    "generate --clues 99": "99 clues do not fit on a board of 81 cells",
    "generate --symmetry radial": "--symmetry must be one of none, rotational, ",
    "generate --difficulty tough": (
        "unknown difficulty 'tough': use easy, medium, hard, very hard, extreme, an ER such"
    ),
    "generate --difficulty step=0": (
        "no hardest step costs 0, because every step costs at least 1"
    ),
    "generate --order 2y3": "--order takes 3, or HEIGHTxWIDTH such as 2x3, not '2y3'",
    "generate --order 2x3 --to sdm": "sdm cannot express",
    "generate --rules cage": "cage needs its cells. Use --from with a puzzle that has it",
    "generate --from P --rules diagonal": "use either --from or --rules",
    "generate --from P --order 2": "use either --from or --order",
    "generate --to sdk --json": "use either --to or --json",
    "generate --to sdk --json --holes 5": "use either --to or --json",
    "generate --to ss": "--to ss: nonet reads this format, but does not write it. Formats: line",
    "generate --count 2 --to sdk": "--to sdk writes a single puzzle. Omit --count.",
    "generate --backend norwig": "no backend 'norwig'",
    **{
        f"generate --holes 5 {option}": f"{option.split()[0]} has no effect with --holes"
        for option in (
            *("--difficulty 2.0-4.5", "--clues 24", "--minimal", "--symmetry rotational"),
            *("--jobs 2", "--time 3"),
        )
    },
    # --- rules, serve
    "rules termo": "nonet: no rule 'termo'; did you mean 'thermo'?",
    "serve --origin https://example.org": "--origin needs --fpuzzles",
    **{
        f"serve --fpuzzles --origin {url}": "--origin takes a site such as https://example.org"
        for url in ("f-puzzles.com", "https://example.org/page", "'*'")
    },
    "serve --fpuzzles P": "the editor sends the puzzle",
    "serve short.txt --port 0": "characters",
    "serve large.txt --port 0": "up to 16",
}


@pytest.mark.parametrize("command", REFUSED)
def test_a_wrong_request_is_refused(nonet, write, tmp_path, command):
    for name, content in FILES.items():
        write(name, content)
    (tmp_path / "made.csv").mkdir()
    words = [PUZZLE if word == "P" else word for word in shlex.split(command)]
    assert REFUSED[command] in nonet(*words, stdin=STDIN).refusal
    assert {*os.listdir()} == {*FILES, "made.csv"}
    assert not os.listdir("made.csv")
