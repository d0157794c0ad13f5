"""No file of a certificate is changed or forged unnoticed, and none of a stranger does harm."""

import json
import os
import shutil
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from examples import classic, share_or_whole
from unique_puzzles import SMALL

from nonet import CertificateError, PuzzleError, certify, verify
from nonet.certificates import verification
from nonet.certificates.certificate import MOST_BYTES, file_names, formula, manifest, write_lines
from nonet.certificates.proof import ProofError, check
from nonet.encodings import dimacs
from nonet.formats import write
from nonet.puzzle import Puzzle


def refused(folder: Path, file: str) -> CertificateError:
    """Return the error of `verify`, which must name the file."""
    with pytest.raises(CertificateError) as caught:
        verify(folder)
    assert file in str(caught.value), caught.value
    return caught.value


def changes(data: bytes, random: Random, bits: int):
    """Yield changed copies: every byte value or flipped bits at random places, or truncations."""
    if not data:
        yield b"\n"
        return
    places = {byte: [i for i, b in enumerate(data) if b == byte] for byte in set(data)}
    drawn = [random.choice(places[byte]) for byte in sorted(places)]
    drawn += [0, len(data) - 1, *(random.randrange(len(data)) for _ in range(5))]
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
    for _ in range(5):
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
        for changed in changes(whole, random, bits):
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


@pytest.mark.parametrize("name", ["manifest.json", *file_names(is_complete=True)])
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


def reseal(folder: Path, count: int = 1, is_complete: bool = True) -> None:
    """Make the manifest fit the files, as a forger would."""
    stated = json.loads((folder / "manifest.json").read_text())
    lines = manifest(folder, count, is_complete, stated["prover"], stated["versions"])
    write_lines(folder / "manifest.json", lines)


def test_the_line_of_a_changed_clause_is_named(folder):
    lines = (folder / "formula.cnf").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    lines[start + 3] = lines[start + 3].removesuffix("0") + "-7 0"
    write_lines(folder / "formula.cnf", lines)
    reseal(folder)
    error = refused(folder, "formula.cnf")
    assert error.line == start + 4
    assert "'-7 0\\n' at column" in str(error)
    assert "'0\\n' is expected" in str(error)


def test_the_line_of_a_wrong_lemma_is_named(folder):
    lines = (folder / "proof.lrat").read_text().splitlines()
    for number, line in enumerate(lines):
        write_lines(folder / "proof.lrat", [*lines[:number], f"{line.split()[0]} 1 0 2 0"])
        reseal(folder)
        assert refused(folder, "proof.lrat").line == number + 1


def test_the_cell_of_a_wrong_solution_is_named(folder):
    rows = (folder / "solutions.txt").read_text().splitlines()
    values = rows[2].split()
    values[0] = str(int(values[0]) % 4 + 1)
    rows[2] = " ".join(values)
    write_lines(folder / "solutions.txt", rows)
    reseal(folder)
    assert "not a solution: " in str(refused(folder, "solutions.txt"))


@pytest.mark.parametrize("text", ["1 2\n", "one\n", "1 " * 15 + "9\n", "\u0661" + " 1" * 15 + "\n"])
def test_text_that_is_not_a_grid_is_refused(folder, text):
    (folder / "solutions.txt").write_text(text, encoding="utf-8")
    reseal(folder)
    refused(folder, "solutions.txt")


# --- forgeries: files that fit one another, and hashes that fit the files ------------------------


def test_a_puzzle_with_several_solutions_is_never_unique(folder):
    """A forger takes the proof of another puzzle, and makes all other files fit."""
    stated = json.loads((folder / "manifest.json").read_text())
    assert stated["claim"] == "unique"
    weaker = Puzzle(SMALL.grid, rules=SMALL.rules[:3])
    (folder / "puzzle.json").write_text(write(weaker, "json") + "\n")
    reseal(folder)
    refused(folder, "formula.cnf")
    solution = tuple(map(int, (folder / "solutions.txt").read_text().split()))
    write_lines(folder / "formula.cnf", dimacs.write(formula(weaker, [solution])))
    reseal(folder)
    assert "the number of the lemma must be" in str(refused(folder, "proof.lrat"))
    (folder / "proof.lrat").write_text("1 0 1 0\n")
    reseal(folder)
    assert refused(folder, "proof.lrat").line == 1


def test_a_puzzle_with_a_solution_never_has_none(folder):
    (folder / "solutions.txt").write_text("")
    write_lines(folder / "formula.cnf", dimacs.write(formula(SMALL, [])))
    reseal(folder, 0)
    refused(folder, "proof.lrat")


def test_a_unique_puzzle_never_has_two_solutions(folder):
    text = (folder / "solutions.txt").read_text()
    for name in ("formula.cnf", "proof.lrat"):
        (folder / name).unlink()
    (folder / "solutions.txt").write_text(f"{text}\n{text}")
    reseal(folder, 2, is_complete=False)
    assert "the same solution" in str(refused(folder, "solutions.txt"))
    (folder / "solutions.txt").write_text(text)
    reseal(folder, 1, is_complete=False)
    assert "fewer than 2 solutions and there is no proof" in str(refused(folder, "manifest.json"))


def test_two_solutions_must_both_hold(folders, tmp_path):
    folder = Path(shutil.copytree(folders["multiple"], tmp_path / "copy"))
    first, second = (folder / "solutions.txt").read_text().split("\n\n")
    (folder / "solutions.txt").write_text(f"{first}\n\n{second.replace('1', '2', 1)}")
    reseal(folder, 2, is_complete=False)
    error = refused(folder, "solutions.txt")
    assert "not a solution: r1c1 is 2, but 1 is given" in str(error)
    assert error.line == 6


def test_a_list_of_solutions_without_one_of_them_is_not_complete(tmp_path):
    """With every file made to fit, the rest of the proof does not follow."""
    puzzle = classic("1234" + "." * 12)
    certify(puzzle, every=True).write(tmp_path)
    blocks = (tmp_path / "solutions.txt").read_text().split("\n\n")
    (tmp_path / "solutions.txt").write_text("\n\n".join(blocks[:-1]) + "\n")
    shown = [tuple(map(int, block.split())) for block in blocks[:-1]]
    write_lines(tmp_path / "formula.cnf", dimacs.write(formula(puzzle, shown)))
    reseal(tmp_path, len(shown))
    assert refused(tmp_path, "proof.lrat").line == 1


def test_the_clauses_must_allow_the_solution(folder, monkeypatch):
    """If the encoder wrote contradictory clauses, verification would notice."""

    def broken(puzzle, solutions, cuts=()):
        cnf = formula(puzzle, solutions)
        return replace(cnf, clauses=[[1], [-1], *cnf.clauses])

    monkeypatch.setattr(verification, "formula", broken)
    cnf = broken(SMALL, [tuple(map(int, (folder / "solutions.txt").read_text().split()))])
    write_lines(folder / "formula.cnf", dimacs.write(cnf))
    (folder / "proof.lrat").write_text(f"{len(cnf.clauses) + 1} 0 1 2 0\n")
    reseal(folder)
    assert "the clauses do not allow the solution" in str(refused(folder, "formula.cnf"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "another"}, "not the manifest of a nonet certificate, version 2"),
        ({"version": 1}, "not the manifest"),
        ({"claim": "none"}, "manifest.json:4: "),
        ({"solutions": 2}, "manifest.json:5: "),
        ({"complete": False}, "manifest.json:6: "),
        ({"prover": 3}, "prover: must be text, not a number"),
        ({"seal": None}, "seal: must be text, not null"),
        ({"versions": []}, "versions: must be an object, not a list"),
        ({"versions": {"nonet": 1}}, "versions.nonet: must be text, not a number"),
        ({"sha256": {"../puzzle.json": "00"}}, "it must have hashes of puzzle.json, solutions.txt"),
        ({"encoding": "minimal"}, "manifest.json:7: "),
        ({"prover": "another"}, "manifest.json:19: "),
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


NAMES = ("manifest.json", "puzzle.json", "solutions.txt", "formula.cnf", "proof.lrat")


def unread(folder, name, why):
    """Check that the error names the file and reveals none of its contents."""
    with pytest.raises(PuzzleError) as caught:
        verify(folder)
    assert not isinstance(caught.value, CertificateError)
    assert str(caught.value) == f"{folder / name}: {why}"


@pytest.mark.parametrize("name", NAMES)
def test_only_small_regular_files_are_read(name, folder, folders):
    most = MOST_BYTES[name]
    os.truncate(folder / name, most + 1)  # a sparse file takes no space
    unread(folder, name, f"the file has {most + 1} bytes, and the limit is {most}")
    (folder / name).unlink()
    (folder / name).symlink_to(folders["unique"] / name)
    unread(folder, name, "a link is not followed")
    (folder / name).unlink()
    (folder / name).mkdir()
    unread(folder, name, "Is a directory")


def test_a_folder_that_is_a_link_is_not_followed(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    unread(tmp_path / "link", "", "a link is not followed")


@pytest.mark.parametrize("name", NAMES)
def test_a_pipe_does_not_hang(name, folder):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    done = []

    def ask():
        unread(folder, name, "not a regular file")
        done.append(name)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(20)
    assert done == [name]


@pytest.mark.parametrize("name", ["formula.cnf", "proof.lrat"])
def test_a_line_without_end_is_not_read(name, folder):
    os.truncate(folder / name, MOST_BYTES[name])
    with pytest.raises(CertificateError) as caught:
        verify(folder)
    assert len(str(caught.value)) < 1_000


def test_the_longest_lemma_is_short_enough(folder):
    """A clause of all literals is the longest lemma, and it follows if any clause follows."""
    proof = folder / "proof.lrat"
    number = int(proof.read_text().split()[0])
    literals = " ".join(str(literal) for v in range(1, 65) for literal in (v, -v))
    proof.write_text(f"{number} {literals} 0 1 0\n{proof.read_text()}")
    with pytest.raises(CertificateError, match=rf"proof\.lrat:2: the number .* {number + 1}"):
        verify(folder)
    proof.write_text("1 " * 2_000 + f"0\n{proof.read_text()}")
    with pytest.raises(CertificateError, match=r"proof\.lrat:1: a line of more than"):
        verify(folder)


@pytest.mark.parametrize("rest", ["", "".join(f" {-v}" for v in range(300, 1000))])
def test_the_largest_proof_does_not_fill_the_memory(rest):
    """Compare the lemmas of one literal, and of many literals. They take most memory for a byte."""
    clauses = [[1]] * 10_000
    count = 200_000 // (9 + len(rest))
    lines = [f"{number} 1{rest} 0 1 0" for number in range(10_001, 10_001 + count)]
    size = sum(map(len, lines))
    tracemalloc.start()
    try:
        with pytest.raises(ProofError, match="ends before the empty clause"):
            check(lines, clauses)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 9 * size
    assert peak / size * MOST_BYTES["proof.lrat"] < 3 << 30


def test_more_solutions_than_nonet_certifies_are_refused(folder):
    (folder / "solutions.txt").write_text("1 1 1 1\n" * 4 * 10_001)
    with pytest.raises(CertificateError, match=r"solutions\.txt: more than 10,000 solutions"):
        verify(folder)


def test_a_wrong_value_beside_the_board_is_refused_with_its_line(tmp_path):
    puzzle = classic("12..34..2......3").with_layer("extra", size=1).extraregion("r1c1 extra.1")
    certify(puzzle).write(tmp_path / "proof")
    solutions = tmp_path / "proof" / "solutions.txt"
    first, second = solutions.read_text().split("\n\n")
    solutions.write_text(f"{first}\n\n{second[:-2]}1\n")
    error = refused(tmp_path / "proof", "solutions.txt")
    assert error.line == 7  # the second solution begins there
    assert "r1c1 and extra.1 are both 1" in str(error)
