"""The specs of portfolios."""

import pytest

from nonet.solvers import (
    BackendError,
    find_backend,
    split_specs,
)


@pytest.mark.parametrize(
    ("spec", "full"),
    [
        ("first:norvig,heuristic", "first:norvig+heuristic"),
        ("first:norvig+heuristic", "first:norvig+heuristic"),
        ("first: norvig , pysat", "first:norvig+pysat:cadical153"),
        ("first:pysat/raw,ladder,norvig", "first:pysat:cadical153/ladder,raw+norvig"),
        ("first:pysat/raw,ladder+norvig", "first:pysat:cadical153/ladder,raw+norvig"),
        ("first:norvig,pysat/raw,norvig,cpsat", "first:norvig+pysat:cadical153/raw+cpsat:integer"),
        ("first:auto,norvig", "first:auto+norvig"),
    ],
)
def test_the_contestants_of_a_spec(spec, full):
    assert find_backend(spec).spec == full
    assert find_backend(full).spec == full


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (
            "first",
            "name two contestants or more, as in first:native[+]pysat, or first:native,pysat",
        ),
        ("first:norvig", "name two contestants or more"),
        ("first:norvig,norvig", "name two contestants or more"),
        ("first:norvig,zzz", "no backend 'zzz'"),
        ("first:norvig+cpsat:real", "cpsat: unknown variant 'real'"),
        ("first:norvig,first:pysat,cpsat", "first: first:pysat cannot be a contestant of first:"),
    ],
)
def test_errors_in_specs_are_named(spec, complaint):
    with pytest.raises(BackendError, match=complaint):
        find_backend(spec)


def test_in_a_list_they_are_joined_by_plus():
    assert split_specs("first:norvig+pysat/raw,ladder+cpsat,native") == [
        "first:norvig+pysat/raw,ladder+cpsat",
        "native",
    ]
