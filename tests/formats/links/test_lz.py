"""The codec of links agrees with JavaScript's, and refuses other texts."""

from contextlib import suppress

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats.links.lz import Damaged, beginning, compress, decompress
from nonet.system.errors import PuzzleError, TooLarge

#: Links as lz-string itself writes them.
KNOWN = {
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgSzN"
    "hADWzCGgAWbdpxhcgA==": '{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],'
    '[{},{},{},{}],[{},{},{},{}]],"antiknight":true}',
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1AxjQgHsA7BCgVwBs6BfZYZ1lxgXWULb4+68Ow1oPbi+nbiGIUARgEMq8QiDoQKM"
    "MPjwgASgCYAwgEYQqQ0YMgpXVOs35QDrTv3GzF49amoyNABcXIwQQAGIAMQAGADYAdmjzEAB3HACACwQogDoDAFZUADMMMg"
    "BbI0owAIwFDQDQvRh5JRAuRiA==": '{"size":4,"grid":[[{"region":null},{},{},{}],[{},{},{},{}],'
    '[{},{},{},{}],[{},{},{},{}]],"renban":[{"lines":[["R2C1","R2C2"]]}],"line":[{"lines":'
    '[["R2C1","R2C2"]],"outlineC":"#F067F0","width":0.25,"fromConstraint":"Renban"}]}',
    "Q===": "",
}
#: Half of a surrogate pair is not a character.
texts = st.text(st.characters(exclude_categories=["Cs"]))


def test_links_of_javascript_are_read_and_written_alike():
    for link, text in KNOWN.items():
        with case(text):
            assert decompress(link) == text
            assert compress(text) == link


@given(texts | st.text("ab", min_size=50))
def test_every_text_comes_back(text):
    assert decompress(compress(text)) == text
    in_a_uri = compress(text).rstrip("=").replace("/", "-")
    assert decompress(in_a_uri + "$") == text


def test_an_emoji_is_two_units_as_in_javascript():
    assert compress("😀") == compress("\ud83d\ude00") == "rwbgA9o="
    assert decompress(compress("a😀b")) == "a😀b"


def test_padding_may_be_missing_or_too_long_and_a_space_was_a_plus():
    link, text = list(KNOWN.items())[1]
    assert "+" in link
    for changed in (link.rstrip("="), link + "====", link.replace("+", " "), link + "$"):
        with case(changed):
            assert decompress(changed) == text


def test_text_after_the_end_is_an_error():
    link = "N4IgzglgXgpiBcAWANCA5gJwgEwQbQF0BfIA"
    for more in (link, "/load/" + link, " with killer cages"):
        with case(more), pytest.raises(Damaged, match="something follows the compressed text"):
            decompress(link + more)


def test_other_texts_are_damaged_links():
    [link, *_] = KNOWN
    cut = [link[:length] for length in range(1, 60)]
    for bad in ("", "=", "!", "Å" * 20, "\0", "D", "/" * 100, compress("\ud800"), *cut):
        with case(bad), pytest.raises(Damaged):
            decompress(bad)


def test_a_bomb_is_stopped_before_it_bursts():
    bomb = compress("0" * 200_000)
    assert len(bomb) < 2_000
    with pytest.raises(TooLarge, match="the text of the link is longer than the limit of 1000"):
        decompress(bomb, most=1000)
    with pytest.raises(TooLarge, match="the link has 3000000 characters"):
        decompress("N" * 3_000_000)


@given(st.text("ABCNQgIi4+/=- $", max_size=60) | texts)
def test_any_text_is_read_or_refused(text):
    with suppress(PuzzleError):
        decompress(text, most=10_000)
    assert len(beginning(text)) <= 32


@given(texts)
def test_another_implementation_agrees(text):
    others = pytest.importorskip("lzstring")
    units = text.encode("utf-16-le")
    pairs = (units[at : at + 2] for at in range(0, len(units), 2))
    halves = "".join(chr(int.from_bytes(pair, "little")) for pair in pairs)
    assert others.compress_to_base64(halves) == compress(text)
    assert (others.decompress_from_base64(compress(text)) or "") == halves
