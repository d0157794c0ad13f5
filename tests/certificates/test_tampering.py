"""No file of a certificate can be changed or forged unnoticed."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from examples import HARD, classic, share_or_whole

from nonet import CertificateError, certify, verify
from nonet.certificates import verification
from nonet.certificates.certificate import formula, manifest
from nonet.encodings import dimacs
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.rules import AntiKnight, Thermo
from nonet.system.errors import PuzzleError

#: A small puzzle whose proof has lemmas.
SMALL = classic("." * 14 + "1.", AntiKnight(), Thermo((12, 8)), Thermo((10, 6)))
CLASHING = classic("11" + "." * 14)
OPEN = classic("1" + "." * 15)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """One certificate of each kind."""
    made = {}
    for name, puzzle in (("unique", SMALL), ("none", CLASHING), ("multiple", OPEN)):
        made[name] = tmp_path_factory.mktemp(name)
        certify(puzzle).write(made[name])
    return made


@pytest.fixture
def folder(folders, tmp_path):
    """A copy of the certificate of SMALL, to be damaged."""
    return Path(shutil.copytree(folders["unique"], tmp_path / "copy"))


def refused(folder: Path, file: str) -> CertificateError:
    """Return the error of `verify`, which must name the file."""
    errors = []
    for fast in (False, True):
        with pytest.raises(CertificateError) as caught:
            verify(folder, fast=fast)
        assert file in str(caught.value), caught.value
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
    return caught.value


def files(folders):
    return [(kind, path.name) for kind, folder in folders.items() for path in folder.iterdir()]


def changes(data: bytes, random: Random, count: int, bits: int = 3):
    """Yield changed copies: every byte value or flipped bits at random places, or truncations."""
    places = {byte: [i for i, b in enumerate(data) if b == byte] for byte in set(data)}
    drawn = [random.choice(places[byte]) for byte in sorted(places)]
    drawn += [0, len(data) - 1, *(random.randrange(len(data)) for _ in range(count))]
    for place in drawn:
        for bit in random.sample(range(8), bits):
            yield data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
    for place in drawn:
        yield data[:place] + data[place + 1 :]
        yield data[:place] + random.choice([b" ", b"\n", b"0", b"\r", b"\0"]) + data[place:]
    yield data[: len(data) // 2]
    yield data * 2
    yield b""
    lines = data.splitlines(keepends=True)
    for _ in range(min(count, 10)):
        a, b = random.randrange(len(lines)), random.randrange(len(lines))
        yield b"".join(lines[:a] + lines[a + 1 :])
        swapped = lines.copy()
        swapped[a], swapped[b] = lines[b], lines[a]
        yield b"".join(swapped)


@share_or_whole("bits", 1, 3)
@pytest.mark.parametrize("kind", ["unique", "none", "multiple"])
def test_any_change_of_any_file_is_found(kind, bits, folders, tmp_path):
    random = Random(kind)
    folder = Path(shutil.copytree(folders[kind], tmp_path / "copy"))
    verify(folder)
    tried = 0
    for path in sorted(folder.iterdir()):
        whole = path.read_bytes()
        for changed in changes(whole, random, 5, bits):
            if changed == whole:
                continue
            path.write_bytes(changed)
            with pytest.raises(CertificateError) as caught:
                verify(folder)
            # If a hash in the manifest changes, the message names both files.
            assert path.name in str(caught.value), (changed, caught.value)
            tried += 1
        path.write_bytes(whole)
    verify(folder)
    assert tried > 200


@pytest.mark.slow
def test_any_change_of_a_long_proof_or_its_formula_is_found(tmp_path):
    certify(classic(HARD)).write(tmp_path)
    for name, count in (("proof.drat", 10), ("formula.cnf", 3)):
        path = tmp_path / name
        whole = path.read_bytes()
        for changed in [*changes(whole, Random(name), count, bits=1)][::3]:
            if changed != whole:
                path.write_bytes(changed)
                assert refused(tmp_path, name).file == str(path)
        path.write_bytes(whole)


@pytest.mark.parametrize("name", ["manifest.json", "puzzle.json", "solution.txt", "proof.drat"])
def test_a_file_that_is_missing_is_unreadable(folder, name):
    (folder / name).unlink()
    with pytest.raises(PuzzleError, match=f"{name}: No such file") as caught:
        verify(folder)
    assert not isinstance(caught.value, CertificateError)


# --- places in messages --------------------------------------------------------------------------


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def reseal(folder: Path, claim: Kind = Kind.UNIQUE) -> None:
    """Make the manifest fit the files, as a forger would."""
    stated = json.loads((folder / "manifest.json").read_text())
    lines = manifest(folder, claim, stated["prover"], stated["versions"])
    (folder / "manifest.json").write_text("\n".join((*lines, "")), newline="\n")


def test_the_line_of_a_changed_clause_is_named(folder):
    lines = (folder / "formula.cnf").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    lines[start + 3] = lines[start + 3].removesuffix("0") + "-7 0"
    (folder / "formula.cnf").write_text("\n".join((*lines, "")))
    reseal(folder)
    error = refused(folder, "formula.cnf")
    assert error.line == start + 4
    assert "'-7 0\\n' at column" in str(error)
    assert "'0\\n' is expected" in str(error)


def test_the_line_of_a_changed_variable_is_named(folder):
    edit(folder / "formula.cnf", "c nonet mark 3 r1c1=3", "c nonet mark 3 r1c1=2")
    reseal(folder)
    assert refused(folder, "formula.cnf").line == 4


def test_the_line_of_a_wrong_lemma_is_named(folder):
    lines = (folder / "proof.drat").read_text().splitlines()
    for number in range(2):  # the third lemma completes the proof
        wrong = [*lines[:number], "1 0", *lines[number:]]
        (folder / "proof.drat").write_text("\n".join((*wrong, "")))
        reseal(folder)
        assert refused(folder, "proof.drat").line == number + 1


def test_the_cell_of_a_wrong_solution_is_named(folder):
    rows = (folder / "solution.txt").read_text().splitlines()
    values = rows[2].split()
    values[0] = str(int(values[0]) % 4 + 1)
    rows[2] = " ".join(values)
    (folder / "solution.txt").write_text("\n".join((*rows, "")))
    reseal(folder)
    assert "not a solution: " in str(refused(folder, "solution.txt"))


@pytest.mark.parametrize(
    "text", ["", "1 2\n", "one\n", "1 " * 15 + "9\n", "\u0661" + " 1" * 15 + "\n"]
)
def test_text_that_is_not_a_grid_is_refused(folder, text):
    (folder / "solution.txt").write_text(text, encoding="utf-8")
    reseal(folder)
    refused(folder, "solution.txt")


# --- forgeries: files that fit one another, and hashes that fit the files ------------------------


def test_a_puzzle_with_several_solutions_is_never_unique(folder):
    """A forger takes the proof of another puzzle, and makes all other files fit."""
    stated = json.loads((folder / "manifest.json").read_text())
    assert stated["claim"] == "unique"
    weaker = Puzzle(SMALL.grid, rules=SMALL.rules[:3])
    (folder / "puzzle.json").write_text(write(weaker, "json") + "\n")
    reseal(folder)
    refused(folder, "formula.cnf")
    solution = tuple(map(int, (folder / "solution.txt").read_text().split()))
    (folder / "formula.cnf").write_text("\n".join((*dimacs.write(formula(weaker, [solution])), "")))
    reseal(folder)
    assert "does not follow by unit propagation" in str(refused(folder, "proof.drat"))
    (folder / "proof.drat").write_text("0\n")
    reseal(folder)
    assert refused(folder, "proof.drat").line == 1


def test_a_puzzle_with_a_solution_never_has_none(folder):
    (folder / "solution.txt").unlink()
    (folder / "formula.cnf").write_text("\n".join((*dimacs.write(formula(SMALL, [])), "")))
    reseal(folder, Kind.NONE)
    refused(folder, "proof.drat")


def test_a_unique_puzzle_never_has_two_solutions(folder):
    shutil.copy(folder / "solution.txt", folder / "second.txt")
    reseal(folder, Kind.MULTIPLE)
    assert "the same solution" in str(refused(folder, "second.txt"))


def test_two_solutions_must_both_hold(folders, tmp_path):
    folder = Path(shutil.copytree(folders["multiple"], tmp_path / "copy"))
    edit(folder / "second.txt", "1", "2")
    reseal(folder, Kind.MULTIPLE)
    assert "not a solution: r1c1 is 2, but 1 is given" in str(refused(folder, "second.txt"))


def test_the_clauses_must_allow_the_solution(folder, monkeypatch):
    """If the encoder wrote contradictory clauses, verification would notice."""

    def broken(puzzle, solutions):
        cnf = formula(puzzle, solutions)
        return replace(cnf, clauses=[[1], [-1], *cnf.clauses])

    monkeypatch.setattr(verification, "formula", broken)
    cnf = broken(SMALL, [tuple(map(int, (folder / "solution.txt").read_text().split()))])
    (folder / "formula.cnf").write_text("\n".join((*dimacs.write(cnf), "")))
    (folder / "proof.drat").write_text("0\n")
    reseal(folder)
    assert "the clauses do not allow the solution" in str(refused(folder, "formula.cnf"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "another"}, "not the manifest of a nonet certificate, version 1"),
        ({"version": 2}, "not the manifest"),
        ({"claim": "unknown"}, "the claim must be one of none, unique, multiple"),
        ({"claim": "multiple"}, "the claim multiple needs hashes of puzzle.json, solution.txt"),
        ({"claim": ["unique"]}, "the claim must be one of"),
        ({"prover": 3}, "must be texts"),
        ({"seal": None}, "must be texts"),
        ({"versions": []}, "'versions' must be an object of texts"),
        ({"versions": {"nonet": 1}}, "'versions' must be an object of texts"),
        ({"sha256": {"../puzzle.json": "00"}}, "needs hashes of"),
        ({"encoding": "minimal"}, "manifest.json:5: "),
        ({"prover": "another"}, "manifest.json:17: "),
        ({"more": 1}, "manifest.json:1"),
    ],
)
def test_a_manifest_that_is_not_ours_is_refused(folder, change, words):
    stated = json.loads((folder / "manifest.json").read_text())
    text = json.dumps(stated | change, indent=2) + "\n"
    (folder / "manifest.json").write_text(text)
    assert words in str(refused(folder, "manifest.json"))


@pytest.mark.parametrize("text", ["", "[", "[]", "[" * 100_000, "1" * 5000, '"\\ud800"', "\x80"])
def test_a_manifest_that_is_not_json_is_refused(folder, text):
    (folder / "manifest.json").write_bytes(text.encode("latin-1"))
    refused(folder, "manifest.json")


def test_the_error_names_another_version_of_nonet(folder):
    edit(folder / "manifest.json", '"nonet": "', '"nonet": "9')
    edit(folder / "formula.cnf", "p cnf", "p  cnf")
    assert "(made by nonet 9" in str(refused(folder, "formula.cnf"))
