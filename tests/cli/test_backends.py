"""Tests of ``nonet backends``: the list of all backends."""

from nonet.solvers import backends, sat


def test_every_backend_has_a_line(nonet):
    done = nonet("backends")
    assert (done.code, done.err) == (0, "")
    specs = [entry.spec for entry in backends()]
    assert [line.split()[0] for line in done.lines[1 : len(specs) + 1]] == specs


def test_a_record_for_each(nonet):
    records = nonet("backends", "--json").records
    assert [record["spec"] for record in records] == [entry.spec for entry in backends()]
    assert list(records[0]) == ["spec", "summary", "version", "capabilities", "missing"]
    assert "every rule" in records[0]["capabilities"]


def test_an_unavailable_backend_gives_the_reason(nonet, monkeypatch):
    reason = "not here: pip install 'a[b]'"
    monkeypatch.setattr(sat, "missing", lambda name: reason if name == "ergo" else None)
    [line] = [line for line in nonet("backends").lines if line.startswith("pysat:ergo")]
    assert line.endswith(f"unavailable: {reason}")


def test_it_is_readable_on_a_narrow_terminal(terminal):
    # Use no PATH, because programs with long names on it would make the first column wider.
    done = terminal("backends", env={"NO_COLOR": "1", "PATH": ""})
    assert done.code == 0
    assert max(map(len, done.lines)) <= 80
    usual = [line for line in done.lines if line.startswith("pysat:minisat22")]
    assert usual[0].endswith("incremental, nodes (conflicts)")
