"""Invented races: rows, tables and results like those of `nonet.race`."""

import json
import math

import numpy as np

from nonet.formats import classic
from nonet.racing import RaceResult, Row

LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)
PHASES = ("model", "encode", "load", "solve", "decode")


def row(contestant="native", puzzle="p1", seconds=0.001, limit=1.0, problem="", **others):
    """One run, decided if it kept the limit without a problem."""
    is_decided = not seconds > limit and not problem
    seconds = min(seconds, limit) if not math.isnan(limit) else seconds
    shares = others.pop("shares", (0.1, 0.2, 0.1, 0.5, 0.1))
    fields = {
        "group": "",
        "values": 9,
        "empty": 0.7,
        "repeat": 0,
        "mode": "check",
        "setting": "cold",
        "verdict": "unique" if is_decided else "unknown",
        "decided": is_decided,
        **{phase: seconds * share for phase, share in zip(PHASES, shares, strict=True)},
        "check": 1e-5,
        "cpu": seconds,
        "counters": json.dumps({"nodes": 1}),
        "error": f"it was {problem}" if problem else None,
        "machine": "Z80, 1 core",
    }
    same = {"contestant": contestant, "puzzle": puzzle, "seconds": seconds}
    return Row(**fields | same | {"limit": limit, "problem": problem} | others)


def rows(contestants=LINE_UP, puzzles=40, repeats=1, seed=0, limit=1.0, sizes=(9,), setting="cold"):
    """Return runs on easy and hard puzzles. Each contestant is slower than the one before."""
    random = np.random.default_rng(seed)
    found = []
    for number in range(1, puzzles + 1):
        size, empty = int(random.choice(sizes)), round(random.uniform(0.4, 0.8), 3)
        # The hardest puzzles have two thirds of their cells empty.
        hardness = random.normal() + 2.5 * np.exp(-(((empty - 0.66) / 0.06) ** 2))
        for place, contestant in enumerate(contestants):
            level = -11.5 + 9 * place / max(1, len(contestants) - 1) + 2 * (size / 9 - 1)
            slope = 1.8 if contestant in LINE_UP[1:4] else 0.6
            for repeat in range(repeats):
                found.append(
                    row(
                        contestant,
                        f"p{number}",
                        float(np.exp(level + slope * hardness + 0.3 * random.normal())),
                        limit,
                        repeat=repeat,
                        values=size,
                        empty=empty,
                        setting=setting,
                        shares=random.dirichlet([1, 3 if ":" in contestant else 1, 1, 6, 0.5]),
                    )
                )
    return found


def table(some_rows):
    return result(some_rows).table()


def invented(*args, **options):
    return table(rows(*args, **options))


def result(some_rows):
    names = dict.fromkeys(each.puzzle for each in some_rows)
    empty = classic(order=2)
    return RaceResult(
        tuple(empty for _ in names),
        tuple(dict.fromkeys(each.contestant for each in some_rows)),
        tuple(some_rows),
        {"cpu": "Abacus", "cores": 2, "memory": 2**33, "versions": {"numpy": "2.0"}}
        | {"seed": 7, "mode": "check", "setting": "cold", "repeats": 1, "shuffled": True}
        | {"seconds": 1.0, "nodes": None, "most": 2, "processes": False},
    )
