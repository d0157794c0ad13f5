"""Tests of parse and read, from texts, bytes and files."""

import gzip
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from nonet.formats import FORMATS, parse, read, read_file, read_source, write
from nonet.formats.reader import parse_line
from nonet.system.errors import PuzzleError

FOUR = "12..341.....4..."


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n\n  # comments"])
def test_nothing_to_read(text):
    assert list(read(text)) == []
    with refused("some.txt: no puzzle in the text"):
        parse(text, name="some.txt")


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_text_is_not_a_puzzle_in_any_format(format):
    assert list(read("\n \n", format=format)) == []


def test_several_puzzles_and_unknown_formats_are_refused_at_once():
    with refused("some.txt:3: the text has more than one puzzle. Use read() to read all puzzles"):
        parse(f"{FOUR}\n\n{FOUR}", name="some.txt")
    with refused("some.txt: unknown format 'jigsow'; did you mean 'jigsaw'?"):
        read(FOUR, format="jigsow", name="some.txt")


def test_a_record_is_a_puzzle_or_an_error():
    good, bad = read(f"\n{FOUR}\n{FOUR[1:]}", name="some.txt")
    assert (good.index, good.line, good.puzzle, good.error) == (0, 2, parse(FOUR), None)
    assert (bad.index, bad.line, bad.puzzle) == (1, 3, None)
    assert str(bad.error) == "some.txt:3: 15 characters: a 4×4 puzzle has 16"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_of_all_systems(end, mark):
    data = f"{mark}# two{end}{end}{FOUR}{end}{mark}{FOUR} läbel{end}".encode()
    records = list(read_source(data))
    assert [record.line for record in records] == [3, 4]
    assert [record.puzzle.label for record in records] == [None, "läbel"]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0", b"12..\0", b"\xff\xfe1"])
def test_binary_is_refused(data):
    with refused("some.txt: not a text file"):
        read_source(data, name="some.txt")


def test_compressed_bytes_are_refused_with_advice():
    packed = gzip.compress("\n".join(map(str, range(500))).encode())
    with refused("some.txt: compressed: unpack it (gzip -d, zstd -d)"):
        read_source(packed, name="some.txt")


def test_a_byte_that_is_no_text_spoils_only_its_puzzle():
    four, model = FOUR.encode(), write(parse(FOUR), "json").encode()
    labelled = model[:-1] + b', "meta": {"label": "\xe9"}}'
    for data, errors in {
        b"%s\n12\0..\n%s\n" % (four, four): [None, "a:2: a NUL byte", None],
        b"12\0..\n%s\n" % four: ["a:1: a NUL byte", None],
        b"%s\n%s\0\n%s \xe9\n%s\n" % (four, four, four, four): [
            *(None, "a:2: a NUL byte", "a:3: not UTF-8", None)
        ],
        f"{FOUR}\n12\0..\n".encode("utf-16"): [None, "a:2: a NUL byte"],
        b"# caf\xe9\n%s\n%s\n" % (four, four): [None, None],
        b"%s\n\xe9%s\n%s\n" % (four, four, four): [None, "a:2: not UTF-8", None],
        b"%s\n%s\n" % (model, labelled): [None, "a:2: not UTF-8"],
        b"\xe9\n": ["a:1: not UTF-8"],
    }.items():
        found = [record.error and str(record.error) for record in read_source(data, name="a")]
        assert found == errors, data


def test_half_of_a_character_spoils_only_its_puzzle():
    escaped = write(parse(FOUR), "json")[:-1] + r', "meta": {"label": "x\uD83D"}}'
    half = r"an escape such as \ud800 is half of a character, and its other half is missing"
    for text, errors in {
        f"{FOUR} caf\udce9": ["line 1: not UTF-8"],
        f"{FOUR}\n{FOUR} x\ud83d\n{FOUR} \U0001f600": [None, "line 2: not UTF-8", None],
        f"# \ud83d\n{FOUR}": [None],
        escaped: [f"line 1: {half}"],
        escaped.replace(", ", ",\n").replace("}}", "}\n}"): [f"line 1: {half}"],
        f"{escaped}\n" + escaped.replace(r"\uD83D", r"\uD83D\uDE00"): [f"line 1: {half}", None],
        escaped.replace(r"\uD83D", r"\\uD83D"): [None],
    }.items():
        found = [record.error and str(record.error) for record in read(text)]
        assert found == errors, text
    for reader in (parse, parse_line):
        with pytest.raises(PuzzleError, match="not UTF-8"):
            reader(f"{FOUR} x\ud83d")


def test_finding_each_of_many_bad_lines_is_fast():
    """If each error searched all bad lines, this would take minutes."""
    start = process_time()
    found = read_source((FOUR.encode() + b" \xe9\n") * 10_000)
    assert [record.error.line for record in found] == list(range(1, 10_001))
    assert process_time() - start < 10


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.sdm", FOUR, "the line has 16 characters instead of 81"),
        ("a.SDK", FOUR, "the row has 16 characters instead of 9"),
        ("a.ss", FOUR, "1 row of 16 cells: a 4×4 puzzle has 4 rows of 4"),
        ("a.jigsaw", FOUR, "the jigsaw has givens but no layout of its regions"),
        ("a.jsonl", ".", "not JSON: Expecting value at column 1"),
        ("a.txt", FOUR[1:], "15 characters: a 4×4 puzzle has 16"),
    ],
)
def test_the_extension_tells_the_format(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    [record] = read_file(path)
    assert str(record.error) == f"{path}:1: {message}"


def test_a_named_format_comes_before_the_extension(tmp_path):
    path = tmp_path / "a.sdm"
    path.write_text(FOUR)
    assert next(read_file(path, format="line")).puzzle == parse(FOUR)


LONG = 1_000_000
ENORMOUS = [
    ("5" * LONG, f"line 1: {LONG} characters: the largest puzzle (256×256) has 65536"),
    ("5 " * (LONG // 2), f"line 1: {LONG // 2} tokens: the largest puzzle (256×256) has 65536"),
    ("|" * LONG, "line 1: there is no cell between two bars"),
    ("{" * LONG, "line 1: not JSON: Expecting property name enclosed in double quotes at column 2"),
    ('{"a":' * (LONG // 5), "line 1: not a model: nested too deeply"),
    ("[" * LONG, "line 1: not a model: nested too deeply"),
    ('{"a":' + "1" * LONG, "line 1: not a model: a number of thousands of digits"),
    (
        "[P" + "u" * LONG,
        "line 1: the section '[Puuuuuuuuuuuuuuuuuu…' belongs to a game in progress. "
        "nonet reads only [Puzzle]",
    ),
    ("#" * LONG, "no puzzle in the text"),
]


@pytest.mark.parametrize(("text", "message"), ENORMOUS, ids=[text[:2] for text, _ in ENORMOUS])
def test_a_line_of_a_megabyte_is_refused_in_a_short_message(text, message):
    """If each sign started another pass over the text, this would take hours."""
    with refused(message):
        parse(text)


@given(
    st.text(st.sampled_from('01239.*_xXAFGY|-+= \n#[]{}":,P'), max_size=60) | st.text(max_size=30),
    st.sampled_from([None, *FORMATS]),
)
def test_any_text_gives_puzzles_or_errors_of_one_line(text, format):
    records, whole = [], None
    try:
        records = list(read(text, format=format))
    except PuzzleError as error:
        whole = error
    assert "\n" not in str(whole)
    for index, record in enumerate(records):
        assert record.index == index
        assert (record.puzzle is None) != (record.error is None)
        assert "\n" not in str(record.error)


@pytest.mark.parametrize("read_or_parse", [read, parse])
@pytest.mark.parametrize("text", [None, 5, b"1...", [[1, 2], [2, 1]]])
def test_other_types_than_texts_are_refused(read_or_parse, text):
    with pytest.raises(TypeError, match=r"is not a text. Use as_puzzle\(\) for rows of values"):
        read_or_parse(text)
