"""Links of f-puzzles are found and read, each key is its rule, and puzzles are written."""

import json
from dataclasses import replace

import pytest
from examples import case
from link_documents import HOUSES, SIX, on_six, rules_of, text

from nonet import rules as r
from nonet.formats import classic, latin, parse, read_file, read_values, write
from nonet.formats.links import lz
from nonet.formats.links.contract import are_same
from nonet.formats.links.entries import FLAGS
from nonet.formats.links.fpuzzles.conversion import document_of
from nonet.formats.links.fpuzzles.keys import KEYS, NEGATIVES
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

# --- keys ----------------------------------------------------------------------------------------

LINE = ["R1C1", "R1C2", "R2C3", "R2C4"]
CELLS = "r1c1 r1c2 r2c3 r2c4"
ON_LINE = {"lines": [LINE]}


def drawn(name, **looks):
    """Return the line that scripts draw for their keys."""
    return {"line": [{"lines": [LINE], "fromConstraint": name, **looks}]}


def ended(name, **looks):
    """Return the line that scripts draw for their keys, with a circle at its end."""
    return drawn(name, **looks) | {"circle": [{"cells": ["R1C1"], "fromConstraint": name}]}


def caged(name):
    return {"cage": [{"cells": LINE, "fromConstraint": name}]}


def clue(cell, value, name):
    return {"text": [{"cells": [cell], "value": value, "fromConstraint": name}]}


SQUARE = ["R1C1", "R1C2", "R2C1", "R2C2"]
SHAFTS = [["R3C2", "R4C3"], ["R3C1", "R4C1", "R5C1"]]
DIAGONAL = {"cell": "R0C3", "cells": ["R1C4", "R2C5", "R3C6"], "direction": "DR", "value": "9"}

#: For each key, an entry, its rules, and the copies that scripts draw of it, if any.
SAMPLES = {
    "odd": ({"cell": "R1C1"}, [r.Odd("r1c1")]),
    "even": ({"cell": "R6C6"}, [r.Even("r6c6")]),
    "minimum": ({"cell": "R1C1"}, [r.Minimum("r1c1")]),
    "maximum": ({"cell": "R2C1"}, [r.Maximum("r2c1")]),
    "extraregion": ({"cells": LINE}, [r.ExtraRegion(CELLS)]),
    "thermometer": ({"lines": [LINE, ["R1C1", "R2C1"]]}, [r.Thermo(CELLS), r.Thermo("r1c1 r2c1")]),
    "slowthermometer": (
        ON_LINE,
        [r.SlowThermo(CELLS)],
        ended("Slow Thermometer", outlineC="#6495ED", width=0.3),
    ),
    "palindrome": (ON_LINE, [r.Palindrome(CELLS)]),
    "renban": (ON_LINE, [r.Renban(CELLS)], drawn("Renban", outlineC="#F067F0")),
    "whispers": (ON_LINE, [r.Whisper(CELLS)], drawn("Whispers")),
    "germanwhispers": (ON_LINE, [r.Whisper(CELLS)], drawn("German Whispers")),
    "dutchwhispers": (ON_LINE, [r.Whisper(CELLS, 2)], drawn("Dutch Whispers")),
    "betweenline": (ON_LINE, [r.Between(CELLS)]),
    "lockout": (ON_LINE, [r.Lockout(CELLS)], drawn("Lockout")),
    "regionsumline": (ON_LINE, [r.RegionSum(CELLS)], drawn("Region Sum Line")),
    "entropicline": (ON_LINE, [r.Entropic(CELLS)], drawn("Entropic Line")),
    "modularline": (ON_LINE, [r.Modular(CELLS)], drawn("Modular Line")),
    "nabner": (ON_LINE, [r.Nabner(CELLS)], drawn("Nabner")),
    "zipperline": (ON_LINE, [r.Zipper(CELLS)], drawn("Zipper Line")),
    "doublearrow": (ON_LINE, [r.DoubleArrow(CELLS)], ended("Double Arrow")),
    "arrow": (
        {"cells": ["R3C1", "R3C2"], "lines": SHAFTS},
        [r.Arrow("r3c1 r3c2", "r4c3"), r.Arrow("r3c1 r3c2", "r4c1 r5c1")],
    ),
    "killercage": ({"cells": LINE, "value": "12"}, [r.Cage(CELLS, 12)]),
    "cage": ({"cells": LINE, "value": "DR3"}, [r.Cage(CELLS, root=3)]),
    "littlekillersum": (DIAGONAL, [r.LittleKiller("r1c4", "down-right", 9)]),
    "sandwichsum": ({"cell": "R0C2", "value": "0"}, [r.Sandwich("r1c2-r6c2", 0)]),
    "xsum": ({"cell": "R3C7", "value": 9}, [r.XSum("r3c6-r3c1", 9)], clue("R3C7", "9", "X-Sum")),
    "skyscraper": (
        *({"cell": "R7C1", "value": "2"}, [r.Skyscraper("r6c1-r1c1", 2)]),
        clue("R7C1", "2", "Skyscraper"),
    ),
    "difference": ({"cells": ["R1C1", "R1C2"]}, [r.WhiteDot("r1c1 r1c2")]),
    "ratio": ({"cells": ["R1C1", "R5C5"], "value": "3"}, [r.BlackDot("r1c1 r5c5", ratio=3)]),
    "xv": ({"cells": ["R1C1", "R1C2"], "value": "V"}, [r.V("r1c1 r1c2")]),
    "clone": (
        {"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C1", "R4C2"]},
        [r.Clone("r1c1 r1c2", "r4c1 r4c2")],
    ),
    "quadruple": ({"cells": SQUARE, "values": [1, 1, 3]}, [r.Quadruple("r1c1-r2c2", [1, 1, 3])]),
    "rowindexer": ({"cells": LINE}, [r.RowIndexer(CELLS)], caged("Row Indexer")),
    "columnindexer": ({"cells": LINE}, [r.ColumnIndexer(CELLS)], caged("Column Indexer")),
    "boxindexer": ({"cells": LINE}, [r.BoxIndexer(CELLS, 2, 3)], caged("Box Indexer")),
}
ENTRIES = {key: (entry, rules, *copy, {})[:3] for key, (entry, rules, *copy) in SAMPLES.items()}


def test_there_is_an_entry_of_every_key():
    assert ENTRIES.keys() == {key.name for key in KEYS}


@pytest.mark.parametrize("key", ENTRIES)
def test_entries_are_rules_with_and_without_a_copy(key):
    entry, expected, copy = ENTRIES[key]
    assert rules_of(**{key: [entry]}) == on_six(*expected)
    if copy:
        puzzle = parse(text(**{key: [entry]}, **copy))
        assert puzzle.rules[3:] == on_six(*expected)
        assert not puzzle.meta


@pytest.mark.parametrize("key", [key for key, (_, _, copy) in ENTRIES.items() if copy])
def test_a_copy_without_its_key_is_read_as_an_entry(key):
    _, expected, copy = ENTRIES[key]
    if "text" in copy:
        said = f"fpuzzles: 'text' 1: this drawing shows a rule '{key}', but the link"
        with pytest.raises(PuzzleError, match=said):
            parse(text(**copy), format="fpuzzles")
    else:
        assert rules_of(**copy) == on_six(*expected)


@pytest.mark.parametrize("key", ENTRIES)
def test_rules_are_written_as_entries(key):
    entry, _, _ = ENTRIES[key]
    puzzle = parse(text(**{key: [entry]}))
    link = write(puzzle, "fpuzzles")
    assert parse(link) == puzzle
    found = json.loads(lz.decompress(link.split("=", 1)[1].replace("%2B", "+")))
    written = "whispers" if key in ("germanwhispers", "dutchwhispers") else key
    assert written in found


def test_old_copies_are_recognised_by_colour():
    line = {"lines": [LINE], "isNewConstraint": True, "outlineC": "#C060C0"}
    for colour, key in {
        "#C060C0": "renban",
        "#f067f0": "renban",
        "#67F067": "whispers",
        "#6495ED": "slowthermometer",
        "#2ECBFF": "regionsumline",
        "#FFCCAA": "entropicline",
    }.items():
        with case(colour):
            assert rules_of(line=[line | {"outlineC": colour}]) == rules_of(**{key: [ON_LINE]})
    assert rules_of(line=[line], renban=[ON_LINE]) == on_six(r.Renban(CELLS))


def test_flags():
    flags = {
        "diagonal+": r.Diagonals(falling=False),
        "diagonal-": r.Diagonals(rising=False),
        "antiknight": r.AntiKnight(),
        "antiking": r.AntiKing(),
        "disjointgroups": r.DisjointGroups(2, 3),
        "nonconsecutive": r.NonConsecutive(),
    }
    assert flags.keys() == FLAGS.keys()
    for key, rule in flags.items():
        with case(key):
            assert rules_of(**{key: True}) == (rule,)
            assert rules_of(**{key: False}) == rules_of(**{key: None}) == ()
    assert rules_of(**{"diagonal+": True, "diagonal-": True}) == (r.Diagonals(),)
    assert [rule.name for rule in NEGATIVES.values()] == ["negativeblackdots", "negativexv"]
    assert rules_of(negative=["xv", "foglight"]) == (r.NegativeXV(),)
    assert rules_of(negative=["ratio"], ratio=[]) == (r.NegativeBlackDots(),)
    assert rules_of(negative=[], odd=[]) == ()


def test_types_of_values():
    """A value is a text or a number, or None if it is missing. Other types are refused."""
    cage, pair = {"cells": LINE}, {"cells": ["R1C1", "R1C2"]}
    corner = {"cell": "R0C0", "direction": "DR", "value": "0"}
    for key, entry, expected in (
        ("killercage", cage, [r.Cage(CELLS)]),
        ("killercage", cage | {"value": ""}, [r.Cage(CELLS)]),
        ("killercage", cage | {"value": "0"}, [r.Cage(CELLS)]),
        ("killercage", cage | {"value": None}, [r.Cage(CELLS)]),
        ("killercage", cage | {"value": 12}, [r.Cage(CELLS, 12)]),
        ("whispers", {"lines": [LINE], "value": "3"}, [r.Whisper(CELLS, 3)]),
        ("whispers", {"lines": [LINE], "value": ""}, [r.Whisper(CELLS)]),
        ("difference", pair | {"value": ""}, [r.WhiteDot("r1c1 r1c2")]),
        ("difference", pair | {"value": "3"}, [r.WhiteDot("r1c1 r1c2", difference=3)]),
        ("xv", pair | {"value": "X"}, [r.X("r1c1 r1c2")]),
        ("xv", pair | {"value": "7"}, [r.PairSum("r1c1 r1c2", total=7)]),
        ("littlekillersum", corner, [r.LittleKiller("r1c1", "down-right", 0)]),
    ):
        with case((key, entry)):
            assert rules_of(**{key: [entry]}) == on_six(*expected)
    for key, entry, message in (
        ("killercage", cage | {"value": "?"}, "'killercage' 1.value: '?' is not a number"),
        ("killercage", cage | {"value": "DR3"}, "'killercage' 1.value: 'DR3' is not a number"),
        ("killercage", cage | {"value": "-1"}, "'killercage' 1.value: '-1' is not a number"),
        ("killercage", cage | {"value": 1.5}, "'killercage' 1.value: must be an integer, not 1.5"),
        ("killercage", cage | {"value": True}, "'killercage' 1.value: must be an integer, not tru"),
        ("difference", pair | {"value": 0}, "'difference' 1: whitedot: the difference must"),
        ("ratio", pair | {"value": "1"}, "'ratio' 1: blackdot: the ratio must be at least 2"),
        ("xv", pair | {"value": "L"}, "'xv' 1.value: 'L' is not a number"),
        ("cage", cage | {"value": "DR10"}, "'cage' 1: cage: a digital root is from 0 to 9"),
        ("skyscraper", {"cell": "R0C1", "value": "0"}, "'skyscraper' 1: skyscraper: the count mu"),
    ):
        with case((key, entry)), pytest.raises(PuzzleError) as refused:
            rules_of(**{key: [entry]})
        assert refused.value.message.startswith(f"fpuzzles: {message}")


def test_entries_without_a_rule_are_kept():
    for key, entry in (
        ("arrow", {"cells": ["R1C1"], "lines": []}),
        ("littlekillersum", {"cell": "R0C1", "direction": "DR", "cells": []}),
        ("sandwichsum", {"cell": "R0C1", "value": ""}),
        ("xv", {"cells": ["R1C1", "R1C2"], "value": ""}),
        ("quadruple", {"cells": SQUARE, "values": []}),
        ("cage", {"cells": LINE, "value": "FOW"}),
        ("cage", {"cells": LINE, "value": "DRAW"}),
    ):
        with case(key):
            puzzle = parse(text(**{key: [entry]}))
            assert puzzle.rules == HOUSES
            assert json.loads(dict(puzzle.meta)["fpuzzles"]) == {key: [entry]}
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_bad_entries_are_refused_with_their_place():
    clue, old = {"cell": "R0C1", "value": "3"}, {"lines": [LINE], "isNewConstraint": True}
    lasso, end = {"fromConstraint": "Lasso"}, {"cells": LINE, "fromConstraint": "Double Arrow"}
    for keys, message in (
        ({"lockuot": []}, "unknown key 'lockuot'; did you mean 'lockout'?"),
        ({"antipalindrome": [ON_LINE]}, "unknown key 'antipalindrome'"),
        ({"negative": ["sums"]}, "negative[0]: the rule must be ratio or xv"),
        ({"negative": [["xv"]]}, "negative[0]: must be text, not a list"),
        ({"antiking": 1}, "antiking: must be true or false, not a number"),
        ({"odd": [{"cell": "R1C1"}, {"cell": "R7C1"}]}, "'odd' 2.cell: R7C1 is outside the 6×6"),
        ({"odd": [{"cell": "A1"}]}, "'odd' 1.cell: 'A1' is not the name of a cell, like 'R1C1'"),
        ({"odd": [{"cells": "R1C1"}]}, "'odd' 1: unknown key 'cells'; did you mean 'cell'?"),
        ({"odd": {"cell": "R1C1"}}, "odd: must be a list, not an object"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "'thermometer' 1.lines[0]: thermo"),
        ({"ratio": [{"cells": ["R1C1"]}]}, "'ratio' 1.cells: the list has 1 cell instead of 2"),
        ({"xsum": [{"cell": "R0C0", "value": "3"}]}, "'xsum' 1.cell: R0C0 is not next to a row"),
        ({"xsum": [{"cell": "R2C2", "value": "3"}]}, "'xsum' 1.cell: R2C2 is not next to a row"),
        ({"littlekillersum": [clue | {"direction": "D"}]}, "'littlekillersum' 1.direction: the di"),
        ({"littlekillersum": [clue | {"direction": "UR"}]}, "'littlekillersum' 1.cell: no diagona"),
        ({"littlekillersum": [DIAGONAL | {"cells": LINE}]}, "'littlekillersum' 1.cells: these cel"),
        ({"arrow": [{"cells": ["R1C1"], "lines": SHAFTS}]}, "'arrow' 1.lines[0]: the arrow does "),
        ({"line": [old]}, "'line' 1: this drawing shows a rule in the unknown colour 'None'"),
        ({"line": [old | {"outlineC": "#123456"}]}, "'line' 1: this drawing shows a rule in the"),
        ({"line": [lasso]}, "'line' 1: this drawing shows an unknown rule 'Lasso'"),
        ({"circle": [end]}, "'circle' 1: this drawing shows a rule 'doublearrow', but the link"),
    ):
        with case(keys), pytest.raises(PuzzleError) as refused:
            parse(text(**keys))
        assert refused.value.message.startswith(f"fpuzzles: {message}")


# --- links ---------------------------------------------------------------------------------------

ANTIKNIGHT = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgSzN"
    "hADWzCGgAWbdpxhcgA=="
)


def test_a_link_is_read_wherever_it_is_found_also_in_a_json_file(tmp_path):
    expected = classic("1...............").antiknight()
    written = write(expected, "fpuzzles")
    assert written.startswith("https://www.f-puzzles.com/?load=N4Ig")
    assert "+" not in written
    for link in (
        written,
        f"https://www.f-puzzles.com/?load={ANTIKNIGHT}",
        f"https://f-puzzles.com/?load={ANTIKNIGHT.replace('+', ' ')}",
        f"http://F-Puzzles.com/?load={ANTIKNIGHT.replace('+', '%2B').replace('=', '%3D')}&x=1",
        f"www.f-puzzles.com/?a&load={ANTIKNIGHT.rstrip('=')}",
        f"https://example.org/puzzles/?load={ANTIKNIGHT}",
        ANTIKNIGHT,
        lz.decompress(ANTIKNIGHT),
        json.dumps(json.loads(lz.decompress(ANTIKNIGHT)), indent=1),
    ):
        with case(link):
            assert parse(link) == expected
    for name, content in (("a.json", text(2)), ("b.json", write(parse(text(2)), "json"))):
        (tmp_path / name).write_text(content)
        with case(name):
            assert [record.puzzle for record in read_file(tmp_path / name)] == [parse(text(2))]


@pytest.mark.parametrize(
    "link", ["https://f-puzzles.com/?id=abc123", "tinyurl.com/abc123", "https://tinyurl.com/a-b"]
)
def test_a_short_link_does_not_hold_its_puzzle(link):
    with pytest.raises(PuzzleError, match="is only the name of a puzzle"):
        parse(link)


def test_untrusted_links_are_limited():
    deep = '{"size":1,"grid":[[{"c":' + "[" * 60 + "]" * 60 + "}]]}"
    many = text(renban=[{"lines": [["R1C1", "R1C2"]]}] * 5000)
    long = text(palindrome=[{"lines": [["R1C1", "R1C2"] * 600]}])
    bomb = lz.compress('{"size":1,' + " " * lz.MOST_TEXT + "}")
    for link, message in (
        (deep, "lists and objects are nested more than 24 deep"),
        (lz.compress(deep), "lists and objects are nested more than 24 deep"),
        (many, "more than 2048 rules"),
        (lz.compress(many), "more than 2048 rules"),
        (long, "'palindrome' 1.lines\\[0\\]: 1200 cells exceed the limit of 1000"),
        (bomb, "the text of the link is longer than the limit of 1048576"),
    ):
        with case(message), pytest.raises(TooLarge, match=message):
            parse(link)


def test_a_link_that_is_cut_off_says_so():
    link = f"https://f-puzzles.com/?load={ANTIKNIGHT[:80]}"
    with pytest.raises(PuzzleError) as refused:
        parse(link)
    assert str(refused.value) == "line 1: fpuzzles: the compressed text is cut off or damaged"
    with pytest.raises(PuzzleError, match="fpuzzles: not JSON: "):
        parse("https://f-puzzles.com/?load=" + lz.compress('{"size":4'))


def test_metadata_and_the_solution_are_kept_and_never_block_a_link():
    said = {
        "title": "Two 😀",
        "author": "me",
        "ruleset": "Normal rules.\nNo more.",
        "solution": [1, 2, 2, "."],
        "highlightConflicts": False,
        "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#000000", "width": 0.3}],
    }
    puzzle = parse(text(2, **said))
    assert puzzle.label == "Two 😀"
    texts = {"title": "Two 😀", "author": "me", "rules": "Normal rules.\nNo more."}
    assert dict(puzzle.meta) | {"fpuzzles": None} == texts | {"solution": "122.", "fpuzzles": None}
    assert parse(write(puzzle, "fpuzzles")) == puzzle
    puzzle = Puzzle(SIX.grid, rules=HOUSES, meta=(("label", "a"), ("solution", "x"), ("b", "c")))
    assert parse(write(puzzle, "fpuzzles")).meta == (("title", "a"),)


def test_a_solution_may_be_a_text():
    for solution in ("1221", "1,2,2,1", ["1", "2", 2, 1]):
        with case(solution):
            assert dict(parse(text(2, solution=solution)).meta) == {"solution": "1221"}
    for nothing in ("", [], None):
        with case(nothing):
            assert parse(text(2, solution=nothing, title="", author=None)).meta == ()
    sixteen = parse(text(16, solution=[1 + cell % 16 for cell in range(256)]))
    assert read_values(sixteen.grid, dict(sixteen.meta)["solution"])[:3] == (1, 2, 3)


def test_kept_entries_cannot_add_rules():
    """The metadata may be anything, and the puzzle may have changed since."""
    for kept in (
        {"killercage": [{"cells": ["R1C1"], "value": "3"}]},
        {"antiking": True},
        {
            "grid": {"0": {"value": 5, "given": True}, "1": 5},
            "cage": [{"cells": 1, "value": "DR1"}],
        },
        {"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]},
        {"odd": 5, "line": 5, "size": 3},
        [1],
        "no JSON",
    ):
        with case(kept):
            kept_text = kept if isinstance(kept, str) else json.dumps(kept)
            puzzle = Puzzle(SIX.grid, rules=HOUSES, meta=(("fpuzzles", kept_text),))
            assert parse(write(puzzle, "fpuzzles")) == SIX


# --- boards --------------------------------------------------------------------------------------


def test_entries_of_players_are_ignored():
    cells = {
        "r1c1": {"value": 1, "given": True},
        "r1c2": {"value": 2, "given": False, "centerPencilMarks": [2, 3]},
        "r1c3": {"value": 3},
        "r1c4": {"givenPencilMarks": [5, 6], "cornerPencilMarks": [1]},
        "r1c5": {"givenPencilMarks": None, "given": True},
        "r1c6": {"givenPencilMarks": [], "c": "#FF0000"},
        "r2c1": {"parity": "Odd"},
    }
    puzzle = parse(text(cells=cells))
    assert puzzle.givens[:6] == (1, None, None, None, None, None)
    assert puzzle.marks[:6] == (*[SIX.grid.full] * 3, 0b110000, *[SIX.grid.full] * 2)
    assert puzzle.rules == (*HOUSES, r.Odd([6]))
    assert puzzle.meta == (("fpuzzles", '{"grid":{"5":{"c":"#FF0000"}}}'),)
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_regions_are_boxes_unless_cells_say_otherwise():
    every = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    for side, cells, more in (
        (6, {}, (r.Boxes(2, 3),)),
        (8, {}, (r.Boxes(2, 4),)),
        (7, {}, ()),
        (1, {}, (r.Boxes(1, 1),)),
        (4, {name: {"region": None} for name in every}, ()),
        (4, {name: {"region": int(name[-1])} for name in every}, (r.Boxes(4, 1),)),
    ):
        with case((side, cells)):
            puzzle = parse(text(side, cells))
            assert puzzle.rules == (r.Rows(), r.Columns(), *more)
            assert parse(write(puzzle, "fpuzzles")) == puzzle
    for cells, expected in (
        ({"r1c1": {"region": 1}, "r1c4": {"region": 0}}, (0, 4, 5, 9, 10, 11)),
        ({"r1c2": {"region": 99}}, (0, 2, 6, 7, 8)),
    ):
        with case(cells):
            puzzle = parse(text(6, cells))
            [rule] = puzzle.rules[2:]
            assert isinstance(rule, r.Regions)
            assert rule.regions[0] == expected
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_a_cell_without_a_region_is_a_region_of_one_cell():
    loose = {"r1c1": {"region": None}, "r1c2": {"region": -1}}
    puzzle = parse(text(4, loose))
    assert puzzle.rules[2].regions[:2] == ((0,), (1,))
    assert parse(write(puzzle, "fpuzzles")) == puzzle
    line = [{"lines": [["R2C2", "R1C2", "R1C3"]]}]
    with pytest.raises(PuzzleError, match="'regionsumline' 1: R1C2 is in no region, and programs"):
        parse(text(4, loose, regionsumline=line))
    for keys in ({"disjointgroups": True}, {"boxindexer": [{"cells": ["R3C3"]}]}):
        with case(keys), pytest.raises(PuzzleError, match="needs regions that are boxes"):
            parse(text(4, loose, **keys))


def test_bad_boards_are_refused_with_their_place():
    board = json.loads(text(2))
    for change, message in (
        ({"size": 3}, "grid: the list has 2 items instead of 3"),
        ({"size": 0}, "size: 0 is not from 1 to 100"),
        ({"size": 10**9}, "size: 1000000000 is not from 1 to 100"),
        ({"size": "2"}, "size: must be an integer, not text"),
        ({"grid": [[{}, {}], [{}]]}, "grid[1]: the list has 1 item instead of 2"),
        ({"grid": [[{}, {}], [{}, 5]]}, "r2c2: must be an object, not a number"),
        ({"grid": [[{}, {}], [{}, {"fixed": 1}]]}, "r2c2: unknown key 'fixed'"),
        ({"grid": [[{"value": 3, "given": True}, {}], [{}, {}]]}, "r1c1.value: 3 is not a value"),
        ({"grid": [[{"value": "x", "given": True}, {}], [{}, {}]]}, "r1c1.value: 'x' is not a n"),
        ({"grid": [[{"givenPencilMarks": [3]}, {}], [{}, {}]]}, "r1c1.givenPencilMarks: 3 is no"),
        ({"grid": [[{"region": "a"}, {}], [{}, {}]]}, "r1c1.region: must be an integer, not text"),
        ({"grid": [[{"parity": "odd"}, {}], [{}, {}]]}, "r1c1.parity: the parity must be Odd or"),
        ({"grid": [[{"parity": ["Odd"]}, {}], [{}, {}]]}, "r1c1.parity: must be text, not a list"),
        ({"solution": [1, 2]}, "solution: the solution has 2 values for 4 cells"),
        ({"solution": [1, 2, 2, 3]}, "solution[3]: 3 is not a value from 1 to 2"),
        ({"title": 5}, "title: must be text, not a number"),
    ):
        with case(change), pytest.raises(PuzzleError) as refused:
            parse(json.dumps(board | change), format="fpuzzles")
        assert refused.value.message.removeprefix("fpuzzles: ").startswith(message)
    for missing in ("size", "grid"):
        some = json.dumps({key: value for key, value in board.items() if key != missing})
        with case(missing), pytest.raises(PuzzleError, match=f"the key '{missing}' is missing"):
            parse(some, format="fpuzzles")


# --- writing -------------------------------------------------------------------------------------


def test_inexpressible_rules_are_refused_by_name():
    nine = classic(order=3)
    for puzzle, what in (
        (nine.taxicab(2), "the rule taxicab"),
        (nine.greater("r1c1 r1c2"), "the rule greater"),
        (nine.lockout("r1c1-r1c3", gap=3), "gap=3 of lockout line r1c1 r1c2 r1c3, gap 3"),
        (nine.modular("r1c1-r1c3", modulus=2), "modulus=2 of "),
        (nine.minimum("r1c1", others_exempt=False), "others_exempt=False of minimum r1c1"),
        (nine.whitedot("r1c1 r1c2").nonconsecutive(dots_exempt=False), "the rule nonconsecutive"),
        (nine.negativexv([5]), "the rule negativexv"),
        (nine.cage("r1c1-r1c3", totals=[5, 6]), "totals=(5, 6) of cage"),
        (nine.sandwich("r1c1-r1c8", 5), "a clue for a part of a row or column: sandwich 5: r1c1"),
        (nine.sandwich("r1", 5, [2, 8]), "crusts=(2, 8) of sandwich"),
        (nine.disjointgroups(1, 9), "the rule disjointgroups"),
        (nine.boxindexer("r1c1", 1, 9), "height=1 of box indexer r1c1"),
        (nine.with_rules(r.Boxes(1, 9)), "the rule boxes"),
        (nine.among("r1c1", [1, 2]).among("r1c1", [3]), "r1c1 without candidates"),
        (Puzzle(Grid(2, 3), rules=(r.Rows(), r.Columns())), "a 2×3 grid"),
        (
            Puzzle(Grid(2, 2, range(2)), rules=(r.Rows(), r.Columns())),
            "a 2×2 grid of values from 0 to 1",
        ),
        (Puzzle(Grid(4, 4), rules=(r.Rows(),)), "a puzzle without the rule columns"),
        (latin(side=101), "a 101×101 grid"),
    ):
        with case(what), pytest.raises(PuzzleError) as refused:
            write(puzzle, "fpuzzles")
        assert str(refused.value).startswith(f"fpuzzles cannot express {what}")


def test_rules_without_a_key_are_written_with_other_keys():
    nine = classic(order=3)
    windows = parse(write(nine.windoku(), "fpuzzles")).rules[3:]
    assert windows == tuple(map(r.ExtraRegion, r.Windoku().groups(nine.grid)))
    chosen = parse(write(nine.with_rules(r.Among([0, 1], [1, 2, 3])), "fpuzzles"))
    assert chosen.marks[:3] == (0b111, 0b111, nine.grid.full)


def test_keys_that_f_puzzles_does_not_draw_have_a_copy():
    """Scripts draw the same copy, and ignore it when they read a puzzle."""
    puzzle = classic(order=3).renban("r1c1-r1c3").whisper("r2c1-r2c4", 4).doublearrow("r5c1-r5c4")
    puzzle = puzzle.thermo("r9c1-r9c4").xsum("r1", 12).rowindexer("r4c1").cage("r8c1", root=3)
    link = write(puzzle, "fpuzzles")
    found = json.loads(lz.decompress(link.split("=", 1)[1].replace("%2B", "+")))
    said = [
        *((line["fromConstraint"], line["outlineC"]) for line in found["line"]),
        *((circle["cells"], circle["baseC"]) for circle in found["circle"]),
        *((text["value"], text["fromConstraint"]) for text in found["text"]),
    ]
    assert said == [
        *(("Renban", "#F067F0"), ("Dutch Whispers", "#FF9A00"), ("Double Arrow", "#C54B8B")),
        *((["R5C1"], "#C54B8B"), (["R5C4"], "#C54B8B")),
        *(("◯", "X Sum"), ("12", "X Sum")),
    ]
    assert [cage["cells"] for cage in found["cage"]] == [["R8C1"], ["R4C1"]]
    assert not parse(link).meta
    assert sorted(map(repr, parse(link).rules)) == sorted(map(repr, puzzle.rules))


def test_negative_constraints_are_written_as_equivalent_flags():
    nine = classic(order=3)
    for puzzle, key, value in (
        (nine.whitedot("r1c1 r1c2").negativewhitedots(), "nonconsecutive", True),
        (nine.blackdot("r1c1 r1c2").negativewhitedots([1]), "nonconsecutive", True),
        (nine.nonconsecutive(dots_exempt=False), "nonconsecutive", True),
        (nine.negativeblackdots([2]), "negative", ["ratio"]),
        (nine.whitedot("r1c1 r1c2").negativeblackdots(), "negative", ["ratio"]),
        (nine.negativexv(), "negative", ["xv"]),
    ):
        with case(puzzle.rules):
            assert document_of(puzzle)[key] == value
            assert are_same(parse(write(puzzle, "fpuzzles")), puzzle)
    for puzzle in (
        nine.whitedot("r1c1 r1c2", difference=2).negativewhitedots(),
        nine.blackdot("r1c1 r1c2").negativewhitedots(black_exempts=False),
        nine.blackdot("r1c1 r1c2", ratio=3).negativeblackdots([2]),
    ):
        with case(puzzle.rules), pytest.raises(PuzzleError, match="cannot express"):
            write(puzzle, "fpuzzles")


def test_an_unusual_gap_is_written_in_words():
    """Sites draw an unusual gap in the same way as the usual gap."""
    puzzle = classic(order=3).whisper("r1c1-r1c3").whisper("r2c1-r2c3", 4)
    assert not parse(write(puzzle, "fpuzzles")).meta
    puzzle = puzzle.whisper("r3c1-r3c3", 3)
    [(key, text)] = parse(write(puzzle, "fpuzzles")).meta
    assert key == "rules"
    assert text.splitlines()[0] == "Normal sudoku rules apply."
    assert text.splitlines()[-1] == "whisper r3c1 r3c2 r3c3, gap 3"
    told = replace(puzzle, meta=(("rules", "3 on the last line"),))
    assert parse(write(told, "fpuzzles")) == told
