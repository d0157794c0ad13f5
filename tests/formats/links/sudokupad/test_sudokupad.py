"""Links of SudokuPad are read wherever they are found, with all that they hold."""

import json
import re
from contextlib import suppress
from urllib.parse import quote

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet import rules as r
from nonet.formats import classic, latin, parse, read, write
from nonet.formats.links import address_of, lz, recognise
from nonet.formats.links.sudokupad.codes import text_in, unzipped
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

#: A zipped 4×4 with a given, a cage and a title, and a 2×2 that is not zipped.
TINY = (
    "sclN4SwJgXA5ALgjFANAcwDYHsBGBDVEDaU2AdjCANbEjIAWMUAuogMYCmB+wAbhHAL6JBTfIMTDR4oU2bYCwAM4BXALYQ"
    "ArIkVUAjovYwW7fPgAMiOMLMAmBkx5qB3aGRip2AAgAqIYgE8ofAx8QA="
)
PLAIN = (
    "sclN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmEIF1jUSzzKQBbCAFwwBMNXFRmBLZqHgQhYGAJ4ACADogAFrxkhiIgPY4+"
    "KgHaIQ+AEx78IQoSA==="
)


def tiny(**changes):
    """Return the document of a 4×4 that has only boxes, with some changes."""
    grid = Grid(4, 4)
    boxes = [[list(grid.place(cell)) for cell in box] for box in r.Boxes(2, 2).groups(grid)]
    return {"cells": [[{}] * 4] * 4, "regions": boxes} | changes


def link(document):
    return "scl" + lz.compress(json.dumps(document))


def rules(**changes):
    return parse(link(tiny(**changes))).rules[3:]


def test_a_link_is_read_wherever_it_is_found_also_among_others():
    expected = parse(TINY)
    assert expected.rules == (r.Rows(), r.Columns(), r.AntiKnight(), r.Cage((1, 2), 5))
    assert expected["r1c1"] == 1
    assert dict(expected.meta)["title"] == "Tiny"
    code = TINY[3:]
    for text in (
        f"https://sudokupad.app/{TINY}",
        f"https://sudokupad.app/sudoku/{TINY}?setting-nogrid=1",
        f"https://sudokupad.app/{TINY}&setting-nogrid=1",
        f"beta.sudokupad.app/{quote(TINY, safe='')}",
        f"https://sudokupad.app/?puzzleid={quote(TINY, safe='')}&x=1",
        f"https://app.crackingthecryptic.com/{TINY}",
        f"https://app.crackingthecryptic.com/sudoku/ctc{code}",
        f"https://app.crackingthecryptic.com/sudoku.html?puzzleid=ctc{code}",
        f"sudokupad://puzzle/{TINY}",
        f"ctc{code}",
        "scl" + code.rstrip("="),
        quote(TINY, safe=""),
        "scl" + code.rstrip("=") + "\\",
    ):
        with case(text):
            assert recognise(text) == "sudokupad"
            assert parse(text) == expected
    found = [record.puzzle and record.puzzle["r1c1"] for record in read(f"{TINY}\nscl!\n\n{PLAIN}")]
    assert found == [1, None, 1]


def test_a_document_that_is_not_zipped_is_read_as_it_is():
    puzzle = parse(PLAIN)
    assert puzzle.meta == (("title", 'say "hi"'), ("solution", "1221"))
    document = lz.decompress(PLAIN[3:])
    assert parse(document) == parse(json.dumps(json.loads(document), indent=1)) == puzzle
    assert parse(f"sudokupad.app/{quote(document)}") == puzzle


def test_lost_slashes_are_restored():
    # Sixteen set bits are encoded as two slashes, if they begin in the right place.
    texts = (
        json.dumps({"id": f"{'ab' * length}\uffff"}, ensure_ascii=False) for length in range(50)
    )
    document = next(text for text in texts if "//" in lz.compress(text))
    code = lz.compress(document)
    assert text_in(code.replace("//", "/")) == document


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://sudokupad.app/aBcDeF123", "aBcDeF123"),
        ("https://sudokupad.app/clover/name-1?x=1", "clover/name-1"),
        ("sudokupad://puzzle/aBcDeF123", "aBcDeF123"),
        ("https://app.crackingthecryptic.com/sudoku/aBcDeF123", "aBcDeF123"),
    ],
)
def test_a_short_link_does_not_hold_its_puzzle(text, name):
    assert address_of(text) == f"https://sudokupad.app/api/puzzle/{name}"
    with pytest.raises(PuzzleError, match=r"sudokupad: .*is only the name of a puzzle"):
        parse(text)


def test_the_address_of_the_site_is_not_a_puzzle():
    for text in ("https://sudokupad.app/", "sudokupad.app/sudoku/", "sudokupad.app/?puzzleid="):
        with case(text):
            assert recognise(text) is None
            assert address_of(text) is None


def test_a_code_of_f_puzzles_is_read_as_such():
    of_f_puzzles = lz.compress('{"size": 2, "grid": [[{}, {}], [{}, {}]], "antiking": true}')
    for prefix in ("fpuz", "fpuzzles", "https://sudokupad.app/fpuzzles"):
        assert parse(prefix + of_f_puzzles) == parse(of_f_puzzles)


def test_coded_classic_puzzles():
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    code = "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79"
    assert parse(code) == classic(text)
    more = parse(f"https://sudokupad.app/{code}*wxtA ** star*aMe*")
    assert more.rules[3:] == (r.Windoku(), r.Diagonals())
    assert more.meta == (("title", "A * star"), ("author", "Me"))
    assert parse("sudokupad.app/scf1*").givens == (1,) + (None,) * 80
    for bad in ("scf5N", "scf" + "x" * 14, f"{code}q", "scf5Nl!"):
        with case(bad), pytest.raises(PuzzleError, match="sudokupad: scf: "):
            parse(f"sudokupad.app/{bad}")


def test_a_link_that_is_cut_off_is_refused():
    for end in range(4, len(TINY) - 3):
        with case(end), pytest.raises(PuzzleError):
            parse(f"sudokupad.app/{TINY[:end]}")


def test_bombs_are_refused_before_memory_is_spent():
    zigzag = {"wayPoints": [[0.5, 0.5], [0.5, 255.5]] * 300}
    for text, said in (
        ("scl" + lz.compress('{"cells":"' + "a" * (lz.MOST_TEXT + 1)), "longer than the limit"),
        ("scl" + lz.compress('{"cells":' + "[" * 500 + "]" * 500 + "}"), "deep"),
        (link(tiny(lines=[{}] * 10_001)), "10001 drawings exceed the limit of 10000"),
        (link(tiny(cages=[{}] * 10_001)), "10001 cages exceed the limit of 10000"),
        (link({"cells": [[{}] * 256] * 256, "lines": [zigzag]}), "152745 cells exceed the limit"),
    ):
        with case(said), pytest.raises(TooLarge, match=said):
            parse(text)


def test_sizes_and_givens():
    for rows, columns in ((1, 1), (6, 6), (2, 5), (16, 16)):
        puzzle = parse(link({"cells": [[{}] * columns] * rows}))
        assert puzzle == Puzzle(Grid(rows, columns), rules=(r.Rows(), r.Columns()))
    cells = [[{"value": 1}, {"value": "2"}], [{"value": ""}, {"value": None}]]
    assert parse(link({"cells": cells})) == latin("12..", side=2)
    for value in ("A", "3", 0, "½", "-1", "1.0", "11111"):
        said = r"cells\[0\]\[0\].value: .* not a value"
        with case(value), pytest.raises(PuzzleError, match=said):
            parse(link({"cells": [[{"value": value}, {}], [{}, {}]]}))


def test_notes_of_players_silent_keys_and_cages_without_a_rule_are_kept():
    cells = [[{"value": 1, "given": False, "pencilMarks": [1, 2]}, {"value": 2}], [{}, {}]]
    puzzle = parse(link({"cells": cells}))
    assert puzzle.givens == (None, 2, None, None)
    assert not puzzle.restricted
    kept = json.loads(dict(puzzle.meta)["sudokupad"])
    assert kept == {"cells": {"r1c1": {"value": "1", "given": False, "pencilMarks": [1, 2]}}}
    puzzle = parse(link(tiny(id="x", cellSize=50, foglight=[[0, 0]])))
    assert json.loads(dict(puzzle.meta)["sudokupad"]) == {"id": "x", "foglight": [[0, 0]]}
    lamp = {"cells": PAIR, "value": "FOGLIGHT"}
    no_region = {"cells": PAIR, "unique": False, "hidden": True}
    unseen = {"cells": PAIR, "value": "1", "borderColor": "#0000", "fontC": "#00000000"}
    cages = [lamp, no_region, unseen]
    puzzle = parse(link(tiny(cages=cages)))
    assert puzzle.rules == classic("." * 16).rules
    assert json.loads(dict(puzzle.meta)["sudokupad"]) == {"cages": cages}


def test_regions():
    jigsaw = [[[0, 0], [0, 1], [1, 0]], [[0, 2], [1, 2], [2, 2]], [[1, 1], [2, 0], [2, 1]]]
    blank = {"cells": [[{}] * 3] * 3}
    assert parse(link(tiny())) == classic("." * 16)
    assert parse(link(blank | {"regions": []})).rules == (r.Rows(), r.Columns())
    regions = r.Regions([(0, 1, 3), (2, 5, 8), (4, 6, 7)])
    assert parse(link(blank | {"regions": jigsaw})).rules[2:] == (regions,)
    assert parse(link(blank | {"regions": jigsaw[:1]})).rules[2:] == (r.ExtraRegion((0, 1, 3)),)


PAIR = [[0, 1], [0, 2]]


def test_cages():
    for cage, rule in (
        ({"unique": True, "sum": 5, "value": "5"}, r.Cage((1, 2), 5)),
        ({"unique": True, "sum": 5}, r.Cage((1, 2), 5)),
        ({"unique": True, "value": ""}, r.Cage((1, 2))),
        ({"unique": True, "value": 0, "sum": 0}, r.Cage((1, 2))),
        ({"unique": False, "sum": 5, "value": 5}, r.Sum((1, 2), 5)),
        ({"sum": 5}, r.Sum((1, 2), 5)),
        ({"unique": True, "style": "extraregion", "sum": 3}, r.ExtraRegion((1, 2))),
        ({"style": "fpRowIndexer"}, r.RowIndexer((1, 2))),
        ({"style": "fpColumnIndexer"}, r.ColumnIndexer((1, 2))),
        ({"style": "fpBoxIndexer"}, r.BoxIndexer((1, 2), 2, 2)),
    ):
        with case(cage):
            assert rules(cages=[{"cells": PAIR} | cage]) == (rule,)


def test_bad_documents_are_refused_with_their_place():
    cage, jigsaw = {"cells": PAIR}, [[[0, 0], [0, 1], [1, 0]], [[0, 2], [1, 2], [2, 2]]]
    three, row = {"cells": [[{}] * 3] * 3}, [[0, 0], [0, 1]]
    for changes, said in (
        ({"line": []}, "sudokupad: unknown key 'line'; did you mean 'lines'?"),
        ({"cells": None}, "cells: must be a list, not null"),
        ({"cells": [None]}, "cells[0]: must be a list, not null"),
        ({"global": ["antitaxi"]}, "global[0]: unknown rule 'antitaxi'"),
        ({"global": ["disjoint"], "regions": []}, "disjoint groups need a puzzle with boxes"),
        ({"metadata": {"antitaxi": True}}, "metadata.antitaxi: unknown flag 'antitaxi'"),
        ({**three, "regions": [row]}, "the largest region has 2 cells, so"),
        ({**three, "regions": [*jigsaw, jigsaw[0]]}, "r1c1 is named twice"),
        ({**three, "regions": [[*row, [0, 3]]]}, "[2]: row 0 and column 3 are not on the 3×3 grid"),
        ({**three, "regions": [[*row, [0.5, 1]]]}, "row 0.5 and column 1 are not on"),
        ({**three, "regions": [[[0]]]}, "this list has 1 item, not a row"),
        ({"cages": [cage | {"unique": True, "value": "?"}]}, "this drawing: cage '?' at r1c2 r1c3"),
        ({"cages": [cage | {"unique": True, "value": "12", "sum": 5}]}, "cage '12' with the sum 5"),
        ({"cages": [cage | {"style": "extraregion", "sum": 4}]}, "4 is not the sum of 2 values"),
        ({"cages": [cage | {"unique": True, "sum": 2.5}]}, "cages[0].sum: 2.5 is not a sum"),
        ({"cages": [cage | {"unique": "yes"}]}, "cages[0].unique: must be true or false, not text"),
        ({"cages": [cage | {"value": "DR3"}]}, "this drawing: cage 'DR3' at r1c2 r1c3"),
        ({"cages": [cage | {"unique": False}]}, "this drawing: cage at r1c2 r1c3"),
    ):
        with case(changes), pytest.raises(PuzzleError, match=re.escape(said)):
            rules(**changes)
    with pytest.raises(PuzzleError, match="the key 'cells' is missing"):
        parse(link({"regions": []}))


def test_text_in_a_cage_may_be_ignored():
    text = link(tiny(cages=[{"cells": PAIR, "unique": True, "value": "?"}]))
    puzzle = parse(text, ignore_drawings=True)
    assert puzzle.rules[3:] == (r.Cage((1, 2)),)
    again = write(puzzle, "sudokupad")
    assert parse(again, ignore_drawings=True) == puzzle
    with pytest.raises(PuzzleError, match=r"looks like this drawing: cage '\?' at r1c2 r1c3"):
        parse(again)


def test_flags():
    for name, rule in (
        ("antiknight", r.AntiKnight()),
        ("antiking", r.AntiKing()),
        ("nonconsecutive", r.NonConsecutive()),
        ("antiratio", r.NegativeBlackDots()),
        ("antixv", r.NegativeXV()),
        ("disjoint", r.DisjointGroups(2, 2)),
    ):
        with case(name):
            assert rules(**{"global": [name]}) == (rule,)
    both = {"global": ["antiknight"], "metadata": {"antiknight": True, "antiking": True}}
    assert rules(**both) == (r.AntiKnight(), r.AntiKing())
    assert parse(link(tiny(metadata={"norowcol": True}))).rules == (r.Boxes(2, 2),)


def test_disjoint_groups_are_one_rule_also_as_cages():
    groups = r.DisjointGroups(2, 2).groups(Grid(4, 4))
    places = [[list(Grid(4, 4).place(cell)) for cell in group] for group in groups]
    cages = [{"cells": cells, "unique": True, "type": "disjoint"} for cells in places]
    assert rules(cages=cages, **{"global": ["disjoint"]}) == (r.DisjointGroups(2, 2),)
    assert rules(cages=cages[:1]) == (r.ExtraRegion((0, 2, 8, 10)),)


def test_metadata():
    metadata = {"title": "Tiny", "rules": ["One.", "Two."], "msgcorrect": "Yes!"}
    cages = [{"value": text} for text in ("author: Me", "author: You", "v: 1", "v: 2")]
    puzzle = parse(link(tiny(title="Tiny", metadata=metadata, cages=cages)))
    assert dict(puzzle.meta) == {
        **{"title": "Tiny", "author": "Me\nYou", "rules": "One.\nTwo."},
        "sudokupad": '{"metadata":{"msgcorrect":"Yes!","v":["1","2"]}}',
    }
    assert puzzle.label == "Tiny"


def test_solutions():
    full = "1234341221434321"
    for said, meant in (
        (full, full),
        (int(full), full),
        ("1?" + full[2:], "1." + full[2:]),
        ("?" * 16, None),
        ("123", None),
        ("9" * 16, None),
        ("²" * 16, None),
    ):
        with case(said):
            meta = dict(parse(link(tiny(metadata={"solution": said}))).meta)
            assert meta.get("solution") == meant
            assert ("solution" in meta.get("sudokupad", "")) == (meant is None)


# --- codes ---------------------------------------------------------------------------------------

SHORT = {
    **{"color": "c", "cages": "ca", "center": "ct", "borderColor": "c1", "backgroundColor": "c2"},
    **{"cells": "ce", "cellSize": "cs", "arrows": "a", "overlays": "o", "underlays": "u"},
    **{"width": "w", "height": "h", "value": "v", "videos": "vd", "lines": "l", "rounded": "r"},
    **{"regions": "re", "fontSize": "fs", "thickness": "th", "headLength": "hl"},
    **{"wayPoints": "wp", "title": "t", "text": "te", "duration": "d", "d": "d2"},
}


def zipped(value):
    """Zip a value in the order in which SudokuPad does it, one replacement after the other."""
    text = json.dumps(shortened(value), separators=(",", ":"))
    text = re.sub(r'"(\w+)":', r"\1:", text)
    text = re.sub(r"(?<=[\[,{])\{\}", "", text)
    text = text.replace(":true", ":t").replace(":false", ":f")
    text = text.replace('"#000000"', "#0").replace('"#FFFFFF"', "#F")
    text = re.sub(r'"#([0-9a-fA-F]{6})"', r"\1", text)
    return text.replace("'", r"\'").replace('"', "'")


def shortened(value):
    if isinstance(value, dict):
        entries = {SHORT.get(key, key): shortened(item) for key, item in value.items()}
        return {key: item for key, item in entries.items() if item != []}
    return [shortened(item) for item in value] if isinstance(value, list) else value


def test_a_document_comes_back_but_for_what_zipping_loses():
    for document in (
        {"cells": [[{"value": 1}, {}], [{}, {}]], "regions": [[[0, 0], [0, 1]]]},
        {"cells": [[{}, {}, {}], [{}, {"value": "A"}, {}]]},
        {"lines": [{"color": "#CFCFCF", "thickness": 9.6, "wayPoints": [[0.5, -1.5], [1e-07, 2]]}]},
        {"overlays": [{"center": [1, 1.5], "rounded": True, "backgroundColor": "#FFFFFF"}]},
        {"metadata": {"title": "a: {b}, [c]", "author": "O'Hara", "rules": "one\ntwo"}, "x": None},
        {"cages": [{"cells": [[0, 1]], "unique": False, "borderColor": "#000000"}]},
    ):
        with case(document):
            assert json.loads(unzipped(zipped(document))) == document
    for text, said in (
        ("{v:'facade'}", {"value": "#facade"}),
        ("{v:123456}", {"value": "#123456"}),
        (r"{v:'say \'hi\''}", {"value": "say 'hi'"}),
        ('{v:"it\'s"}', {"value": "it's"}),
    ):
        with case(text):
            assert json.loads(unzipped(text)) == said


keys = st.sampled_from(sorted(SHORT)) | st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)
texts = st.text(st.characters(exclude_characters="\"'\\", exclude_categories=["Cs", "Cc"]))
plain = texts.filter(lambda text: not re.search(r"[{}\[\]#:]|^\w{6}$", text))
leaves = st.booleans() | st.integers(-99999, 99999) | plain | st.just("#1A2b3C")
documents = st.recursive(
    st.dictionaries(keys, leaves, max_size=4),
    lambda inner: st.dictionaries(
        keys, inner | st.lists(inner, min_size=1, max_size=3), max_size=3
    ),
    max_leaves=6,
)


@given(documents)
def test_any_document_comes_back(document):
    # A list with one empty object is zipped like an empty list.
    text = zipped(document)
    if "[]" not in text:
        assert json.loads(unzipped(text)) == document


@pytest.mark.parametrize("text", ["{v:'open}", "{v:§}", "{v:'\\u12'}"])
def test_other_texts_are_refused(text):
    with pytest.raises(PuzzleError, match="zipped JSON"):
        unzipped(text)


@given(st.text("{}[],:'\"\\ tf#0aF.-", max_size=80))
def test_any_text_is_unzipped_or_refused(text):
    with suppress(PuzzleError):
        assert isinstance(unzipped(text), str)
