"""Which split a puzzle goes into."""

import pytest

from nonet.streaming.datasets import Splits
from nonet.streaming.datasets.splits import share_of
from nonet.system.errors import PuzzleError

FORMS = [str(number) for number in range(10_000)]


def sizes(text):
    splits = Splits.parse(text)
    places = [splits.place_of(form) for form in FORMS]
    return [places.count(place) for place in range(len(splits.names))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("train=0.9,test=0.1", [9000, 1000]),
        ("a=.7, b=.2, c=.1", [7000, 2000, 1000]),
        ("x=1", [10000]),
    ],
)
def test_shares_are_met_as_well_as_chance_does(text, expected):
    for size, wanted in zip(sizes(text), expected, strict=True):
        assert abs(size - wanted) < 200


def test_a_form_stays_in_its_split_when_others_are_divided():
    two, three = Splits.parse("train=0.9,test=0.1"), Splits.parse("train=0.8,valid=0.1,test=0.1")
    for form in FORMS:
        assert (two.place_of(form) == 1) == (three.place_of(form) == 2)


def test_the_place_of_a_form_never_changes():
    assert share_of("." * 81) == pytest.approx(0.1410714720543209)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("train=0.9", "the shares of the splits add up to 0.9, not to 1"),
        ("train=0.9,test=0.2", "the shares of the splits add up to 1.1, not to 1"),
        ("train=1,test=0", "test=0: a share is more than 0 and 1 at most"),
        ("train=nan,test=0.5", "train=nan: a share is more than 0 and 1 at most"),
        ("train", "'train' is no split: NAME=SHARE is one, such as train=0.9"),
        ("train=most", "'train=most' is no split: NAME=SHARE is one, such as train=0.9"),
        ("", "'' is no split: NAME=SHARE is one, such as train=0.9"),
        ("../train=1", "'../train' is no name of a split: letters and digits make one"),
        ("=1", "'' is no name of a split: letters and digits make one"),
        ("a=0.5,A=0.5", "splits with the same name: a, A"),
    ],
)
def test_what_is_no_split_is_refused(text, message):
    with pytest.raises(PuzzleError) as refused:
        Splits.parse(text)
    assert str(refused.value) == message


def test_no_splits_are_refused():
    with pytest.raises(PuzzleError, match="no split: a dataset has one at least"):
        Splits.of({})
