"""Generated puzzles of which no two are the same."""

import pytest

import nonet
from nonet.generation import Request, Unmet, different, outcomes
from nonet.rules import NonConsecutive

FOUR = Request(nonet.classic(order=2), minimal=True)


def made(request, count, **options):
    return [each for some in different(request, count, **options) for each in some]


def test_no_two_are_the_same_and_none_is_left_out():
    found = made(FOUR, 12, seed=1)
    assert [each.index for each in found] == list(range(12))
    forms = [nonet.canonical(each.puzzle).puzzle for each in found]
    assert len(set(forms)) == 12
    all_made = sorted(
        (each for some in outcomes(FOUR, 40, seed=1) for each in some), key=lambda each: each.index
    )
    first = dict.fromkeys(nonet.canonical(each.puzzle).puzzle for each in all_made)
    assert list(first)[:12] == forms


def test_jobs_change_nothing():
    one, two = (made(FOUR, 6, seed=2, jobs=jobs) for jobs in (1, 2))
    assert [each.puzzle for each in one] == [each.puzzle for each in two]


def test_where_there_are_no_more_it_ends(monkeypatch):
    monkeypatch.setattr("nonet.generation.classes._ENOUGH_REPEATS", 200)
    *found, end = made(FOUR, 100, seed=1)
    assert 30 <= len(found) <= 36  # all minimal puzzles of 4×4
    assert isinstance(end, Unmet)
    assert "the last 200 puzzles were the same as earlier ones" in str(end)


def test_rules_without_canonical_forms_are_refused_before_anything_is_made():
    request = Request(nonet.classic(order=3).with_rules(NonConsecutive()))
    with pytest.raises(nonet.PuzzleError, match="nonconsecutive does not treat all values alike"):
        made(request, 1)
