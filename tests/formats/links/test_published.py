"""Tests of the command that proves published puzzles unique, on two clones made here."""

import runpy
import sys
from pathlib import Path

from nonet.formats import classic, write
from nonet.rules import Cage

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
        input: '.ChaosConstruction',
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
    assert "    Chaos: refused: line 1: iss: 'ChaosConstruction' at item 1" in said
