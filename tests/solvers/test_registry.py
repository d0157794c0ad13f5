"""Specs choose backends, and wrong specs are refused with a hint."""

import pytest

from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Description,
    Provider,
    backends,
    find_backend,
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
        ("cpsat:integer/table,table", "cpsat:integer/table"),
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
        (
            "pysat:minisat22/native,raw",
            "no native cardinality constraints: use .*minicard",
        ),
        ("cpsat:integer/fast", "integer: unknown option 'fast'; use table, default, workers=N"),
        ("cpsat:boolean/fast", "boolean: unknown option 'fast'; use default, workers=N"),
        ("cpsat:integer/workers=0", "workers: choose 1 to 256"),
        ("cpsat:boolean/workers=257", "workers: choose 1 to 256"),
        ("cpsat:real", "cpsat: unknown variant 'real'; use integer, boolean, linked"),
        (
            "first",
            "name at least two contestants, as in first:native[+]pysat$",
        ),
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


def test_every_listed_contestant_is_available_or_gives_a_reason():
    for line in backends():
        if line.spec in ("dimacs:COMMAND", "first:SPEC+SPEC", "FILE.py:FUNCTION"):
            continue  # placeholders
        if line.missing:
            with pytest.raises(
                BackendUnavailable, match=r"not installed|does not run|found|compiled"
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
