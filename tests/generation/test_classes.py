"""Generated puzzles of different classes."""

from dataclasses import replace
from functools import cache

import pytest

import nonet
from nonet.generation import Queue, Request, Unmet, classes, different, generate, outcomes
from nonet.rules import NonConsecutive

FOUR = Request(nonet.classic(order=2), minimal=True)
canonical = cache(classes.canonical)


def made(request, count, **options):
    return [each for some in different(request, count, **options) for each in some]


def test_every_class_is_made_once():
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


@pytest.fixture
def few_repeats(monkeypatch):
    """Stop after fewer repetitions, and cache the canonical form of each puzzle."""
    monkeypatch.setattr(classes, "_ENOUGH_REPEATS", 30)
    monkeypatch.setattr(classes, "canonical", canonical)


def test_generation_ends_when_no_class_is_left(few_repeats):
    *found, end = made(FOUR, 100, seed=1)
    assert 20 <= len(found) <= 36  # all minimal puzzles of 4×4
    assert isinstance(end, Unmet)
    assert "the last 30 puzzles were the same as earlier ones" in str(end)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_puzzles_before_an_unmet_one_are_made(jobs):
    asked = {"clues": (4, 5), "attempts": 1}
    before = []
    with pytest.raises(Unmet) as plain:
        before.extend(generate(FOUR.model, 20, seed=3, **asked))
    *found, end = made(Request(FOUR.model, **asked), 20, seed=3, jobs=jobs)
    assert len(found) == len({nonet.canonical(each.puzzle).puzzle for each in before}) > 2
    assert [each.index for each in found] == list(range(len(found)))
    assert (end.index, end.lacking) == (len(found), plain.value.lacking)


def test_the_end_comes_after_late_puzzles(monkeypatch, few_repeats):
    """Otherwise, the queue would wait for earlier puzzles forever."""
    expected = made(FOUR, 150, seed=1)
    assert isinstance(expected[-1], Unmet)

    def late(*asked):
        every = sorted((o for some in outcomes(*asked) for o in some), key=lambda o: o.index)
        yield from (every[30:], every[:30])

    monkeypatch.setattr(classes, "outcomes", late)
    *found, end = made(FOUR, 150, seed=1)
    assert [each.puzzle for each in found] == [each.puzzle for each in expected[:-1]]
    assert (end.index, str(end)) == (len(found), str(expected[-1]))


@pytest.fixture
def three():
    """Puzzles of three classes, in order."""
    return made(FOUR, 3, seed=1)


def until_ctrl_c(found):
    """Return the outcomes before and after Ctrl-C, in order as on the command line."""
    queue, shown = Queue(), []
    with pytest.raises(KeyboardInterrupt):
        shown.extend(each for some in found for each in queue.add(some))
    return [each.puzzle for each in [*shown, *queue.rest()]]


def test_on_ctrl_c_waiting_puzzles_are_yielded_once(monkeypatch, three):
    _, second, third = three

    def interrupted(*asked):
        yield [second]
        yield [third, replace(second, index=3)]
        raise KeyboardInterrupt

    monkeypatch.setattr(classes, "outcomes", interrupted)
    assert until_ctrl_c(different(FOUR, 5)) == [second.puzzle, third.puzzle]


def test_ctrl_c_during_a_comparison_loses_no_puzzle(monkeypatch, three):
    real, asked = classes.canonical, []

    def interrupted(puzzle):
        asked.append(puzzle)
        if len(asked) == 3:  # after the model and the first one
            raise KeyboardInterrupt
        return real(puzzle)

    monkeypatch.setattr(classes, "outcomes", lambda *_: (some for some in [three]))
    monkeypatch.setattr(classes, "canonical", interrupted)
    assert until_ctrl_c(different(FOUR, 5)) == [each.puzzle for each in three]


def test_ctrl_c_during_printing_ends_the_work(monkeypatch, three):
    first, second, _ = three

    def finishing(*asked):
        try:
            yield [first]
        except KeyboardInterrupt:
            yield [second]
            raise

    monkeypatch.setattr(classes, "outcomes", finishing)
    found = different(FOUR, 5)
    assert [each.puzzle for each in next(found)] == [first.puzzle]
    assert [each.puzzle for each in found.throw(KeyboardInterrupt())] == [second.puzzle]
    with pytest.raises(KeyboardInterrupt):
        next(found)


def test_rules_without_canonical_forms_are_refused_at_once():
    request = Request(nonet.classic(order=3).with_rules(NonConsecutive()))
    with pytest.raises(nonet.PuzzleError, match="nonconsecutive does not treat all values alike"):
        made(request, 1)
