"""``nonet count``: how many solutions are there?"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from nonet.cli.common import options
from nonet.cli.common.answers import ChosenBackend, Proofs, proved
from nonet.cli.common.exits import Exit, complain, require
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import option
from nonet.cli.common.progress import growing
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle
from nonet.system.limits import Limits


def count(
    puzzles: list[str] | None = options.PUZZLES,
    limit: int | None = option("--limit -l COUNT", "Count at most this many."),
    estimate: bool = option("--estimate", "Estimate the number by random samples instead."),
    proof: Path | None = options.PROOF,
    backend: str | None = options.BACKEND,
    time: float | None = options.TIME,
    nodes: int | None = options.NODES,
    json: bool = options.JSON,
    verbose: bool = options.VERBOSE,
) -> Exit:
    """Count the solutions of puzzles.

    nonet prints a number for each puzzle. A plus after the number means that a limit was reached,
    so there may be more solutions. --time applies to the whole count.

    --proof writes all solutions, at most 10,000, with a proof that there are no others. With
    several puzzles, it writes DIR/0001, DIR/0002 and so on.

    --estimate also prints the standard error and a 95 % interval. The interval is not reliable if
    one sample is much larger than the others.
    """
    options.require_limit(limit)
    idle = {"limit": limit, "backend": backend, "verbose": verbose or None}
    for name, given in (idle | {"nodes": nodes, "proof": proof}).items():
        require(not estimate or given is None, f"--estimate takes no --{name}")
        require(not proof or name not in idle or given is None, f"--proof takes no --{name}")
    chosen, bounds = ChosenBackend(backend, verbose), options.limits(time, nodes)
    proofs = Proofs(proof, items(puzzles))
    transcript = Transcript(proofs.items, json, draws=False, sources=puzzles)
    if estimate:
        return transcript.each("Estimated", partial(_estimated, transcript, bounds))
    if proof:
        return transcript.each("Counted", partial(_proved, transcript, proofs, bounds))

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        from nonet.questions.counting import tally
        from nonet.solvers import Answer, Status

        chosen.announce(item, puzzle)
        with growing("Counting") as grown:
            found = tally(puzzle, limit, backend, bounds, progress=grown)
        by = chosen.credit(item, [Answer(Status.UNKNOWN, by=found.by)])
        fields = {"count": found.found, "complete": found.complete, "backend": by}
        said = f"{found.found}{'' if found.complete else '+'}"
        transcript.answer(item, said, fields, outcome="counted" if found.known else "unknown")
        return Exit.ANSWERED if found.known else Exit.LIMIT

    return transcript.each("Counted", answer)


def _proved(
    transcript: Transcript, proofs: Proofs, bounds: Limits, item: Item, puzzle: Puzzle
) -> Exit:
    folder = proofs.folder(item)
    certificate, written = proved(folder, puzzle, bounds, every=True)
    if certificate is None:
        complain(f"{folder}: {written['proof_error']}")
        transcript.answer(item, "unknown", {"count": None, **written}, outcome="unknown")
        return Exit.LIMIT
    found, by = len(certificate.solutions), f"pysat:{certificate.prover}"
    fields = {"count": found, "complete": True, "backend": by, **written}
    transcript.answer(item, str(found), fields, outcome="counted")
    return Exit.ANSWERED


def _estimated(transcript: Transcript, bounds: Limits, item: Item, puzzle: Puzzle) -> Exit:
    from nonet.questions.counting import estimate
    from nonet.questions.uniqueness import LimitReached

    try:
        found = estimate(puzzle, limits=bounds)
    except LimitReached:
        transcript.answer(item, "unknown", {"estimate": None}, outcome="unknown")
        return Exit.LIMIT
    fields = {
        "estimate": found.mean,
        "stderr": found.error,
        "interval": found.interval,
        "probes": found.probes,
        "largest": found.largest,
    }
    transcript.answer(item, str(found), fields, outcome="estimated")
    return Exit.ANSWERED
