"""In certificates from strangers, nonet reads no links, devices, pipes or oversized files."""

import os
import threading
import tracemalloc

import pytest

from nonet import CertificateError, PuzzleError, verify
from nonet.certificates.certificate import MOST_BYTES
from nonet.certificates.proof import ProofError, check

NAMES = ("manifest.json", "puzzle.json", "solutions.txt", "formula.cnf", "proof.lrat")


def refused(folder, name, why):
    """Check that the error names the file and reveals none of its contents."""
    with pytest.raises(PuzzleError) as caught:
        verify(folder)
    assert not isinstance(caught.value, CertificateError)
    assert str(caught.value) == f"{folder / name}: {why}"


@pytest.mark.parametrize("name", NAMES)
def test_only_small_regular_files_are_read(name, folder, folders):
    most = MOST_BYTES[name]
    os.truncate(folder / name, most + 1)  # a sparse file takes no space
    refused(folder, name, f"the file has {most + 1} bytes, and the limit is {most}")
    (folder / name).unlink()
    (folder / name).symlink_to(folders["unique"] / name)
    refused(folder, name, "a link is not followed")
    (folder / name).unlink()
    (folder / name).mkdir()
    refused(folder, name, "Is a directory")


def test_a_folder_that_is_a_link_is_not_followed(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    refused(tmp_path / "link", "", "a link is not followed")


@pytest.mark.parametrize("name", NAMES)
def test_a_pipe_does_not_hang(name, folder):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    done = []

    def ask():
        refused(folder, name, "not a regular file")
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
