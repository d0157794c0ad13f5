"""Tests of the questions of the board and their answers, and access to its page."""

import json
import socket
import time
from dataclasses import replace
from importlib.resources import files

import pytest
from examples import case
from link_documents import PATH, line, link
from requirements import require_package

import nonet
from nonet.formats.links import download
from nonet.questions.counting import Tally
from nonet.serving import board
from nonet.system.limits import check_limits

UNIQUE = "12..34..2......3"


def model(puzzle):
    return json.loads(nonet.write(puzzle, "json"))


def replies(command, **question):
    """Return the replies to a question without the last one, "end"."""
    said = []
    board.answer({"command": command, **question}, lambda r: said.append(json.loads(json.dumps(r))))
    assert said.pop() == {"type": "end"}
    return said


def test_a_text_of_any_format_becomes_a_board():
    killer = nonet.classic(UNIQUE).cage("r1c3 r1c4", 7)
    for name in ("json", "fpuzzles", "sudokupad"):
        with case(name):
            [reply] = replies("read", text=nonet.write(killer, name))
            assert reply["givens"] == [int(v) for v in UNIQUE.replace(".", "0")]
            assert (reply["rows"], reply["columns"], reply["values"]) == (4, 4, [1, 2, 3, 4])
            assert nonet.parse(json.dumps(reply["model"])).rules == killer.rules
            # The page paints the values.
            assert ">7<" in reply["svg"]
            assert ">1<" not in reply["svg"]


def test_a_wrong_question_gets_only_an_error():
    bad = [
        ("read", {"text": "12..341"}),
        ("read", {"text": 7}),
        ("read", {}),
        ("draw", {"model": {"format": "nonet"}}),
        ("draw", {"model": None}),
        ("draw", {"model": model(nonet.latin(side=17))}),
        ("draw", {"model": model(nonet.classic(order=2).with_layer("extra", size=1009))}),
        ("write", {"model": model(nonet.classic(order=2)), "format": "papyrus"}),
        ("hint", {"model": model(nonet.classic(UNIQUE)), "values": [1]}),
        ("hint", {"model": model(nonet.classic(UNIQUE)), "values": [7] * 16}),
        ("check", {"model": model(nonet.classic(UNIQUE)), "values": ["<b>"] * 16}),
        ("hint", {"model": model(nonet.classic(UNIQUE)), "values": [True] * 16}),
        ("hint", {"model": model(nonet.classic(UNIQUE)), "values": [0] * 16}),
        ("hint", {"model": model(nonet.classic(UNIQUE)), "values": [0] * 16, "marks": [99] * 16}),
        ("check", {"model": model(nonet.classic(UNIQUE)), "values": [[1]] * 16}),
    ]
    for command, question in bad:
        with case((command, question)):
            [reply] = replies(command, **question)
            assert reply["type"] == "error"
            assert reply["message"]


def test_live_answers():
    verdict, candidates = replies("live", model=model(nonet.classic(UNIQUE)))
    assert (verdict["kind"], verdict["clash"]) == ("unique", [])
    assert sum(map(sum, candidates["counts"])) == 16
    none, conflict = replies("live", model=model(nonet.classic("11" + "." * 14)))
    assert (none["kind"], none["clash"]) == ("none", [0, 1])
    assert none["reason"] == "r1c1 and r1c2 are both 1"
    assert conflict["cells"] == [0, 1]
    thermo = nonet.classic("3" + "." * 15).thermo("r1c1-r1c3")
    hidden, conflict = replies("live", model=model(thermo))
    assert (hidden["kind"], hidden["clash"]) == ("none", [])
    assert conflict["cells"] == [0, 1, 2]
    assert conflict["said"] == "given r1c1 = 3 and thermo r1c1 r1c2 r1c3 contradict each other"
    dozen = replies("live", model=model(nonet.classic("1234" + "." * 12)))
    assert [reply["type"] for reply in dozen[:2]] == ["verdict", "candidates"]
    assert dozen[-1] == {"type": "count", "count": 12, "complete": True}


class Enough(BaseException):
    pass


def test_a_board_describes_its_rules():
    puzzle = nonet.classic(order=3).thermo("r1c1 r5c5").nonconsecutive(exempt=["r1c1 r1c2"])
    [reply] = replies("draw", model=model(puzzle))
    assert reply["model"]["rules"] == model(puzzle)["rules"]
    assert reply["said"][:3] == ["rows", "columns", "boxes 3×3"]
    assert "do not touch" in reply["said"][3]
    assert reply["said"][4].endswith("except r1c1 r1c2")


def test_a_long_count_becomes_an_estimate(monkeypatch):
    monkeypatch.setattr(board, "tally", lambda *_, **__: Tally(5, False, False, "native"))
    monkeypatch.setattr(board, "_SECONDS", 1000.0)
    said = []

    def send(reply):
        said.append(reply)
        if reply["type"] == "estimate":
            raise Enough

    with pytest.raises(Enough):
        board.answer({"command": "live", "model": model(nonet.classic(order=3))}, send)
    assert said[-2] == {"type": "count", "count": 5, "complete": False}
    assert 1e21 < said[-1]["mean"] < 1e23


def test_a_puzzle_that_is_written_is_the_one_that_was_read():
    puzzle = nonet.classic(UNIQUE).thermo("r1c1-r1c3")
    [reply] = replies("write", model=model(puzzle), format="fpuzzles")
    assert nonet.parse(reply["text"]) == nonet.parse(nonet.write(puzzle, "fpuzzles"))


def test_redundant_clues():
    known = nonet.classic("1...34..2......3").cage("r1c1 r1c2", 3)
    [reply] = replies("redundant", model=model(known))
    cage = ["cage r1c1 r1c2 = 3"]
    assert reply == {"type": "redundant", "givens": [0, 4, 5], "others": cage, "complete": True}
    [reply] = replies("redundant", model=model(nonet.classic("." * 16)))
    assert (reply["givens"], reply["others"]) == ([], [])


def test_a_hint_looks_at_the_centre_marks():
    """The first step removes candidates. If these are gone, the hint is the next step."""
    puzzle = nonet.classic(order=2).thermo("r3c4 r4c4 r4c3").thermo("r2c1 r1c2 r2c3")
    asked = {"model": model(puzzle), "values": [0] * 16}
    marks, told = [0] * 16, []
    for _ in range(4):
        [reply] = replies("hint", marks=marks, **asked)
        assert reply["levels"][-1] not in told
        told.append(reply["levels"][-1])
        gone = told[-1].partition(" → ")[2]
        assert gone, "a step that places nothing"
        for cell, values in read_gone(puzzle.grid, gone):
            marks[cell] = (marks[cell] or puzzle.grid.full) & ~puzzle.grid.mask(values)


def read_gone(grid, said):
    for part in said.split(", "):
        names, values = part.split(" ≠ ")
        for name in names.split():
            yield grid.cell(name), map(int, values.split())


def test_a_path_has_the_board_of_each_step():
    puzzle = nonet.classic(order=2).thermo("r1c1-r1c3").cage("r4c1 r4c2", 4).with_givens({3: 1})
    asked = {"model": model(puzzle), "values": [0] * 16, "marks": [0] * 16}
    found = replies("path", **asked)
    for reply, step in zip(found, nonet.explain(puzzle), strict=True):
        assert (reply["type"], reply["said"]) == ("step", str(step))
        assert tuple(value or None for value in reply["values"]) == step.after.values
        assert tuple(reply["marks"]) == step.board.marks
        gone = zip(reply["marks"], reply["gone"], strict=True)
        assert tuple(marks & ~mask for marks, mask in gone) == step.after.marks
    assert tuple(found[-1]["values"]) == nonet.solve(puzzle).solution
    [hint] = replies("path", **asked | {"values": [*found[-1]["values"][:-1], 0][::-1]})
    assert (hint["type"], hint["levels"][0][:5]) == ("hint", "wrong")


def test_a_path_says_when_it_is_cut_off(monkeypatch):
    def cut_off(puzzle, **options):
        return replace(nonet.explain(puzzle, **options), complete=False)

    monkeypatch.setattr(board, "explain", cut_off)
    asked = {"values": [0] * 16, "marks": [0] * 16}
    *steps, error = replies("path", model=model(nonet.classic(UNIQUE)), **asked)
    assert {reply["type"] for reply in steps} == {"step"}
    assert error["message"].startswith("The path is cut off")
    [rating] = replies("rate", model=model(nonet.classic(UNIQUE)))
    assert rating["said"].endswith("a limit was reached")


def test_a_hint_says_which_cell_lacks_a_mark_before_it_says_the_mark():
    marks = [0] * 16
    marks[2] = 0b1000
    [reply] = replies("hint", model=model(nonet.classic(UNIQUE)), values=[0] * 16, marks=marks)
    assert reply["levels"] == ["a mark is missing in r1c3", "a mark is missing: r1c3 can be 3"]


def test_a_picture_has_what_was_entered():
    values, marks = [0] * 16, [0] * 16
    values[2], marks[3] = 3, 0b1010
    question = {"model": model(nonet.classic(UNIQUE)), "values": values}
    [reply] = replies("picture", marks=marks, **question)
    entered = (1, 2, 3, None, 3, 4, None, None, 2, *[None] * 6, 3)
    printed = (*[0b1111] * 3, 0b1010, *[0b1111] * 12)
    assert reply["svg"] == nonet.draw_svg(replace(nonet.classic(UNIQUE), marks=printed), entered)
    [reply] = replies("picture", marks=[0] * 16, **question)
    assert reply["svg"] == nonet.draw_svg(UNIQUE, entered)
    for bad in (None, [0], [1.5] * 16, [99] * 16, "<b>"):
        with case(bad):
            [reply] = replies("picture", marks=bad, **question)
            assert reply["type"] == "error"


def test_a_cell_without_marks_is_empty_in_the_picture():
    """A cell without candidates is marked by a red cross."""
    values, marks = [0] * 16, [0] * 16
    marks[2] = marks[3] = 0b1100
    values[3] = 4
    question = {"model": model(nonet.classic(UNIQUE)), "values": values}
    [bare] = replies("picture", marks=[0] * 16, **question)
    [marked] = replies("picture", marks=marks, **question)
    assert marked["svg"].count("<path") == bare["svg"].count("<path")
    # Only one cell has no value, so only its marks are drawn.
    assert marked["svg"].count("<text") == bare["svg"].count("<text") + 2


def test_printed_candidates_are_sent_beside_the_picture():
    puzzle = replace(nonet.classic(UNIQUE), marks=(*[0b1111] * 2, 0b1100, *[0b1111] * 13))
    [reply] = replies("draw", model=model(puzzle))
    [bare] = replies("draw", model=model(nonet.classic(UNIQUE)))
    assert reply["marks"] == [0, 0, 0b1100] + [0] * 13
    assert reply["svg"] == bare["svg"]


def test_a_short_link_is_fetched_only_with_permission(monkeypatch):
    asked = []
    full = nonet.write(nonet.classic(UNIQUE), "sudokupad")
    monkeypatch.setattr(download, "fetch_link", lambda link: asked.append(link) or full)
    short = "https://sudokupad.app/abc123"
    [reply] = replies("read", text=short)
    assert reply == {
        "type": "error",
        "message": "This link has only a name for the puzzle, which is stored on sudokupad.app.",
        "offer": {"label": "Fetch it from sudokupad.app", "fetch": True},
    }
    assert asked == []
    [reply] = replies("read", text=short, **reply["offer"])
    assert (reply["type"], asked) == ("board", [short])


def test_unknown_drawings_are_left_out_only_with_permission():
    text = link(lines=[line("#123456", 3, *PATH)])
    [reply] = replies("read", text=text)
    assert reply["type"] == "error"
    assert "no known rule looks like" in reply["message"]
    assert "ignore" not in reply["message"]
    [reply] = replies("read", text=text, **reply["offer"])
    assert reply["type"] == "board"


def test_the_time_limit_is_for_all_solutions_together(monkeypatch):
    def slow(_puzzle, **_limits):
        while True:
            check_limits()
            time.sleep(0.05)
            yield (1,)

    monkeypatch.setattr(board, "solutions", slow)
    monkeypatch.setattr(board, "_SECONDS", 0.2)
    [reply] = replies("solutions", model=model(nonet.classic(order=2)))
    assert (len(reply["grids"]) < board.MOST_SOLUTIONS, reply["complete"]) == (True, False)


def test_the_picture_of_a_board_has_no_title():
    """The page shows the title. A title of 4 MB without spaces took 46 s to draw."""
    puzzle = nonet.classic(UNIQUE)
    titled = replace(puzzle, meta=(("title", "Corners"), ("rules", "Think.")))
    [plain], [reply] = (replies("draw", model=model(each)) for each in (puzzle, titled))
    assert reply["svg"] == plain["svg"]
    assert reply["model"]["meta"] == dict(titled.meta)


def test_the_first_solutions_can_be_looked_at():
    puzzle = nonet.classic(UNIQUE[:15] + ".")
    [reply] = replies("solutions", model=model(puzzle))
    assert sorted(map(tuple, reply["grids"])) == sorted(nonet.solutions(puzzle))
    assert reply["complete"]
    [reply] = replies("solutions", model=model(nonet.classic(order=3)))
    assert (len(reply["grids"]), reply["complete"]) == (board.MOST_SOLUTIONS, False)


def get(port, path, host):
    """Return the status and the text of the server's answer to a browser."""
    with socket.create_connection(("127.0.0.1", port), timeout=180) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        said = b""
        while part := raw.recv(1 << 16):
            said += part
    head, _, body = said.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body


def test_the_puzzle_requires_the_token_and_the_page_does_not(board_server):
    port = board_server.port
    here, path = f"localhost:{port}", board_server.address.rpartition(":")[2].partition("/")[2]
    status, head, body = get(port, f"/{path}", here)
    assert status == 200
    assert b"page.js" in body
    assert "script-src 'self'" in head
    assert get(port, "/", here)[::2] == (200, body)
    assert get(port, f"/puzzle{path}", here)[0] == 200
    for what, host in (
        ("/puzzle", here),
        ("/puzzle?token=", here),
        ("/puzzle?token=guess", here),
        (f"/{path}", f"rebound.example.org:{port}"),
        ("/board.js", f"rebound.example.org:{port}"),
    ):
        with case((what, host)):
            assert get(port, what, host)[0] == 403
    for what in ("/../../../etc/passwd", "/board.py", "/%2e%2e/server.py"):
        with case(what):
            assert get(port, what, here)[0] == 404


def test_questions_require_the_token(board_server):
    require_package("websockets")
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    port = board_server.port
    address, own = f"ws://localhost:{port}/ask?token=", f"http://localhost:{port}"
    for token, origin in (
        ("guess", own),
        ("", own),
        ("only-the-tests-know-it", "https://f-puzzles.com"),
        ("only-the-tests-know-it", f"http://localhost:{port + 1}"),
    ):
        with (
            case((token, origin)),
            pytest.raises(InvalidStatus) as refused,
            connect(address + token, origin=origin),
        ):
            pass
        assert refused.value.response.status_code == 403
    with connect(f"{address}only-the-tests-know-it", origin=own) as client:
        question = {"nonce": 1, "command": "draw", "model": model(nonet.classic(order=2))}
        client.send(json.dumps(question))
        assert json.loads(client.recv(timeout=180))["rows"] == 4


def test_the_page_weighs_little(board_server):
    here = f"localhost:{board_server.port}"
    names = [file.name for file in files("nonet.serving").joinpath("page").iterdir()]
    # The page loads the files about searches only when somebody wants to see them.
    at_once = [name for name in names if not name.startswith("searches.")]
    addresses = [f"/{name}" for name in at_once if name != "index.html"]
    weights = [len(get(board_server.port, address, here)[2]) for address in addresses]
    assert all(weights)
    assert sum(weights) < 130_000
