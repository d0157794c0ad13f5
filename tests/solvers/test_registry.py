"""Specs choose backends, wrong specs are refused with a hint, and `auto` chooses by the puzzle."""

import pytest
from examples import DOZEN, HARD, classic
from requirements import require_native

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check, check_many, solve, solve_many
from nonet.rules import AntiKnight, Cage, Columns, Rows
from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Description,
    Provider,
    auto,
    backends,
    find_backend,
    preferred,
    register,
    split_specs,
    unregister,
)


@pytest.mark.parametrize(
    ("spec", "full"),
    [
        ("norvig", "norvig"),
        ("cpsat", "cpsat:integer"),
        ("cpsat:boolean", "cpsat:boolean"),
        ("pysat", "pysat:cadical153"),
        ("pysat/minimal", "pysat:cadical153/minimal"),
        ("pysat/extended", "pysat:cadical153"),
        ("pysat:glucose4/raw,ladder", "pysat:glucose4/ladder,raw"),
        ("pysat:minisat22/pairwise,extended", "pysat:minisat22"),
        ("pysat:minicard/native", "pysat:minicard/native"),
        ("cpsat:integer/default,default", "cpsat:integer/default"),
        ("first:norvig,heuristic", "first:norvig+heuristic"),
        ("first:norvig+heuristic", "first:norvig+heuristic"),
        ("first: norvig , pysat", "first:norvig+pysat:cadical153"),
        ("first:pysat/raw,ladder,norvig", "first:pysat:cadical153/ladder,raw+norvig"),
        ("first:pysat/raw,ladder+norvig", "first:pysat:cadical153/ladder,raw+norvig"),
        ("first:norvig,pysat/raw,norvig,cpsat", "first:norvig+pysat:cadical153/raw+cpsat:integer"),
        ("first:auto,norvig", "first:auto+norvig"),
    ],
)
def test_a_spec_names_a_backend(spec, full):
    assert find_backend(spec).spec == full
    assert find_backend(full).spec == full


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("norwig", "no backend 'norwig'; did you mean norvig"),
        ("zzz", "no backend 'zzz'; there are .*norvig.*pysat.*cpsat"),
        ("native+zzz", "no backend 'zzz'; there are"),
        ("native,norwig", "no backend 'norwig'; did you mean norvig"),
        ("native,pysat", "several backends.* write first:native,pysat"),
        ("", "'' is not a spec like"),
        ("pysat:", "'pysat:' is not a spec like"),
        ("norvig:fast", "norvig takes no variant or option"),
        ("norvig/fast", "norvig takes no variant or option"),
        ("auto:fast", "auto takes no variant or option"),
        ("pysat:minisat", "unknown solver 'minisat'; use .*minisat22"),
        ("pysat:Glucose4", "unknown solver 'Glucose4'"),
        ("pysat:minisat-gh", "unknown solver 'minisat-gh'; use .*minisatgh"),
        ("pysat:nosuch/ladder", "unknown solver 'nosuch'"),
        ("pysat:glucose4/stairs", "pysat: unknown option 'stairs'. Choose from pairwise, .*raw"),
        ("pysat:glucose4/raw,,ladder", "pysat: unknown option ''"),
        ("pysat:glucose4/minimal,extended", "pysat: the options .* cannot be combined"),
        ("pysat:minisat22/native,raw", "no native cardinality constraints: use .*minicard"),
        ("cpsat:boolean/fast", "cpsat: unknown option 'fast'; use default, workers=N"),
        ("cpsat:integer/workers=0", "workers: choose 1 to 256"),
        ("cpsat:boolean/workers=257", "workers: choose 1 to 256"),
        ("cpsat:real", "cpsat: unknown variant 'real'; use integer, boolean"),
        ("first", "name at least two contestants, as in first:native[+]pysat$"),
        ("first:norvig", "name at least two contestants"),
        ("first:norvig,norvig", "name at least two contestants"),
        ("first:norvig,zzz", "no backend 'zzz'"),
        ("first:norvig+cpsat:real", "cpsat: unknown variant 'real'"),
        ("first:norvig,first:pysat,cpsat", "first: first:pysat cannot be a contestant of first:"),
    ],
)
def test_errors_in_specs_are_named(spec, complaint):
    with pytest.raises(BackendError, match=complaint):
        find_backend(spec)


def test_only_a_text_names_a_backend():
    with pytest.raises(TypeError, match="is not a spec: name a backend by a text"):
        find_backend(find_backend("norvig"))


def test_every_listed_contestant_is_available_or_gives_a_reason():
    for line in backends():
        if line.spec in ("dimacs:COMMAND", "first:SPEC+SPEC", "FILE.py:FUNCTION"):
            continue  # placeholders
        if line.missing:
            with pytest.raises(
                BackendUnavailable, match=r"not installed|does not run|found|PATH|compiled"
            ):
                find_backend(line.spec)
        else:
            assert find_backend(line.spec).spec == line.spec


def test_a_solver_from_outside_joins_once():
    provider = Provider(
        "guest", lambda: [Description("guest", "a guest")], lambda *_: find_backend("norvig")
    )
    register(provider)
    try:
        assert find_backend("guest").spec == "norvig"
        assert "guest" in {line.spec for line in backends()}
        with pytest.raises(ValueError, match="there is already a backend 'guest'"):
            register(provider)
    finally:
        unregister("guest")
    with pytest.raises(BackendError, match="no backend 'guest'"):
        find_backend("guest")
    with pytest.raises(ValueError, match="no backend 'guest' was registered"):
        unregister("guest")


def test_a_name_of_the_house_is_taken():
    with pytest.raises(ValueError, match="there is already a backend 'norvig'"):
        register(Provider("norvig", list, lambda *_: find_backend("norvig")))


@pytest.mark.parametrize(
    ("specs", "apart"),
    [
        ("norvig", ["norvig"]),
        ("norvig, pysat", ["norvig", "pysat"]),
        (
            "dimacs:/a/minisat/ladder,raw,dimacs:./x -q",
            ["dimacs:/a/minisat/ladder,raw", "dimacs:./x -q"],
        ),
        (
            "first:norvig+pysat/raw,ladder+cpsat,native",
            ["first:norvig+pysat/raw,ladder+cpsat", "native"],
        ),
        ("pysat:glucose4/raw,ladder,norvig", ["pysat:glucose4/raw,ladder", "norvig"]),
        ("pysat/raw,cpsat:boolean", ["pysat/raw", "cpsat:boolean"]),
        ("pysat/raw, norvig", ["pysat/raw", "norvig"]),
        ("pysat/raw, ladder , cpsat", ["pysat/raw,ladder", "cpsat"]),
        ("pysat/raw,my/a.py:solve,b.py:solve", ["pysat/raw", "my/a.py:solve", "b.py:solve"]),
    ],
)
def test_commas_separate_specs_but_not_options(specs, apart):
    assert split_specs(specs) == apart


# --- the choice of auto --------------------------------------------------------------------------

AUTO = find_backend("auto")
BIG = classic("." * 16**2, Cage((0, 1, 2), 20))


@pytest.fixture
def native():
    require_native()


@pytest.fixture
def no_native(monkeypatch):
    def isas():
        raise BackendUnavailable("no compiler")

    monkeypatch.setattr("nonet.solvers.native.core.isas", isas)


# --- the choice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "spec"),
    [
        (classic(HARD), "native"),
        (classic(HARD, AntiKnight()), "native"),
        (classic("." * 16**2), "native"),
        (BIG, "native"),
        (Puzzle(Grid(65, 65), rules=(Rows(), Columns())), auto.SAT),
    ],
)
def test_the_choice_depends_on_the_puzzle(native, puzzle, spec):
    assert auto.choose(puzzle).spec == preferred(puzzle).spec == spec


def test_without_the_native_engine_it_is_a_sat_solver(no_native):
    choice = auto.choose(classic(HARD))
    assert choice.spec == auto.SAT
    assert str(choice) == f"{auto.SAT}: the native engine is not available: no compiler"
    assert solve(DOZEN).by == auto.SAT
    assert [answer.by for answer in solve_many([DOZEN, DOZEN, BIG])] == [auto.SAT] * 3
    assert {str(verdict.kind) for verdict in check_many([classic(HARD)] * 2)} == {"unique"}


def test_the_sat_solver_gets_puzzles_too_large_for_native(native):
    wide = Puzzle(Grid(1, 2, range(70)), rules=(Rows(),))
    assert "70 values" in auto.choose(wide).reason
    assert solve(wide).by == auto.SAT


def test_auto_is_the_default(native):
    assert solve(DOZEN).by == solve(DOZEN, "auto").by == "native"
    assert check(BIG).answers[0].by == "native"
