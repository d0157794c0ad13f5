"""The catalogue has a correct entry for every rule."""

import json
import re
import runpy
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from examples import RULES, case

from nonet.drawing.catalogue import call, entries, entry, examples
from nonet.drawing.legend import legend, shown
from nonet.formats import write
from nonet.formats.json_text import document
from nonet.formats.links import lz
from nonet.formats.model import rule_from_json
from nonet.puzzle.sentences import sentences, usual_rules
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

ROOT = Path(__file__).resolve().parents[3]
PAGE = runpy.run_path(str(ROOT / "docs" / "rules.py"))
#: The rules of nonet, by name.
OURS = {
    name: kind for name, kind in Rule.named.items() if kind.__module__.startswith("nonet.rules.")
}


def test_there_is_an_example_of_every_rule():
    assert set(examples()) == set(OURS)
    for name, puzzle in examples().items():
        assert puzzle.rules[-1].name == name


def test_every_example_has_a_solution():
    for name, puzzle in examples().items():
        with case(name):
            assert check(puzzle, limits=20).kind is not Kind.NONE


def test_json_and_the_call_describe_the_example():
    for name, puzzle in examples().items():
        rule, grid = puzzle.rules[-1], puzzle.grid
        with case(name):
            assert rule_from_json(document(entry(name).json), grid) == rule
            if entry(name).python.startswith("puzzle."):
                known = {kind.__name__: kind for kind in OURS.values()}
                assert eval(call(rule, grid), known).on(grid) == rule


def test_every_entry_has_a_sentence_and_the_types_of_its_keys():
    for each in entries():
        if each.kind not in OURS.values():
            continue  # a rule that another test has defined
        with case(each.name):
            assert each.summary.endswith(".")
            assert all(key.takes for key in each.keys)
            assert each.session.startswith(">>>")


def test_all_texts_have_the_sentence_of_a_rule_once():
    """Compare the rules text of a puzzle, the text below its picture, and the texts in links."""
    for name, puzzle in examples().items():
        rule, grid = puzzle.rules[-1], puzzle.grid
        texts = {"rules": sentences(puzzle), "picture": [*legend(puzzle, [], rules=True)]}
        for site in ("sudokupad", "fpuzzles"):
            with suppress(PuzzleError):  # f-puzzles cannot express some rules
                texts[site] = rules_text(puzzle, site)
        if rule in usual_rules(puzzle):
            continue
        for place, lines in texts.items():
            with case(f"{name}, {place}: {lines}"):
                assert lines.count(rule.sentence(grid)) == 1
                assert lines[0].startswith(("Normal sudoku rules apply", "Values", "values"))


def test_the_rules_text_has_all_rules_in_order():
    rules = [examples()[name].rules[-1] for name in ("zipper", "antiking", "palindrome", "thermo")]
    puzzle = replace(examples()["thermo"], rules=(*examples()["antiking"].rules[:3], *rules))
    wanted = ["Normal sudoku rules apply.", *(rule.sentence(puzzle.grid) for rule in rules)]
    assert sentences(puzzle) == wanted
    assert rules_text(puzzle, "sudokupad") == wanted


def rules_text(puzzle, site):
    """Return the lines of the rules text in a link."""
    payload = re.split("load=|scl", write(puzzle, site), maxsplit=1)[1]
    document = json.loads(lz.decompress(unquote(payload)))
    return (document.get("ruleset") or document["metadata"]["rules"]).splitlines()


def test_keys_have_types_and_defaults():
    cage = {key.name: key for key in entry("cage").keys}
    assert cage["cells"].as_json() == {"name": "cells", "takes": "cells", "required": True}
    assert cage["total"].as_json() == {
        **{"name": "total", "takes": "an integer or null", "required": False},
        "default": None,
    }
    assert entry("lookandsay").keys[1].takes == "a list of lists of 2 integers"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("arow", "no rule 'arow'; did you mean 'arrow'?"),
        ("killer", "no rule 'killer'; did you mean 'cage'?"),
    ],
)
def test_an_unknown_rule_is_refused_by_name(name, message):
    with pytest.raises(PuzzleError) as refused:
        entry(name)
    assert message in str(refused.value)


def test_the_page_is_up_to_date():
    assert PAGE["page"]() == (ROOT / "docs" / "rules.md").read_text(), "run docs/rules.py"


def test_the_poster_is_up_to_date():
    """If this test fails, run docs/rules.py, and look at docs/rules.svg."""
    assert PAGE["poster"]() == (ROOT / "docs" / "rules.svg").read_text(), "run docs/rules.py"


def test_every_example_is_drawn_in_full():
    for name, puzzle in examples().items():
        with case(name):
            rule = puzzle.rules[-1]
            drawn = [each for each in rule.figures(puzzle.grid) if type(each).__name__ != "Walls"]
            assert (rule in shown(puzzle, [puzzle.givens]).rules) == bool(drawn)


def test_an_option_changes_the_picture_and_the_words():
    """Compare each rule with the same rule without the option."""
    for grid, rule in RULES:
        for field in fields(rule):
            if field.default is MISSING or getattr(rule, field.name) == field.default:
                continue
            with case(f"{rule} without {field.name}"):
                usual = replaced(rule, field, grid)
                if usual is not None:
                    assert not list(rule.figures(grid)) or seen(rule, grid) != seen(usual, grid)
                    assert field.name == "look" or words(rule, grid) != words(usual, grid)


def seen(rule, grid):
    return list(rule.figures(grid)), rule.caption(grid)


def words(rule, grid):
    return rule.describe(grid), *rule.details(grid)


def replaced(rule, field, grid):
    """Return the rule with the default of a field, or None if the grid refuses it."""
    try:
        usual = replace(rule, **{field.name: field.default})
        usual.fit(grid)
    except (PuzzleError, TypeError):
        return None
    return usual
