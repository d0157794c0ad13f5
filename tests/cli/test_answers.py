"""Short answers of verbs, and their exit codes."""

import shlex

import pytest
from examples import HARD

from nonet.formats import classic, write
from nonet.rules import Cage

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: A puzzle on which every solver has to guess several times.
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = ".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8."
#: For each word of a command, the puzzle that it stands for.
PUZZLES = {
    "UNIQUE": "12..34..2......3",
    "SOLVED": "1234341223414123",
    "NONE": "123....4........",
    "CLASH": "11..............",
    "OPEN": "12.............2",
    "DOZEN": "1234............",
    "LOOSE": "12..34..........",
    "EMPTY": "." * 16,
    "NINE": "." * 81,
    "CAGE": write(classic(order=3).with_rules(Cage("r1c1 r1c2", 20)), "json"),
    **{"HARD": HARD, "CLASSIC": CLASSIC, "INKALA": INKALA, "EASY": EASY},
}
NO_PATH = "no path: the puzzle has"
CLASHES = "r1c1 and r1c2 are both 1\n"
UNFILLED = "cage r1c1 r1c2 = 20: no digits fill it\n"

#: For each command, its exit code, and what it prints on stdout or the beginning of it.
ANSWERS = {
    "check UNIQUE": (0, "unique\n"),
    "check HARD": (0, "unique\n"),
    "check NONE": (1, "none\n"),
    "check CLASH": (1, f"none: {CLASHES}"),
    "check 1234341223414122": (1, "none: r4c3 and r4c4 are both 2\n"),
    "check CAGE": (1, f"none: {UNFILLED}"),
    "check -b backtracking --nodes 50 OPEN": (
        124,
        "unknown: limit reached: 50 nodes: one solution found\n",
    ),
    # The exit code is that of the gravest answer. Five nodes are not enough for the hard puzzle.
    "check -b norvig --nodes 5 UNIQUE UNIQUE": (0, "unique\nunique\n"),
    "check -b norvig --nodes 5 UNIQUE OPEN": (1, "unique\nmultiple"),
    "check -b norvig --nodes 5 NONE HARD": (124, "none\nunknown"),
    "check -b norvig --nodes 5 NONE HARD 12..34..2......3x": (2, "none\nunknown"),
    "solve CAGE": (1, f"unsatisfiable: {UNFILLED}"),
    "solve CLASH NONE UNIQUE": (1, f"unsatisfiable: {CLASHES}unsatisfiable\n1234341223414123\n"),
    **{
        f"solve -b {backend} --nodes 1 INKALA": (124, "unknown: limit reached\n")
        for backend in ("norvig", "heuristic", "backtracking", "pysat", "cpsat")
    },
    "count EMPTY": (0, "288\n"),
    "count CLASH": (0, "0\n"),
    "count --limit 10 EMPTY UNIQUE": (0, "10+\n1\n"),
    "count --limit 1 --alphabet ABCD A..............B A..............B": (0, "1+\n1+\n"),
    "count --time 0.05 NINE": (124, ""),
    "count -b norvig --nodes 5 EMPTY": (124, "0+\n"),
    "count --estimate UNIQUE": (0, "about 1, standard error 0, 95 %: 1 to 1 (1 probe)\n"),
    "count --estimate --time 0 NINE": (124, "unknown\n"),
    "analyse UNIQUE": (0, "4 of 6 clues can be removed, each alone: "),
    "analyse LOOSE": (0, "the solutions differ in 12 cells"),
    "analyse --find redundant CLASH": (
        1,
        "the puzzle has no solution: look for a conflict\n",
    ),
    "analyse CLASH": (1, "given r1c1 = 1 and given r1c2 = 1 contradict each other: row 1"),
    "analyse --find redundant --nodes 0 -b norvig CLASSIC": (124, "unknown: a limit was reached\n"),
    "explain LOOSE": (1, f"{NO_PATH} several solutions\n"),
    "explain CLASH": (1, f"{NO_PATH} no solution\n"),
    "hint UNIQUE": (0, "look at row 1\n"),
    "hint --level 3 UNIQUE": (0, "naked single: r1c4 = 4, the only value left\n"),
    "hint UNIQUE --at 124.34..2......3": (1, "wrong: r1c3 = 4\n"),
    "rate EASY": (0, "easy, ER about 1.5 ± 0.1; hardest 1 (digit), 1 (rule); "),
    "rate SOLVED": (0, "0 steps, hardest 0\n"),
    "rate OPEN": (1, "no rating: the puzzle has several solutions\n"),
    "rate --time 0 EASY": (124, ""),
}


@pytest.mark.parametrize("command", ANSWERS)
def test_an_answer_and_its_exit_code(nonet, command):
    code, said = ANSWERS[command]
    done = nonet(*(PUZZLES.get(word, word) for word in shlex.split(command)))
    assert done.code == code
    assert done.out == said if said.endswith("\n") else done.out.startswith(said)
    assert not done.err or code == 2
