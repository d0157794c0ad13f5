"""The answers to each question of the solver extension of f-puzzles."""

import json
from contextlib import suppress
from itertools import product

from examples import case
from link_documents import text

import nonet
from nonet.formats.links import lz
from nonet.serving import fpuzzles

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
DOZEN = "1234............"


def document(givens, entered="." * 16, marks=None, **keys):
    """Return a 4×4 document as the page sends it, with a player's entries."""
    cells = {}
    for cell, (given, value) in enumerate(zip(givens, entered, strict=True)):
        entry = {}
        if given != ".":
            entry = {"value": int(given), "given": True}
        elif value != ".":
            entry = {"value": int(value)}
        elif marks is not None and cell in marks:
            entry = {"centerPencilMarks": marks[cell]}
        cells[f"r{cell // 4 + 1}c{cell % 4 + 1}"] = entry
    return lz.compress(text(4, cells, **keys))


def replies(command, data, most=None):
    """Return all replies to a command, or the first replies."""

    class Enough(BaseException):
        pass

    said = []

    def send(reply):
        said.append(json.loads(json.dumps(reply)))
        if len(said) == most:
            raise Enough

    with suppress(Enough):
        fpuzzles.answer({"command": command, "dataType": "fpuzzles", "data": data}, send)
    return said


def test_true_candidates_are_counted_up_to_what_is_asked():
    [reply] = replies("truecandidates", document(UNIQUE))
    expected = [int(value == int(digit)) for digit in SOLVED for value in range(1, 5)]
    assert reply == {"type": "truecandidates", "solutionsPerCandidate": expected}
    found = nonet.true_candidates(DOZEN, 50)
    for cap, said in (
        (1, []),
        (8, ["colored"]),
        (3, ["logical", "truecandidatesnumsolutions=3"]),
        (50, ["truecandidatesnumsolutions=50"]),
    ):
        with case(said):
            [reply] = replies("truecandidates", document(DOZEN, truecandidatesoptions=said))
            marks = product(range(16), range(1, 5))
            expected = [min(cap, found.count(cell, value)) for cell, value in marks]
            assert reply["solutionsPerCandidate"] == expected


def test_entered_values_are_not_clues():
    wrong = document(UNIQUE, entered="...1............")
    for command in ("truecandidates", "solve", "check", "count"):
        with case(command):
            assert replies(command, wrong) == replies(command, document(UNIQUE))


def test_a_solution():
    assert replies("solve", document(UNIQUE)) == [
        {"type": "solved", "solution": [int(digit) for digit in SOLVED]}
    ]
    several = {tuple(replies("solve", document("." * 16))[0]["solution"]) for _ in range(20)}
    assert len(several) > 1
    assert several <= set(nonet.solutions("." * 16))


def test_a_check_counts_to_two_and_a_count_to_the_end():
    for givens, checked, counted in ((UNIQUE, 1, 1), (DOZEN, 2, 12), ("11" + "." * 14, 0, 0)):
        with case(givens):
            for command, number in (("check", checked), ("count", counted)):
                *before, last = replies(command, document(givens))
                assert last == {"type": "count", "count": number, "inProgress": False}
                assert all(reply["inProgress"] for reply in before)


def test_an_impossible_or_unreadable_puzzle_is_invalid_with_the_reason():
    for command in ("truecandidates", "solve"):
        with case(command):
            [reply] = replies(command, document("11.............."))
            assert reply == {"type": "invalid", "message": "No solutions found."}
    bad = {
        "cut off": document(UNIQUE)[:-20],
        "an unknown rule": document(UNIQUE, mystery=[1]),
        "no text": 7,
        "too many candidates": lz.compress(text(60)),
    }
    for name, data in bad.items():
        with case(name):
            [reply] = replies("truecandidates", data)
            assert (reply["type"], bool(reply["message"])) == ("invalid", True)


def test_other_commands_and_other_data_get_no_reply():
    said = []
    for question in (
        {"command": "dance", "dataType": "fpuzzles", "data": document(UNIQUE)},
        {"command": "check", "dataType": "penpa", "data": document(UNIQUE)},
        {"command": ["check"], "dataType": "fpuzzles"},
        {},
    ):
        fpuzzles.answer(question, said.append)
    assert said == []


def test_estimates_continue_until_cancelled(monkeypatch):
    monkeypatch.setattr(fpuzzles, "_PAUSE", 0.0)
    for name, number in {"_NODES": 4, "_FIRST_NODES": 4, "_QUICK": 0}.items():
        monkeypatch.setattr(f"nonet.questions.counting.probes.{name}", number)
    first, second = replies(
        "estimate", document("." * 16, thermometer=[{"lines": [["R1C1", "R2C2"]]}]), most=2
    )
    assert set(first) == {
        *("type", "estimate", "stderr", "iterations"),
        *("ci95_lower", "ci95_upper", "relErrPercent"),
    }
    assert first["ci95_lower"] < first["estimate"] < first["ci95_upper"]
    assert second["iterations"] > first["iterations"]
    # The estimate counts the solutions of the player's position.
    [exact] = replies("estimate", document("." * 16, entered=SOLVED))
    assert (exact["estimate"], exact["stderr"]) == (1, 0)


def cells_of(reply):
    return [cell["value"] or set(cell["candidates"]) for cell in reply["cells"]]


def test_the_first_step_writes_the_candidates_and_the_next_ones_go_on_from_there():
    [first] = replies("step", document(UNIQUE))
    assert (first["message"], first["isValid"]) == ("Initial candidates.\n", True)
    assert cells_of(first)[:5] == [1, 2, {3, 4}, {4}, 3]
    marks = {
        cell: sorted(said) for cell, said in enumerate(cells_of(first)) if isinstance(said, set)
    }
    values = UNIQUE
    for _ in range(40):
        [reply] = replies("step", document(UNIQUE, entered=values, marks=marks))
        assert reply["isValid"]
        said = cells_of(reply)
        values = "".join(str(each) if isinstance(each, int) else "." for each in said)
        marks = {cell: sorted(each) for cell, each in enumerate(said) if isinstance(each, set)}
        if values == SOLVED:
            break
    assert values == SOLVED
    [end] = replies("step", document(UNIQUE, entered=SOLVED))
    assert end["message"] == "No logical steps found.\n"


def test_a_path_is_told_line_by_line_and_ends_where_it_leads():
    [reply] = replies("solvepath", document(UNIQUE))
    assert cells_of(reply) == [int(digit) for digit in SOLVED]
    path = nonet.explain(UNIQUE)
    assert reply["message"].splitlines() == [str(step) for step in path]


def test_boards_without_a_path():
    ends = {
        "Board is invalid!\n": document(UNIQUE, entered="...1............"),
        "No logical steps found: no path: the puzzle has several solutions\n": document(DOZEN),
    }
    for message, data in ends.items():
        with case(message):
            [reply] = replies("solvepath", data)
            assert (reply["type"], reply["message"]) == ("logical", message)
            assert reply["isValid"] == ("invalid" not in message)
