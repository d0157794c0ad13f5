"""Links to published puzzles are fetched, and their texts are packed as JavaScript packs them."""

import runpy
import sys
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import HTTPHandler, OpenerDirector, Request

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import classic, parse, read, write
from nonet.formats.links import download
from nonet.formats.links.download import fetch_link
from nonet.formats.links.lz import Damaged, beginning, compress, decompress
from nonet.rules import Cage
from nonet.system.errors import PuzzleError, TooLarge

PUZZLE = classic("1...............").antiknight()
LINK = write(PUZZLE, "fpuzzles")
PAYLOAD = LINK.split("=", 1)[1].replace("%2B", "+")
DOCUMENT = '{"size": 1,\r\n "title": "two  spaces",\n "grid": [[{}]]}'
#: A document with Unicode line separators, which are plain characters in JSON.
TITLE = "a\u2028b\u0085c\u2029d"
SIGNS = f'{{"size": 1, "title": "{TITLE}", "grid": [[{{}}]]}}'

#: For each path, the answer of the server: a body, or a redirection.
ANSWERS = {
    "/body": PAYLOAD,
    "/document": DOCUMENT,
    "/signs": SIGNS,
    "/latin": '{"size": 1, "title": "caf\udce9"}',
    "/page": "<html>no puzzle</html>",
    "/large": "N4Ig" * 2_000_000,
}
PLACES = {
    "/abc": LINK,
    "/old": LINK.replace("https", "http"),
    "/twice": "https://tinyurl.com/abc",
    "/relative": "/body",
    "/id": "https://f-puzzles.com/?id=abc",
    "/elsewhere": "https://example.org/secret",
    "/plain": "http://tinyurl.com/abc",
    "/round": "/round",
    "/nowhere": "",
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path in ANSWERS:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(ANSWERS[self.path].encode(errors="surrogateescape"))
        elif self.path in PLACES:
            self.send_response(302)
            if PLACES[self.path]:
                self.send_header("Location", PLACES[self.path])
            self.end_headers()
        else:
            self.send_error(404)

    def log_message(self, *args):
        pass


class Loopback:
    """Opens the addresses of all sites at a server on this machine, and notes them."""

    def __init__(self, port):
        self.port = port
        self.asked = []
        self.opener = OpenerDirector()
        self.opener.add_handler(HTTPHandler())

    def open(self, request, *, timeout):
        self.asked.append(request.full_url)
        path = request.full_url.split("/", 3)[3]
        return self.opener.open(Request(f"http://127.0.0.1:{self.port}/{path}"), timeout=timeout)


@pytest.fixture(scope="module")
def port():
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_the_puzzle_is_in_the_answer_or_after_redirections(port):
    for name in ("abc", "old", "twice", "body", "relative", "id"):
        for link in (f"https://tinyurl.com/{name}", f"f-puzzles.com/?id={name}&x"):
            with case(link):
                assert parse(fetch_link(link, opener=Loopback(port))) == PUZZLE


def test_a_document_becomes_one_line_with_its_other_separators(port):
    for name, title in (("document", "two  spaces"), ("signs", TITLE)):
        found = fetch_link(f"tinyurl.com/{name}", opener=Loopback(port))
        assert parse(found).label == title
        assert not set(found) & {"\r", "\n"}


def test_only_sites_of_the_formats_are_contacted_by_https(port):
    site = Loopback(port)
    assert fetch_link("http://tinyurl.com/abc", opener=site) == LINK
    with pytest.raises(PuzzleError, match=r"tinyurl\.com leads to 'https://example\.org.*instead"):
        fetch_link("tinyurl.com/elsewhere", opener=site)
    assert fetch_link("tinyurl.com/plain", opener=site) == LINK
    assert {address.rsplit("/", 1)[0] for address in site.asked} == {"https://tinyurl.com"}
    with pytest.raises(PuzzleError, match="is not a short link of a known site"):
        fetch_link("https://127.0.0.1/abc", opener=site)


def test_errors_name_the_site(port):
    for name, message in {
        "missing": "tinyurl.com answers with the status 404",
        "nowhere": "tinyurl.com answers with the status 302",
        "latin": "tinyurl.com answers with a text that is not UTF-8",
        "page": "tinyurl.com answers without a puzzle",
        "round": "'tinyurl.com/round' is redirected 5 times without a puzzle",
    }.items():
        with case(name), pytest.raises(PuzzleError) as refused:
            fetch_link(f"tinyurl.com/{name}", opener=Loopback(port))
        assert str(refused.value) == message


def test_large_answers_and_sites_that_cannot_be_reached_are_refused(port):
    with pytest.raises(TooLarge, match="answers with more than 4194304 bytes"):
        fetch_link("tinyurl.com/large", opener=Loopback(port))
    with pytest.raises(PuzzleError, match=r"^tinyurl\.com cannot be reached: "):
        fetch_link("tinyurl.com/abc", opener=Loopback(port=1))


def test_a_slow_site_times_out(port, monkeypatch):
    monkeypatch.setattr(download, "monotonic", iter([0, 0, 21]).__next__)
    with pytest.raises(PuzzleError, match="did not answer within 20 seconds"):
        fetch_link("tinyurl.com/body", opener=Loopback(port))


def test_the_real_opener_allows_only_https(monkeypatch):
    opener = download._https()
    for address in ("http://127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/"):
        with case(address), pytest.raises(OSError, match="unknown url type"):
            opener.open(Request(address), timeout=1)


def test_no_site_is_contacted_without_fetch(monkeypatch, port):
    site = Loopback(port)
    monkeypatch.setattr(download, "_https", lambda: site)
    with pytest.raises(PuzzleError, match=r"Use --fetch \(in Python, fetch=True\) to get it"):
        parse("tinyurl.com/abc")
    assert site.asked == []
    assert parse("tinyurl.com/abc", fetch=True) == PUZZLE
    assert parse("tinyurl.com/abc", fetch=True, format="fpuzzles") == PUZZLE
    assert len(site.asked) == 2


def test_each_line_of_a_text_is_fetched(monkeypatch, port):
    monkeypatch.setattr(download, "_https", lambda: Loopback(port))
    lines = ["tinyurl.com/abc", "", LINK, "# a comment", "tinyurl.com/missing", "tinyurl.com/body"]
    records = list(read("\n".join(lines), fetch=True))
    found = [(record.line, record.puzzle) for record in records]
    assert found == [(1, PUZZLE), (3, PUZZLE), (5, None), (6, PUZZLE)]
    assert str(records[2].error) == "line 5: tinyurl.com answers with the status 404"


# --- packed texts --------------------------------------------------------------------------------

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
    assert compress("😀") == compress("\ud83d\ude00") == "rwbgA9o="
    assert decompress(compress("a😀b")) == "a😀b"


@given(texts | st.text("ab", min_size=50))
def test_every_text_comes_back(text):
    assert decompress(compress(text)) == text
    in_a_uri = compress(text).rstrip("=").replace("/", "-")
    assert decompress(in_a_uri + "$") == text


def test_padding_may_be_missing_or_too_long_and_a_space_was_a_plus():
    link, text = list(KNOWN.items())[1]
    assert "+" in link
    for changed in (link.rstrip("="), link + "====", link.replace("+", " "), link + "$"):
        with case(changed):
            assert decompress(changed) == text


def test_other_texts_are_damaged_links():
    link = "N4IgzglgXgpiBcAWANCA5gJwgEwQbQF0BfIA"
    for more in (link, "/load/" + link, " with killer cages"):
        with case(more), pytest.raises(Damaged, match="something follows the compressed text"):
            decompress(link + more)
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


# --- published puzzles ---------------------------------------------------------------------------

COMMAND = Path(__file__).resolve().parents[3] / "benchmarks" / "links.py"

SOLVED = "1234341221434321"
CLASSIC = "5346789126721953481983425678597614234268537917139248569615372842874196353452861.."
ANSWER = CLASSIC[:-2] + "79"


def test_passed_puzzles_are_counted_and_failures_are_named(tmp_path, monkeypatch, capsys):
    link = write(classic(SOLVED[:12] + "....").with_rules(Cage((12, 13), 7)), "fpuzzles")
    payload = link.split("load=")[1].replace("%2B", "+").replace("%2F", "/").replace("%3D", "=")
    (tmp_path / "SudokuTests").mkdir()
    (tmp_path / "SudokuTests" / "Puzzles.cs").write_text(
        f"""
    public static readonly (string, string)[] uniqueClassics = new (string, string)[]
    {{ \n("{CLASSIC}", "{ANSWER}"),\n("{"." * 81}", "{ANSWER}"),\n }};
    public static readonly (string, string)[] uniqueClassicFPuzzles = new (string, string)[]
    {{ \n }};
    public static readonly (string, string)[] uniqueVariantFPuzzles = new (string, string)[]
    {{
            // "Mine" by me
            (@"{payload}", "{SOLVED}"),
    }};
"""
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "example_puzzles.js").write_text(
        f"""
        name: 'A king\\'s',
        input: '.Shape~4x4.~R1C1_1~R1C2_2~R1C3_3~R2C1_3~R2C3_1~R3C1_2.AntiKing',
        solution: '1234',
        name: 'Chaos',
        input: '.Chaos~1.NoBoxes',
        solution: '{SOLVED}',
"""
    )
    monkeypatch.setattr(
        sys, "argv", ["links.py", "--dclamage", str(tmp_path), "--sigh", str(tmp_path)]
    )
    runpy.run_path(str(COMMAND), run_name="__main__")
    said = capsys.readouterr().out
    assert "uniqueClassics: 1 of 2 are proved unique (2 with a stated solution)" in said
    assert "    uniqueClassics 3: multiple" in said
    assert "uniqueVariantFPuzzles: 1 of 1" in said
    assert "displayed examples: 0 of 2" in said
    assert "    A king's: " in said
    assert "    Chaos: refused: line 1: iss: unknown class 'Chaos'" in said
