"""f-puzzles: every key is read as its rule, and what cannot be read is refused with its place."""

import json

import pytest
from examples import case, fits
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import MAKERS, jigsaws

from nonet.constraints import AllDifferent
from nonet.errors import PuzzleError, TooLarge
from nonet.formats import classic, latin, parse, read_values, write
from nonet.formats.contract import attempt
from nonet.formats.links import lz
from nonet.formats.links.fpuzzles.flags import FLAGS, NEGATIVES
from nonet.formats.links.fpuzzles.table import KEYS
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Among,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Boxes,
    BoxIndexer,
    Cage,
    Clone,
    ColumnIndexer,
    Columns,
    Diagonals,
    DisjointGroups,
    DoubleArrow,
    Entropic,
    Even,
    ExtraRegion,
    LittleKiller,
    Lockout,
    Maximum,
    Minimum,
    Modular,
    Nabner,
    NegativeBlackDots,
    NegativeXV,
    NonConsecutive,
    Odd,
    PairSum,
    Palindrome,
    Quadruple,
    Regions,
    RegionSum,
    Renban,
    RowIndexer,
    Rows,
    Sandwich,
    Skyscraper,
    SlowThermo,
    Thermo,
    V,
    Whisper,
    WhiteDot,
    Windoku,
    X,
    XSum,
    Zipper,
)

ANTIKNIGHT = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgSzN"
    "hADWzCGgAWbdpxhcgA=="
)
SIX = classic(boxes=(2, 3))
HOUSES = SIX.rules


def text(side=6, cells=(), **keys):
    """Return a document with entries of single cells by their names."""
    grid = [[{} for _ in range(side)] for _ in range(side)]
    for name, entry in dict(cells).items():
        cell = Grid(side, side).cell(name)
        grid[cell // side][cell % side] = entry
    return json.dumps({"size": side, "grid": grid, **keys})


def rules_of(**keys):
    """Return the rules of a 6×6 document, but for rows, columns and boxes."""
    puzzle = parse(text(**keys))
    assert puzzle.rules[:3] == HOUSES
    return puzzle.rules[3:]


def on_six(*rules):
    return tuple(rule.on(SIX.grid) for rule in rules)


LINE = ["R1C1", "R1C2", "R2C3", "R2C4"]
CELLS = "r1c1 r1c2 r2c3 r2c4"


def drawn(name, **looks):
    """Return the line that scripts draw beside their keys."""
    return {"line": [{"lines": [LINE], "fromConstraint": name, **looks}]}


#: For each key an entry, what it says, and the copies that scripts draw of it.
ENTRIES = {
    "odd": ({"cell": "R1C1"}, [Odd("r1c1")], {}),
    "even": ({"cell": "R6C6"}, [Even("r6c6")], {}),
    "minimum": ({"cell": "R1C1"}, [Minimum("r1c1")], {}),
    "maximum": ({"cell": "R2C1"}, [Maximum("r2c1")], {}),
    "extraregion": ({"cells": LINE}, [ExtraRegion(CELLS)], {}),
    "thermometer": (
        {"lines": [LINE, ["R1C1", "R2C1"]]},
        [Thermo(CELLS), Thermo("r1c1 r2c1")],
        {},
    ),
    "slowthermometer": (
        {"lines": [LINE]},
        [SlowThermo(CELLS)],
        drawn("Slow Thermometer", outlineC="#6495ED", width=0.3)
        | {"circle": [{"cells": ["R1C1"], "fromConstraint": "Slow Thermometer"}]},
    ),
    "palindrome": ({"lines": [LINE]}, [Palindrome(CELLS)], {}),
    "renban": ({"lines": [LINE]}, [Renban(CELLS)], drawn("Renban", outlineC="#F067F0")),
    "whispers": ({"lines": [LINE]}, [Whisper(CELLS)], drawn("Whispers")),
    "germanwhispers": ({"lines": [LINE]}, [Whisper(CELLS)], drawn("German Whispers")),
    "dutchwhispers": ({"lines": [LINE]}, [Whisper(CELLS, 2)], drawn("Dutch Whispers")),
    "betweenline": ({"lines": [LINE]}, [Between(CELLS)], {}),
    "lockout": ({"lines": [LINE]}, [Lockout(CELLS)], drawn("Lockout")),
    "regionsumline": ({"lines": [LINE]}, [RegionSum(CELLS)], drawn("Region Sum Line")),
    "entropicline": ({"lines": [LINE]}, [Entropic(CELLS)], drawn("Entropic Line")),
    "modularline": ({"lines": [LINE]}, [Modular(CELLS)], drawn("Modular Line")),
    "nabner": ({"lines": [LINE]}, [Nabner(CELLS)], drawn("Nabner")),
    "zipperline": ({"lines": [LINE]}, [Zipper(CELLS)], drawn("Zipper Line")),
    "doublearrow": (
        {"lines": [LINE]},
        [DoubleArrow(CELLS)],
        drawn("Double Arrow") | {"circle": [{"cells": ["R1C1"], "fromConstraint": "Double Arrow"}]},
    ),
    "arrow": (
        {"cells": ["R3C1", "R3C2"], "lines": [["R3C2", "R4C3"], ["R3C1", "R4C1", "R5C1"]]},
        [Arrow("r3c1 r3c2", "r4c3"), Arrow("r3c1 r3c2", "r4c1 r5c1")],
        {},
    ),
    "killercage": ({"cells": LINE, "value": "12"}, [Cage(CELLS, 12)], {}),
    "cage": ({"cells": LINE, "value": "DR3"}, [Cage(CELLS, root=3)], {}),
    "littlekillersum": (
        {"cell": "R0C3", "cells": ["R1C4", "R2C5", "R3C6"], "direction": "DR", "value": "9"},
        [LittleKiller("r1c4", "down-right", 9)],
        {},
    ),
    "sandwichsum": ({"cell": "R0C2", "value": "0"}, [Sandwich("r1c2-r6c2", 0)], {}),
    "xsum": (
        {"cell": "R3C7", "value": "11"},
        [XSum("r3c6-r3c1", 11)],
        {"text": [{"cells": ["R3C7"], "value": "11", "fromConstraint": "X-Sum"}]},
    ),
    "skyscraper": (
        {"cell": "R7C1", "value": "2"},
        [Skyscraper("r6c1-r1c1", 2)],
        {"text": [{"cells": ["R7C1"], "value": "2", "fromConstraint": "Skyscraper"}]},
    ),
    "difference": ({"cells": ["R1C1", "R1C2"]}, [WhiteDot("r1c1 r1c2")], {}),
    "ratio": ({"cells": ["R1C1", "R5C5"], "value": "3"}, [BlackDot("r1c1 r5c5", ratio=3)], {}),
    "xv": ({"cells": ["R1C1", "R1C2"], "value": "V"}, [V("r1c1 r1c2")], {}),
    "clone": (
        {"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C1", "R4C2"]},
        [Clone("r1c1 r1c2", "r4c1 r4c2")],
        {},
    ),
    "quadruple": (
        {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1, 3]},
        [Quadruple("r1c1-r2c2", [1, 1, 3])],
        {},
    ),
    "rowindexer": (
        {"cells": LINE},
        [RowIndexer(CELLS)],
        {"cage": [{"cells": LINE, "fromConstraint": "Row Indexer"}]},
    ),
    "columnindexer": (
        {"cells": LINE},
        [ColumnIndexer(CELLS)],
        {"cage": [{"cells": LINE, "fromConstraint": "Column Indexer"}]},
    ),
    "boxindexer": (
        {"cells": LINE},
        [BoxIndexer(CELLS, 2, 3)],
        {"cage": [{"cells": LINE, "fromConstraint": "Box Indexer"}]},
    ),
}


def test_a_link_is_read_wherever_it_is_found():
    expected = classic("1...............").antiknight()
    for link in (
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


def test_what_is_written_is_a_link():
    puzzle = classic("1...............").antiknight()
    link = write(puzzle, "fpuzzles")
    assert link.startswith("https://www.f-puzzles.com/?load=N4Ig")
    assert "+" not in link
    assert parse(link) == puzzle


@pytest.mark.parametrize(
    "link", ["https://f-puzzles.com/?id=abc123", "tinyurl.com/abc123", "https://tinyurl.com/a-b"]
)
def test_a_short_link_does_not_hold_its_puzzle(link):
    with pytest.raises(PuzzleError, match="does not hold its puzzle, only a name for it: --fetch"):
        parse(link)


# --- keys ----------------------------------------------------------------------------------------


def test_there_is_an_entry_of_every_key():
    assert ENTRIES.keys() == {key.name for key in KEYS}


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_says_its_rule_with_and_without_a_copy(key):
    entry, rules, copy = ENTRIES[key]
    assert rules_of(**{key: [entry]}) == on_six(*rules)
    if copy:
        puzzle = parse(text(**{key: [entry]}, **copy))
        assert puzzle.rules[3:] == on_six(*rules)
        assert not puzzle.meta


@pytest.mark.parametrize("key", [key for key, (_, _, copy) in ENTRIES.items() if copy])
def test_a_copy_without_its_key_is_read_as_what_it_names(key):
    _, rules, copy = ENTRIES[key]
    if "text" in copy:
        with pytest.raises(PuzzleError, match=f"fpuzzles: 'text' 1: drawn from '{key}', which"):
            parse(text(**copy), format="fpuzzles")
    else:
        assert rules_of(**copy) == on_six(*rules)


@pytest.mark.parametrize("key", ENTRIES)
def test_what_a_key_says_is_written_as_an_entry_of_it(key):
    entry, _, _ = ENTRIES[key]
    puzzle = parse(text(**{key: [entry]}))
    link = write(puzzle, "fpuzzles")
    assert parse(link) == puzzle
    found = json.loads(lz.decompress(link.split("=", 1)[1].replace("%2B", "+")))
    written = "whispers" if key in ("germanwhispers", "dutchwhispers") else key
    assert written in found


def test_old_copies_are_told_by_their_colours():
    line = {"lines": [LINE], "isNewConstraint": True, "outlineC": "#C060C0"}
    assert rules_of(line=[line]) == on_six(Renban(CELLS))
    assert rules_of(line=[line], renban=[{"lines": [LINE]}]) == on_six(Renban(CELLS))


def test_what_nobody_wrote_is_drawn_from_is_refused():
    for drawing, message in {
        "line": "drawn from 'Lasso', which is not known",
        "circle": "drawn from 'doublearrow', which the link does not have",
    }.items():
        name = "Lasso" if drawing == "line" else "Double Arrow"
        entry = {"lines": [LINE], "cells": LINE, "fromConstraint": name}
        with case(drawing), pytest.raises(PuzzleError) as refused:
            rules_of(**{drawing: [entry]})
        assert refused.value.message == f"fpuzzles: {drawing!r} 1: {message}"


def test_flags():
    flags = {
        "diagonal+": Diagonals(falling=False),
        "diagonal-": Diagonals(rising=False),
        "antiknight": AntiKnight(),
        "antiking": AntiKing(),
        "disjointgroups": DisjointGroups(2, 3),
        "nonconsecutive": NonConsecutive(),
    }
    assert flags.keys() == FLAGS.keys()
    for key, rule in flags.items():
        with case(key):
            assert rules_of(**{key: True}) == (rule,)
            assert rules_of(**{key: False}) == rules_of(**{key: None}) == ()
    assert rules_of(**{"diagonal+": True, "diagonal-": True}) == (Diagonals(),)
    assert [rule.name for rule in NEGATIVES.values()] == ["negativeblackdots", "negativexv"]
    assert rules_of(negative=["xv", "foglight"]) == (NegativeXV(),)
    assert rules_of(negative=["ratio"], ratio=[]) == (NegativeBlackDots(),)
    assert rules_of(negative=[], odd=[]) == ()


def test_what_a_value_may_be():
    """A value is a text or a number; nothing said is no number, and all else is refused."""
    cage, pair = {"cells": LINE}, {"cells": ["R1C1", "R1C2"]}
    for key, entry, rules in (
        ("killercage", cage, [Cage(CELLS)]),
        ("killercage", cage | {"value": ""}, [Cage(CELLS)]),
        ("killercage", cage | {"value": "0"}, [Cage(CELLS)]),
        ("killercage", cage | {"value": None}, [Cage(CELLS)]),
        ("killercage", cage | {"value": 12}, [Cage(CELLS, 12)]),
        ("whispers", {"lines": [LINE], "value": "3"}, [Whisper(CELLS, 3)]),
        ("whispers", {"lines": [LINE], "value": ""}, [Whisper(CELLS)]),
        ("difference", pair | {"value": ""}, [WhiteDot("r1c1 r1c2")]),
        ("difference", pair | {"value": "3"}, [WhiteDot("r1c1 r1c2", difference=3)]),
        ("xv", pair | {"value": "X"}, [X("r1c1 r1c2")]),
        ("xv", pair | {"value": "7"}, [PairSum("r1c1 r1c2", total=7)]),
        (
            "littlekillersum",
            {"cell": "R0C0", "direction": "DR", "value": "0"},
            [LittleKiller("r1c1", "down-right", 0)],
        ),
    ):
        with case((key, entry)):
            assert rules_of(**{key: [entry]}) == on_six(*rules)
    for key, entry, message in (
        ("killercage", cage | {"value": "?"}, "'killercage' 1.value: '?' is not a number"),
        ("killercage", cage | {"value": "DR3"}, "'killercage' 1.value: 'DR3' is not a number"),
        ("killercage", cage | {"value": "-1"}, "'killercage' 1.value: '-1' is not a number"),
        ("killercage", cage | {"value": 1.5}, "'killercage' 1.value: 1.5, not an integer"),
        ("killercage", cage | {"value": True}, "'killercage' 1.value: true or false, not an i"),
        ("difference", pair | {"value": 0}, "'difference' 1: whitedot: a difference of 0; the"),
        ("ratio", pair | {"value": "1"}, "'ratio' 1: blackdot: a ratio of 1; the least is 2"),
        ("xv", pair | {"value": "L"}, "'xv' 1.value: 'L' is not a number"),
        ("cage", cage | {"value": "DR"}, "'cage' 1.value: '?' is not a number"),
        ("skyscraper", {"cell": "R0C1", "value": "0"}, "'skyscraper' 1: skyscraper: 0 in sight"),
    ):
        with case((key, entry)), pytest.raises(PuzzleError) as refused:
            rules_of(**{key: [entry]})
        assert refused.value.message.startswith(f"fpuzzles: {message}")


def test_entries_that_say_nothing_are_kept():
    for key, entry in (
        ("arrow", {"cells": ["R1C1"], "lines": []}),
        ("littlekillersum", {"cell": "R0C1", "direction": "DR", "cells": []}),
        ("sandwichsum", {"cell": "R0C1", "value": ""}),
        ("xv", {"cells": ["R1C1", "R1C2"], "value": ""}),
        ("quadruple", {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}),
        ("cage", {"cells": LINE, "value": "FOW"}),
    ):
        with case(key):
            puzzle = parse(text(**{key: [entry]}))
            assert puzzle.rules == HOUSES
            assert json.loads(dict(puzzle.meta)["fpuzzles"]) == {key: [entry]}
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_bad_entries_are_refused_with_their_place():
    for keys, message in (
        ({"lockuot": []}, "unknown key 'lockuot'; did you mean 'lockout'?"),
        ({"antipalindrome": [{"lines": [LINE]}]}, "unknown key 'antipalindrome'"),
        ({"negative": ["sums"]}, "negative[0]: no rule; there are ratio, xv"),
        ({"antiking": 1}, "antiking: a number, not true or false"),
        ({"odd": [{"cell": "R1C1"}, {"cell": "R7C1"}]}, "'odd' 2.cell: R7C1 is outside the 6×6"),
        ({"odd": [{"cell": "A1"}]}, "'odd' 1.cell: 'A1' is not the name of a cell, like 'R1C1'"),
        ({"odd": [{"cells": "R1C1"}]}, "'odd' 1: unknown key 'cells'; did you mean 'cell'?"),
        ({"odd": {"cell": "R1C1"}}, "odd: an object, not a list"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "'thermometer' 1.lines[0]: thermo: 1 cell, at"),
        ({"ratio": [{"cells": ["R1C1"]}]}, "'ratio' 1.cells: 1 cells, not 2"),
        ({"xsum": [{"cell": "R0C0", "value": "3"}]}, "'xsum' 1.cell: R0C0 is not beside a row"),
        ({"xsum": [{"cell": "R2C2", "value": "3"}]}, "'xsum' 1.cell: R2C2 is not beside a row"),
        (
            {"littlekillersum": [{"cell": "R0C1", "direction": "D", "value": "3"}]},
            "'littlekillersum' 1.direction: no direction; there are DR, DL, UR, UL",
        ),
        (
            {"littlekillersum": [{"cell": "R0C1", "direction": "UR", "value": "3"}]},
            "'littlekillersum' 1.cell: no diagonal leads up-right from there",
        ),
        (
            {"littlekillersum": [{**ENTRIES["littlekillersum"][0], "cells": LINE}]},
            "'littlekillersum' 1.cells: not the diagonal of the clue",
        ),
        (
            {"arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R2C3"]]}]},
            "'arrow' 1.lines[0]: it does not begin in the bulb",
        ),
    ):
        with case(keys), pytest.raises(PuzzleError) as refused:
            parse(text(**keys))
        assert refused.value.message.startswith(f"fpuzzles: {message}")


# --- the board -----------------------------------------------------------------------------------


def test_only_what_the_setter_printed_counts():
    puzzle = parse(
        text(
            cells={
                "r1c1": {"value": 1, "given": True},
                "r1c2": {"value": 2, "given": False, "centerPencilMarks": [2, 3]},
                "r1c3": {"value": 3},
                "r1c4": {"givenPencilMarks": [5, 6], "cornerPencilMarks": [1]},
                "r1c5": {"givenPencilMarks": None, "given": True},
                "r1c6": {"givenPencilMarks": [], "c": "#FF0000"},
                "r2c1": {"parity": "Odd"},
            }
        )
    )
    assert puzzle.givens[:6] == (1, None, None, None, None, None)
    assert puzzle.marks[:6] == (*[SIX.grid.full] * 3, 0b110000, *[SIX.grid.full] * 2)
    assert puzzle.rules == (*HOUSES, Odd([6]))
    assert puzzle.meta == (("fpuzzles", '{"grid":{"5":{"c":"#FF0000"}}}'),)
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_regions_are_boxes_unless_cells_say_otherwise():
    empty = {"region": None}
    swapped = {"r1c1": {"region": 1}, "r1c4": {"region": 0}}
    for side, cells, rules in (
        (6, {}, (Boxes(2, 3),)),
        (8, {}, (Boxes(2, 4),)),
        (7, {}, ()),
        (1, {}, (Boxes(1, 1),)),
        (4, dict.fromkeys((f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)), empty), ()),
        (
            4,
            {f"r{r}c{c}": {"region": c - 1} for r in range(1, 5) for c in range(1, 5)},
            (Boxes(4, 1),),
        ),
        (6, swapped, None),
        (6, {"r1c1": {"region": None}}, None),
    ):
        with case((side, cells)):
            puzzle = parse(text(side, cells))
            if rules is None:
                [rule] = puzzle.rules[2:]
                assert isinstance(rule, Regions)
                assert rule.regions[0] in ((1, 2, 3, 6, 7, 8), (1, 2, 6, 7, 8))
            else:
                assert puzzle.rules == (Rows(), Columns(), *rules)
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_a_cell_in_no_region_is_one_of_its_own():
    loose = {"r1c1": {"region": None}, "r1c2": {"region": -1}}
    puzzle = parse(text(4, loose))
    assert puzzle.rules[2].regions[-2:] == ((0,), (1,))
    assert parse(write(puzzle, "fpuzzles")) == puzzle
    line = [{"lines": [["R2C2", "R1C2", "R1C3"]]}]
    with pytest.raises(PuzzleError, match="'regionsumline' 1: R1C2 is in no region, where readers"):
        parse(text(4, loose, regionsumline=line))
    for keys in ({"disjointgroups": True}, {"boxindexer": [{"cells": ["R3C3"]}]}):
        with case(keys), pytest.raises(PuzzleError, match="the regions are no boxes"):
            parse(text(4, loose, **keys))


def test_bad_boards_are_refused_with_their_place():
    board = json.loads(text(2))
    for change, message in (
        ({"size": 3}, "grid: a list of 2, not of 3"),
        ({"size": 0}, "size: 0 is not from 1 to 100"),
        ({"size": 10**9}, "size: 1000000000 is not from 1 to 100"),
        ({"size": "2"}, "size: text, not an integer"),
        ({"grid": [[{}, {}], [{}]]}, "grid[1]: a list of 1, not of 2"),
        ({"grid": [[{}, {}], [{}, 5]]}, "r2c2: a number, not an object"),
        ({"grid": [[{}, {}], [{}, {"fixed": 1}]]}, "r2c2: unknown key 'fixed'"),
        ({"grid": [[{"value": 3, "given": True}, {}], [{}, {}]]}, "r1c1.value: 3 is not a value"),
        ({"grid": [[{"value": "x", "given": True}, {}], [{}, {}]]}, "r1c1.value: 'x' is not a n"),
        ({"grid": [[{"givenPencilMarks": [3]}, {}], [{}, {}]]}, "r1c1.givenPencilMarks: 3 is no"),
        ({"grid": [[{"region": "a"}, {}], [{}, {}]]}, "r1c1.region: text, not an integer"),
        ({"grid": [[{"parity": "odd"}, {}], [{}, {}]]}, "r1c1.parity: no parity; there are Odd"),
        ({"solution": [1, 2]}, "solution: 2 values for 4 cells"),
        ({"solution": [1, 2, 2, 3]}, "solution: 3 is not a value from 1 to 2"),
        ({"title": 5}, "title: a number, not text"),
    ):
        with case(change), pytest.raises(PuzzleError) as refused:
            parse(json.dumps(board | change), format="fpuzzles")
        assert refused.value.message.removeprefix("fpuzzles: ").startswith(message)
    for missing in ("size", "grid"):
        some = json.dumps({key: value for key, value in board.items() if key != missing})
        with case(missing), pytest.raises(PuzzleError, match=f"the key '{missing}' is missing"):
            parse(some, format="fpuzzles")


# --- what is said beside the rules ---------------------------------------------------------------


def test_names_texts_and_the_solution_come_along():
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
    assert dict(puzzle.meta) | {"fpuzzles": None} == {
        "title": "Two 😀",
        "author": "me",
        "rules": "Normal rules.\nNo more.",
        "solution": "122.",
        "fpuzzles": None,
    }
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_a_solution_may_be_a_text():
    for solution in ("1221", "1,2,2,1", ["1", "2", 2, 1]):
        with case(solution):
            assert dict(parse(text(2, solution=solution)).meta) == {"solution": "1221"}
    for nothing in ("", [], None):
        with case(nothing):
            assert parse(text(2, solution=nothing, title="", author=None)).meta == ()
    sixteen = parse(text(16, solution=[1 + cell % 16 for cell in range(256)]))
    assert read_values(sixteen.grid, dict(sixteen.meta)["solution"])[:3] == (1, 2, 3)


def test_meta_never_blocks_a_link():
    puzzle = Puzzle(SIX.grid, rules=HOUSES, meta=(("label", "a"), ("solution", "x"), ("b", "c")))
    assert parse(write(puzzle, "fpuzzles")).meta == (("title", "a"),)


def test_what_was_kept_cannot_bring_rules():
    """A model may have anything in its meta, and its puzzle may have changed."""
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


# --- what the format cannot hold -----------------------------------------------------------------


def test_what_cannot_be_said_is_refused_by_name():
    nine = classic(order=3)
    for puzzle, what in (
        (nine.taxicab(2), "the rule taxicab"),
        (nine.greater("r1c1 r1c2"), "the rule greater"),
        (nine.lockout("r1c1-r1c3", gap=3), "gap=3 of lockout line r1c1 r1c2 r1c3, gap 3"),
        (nine.modular("r1c1-r1c3", modulus=2), "modulus=2 of "),
        (nine.minimum("r1c1", others_exempt=False), "others_exempt=False of minimum r1c1"),
        (nine.nonconsecutive(dots_exempt=False), "the rule nonconsecutive"),
        (nine.negativexv([5]), "the rule negativexv"),
        (nine.cage("r1c1-r1c3", totals=[5, 6]), "totals=(5, 6) of cage"),
        (nine.sandwich("r1c1-r1c8", 5), "a part of a row or column: sandwich 5: r1c1-r1c8"),
        (nine.sandwich("r1", 5, [2, 8]), "crusts=(2, 8) of sandwich"),
        (nine.disjointgroups(1, 9), "the rule disjointgroups"),
        (nine.boxindexer("r1c1", 1, 9), "height=1 of box indexer r1c1"),
        (nine.with_rules(Boxes(1, 9)), "the rule boxes"),
        (nine.among("r1c1", [1, 2]).among("r1c1", [3]), "that r1c1 has no candidates"),
        (Puzzle(Grid(2, 3), rules=(Rows(), Columns())), "a 2×3 grid"),
        (Puzzle(Grid(2, 2, range(2)), rules=(Rows(), Columns())), "values from 0 to 1"),
        (Puzzle(Grid(4, 4), rules=(Rows(),)), "a puzzle without the rule columns"),
        (latin(side=101), "a 101×101 grid"),
    ):
        with case(what), pytest.raises(PuzzleError) as refused:
            write(puzzle, "fpuzzles")
        assert str(refused.value).startswith(f"fpuzzles cannot express {what}")


def test_what_has_no_key_is_said_by_others():
    nine = classic(order=3)
    windows = parse(write(nine.windoku(), "fpuzzles"))
    assert windows.rules[3:] == tuple(ExtraRegion(cells) for cells in Windoku().groups(nine.grid))
    chosen = parse(write(nine.with_rules(Among([0, 1], [1, 2, 3])), "fpuzzles"))
    assert chosen.marks[:3] == (0b111, 0b111, nine.grid.full)
    assert chosen.domains == nine.with_rules(Among([0, 1], [1, 2, 3])).domains


# --- strangers -----------------------------------------------------------------------------------


def test_strangers_links_are_bounded():
    deep = '{"size":1,"grid":[[{"c":' + "[" * 60 + "]" * 60 + "}]]}"
    many = text(odd=[{"cell": "R1C1"}] * 5000)
    bomb = lz.compress('{"size":1,' + " " * 2_000_000 + "}")
    for link, message in (
        (deep, "lists and objects in one another, more than 24 deep"),
        (lz.compress(deep), "lists and objects in one another, more than 24 deep"),
        (many, "more than 4096 entries"),
        (lz.compress(many), "more than 4096 entries"),
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


# --- round trips ---------------------------------------------------------------------------------


def meaning(puzzle):
    """Return what a puzzle demands, whatever rules say it and in whichever order."""
    groups = {
        frozenset(part.cells) for part in puzzle.constraints if isinstance(part, AllDifferent)
    }
    others = {part for part in puzzle.constraints if not isinstance(part, AllDifferent)}
    return puzzle.domains, {group for group in groups if len(group) > 1}, others


#: The rules that have a key, and those that others say.
HELD = sorted(
    {rule.name for key in KEYS for rule in key.rules}
    | {"antiknight", "antiking", "disjointgroups", "nonconsecutive", "negativeblackdots"}
    | {"negativexv", "diagonals", "windoku", "among"}
)


@st.composite
def held_puzzles(draw):
    side, height = draw(st.sampled_from([(4, 2), (6, 2), (6, 3), (4, 1), (5, 1), (9, 3)]))
    puzzle = classic(boxes=(height, side // height)) if height > 1 else latin(side=side)
    hint = tuple(draw(st.sampled_from(puzzle.grid.values)) for _ in puzzle.grid.cells)
    if height == 1 and draw(st.booleans()):
        rows = tuple(cell // side + 1 for cell in puzzle.grid.cells)
        puzzle = puzzle.with_rules(draw(jigsaws(puzzle.grid, rows)))
    for name in draw(st.lists(st.sampled_from(HELD), max_size=4)):
        rule = MAKERS[name](draw, puzzle.grid, hint)
        if fits(rule, puzzle.grid):
            try:
                puzzle = puzzle.with_rules(rule)
            except PuzzleError:  # it does not go with the others
                continue
    cells = draw(st.sets(st.sampled_from(puzzle.grid.cells), max_size=5))
    marks = [
        draw(st.integers(1, puzzle.grid.full)) if cell in cells else puzzle.grid.full
        for cell in puzzle.grid.cells
    ]
    givens = {cell: hint[cell] for cell in draw(st.sets(st.sampled_from(puzzle.grid.cells)))}
    return Puzzle(puzzle.grid, marks=tuple(marks), rules=puzzle.rules).with_givens(givens)


@settings(deadline=None, max_examples=150)
@given(held_puzzles())
def test_what_is_written_means_the_same(puzzle):
    link = attempt(write, puzzle, "fpuzzles")
    if isinstance(link, PuzzleError):
        assert "fpuzzles cannot express" in str(link)
        return
    again = parse(link)
    assert again.givens == puzzle.givens
    assert meaning(again) == meaning(puzzle)
    assert write(again, "fpuzzles") == write(parse(write(again, "fpuzzles")), "fpuzzles")
