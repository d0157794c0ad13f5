"""``nonet race --html``: the report, and early errors about it."""

PUZZLE = "12..34..2......3"


def test_the_report_is_written_and_the_table_is_printed_as_always(nonet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nonet("race", PUZZLE, "--backend", "norvig,pysat", "--html", "report.html")
    assert (done.code, done.err) == (0, "")
    assert "no two disagree" in done.out
    assert "<h1>The race</h1>" in (tmp_path / "report.html").read_text()


def test_a_folder_that_is_not_there_is_said_before_the_race(nonet):
    done = nonet("race", PUZZLE, "--html", "nowhere/report.html")
    assert (done.code, done.out) == (2, "")
    assert done.err == "nonet: nowhere/report.html: this folder does not exist\n"


def test_without_matplotlib_it_says_what_to_install_before_the_race(nonet, hide):
    hide("matplotlib", "nonet.racing.plots", "nonet.racing.report")
    done = nonet("race", PUZZLE, "--html", "report.html")
    assert (done.code, done.out) == (4, "")
    assert done.err == "nonet: nonet's plots need matplotlib: pip install matplotlib\n"
