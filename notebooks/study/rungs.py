"""The race on 9×9: its puzzles, and the rungs from textbook backtracking to the compiled engine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise

import numpy as np
import pandas as pd

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers.native.lockstep import arrays
from study.estimates import number
from study.samples import sample

FILES = {"17 clues": "17clue.txt", "hardest": "hard375.txt"}
GROUPS = ("30 clues", *FILES)
#: Puzzles in the package, for a quick run.
_SHIPPED = {"17 clues": ("Royle 1", "Brute force"), "hardest": ("AI Escargot", "Golden Nugget")}

#: The counter of each solver that is a step.
STEPS = {"backtracking": "nodes", "heuristic": "iterations", "norvig": "nodes", "native": "guesses"}
ONE, MANY = "arrays, one", "arrays, many"
RUNGS = [*STEPS, ONE, MANY]

#: How often a rung is repeated, so that its time is longer than the resolution of the clock.
_REPEATS = {"native": 20, ONE: 50}

_FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def drawn(count: int, *, quick: bool) -> tuple[list[Puzzle], list[str]]:
    """Return `count` puzzles of each group, and the group of each puzzle.

    A quick run takes two puzzles of each group, from the package.
    """
    if quick:
        count = 2
        path = files("nonet") / "puzzles" / "famous.txt"
        famous = {record.puzzle.label: record.puzzle for record in nonet.read_file(path)}
        groups = {group: [famous[name] for name in names] for group, names in _SHIPPED.items()}
    else:
        groups = {group: sample(file, count, seed=3) for group, file in FILES.items()}
    made = nonet.generate(nonet.classic(order=3), count, seed=3, clues=30)
    ordinary = [
        replace(each.puzzle, meta=(("label", f"30 clues {at}"),)) for at, each in enumerate(made)
    ]
    groups = {"30 clues": ordinary} | groups
    puzzles = [puzzle for group in groups.values() for puzzle in group]
    return puzzles, [group for group, some in groups.items() for _ in some]


def climbed(
    puzzles: Sequence[Puzzle], groups: Sequence[str], most: dict[str, int], *, quick: bool
) -> pd.DataFrame:
    """Return the CPU seconds and steps of each rung on each puzzle.

    `most` limits the steps for an answer. A limit in steps does not depend on the machine's load.
    """
    for rung in (*STEPS, ONE):
        _checked(rung, _FIRST, most)  # imports and tables
    texts = ["".join(str(value or ".") for value in puzzle.givens) for puzzle in puzzles]
    rows = []
    for text, group, puzzle in zip(texts, groups, puzzles, strict=True):
        for rung in (*STEPS, ONE):
            repeats = 1 if quick else _REPEATS.get(rung, 1)
            start = time.process_time()
            for _ in range(repeats):
                steps, decided = _checked(rung, text, most)
            spent = (time.process_time() - start) / repeats
            rows.append((rung, group, puzzle.label, spent, steps, decided))
    for group in GROUPS:
        some = [at for at, each in enumerate(groups) if each == group]
        each = _each_of_many("".join(texts[at] for at in some), 10 if quick else 2000)
        rows += [(MANY, group, puzzles[at].label, each, 0, True) for at in some]
    return pd.DataFrame(rows, columns=["contestant", "group", "puzzle", "cpu", "steps", "decided"])


def _checked(rung: str, text: str, most: dict[str, int]) -> tuple[int, bool]:
    """Return the steps of a check, and whether it answered."""
    if rung == ONE:
        return 0, bool(arrays.check(text.encode()).counts[0] == 1)
    verdict = nonet.check(text, backend=rung, limits=nonet.Limits(nodes=most.get(rung)))
    steps = sum(answer.counters.get(STEPS[rung], 0) for answer in verdict.answers)
    # The start of `native` is not a guess, but it is a step.
    return steps + (rung == "native"), verdict.kind == "unique"


def _each_of_many(text: str, times: int) -> float:
    """Return the CPU seconds of a puzzle among many, which are asked together and repeatedly."""
    arrays.check(text.encode())
    start = time.process_time()
    found = arrays.check((text * times).encode())
    return (time.process_time() - start) / len(found.counts)


def factors(runs: pd.DataFrame) -> pd.DataFrame:
    """Return how many times as quick each rung is as the one before, by group, as text."""
    mean = runs.groupby(["group", "contestant"], sort=False)["cpu"].mean().unstack()
    gave_up = given_up(runs)
    shown: dict[str, dict[str, str]] = {}
    for group in GROUPS:
        pairs = {f"{lower} → {upper}": (lower, upper) for lower, upper in pairwise(RUNGS)}
        pairs["all in all"] = (RUNGS[0], RUNGS[-1])
        ratios = {
            name: mean.loc[group, lower] / mean.loc[group, upper]
            for name, (lower, upper) in pairs.items()
        }
        assert np.isclose(np.prod(list(ratios.values())[:-1]), ratios["all in all"])
        shown[group] = {
            name: _said(ratios[name], gave_up[group, lower], gave_up[group, upper])
            for name, (lower, upper) in pairs.items()
        }
    return pd.DataFrame(shown)


def given_up(runs: pd.DataFrame) -> pd.Series:
    """Return the number of puzzles that each rung gave up, by group and rung."""
    return (~runs["decided"].astype(bool)).groupby([runs["group"], runs["contestant"]]).sum()


def _said(ratio: float, slow_gave_up: int, quick_gave_up: int) -> str:
    if slow_gave_up and quick_gave_up:
        return "not known"
    return ("≥ " if slow_gave_up else "") + number(float(f"{ratio:.2g}"))


def prices(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the mean steps, the price of a step and the mean time, where a rung answered."""
    done = runs[runs["decided"] & runs["contestant"].isin(STEPS)]
    by_group = done.groupby(["contestant", "group"], sort=False)
    sums, count = by_group[["steps", "cpu"]].sum(), by_group.size()
    return pd.DataFrame(
        {
            "mean steps": sums["steps"] / count,
            "price of a step": sums["cpu"] / sums["steps"],
            "mean time": sums["cpu"] / count,
            "decided": count,
        }
    )
