"""Collections of OpenSudoku: games in XML, without anything of XML that could harm."""

import re
from dataclasses import replace

import pytest
from examples import case

from nonet.formats import classic, parse, read, read_bytes, write
from nonet.formats.detection import of_line
from nonet.formats.reader import parse_line
from nonet.system.errors import PuzzleError, TooLarge

NINE = classic("53" + "." * 79)
DATA = "53" + "0" * 79
TITLED = replace(NINE, meta=(("title", "a & b"), ("author", "<c>")))
FIRST = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>a &amp; b</name><author>&lt;c&gt;</author>
  <game data="{DATA}" />
  <game data="{DATA}"></game>
</opensudoku>
"""
SECOND = (
    f'<opensudoku version="2"><folder name="x"><game created="1" data="{DATA}" state="0"/>'
    "</folder></opensudoku>"
)


def test_collections_of_both_versions_are_read():
    assert [(record.line, record.puzzle) for record in read(FIRST)] == [(4, TITLED), (5, TITLED)]
    assert parse(SECOND) == NINE
    assert [record.puzzle for record in read(f"{SECOND}\n\n{SECOND}")] == [NINE, NINE]
    assert next(read_bytes(SECOND.encode(), name="a.opensudoku")).puzzle == NINE


def test_puzzles_are_written_with_title_and_author():
    assert parse(write(TITLED, "opensudoku")) == TITLED
    assert parse(write(replace(NINE, meta=(("rules", "x"),)), "opensudoku")) == NINE


def test_all_that_a_collection_says_of_its_games_is_kept():
    keys = ("description", "comment", "created", "source", "level")
    told = replace(NINE, meta=tuple((key, f"the <{key}>") for key in ("title", "author", *keys)))
    assert parse(write(told, "opensudoku")) == told
    elements = "".join(f"<{key}>{key} &amp; more</{key}>" for key in keys)
    found = parse(f'<opensudoku>{elements}<game data="{DATA}" created="1" note="x"/></opensudoku>')
    assert found.meta == tuple((key, f"{key} & more") for key in keys)


def test_bytes_that_are_no_text_are_refused_and_hide_no_game_above():
    bad = FIRST.encode().replace(b"</opensudoku>", b"<name>\xb3</name></opensudoku>")
    *above, last = read_bytes(bad, name="a.opensudoku")
    assert [record.puzzle for record in above] == [TITLED, TITLED]
    assert str(last.error) == "a.opensudoku:6: not UTF-8"
    with pytest.raises(PuzzleError, match="not UTF-8"):
        parse("<opensudoku>\ud800</opensudoku>")


def test_a_bad_game_does_not_hide_others():
    records = list(read(FIRST.replace(DATA, "1", 1)))
    assert [record.puzzle for record in records] == [None, TITLED]
    assert str(records[0].error) == "line 4: a game with 1 character: 81 digits are read"


def test_blank_lines_count():
    bad = '<opensudoku>\n<game data="1"/>\n</opensudoku>'
    lines = [record.line for record in read(f"\n\n{bad}\n\n{bad}\n \n{bad.replace('/>', '>')}")]
    assert lines == [4, 8, 12, 11]
    with pytest.raises(PuzzleError, match="line 4: not XML: mismatched tag"):
        parse("\n \n<opensudoku>\n<name></opensudoku>")


def test_a_document_on_a_line_is_read_among_other_lines():
    assert of_line(SECOND) == "opensudoku"
    assert parse_line(SECOND) == NINE
    assert of_line(FIRST.splitlines()[0]) == of_line("<opensudoku>") == "line"
    with pytest.raises(PuzzleError, match="more than one puzzle"):
        parse_line(SECOND * 2)


def test_what_is_wrong_is_named():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    for text, message in {
        f"<?xml version='1.0'?>\n{bomb}<opensudoku>&b;</opensudoku>": "a document type",
        "<opensudoku>": "line 1: not XML: no element found",
        "<?xml version='1.0'?>\n<opensudoku><name></opensudoku>": "line 2: not XML: mismatched tag",
        "<opensudoku><game/></opensudoku>": "a game with no data",
        '<opensudoku2 version="3"><game/></opensudoku2>': "a document of 'opensudoku2'",
        "<?xml version='1.0'?><svg/>": "a document of 'svg'",
        "<opensudoku>&x;</opensudoku>": "not XML: undefined entity",
    }.items():
        with case(text), pytest.raises(PuzzleError, match=re.escape(message)):
            parse(text)
    with pytest.raises(TooLarge, match="more than 8 deep"):
        parse("<opensudoku>" + "<a>" * 100_000)
    with pytest.raises(PuzzleError, match="a 4×4 puzzle"):
        write(classic(order=2), "opensudoku")
