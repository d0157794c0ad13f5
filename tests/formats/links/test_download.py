"""Short links are fetched only from their sites, by https, within limits of time and size."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import HTTPHandler, OpenerDirector, Request

import pytest
from examples import case

from nonet.formats import classic, parse, read, write
from nonet.formats.links import download
from nonet.formats.links.download import fetch_link
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


def test_a_large_answer_is_not_read_to_its_end(port):
    with pytest.raises(TooLarge, match="answers with more than 4194304 bytes"):
        fetch_link("tinyurl.com/large", opener=Loopback(port))


def test_a_slow_site_times_out(port, monkeypatch):
    monkeypatch.setattr(download, "SECONDS", -1)
    with pytest.raises(PuzzleError, match="did not answer within"):
        fetch_link("tinyurl.com/body", opener=Loopback(port))


def test_a_site_that_cannot_be_reached_is_named():
    with pytest.raises(PuzzleError, match=r"^tinyurl\.com cannot be reached: "):
        fetch_link("tinyurl.com/abc", opener=Loopback(port=1))


def test_the_real_opener_allows_only_https(monkeypatch):
    opener = download._https()
    for address in ("http://127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/"):
        with case(address), pytest.raises(OSError, match="unknown url type"):
            opener.open(Request(address), timeout=1)


def test_no_site_is_contacted_without_fetch(monkeypatch, port):
    site = Loopback(port)
    monkeypatch.setattr(download, "_https", lambda: site)
    with pytest.raises(PuzzleError, match="Use --fetch to get the puzzle"):
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
